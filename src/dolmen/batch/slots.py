"""What a batch keeps of each of its places, beside the position itself."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.core.position import Records

SEATS_AT_LEAST: Final = 5
"""Sums have room for so many seats, whatever the game: the learner's checkpoints hold them, and older ones are read."""

GOES_ON, OVER, TRUNCATED, REFUSED = 0, 1, 2, -1
"""What a step came to: the game goes on, is over, was cut short at the turn cap; or the action was not legal."""

NO_ACTION: Final = -1
"""No action at all: where a game has ended for good."""
NEXT_GAME: Final = -2
"""Instead of an action: leave the game of this place and begin its next one."""


@cache
def slot_type(max_players: int) -> np.dtype[Any]:
    """What is kept of a place of a game for so many players."""
    seats = max(max_players, SEATS_AT_LEAST)
    return np.dtype(
        [
            ("seed", np.int64),
            ("game", np.int64),  # the number of the game that is played here now: its stream of the seed
            ("step", np.int64),  # decisions of this game so far, those of the dice included
            # -------------------------------------------------------------------- sums over the games that have ended
            ("games", np.int64),
            ("truncated", np.int64),  # of them, how many were cut short
            ("decisions", np.int64),
            ("points", np.int64, (seats,)),
            ("wins", np.float64, (seats,)),  # shares of victories
        ],
        align=True,
    )


SETTINGS: Final = np.dtype(
    [
        ("max_turns", np.int64),
        ("next_game", np.int64),  # how far the numbers of a place's consecutive games lie apart
        ("restart", np.int64),  # whether a game that has ended is followed by the next one
        ("drawn", np.int64),  # in how many of the starts the set-up is still to be drawn: the first ones
        ("pooled", np.int64),  # whether each game begins with any of the starts, by its own draw
        ("point_reward", np.float64),  # what a point is worth, added to the reward
    ],
    align=True,
)


class Arrays(NamedTuple):
    """The arrays that kernels read and write, one row a place (on a GPU: arrays of the card, of the same types)."""

    settings: Any
    """One row for all places."""
    starts: Any
    """The first positions: one for all places, one for each, or a pool of them."""
    records: Records
    slots: Any
    masks: npt.NDArray[np.uint64]
    observations: npt.NDArray[np.float32]
    players: npt.NDArray[np.int32]
    status: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    returns: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int32]
