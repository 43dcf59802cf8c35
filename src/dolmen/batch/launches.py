"""What is launched on an NVIDIA card: one thread a place, each running the very rules that the CPU runs.

Positions stay in the card's memory, masks are made in the thread's own; both are what measured best (bench/history.md).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.batch.place import make_place, random_action
from dolmen.batch.slots import Arrays
from dolmen.contract.game import Game
from dolmen.core.cuda import driver, launched
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, new_mask

cuda = driver()

REGISTERS = 64
"""A thread's registers at most: with more, fewer threads fit on the card at a time, and those wait for memory."""


class Launches(NamedTuple):
    """The launches of a batch of one game."""

    step: Any
    play: Any
    unpack: Any


@launched()
def choose(arrays: Arrays, actions: npt.NDArray[np.int64]) -> None:
    """A random legal decision in every place; see `choose_range`."""
    index = cuda.grid(1)
    if index < actions.shape[0]:
        actions[index] = random_action(index, arrays)


@kernel
def store_mask(mask: Mask, masks: npt.NDArray[np.uint64], index: int) -> None:
    """Write the mask of a place from the thread's memory to the card's."""
    for word in range(masks.shape[1]):
        masks[index, word] = mask[word]


@factory
def make_launches(game: type[Game]) -> Launches:
    """The launches for a game."""
    kernels = make_place(game)
    step_place, play_place = kernels.step_place, kernels.play_place
    num_actions, words = game.num_actions, new_mask(game.num_actions).size

    @launched(max_registers=REGISTERS)
    def step(beginning: bool, actions: npt.NDArray[np.int64], arrays: Arrays) -> None:
        """Begin the games of all places, or make one decision in each; see `step_range`."""
        index = cuda.grid(1)
        if index < actions.shape[0]:
            mask = cuda.local.array(words, np.uint64)
            if step_place(index, int(actions[index]), beginning, arrays, mask):
                store_mask(mask, arrays.masks, index)

    @launched(max_registers=REGISTERS)
    def play(arrays: Arrays) -> None:
        """Random decisions in every place until its game has ended for good; see `play_range`."""
        index = cuda.grid(1)
        if index < arrays.players.shape[0]:
            mask = cuda.local.array(words, np.uint64)
            if play_place(index, arrays, mask):
                store_mask(mask, arrays.masks, index)

    @launched()
    def unpack(masks: npt.NDArray[np.uint64], unpacked: npt.NDArray[np.bool_]) -> None:
        """Masks as one boolean an action, one thread each."""
        number: Any = cuda.grid(1)
        index = number // num_actions
        if index < unpacked.shape[0]:
            action = number - index * num_actions
            word = masks[index, action >> 6]
            unpacked[index, action] = (word >> np.uint64(action & 63)) & np.uint64(1) != np.uint64(0)

    return Launches(step, play, unpack)
