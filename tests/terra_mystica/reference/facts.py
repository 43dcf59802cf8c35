"""The figures printed on the map, the faction boards and the tiles (`shared/facts/terra_mystica.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

# -------------------------------------------------------------------------------------------------- terrain and map

CYCLE: Final = ("yellow", "brown", "black", "blue", "green", "gray", "red")
"""The terrains round the wheel: the last is next to the first."""

MAP: Final = (
    "brown gray green blue yellow red brown black red green blue red black",
    "yellow . . brown black . . yellow black . . yellow",
    ". . black . gray . green . green . gray . .",
    "green blue yellow . . red blue . red . red brown",
    "black brown red blue black brown gray yellow . . green black blue",
    "gray green . . yellow green . . . brown gray brown",
    ". . . gray . red . green . yellow black blue yellow",
    "yellow blue brown . . . blue black . gray brown gray",
    "red black gray blue red green yellow brown gray . blue green red",
)
"""Rows A to I from the left; a dot is river. Every second row is shifted half a hex to the right."""

# ------------------------------------------------------------------------------------------------------------ pieces

DWELLING, TRADING_POST, TEMPLE, STRONGHOLD, SANCTUARY = STRUCTURES = ("D", "TP", "TE", "SH", "SA")
PIECES: Final = {"D": 8, "TP": 4, "TE": 3, "SH": 1, "SA": 1}
POWER_VALUE: Final = {"D": 1, "TP": 2, "TE": 2, "SH": 3, "SA": 3}
UPGRADES: Final = {"D": ("TP",), "TP": ("TE", "SH"), "TE": ("SA",), "SH": (), "SA": ()}
PRIESTS: Final = 7
BRIDGES: Final = 3
START_POINTS: Final = 20
ROUNDS: Final = 6

# ------------------------------------------------------------------------------------------------------------- cults

CULTS: Final = ("FIRE", "WATER", "EARTH", "AIR")
TOP: Final = 10
CULT_POWER: Final = {3: 1, 5: 2, 7: 2, 10: 3}
ORDER_PLACES: Final = (3, 2, 2, 2)
"""The steps of the four places of each order."""

# ---------------------------------------------------------------------------------------------------------- factions

Goods = Mapping[str, int]
"""How much of which good: 'workers', 'coins', 'priests', 'power'."""
Row = Mapping[str, tuple[int, ...]]
"""The income of one kind of structure: how much of a good, by the number of such structures on the map."""

_WORKER_EACH: Final[Row] = {"workers": (1, 2, 3, 4, 5, 6, 7, 8, 8)}
_TRADE: Final[Row] = {"coins": (0, 2, 4, 6, 8), "power": (0, 1, 2, 4, 6)}
_RICH_TRADE: Final[Row] = {"coins": (0, 2, 4, 7, 11), "power": (0, 1, 2, 3, 4)}
_TEMPLES: Final[Row] = {"priests": (0, 1, 2, 3)}


@dataclass(frozen=True)
class Faction:
    """A faction board; the defaults are what most of them show."""

    name: str
    colour: str
    cults: tuple[int, int, int, int]
    first_dwellings: int = 2
    workers: int = 3
    coins: int = 15
    priests: int = 0
    bowls: tuple[int, int, int] = (5, 7, 0)
    dwelling: tuple[int, int] = (1, 2)
    """Prices are workers and coins."""
    trading_post: tuple[int, int] = (2, 3)
    """With a neighbour; without one the coins double."""
    temple: tuple[int, int] = (2, 5)
    stronghold: tuple[int, int] = (4, 6)
    sanctuary: tuple[int, int] = (4, 6)
    dwelling_income: Row = field(default_factory=lambda: _WORKER_EACH)
    trading_income: Row = field(default_factory=lambda: _TRADE)
    temple_income: Row = field(default_factory=lambda: _TEMPLES)
    stronghold_income: tuple[str, int] = ("power", 2)
    sanctuary_priests: int = 1
    shipping: int = 0
    shipping_points: tuple[int, ...] = (0, 2, 3, 4)
    """What reaching each level is worth; the last is the end of the track."""
    digging: tuple[int, ...] = (3, 2, 1)
    """Workers a spade by level; empty where spades are paid with priests."""
    digging_coins: int = 5
    action: str = ""
    """The special action, from the stronghold on (the engineers' from the start)."""

    def price(self, structure: str) -> tuple[int, int]:
        """Workers and coins of a structure."""
        prices = (self.dwelling, self.trading_post, self.temple, self.stronghold, self.sanctuary)
        return prices[STRUCTURES.index(structure)]

    @property
    def last_shipping(self) -> int:
        """The end of the shipping track; 0 where there is none."""
        return len(self.shipping_points) - 1


_FACTIONS: Final = (
    Faction("auren", "green", (0, 1, 0, 1), sanctuary=(4, 8), action="ACTA"),
    Faction("witches", "green", (0, 0, 0, 2), action="ACTW"),
    Faction("alchemists", "black", (1, 1, 0, 0), trading_income=_RICH_TRADE, stronghold_income=("coins", 6)),
    Faction(
        "darklings",
        "black",
        (0, 1, 1, 0),
        workers=1,
        priests=1,
        sanctuary=(4, 10),
        sanctuary_priests=2,
        digging=(),
    ),
    Faction("halflings", "brown", (0, 0, 1, 1), bowls=(3, 9, 0), stronghold=(4, 8), digging_coins=1),
    Faction("cultists", "brown", (1, 0, 1, 0), stronghold=(4, 8), sanctuary=(4, 8)),
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
        dwelling_income={"workers": (0, 1, 2, 2, 3, 4, 4, 5, 6)},
        temple_income={"priests": (0, 1, 1, 2), "power": (0, 0, 5, 5)},
        action="ACTE",
    ),
    Faction(
        "dwarves",
        "gray",
        (0, 0, 2, 0),
        trading_income={"coins": (0, 3, 5, 7, 10), "power": (0, 1, 2, 4, 6)},
        shipping_points=(0,),
    ),
    Faction(
        "mermaids",
        "blue",
        (0, 2, 0, 0),
        bowls=(3, 9, 0),
        sanctuary=(4, 8),
        stronghold_income=("power", 4),
        shipping=1,
        shipping_points=(0, 0, 2, 3, 4, 5),
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
        dwelling_income={"workers": (2, 3, 4, 5, 6, 7, 8, 9, 9)},
        trading_income={"coins": (0, 2, 4, 6, 9), "power": (0, 2, 4, 6, 8)},
        stronghold_income=("power", 4),
        sanctuary_priests=2,
        action="ACTS",
    ),
    Faction(
        "chaosmagicians",
        "red",
        (2, 0, 0, 0),
        first_dwellings=1,
        workers=4,
        stronghold=(4, 4),
        sanctuary=(4, 8),
        stronghold_income=("workers", 2),
        action="ACTC",
    ),
    Faction("giants", "red", (1, 0, 0, 1), stronghold_income=("power", 4), action="ACTG"),
    Faction(
        "fakirs",
        "yellow",
        (1, 0, 0, 1),
        bowls=(7, 5, 0),
        stronghold=(4, 10),
        stronghold_income=("priests", 1),
        shipping_points=(0,),
        digging=(3, 2),
    ),
    Faction(
        "nomads",
        "yellow",
        (1, 0, 1, 0),
        first_dwellings=3,
        workers=2,
        stronghold=(4, 8),
        trading_income=_RICH_TRADE,
        action="ACTN",
    ),
)
FACTIONS: Final = {faction.name: faction for faction in _FACTIONS}

SHIPPING_PRICE: Final = {"priests": 1, "coins": 4}
DIGGING_POINTS: Final = 6
SKIP_POINTS: Final = 4
"""For every tunnel and every flight on a carpet."""

# ------------------------------------------------------------------------------------------------------ power actions

POWER_ACTIONS: Final = {"ACT1": 3, "ACT2": 3, "ACT3": 4, "ACT4": 4, "ACT5": 4, "ACT6": 6}
"""What they cost."""

# ------------------------------------------------------------------------------------------------------------- tiles

FAVOURS: Final[Mapping[str, tuple[int, str, int]]] = {
    "FAV1": (1, "FIRE", 3),
    "FAV2": (1, "WATER", 3),
    "FAV3": (1, "EARTH", 3),
    "FAV4": (1, "AIR", 3),
    "FAV5": (3, "FIRE", 2),
    "FAV6": (3, "WATER", 2),
    "FAV7": (3, "EARTH", 2),
    "FAV8": (3, "AIR", 2),
    "FAV9": (3, "FIRE", 1),
    "FAV10": (3, "WATER", 1),
    "FAV11": (3, "EARTH", 1),
    "FAV12": (3, "AIR", 1),
}
"""Copies, cult, steps."""
FAVOUR_INCOME: Final[Mapping[str, Goods]] = {
    "FAV7": {"workers": 1, "power": 1},
    "FAV8": {"power": 4},
    "FAV9": {"coins": 3},
}
TRADERS_AT_PASSING: Final = (0, 2, 3, 3, 4)
"""FAV12, by the trading posts on the map."""


@dataclass(frozen=True)
class TownTile:
    """A town tile; the keys and points come with it, then the goods and steps."""

    copies: int
    points: int
    keys: int = 1
    goods: Goods = field(default_factory=dict)
    steps: int = 0
    """On every track."""
    shipping: int = 0
    expansion: bool = False


TOWNS: Final = {
    "TW1": TownTile(2, 5, goods={"coins": 6}),
    "TW2": TownTile(2, 7, goods={"workers": 2}),
    "TW3": TownTile(2, 9, goods={"priests": 1}),
    "TW4": TownTile(2, 6, goods={"power": 8}),
    "TW5": TownTile(2, 8, steps=1),
    "TW6": TownTile(1, 2, keys=2, steps=2, expansion=True),
    "TW7": TownTile(2, 4, shipping=1, expansion=True),
    "TW8": TownTile(1, 11, expansion=True),
}
TOWN_STRUCTURES: Final = 4
TOWN_STRUCTURES_WITH_SANCTUARY: Final = 3
TOWN_POWER: Final = 7
TOWN_POWER_WITH_FAVOUR: Final = 6

BONUSES: Final[Mapping[str, Goods]] = {
    "BON1": {"coins": 2},
    "BON2": {"coins": 4},
    "BON3": {"coins": 6},
    "BON4": {"power": 3},
    "BON5": {"power": 3, "workers": 1},
    "BON6": {"workers": 2},
    "BON7": {"workers": 1},
    "BON8": {"priests": 1},
    "BON9": {"coins": 2},
    "BON10": {"power": 3},
}
"""Their income."""


@dataclass(frozen=True)
class ScoringTile:
    """A scoring tile: points for what is done in the round, goods for steps on a track after it."""

    points: Mapping[str, int]
    """By structure, or for a 'spade' or a 'town'."""
    cult: str
    """A track, or 'priests': those standing in orders."""
    every: int
    good: str
    amount: int


SCORING: Final = {
    "SCORE1": ScoringTile({"spade": 2}, "EARTH", 1, "coins", 1),
    "SCORE2": ScoringTile({"town": 5}, "EARTH", 4, "spades", 1),
    "SCORE3": ScoringTile({"D": 2}, "WATER", 4, "priests", 1),
    "SCORE4": ScoringTile({"SH": 5, "SA": 5}, "FIRE", 2, "workers", 1),
    "SCORE5": ScoringTile({"D": 2}, "FIRE", 4, "power", 4),
    "SCORE6": ScoringTile({"TP": 3}, "WATER", 4, "spades", 1),
    "SCORE7": ScoringTile({"SH": 5, "SA": 5}, "AIR", 2, "workers", 1),
    "SCORE8": ScoringTile({"TP": 3}, "AIR", 4, "spades", 1),
    "SCORE9": ScoringTile({"TE": 4}, "priests", 1, "coins", 2),
}

CULT_RANKS: Final = (8, 4, 2)
AREA_RANKS: Final = (18, 12, 6)
COINS_A_POINT: Final = 3
COINS_A_POINT_OF_ALCHEMISTS: Final = 2

OPTIONS: Final = ("mini-expansion-1", "shipping-bonus", "temple-scoring-tile", "variable-turn-order", "late-answers")
SOURCES: Final = (
    "start",
    "round",
    "favour",
    "passing",
    "town",
    "track",
    "ability",
    "exchange",
    "leech",
    "fire",
    "water",
    "earth",
    "air",
    "area",
    "resources",
    "auction",
)
"""Where points come from."""
