"""Loops for measuring single steps: positions of random games, and each kernel repeated over them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.core.draws import draw_below
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, count, nth
from dolmen.core.position import TERMINAL, Kernel, Records

Actions = npt.NDArray[np.int64]


class BenchLoops(NamedTuple):
    """The loops over one game's rules."""

    sample: Kernel
    repeat_legal: Kernel
    repeat_copy: Kernel
    repeat_apply: Kernel


@kernel
def repeat_copy(records: Records, scratch: Records, times: int) -> None:
    """A copy of every position, several times."""
    for _ in range(times):
        for index in range(records.shape[0]):
            scratch[index & 1] = records[index]


@factory
def make_bench_loops(legal: Kernel, apply: Kernel) -> BenchLoops:
    """The loops over the game with these rules."""

    @kernel
    def sample(start: Records, scratch: Records, mask: Mask, records: Records, actions: Actions) -> None:
        """Fill `records` with the positions of random games and `actions` with what was decided there."""
        stream = 0
        scratch[0] = start[0]
        for index in range(records.shape[0]):
            if scratch[0].player == TERMINAL:
                stream += 1
                scratch[0] = start[0]
            legal(scratch[0], mask)
            records[index] = scratch[0]
            actions[index] = nth(mask, draw_below(0, stream, index, count(mask)))
            apply(scratch[0], actions[index])

    @kernel
    def repeat_legal(records: Records, mask: Mask, times: int) -> None:
        """The legal decisions of every position, several times."""
        for _ in range(times):
            for index in range(records.shape[0]):
                legal(records[index], mask)

    @kernel
    def repeat_apply(records: Records, actions: Actions, scratch: Records, times: int) -> None:
        """A copy of every position and its decision, several times."""
        for _ in range(times):
            for index in range(records.shape[0]):
                scratch[index & 1] = records[index]
                apply(scratch[index & 1], actions[index])

    return BenchLoops(sample, repeat_legal, repeat_copy, repeat_apply)
