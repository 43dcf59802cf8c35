"""What a batch keeps of each of its places, beside the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

MAX_SEATS: Final = 5

GOES_ON, OVER, TRUNCATED, REFUSED = 0, 1, 2, -1
"""What a step came to: the game goes on, is over, was cut short at the turn cap; or the action was not legal."""

DECISIONS: Final = 1 << 31
"""Set-ups are drawn from stream g, chance and random decisions of game g from stream g plus this."""

SLOT: Final = np.dtype(
    [
        ("seed", np.int64),
        ("game", np.int64),  # the number of the game that is played here now: its stream of the seed
        ("step", np.int64),  # decisions of this game so far, those of the dice included
        # ------------------------------------------------------------------------ sums over the games that have ended
        ("games", np.int64),
        ("truncated", np.int64),  # of them, how many were cut short
        ("decisions", np.int64),
        ("points", np.int64, (MAX_SEATS,)),
        ("wins", np.float64, (MAX_SEATS,)),  # shares of victories
    ],
    align=True,
)

SETTINGS: Final = np.dtype(
    [
        ("max_turns", np.int64),
        ("next_game", np.int64),  # how far the numbers of a place's consecutive games lie apart
        ("restart", np.int64),  # whether a game that has ended is followed by the next one
        ("drawn", np.int64),  # whether set-ups are drawn, or those given are played again
        ("point_reward", np.float64),  # what a point is worth, added to the reward
    ],
    align=True,
)


@dataclass
class Arrays:
    """All arrays of a batch, one row a place (on a GPU: arrays of the card)."""

    settings: Any
    starts: Any
    records: Any
    slots: Any
    masks: Any
    observations: Any
    players: Any
    status: Any
    rewards: Any
    returns: Any
    scores: Any
    actions: Any
    unpacked: Any

    def shown(self) -> tuple[Any, ...]:
        """What kernels write to, in the order in which they take it."""
        return (
            self.records,
            self.slots,
            self.masks,
            self.observations,
            self.players,
            self.status,
            self.rewards,
            self.returns,
            self.scores,
        )
