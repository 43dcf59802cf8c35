"""Logs that we write: what the community's tracker insists on, rule by rule."""

from __future__ import annotations

import pytest

from dolmen.games.terra_mystica.files.writer import LogWriter
from dolmen.games.terra_mystica.rules.actions import DROP
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.record import Phase
from tests.terra_mystica.table import ALL_OPTIONS, Table

LATE = (*ALL_OPTIONS, "late-answers")


def written(table: Table, *decisions: str) -> list[str]:
    """The lines of some decisions, each checked: 'later' and 'drop-faction X' among them."""
    writer = LogWriter(table.state.records)
    for text in decisions:
        if text.startswith("drop-faction "):
            action = DROP + NAMES.index(text.removeprefix("drop-faction "))
            table.state.apply_trusted(action)
        else:
            action = table.state.action_id(text)
            table.state.apply(action)
        writer.write(action)
    assert writer.records.tobytes() == table.state.to_bytes()
    return writer.lines()


# --------------------------------------------------------------------------------------------------------- spades


def nomads(*others: str, options: tuple[str, ...] = ALL_OPTIONS) -> Table:
    table = Table(" ".join(["nomads", *(others or ("witches",))]), options=options)
    return table.stand("nomads", "E8 D, F3 D").paint(E7="gray", E6="brown")


def test_spades_that_stay_unused_are_given_back() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 12))
    assert written(table, "action ACT6", "transform E6", "to yellow", "-1SPADE", "build E6", "done") == [
        "nomads: action ACT6. transform E6 to yellow. -1SPADE. build E6"
    ]


def test_two_spades_are_given_back_in_one_command() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 12))
    assert written(table, "action ACT6", "-1SPADE", "-1SPADE", "done") == ["nomads: action ACT6. -2SPADE"]


def test_a_lone_cult_spade_of_the_giants_is_given_back() -> None:
    table = Table("giants witches").stand("giants", "E8 D")
    table.record.phase, table.record.cult_spades[0] = Phase.SPADE, 1
    assert table.legal() == ["-1SPADE"]
    assert written(table, "-1SPADE") == ["giants: -1SPADE"]


# ------------------------------------------------------------------------------------------------------ ordination


def darklings() -> Table:
    return Table("darklings witches").stand("darklings", "E5 TP").give("darklings", priests=0, bowls=(0, 4, 4))


@pytest.mark.parametrize(
    ("decisions", "line"),
    [
        ([], "upgrade E5 to SH. -3CONVERT_W_TO_P"),
        (["burn 1"], "upgrade E5 to SH. burn 1. -3CONVERT_W_TO_P"),
        (["convert 1pw to 1c"], "upgrade E5 to SH. convert 1pw to 1c"),
        (["convert 1w to 1p"], "upgrade E5 to SH. convert 1w to 1p"),
        (["convert 1w to 1p"] * 2, "upgrade E5 to SH. convert 2w to 2p"),
        (["convert 1w to 1p"] * 3, "upgrade E5 to SH. convert 3w to 3p"),
        (["burn 1", "convert 1w to 1p"], "upgrade E5 to SH. burn 1. convert 1w to 1p"),
        (["convert 1w to 1p", "convert 1pw to 1c"], "upgrade E5 to SH. convert 1w to 1p. convert 1pw to 1c"),
    ],
)
def test_the_right_of_ordination_is_given_back_only_while_it_stands(decisions: list[str], line: str) -> None:
    assert written(darklings(), "upgrade E5 to SH", *decisions, "done") == [f"darklings: {line}"]


# ----------------------------------------------------------------------------------------------------- double turns


def chaos() -> Table:
    table = Table("chaosmagicians witches").stand("chaosmagicians", "E8 SH, G2 D")
    return table.paint(E7="gray", F4="gray").give("chaosmagicians", bowls=(0, 0, 12), priests=3)


def second_line(*decisions: str) -> str:
    lines = written(chaos(), "action ACTC", *decisions)
    assert len(lines) == 2
    return lines[1]


def test_a_second_action_that_builds_where_the_first_transformed_begins_with_dig_0() -> None:
    assert (
        second_line("dig 1", "transform E7", "to red", "done", "build E7", "done") == "chaosmagicians: dig 0. build E7"
    )


def test_a_second_action_that_builds_elsewhere_needs_none() -> None:
    table = chaos().paint(F4="red")
    lines = written(table, "action ACTC", "dig 1", "transform E7", "to red", "done", "build F4", "done")
    assert lines == ["chaosmagicians: action ACTC. dig 1. transform E7 to red", "chaosmagicians: build F4"]


def test_a_second_action_that_builds_anywhere_after_foreign_land_begins_with_dig_0() -> None:
    table = chaos().paint(F4="red")
    lines = written(table, "action ACTC", "dig 1", "transform E7", "to green", "done", "build F4", "done")
    assert lines[1] == "chaosmagicians: dig 0. build F4"


def test_conversions_stand_before_dig_0() -> None:
    line = second_line("dig 1", "transform E7", "to red", "done", "convert 1w to 1c", "build E7", "done")
    assert line == "chaosmagicians: convert 1w to 1c. dig 0. build E7"


def test_a_second_action_that_does_not_build_needs_none() -> None:
    line = second_line("dig 1", "transform E7", "to red", "done", "upgrade G2 to TP", "done")
    assert line == "chaosmagicians: upgrade G2 to TP"


def test_after_a_dwelling_in_the_first_action_none_is_needed() -> None:
    table = chaos().paint(F4="red", E7="red")
    lines = written(table, "action ACTC", "build E7", "done", "build F4", "done")
    assert lines == ["chaosmagicians: action ACTC. build E7", "chaosmagicians: build F4"]


# ------------------------------------------------------------------------------------------------------ cult tracks


def founder(*cults: int, keys: int = 0) -> Table:
    table = Table("cultists witches").stand("cultists", "E8 D").give("cultists", cults=cults, keys=keys)
    table.record.acted = table.record.towns_due = 1
    table.record.actions_left = 0
    return table


def test_steps_beyond_9_are_taken_back_before_the_tile() -> None:
    assert written(founder(2, 9, 9, 9), "+TW6", "-WATER") == ["cultists: -2WATER. +TW6"]
    assert written(founder(2, 8, 9, 9), "+TW6", "-WATER") == ["cultists: -WATER. +TW6"]
    assert written(founder(4, 9, 9, 2), "+TW5", "-EARTH") == ["cultists: -EARTH. +TW5"]


def test_several_tracks_that_stay_are_all_named_before_the_tile() -> None:
    assert written(founder(8, 9, 9, 9), "+TW6", "-FIRE", "-EARTH") == ["cultists: -FIRE. -2EARTH. +TW6"]


def test_a_tile_without_steps_is_just_taken() -> None:
    assert written(founder(4, 9, 9, 2), "+TW7") == ["cultists: +TW7"]


def test_fav5_stands_before_the_towns_that_it_makes_possible() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D, A1 TP, A2 TP, A3 D, B1 D")
    assert written(table, "upgrade A1 to TE", "+FAV5", "+TW1", "+TW2", "done") == [
        "nomads: upgrade A1 to TE. +FAV5. +TW1. +TW2"
    ]


# ----------------------------------------------------------------------------------------------------- late answers


def temple(options: tuple[str, ...] = LATE) -> Table:
    """Nomads upgrade beside two neighbours."""
    table = Table("nomads witches darklings", options=options).stand("nomads", "E8 TP, F3 D")
    table.stand("witches", "E7 D").stand("darklings", "D5 D")
    for name in ("witches", "darklings"):
        table.give(name, bowls=(6, 6, 0))
    return table


def test_a_tile_may_follow_an_answer() -> None:
    lines = written(temple(), "upgrade E8 to TE", "wait", "leech 1 from nomads", "later", "+FAV11", "done")
    assert lines == ["nomads: upgrade E8 to TE", "witches: leech 1 from nomads", "nomads: +FAV11"]


def test_nobody_says_wait_or_later() -> None:
    lines = written(temple(), "upgrade E8 to TE", "wait", "later", "later", "+FAV11", "done", "later", "later")
    assert lines == ["nomads: upgrade E8 to TE. +FAV11"]


def test_who_acts_declines_what_is_open_on_lines_before() -> None:
    lines = written(temple(), "upgrade E8 to TE", "+FAV11", "done", "later", "later", "upgrade E7 to TP")
    assert lines[1:] == ["witches: decline 1 from nomads", "witches: upgrade E7 to TP"]


# --------------------------------------------------------------------------------------------------------- leaving


def test_a_turn_in_which_somebody_else_leaves_stays_on_one_line() -> None:
    table = nomads("witches", "darklings")
    lines = written(table, "dig 1", "transform E6", "to yellow", "drop-faction darklings", "build E6", "done")
    assert lines == ["drop-faction darklings", "nomads: dig 1. build E6"]


def test_who_leaves_when_the_turn_is_complete_leaves_after_it() -> None:
    table = nomads("witches", "darklings")
    lines = written(table, "dig 1", "transform E6", "to yellow", "drop-faction darklings", "done", "pass BON9")
    assert lines[:2] == ["nomads: dig 1. transform E6 to yellow", "drop-faction darklings"]


def test_who_leaves_in_his_own_turn_leaves_behind_what_he_did() -> None:
    table = nomads("witches", "darklings")
    lines = written(table, "dig 1", "transform E6", "to yellow", "drop-faction nomads", "pass BON9")
    assert lines == ["nomads: dig 1. transform E6 to yellow", "drop-faction nomads", "witches: pass BON9"]


def test_who_leaves_among_answers_leaves_there() -> None:
    table = temple(ALL_OPTIONS)
    lines = written(table, "upgrade E8 to TE", "+FAV11", "done", "leech 1 from nomads", "drop-faction darklings")
    assert lines == ["nomads: upgrade E8 to TE. +FAV11", "witches: leech 1 from nomads", "drop-faction darklings"]


def test_who_answered_in_the_turn_leaves_when_the_action_is_over() -> None:
    table = temple()
    lines = written(
        table, "upgrade E8 to TE", "wait", "leech 1 from nomads", "drop-faction witches", "later", "+FAV11", "done"
    )
    assert lines == [
        "nomads: upgrade E8 to TE",
        "witches: leech 1 from nomads",
        "nomads: +FAV11",
        "drop-faction witches",
    ]


def test_who_leaves_between_the_parts_of_a_turn_left_before_it() -> None:
    table = temple()
    lines = written(
        table, "upgrade E8 to TE", "wait", "leech 1 from nomads", "drop-faction darklings", "+FAV11", "done"
    )
    assert lines == [
        "drop-faction darklings",
        "nomads: upgrade E8 to TE",
        "witches: leech 1 from nomads",
        "nomads: +FAV11",
    ]


# ------------------------------------------------------------------------------------------------------------ done


def test_the_last_player_ends_a_turn_by_done_where_the_next_one_has_no_action_yet() -> None:
    table = nomads()
    table.record.passed[1] = 1
    lines = written(table, "upgrade F3 to TP", "done", "convert 1w to 1c")
    assert lines == ["nomads: upgrade F3 to TP. done", "nomads: convert 1w to 1c"]
    table = nomads()
    table.record.passed[1] = 1
    lines = written(table, "upgrade F3 to TP", "done", "convert 1w to 1c", "upgrade E8 to TP", "done")
    assert lines == ["nomads: upgrade F3 to TP", "nomads: convert 1w to 1c. upgrade E8 to TP"]


def test_a_step_that_waited_and_is_taken_at_once_stands_behind_its_action() -> None:
    table = nomads(options=LATE).give("nomads", favours="FAV6")
    table.record.passed[1] = 1
    assert written(table, "action FAV6", "done", "+AIR") == ["nomads: action FAV6. +AIR"]
    table = nomads(options=LATE).give("nomads", favours="FAV6")
    table.record.passed[1] = 1
    lines = written(table, "action FAV6", "done", "later", "pass BON9", "+AIR")
    assert lines == ["nomads: action FAV6", "nomads: pass BON9", "nomads: +AIR"]
