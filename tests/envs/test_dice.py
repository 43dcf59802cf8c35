"""The same seed and the same decisions give the same dice, whoever plays the game: everywhere the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

import dolmen.envs.open_spiel  # noqa: F401 registers the games
from dolmen.batch import Batch
from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.gymnasium.vector import BatchEnv
from dolmen.envs.pettingzoo import raw_env
from tests.envs.playing import pick

SEED = 5


def of_state(key: str, draws: Draws) -> Iterator[bytes]:
    state = load(key, 3).new_state(seed=SEED)
    while True:
        while state.is_chance():
            state.apply(state.rolled(SEED))
        if state.is_terminal():
            return
        yield state.to_bytes()
        state.apply(draws.pick(state.legal_actions()))


def of_batch(key: str, draws: Draws) -> Iterator[bytes]:
    batch = Batch(load(key, 3), 1, restart=False)
    batch.reset(SEED)
    while batch.current_player[0] >= 0:
        yield batch.records.tobytes()
        batch.step([pick(batch.legal_mask()[0], draws)])


def of_pettingzoo(key: str, draws: Draws) -> Iterator[bytes]:
    env = raw_env(key, players=3)
    env.reset(seed=SEED)
    while not env.match.is_over:
        yield env.match.state.to_bytes()
        env.step(pick(env.observe(env.agent_selection)["action_mask"], draws))


def of_vector(key: str, draws: Draws) -> Iterator[bytes]:
    env = BatchEnv(key, 1, players=3, opponents="self", autoreset_mode="DISABLED")
    info = env.reset(seed=SEED)[1]
    ended = False
    while not ended:
        yield env.batch.records.tobytes()
        *_, terminated, _, info = env.step(np.array([pick(info["action_mask"][0], draws)]))
        ended = bool(terminated[0])


def of_open_spiel(key: str, draws: Draws) -> Iterator[bytes]:
    state = pyspiel.load_game(f"python_dolmen_{games()[key].package}(players=3,seed={SEED})").new_initial_state()
    while True:
        while state.is_chance_node():
            state.apply_action(state.rolled())
        if state.is_terminal():
            return
        yield state.state.to_bytes()
        state.apply_action(draws.pick(state.legal_actions()))


def of_gymnasium(key: str, draws: Draws) -> Iterator[bytes]:
    """The others are functions that decide as everybody does in the other loops."""
    seen = []

    def decide(state: Any) -> int:
        seen.append(state.to_bytes())
        return int(draws.pick(state.legal_actions()))

    env = SeatEnv(key, players=3, opponents=decide)
    env.reset(seed=SEED)
    while not env.match.is_over:
        seen.append(env.match.state.to_bytes())
        env.step(draws.pick(env.match.state.legal_actions()))
    yield from seen


@pytest.mark.parametrize("key", list(games()))
def test_the_same_seed_and_decisions_give_the_same_positions_everywhere(key: str) -> None:
    ways = (of_batch, of_pettingzoo, of_vector, of_open_spiel, of_gymnasium)
    expected = list(of_state(key, Draws(1)))
    assert len(expected) > 60
    for way in ways:
        assert list(way(key, Draws(1))) == expected, way.__name__


def test_the_second_game_of_a_seed_has_its_own_dice() -> None:
    env = raw_env("meduris")
    env.reset(seed=SEED)
    env.reset()
    batch = Batch(load("meduris"), 2, restart=False)
    batch.reset(SEED)
    draws = Draws(1)
    while not env.match.is_over:
        assert batch.records[1:].tobytes() == env.match.state.to_bytes()
        action = pick(env.observe(env.agent_selection)["action_mask"], draws)
        env.step(action)
        batch.step_at(np.array([1]), [action])


def test_bots_never_draw_what_a_die_falls_by() -> None:
    from dolmen.core.draws import thoughts

    taken = set()
    for decision in range(500):
        draws = thoughts(1, 0, decision)
        for _ in range(20):
            assert draws.step not in taken
            taken.add(draws.step)
            draws.below(6)
    dice = set(range(500))
    assert {step for step in taken if step in dice} == dice, "only a decision's own number, where no die falls"
