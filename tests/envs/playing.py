"""Whole games through the environments, as one hash each: frozen in `golden/hashes.txt`."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dolmen.contract.registry import games
from dolmen.core.draws import Draws
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.pettingzoo import meduris_v0, terra_mystica_v0

GOLDEN = Path(__file__).parent / "golden"
MODULES: dict[str, ModuleType] = {"meduris": meduris_v0, "terra-mystica": terra_mystica_v0}
SEEDS = (1, 2)


def pick(mask: Any, draws: Draws) -> int:
    """One of the actions that the mask allows."""
    return int(draws.pick(np.flatnonzero(mask).tolist()))


def pettingzoo_hash(env: Any, seed: int) -> str:
    """A game of random decisions: who decides, what is seen, what is allowed, what is rewarded."""
    digest = hashlib.sha256()
    draws = Draws(seed, 3)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        digest.update(f"{agent} {reward} {terminated} {truncated} {info}".encode())
        env.step(None if terminated or truncated else pick(seen["action_mask"], draws))
    return digest.hexdigest()


def gymnasium_hash(env: Any, seed: int) -> str:
    """The same for one seat among bots."""
    digest = hashlib.sha256()
    draws = Draws(seed, 3)
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        digest.update(seen.tobytes() + info["action_mask"].tobytes())
        seen, reward, terminated, truncated, info = env.step(pick(info["action_mask"], draws))
        digest.update(f"{reward} {terminated} {truncated} {info['points']}".encode())
        over = terminated or truncated
    return digest.hexdigest()


def hash_lines(key: str) -> list[str]:
    """Every frozen hash of a game."""
    meta = games()[key]
    lines = []
    for players in range(meta.min_players, meta.max_players + 1):
        for seed in SEEDS:
            env = MODULES[key].env(players=players, rewards="points")
            lines.append(f"pettingzoo {key} {players} {seed} {pettingzoo_hash(env, seed)}")
    for seed in SEEDS:
        seat_env = SeatEnv(key, seat=None, opponents="random")
        lines.append(f"gymnasium {key} {meta.min_players} {seed} {gymnasium_hash(seat_env, seed)}")
    return lines


SPIEL_LENGTH = {"python_dolmen_meduris": 12, "python_dolmen_terra_mystica": 10}
"""How many decisions the golden playthroughs have: OpenSpiel writes out every number of every observation."""


def spiel_playthrough(name: str) -> str:
    """The golden playthrough of a game in OpenSpiel."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    import dolmen.envs.open_spiel

    assert name in dolmen.envs.open_spiel.GAMES
    return str(playthrough(f"{name}(max_game_length={SPIEL_LENGTH[name]})", None, seed=1))


def write_golden() -> None:
    """Write hashes and playthroughs anew."""
    GOLDEN.mkdir(exist_ok=True)
    lines = [line for key in games() for line in hash_lines(key)]
    (GOLDEN / "hashes.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name in SPIEL_LENGTH:
        (GOLDEN / f"{name}.txt").write_text(spiel_playthrough(name), encoding="utf-8")
