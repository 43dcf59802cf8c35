"""Random numbers by counter: the n-th draw of a stream is a function of (seed, stream, n) and of nothing else.

The generator is Philox 2x32 with ten rounds (Salmon et al., 'Parallel random numbers: as easy as 1, 2, 3', 2011). It
has no state to keep, gives the same numbers in all three speeds and in every version of NumPy, and any game of any
batch can be drawn again on its own. Nothing of it is ever stored in a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from dolmen.core.arguments import is_whole, shown
from dolmen.core.errors import InvalidSetup
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, nth

Item = TypeVar("Item")

SEEDS = 1 << 32
"""Seeds and streams are whole numbers from 0 up to this one, exclusive."""

DICE_STREAMS = 1 << 31
"""Set-up g of a seed is drawn from stream g; the dice of game g, and random decisions in it, from stream g plus this.

In batches and environments the draw with a decision's number says what falls there: see `State.rolled`."""

_THOUGHTS = 1 << 16
"""So many draws lie between two of one decision's own: a game has fewer decisions, so no die falls by any of them."""

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
def drawn_from(mask: Mask, seed: int, stream: int, step: int) -> int:
    """Which of the actions of a set a draw picks: all are equally likely."""
    return nth(mask, draw_below(seed, stream, step, count(mask)))


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

    def __init__(self, seed: int, stream: int = 0, step: int = 0, stride: int = 1) -> None:
        """A stream of a seed, from a step on; of several streams in one, each takes every so many steps."""
        for number in (seed, stream):
            if not is_whole(number) or not 0 <= number < SEEDS:
                raise InvalidSetup(f"seeds and streams are whole numbers from 0 to {SEEDS - 1}, not {shown(number)}")
        self.seed = seed
        self.stream = stream
        self.step = step
        self.stride = stride

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        number = int(draw_below(self.seed, self.stream, self.step, limit))
        self.step += self.stride
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


def thoughts(seed: int, game: int, decision: int) -> Draws:
    """What a bot draws from for a decision of a game: of the dice's own stream, but never what a die falls by."""
    return Draws(seed, DICE_STREAMS + game, decision, _THOUGHTS)
