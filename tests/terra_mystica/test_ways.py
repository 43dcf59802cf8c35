"""A hex offers every way to it: with spades of one's own, power actions, tiles and the faction's own action."""

from __future__ import annotations

import pytest

from dolmen.analysis.replay import begin
from dolmen.bots import LEVEL, find_bot
from dolmen.contract.content import Choice
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.rules.actions import (
    BONUS_SPADE_ACTION,
    BUILD,
    BURN,
    COLOUR,
    DIG,
    KIND,
    POWER_ACTION,
    SPECIAL_ACTION,
    TRANSFORM,
    UPGRADE,
)
from dolmen.games.terra_mystica.rules.deeds import Decisions, Tries
from dolmen.games.terra_mystica.rules.factions import SPECIAL_DOUBLE_TURN
from dolmen.games.terra_mystica.rules.record import Phase
from tests.terra_mystica.table import Table

ENGLISH = words("en")
NAMES = ("Ana", "Ben", "Cleo")
NEVER = SPECIAL_ACTION + SPECIAL_DOUBLE_TURN


def at(table: Table, group: str, name: str) -> Choice:
    """The choice of a kind at a hex."""
    prompt = PRESENTATION.prompt(table.state, NAMES, ENGLISH)
    return next(choice for choice in prompt.choices if (choice.group, choice.place) == (group, f"hex-{name}"))


def told(choice: Choice) -> list[str]:
    """Its ways, each with what it takes."""
    return [
        ", ".join(filter(None, [line.label, line.detail, *(f"{one.number} {one.name}" for one in line.cost)]))
        for line in choice.choices
    ]


def beside_the_lake() -> Table:
    """Nomads on E8 with a hex beside them that one spade makes desert."""
    table = Table("nomads witches").stand("nomads", "E8 D").stand("witches", "A3 D").paint(E7="red")
    return table.give("nomads", bowls=(0, 0, 0), priests=0)


def test_power_actions_are_ways_and_the_cheapest_comes_first() -> None:
    table = beside_the_lake().give("nomads", bowls=(0, 0, 6))
    choice = at(table, "build", "E7")
    assert choice.has_first and choice.question == "How will you build on E7?"
    assert told(choice) == [
        "with the action “1 spade”, 1 worker, 2 coins, 4 power",
        "with 1 spade of your own, 4 workers, 2 coins",
    ]
    assert choice.cost == choice.choices[0].cost and choice.badge == "1W 2C 4PW"
    assert [line.confirm for line in choice.choices] == ["Build on E7"] * 2


def test_what_must_be_sacrificed_is_said_and_makes_a_way_dearer() -> None:
    table = beside_the_lake().give("nomads", bowls=(0, 8, 0))
    assert told(at(table, "build", "E7")) == [
        "with 1 spade of your own, 4 workers, 2 coins",
        "with the action “1 spade”, sacrifices 4, 1 worker, 2 coins, 4 power",
    ]


def test_spades_are_bought_to_those_of_an_action() -> None:
    table = beside_the_lake().paint(E7="green").give("nomads", bowls=(0, 0, 4))
    told_ways = told(at(table, "build", "E7"))
    assert told_ways[0] == "with the action “1 spade”, and 2 spades of your own, 7 workers, 2 coins, 4 power"


def test_the_spade_of_the_bonus_tile_is_a_way() -> None:
    table = beside_the_lake().give("nomads", bonus="BON1")
    assert told(at(table, "build", "E7"))[0] == "with the spade of the bonus tile, 1 worker, 2 coins"


@pytest.mark.parametrize(
    ("faction", "group", "name"),
    [("nomads", "build", "E7"), ("giants", "build", "E7"), ("witches", "build", "A7"), ("swarmlings", "raise", "E8")],
)
def test_the_factions_own_action_is_a_way(faction: str, group: str, name: str) -> None:
    table = Table(f"{faction} dwarves").stand(faction, "E8 D, A3 SH").stand("dwarves", "I9 D")
    choice = at(table.paint(E7="gray", A7="green").give(faction, bowls=(0, 0, 0)), group, name)
    assert any("with your special action" in text for text in (choice.detail, *told(choice)))


def test_a_hex_without_another_way_says_the_one_that_there_is() -> None:
    table = beside_the_lake().give("nomads", workers=1, bowls=(0, 0, 4))
    choice = at(table, "build", "E7")
    assert not choice.choices and "with the action “1 spade”" in choice.detail


def test_a_dwelling_that_cannot_follow_says_what_is_missing() -> None:
    table = beside_the_lake().give("nomads", workers=3, coins=1)
    choice = at(table, "transform", "E7")
    (way,) = choice.ways
    preview = PRESENTATION.preview(table.state, way, NAMES, ENGLISH)
    assert "for a dwelling you lack 1 worker and 1 coin" in [fact.text for fact in preview.then]
    for action in way.actions:
        table.state.apply(action)
    assert PRESENTATION.prompt(table.state, NAMES, ENGLISH).question == "For a dwelling you lack 1 worker and 1 coin."


def test_a_spade_without_a_hex_says_so() -> None:
    """Two spades for a hex that takes one, and none beside it for the other."""
    table = beside_the_lake().give("nomads", bowls=(0, 0, 6), workers=0, coins=0)
    table.stand("witches", "D5 D").play("action ACT6", "transform E7", "to yellow")
    assert not table.legal("transform")
    assert PRESENTATION.prompt(table.state, NAMES, ENGLISH).question == "There is no hex for 1 spade."


# ------------------------------------------------------------------------------------------------ nothing is left out


def reached(tries: Tries, row: Decisions, opening: int) -> set[tuple[int, int]]:
    """Every dwelling and upgrade that the rules allow after an action, with spades that are bought to it."""
    found: set[tuple[int, int]] = set()
    worked = any(KIND[action] == TRANSFORM for action in row)
    for action in tries.legal(row):
        kind = int(KIND[action])
        if kind in (BUILD, UPGRADE):
            found.add((opening, action))
        elif kind == COLOUR or (kind in (DIG, TRANSFORM) and not worked):
            found |= reached(tries, (*row, action), opening)
    return found


def openings(tries: Tries, state: State) -> list[Decisions]:
    """The actions with which a turn may begin, after as many sacrifices as they need and no more."""
    player = state.current_player
    found: list[Decisions] = []
    seen: set[int] = set()
    for tokens in range(int(state.record.bowls[player, 1]) // 2 + 1):
        row = (BURN,) * tokens
        for action in tries.legal(row):
            if POWER_ACTION <= action <= BONUS_SPADE_ACTION and action not in seen and action != NEVER:
                seen.add(action)
                found.append((*row, action))
    return found


@pytest.mark.parametrize("seed", [3, 4])
def test_no_way_to_a_dwelling_or_an_upgrade_is_left_out(seed: int) -> None:
    state, draws = begin(load("terra-mystica", 3), seed).state, Draws(seed)
    bot = find_bot("greedy", "terra-mystica")
    checked = 0
    while not state.is_terminal():
        if state.record.phase == Phase.ACTION and not state.record.acted:
            tries = Tries(state.records)
            allowed: set[tuple[int, int]] = set()
            for row in openings(tries, state):
                allowed |= reached(tries, row, row[-1])
            prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
            rows = [way.actions for outer in prompt.choices for one in (outer.choices or (outer,)) for way in one.ways]
            offered = {(row[row.count(BURN)], row[-1]) for row in rows if len(row) > 1}
            assert allowed <= offered
            checked += len(allowed)
        state.apply(int(bot.choose(state, LEVEL, draws)))
    assert checked > 50
