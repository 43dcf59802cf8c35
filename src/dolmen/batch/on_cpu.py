"""A batch on the CPU: NumPy arrays, and threads that each run the rules over a part of the places."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.binding import bound_rules
from dolmen.batch.slots import Arrays
from dolmen.errors import WrongBatch
from dolmen.game import Game
from dolmen.kernel import INTERPRETED

FEWEST_A_THREAD = 64
"""Places below which another thread costs more than it brings."""


class OnCpu:
    """Runs the rules over all places."""

    def __init__(self, game: Game, size: int, threads: int | None) -> None:
        self.made_with = (game, size, threads)
        self.rules = bound_rules(game)
        self.num_actions = game.num_actions
        most = 1 if INTERPRETED else threads or os.cpu_count() or 1
        parts = max(1, min(most, size // FEWEST_A_THREAD))
        bounds = [size * part // parts for part in range(parts + 1)]
        self.parts = list(pairwise(bounds))
        self.pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def __reduce__(self) -> tuple[Any, ...]:
        return OnCpu, self.made_with  # threads and compiled rules are not pickled but made anew

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

    def begin(self, arrays: Arrays) -> None:
        """Set up all games."""
        self._step(True, arrays.actions, arrays)

    def step(self, actions: npt.NDArray[np.int64], arrays: Arrays) -> None:
        """One decision in every place."""
        self._step(False, actions, arrays)

    def _step(self, beginning: bool, actions: npt.NDArray[np.int64], arrays: Arrays) -> None:
        self._share(
            self.rules.step_range,
            beginning,
            actions,
            self.num_actions,
            arrays.settings,
            arrays.starts,
            *arrays.shown(),
        )

    def choose(self, arrays: Arrays) -> None:
        """A random decision for every place."""
        self._share(self.rules.choose_range, arrays.slots, arrays.masks, arrays.players, arrays.actions)

    def play_out(self, arrays: Arrays) -> None:
        """Random decisions until all games have ended."""
        self._share(self.rules.play_range, arrays.settings, *arrays.shown())

    def unpack(self, arrays: Arrays) -> None:
        """Masks as one boolean an action."""
        bits = np.unpackbits(arrays.masks.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        arrays.unpacked[:] = bits[:, : self.num_actions]

    def _share(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Call a kernel for every part of the places, each on a thread; the last part on this one."""
        waiting = [self.pool.submit(kernel, *part, *arguments) for part in self.parts[:-1]] if self.pool else []
        kernel(*self.parts[-1], *arguments)
        for part in waiting:
            part.result()
