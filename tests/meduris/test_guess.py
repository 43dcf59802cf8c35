"""What a seat may take the others' stocks to be: it follows from what lies open, and the rules go on from it."""

from __future__ import annotations

import numpy as np
import pytest

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.meduris.present.guess import guess
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.record import Phase
from dolmen.games.meduris.testing import draw_position
from tests.conftest import EVERY_NUMBER_OF_PLAYERS


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_guess_keeps_what_is_known_and_can_be_played_on(players: int) -> None:
    state, draws = Meduris(players).new_state(seed=3), Draws(3)
    for number in range(400):
        if state.is_terminal():
            break
        seat = number % players
        guessed = State(state.game, guess(state.records, seat))
        state.game.check_conservation(guessed.record)
        assert (guessed.record.stock[seat] == state.record.stock[seat]).all()
        assert (guessed.record.supply == state.record.supply).all()
        assert guessed.current_player == state.current_player and guessed.legal_actions()
        state.apply_trusted(draws.pick(state.legal_actions()))


@pytest.mark.parametrize("players", [3, 4])
def test_how_the_others_share_their_chips_is_guessed_alike(players: int) -> None:
    state, draws, compared = Meduris(players).new_state(seed=8), Draws(8), 0
    for _ in range(300):
        if state.is_terminal():
            break
        stock = state.record.stock
        if state.record.phase != Phase.GIVE:  # whoever is asked there has a chip: not every share is possible
            before, kept = guess(state.records, 0).tobytes(), stock.copy()
            stock[1], stock[2] = kept[2].copy(), kept[1].copy()
            assert guess(state.records, 0).tobytes() == before
            stock[:] = kept
            compared += not (kept[1] == kept[2]).all()
        state.apply_trusted(draws.pick(state.legal_actions()))
    assert compared > 100


def test_who_is_to_return_a_chip_has_one() -> None:
    state = draw_position("turn of A, act\nA 1 wood\nB\nC 1 stone")
    record = state.record
    record.phase, record.player, record.turn_player, record.asked = Phase.GIVE, 2, 0, 3
    assert guess(state.records, 0)[0].stock[2].sum() == 1
    assert State(state.game, guess(state.records, 0)).legal_actions()


def test_a_payment_of_another_that_is_not_made_yet_is_not_told() -> None:
    state = draw_position("turn of A, act\nA 6 wood 1 stone\nB")
    before = guess(state.records, 1).tobytes()
    state.apply("hut 2")
    assert state.record.phase == Phase.PAY
    assert guess(state.records, 1).tobytes() == before
    own = guess(state.records, 0)[0]
    assert own.phase == Phase.PAY and np.array_equal(own.given, state.record.given)
