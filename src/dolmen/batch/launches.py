"""What is launched on an NVIDIA card: one thread a place, each running the very rules that the CPU runs.

A template like `dolmen.batch.rules`: every game binds its own copy. Positions stay in the card's memory, masks are made
in the thread's own; both are what measured best (bench/results.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch.rules import NO_ACTION
from dolmen.batch.slots import OVER, TRUNCATED
from dolmen.cuda import driver, launched
from dolmen.game import TERMINAL, Kernel, Records
from dolmen.kernel import bound_modules

cuda = driver()

advance: Kernel
apply: Kernel
begin_game: Kernel
can_step: Kernel
drawn_action: Kernel
end_game: Kernel
forget: Kernel
is_costly: Kernel
is_over: Kernel
legal: Kernel
look: Kernel
play_out: Kernel
player_of: Kernel
remember_points: Kernel
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


@launched(*bound_modules(__name__), max_registers=REGISTERS)
def play_waiting(
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
    """The same, but a game at a costly decision waits until all games of its warp stand at one."""
    index = cuda.grid(1)
    mask = cuda.local.array(WORDS, np.uint64)
    max_turns = int(settings[0].max_turns)
    playing = index < records.shape[0] and int(players[index]) != TERMINAL
    mine = playing
    if mine:
        remember_points(records[index], rewards[index])
    while cuda.any_sync(0xFFFFFFFF, playing):
        cheap = False
        if playing:
            playing = not is_over(records[index], max_turns)
            cheap = playing and not is_costly(records[index])
        any_cheap = cuda.any_sync(0xFFFFFFFF, cheap)
        if playing and (cheap or not any_cheap):
            legal(records[index], mask)
            apply(records[index], drawn_action(slots[index], mask))
            slots[index].step += 1
    if mine:
        status[index] = OVER if int(records[index].player) == TERMINAL else TRUNCATED
        end_game(
            records[index], slots[index], int(status[index]), settings[0], rewards[index], returns[index], scores[index]
        )
        for word in range(WORDS):
            masks[index, word] = np.uint64(0)
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
