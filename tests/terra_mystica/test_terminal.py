"""Terra Mystica at the terminal: the map, the panels beside it, and the lists of choices."""

from __future__ import annotations

from functools import cache

import pytest

from dolmen.contract.drawing import SEAT_MARKS
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.games.terra_mystica.present import drawing
from dolmen.games.terra_mystica.present.drawing import (
    CELL_HEIGHT,
    GLYPHS,
    INSIDE,
    LETTERS,
    PATTERNS,
    WIDTH,
    draw_cults,
    place_of,
)
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.present.prompt import FEW_CHOICES
from dolmen.games.terra_mystica.present.vocabulary import vocabulary_in
from dolmen.games.terra_mystica.rules.board import (
    BRIDGE_ENDS,
    BRIDGE_NAMES,
    HEX_NAMES,
    LAND_PLACES,
    PRINTED,
    RIVER_PLACES,
    SHORE_LAND,
)
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.income import next_income
from dolmen.games.terra_mystica.rules.record import Phase, Record
from dolmen.games.terra_mystica.rules.rounds import begin_round
from dolmen.games.terra_mystica.rules.tiles import BONUSES
from dolmen.terminal.board import WIDE
from tests import presenting
from tests.presenting import ENGLISH

NAMES = ("Ana", "Ben", "Cleo", "Dag", "Edda")
EVERY_NUMBER = (2, 3, 4, 5)


def shown(state: State, width: int = 100) -> list[str]:
    """The lines of the screen."""
    return presenting.shown(PRESENTATION, state, 0, NAMES, width)


def draw_map(record: Record) -> str:
    """The map in letters."""
    return drawing.draw_map(record, vocabulary_in(ENGLISH)).text


@cache
def history(players: int) -> tuple[int, ...]:
    state, draws = TerraMystica(players).new_state(seed=players), Draws(players, 1)
    while not state.is_terminal():
        state.apply_trusted(draws.pick(state.legal_actions()))
    return state.history


def after(players: int, decisions: int) -> State:
    state = TerraMystica(players).new_state(seed=players)
    for action in history(players)[:decisions]:
        state.apply_trusted(action)
    return state


def ready(*factions: str) -> State:
    """The first turn of round 1."""
    state = TerraMystica(len(factions)).new_state(seed=2)
    state.play([f"setup {name}" for name in factions])
    while state.record.phase != Phase.ACTION:
        state.apply(state.legal_actions()[0])
    return state


# ------------------------------------------------------------------------------------------------------------ the map


def test_every_hex_has_a_brick_of_its_own() -> None:
    taken: set[tuple[int, int]] = set()
    for place in (*LAND_PLACES, *RIVER_PLACES):
        column, line = place_of(*place)
        cells = {(column + x, line + y) for x in range(INSIDE) for y in range(CELL_HEIGHT)}
        assert not cells & taken
        taken |= cells
    assert max(column for column, _ in taken) < WIDTH <= 80, "it fits on a terminal"


def test_every_hex_shows_its_name_its_terrain_and_its_pattern() -> None:
    lines = draw_map(TerraMystica(2).new_state(seed=1).record).splitlines()
    for land, place in enumerate(LAND_PLACES):
        column, line = place_of(*place)
        terrain = int(PRINTED[land])
        assert lines[line][column : column + INSIDE].split() == [HEX_NAMES[land], LETTERS[terrain]]
        assert lines[line + 1][column + 1 : column + 4] == PATTERNS[terrain]


def test_structures_show_their_kind_their_owner_and_their_town() -> None:
    record = ready("witches", "nomads").record
    land = HEX_NAMES.index("E5")
    for structure in range(1, 6):
        for seat in range(2):
            for town in range(2):
                record.structure[land], record.owner[land], record.in_town[land] = structure, seat, town
                column, line = place_of(*LAND_PLACES[land])
                cell = draw_map(record).splitlines()[line + 1][column : column + INSIDE]
                assert cell == f" {GLYPHS[structure]}{SEAT_MARKS[seat]}{'*' if town else ' '} "


@pytest.mark.parametrize("bridge", range(len(BRIDGE_NAMES)), ids=list(BRIDGE_NAMES))
def test_a_bridge_is_drawn_over_the_river_between_its_ends(bridge: int) -> None:
    record = ready("witches", "nomads").record
    before = draw_map(record).splitlines()
    record.bridge_owner[bridge] = 1
    drawn = draw_map(record).splitlines()
    changed = [
        (column, line)
        for line, (old, new) in enumerate(zip(before, drawn, strict=True))
        for column, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now
    ]
    assert 2 <= len(changed) <= 3
    land = {
        (column + x, line + y)
        for column, line in (place_of(*place) for place in LAND_PLACES)
        for x in range(INSIDE)
        for y in range(CELL_HEIGHT)
    }
    assert not set(changed) & land, "no hex is hidden"
    assert any(drawn[line][column] == SEAT_MARKS[1] for column, line in changed)
    columns = [place_of(*LAND_PLACES[int(end)])[0] for end in BRIDGE_ENDS[bridge]]
    assert min(columns) <= min(column for column, _ in changed) + 2
    assert max(column for column, _ in changed) <= max(columns) + INSIDE


def test_the_rivers_are_named_where_the_mermaids_live() -> None:
    assert "r12" in draw_map(ready("mermaids", "nomads").record)
    assert "r12" not in draw_map(ready("witches", "nomads").record)


def test_a_town_over_the_river_has_a_star() -> None:
    state = ready("mermaids", "nomads")
    state.record.town_river[10] = 1
    land = int(SHORE_LAND[10, 0])
    state.record.owner[land], state.record.structure[land], state.record.in_town[land] = 0, 1, 1
    column, line = place_of(*RIVER_PLACES[10])
    assert draw_map(state.record).splitlines()[line + 1][column + 1 : column + 4] == "*●*"


# --------------------------------------------------------------------------------------------------------- the screen


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_every_position_of_a_game_fits_on_a_terminal(players: int) -> None:
    for decisions in range(0, len(history(players)) + 1, 12):
        state = after(players, decisions)
        for width in (100, WIDE):
            assert all(len(line.rstrip()) <= width for line in shown(state, width))


def test_the_screen_tells_everything_that_lies_on_the_table() -> None:
    state = ready("witches", "nomads", "alchemists")
    screen = "\n".join(shown(state))
    for told in (
        "Terra Mystica, round 1 of 6",
        "Order of turns: Witches, Nomads, Alchemists.",
        "2 spades for 6 power: free.",
        "fire ",
        "Bonus tile ",
        "Favour Fire 1, 3 coins income: 3 left.",
        "Town of 7 points, 2 workers, 1 key: 2 left.",
        "next income: ",
        "in stock: dwelling 6",
        "largest area: ",
        "power in",
    ):
        assert told in screen, told
    assert "Ana, Witches" in screen and "Ben, Nomads" in screen and "Cleo, Alchemists" in screen
    assert "…" not in screen, "nothing is cut off"


def test_before_the_choice_of_factions_only_names_are_shown() -> None:
    screen = "\n".join(shown(TerraMystica(3).new_state(seed=1)))
    assert "before the first round" in screen and "Ben" in screen and "Witches" not in screen


def test_used_power_actions_and_priests_are_marked() -> None:
    state = ready("witches", "nomads")
    state.record.power_used = 0b1000
    state.record.orders[0, 0] = 1
    state.record.cult[1, 0] = 7
    screen = "\n".join(shown(state))
    assert "7 coins for 4 power: used." in screen and "2 workers for 4 power: free." in screen
    fire = next(line for line in draw_cults(state.record, vocabulary_in(ENGLISH)).text.splitlines() if "fire" in line)
    assert fire.count("▲") == 2, "the priest and the marker"


def test_at_the_end_the_points_are_told_by_source() -> None:
    state = after(3, len(history(3)))
    assert "Terra Mystica, finished" in "\n".join(shown(state))
    sources = PRESENTATION.sources(state, ENGLISH)
    assert {"Largest area", "Goods left"} <= {source.name for source in sources}
    assert tuple(map(sum, zip(*(source.points for source in sources), strict=True))) == state.scores()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_fits_in_every_language(language: str) -> None:
    state = ready("chaosmagicians", "nomads", "alchemists", "halflings", "mermaids")
    state.record.cult[:5] = 3
    for drawn in PRESENTATION.drawings(state, None, words(language)):
        assert max(map(len, drawn.text.splitlines())) <= 100


def test_the_next_income_is_what_the_next_round_brings() -> None:
    for players in EVERY_NUMBER:
        state = ready(*("witches", "nomads", "halflings", "mermaids", "giants")[:players])
        for seat in range(players):
            state.record.passed[seat] = 1
            state.record.bowls[seat] = (12, 0, 0)
        told = [next_income(state.record, seat) for seat in range(players)]
        before = state.records.copy()
        begin_round(state.record)
        for seat in range(players):
            power = state.record.bowls[seat, 1] + 2 * state.record.bowls[seat, 2]
            gained = [
                int(state.record[good][seat]) - int(before[0][good][seat]) for good in ("workers", "coins", "priests")
            ]
            assert told[seat] == [*gained, int(power)]


# -------------------------------------------------------------------------------------------------------- the choices


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_the_choices_hold_every_legal_decision(players: int) -> None:
    for decisions in range(0, len(history(players)), 7):
        state = after(players, decisions)
        rows = [way.actions for way in presenting.ways(PRESENTATION, state, NAMES)]
        assert sorted({row[0] for row in rows}) == state.legal_actions()
        for row in rows:
            copy = state.clone()
            copy.play(row)


def test_many_choices_stand_in_groups_and_few_in_one_list() -> None:
    state = ready("witches", "nomads")
    state.record.workers[0] = state.record.coins[0] = 20
    state.record.priests[0] = 2
    prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
    labels = [group.label for group in prompt.groups]
    for label in ("Dwelling", "Transform", "Raise", "Priest", "Pass"):
        assert label in labels
    assert {choice.group for choice in prompt.choices} == {group.key for group in prompt.groups}
    state.play([f"pass {next(tile for tile in BONUSES if state.record.bonus_free[BONUSES.index(tile)])}"])
    state.record.acted = 1
    prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
    assert not prompt.groups and len(prompt.choices) <= FEW_CHOICES


def test_the_log_of_the_first_decisions() -> None:
    state = TerraMystica(2).new_state(seed=5)
    assert presenting.log(PRESENTATION, state, NAMES) == []
    state.apply("setup witches")
    assert presenting.log(PRESENTATION, state, NAMES) == ["Ana chose the Witches."]
