"""What a batch asks of where it runs: the CPU, or a card."""

from __future__ import annotations

from typing import Any, Protocol

import numpy.typing as npt

from dolmen.batch.slots import Arrays


class Device(Protocol):
    """Holds the arrays of a batch and runs the rules over its places. What an array is, only the device knows."""

    def empty(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> Any:
        """An array of the device."""

    def empty_observations(self, size: int, features: int) -> Any:
        """An array of observations, a row of so many features for each place."""

    def send(self, array: npt.NDArray[Any]) -> Any:
        """An array as one of the device."""

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        """An array of the device as one of NumPy."""

    def wait(self) -> None:
        """Wait until all that was asked for is done."""

    def actions_from(self, actions: Any, size: int) -> Any:
        """What a caller gives as actions, as the kernels take them. Raises WrongBatch."""

    def step(self, actions: Any, arrays: Arrays, *, beginning: bool = False) -> None:
        """One decision in every place; or beginning, set up all games."""

    def choose(self, arrays: Arrays, actions: Any) -> None:
        """A random decision for every place."""

    def play_out(self, arrays: Arrays) -> None:
        """Random decisions until all games have ended."""

    def unpack(self, masks: Any, unpacked: Any) -> None:
        """Masks as one boolean an action."""
