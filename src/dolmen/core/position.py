"""What a position is to whoever plays it, whatever the game: records, and who decides where no seat does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

CHANCE: Final = -1
"""The player of a position where the dice decide."""
TERMINAL: Final = -2
"""The player of a finished game."""

Records = np.recarray[Any, Any]
"""An array of positions; a `State` holds one of length 1."""
Kernel = Callable[..., Any]


def empty_records(record_type: np.dtype[Any], number: int = 1) -> Records:
    """So many positions, all bytes zero."""
    records: npt.NDArray[Any] = np.zeros(number, dtype=_of_records(record_type))
    return records.view(np.recarray)


@cache
def _of_records(record_type: np.dtype[Any]) -> np.dtype[Any]:
    """The type of a recarray's elements, always the same object: two would be compared by Numba at every call."""
    return np.dtype((np.record, record_type))
