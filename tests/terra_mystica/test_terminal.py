"""Terra Mystica at the terminal: the map, the panels beside it, and the lists of choices."""

from __future__ import annotations

from functools import cache

import pytest
from rich.console import Console

from dolmen.contract.game import State
from dolmen.contract.view import View
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.present.explain import choice_text
from dolmen.games.terra_mystica.present.hexmap import (
    CELL_HEIGHT,
    GLYPHS,
    INSIDE,
    LETTERS,
    MARKS,
    PATTERNS,
    WIDTH,
    draw_map,
    place_of,
)
from dolmen.games.terra_mystica.present.terminal import FEW_CHOICES, VIEW, WIDE
from dolmen.games.terra_mystica.present.words import TITLES
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
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.rounds import begin_round

NAMES = ("Ana", "Ben", "Cleo", "Dag", "Edda")
EVERY_NUMBER = (2, 3, 4, 5)


def shown(state: State, width: int = 80) -> list[str]:
    """The lines of the screen."""
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(VIEW.board(state, 0, NAMES))
    return captured.get().splitlines()


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
    lines = draw_map(TerraMystica(2).new_state(seed=1).record).plain.splitlines()
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
                cell = draw_map(record).plain.splitlines()[line + 1][column : column + INSIDE]
                assert cell == f" {GLYPHS[structure]}{MARKS[seat]}{'*' if town else ' '} "


@pytest.mark.parametrize("bridge", range(len(BRIDGE_NAMES)), ids=list(BRIDGE_NAMES))
def test_a_bridge_is_drawn_over_the_river_between_its_ends(bridge: int) -> None:
    record = ready("witches", "nomads").record
    before = draw_map(record).plain.splitlines()
    record.bridge_owner[bridge] = 1
    drawn = draw_map(record).plain.splitlines()
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
    assert any(drawn[line][column] == MARKS[1] for column, line in changed)
    columns = [place_of(*LAND_PLACES[int(end)])[0] for end in BRIDGE_ENDS[bridge]]
    assert min(columns) <= min(column for column, _ in changed) + 2
    assert max(column for column, _ in changed) <= max(columns) + INSIDE


def test_the_rivers_are_named_where_the_mermaids_live() -> None:
    assert "r12" in draw_map(ready("mermaids", "nomads").record).plain
    assert "r12" not in draw_map(ready("witches", "nomads").record).plain


def test_a_town_over_the_river_has_a_star() -> None:
    state = ready("mermaids", "nomads")
    state.record.town_river[10] = 1
    land = int(SHORE_LAND[10, 0])
    state.record.owner[land], state.record.structure[land], state.record.in_town[land] = 0, 1, 1
    column, line = place_of(*RIVER_PLACES[10])
    assert draw_map(state.record).plain.splitlines()[line + 1][column + 1 : column + 4] == "*●*"


# --------------------------------------------------------------------------------------------------------- the screen


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_every_position_of_a_game_fits_on_a_terminal(players: int) -> None:
    for decisions in range(0, len(history(players)) + 1, 12):
        state = after(players, decisions)
        for width in (80, WIDE):
            assert all(len(line.rstrip()) <= width for line in shown(state, width))


def test_the_screen_tells_everything_that_lies_on_the_table() -> None:
    state = ready("witches", "nomads", "alchemists")
    screen = "\n".join(shown(state))
    for words in (
        "Round 1 of 6",
        "ACT6",
        "Cults",
        "Bonus tiles to take",
        "Favours left",
        "Towns left",
        "bowls",
        "income",
    ):
        assert words in screen
    assert "Ana, Witches" in screen and "Ben, Nomads" in screen and "Cleo, Alchemists" in screen
    assert "…" not in screen, "nothing is cut off"


def test_before_the_choice_of_factions_only_names_are_shown() -> None:
    screen = "\n".join(shown(TerraMystica(3).new_state(seed=1)))
    assert "Before the first round" in screen and "Ben" in screen and "Witches" not in screen


def test_used_power_actions_and_priests_are_marked() -> None:
    state = ready("witches", "nomads")
    state.record.power_used = 0b1000
    state.record.orders[0, 0] = 1
    state.record.cult[1, 0] = 7
    lines = shown(state)
    assert any("✕ ACT4" in line for line in lines) and any("○ ACT3" in line for line in lines)
    fire = next(line for line in lines if line.startswith("fire"))
    assert fire.count("▲") == 2, "the priest and the marker"


def test_at_the_end_the_points_are_told_by_source() -> None:
    state = after(3, len(history(3)))
    screen = "\n".join(shown(state))
    assert "The game is over" in screen and "area" in screen and "resources" in screen


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
def test_the_lists_hold_every_legal_decision(players: int) -> None:
    for decisions in range(0, len(history(players)), 7):
        state = after(players, decisions)
        groups = VIEW.groups(state, NAMES)
        rows = [choice.actions for group in groups for choice in group.choices]
        assert sorted({row[0] for row in rows}) == state.legal_actions()
        assert len(groups) == 1 or all(group.title for group in groups)
        for row in rows:
            copy = state.clone()
            copy.play(row)


def test_many_choices_stand_in_groups_and_few_in_one_list() -> None:
    state = ready("witches", "nomads")
    state.record.workers[0] = state.record.coins[0] = 20
    state.record.priests[0] = 2
    titles = [group.title for group in VIEW.groups(state, NAMES)]
    for title in ("Build a dwelling", "Transform a hex", "Raise a structure", "Send a priest to a cult", "Pass"):
        assert title in titles
    state.record.workers[0] = state.record.coins[0] = state.record.priests[0] = 0
    (group,) = VIEW.groups(state, NAMES)
    assert len(group.choices) <= FEW_CHOICES
    assert any(choice.label.startswith("pass for BON") for choice in group.choices)


def test_the_view_keeps_its_promises() -> None:
    view: View = VIEW
    state = ready("witches", "nomads")
    assert view.question(state) == "What will you do?" and len(view.rule(state)) == 2
    assert all(choice_text(state.records, (action,)) for action in state.legal_actions())


def test_the_story_of_a_transcript() -> None:
    game = TerraMystica(2)
    transcript = NOTATION.new_transcript(game, game.draw_setup(5))
    assert VIEW.story(transcript, NAMES) == []
    transcript.state.apply("setup witches")
    assert VIEW.story(transcript, NAMES) == ["Ana chose the Witches."]
    assert "Witches" in TITLES
