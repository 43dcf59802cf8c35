"""Random playouts, made for each game."""

from __future__ import annotations

from typing import Any

import pytest

from dolmen.contract.game import CHANCE, TERMINAL
from dolmen.contract.registry import load
from dolmen.core.draws import draw_below
from dolmen.core.mask import count, new_mask, nth
from dolmen.kernels.playout import make_playout
from tests.conftest import EVERY_NUMBER_OF_PLAYERS


def play_out(players: int, seed: int, stream: int, max_turns: int = 5000) -> tuple[Any, int]:
    """The last position of a playout, and its decisions."""
    game = load("meduris", players)
    records = game.new_state(seed=0).records
    decisions = make_playout(game.legal, game.apply).playout(
        records[0], new_mask(game.num_actions), seed, stream, max_turns
    )
    return records, int(decisions)


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_playout_plays_to_the_end(players: int) -> None:
    records, decisions = play_out(players, 1, 1)
    assert records[0].player == TERMINAL and decisions > 100


def test_a_playout_makes_the_decisions_that_its_stream_draws() -> None:
    game = load("meduris", 3)
    state, mask = game.new_state(seed=0), new_mask(game.num_actions)
    while not state.is_terminal():
        game.legal(state.record, mask)
        state.apply(nth(mask, draw_below(4, 9, len(state.history), count(mask))))
    records, decisions = play_out(3, 4, 9)
    assert records.tobytes() == state.to_bytes() and decisions == len(state.history)


def test_the_same_stream_gives_the_same_game_and_another_one_another() -> None:
    assert play_out(2, 1, 1)[0].tobytes() == play_out(2, 1, 1)[0].tobytes()
    assert play_out(2, 1, 1)[0].tobytes() != play_out(2, 1, 2)[0].tobytes()
    assert play_out(2, 1, 1)[0].tobytes() != play_out(2, 2, 1)[0].tobytes()


def test_a_playout_stops_before_a_turn_beyond_its_cap() -> None:
    records, decisions = play_out(3, 1, 1, max_turns=5)
    assert records[0].turn == 5 and records[0].player == CHANCE and decisions < 60


def test_several_playouts_run_on_consecutive_streams_and_leave_the_start_as_it_is() -> None:
    game = load("meduris", 2)
    start = game.new_state(seed=0).records
    before = start.tobytes()
    kernels, mask = make_playout(game.legal, game.apply), new_mask(game.num_actions)
    decisions = int(kernels.playouts(start, start.copy(), mask, 8, 20, 4, 5000))
    assert start.tobytes() == before
    assert decisions == sum(play_out(2, 8, stream)[1] for stream in (20, 21, 22, 23))


def test_the_kernels_are_made_once_for_a_game() -> None:
    two, four = load("meduris", 2), load("meduris", 4)
    assert make_playout(two.legal, two.apply) is make_playout(four.legal, four.apply)
