"""What things are worth, in hundredths of a point, in the last round and with more rounds left.

The table is an argument of every judgement, so that an experiment can let two tables play against each other.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.factions import NAMES

Weights = npt.NDArray[np.int64]

TABLE: Final = (
    ("WORKER", 40, 57, 22),
    ("COIN", 33, 18, 7),
    ("PRIEST", 110, 89, 23),
    ("FIRST_BOWL", 0, 0, 3),
    ("SECOND_BOWL", 17, 20, 13),
    ("THIRD_BOWL", 36, 40, 17),
    ("SPADE", 60, 60, 24),
    ("STEP", 15, 46, 2),
    ("KEY", 9, 39, 20),
    ("CULT_RANK", 90, 60, -20),
    ("AREA_RANK", 92, 74, -14),
    ("AREA_SIZE", 20, 54, 10),
    ("TOWN", 700, 900, 71),
    ("TOWN_HOPE", 25, 30, 28),
    ("HOME_LAND", 39, 60, 55),
    ("NEIGHBOUR", 0, 5, 19),
    ("FIRST_POST", 20, 26, 70),
    ("OTHER_POST", -7, 17, 50),
    ("TEMPLE_STANDS", -4, -14, 60),
    ("SPECIAL", 41, 97, 0),
    ("PATIENCE", 0, 65, 0),
    ("FAVOUR_TOWN", 38, 60, 48),
    ("FAVOUR_DWELLING", 116, 116, 180),
    ("FAVOUR_POST", 33, 40, 93),
    ("OFFER_MADE", 60, 80, 10),
    ("NEXT_BONUS", 0, 100, 118),
    ("DOUBLE_TURN", 250, 188, 0),
    ("STRONGHOLD_STANDS", 2, -3, 40),
    ("LINK", 0, 40, 30),
    ("TOWN_NEAR", 60, 60, 0),
    ("LACKING_STRUCTURE", 14, 14, 0),
    ("LACKING_POWER", 17, 6, 0),
)
"""Name; worth in the last round; worth before it, and so much more for every round left (`scripts/tune.py`)."""

WEIGHTS: Final = np.array([row[1:] for row in TABLE], dtype=np.int64)

(
    WORKER,
    COIN,
    PRIEST,
    FIRST_BOWL,
    SECOND_BOWL,
    THIRD_BOWL,
    SPADE,
    STEP,
    KEY,
    CULT_RANK,
    AREA_RANK,
    AREA_SIZE,
    TOWN,
    TOWN_HOPE,
    HOME_LAND,
    NEIGHBOUR,
    FIRST_POST,
    OTHER_POST,
    TEMPLE_STANDS,
    SPECIAL,
    PATIENCE,
    FAVOUR_TOWN,
    FAVOUR_DWELLING,
    FAVOUR_POST,
    OFFER_MADE,
    NEXT_BONUS,
    DOUBLE_TURN,
    STRONGHOLD_STANDS,
    LINK,
    TOWN_NEAR,
    LACKING_STRUCTURE,
    LACKING_POWER,
) = range(len(TABLE))

_SPECIAL_OF: Final = {
    "auren": 150,
    "witches": 330,
    "alchemists": 120,
    "dwarves": 150,
    "swarmlings": 300,
    "chaosmagicians": 120,
    "giants": 330,
    "fakirs": 100,
    "nomads": 330,
}
SPECIAL_WORTH: Final = np.array([_SPECIAL_OF.get(name, 0) for name in NAMES], dtype=np.int64)
"""What a faction's stronghold brings in every round, beside its income."""

_STRENGTH_OF: Final = {
    "auren": 91,
    "witches": 95,
    "alchemists": 98,
    "darklings": 117,
    "halflings": 107,
    "cultists": 99,
    "engineers": 91,
    "dwarves": 111,
    "mermaids": 101,
    "swarmlings": 104,
    "chaosmagicians": 97,
    "giants": 98,
    "fakirs": 101,
    "nomads": 101,
}
STRENGTH: Final = np.array([_STRENGTH_OF[name] for name in NAMES], dtype=np.int64)
"""How well the factions do in this bot's hands: mean points in 2,000 games of four with factions drawn at random."""


@kernel
def worth(weights: Weights, thing: int, left: int) -> int:
    """What a thing is worth with so many rounds left."""
    if left == 0:
        return int(weights[thing, 0])
    return int(weights[thing, 1]) + left * int(weights[thing, 2])


@kernel
def worth_each_round(weights: Weights, thing: int, left: int) -> int:
    """What a thing is worth that comes at the beginning of every round left."""
    if left == 0:
        return 0
    value = int(weights[thing, 0]) + (left - 1) * int(weights[thing, 1])
    return value + left * (left - 1) // 2 * int(weights[thing, 2])
