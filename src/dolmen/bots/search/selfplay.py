"""Games by the policy alone, at full speed: what the weights of the value function are fitted to (scripts/fit.py).

Choices are drawn by their weights, so that many kinds of positions come up; the weaker ones are made rarer as
`sharpness` grows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import CHANCE, TERMINAL, Kernel, Records
from dolmen.core.draws import SEEDS, draw, draw_below
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, count, nth


@factory
def make_selfplay(legal: Kernel, apply: Kernel, prior: Kernel, features: Kernel) -> Kernel:
    """The kernel `play` of the game with these rules and this judgement."""

    @kernel
    def drawn(
        record: Any,
        scratch: Records,
        mask: Mask,
        weights: npt.NDArray[np.float32],
        seed: int,
        stream: int,
        step: int,
        sharpness: float,
    ) -> int:
        """One of the choices, drawn by their weights."""
        legal(record, mask)
        choices = count(mask)
        if choices == 1 or record.player == CHANCE:
            return nth(mask, draw_below(seed, stream, step, choices))
        weights[:] = 0.0
        prior(record, scratch, mask, weights)
        total = 0.0
        for action in range(weights.shape[0]):
            if weights[action] > 0.0:
                weights[action] = weights[action] ** sharpness
                total += weights[action]
        rest = total * draw(seed, stream, step) / SEEDS
        last = -1
        for action in range(weights.shape[0]):
            if weights[action] > 0.0:
                last = action
                rest -= weights[action]
                if rest < 0.0:
                    break
        return last

    @kernel
    def play(
        position: Records,
        scratch: Records,
        mask: Mask,
        weights: npt.NDArray[np.float32],
        players: int,
        seed: int,
        stream: int,
        max_turns: int,
        sharpness: float,
        rows: npt.NDArray[np.float64],
    ) -> int:
        """Play to the end; a row of features for every seat where a turn begins. Returns how many, or -1: cut short."""
        noted = 0
        turn = -1
        step = 0
        while position[0].player != TERMINAL:
            if position[0].player == CHANCE or position[0].turn != turn:
                if position[0].turn > max_turns or noted + players > rows.shape[0]:
                    return -1
                turn = int(position[0].turn)
                for seat in range(players):
                    features(position[0], seat, rows[noted + seat])
                noted += players
            apply(position[0], drawn(position[0], scratch, mask, weights, seed, stream, step, sharpness))
            step += 1
        return noted

    return play
