"""How fast the environments are: steps a second of random play on one core, without the policy's own time.

Processor time is measured, since that does not depend on what else the machine does; a step that ends a game has the
next reset in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dolmen.bots.learned import PREFIX, LearnedBot, shipped_networks
from dolmen.contract.game import Game
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot
from dolmen.envs.names import NAMESPACE, gymnasium_name

REPEATS = 5
"""Every figure is the best of so many, taken in turns: other work on the machine disturbs them all alike."""
WARM_UP_STEPS = 150
"""Steps after which the games of a vector environment stand at different points."""
GAMES = 1024
"""Games of a vector environment."""

Stepped = tuple[int, float]
"""Steps that were made, and the seconds that they took."""


def measure(game: Game, seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of `dolmen bench --envs`."""
    rates: dict[str, float] = {}
    running = dict(_environments(game))
    for repeat in range(REPEATS):
        for name, steps in running.items():
            progress(f"{name}, {repeat + 1} of {REPEATS}")
            made, spent = 0, 0.0
            while spent < seconds / REPEATS:
                more, took = next(steps)
                made, spent = made + more, spent + took
            rates[name] = max(rates.get(name, 0.0), made / spent)
    figures = {f"{name}_steps_per_second": round(rate) for name, rate in rates.items()}
    return {"game": game.meta.key, "players": game.players, "vector_games": GAMES, **figures}


def _environments(game: Game) -> Iterator[tuple[str, Iterator[Stepped]]]:
    """Each environment by name, playing on for ever."""
    key, players = game.meta.key, game.players
    yield "pettingzoo", _pettingzoo(key, players)
    for opponents in ("random", "greedy"):
        yield f"gymnasium_{opponents}", _gymnasium(key, players, opponents)
    for name, opponents in (("self", "self"), ("random", "random"), ("greedy", "greedy"), *_learned(key)):
        yield f"vector_{name}", _vector(key, players, opponents)
    yield "open_spiel", _open_spiel(game)


def _learned(key: str) -> Iterator[tuple[str, str]]:
    """The game's own learned bot, if it has one."""
    for name in shipped_networks():
        try:
            LearnedBot(key, name)
        except UnknownBot:
            continue
        yield "learned", PREFIX + name
        return


def _pettingzoo(key: str, players: int) -> Iterator[Stepped]:
    from dolmen.envs.pettingzoo import raw_env

    env, draws = raw_env(key, players=players), Draws(0)
    env.reset(seed=0)
    mask = env.observe(env.agent_selection)["action_mask"]
    while True:
        action = int(draws.pick(np.flatnonzero(mask).tolist()))
        began = time.process_time()
        env.step(action)
        if env.match.is_over:
            env.reset()
        mask = env.last()[0]["action_mask"]
        yield 1, time.process_time() - began


def _gymnasium(key: str, players: int, opponents: str) -> Iterator[Stepped]:
    from dolmen.envs.gymnasium.registration import register_games

    register_games()
    import gymnasium

    env: Any = gymnasium.make(f"{NAMESPACE}/{gymnasium_name(key)}", players=players, opponents=opponents)
    draws = Draws(0)
    info = env.reset(seed=0)[1]
    while True:
        action = int(draws.pick(np.flatnonzero(info["action_mask"]).tolist()))
        began = time.process_time()
        *_, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            info = env.reset()[1]
        yield 1, time.process_time() - began


def _vector(key: str, players: int, opponents: str) -> Iterator[Stepped]:
    from dolmen.envs.gymnasium.vector import BatchEnv

    env = BatchEnv(key, GAMES, players, opponents=opponents, threads=1)
    env.reset(seed=0)
    for _ in range(WARM_UP_STEPS):
        env.step(env.batch.random_actions())
    while True:
        actions = env.batch.random_actions()
        began = time.process_time()
        env.step(actions)
        yield GAMES, time.process_time() - began


def _open_spiel(game: Game) -> Iterator[Stepped]:
    from dolmen.envs.open_spiel.game import game_type, load_spiel

    spiel, draws = load_spiel(f"{game_type(game.meta).short_name}(players={game.players})"), Draws(0)
    while True:
        began = time.process_time()
        state = spiel.new_initial_state()
        steps = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            choices = [outcome for outcome, _ in state.chance_outcomes()] if chance else state.legal_actions()
            state.apply_action(draws.pick(choices))
            steps += 1
        yield steps, time.process_time() - began
