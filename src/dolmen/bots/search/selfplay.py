"""Games by the policy alone, at full speed: what the weights of the value function are fitted to (scripts/fit.py).

Choices are drawn by their weights, so that many kinds of positions come up; the weaker ones are made rarer as
`sharpness` grows.
"""

from __future__ import annotations

from dolmen.bots.search.nodes import Workspace
from dolmen.contract.game import CHANCE, TERMINAL, Kernel
from dolmen.contract.search_settings import Numbers
from dolmen.core.draws import SEEDS, draw, draw_below
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import count, nth


@factory
def make_selfplay(legal: Kernel, apply: Kernel, prior: Kernel, features: Kernel) -> Kernel:
    """The kernel `play` of the game with these rules and this judgement."""

    @kernel
    def drawn(work: Workspace, seed: int, stream: int, step: int, sharpness: float) -> int:
        """One of the choices in the workspace's position, drawn by their weights."""
        record, mask, weights = work.position[0], work.mask, work.weights
        legal(record, mask)
        choices = count(mask)
        if choices == 1 or record.player == CHANCE:
            return nth(mask, draw_below(seed, stream, step, choices))
        weights[:] = 0.0
        prior(record, work.scratch, mask, weights, work.room)
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
    def play(work: Workspace, seed: int, stream: int, max_turns: int, sharpness: float, rows: Numbers) -> int:
        """Play the workspace's position to the end, with a row of features for every seat where a turn begins.

        Returns how many rows there are; -1 where the game was cut short.
        """
        position = work.position
        players = work.values.shape[0]
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
            apply(position[0], drawn(work, seed, stream, step, sharpness))
            step += 1
        return noted

    return play
