"""What a seat observes, as numbers for networks: the layout of an observation, and how its parts are written.

An observation is one row of ``float32``. A game lists the parts of that row once (`lay_out`): the offsets that its
kernel writes to and the tables of the documentation both come from that list. Seats are told relative to the seat that
looks: itself first, then clockwise; seats that nobody sits on are zero. Every scale is a power of two, so that the
numbers are exact and all speeds write the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import kernel

Observation = npt.NDArray[np.float32]


class Seats(int):
    """The length of an axis that counts seats, the one that looks first."""


@dataclass(frozen=True)
class Part:
    """Neighbouring numbers of one meaning."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    own: bool = False
    """Whether it is told from the point of view of the seat that looks (beside the order of the seats)."""
    offset: int = 0

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def seat_axes(self) -> tuple[int, ...]:
        """The axes that count seats."""
        return tuple(axis for axis, length in enumerate(self.shape) if isinstance(length, Seats))

    def of(self, observation: Observation) -> Observation:
        """The numbers of this part in an observation (or in many, one a row), in its shape."""
        numbers = observation[..., self.offset : self.offset + self.size]
        return numbers.reshape(*observation.shape[:-1], *self.shape)


def lay_out(*parts: Part) -> tuple[Part, ...]:
    """The parts of an observation, one after the other."""
    laid: list[Part] = []
    for part in parts:
        assert all(part.name != before.name for before in laid), f"two parts are called {part.name}"
        laid.append(replace(part, offset=size_of(laid)))
    return tuple(laid)


def size_of(parts: Sequence[Part]) -> int:
    """How many numbers an observation of these parts has."""
    return parts[-1].offset + parts[-1].size if parts else 0


def offset_of(parts: Sequence[Part], name: str) -> int:
    """Where a part begins."""
    return next(part.offset for part in parts if part.name == name)


@kernel
def one_hot(out: Observation, at: int, size: int, index: int) -> None:
    """So many numbers, all zero but a one at the index; an index below 0 stands for none of them."""
    for place in range(size):
        out[at + place] = place == index


@kernel
def bits(out: Observation, at: int, size: int, word: int) -> None:
    """The lowest bits of a word, one number each."""
    for place in range(size):
        out[at + place] = (word >> place) & 1


@kernel
def seat_seen(seat: int, other: int, players: int) -> int:
    """A seat as another one sees it: 0 is itself, 1 the next clockwise; nobody (below 0) stays below 0."""
    clockwise = other - seat
    if clockwise < 0:
        clockwise += players  # as % players, without a division: seats are asked about many times an observation
    return clockwise if other >= 0 else -1
