"""What is launched on an NVIDIA card: one thread a place, each running the very rules that the CPU runs.

A template like `dolmen.batch.rules`: every game binds its own copy. Positions stay in the card's memory, masks are made
in the thread's own; both are what measured best (bench/results.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.rules import NO_ACTION
from dolmen.contract.game import TERMINAL, Kernel, Records
from dolmen.core.cuda import driver, launched
from dolmen.core.kernel import bound_modules

cuda = driver()

advance: Kernel
begin_game: Kernel
can_step: Kernel
drawn_action: Kernel
forget: Kernel
look: Kernel
play_out: Kernel
player_of: Kernel
WORDS: int
ACTIONS: int

REGISTERS = 64
"""A thread's registers at most: with more, fewer threads fit on the card at a time, and those wait for memory."""


@launched(*bound_modules(__name__), max_registers=REGISTERS)
def step(
    beginning: bool,
    actions: npt.NDArray[np.int64],
    settings: Records,
    starts: Records,
    records: Records,
    slots: Records,
    masks: npt.NDArray[np.uint64],
    observations: npt.NDArray[np.float32],
    players: npt.NDArray[np.int32],
    status: npt.NDArray[np.int32],
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> None:
    """Begin the games of all places, or make one decision in each; see `step_range`."""
    index = cuda.grid(1)
    if index >= records.shape[0]:
        return
    action = int(actions[index])
    if beginning:
        action = NO_ACTION
        forget(returns[index], scores[index])
        begin_game(index, starts, records, slots, int(settings[0].drawn))
    if beginning or can_step(action, ACTIONS, masks[index], int(players[index]), rewards[index], status, index):
        mask = cuda.local.array(WORDS, np.uint64)
        status[index] = advance(index, action, settings[0], starts, records, slots, mask, rewards, returns, scores)
        for word in range(WORDS):
            masks[index, word] = mask[word]
        players[index] = player_of(records[index], int(settings[0].max_turns))
        look(records[index], int(players[index]), observations[index])


@launched(*bound_modules(__name__))
def choose(
    slots: Records, masks: npt.NDArray[np.uint64], players: npt.NDArray[np.int32], actions: npt.NDArray[np.int64]
) -> None:
    """A random legal decision in every place; see `choose_range`."""
    index = cuda.grid(1)
    if index < actions.shape[0]:
        actions[index] = drawn_action(slots[index], masks[index]) if int(players[index]) >= 0 else NO_ACTION


@launched(*bound_modules(__name__), max_registers=REGISTERS)
def play(
    settings: Records,
    records: Records,
    slots: Records,
    masks: npt.NDArray[np.uint64],
    observations: npt.NDArray[np.float32],
    players: npt.NDArray[np.int32],
    status: npt.NDArray[np.int32],
    rewards: npt.NDArray[np.float32],
    returns: npt.NDArray[np.float32],
    scores: npt.NDArray[np.int32],
) -> None:
    """Random decisions in every place until its game has ended for good; see `play_range`."""
    index = cuda.grid(1)
    if index >= records.shape[0] or int(players[index]) == TERMINAL:
        return
    mask = cuda.local.array(WORDS, np.uint64)
    status[index] = play_out(index, settings[0], records, slots, mask, rewards, returns, scores)
    for word in range(WORDS):
        masks[index, word] = mask[word]
    players[index] = TERMINAL
    look(records[index], TERMINAL, observations[index])


@launched(*bound_modules(__name__))
def unpack(masks: npt.NDArray[np.uint64], unpacked: npt.NDArray[np.bool_]) -> None:
    """Masks as one boolean an action, one thread each."""
    number: Any = cuda.grid(1)
    index = number // ACTIONS
    if index < unpacked.shape[0]:
        action = number - index * ACTIONS
        word = masks[index, action >> 6]
        unpacked[index, action] = (word >> np.uint64(action & 63)) & np.uint64(1) != np.uint64(0)
