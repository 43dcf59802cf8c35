"""A batch on an NVIDIA card: arrays in its memory, one launch a call."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.launches import choose, make_launches
from dolmen.batch.slots import Arrays
from dolmen.contract.game import Game
from dolmen.core.cuda import driver
from dolmen.core.errors import WrongBatch

BLOCK = 64
"""Threads that start together."""


class OnCuda:
    """Launches the rules for all places."""

    def __init__(self, game: Game, size: int) -> None:
        self.cuda = driver()
        self.launches = make_launches(type(game))
        self.blocks = -(-size // BLOCK)
        self.mask_blocks = -(-size * game.num_actions // BLOCK)

    def empty(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> Any:
        """An array of the card, not yet written."""
        return self.cuda.device_array(shape, dtype=np.dtype(dtype))

    def empty_observations(self, size: int, features: int) -> Any:
        """An array of observations, one column a feature: neighbouring threads then write neighbouring numbers."""
        return self.cuda.device_array((size, features), dtype=np.float32, order="F")

    def send(self, array: npt.NDArray[Any]) -> Any:
        """A copy in the card's memory."""
        return self.cuda.to_device(np.asarray(array))

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        """A copy in this machine's memory."""
        copy: npt.NDArray[Any] = array.copy_to_host()
        return copy

    def wait(self) -> None:
        """Wait until the card has done all it was told."""
        self.cuda.synchronize()

    def actions_from(self, actions: Any, size: int) -> Any:
        """What a caller gives as actions, where it lies."""
        if not hasattr(actions, "__cuda_array_interface__"):
            raise WrongBatch("actions for a batch on a GPU are an array of the card, such as a CUDA tensor of PyTorch")
        array = self.cuda.as_cuda_array(actions)
        if array.shape != (size,) or array.dtype != np.int64 or not array.is_c_contiguous():
            raise WrongBatch(
                f"actions are {size} neighbouring int64, one for each game, not an array {array.shape} of {array.dtype}"
            )
        return array

    def step(self, actions: Any, arrays: Arrays, *, beginning: bool = False) -> None:
        """One decision in every place; or beginning, set up all games."""
        self.launches.step[self.blocks, BLOCK](beginning, actions, arrays)

    def choose(self, arrays: Arrays, actions: Any) -> None:
        """A random decision for every place."""
        choose[self.blocks, BLOCK](arrays, actions)

    def play_out(self, arrays: Arrays) -> None:
        """Random decisions until all games have ended."""
        self.launches.play[self.blocks, BLOCK](arrays)

    def unpack(self, masks: Any, unpacked: Any) -> None:
        """Masks as one boolean an action."""
        self.launches.unpack[self.mask_blocks, BLOCK](masks, unpacked)
