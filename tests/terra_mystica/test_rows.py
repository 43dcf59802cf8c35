"""Rows of commands on positions that ledgers rarely show: late answers, river towns, ordination, keys, double turns."""

from __future__ import annotations

import pytest

from dolmen.core.errors import DolmenError, IllegalAction
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.commands import parse_commands
from dolmen.games.terra_mystica.files.trial import try_turn
from tests.terra_mystica.table import ALL_OPTIONS, Table

LATE = (*ALL_OPTIONS, "late-answers")


def read(table: Table, *rows: str) -> Table:
    """Rows as a log has them: 'nomads: build E7'."""
    player = CommandPlayer(table.state)
    for row in rows:
        faction, _, commands = row.partition(": ")
        player.perform(table.seat(faction), parse_commands(commands))
    return table


def refusal(table: Table, *rows: str) -> str:
    """Why the last row is refused; those before it are taken."""
    read(table, *rows[:-1])
    with pytest.raises(DolmenError) as caught:
        read(table, rows[-1])
    return str(caught.value)


# ----------------------------------------------------------------------------------------------------- late answers


def neighbours() -> Table:
    """Nomads between witches and darklings, who have room for power."""
    table = Table("nomads witches darklings", options=LATE).stand("nomads", "E8 TP, F3 D")
    table.stand("witches", "E7 D").stand("darklings", "D5 D")
    return table.give("witches", bowls=(6, 6, 0)).give("darklings", bowls=(6, 6, 0))


def test_answers_may_come_after_the_next_turn() -> None:
    table = read(
        neighbours(), "nomads: upgrade E8 to TE. +FAV11", "witches: pass BON9", "darklings: leech 1 from nomads"
    )
    assert table.bowls("darklings") == [5, 7, 0]


def test_a_tile_may_be_taken_after_an_answer() -> None:
    table = read(neighbours(), "nomads: upgrade E8 to TE", "darklings: leech 1 from nomads", "nomads: +FAV11")
    assert "FAV11" in table.of("nomads")["favours"]


def test_an_answer_ends_an_action_that_is_complete() -> None:
    rows = ("nomads: upgrade E8 to TE. +FAV11", "darklings: leech 1 from nomads")
    assert "not the turn of nomads" in refusal(neighbours(), *rows, "nomads: convert 1w to 1c")


def test_after_a_conversion_an_older_offer_can_only_be_declined() -> None:
    rows = ("nomads: upgrade E8 to TE. +FAV11", "witches: convert 1w to 1c")
    assert "can only be declined" in refusal(neighbours(), *rows, "witches: leech 1 from nomads")
    table = read(neighbours(), *rows, "witches: decline 1 from nomads", "witches: pass BON9")
    assert table.of("witches")["passed"]


def test_sacrificing_power_is_no_conversion() -> None:
    rows = ("nomads: upgrade E8 to TE. +FAV11", "witches: burn 1", "witches: leech 1 from nomads")
    assert read(neighbours(), *rows).bowls("witches") == [5, 5, 1]


def test_after_a_newer_answer_an_older_offer_can_only_be_declined() -> None:
    rows = ("nomads: upgrade E8 to TE. +FAV11", "witches: upgrade E7 to TP", "darklings: leech 1 from witches")
    assert "can only be declined" in refusal(neighbours(), *rows, "darklings: leech 1 from nomads")
    table = read(neighbours(), *rows, "darklings: decline 1 from nomads")
    assert table.bowls("darklings") == [5, 7, 0]


def test_who_acts_declines_what_is_open() -> None:
    table = read(neighbours(), "nomads: upgrade E8 to TE. +FAV11", "witches: upgrade E7 to TP")
    assert not [offer for offer in table.offers() if offer.startswith("witches")]


def test_all_offers_are_declined_by_one_word() -> None:
    table = read(neighbours(), "nomads: upgrade E8 to TE. +FAV11", "witches: decline", "darklings: decline")
    assert table.offers() == [] and table.now == "action: witches"


# ------------------------------------------------------------------------------------------------------ double turns


def chaos(*, options: tuple[str, ...] = LATE) -> Table:
    table = Table("chaosmagicians witches", options=options).stand("chaosmagicians", "E8 SH, G2 D")
    return table.paint(E7="gray", F4="red").give("chaosmagicians", bowls=(0, 0, 12), priests=3)


def test_dig_0_ends_the_first_action() -> None:
    table = read(chaos(), "chaosmagicians: action ACTC. dig 1. transform E7 to red. dig 0. build E7")
    assert table.structure("E7") == "D" and table.record.actions_left == 0


def test_without_it_the_dwelling_counts_to_the_first_action() -> None:
    table = read(chaos(), "chaosmagicians: action ACTC. dig 1. transform E7 to red. build E7")
    assert table.structure("E7") == "D" and table.record.actions_left == 1


def test_a_double_turn_may_stand_on_two_rows_with_an_answer_between() -> None:
    table = chaos().stand("witches", "F3 D").give("witches", bowls=(6, 0, 0))
    rows = ("chaosmagicians: action ACTC. upgrade G2 to TP", "witches: leech 1 from chaosmagicians")
    read(table, *rows, "chaosmagicians: dig 1. build E7", "witches: pass BON9")
    assert table.structure("E7") == "D" and table.bowls("witches") == [5, 1, 0]


def test_the_second_action_cannot_be_left_out() -> None:
    message = refusal(chaos(), "chaosmagicians: action ACTC. upgrade G2 to TP", "witches: pass BON9")
    assert message.startswith("it is not the turn of witches")


# ------------------------------------------------------------------------------------- ordination, keys, river towns


@pytest.mark.parametrize(
    ("row", "priests"), [("convert 2w to 2p", 2), ("convert 3w to 3p", 3), ("burn 1. convert 1w to 1p", 1)]
)
def test_ordination_of_several_is_one_command(row: str, priests: int) -> None:
    table = (
        Table("darklings witches", options=LATE)
        .stand("darklings", "E5 TP")
        .give("darklings", bowls=(0, 4, 0), priests=0)
    )
    assert read(table, f"darklings: upgrade E5 to SH. {row}").goods("darklings")[2] == priests


def test_ordination_may_wait_for_an_answer_unless_it_was_given_back() -> None:
    def table() -> Table:
        made = Table("darklings witches", options=LATE).stand("darklings", "E8 TP").stand("witches", "E7 D")
        return made.give("darklings", priests=0).give("witches", bowls=(6, 0, 0))

    answer, ordains = "witches: leech 1 from darklings", "darklings: convert 3w to 3p"
    assert read(table(), "darklings: upgrade E8 to SH", answer, ordains).goods("darklings")[2] == 3
    given_back = "darklings: upgrade E8 to SH. -3CONVERT_W_TO_P"
    assert "not the turn of darklings" in refusal(table(), given_back, answer, ordains)


def founder(*cults: int) -> Table:
    table = Table("cultists witches", options=LATE).stand("cultists", "E8 D").give("cultists", cults=cults)
    table.record.acted = table.record.towns_due = 1
    table.record.actions_left = 0
    return table


@pytest.mark.parametrize("row", ["-2WATER. +TW6", "-WATER. +TW6", "+TW6. -WATER"])
def test_the_track_that_stays_is_named_before_the_tile_or_after_it(row: str) -> None:
    assert read(founder(2, 9, 9, 9), f"cultists: {row}").cults("cultists") == [4, 9, 10, 10]


def test_tw7_takes_no_steps() -> None:
    table = read(founder(2, 9, 9, 9), "cultists: +TW7")
    assert table.cults("cultists") == [2, 9, 9, 9] and table.of("cultists")["shipping"] == 1


def test_two_towns_at_once_are_one_command() -> None:
    table = Table("nomads witches", options=LATE)
    table.stand("nomads", "E7 TP, E8 TP, D5 D, D4 D, A1 TP, A2 TP, A3 D, B1 D")
    assert read(table, "nomads: upgrade A1 to TE. +FAV5. +2TW3").of("nomads")["towns"] == ["TW3", "TW3"]


# ------------------------------------------------------------------------------------------------- steps and bridges


def test_the_last_player_may_name_the_track_after_his_pass() -> None:
    table = Table("nomads witches", options=LATE).stand("nomads", "E8 D").give("nomads", favours="FAV6")
    table.record.passed[1] = 1
    read(table, "nomads: action FAV6", "nomads: pass BON9")
    assert table.now == "reward: nomads"
    assert read(table, "nomads: +AIR").record.step_waits_for < 0


def test_a_bridge_that_is_due_is_given_up() -> None:
    table = Table("nomads witches", options=LATE).stand("nomads", "E8 D").give("nomads", bowls=(0, 0, 12))
    read(table, "nomads: action ACT1. -BRIDGE", "witches: pass BON9")
    assert table.now == "action: nomads"


# --------------------------------------------------------------------------------------------------------- verdicts


def turn(row: str) -> str:
    """Why a nomads' turn is refused; empty if it is taken."""
    table = Table("nomads witches", options=LATE).stand("nomads", "E8 TP, F3 D").paint(E7="gray", E6="brown")
    table.give("nomads", bowls=(0, 0, 12), favours="FAV6")
    before = table.state.to_bytes()
    try:
        try_turn(table.state, "nomads", row)
    except IllegalAction as error:
        return str(error)
    finally:
        assert table.state.to_bytes() == before
    return ""


@pytest.mark.parametrize(
    "row", ["pass BON9", "dig 1. build E6", "upgrade E8 to TE. +FAV5", "action FAV6. +FIRE", "action ACT6. -2SPADE"]
)
def test_a_turn_is_whole(row: str) -> None:
    assert turn(row) == ""


@pytest.mark.parametrize(
    "row",
    [
        "convert 1w to 1c",
        "dig 1",
        "upgrade E8 to TE",
        "action FAV6",
        "action ACT1",
        "action ACT6. transform E6 to yellow",
        "action ACT6. build E6",
        "dig 1. build E6. upgrade F3 to TP",
    ],
)
def test_a_turn_that_leaves_something_open_is_none(row: str) -> None:
    assert turn(row)
