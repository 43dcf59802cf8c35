"""Random playouts: whole games at full speed, each decided by its own stream of draws.

A template: every game binds its own copy (see `kernel.bind`), in which `legal` and `apply` are that game's kernels.
"""

from __future__ import annotations

from typing import Any

from dolmen.draws import draw_below
from dolmen.game import CHANCE, TERMINAL, Kernel, Records
from dolmen.kernel import kernel
from dolmen.mask import Mask, count, nth

legal: Kernel
apply: Kernel


@kernel
def playout(record: Any, mask: Mask, seed: int, stream: int, max_turns: int) -> int:
    """Random decisions until the end, or until a turn beyond the cap would begin; returns how many."""
    decisions = 0
    while record.player != TERMINAL and record.turn + int(record.player == CHANCE) <= max_turns:
        legal(record, mask)
        apply(record, nth(mask, draw_below(seed, stream, decisions, count(mask))))
        decisions += 1
    return decisions


@kernel
def playouts(start: Records, scratch: Records, mask: Mask, seed: int, stream: int, games: int, max_turns: int) -> int:
    """Several playouts from one position, on consecutive streams; returns the decisions made in all."""
    decisions = 0
    for game in range(games):
        scratch[0] = start[0]
        decisions += playout(scratch[0], mask, seed, stream + game, max_turns)
    return decisions
