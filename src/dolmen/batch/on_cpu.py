"""A batch on the CPU: NumPy arrays, and threads that each run the rules over a part of the places."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.place import choose_range, make_place
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
        self._share(STEPS_A_THREAD, self.kernels.step_range, beginning, actions, arrays)

    def choose(self, arrays: Arrays, actions: npt.NDArray[np.int64]) -> None:
        """A random decision for every place."""
        self._share(CHOICES_A_THREAD, choose_range, arrays, actions)

    def play_out(self, arrays: Arrays) -> None:
        """Random decisions until all games have ended."""
        self._share(GAMES_A_THREAD, self.kernels.play_range, arrays)

    def unpack(self, masks: npt.NDArray[np.uint64], unpacked: npt.NDArray[np.bool_]) -> None:
        """Masks as one boolean an action."""
        bits = np.unpackbits(masks.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        unpacked[:] = bits[:, : unpacked.shape[1]]

    def _share(self, fewest: int, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Call a kernel for all places, in parts of at least so many, each on a thread; the last part on this one."""
        parts = max(1, min(self.threads, self.size // fewest))
        *others, own = pairwise(self.size * part // parts for part in range(parts + 1))
        waiting = [self.pool.submit(kernel, *part, *arguments) for part in others] if self.pool else []
        kernel(*own, *arguments)
        for part in waiting:
            part.result()
