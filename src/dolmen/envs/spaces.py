"""The spaces of a game: what may be observed, what may be done.

(Gymnasium types its spaces by what they hold, but not so that a box of float32 would fit: hence `Any`.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dolmen.contract.game import Game
from dolmen.envs.extras import needed_for

with needed_for("dolmen.envs"):
    from gymnasium import spaces

HIGHEST = 16.0
"""Observed numbers lie about 0 to 1; this is a bound that they never reach."""


def observation_space(game: Game) -> Any:
    """One row of numbers: see the game's `observation_parts`."""
    return spaces.Box(0.0, HIGHEST, (game.observation_size,), np.float32)


def state_space(game: Game) -> Any:
    """What all seats see, one row each."""
    return spaces.Box(0.0, HIGHEST, (game.players, game.observation_size), np.float32)


def action_space(game: Game) -> Any:
    """The game's action ids."""
    return spaces.Discrete(game.num_actions)


def masked_observation_space(game: Game) -> Any:
    """What is observed together with what may be done."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_space(game), "action_mask": mask})
