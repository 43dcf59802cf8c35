"""The rules as Python calls them: on the array of length 1 that holds a position.

Numba takes a plain array in half a microsecond; for a single record it writes down all its fields each time, which
takes ten to twenty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, has
from dolmen.core.observation import Observation
from dolmen.core.position import Kernel, Records


class Calls(NamedTuple):
    """The entry points of one game's rules."""

    legal_in: Kernel
    allows_in: Kernel
    apply_to: Kernel
    observe_in: Kernel
    decide_in: Kernel
    points_in: Kernel


@factory
def make_calls(legal: Kernel, apply: Kernel, observe: Kernel, points: Kernel) -> Calls:
    """The entry points of the game with these rules."""

    @kernel
    def legal_in(records: Records, mask: Mask) -> None:
        """Fill in every legal action."""
        legal(records[0], mask)

    @kernel
    def allows_in(records: Records, mask: Mask, action: int) -> bool:
        """Whether an action is legal."""
        legal(records[0], mask)
        return has(mask, action)

    @kernel
    def apply_to(records: Records, action: int) -> None:
        """Make a legal action."""
        apply(records[0], action)

    @kernel
    def observe_in(records: Records, seat: int, out: Observation) -> None:
        """Write what a seat sees."""
        observe(records[0], seat, out)

    @kernel
    def decide_in(records: Records, mask: Mask, action: int) -> int:
        """Make a legal action and fill in what is legal after it; returns who decides then."""
        apply(records[0], action)
        legal(records[0], mask)
        return int(records[0].player)

    @kernel
    def points_in(records: Records, out: npt.NDArray[np.int64]) -> None:
        """Write the points of each seat."""
        for seat in range(out.shape[0]):
            out[seat] = points(records[0], seat)

    return Calls(legal_in, allows_in, apply_to, observe_in, decide_in, points_in)
