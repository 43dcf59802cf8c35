"""What a search may be tuned by: one set of numbers for each game, and small changes of it for a level."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt

EXPLORATION, UNTRIED, SCALE, POINTS, FORESEEN, LEAST = range(6)
"""Where each setting stands in the array that kernels read."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Settings:
    """The numbers that a search is tuned by, in the order of the array that kernels read."""

    exploration: float = 1.0
    """How much a choice that looked likely, but was seldom tried, is preferred to one that did well."""
    untried: float = 0.1
    """How much worse than its position so far an untried choice is taken to be, in utility (a victory is 1)."""
    scale: float = 8.0
    """A lead of so many expected points is worth a victory in 73 of 100 games (the logistic curve's scale)."""
    points: float = 0.3
    """What 100 points of one's own are worth beside a victory."""
    foreseen: float = 0.0
    """1: the other seats are expected to do what looks best for them (all visits go to the own choices); 0: they are
    thought for like the own seat."""
    least: float = 0.0
    """A choice that looks less likely than this part of the likeliest is not tried by the tree."""

    def numbers(self) -> Numbers:
        """As kernels read them."""
        return np.array(astuple(self), dtype=np.float64)
