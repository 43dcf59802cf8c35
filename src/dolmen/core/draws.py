"""Random numbers by counter: the n-th draw of a stream is a function of (seed, stream, n) and of nothing else.

The generator is Philox 2x32 with ten rounds (Salmon et al., 'Parallel random numbers: as easy as 1, 2, 3', 2011). It
has no state to keep, gives the same numbers in all three speeds and in every version of NumPy, and any game of any
batch can be drawn again on its own. Nothing of it is ever stored in a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from dolmen.core.errors import InvalidSetup
from dolmen.core.kernel import kernel

Item = TypeVar("Item")

SEEDS = 1 << 32
"""Seeds and streams are whole numbers from 0 up to this one, exclusive."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER = np.uint64(0xD256D193)
_WEYL = np.uint64(0x9E3779B9)


@kernel
def draw(seed: int, stream: int, step: int) -> int:
    """32 random bits: the draw number `step` of a stream."""
    key = np.uint64(seed)
    left = np.uint64(step)
    right = np.uint64(stream)
    for _ in range(10):
        product = _MULTIPLIER * left
        left = (product >> _HALF) ^ key ^ right
        right = product & _LOW
        key = (key + _WEYL) & _LOW
    return int(left)


@kernel
def draw_below(seed: int, stream: int, step: int, limit: int) -> int:
    """A number from 0 to limit - 1."""
    return (draw(seed, stream, step) * limit) >> 32


@kernel
def shuffled_item(place: int, items: int, seed: int, stream: int, step: int) -> int:
    """Which of so many items lies at a place after `Draws.shuffled`, whose draws begin at `step`.

    It needs no list: the item is followed back through the swaps, from the last one to the first.
    """
    for last in range(1, items):
        other = draw_below(seed, stream, step + items - 1 - last, last + 1)
        if place == last:
            place = other
        elif place == other:
            place = last
    return place


class Draws:
    """One stream of random numbers, drawn in order: what tables, bots and simulations hold."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not 0 <= seed < SEEDS or not 0 <= stream < SEEDS:
            wrong = stream if 0 <= seed < SEEDS else seed
            raise InvalidSetup(f"seeds and streams are whole numbers from 0 to {SEEDS - 1}, not {wrong}")
        self.seed = seed
        self.stream = stream
        self.step = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        number = int(draw_below(self.seed, self.stream, self.step, limit))
        self.step += 1
        return number

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
