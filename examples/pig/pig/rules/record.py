"""A position of Pig: one record of fixed size, without gaps."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

MAX_PLAYERS: Final = 6
TARGET: Final = 100
"""Who holds with so many points wins."""

Record = Any
"""An `np.record` where the rules are interpreted, a struct where they are compiled."""

RECORD: Final = np.dtype(
    [
        ("turn", np.int16),  # how many turns have begun
        ("pot", np.int16),  # what this turn would bring
        ("points", np.int16, (MAX_PLAYERS,)),
        ("player", np.int8),  # who decides: a seat, CHANCE where the die falls, TERMINAL at the end
        ("turn_player", np.int8),  # whose turn it is
        ("players", np.int8),
        ("face", np.int8),  # what the die shows; 0 before the first roll
    ]
)
