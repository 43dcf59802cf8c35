"""Whole games on an NVIDIA card, one game a thread.

A template like `dolmen.playout`: every game binds its own copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.cuda import driver, launched
from dolmen.game import Kernel, Records
from dolmen.kernel import bound_modules

cuda = driver()

decide: Kernel
is_over: Kernel
is_costly: Kernel
RECORD: np.dtype[Any]
WORDS: int

DECISIONS = 1 << 31


@launched(*bound_modules(__name__))
def play_local(
    starts: Records, seed: int, first: int, games: int, max_turns: int, finals: Records, made: npt.NDArray[np.int32]
) -> None:
    """Random games, positions kept in the thread's own memory; a thread that has finished one begins another."""
    records = cuda.local.array(1, RECORD)
    mask = cuda.local.array(WORDS, np.uint64)
    game = cuda.grid(1)
    step = 0
    if game < games:
        records[0] = starts[(first + game) % starts.shape[0]]
    while game < games:
        if is_over(records[0], max_turns):
            made[game] = step
            if finals.shape[0] >= games:
                finals[game] = records[0]
            game += cuda.gridsize(1)
            step = 0
            if game < games:
                records[0] = starts[(first + game) % starts.shape[0]]
        else:
            decide(records[0], mask, seed, DECISIONS + first + game, step)
            step += 1


@launched(*bound_modules(__name__))
def play_waiting(
    starts: Records, seed: int, first: int, games: int, max_turns: int, finals: Records, made: npt.NDArray[np.int32]
) -> None:
    """The same, but a game at a costly decision waits until all games of its warp stand at one."""
    records = cuda.local.array(1, RECORD)
    mask = cuda.local.array(WORDS, np.uint64)
    game = cuda.grid(1)
    step = 0
    if game < games:
        records[0] = starts[(first + game) % starts.shape[0]]
    while cuda.any_sync(0xFFFFFFFF, game < games):
        playing = game < games
        over = playing and is_over(records[0], max_turns)
        cheap = playing and not over and not is_costly(records[0])
        if over:
            made[game] = step
            if finals.shape[0] >= games:
                finals[game] = records[0]
            game += cuda.gridsize(1)
            step = 0
            if game < games:
                records[0] = starts[(first + game) % starts.shape[0]]
        any_cheap = cuda.any_sync(0xFFFFFFFF, cheap)
        if playing and not over and (cheap or not any_cheap):
            decide(records[0], mask, seed, DECISIONS + first + game, step)
            step += 1


@launched(*bound_modules(__name__))
def play_global(
    starts: Records, seed: int, first: int, games: int, max_turns: int, finals: Records, made: npt.NDArray[np.int32]
) -> None:
    """The same, positions kept in the card's memory (`finals`: one for each game)."""
    mask = cuda.local.array(WORDS, np.uint64)
    game = cuda.grid(1)
    step = 0
    if game < games:
        finals[game] = starts[(first + game) % starts.shape[0]]
    while game < games:
        if is_over(finals[game], max_turns):
            made[game] = step
            game += cuda.gridsize(1)
            step = 0
            if game < games:
                finals[game] = starts[(first + game) % starts.shape[0]]
        else:
            decide(finals[game], mask, seed, DECISIONS + first + game, step)
            step += 1
