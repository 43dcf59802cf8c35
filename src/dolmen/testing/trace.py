"""The bytes of random games as one digest a game: two ways to run the rules agree if their digests do.

`python -m dolmen.testing.trace <game> 3 20 0` plays 20 games of 3 players from seed 0.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from dolmen.contract.game import Game
from dolmen.contract.registry import load
from dolmen.core.draws import Draws


def trace(game: Game, seed: int, max_decisions: int) -> str:
    """A hash over every record, every mask of legal decisions and every observation of a random game."""
    digest = hashlib.sha256()
    state = game.new_state(seed=seed)
    draws = Draws(seed, 1)
    for _ in range(max_decisions):
        digest.update(state.to_bytes())
        legal = state.legal_actions()
        digest.update(repr(legal).encode())
        digest.update(state.observation(max(state.current_player, 0)).tobytes())
        if not legal:
            break
        state.apply_trusted(draws.pick(legal))
    return digest.hexdigest()


def traces(game: Game, games: int, seed: int, max_decisions: int = 100_000) -> list[str]:
    """The digests of several games, on consecutive seeds."""
    return [trace(game, seed + number, max_decisions) for number in range(games)]


def interpreted_traces(game: Game, games: int, seed: int, max_decisions: int = 100_000) -> list[str]:
    """The same, in a process that compiles nothing."""
    arguments = [game.meta.key, game.players, games, seed, max_decisions]
    result = subprocess.run(
        [sys.executable, "-m", __name__, *map(str, arguments)],
        env={**os.environ, "DOLMEN_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()


if __name__ == "__main__":
    key, *numbers = sys.argv[1:]
    players, number_of_games, first_seed, *limit = map(int, numbers)
    sys.stdout.write("\n".join(traces(load(key, players), number_of_games, first_seed, *limit)) + "\n")
