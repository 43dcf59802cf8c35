"""A batch on the CPU: NumPy arrays, and threads that each run the rules over a part of the places."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.place import Places, choose_range, make_place
from dolmen.batch.slots import Arrays
from dolmen.contract.game import Game
from dolmen.core.errors import WrongBatch
from dolmen.core.kernel import INTERPRETED

STEPS_A_THREAD, CHOICES_A_THREAD, GAMES_A_THREAD = 256, 4096, 8
"""Places that a thread gets at least: to wake it takes 0.1 ms, a step 1 to 2 µs, a random choice 0.07, a game 60."""


class OnCpu:
    """Runs the rules over all places."""

    def __init__(self, game: Game, size: int, threads: int | None) -> None:
        self.made_with = (game, size, threads)
        self.kernels = make_place(type(game))
        self.size = size
        most = 1 if INTERPRETED else threads or os.cpu_count() or 1
        self.threads = max(1, min(most, size // GAMES_A_THREAD))
        self.pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.all = np.arange(size)

    def __reduce__(self) -> tuple[Any, ...]:
        return OnCpu, self.made_with  # threads and kernels are not pickled but made anew

    def empty(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """An array of zeros."""
        array: npt.NDArray[Any] = np.zeros(shape, dtype=dtype)
        return array.view(np.recarray) if array.dtype.names else array

    def empty_observations(self, size: int, features: int) -> npt.NDArray[np.float32]:
        """An array of observations, one row a place."""
        return np.zeros((size, features), dtype=np.float32)

    def wait(self) -> None:
        """Nothing is ever under way when a call has returned."""

    def actions_from(self, actions: Any, size: int) -> npt.NDArray[np.int64]:
        """What a caller gives as actions, as the kernels take them."""
        array = np.asarray(actions)
        if array.shape != (size,) or array.dtype.kind not in "iu":
            raise WrongBatch(
                f"actions are {size} whole numbers, one for each game, not an array {array.shape} of {array.dtype}"
            )
        return np.ascontiguousarray(array, dtype=np.int64)

    def send(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array where the rules run: itself."""
        return array

    def fetch(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array where Python runs: itself."""
        return array

    def step(self, actions: npt.NDArray[np.int64], arrays: Arrays, *, beginning: bool = False) -> None:
        """One decision in every place; or beginning, set up all games."""
        self.share(self.size, STEPS_A_THREAD, self.kernels.step_range, beginning, self.all, actions, arrays)

    def step_at(self, places: Places, actions: npt.NDArray[np.int64], arrays: Arrays) -> None:
        """One decision in each of some places."""
        self.share(len(places), STEPS_A_THREAD, self.kernels.step_range, False, places, actions, arrays)

    def choose(self, arrays: Arrays, actions: npt.NDArray[np.int64]) -> None:
        """A random decision for every place."""
        self.choose_at(self.all, arrays, actions)

    def choose_at(self, places: Places, arrays: Arrays, actions: npt.NDArray[np.int64]) -> None:
        """A random decision for each of some places."""
        self.share(len(places), CHOICES_A_THREAD, choose_range, places, arrays, actions)

    def observe_at(
        self, places: Places, seats: npt.NDArray[np.int32], arrays: Arrays, rows: npt.NDArray[np.float32]
    ) -> None:
        """What a seat sees in each of some places."""
        self.share(len(places), STEPS_A_THREAD, self.kernels.observe_range, places, seats, arrays, rows)

    def points(self, arrays: Arrays, points: npt.NDArray[np.int32]) -> None:
        """The points of each seat in every place."""
        self.share(self.size, CHOICES_A_THREAD, self.kernels.points_range, arrays, points)

    def play_out(self, arrays: Arrays) -> None:
        """Random decisions until all games have ended."""
        self.share(self.size, GAMES_A_THREAD, self.kernels.play_range, arrays)

    def unpack(self, masks: npt.NDArray[np.uint64], unpacked: npt.NDArray[np.bool_]) -> None:
        """Masks as one boolean an action."""
        unpacked[:] = unpacked_masks(masks, unpacked.shape[1])

    def share(self, places: int, fewest: int, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Call a kernel for so many places, in parts of at least so many, each on a thread; the last part on this one.

        The kernel is told the first place of its part, and the one after the last.
        """
        parts = max(1, min(self.threads, places // fewest))
        *others, own = pairwise(places * part // parts for part in range(parts + 1))
        waiting = [self.pool.submit(kernel, *part, *arguments) for part in others] if self.pool else []
        kernel(*own, *arguments)
        for part in waiting:
            part.result()


def unpacked_masks(masks: npt.NDArray[np.uint64], num_actions: int) -> npt.NDArray[np.bool_]:
    """Packed masks, a row each, as one boolean an action."""
    octets = masks.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=num_actions, bitorder="little").view(np.bool_)
