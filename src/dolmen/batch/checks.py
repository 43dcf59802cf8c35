"""What a batch is made of, and begun with: checked here, since its kernels look at nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Game
from dolmen.core.arguments import is_whole, shown, whole
from dolmen.core.draws import SEEDS
from dolmen.core.errors import InvalidSetup, WrongBatch

DEVICES: Final = ("cpu", "cuda")
MAX_SIZE: Final = 1 << 24
MAX_TURNS: Final = 2**31 - 1
"""No game is as long."""
LARGEST: Final = float(np.finfo(np.float32).max)
"""What a point may be worth, which is written as a float32."""


def check_terms(
    game: Any, size: Any, device: Any, threads: Any = None, max_turns: Any = None, point_reward: Any = 0.0
) -> None:
    """Only what a batch can be made of. Raises WrongBatch."""
    if not isinstance(game, Game):
        raise WrongBatch(f"a batch is of a game, as `load` gives it, not of {shown(game)}")
    if not is_whole(size) or not 1 <= size <= MAX_SIZE:
        raise WrongBatch(f"a batch has 1 to {MAX_SIZE} games, not {shown(size)}")
    if not isinstance(device, str) or device not in DEVICES:
        raise WrongBatch(f"there is no device {shown(device)}; there are {' and '.join(DEVICES)}")
    if threads is not None:
        whole("threads", threads, 1, error=WrongBatch)
    if max_turns is not None:
        whole("max_turns", max_turns, 1, MAX_TURNS, WrongBatch)
    is_number = isinstance(point_reward, (int, float, np.integer, np.floating))
    if not is_number or not abs(point_reward) <= LARGEST:
        raise WrongBatch(f"point_reward is what a point is worth, a number, not {shown(point_reward)}")


def all_within(numbers: npt.NDArray[Any], end: int) -> bool:
    """Whether all are whole numbers from 0 up to an end, exclusive."""
    if numbers.dtype.kind not in "iu":
        return numbers.size == 0
    return not numbers.size or bool(numbers.min() >= 0 and numbers.max() < end)


def checked_seeds(seeds: Any) -> Any:
    """Seeds as they are drawn with."""
    array = np.asarray(seeds)
    if array.dtype.kind not in "iu" or not array.size:
        raise InvalidSetup(f"seeds are whole numbers, not {shown(seeds)}")
    if array.min() < 0 or array.max() >= SEEDS:
        raise InvalidSetup(f"seeds are whole numbers from 0 to {SEEDS - 1}")
    return array
