"""Sets of action ids as bits, 64 to a word: what ``legal`` fills in.

A mask is an array of ``uint64``; bit ``i % 64`` of word ``i // 64`` says that action ``i`` is legal. Packed masks are
small enough for a GPU's registers, and counting or picking a legal action needs no list.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import kernel

Mask = npt.NDArray[np.uint64]

_ONE = np.uint64(1)
_WORD = np.uint64(63)
_PAIRS = np.uint64(0x5555555555555555)
_NIBBLES = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)


def new_mask(num_actions: int) -> Mask:
    """An empty mask for so many actions."""
    return np.zeros((num_actions + 63) // 64, dtype=np.uint64)


@kernel
def clear(mask: Mask) -> None:
    """Make the set empty."""
    for word in range(mask.shape[0]):
        mask[word] = np.uint64(0)


@kernel
def add(mask: Mask, action: int) -> None:
    """Put one action into the set."""
    mask[action >> 6] |= _ONE << (np.uint64(action) & _WORD)


@kernel
def has(mask: Mask, action: int) -> bool:
    """Whether the set holds the action."""
    return bool((mask[action >> 6] >> (np.uint64(action) & _WORD)) & _ONE)


@kernel
def bits_in(word: np.uint64) -> int:
    """How many bits of a word are set (by adding up neighbours: no product, so nothing overflows)."""
    word = word - ((word >> _ONE) & _PAIRS)
    word = (word & _NIBBLES) + ((word >> np.uint64(2)) & _NIBBLES)
    word = (word + (word >> np.uint64(4))) & _BYTES
    word = word + (word >> np.uint64(8))
    word = word + (word >> np.uint64(16))
    word = word + (word >> np.uint64(32))
    return int(word & np.uint64(127))


@kernel
def count(mask: Mask) -> int:
    """How many actions the set holds."""
    total = 0
    for word in range(mask.shape[0]):
        total += bits_in(mask[word])
    return total


@kernel
def nth(mask: Mask, n: int) -> int:
    """The n-th action of the set in ascending order, from 0; -1 if there are fewer."""
    for index in range(mask.shape[0]):
        word = mask[index]
        here = bits_in(word)
        if n < here:
            for _ in range(n):
                word &= word - _ONE
            return index * 64 + bits_in((word & (~word + _ONE)) - _ONE)
        n -= here
    return -1


def members(mask: Mask) -> list[int]:
    """The actions of the set, ascending."""
    bits = np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little")
    actions: list[int] = bits.nonzero()[0].tolist()
    return actions
