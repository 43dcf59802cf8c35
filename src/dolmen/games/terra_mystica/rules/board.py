"""The map: hexes, what lies beside what, what shipping and tunnels reach, where bridges may stand.

Land hexes have the numbers 0 to 76 in reading order, river hexes 0 to 35. A land hex is named after its row and its
place among the row's land hexes (A1, E11); a river hex r0 to r35.

          A   U S G B Y R U K R G B R K        Y yellow  desert       B blue   lakes
          B    Y . . U K . . Y K . . Y         U brown   plains       G green  forest
          C   . . K . S . G . G . S . .        K black   swamp        S gray   mountains
          D    G B Y . . R B . R . R U                                R red    wasteland
          E   K U R B K U S Y . . G K B        . river
          F    S G . . Y G . . . U S U
          G   . . . S . R . G . Y K B Y        (rows B, D, F, H stand half a hex to the right)
          H    Y B U . . . B K . S U S
          I   R K S B R G Y U S . B G R

A set of land hexes is two words of 39 bits: hex `h` is bit `h % 39` of word `h // 39`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import kernel
from dolmen.core.mask import bits_in

ROWS: Final = (
    "USGBYRUKRGBRK",
    "Y..UK..YK..Y",
    "..K.S.G.G.S..",
    "GBY..RB.R.RU",
    "KURBKUSY..GKB",
    "SG..YG...USU",
    "...S.R.G.YKBY",
    "YBU...BK.SUS",
    "RKSBRGYUS.BGR",
)

COLOURS: Final = ("yellow", "brown", "black", "blue", "green", "gray", "red")
"""The cycle of transformation; the last is next to the first."""
TERRAINS: Final = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
_LETTERS: Final = "YUKBGSR"

LAND: Final = 77
RIVERS: Final = 36
HALF: Final = 39
"""Hexes in one word of a set."""
MAX_SHIPPING: Final = 6
"""Five on the mermaids' track and one of BON4."""
MAX_SKIP: Final = 4
"""Hexes a carpet skips at most: one, one with the stronghold, one for each of two TW7."""
NOWHERE: Final = -1

Place = tuple[int, int]


def _neighbours(row: int, column: int) -> list[Place]:
    """The places around a place, in reading order; some may lie off the map."""
    shift = row % 2
    return [
        (row - 1, column - 1 + shift),
        (row - 1, column + shift),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column - 1 + shift),
        (row + 1, column + shift),
    ]


_ALL_PLACES: Final = [(row, column) for row, hexes in enumerate(ROWS) for column in range(len(hexes))]
LAND_PLACES: Final = tuple(place for place in _ALL_PLACES if ROWS[place[0]][place[1]] != ".")
RIVER_PLACES: Final = tuple(place for place in _ALL_PLACES if ROWS[place[0]][place[1]] == ".")
_LAND_AT: Final = {place: number for number, place in enumerate(LAND_PLACES)}
_RIVER_AT: Final = {place: number for number, place in enumerate(RIVER_PLACES)}


def _names() -> tuple[str, ...]:
    names = []
    for row in range(len(ROWS)):
        in_row = [place for place in LAND_PLACES if place[0] == row]
        names += [f"{'ABCDEFGHI'[row]}{number}" for number in range(1, len(in_row) + 1)]
    return tuple(names)


HEX_NAMES: Final = _names()
RIVER_NAMES: Final = tuple(f"r{number}" for number in range(RIVERS))
HEX_OF_NAME: Final = {name: number for number, name in enumerate(HEX_NAMES)}

PRINTED: Final = np.array([_LETTERS.index(ROWS[row][column]) for row, column in LAND_PLACES], dtype=np.int8)
"""The printed colour of each land hex."""


def _land_beside(place: Place) -> list[int]:
    return [_LAND_AT[other] for other in _neighbours(*place) if other in _LAND_AT]


def _rivers_beside(place: Place) -> list[int]:
    return [_RIVER_AT[other] for other in _neighbours(*place) if other in _RIVER_AT]


def _words(hexes: list[int] | set[int]) -> list[int]:
    """A set of land hexes as its two words."""
    words = [0, 0]
    for number in hexes:
        words[number // HALF] |= 1 << number % HALF
    return words


def _padded(lists: list[list[int]], width: int) -> npt.NDArray[np.int8]:
    """Lists of different lengths as one table, filled up with NOWHERE."""
    return np.array([numbers + [NOWHERE] * (width - len(numbers)) for numbers in lists], dtype=np.int8)


def _by_river(start: int, most: int) -> set[int]:
    """Land hexes joined to a land hex by at most so many river hexes and nothing else."""
    rivers = set(_rivers_beside(LAND_PLACES[start])) if most else set()
    for _ in range(most - 1):
        rivers |= {further for river in rivers for further in _rivers_beside(RIVER_PLACES[river])}
    return {land for river in rivers for land in _land_beside(RIVER_PLACES[river])}


def _distance(one: Place, other: Place) -> int:
    """Steps from hex to hex as the crow flies (rows as half-columns)."""
    rows = abs(one[0] - other[0])
    half_columns = abs((2 * one[1] + one[0] % 2) - (2 * other[1] + other[0] % 2))
    return rows + max(0, (half_columns - rows) // 2)


@cache
def _bridge_pairs() -> list[tuple[int, int]]:
    """A bridge joins two land hexes that do not touch but have two neighbours in common, both of them river."""
    pairs = []
    for one in range(LAND):
        for other in range(one + 1, LAND):
            shared = set(_neighbours(*LAND_PLACES[one])) & set(_neighbours(*LAND_PLACES[other]))
            apart = other not in _land_beside(LAND_PLACES[one])
            if apart and len(shared) == 2 and all(place in _RIVER_AT for place in shared):
                pairs.append((one, other))
    return pairs


NEIGHBOURS: Final = _padded([_land_beside(place) for place in LAND_PLACES], 6)
"""The land hexes that share an edge with each land hex."""
ADJACENT: Final = np.array([_words(_land_beside(place)) for place in LAND_PLACES], dtype=np.int64)
"""The same as sets."""
SHIPPING_REACH: Final = np.array(
    [
        [_words((set(_land_beside(LAND_PLACES[land])) | _by_river(land, level)) - {land}) for land in range(LAND)]
        for level in range(MAX_SHIPPING + 1)
    ],
    dtype=np.int64,
)
"""By shipping value: land hexes directly or indirectly adjacent to each land hex."""
SKIP_REACH: Final = np.array(
    [
        [
            _words({other for other, there in enumerate(LAND_PLACES) if 1 <= _distance(here, there) <= skipped + 1})
            for here in LAND_PLACES
        ]
        for skipped in range(MAX_SKIP + 1)
    ],
    dtype=np.int64,
)
"""By hexes skipped: land hexes that a tunnel or a carpet reaches from each land hex."""
BRIDGE_ENDS: Final = np.array(_bridge_pairs(), dtype=np.int8)
"""The two land hexes of every place for a bridge."""
BRIDGES: Final = len(BRIDGE_ENDS)
BRIDGES_AT: Final = _padded(
    [[bridge for bridge, ends in enumerate(_bridge_pairs()) if land in ends] for land in range(LAND)], 4
)
"""The places for bridges that end at each land hex."""
BRIDGE_NAMES: Final = tuple(f"{HEX_NAMES[one]}:{HEX_NAMES[other]}" for one, other in _bridge_pairs())
SHORES: Final = np.array([_words(_land_beside(place)) for place in RIVER_PLACES], dtype=np.int64)
"""The land hexes around each river hex, as sets."""
SHORE_LAND: Final = _padded([_land_beside(place) for place in RIVER_PLACES], 6)
"""The same as lists."""


def _spade_table() -> npt.NDArray[np.int8]:
    """Spades from one terrain to another, by home terrain: round the cycle, but not through the home terrain."""
    table = np.zeros((7, 7, 7), dtype=np.int8)
    for home in range(7):
        for source in range(7):
            for target in range(7):
                ways = []
                for direction in (1, -1):
                    steps = (target - source) * direction % 7
                    between = [(source + direction * step) % 7 for step in range(1, steps)]
                    if home not in between:
                        ways.append(steps)
                table[home, source, target] = min(ways)
    return table


SPADES: Final = _spade_table()
"""Spades needed, by home terrain, present terrain and wanted terrain."""


_PRIME: Final = 53
_PLACE_OF_BIT: Final = np.zeros(_PRIME, dtype=np.int8)
"""The place of a single bit, by its remainder: no two of the first 52 powers of two leave the same one."""
for _place in range(HALF):
    _PLACE_OF_BIT[(1 << _place) % _PRIME] = _place


@kernel
def low_bit(land: int) -> int:
    """A land hex as a set of its own: the first word."""
    return 1 << land if land < HALF else 0


@kernel
def high_bit(land: int) -> int:
    """A land hex as a set of its own: the second word."""
    return 1 << (land - HALF) if land >= HALF else 0


@kernel
def first_land(low: int, high: int) -> int:
    """The first hex of a set that is not empty."""
    if low != 0:
        return int(_PLACE_OF_BIT[(low & -low) % _PRIME])
    return HALF + int(_PLACE_OF_BIT[(high & -high) % _PRIME])


@kernel
def without_first(low: int, high: int) -> tuple[int, int]:
    """A set that is not empty, less its first hex."""
    if low != 0:
        return low & (low - 1), high
    return low, high & (high - 1)


@kernel
def hexes_in(low: int, high: int) -> int:
    """How many hexes a set holds."""
    return int(np.int64(bits_in(np.uint64(low)) + bits_in(np.uint64(high))))


@kernel
def holds(low: int, high: int, land: int) -> bool:
    """Whether a set of land hexes holds a hex."""
    if land < HALF:
        return (low >> land) & 1 == 1
    return (high >> (land - HALF)) & 1 == 1


# The two largest tables are named here alone: on the GPU every place that names a table gets a copy of its own, and all
# copies together must fit into 64 kB.


@kernel
def near_by_shipping(level: int, land: int) -> tuple[int, int]:
    """The land hexes directly or indirectly adjacent to a hex, by shipping value."""
    words = SHIPPING_REACH[level, land]
    return int(words[0]), int(words[1])


@kernel
def near_by_skipping(skipped: int, land: int) -> tuple[int, int]:
    """The land hexes that a tunnel or a carpet reaches from a hex, by hexes skipped."""
    words = SKIP_REACH[skipped, land]
    return int(words[0]), int(words[1])
