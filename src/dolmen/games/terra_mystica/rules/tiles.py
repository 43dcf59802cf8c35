"""Tiles and power actions: favour, town, bonus and scoring tiles as tables (Appendices I to V).

Goods stand in the order workers, coins, priests, power; cult tracks in the order fire, water, earth, air.
"""

from __future__ import annotations

from typing import Final

import numpy as np

CULTS: Final = ("FIRE", "WATER", "EARTH", "AIR")
TRACKS: Final = len(CULTS)

NO_STRUCTURE, DWELLING, TRADING_POST, TEMPLE, STRONGHOLD, SANCTUARY = range(6)
STRUCTURES: Final = 6
"""Kinds of structures, none included: loops over them begin at DWELLING."""
STRUCTURE_CODES: Final = ("", "D", "TP", "TE", "SH", "SA")
STRUCTURE_NAMES: Final = ("", "dwelling", "trading post", "temple", "stronghold", "sanctuary")
PIECES: Final = np.array([0, 8, 4, 3, 1, 1], dtype=np.int8)
"""Pieces of each structure that a faction has."""
POWER_VALUE: Final = np.array([0, 1, 2, 2, 3, 3], dtype=np.int8)
UPGRADED_FROM: Final = np.array([0, 0, 1, 2, 2, 3], dtype=np.int8)
"""What each structure replaces."""

MAX_PRIESTS: Final = 7
MAX_BRIDGES: Final = 3
START_POINTS: Final = 20

# --------------------------------------------------------------------------------------------------------------- goods


WORKERS, COINS, PRIESTS, POWER = range(4)
"""What income and rewards are made of."""

# ------------------------------------------------------------------------------------------ power actions (Appendix I)

POWER_COST: Final = np.array([3, 3, 4, 4, 4, 6], dtype=np.int8)
"""Power that ACT1 to ACT6 cost."""
POWER_ACTIONS: Final = len(POWER_COST)
POWER_GAIN: Final = np.array(
    [[0, 0, 0, 0], [0, 0, 1, 0], [2, 0, 0, 0], [0, 7, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], dtype=np.int8
)
POWER_SPADES: Final = np.array([0, 0, 0, 0, 1, 2], dtype=np.int8)
BRIDGE_ACTION: Final = 0

# ------------------------------------------------------------------------------------------ favour tiles (Appendix II)

FAVOURS: Final = tuple(f"FAV{number}" for number in range(1, 13))
FAVOUR_TILES: Final = len(FAVOURS)
FAVOUR_COUNT: Final = np.array([1] * 4 + [3] * 8, dtype=np.int8)
FAVOUR_STEPS: Final = np.array([3] * 4 + [2] * 4 + [1] * 4, dtype=np.int8)
"""Steps on the tile's cult track; the tracks alternate."""
FAVOUR_INCOME: Final = np.zeros((FAVOUR_TILES, 4), dtype=np.int8)
FAVOUR_INCOME[6] = (1, 0, 0, 1)
FAVOUR_INCOME[7] = (0, 0, 0, 4)
FAVOUR_INCOME[8] = (0, 3, 0, 0)
FAV_TOWN_POWER: Final = 4
"""FAV5: towns need a power value of 6 instead of 7."""
FAV_CULT_STEP: Final = 5
"""FAV6: a special action, one step."""
FAV_TRADING_POSTS: Final = 9
"""FAV10: three points for a trading post."""
FAV_DWELLINGS: Final = 10
"""FAV11: two points for a dwelling."""
FAV_PASSING: Final = 11
"""FAV12: points on passing, by trading posts."""
FAV_TRADING_POST_POINTS: Final = 3
FAV_DWELLING_POINTS: Final = 2
FAV_PASSING_POINTS: Final = np.array([0, 2, 3, 3, 4], dtype=np.int8)

# --------------------------------------------------------------------------------------------- town tiles (Appendix V)

TOWNS: Final = tuple(f"TW{number}" for number in range(1, 9))
TOWN_TILES: Final = len(TOWNS)
TOWN_COUNT: Final = np.array([2, 2, 2, 2, 2, 0, 0, 0], dtype=np.int8)
TOWN_COUNT_EXPANDED: Final = np.array([2, 2, 2, 2, 2, 1, 2, 1], dtype=np.int8)
TOWN_POINTS: Final = np.array([5, 7, 9, 6, 8, 2, 4, 11], dtype=np.int8)
TOWN_KEYS: Final = np.array([1, 1, 1, 1, 1, 2, 1, 1], dtype=np.int8)
TOWN_STEPS: Final = np.array([0, 0, 0, 0, 1, 2, 0, 0], dtype=np.int8)
"""Steps on every cult track."""
TOWN_GAIN: Final = np.zeros((TOWN_TILES, 4), dtype=np.int8)
TOWN_GAIN[0] = (0, 6, 0, 0)
TOWN_GAIN[1] = (2, 0, 0, 0)
TOWN_GAIN[2] = (0, 0, 1, 0)
TOWN_GAIN[3] = (0, 0, 0, 8)
TOWN_SHIPPING: Final = 6
"""TW7: a step of shipping, or one more hex for carpets."""
TOWN_STRUCTURES: Final = 4
TOWN_POWER: Final = 7

# ------------------------------------------------------------------------------------------- bonus tiles (Appendix IV)

BONUSES: Final = tuple(f"BON{number}" for number in range(1, 11))
BONUS_TILES: Final = len(BONUSES)
BONUS_INCOME: Final = np.array(
    [
        [0, 2, 0, 0],
        [0, 4, 0, 0],
        [0, 6, 0, 0],
        [0, 0, 0, 3],
        [1, 0, 0, 3],
        [2, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
        [0, 2, 0, 0],
        [0, 0, 0, 3],
    ],
    dtype=np.int8,
)
BONUS_POINTS: Final = np.zeros((BONUS_TILES, STRUCTURES), dtype=np.int8)
"""Points on passing for each structure of a kind."""
BONUS_POINTS[5] = (0, 0, 0, 0, 4, 4)
BONUS_POINTS[6] = (0, 0, 2, 0, 0, 0)
BONUS_POINTS[8] = (0, 1, 0, 0, 0, 0)
BONUS_SPADE: Final = 0
"""BON1: a special action, one spade."""
BONUS_CULT_STEP: Final = 1
"""BON2: a special action, one step."""
BONUS_SHIPPING: Final = 3
"""BON4: shipping one higher in phase II."""
BONUS_SHIPPING_POINTS: Final = 9
"""BON10: points on passing for the shipping value."""
POINTS_PER_SHIPPING: Final = 3
BONUS_SPARE: Final = 3
"""Bonus tiles in play beyond the number of players."""

# ---------------------------------------------------------------------------------------- scoring tiles (Appendix III)

SCORINGS: Final = tuple(f"SCORE{number}" for number in range(1, 10))
SCORING_POINTS: Final = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 2, 0, 0, 0, 0],
        [0, 0, 0, 0, 5, 5],
        [0, 2, 0, 0, 0, 0],
        [0, 0, 3, 0, 0, 0],
        [0, 0, 0, 0, 5, 5],
        [0, 0, 3, 0, 0, 0],
        [0, 0, 0, 4, 0, 0],
    ],
    dtype=np.int8,
)
"""Points for building each kind of structure."""
SCORING_SPADE: Final = 0
"""SCORE1: two points a spade; never in rounds 5 and 6."""
SCORING_TOWN: Final = 1
"""SCORE2: five points a town."""
SPADE_POINTS: Final = 2
TOWN_SCORING_POINTS: Final = 5
ORDERS: Final = 4
"""In place of a cult track: own priests in the orders (SCORE9)."""
SCORING_CULT: Final = np.array([2, 2, 1, 0, 0, 1, 3, 3, ORDERS], dtype=np.int8)
SCORING_STEPS: Final = np.array([1, 4, 4, 2, 4, 4, 2, 4, 1], dtype=np.int8)
"""Steps for which the cult bonus is given once."""
SCORING_GAIN: Final = np.array(
    [
        [0, 1, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 1, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 4],
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 2, 0, 0],
    ],
    dtype=np.int8,
)
SCORING_SPADES: Final = np.array([0, 1, 0, 0, 0, 1, 0, 1, 0], dtype=np.int8)
"""Spades of the cult bonus."""

# --------------------------------------------------------------------------------------------------------- cult tracks

TOP: Final = 10
ORDER_STEPS: Final = np.array([3, 2, 2, 2], dtype=np.int8)
"""Steps for a priest on each of the four places of an order."""
ORDER_PLACES: Final = len(ORDER_STEPS)
CULT_POWER: Final = np.array([0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 3], dtype=np.int8)
"""Power on reaching each space."""
CULT_POINTS: Final = np.array([8, 4, 2, 0, 0], dtype=np.int8)
AREA_POINTS: Final = np.array([18, 12, 6, 0, 0], dtype=np.int8)
COINS_PER_POINT: Final = 3
