"""The fourteen factions as data (Appendix VI): abilities and strongholds are numbers in tables, not names in rules.

`Faction` holds what is printed on a faction board, with the usual value as default, so that each faction below
says only what is its own. The arrays at the end are what the kernels read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dolmen.games.terra_mystica.rules.board import COLOURS
from dolmen.games.terra_mystica.rules.tiles import (
    COINS,
    DWELLING,
    POWER,
    PRIESTS,
    SANCTUARY,
    STRONGHOLD,
    TEMPLE,
    TRADING_POST,
    WORKERS,
)

Track = tuple[int, ...]
Price = tuple[int, int]

SPECIALS: Final = ("ACTA", "ACTC", "ACTE", "ACTG", "ACTN", "ACTS", "ACTW")
NO_SPECIAL: Final = -1
SPECIAL_STEPS, SPECIAL_DOUBLE_TURN, SPECIAL_BRIDGE, SPECIAL_SPADES, SPECIAL_SANDSTORM, SPECIAL_UPGRADE, SPECIAL_RIDE = (
    range(7)
)

_EIGHT: Final = (1, 2, 3, 4, 5, 6, 7, 8, 8)


@dataclass(frozen=True)
class Faction:
    """One side of a faction board. Prices are (workers, coins); income is cumulative, by structures on the map."""

    name: str
    colour: str
    cults: tuple[int, int, int, int]
    workers: int = 3
    coins: int = 15
    priests: int = 0
    bowls: tuple[int, int, int] = (5, 7, 0)
    dwellings: int = 2
    """Dwellings at the start of the game."""

    dwelling: Price = (1, 2)
    trading_post: Price = (2, 3)
    temple: Price = (2, 5)
    stronghold: Price = (4, 6)
    sanctuary: Price = (4, 6)

    dwelling_workers: Track = _EIGHT
    post_coins: Track = (0, 2, 4, 6, 8)
    post_power: Track = (0, 1, 2, 4, 6)
    temple_priests: Track = (0, 1, 2, 3)
    temple_power: Track = (0, 0, 0, 0)
    stronghold_income: tuple[int, int, int, int] = (0, 0, 0, 2)
    """Workers, coins, priests, power."""
    sanctuary_priests: int = 1

    shipping: int = 0
    shipping_max: int = 3
    spade_prices: Track = (3, 2, 1)
    """Workers for a spade, by level of the exchange track."""
    spade_priests: int = 0
    """Priests for a spade, where workers buy none."""
    dig_coins: int = 5

    points_per_spade: int = 0
    """For every spade gained, whatever its source."""
    points_per_paid_spade: int = 0
    spades_per_hex: int = 0
    """Spades that every transformation takes; 0: by the cycle."""
    points_per_town: int = 0
    workers_per_town: int = 0
    favours: int = 1
    """Favour tiles for a temple and for the sanctuary."""
    river_towns: bool = False
    """Whether a town may stretch over a river hex."""
    step_for_taken_power: bool = False
    """Cultists: a cult step if somebody takes the power they offer, one power if nobody does."""
    points_for_coins: bool = False
    """Alchemists: points into coins and back, two coins a point at the end."""
    skip: int = 0
    """Hexes that a tunnel or a carpet skips."""
    skip_workers: int = 0
    skip_priests: int = 0
    skip_points: int = 0
    skip_with_town: int = 0
    """More hexes to skip for every TW7."""

    stronghold_favours: int = 0
    stronghold_power: int = 0
    stronghold_points: int = 0
    stronghold_spades: int = 0
    stronghold_shipping: int = 0
    stronghold_ordination: int = 0
    """Workers that may become priests."""
    stronghold_spade_power: int = 0
    """Power for every spade gained, once it stands."""
    stronghold_skip: int = 0
    stronghold_skip_workers: int = 0
    """Workers saved on every tunnel."""
    stronghold_bridge_points: int = 0
    """Points on passing for a bridge between two own structures."""
    special: str = ""
    special_at_once: bool = False
    """Whether the special action needs no stronghold."""


FACTIONS: Final = (
    Faction("auren", "green", (0, 1, 0, 1), sanctuary=(4, 8), stronghold_favours=1, special="ACTA"),
    Faction("witches", "green", (0, 0, 0, 2), points_per_town=5, special="ACTW"),
    Faction(
        "alchemists",
        "black",
        (1, 1, 0, 0),
        post_coins=(0, 2, 4, 7, 11),
        post_power=(0, 1, 2, 3, 4),
        stronghold_income=(0, 6, 0, 0),
        points_for_coins=True,
        stronghold_power=12,
        stronghold_spade_power=2,
    ),
    Faction(
        "darklings",
        "black",
        (0, 1, 1, 0),
        workers=1,
        priests=1,
        sanctuary=(4, 10),
        sanctuary_priests=2,
        spade_prices=(0,),
        spade_priests=1,
        points_per_paid_spade=2,
        stronghold_ordination=3,
    ),
    Faction(
        "halflings",
        "brown",
        (0, 0, 1, 1),
        bowls=(3, 9, 0),
        stronghold=(4, 8),
        dig_coins=1,
        points_per_spade=1,
        stronghold_spades=3,
    ),
    Faction(
        "cultists",
        "brown",
        (1, 0, 1, 0),
        stronghold=(4, 8),
        sanctuary=(4, 8),
        step_for_taken_power=True,
        stronghold_points=7,
    ),
    Faction(
        "engineers",
        "gray",
        (0, 0, 0, 0),
        workers=2,
        coins=10,
        bowls=(3, 9, 0),
        dwelling=(1, 1),
        trading_post=(1, 2),
        temple=(1, 4),
        stronghold=(3, 6),
        sanctuary=(3, 6),
        dwelling_workers=(0, 1, 2, 2, 3, 4, 4, 5, 6),
        temple_priests=(0, 1, 1, 2),
        temple_power=(0, 0, 5, 5),
        stronghold_bridge_points=3,
        special="ACTE",
        special_at_once=True,
    ),
    Faction(
        "dwarves",
        "gray",
        (0, 0, 2, 0),
        post_coins=(0, 3, 5, 7, 10),
        shipping_max=0,
        skip=1,
        skip_workers=2,
        skip_points=4,
        stronghold_skip_workers=1,
    ),
    Faction(
        "mermaids",
        "blue",
        (0, 2, 0, 0),
        bowls=(3, 9, 0),
        sanctuary=(4, 8),
        stronghold_income=(0, 0, 0, 4),
        shipping=1,
        shipping_max=5,
        river_towns=True,
        stronghold_shipping=1,
    ),
    Faction(
        "swarmlings",
        "blue",
        (1, 1, 1, 1),
        workers=8,
        coins=20,
        bowls=(3, 9, 0),
        dwelling=(2, 3),
        trading_post=(3, 4),
        temple=(3, 6),
        stronghold=(5, 8),
        sanctuary=(5, 8),
        dwelling_workers=(2, 3, 4, 5, 6, 7, 8, 9, 9),
        post_coins=(0, 2, 4, 6, 9),
        post_power=(0, 2, 4, 6, 8),
        stronghold_income=(0, 0, 0, 4),
        sanctuary_priests=2,
        workers_per_town=3,
        special="ACTS",
    ),
    Faction(
        "chaosmagicians",
        "red",
        (2, 0, 0, 0),
        workers=4,
        dwellings=1,
        stronghold=(4, 4),
        sanctuary=(4, 8),
        stronghold_income=(2, 0, 0, 0),
        favours=2,
        special="ACTC",
    ),
    Faction(
        "giants",
        "red",
        (1, 0, 0, 1),
        stronghold_income=(0, 0, 0, 4),
        spades_per_hex=2,
        special="ACTG",
    ),
    Faction(
        "fakirs",
        "yellow",
        (1, 0, 0, 1),
        bowls=(7, 5, 0),
        stronghold=(4, 10),
        stronghold_income=(0, 0, 1, 0),
        shipping_max=0,
        spade_prices=(3, 2),
        skip=1,
        skip_priests=1,
        skip_points=4,
        skip_with_town=1,
        stronghold_skip=1,
    ),
    Faction(
        "nomads",
        "yellow",
        (1, 0, 1, 0),
        workers=2,
        dwellings=3,
        stronghold=(4, 8),
        post_coins=(0, 2, 4, 7, 11),
        post_power=(0, 1, 2, 3, 4),
        special="ACTN",
    ),
)

NUM_FACTIONS: Final = len(FACTIONS)
NAMES: Final = tuple(faction.name for faction in FACTIONS)
INTRODUCTORY: Final = {
    2: ("witches", "nomads"),
    3: ("witches", "nomads", "alchemists"),
    4: ("witches", "nomads", "halflings", "mermaids"),
    5: ("witches", "nomads", "halflings", "mermaids", "giants"),
}
"""The rulebook's factions for a first game, by players."""

SHIPPING_COST_PRIESTS: Final = 1
SHIPPING_COST_COINS: Final = 4
DIG_COST_WORKERS: Final = 2
DIG_COST_PRIESTS: Final = 1
DIG_POINTS: Final = 6
BRIDGE_WORKERS: Final = 2
"""What ACTE costs."""


def _column(field: str) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array([int(getattr(faction, field)) for faction in FACTIONS], dtype=np.int8)


def _income_table() -> np.ndarray[tuple[int, int, int, int], np.dtype[np.int8]]:
    """Income by faction, structure, number of them on the map, and good."""
    table = np.zeros((len(FACTIONS), 6, 9, 4), dtype=np.int8)
    for number, faction in enumerate(FACTIONS):
        for structure, good, track in (
            (DWELLING, WORKERS, faction.dwelling_workers),
            (TRADING_POST, COINS, faction.post_coins),
            (TRADING_POST, POWER, faction.post_power),
            (TEMPLE, PRIESTS, faction.temple_priests),
            (TEMPLE, POWER, faction.temple_power),
            (SANCTUARY, PRIESTS, (0, faction.sanctuary_priests)),
        ):
            table[number, structure, : len(track), good] = track
        table[number, STRONGHOLD, 1] = faction.stronghold_income
    return table


def _shipping_points() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Points on reaching each shipping value: 2, 3, 4, 5 from the first step on."""
    table = np.zeros((len(FACTIONS), 7), dtype=np.int8)
    for number, faction in enumerate(FACTIONS):
        for level in range(faction.shipping + 1, faction.shipping_max + 1):
            table[number, level] = level - faction.shipping + 1
    return table


HOME: Final = np.array([COLOURS.index(faction.colour) for faction in FACTIONS], dtype=np.int8)
SPECIAL: Final = np.array(
    [SPECIALS.index(faction.special) if faction.special else NO_SPECIAL for faction in FACTIONS], dtype=np.int8
)
SPECIAL_AT_ONCE: Final = _column("special_at_once")
START_CULTS: Final = np.array([faction.cults for faction in FACTIONS], dtype=np.int8)
START_BOWLS: Final = np.array([faction.bowls for faction in FACTIONS], dtype=np.int8)
START_WORKERS: Final = _column("workers")
START_COINS: Final = _column("coins")
START_PRIESTS: Final = _column("priests")
START_DWELLINGS: Final = _column("dwellings")
COST: Final = np.array(
    [
        [(0, 0), faction.dwelling, faction.trading_post, faction.temple, faction.stronghold, faction.sanctuary]
        for faction in FACTIONS
    ],
    dtype=np.int8,
)
"""Workers and coins, by faction and structure; a trading post without a neighbour costs twice the coins."""
INCOME: Final = _income_table()
START_SHIPPING: Final = _column("shipping")
MAX_SHIPPING_OF: Final = _column("shipping_max")
SHIPPING_POINTS: Final = _shipping_points()
SPADE_WORKERS: Final = np.array([(*faction.spade_prices, 0, 0)[:3] for faction in FACTIONS], dtype=np.int8)
"""Workers for a spade, by faction and level of the exchange track."""
MAX_DIGGING: Final = np.array([len(faction.spade_prices) - 1 for faction in FACTIONS], dtype=np.int8)
SPADE_PRIESTS: Final = _column("spade_priests")
DIG_COINS: Final = _column("dig_coins")
POINTS_PER_SPADE: Final = _column("points_per_spade")
POINTS_PER_PAID_SPADE: Final = _column("points_per_paid_spade")
SPADES_PER_HEX: Final = _column("spades_per_hex")
POINTS_PER_TOWN: Final = _column("points_per_town")
WORKERS_PER_TOWN: Final = _column("workers_per_town")
FAVOURS_EACH: Final = _column("favours")
RIVER_TOWNS: Final = _column("river_towns")
STEP_FOR_TAKEN_POWER: Final = _column("step_for_taken_power")
POINTS_FOR_COINS: Final = _column("points_for_coins")
SKIP: Final = _column("skip")
SKIP_WORKERS: Final = _column("skip_workers")
SKIP_PRIESTS: Final = _column("skip_priests")
SKIP_POINTS: Final = _column("skip_points")
SKIP_WITH_TOWN: Final = _column("skip_with_town")
STRONGHOLD_FAVOURS: Final = _column("stronghold_favours")
STRONGHOLD_POWER: Final = _column("stronghold_power")
STRONGHOLD_POINTS: Final = _column("stronghold_points")
STRONGHOLD_SPADES: Final = _column("stronghold_spades")
STRONGHOLD_SHIPPING: Final = _column("stronghold_shipping")
STRONGHOLD_ORDINATION: Final = _column("stronghold_ordination")
STRONGHOLD_SPADE_POWER: Final = _column("stronghold_spade_power")
STRONGHOLD_SKIP: Final = _column("stronghold_skip")
STRONGHOLD_SKIP_WORKERS: Final = _column("stronghold_skip_workers")
STRONGHOLD_BRIDGE_POINTS: Final = _column("stronghold_bridge_points")
