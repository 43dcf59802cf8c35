"""Random playouts: whole games at full speed, each decided by its own stream of draws."""

from __future__ import annotations

from typing import Any, NamedTuple

from dolmen.core.draws import drawn_from
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask
from dolmen.core.position import CHANCE, TERMINAL, Kernel, Records


class Playout(NamedTuple):
    """The playouts of one game."""

    decide: Kernel
    playout: Kernel
    playouts: Kernel


@kernel
def is_over(record: Any, max_turns: int) -> bool:
    """Whether the game has ended, or a turn beyond the cap would begin."""
    player = int(record.player)
    return player == TERMINAL or int(record.turn) + int(player == CHANCE) > max_turns


@factory
def make_playout(legal: Kernel, apply: Kernel) -> Playout:
    """The playouts of the game with these rules."""

    @kernel
    def decide(record: Any, mask: Mask, seed: int, stream: int, step: int) -> None:
        """One random decision, or roll of the die: all that are legal are equally likely."""
        legal(record, mask)
        apply(record, drawn_from(mask, seed, stream, step))

    @kernel
    def playout(record: Any, mask: Mask, seed: int, stream: int, max_turns: int) -> int:
        """Random decisions until the game is over; returns how many."""
        decisions = 0
        while not is_over(record, max_turns):
            decide(record, mask, seed, stream, decisions)
            decisions += 1
        return decisions

    @kernel
    def playouts(
        start: Records, scratch: Records, mask: Mask, seed: int, stream: int, games: int, max_turns: int
    ) -> int:
        """Several playouts from one position, on consecutive streams; returns the decisions made in all."""
        decisions = 0
        for game in range(games):
            scratch[0] = start[0]
            decisions += playout(scratch[0], mask, seed, stream + game, max_turns)
        return decisions

    return Playout(decide, playout, playouts)
