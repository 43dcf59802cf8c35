"""What a player's line shows: what he holds, and his place in the next round once he has passed."""

from __future__ import annotations

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import ROUNDS
from dolmen.games.terra_mystica.rules.setup import draw_setup

PLAYERS = 4


@pytest.mark.parametrize("options", [frozenset(), frozenset({"variable-turn-order"})])
def test_who_has_passed_stands_where_the_next_round_has_him(options: frozenset[str]) -> None:
    setup = draw_setup(PLAYERS, "standard", options, Draws(3))
    state = TerraMystica(PLAYERS).new_state(setup=setup, seed=1)
    bot, draws = find_bot("random", "terra-mystica"), Draws(2)
    told: dict[int, str] = {}
    rounds = 0
    while not state.is_terminal():
        number = state.number("round_number")
        panels = PRESENTATION.panels(
            state, None, words("en"), colours=PRESENTATION.seat_colours(state, {}), is_open=True
        )
        told |= {panel.seat: panel.order for panel in panels if panel.order}
        assert all(panel.has_passed and number < ROUNDS for panel in panels if panel.order)
        state.apply_trusted(bot.decide(state, LEVEL, draws))
        if state.number("round_number") != number:
            order = state.record.order[:PLAYERS].tolist()
            assert {seat: str(order.index(seat) + 1) for seat in told} == told
            told, rounds = {}, rounds + bool(told)
    assert rounds == ROUNDS - 1


def test_a_line_shows_the_tiles_that_are_held() -> None:
    state = TerraMystica(PLAYERS).new_state(setup=draw_setup(PLAYERS, "introductory", frozenset(), Draws(3)), seed=1)
    record = state.record
    record.favours[1] = 0b1000_0001_0001
    record.town_tiles[1, 2] = 2
    record.bonus[1] = 4
    panel = PRESENTATION.panels(state, 0, words("en"), colours=PRESENTATION.seat_colours(state, {}), is_open=True)[1]
    assert [(mark.text, mark.colour or mark.symbol) for mark in panel.marks] == [
        ("3", "cult:fire"),
        ("2", "cult:fire"),
        ("1", "cult:air"),
        ("2", "town"),
    ]
    assert panel.picture and "power" in panel.picture


def test_octagons_follow_the_seat_that_looks_whoever_is_asked() -> None:
    state = TerraMystica(PLAYERS).new_state(setup=draw_setup(PLAYERS, "introductory", frozenset(), Draws(3)), seed=1)
    state.record.bowls[0] = (12, 0, 0)
    state.record.bowls[1] = (0, 0, 12)
    state.record.power_used = 1

    def octagons(seat: int | None) -> str:
        boards = PRESENTATION.boards(state, seat, (), None, ["A", "B", "C", "D"], words("en"))
        return str(next(board.markup for board in boards if board.key == "acts"))

    assert [octagons(seat).count("pact dear") for seat in (0, 1, None)] == [5, 0, 0]
    assert all(octagons(seat).count("pact used") == 1 for seat in (0, 1, None))
