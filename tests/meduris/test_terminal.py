"""Meduris at the terminal: the ring, what a seat may see, and the choices."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from dolmen.contract.content import Choice
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.games.meduris.present.drawing import ring, ring_places
from dolmen.games.meduris.present.payments import MANY_WAYS
from dolmen.games.meduris.present.presentation import PRESENTATION
from dolmen.games.meduris.present.vocabulary import material_letters
from dolmen.games.meduris.rules.actions import PAY_DIRECT
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import MATERIALS
from dolmen.games.meduris.rules.record import Phase
from dolmen.games.meduris.testing import draw_position
from tests import presenting
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.meduris.test_board import areas_text
from tests.presenting import ENGLISH

NAMES = ("Ana", "Ben", "Cleo", "Dag")
EVERY_SIZE = range(28, 49)
CELL_WIDTH, CELL_HEIGHT = 6, 2
CHIPS_HELD = re.compile(r"[●▲■✚] \w+ +\d+( +\d+){6}")
"""Points, four materials, huts and temples of a player whose stock is seen."""


def shown(state: State, seat: int = 0) -> list[str]:
    """The lines of the screen."""
    return presenting.shown(PRESENTATION, state, seat, NAMES)


def drawn(state: State) -> list[str]:
    """The lines of the drawing."""
    return ring(state.record, ENGLISH).text.splitlines()


def played(players: int, seed: int, decisions: int) -> State:
    state, draws = Meduris(players).new_state(seed=seed), Draws(seed, 1)
    while len(state.history) < decisions and not state.is_terminal():
        state.apply_trusted(draws.pick(state.legal_actions()))
    return state


# ------------------------------------------------------------------------------------------------------- the ring


@pytest.mark.parametrize("fields", EVERY_SIZE)
def test_every_field_has_a_cell_of_its_own(fields: int) -> None:
    places = ring_places(fields)
    assert len(places) == fields == len(set(places))
    assert min(column for column, _ in places) == 0 == min(row for _, row in places)


@pytest.mark.parametrize("fields", EVERY_SIZE)
def test_neighbours_lie_side_by_side(fields: int) -> None:
    places = ring_places(fields)
    for (column, row), (next_column, next_row) in pairwise(places):
        assert abs(column - next_column) + abs(row - next_row) == 1
    (column, row), (first_column, first_row) = places[-1], places[0]
    assert abs(column - first_column) + abs(row - first_row) <= 2, "only the river lies between the last and the first"


@pytest.mark.parametrize("fields", EVERY_SIZE)
def test_the_fields_run_clockwise_around_a_rectangle_from_its_upper_left_corner(fields: int) -> None:
    places = ring_places(fields)
    right, bottom = max(column for column, _ in places), max(row for _, row in places)
    assert places[0] == (0, 0) and places[1] == (1, 0)
    assert all(column in (0, right) or row in (0, bottom) for column, row in places)
    assert (right + 1) * CELL_WIDTH <= 80, "it fits on a terminal"


@pytest.mark.parametrize("fields", EVERY_SIZE)
def test_nothing_is_drawn_over_a_field_the_river_or_the_plains(fields: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(areas_text(fields), encoding="utf-8")
    game = Meduris(2, file)
    letters = {"wood": "Wd", "wool": "Wl", "copper": "Cu", "stone": "St"}
    lines = drawn(game.new_state(seed=1))
    for number, (field, (column, row)) in enumerate(zip(game.board.fields, ring_places(fields), strict=True), start=1):
        left = column * CELL_WIDTH
        assert lines[row * CELL_HEIGHT][left : left + 2] == f"{number:>2}"
        icons = lines[row * CELL_HEIGHT + 1][left : left + CELL_WIDTH]
        assert icons.strip() == "".join(letters[icon] for icon in field.icons)
    screen = "\n".join(lines)
    assert "The great river" in screen and "The druid: D o o o" in screen
    for material in MATERIALS:
        assert f"{material} 16" in screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ring_is_drawn_in_every_language(language: str) -> None:
    """The letters of the materials are explained at their plains, and nothing is drawn over anything."""
    state = Meduris(2).new_state(seed=1)
    english, other = drawn(state), ring(state.record, words(language)).text.splitlines()
    letters = [material_letters(words(language), material) for material in MATERIALS]
    assert len(set(letters)) == 4 and any(line[CELL_WIDTH:-CELL_WIDTH].split() == letters for line in other)
    places = ring_places(int(state.record.fields))
    for column, row in places:
        left, top = column * CELL_WIDTH, row * CELL_HEIGHT
        assert other[top][left : left + CELL_WIDTH] == english[top][left : left + CELL_WIDTH]


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_position_of_a_game_can_be_shown(players: int) -> None:
    for decisions in range(0, 400, 40):
        assert shown(played(players, 1, decisions))


def test_pieces_chips_and_the_druid_are_shown() -> None:
    state = draw_position("ring 3:A+d B 9:a b 20:+2\ndruid field 4\nA serpent\nB")
    lines = drawn(state)
    assert "⌂●" in lines[0] and "⌂▲" in lines[0] and "Π●" in lines[0] and "D" in lines[0]
    assert any("+2" in line for line in lines)
    assert any("Ana" in line and "serpent" in line for line in shown(state))


def test_who_called_the_end_is_told() -> None:
    huts = " ".join(["A"] * 12)
    state = draw_position(f"turn of B, act\nring {huts} a a\ndruid field 12\nA\nB 1 wood")
    assert any("Ana has built everything: the others have one more turn." in line for line in shown(state))


# ---------------------------------------------------------------------------------------------------- hidden stocks


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_stock_of_another_seat_is_behind_its_screen(players: int) -> None:
    for decisions in range(0, 200, 20):
        state = played(players, 2, decisions)
        for seat in range(players):
            rows = [line for line in shown(state, seat) if any(name in line for name in NAMES)]
            assert len(rows) == players
            for other, row in enumerate(rows):
                assert NAMES[other] in row
                assert ("hidden" in row) == (other != seat)
                assert bool(CHIPS_HELD.search(row)) == (other == seat)


def test_no_number_of_another_stock_is_anywhere_on_the_screen() -> None:
    """Two positions that differ in the hidden stocks alone look the same (the supply follows from all of them)."""
    one = draw_position("turn of A, act\nA 1 wood\nB 5 wood 2 stone\nC 1 wood 3 stone")
    other = draw_position("turn of A, act\nA 1 wood\nB 1 wood 3 stone\nC 5 wood 2 stone")
    assert shown(one, 0) == shown(other, 0) and shown(one, 1) != shown(other, 1)


def test_the_own_stock_is_open() -> None:
    row = next(line for line in shown(draw_position("A 3 wood 1 stone\nB 7 wool"), 0) if "Ana" in line)
    assert re.search(" 3 +0 +0 +1 ", row)


def test_at_the_end_all_stocks_are_open() -> None:
    rows = [line for line in shown(played(3, 1, 10**6), 0) if any(name in line for name in NAMES)]
    assert len(rows) == 3 and all(CHIPS_HELD.search(row) for row in rows)


# -------------------------------------------------------------------------------------------------------- choices


def test_the_choices_stand_for_all_legal_decisions() -> None:
    for players in EVERY_NUMBER_OF_PLAYERS:
        state, draws = Meduris(players).new_state(seed=7), Draws(7, 1)
        while not state.is_terminal():
            if not state.is_chance() and state.record.phase != Phase.PAY:
                first = {way.actions[0] for way in presenting.ways(PRESENTATION, state, NAMES)}
                assert sorted(first) == state.legal_actions()
            state.apply_trusted(draws.pick(state.legal_actions()))


def test_a_turn_is_moves_huts_and_temples() -> None:
    state = draw_position("turn of A, act\nA 1 wood 1 wool 1 copper 1 stone\nB")
    prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
    assert [group.label for group in prompt.groups] == ["Move", "Hut", "Temple"]
    assert {choice.group for choice in prompt.choices} == {group.key for group in prompt.groups}


def paying(stock: str) -> State:
    """Player A pays for a hut on field 2: 1 stone and 1 wood."""
    state = draw_position(f"turn of A, act\nA {stock}\nB")
    state.apply("hut 2")
    assert state.record.phase == Phase.PAY
    return state


def payments(state: State) -> tuple[Choice, ...]:
    return PRESENTATION.prompt(state, NAMES, ENGLISH).choices


def test_a_payment_is_one_choice_and_the_direct_one_comes_first() -> None:
    direct, swapped = payments(paying("1 wood 1 wool 1 copper 1 stone"))
    assert direct.ways[0].actions == (PAY_DIRECT,) and direct.label == "1 wood and 1 stone"
    assert len(swapped.ways[0].actions) == 4 and swapped.label == "1 wood, 1 wool, 1 copper and 1 stone"


@pytest.mark.parametrize("stock", ["2 wood 2 wool 1 copper 1 stone", "9 wool 9 copper", "4 wood 2 copper 9 wool"])
def test_every_payment_that_is_offered_can_be_made(stock: str) -> None:
    state = paying(stock)
    choices = payments(state)
    assert 2 <= len(choices) <= MANY_WAYS
    given = []
    for choice in choices:
        after = state.clone()
        after.play(choice.ways[0].actions)
        assert after.record.phase != Phase.PAY
        paid = [int(chips) for chips in state.record.stock[0] - after.record.stock[0]]
        assert choice.label == ENGLISH.listed(
            f"{number} {material}" for number, material in zip(paid, MATERIALS, strict=True) if number
        )
        given.append(sum(paid))
    assert given == sorted(given), "the cheapest first"


def test_one_of_very_many_payments_is_named_material_by_material() -> None:
    state = paying("9 wood 9 wool 9 copper 9 stone")
    asked = []
    while state.record.phase == Phase.PAY:
        prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
        assert {choice.ways[0].actions[0] for choice in prompt.choices} <= set(state.legal_actions())
        asked.append(prompt.question)
        if len(asked) == 1:
            due, *others = prompt.choices
            assert [(one.number, one.symbol) for one in due.cost] == [(1, "wood"), (1, "stone")]
            assert not any(choice.cost for choice in others)
        state.play(prompt.choices[-1].ways[0].actions)
    assert asked[0] == "You pay material by material. How much wood?" and len(asked) > 1


@pytest.mark.parametrize("begun", [1, 2, 3])
def test_a_payment_that_was_begun_in_words_can_be_ended_by_a_choice(begun: int) -> None:
    """A person may type 'pay wood 1', which names one of four numbers, and is then asked again."""
    state = paying("3 wood 3 wool 3 copper 3 stone")
    for action in ("pay wood 1", "pay wool 1", "pay copper 1")[:begun]:
        state.apply(action)
    choices = payments(state)
    assert choices
    for choice in choices:
        after = state.clone()
        after.play(choice.ways[0].actions)
        assert after.record.phase != Phase.PAY
