"""Logs as people type and paste them: many forms, one meaning; and what is refused in one sentence."""

from __future__ import annotations

import re

import pytest

from dolmen.analysis.replay import game_of
from dolmen.contract.game import State
from dolmen.core.errors import DolmenError, IllegalLine
from dolmen.games.terra_mystica.files.commands import parse_command, parse_commands
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.files.transcript import TerraMysticaTranscript
from dolmen.games.terra_mystica.files.writer import write_log
from dolmen.games.terra_mystica.rules.record import Phase
from tests.terra_mystica.test_log import START

# ------------------------------------------------------------------------------------------------------- whole texts

TURNS = """\
nomads: upgrade F3 to TP. convert 1w to 1c
darklings: leech 1 from nomads
darklings: pass BON8
nomads: dig 1. build E3
"""


def state_of(text: str) -> State:
    return NOTATION.read(text).state


@pytest.mark.parametrize(
    "pasted",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\n\n  \n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace(" ", "  "),
        lambda text: text.replace(": ", ":\t"),
        lambda text: "".join(f"  {line} .\n" for line in text.splitlines()),
        lambda text: text.upper(),
        lambda text: text.title(),
        lambda text: "".join(f"{line}   # said p1. and: more\n" for line in text.splitlines()),
        lambda text: "# a game\n\n" + text,
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace("build", "\u200bbuild"),
    ],
)
def test_a_log_is_read_however_it_was_pasted(pasted: object) -> None:
    assert callable(pasted)
    text = pasted(START + TURNS)
    assert game_of(text).key == "terra-mystica"
    assert state_of(text) == state_of(START + TURNS)


def test_lines_are_counted_as_editors_count_them() -> None:
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(IllegalLine) as caught:
            NOTATION.read((START + TURNS + "nomads: dance\n").replace("\n", end))
        assert caught.value.line == len((START + TURNS).splitlines()) + 1


# -------------------------------------------------------------------------------------------------------- one command


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("convert 3 power to 1 worker", "convert 3pw to 1w"),
        ("convert 5power to 1priest", "convert 5pw to 1p"),
        ("Convert 2 Workers to 2 Coins", "convert 2w to 2c"),
        ("convert worker to coin", "convert 1w to 1c"),
        ("convert 1 priest to 1 worker", "convert 1p to 1w"),
        ("convert priests to coins", "convert p to c"),
        ("convert 2 coins to 1 point", "convert 2c to 1vp"),
        ("convert 3 points to 3 coins", "convert 3vp to 3c"),
        ("convert 1 VP to 1C", "convert 1vp to 1c"),
        ("upgrade e5 to trading post", "upgrade E5 to TP"),
        ("upgrade E5 to Temple", "upgrade E5 to TE"),
        ("upgrade E5 to stronghold", "upgrade E5 to SH"),
        ("UPGRADE E5 TO SANCTUARY", "upgrade E5 to SA"),
        ("send priest to fire", "send p to FIRE"),
        ("send priest to Fire for 2", "send p to FIRE for 2"),
        ("send P to air", "send p to AIR"),
        ("+BON1", "pass BON1"),
        ("+bon10", "pass BON10"),
        ("advance shipping", "advance ship"),
        ("advance digging", "advance dig"),
        ("transform E7 to grey", "transform E7 to gray"),
        ("dig", "dig 1"),
        ("burn", "burn 1"),
        ("+1TW3", "+TW3"),
        ("+1FIRE", "+FIRE"),
        ("-1WATER", "-WATER"),
        ("-SPADE", "-1SPADE"),
        ("-1BRIDGE", "-BRIDGE"),
        ("bridge c2 : d4", "bridge D4:C2"),
    ],
)
def test_a_command_may_be_spelled_in_other_words(typed: str, meant: str) -> None:
    one, other = parse_command(typed), parse_command(meant)
    assert (one.verb, one.parts, one.names) == (other.verb, other.parts, other.names)


@pytest.mark.parametrize(
    "text",
    ["upgrade E5 to castle", "convert 3 mana to 1 worker", "send worker to fire", "+BON", "-", "+-FIRE", "dig x"],
)
def test_words_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(DolmenError):
        parse_command(text)


# ------------------------------------------------------------------------------------------------------- the order


def verbs(row: str) -> list[str]:
    return [command.text for command in parse_commands(row)]


def test_an_answer_behind_the_action_is_given_first() -> None:
    assert verbs("convert 1w to 1c. upgrade E5 to TP. leech 2 from dwarves. decline 1 from giants") == [
        "leech 2 from dwarves",
        "decline 1 from giants",
        "convert 1w to 1c",
        "upgrade E5 to TP",
    ]


def test_an_answer_before_the_action_stays_where_it_is() -> None:
    """Steps and conversions before it change what there is room for."""
    assert verbs("+FIRE. leech 6 from witches") == ["+FIRE", "leech 6 from witches"]
    assert verbs("convert 1w to 1c. leech 2 from auren") == ["convert 1w to 1c", "leech 2 from auren"]


def test_conversions_behind_pass_are_made_before_it() -> None:
    assert verbs("pass BON1. convert 1w to 1c. burn 1") == ["convert 1w to 1c", "burn 1", "pass BON1"]


# ------------------------------------------------------------------------------------------------------- whole rows


def after_start(*rows: str) -> TerraMysticaTranscript:
    return read_log(START + "".join(f"{row}\n" for row in rows))


def rewritten(*rows: str) -> list[str]:
    replay = after_start(*rows)
    return write_log(replay.setup, replay.state.history).removeprefix(START).splitlines()


def refused(*rows: str) -> str:
    with pytest.raises(IllegalLine) as caught:
        after_start(*rows)
    assert caught.value.line == len(START.splitlines()) + len(rows)
    return str(caught.value)


def test_an_answer_behind_the_action_is_read() -> None:
    assert rewritten("nomads: upgrade F3 to TP", "darklings: upgrade E5 to TP. leech 1 from nomads") == rewritten(
        "nomads: upgrade F3 to TP", "darklings: leech 1 from nomads", "darklings: upgrade E5 to TP"
    )


def test_a_conversion_behind_pass_is_read() -> None:
    assert rewritten("nomads: pass BON9. convert 1w to 1c") == ["nomads: convert 1w to 1c. pass BON9"]
    assert rewritten("nomads: +BON9. convert 1 worker to 1 coin") == ["nomads: convert 1w to 1c. pass BON9"]


def test_a_hex_without_a_terrain_becomes_home() -> None:
    assert rewritten("nomads: dig 2. transform E7") == ["nomads: dig 2. transform E7 to yellow"]


def test_a_hex_without_a_terrain_comes_as_near_to_home_as_the_spades_lead() -> None:
    assert rewritten("nomads: dig 1. transform E7") == ["nomads: dig 1. transform E7 to red"]


def test_a_hex_without_a_terrain_takes_all_spades() -> None:
    assert "spades would be left over" in refused("nomads: dig 2. transform E6")


def test_home_terrain_is_not_transformed_without_naming_another() -> None:
    message = refused("nomads: dig 1. transform G4")
    assert re.search("left over|may not", message)


def test_dig_0_is_nothing_outside_a_double_turn() -> None:
    assert rewritten("nomads: dig 0. dig 2. build E7") == ["nomads: dig 2. build E7"]
    assert rewritten("nomads: upgrade F3 to TP. dig 0") == ["nomads: upgrade F3 to TP"]


def test_wait_behind_a_complete_action_ends_the_turn() -> None:
    assert "it is not the turn of nomads" in refused("nomads: upgrade F3 to TP. wait. convert 1w to 1c")
    assert rewritten("nomads: convert 1w to 1c. wait. upgrade F3 to TP") == [
        "nomads: convert 1w to 1c. upgrade F3 to TP"
    ]


def test_an_answer_ends_a_complete_action() -> None:
    rows = ("nomads: upgrade F3 to TP", "darklings: leech 1 from nomads")
    assert "it is not the turn of nomads" in refused(*rows, "nomads: convert 1w to 1c")


def test_spades_that_are_left_must_be_given_back() -> None:
    assert "spades" in refused("nomads: burn 4. action ACT5. build G4")
    assert "turn of" in refused("nomads: burn 4. action ACT5", "darklings: pass BON8")


def test_a_bridge_that_is_due_can_be_given_up_and_no_other() -> None:
    assert "no bridge is due" in refused("nomads: -BRIDGE")


def test_a_second_setup_is_refused() -> None:
    assert "'setup' is no move" in refused("nomads: setup")
    assert "neither a move nor a line that may follow moves" in refused("setup witches")


def test_a_turn_begun_goes_on_after_somebody_left() -> None:
    state = after_start("nomads: dig 2. transform E7", "drop-faction darklings", "nomads: build E7").state
    assert state.record.phase == Phase.ACTION
