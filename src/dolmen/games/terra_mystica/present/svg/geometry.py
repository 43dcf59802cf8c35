r"""Where everything is on the map: pointy hexes of radius 40 in nine rows, every other row half a hex to the right.

 /\  /\          corners count clockwise from the top; side k lies between the corners k and k + 1,
|A1||A2|         and beyond it the neighbour in the same direction
 \/\/\/
  |B1|
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from dolmen.art import number
from dolmen.games.terra_mystica.rules.board import (
    BRIDGE_ENDS,
    HEX_NAMES,
    LAND_PLACES,
    RIVER_NAMES,
    RIVER_PLACES,
    ROWS,
    Place,
)

Point = tuple[float, float]

RADIUS: Final = 40.0
ACROSS: Final = RADIUS * math.sqrt(3)
"""From the middle of a hex to that of its neighbour."""
_MARGIN: Final = 14.0
WIDTH: Final = round(2 * _MARGIN + 13 * ACROSS)
HEIGHT: Final = round(2 * _MARGIN + (1.5 * len(ROWS) + 0.5) * RADIUS)
EDGE: Final = 20
"""Left of the map is room for the letters of its rows."""
VIEW_BOX: Final = f"{-EDGE} 0 {WIDTH + EDGE} {HEIGHT}"


def middle_of(place: Place) -> Point:
    """The middle of the hex in a row and a column."""
    row, column = place
    return _MARGIN + ACROSS * (column + (1.0 if row % 2 else 0.5)), _MARGIN + RADIUS * (1 + 1.5 * row)


LAND_MIDDLES: Final = tuple(middle_of(place) for place in LAND_PLACES)
RIVER_MIDDLES: Final = tuple(middle_of(place) for place in RIVER_PLACES)
MIDDLES: Final = dict(zip((*HEX_NAMES, *RIVER_NAMES), (*LAND_MIDDLES, *RIVER_MIDDLES), strict=True))
"""The middle of every hex, land and river, by its name."""
BRIDGE_OF: Final = {
    f"bridge-{HEX_NAMES[one]}-{HEX_NAMES[other]}": number
    for number, (first, second) in enumerate(BRIDGE_ENDS.tolist())
    for one, other in ((first, second), (second, first))
}
"""The number of a place for a bridge by its name, from either end."""
BRIDGE_IDS: Final = tuple(f"bridge-{HEX_NAMES[one]}-{HEX_NAMES[other]}" for one, other in BRIDGE_ENDS.tolist())


def corners(middle: Point, radius: float) -> list[Point]:
    """The corners of a hex, clockwise from the top."""
    x, y = middle
    return [
        (x + radius * math.sin(math.pi / 3 * corner), y - radius * math.cos(math.pi / 3 * corner))
        for corner in range(6)
    ]


@lru_cache(maxsize=2000)
def outline(middle: Point, radius: float) -> str:
    """The path around a hex; from its top on it is the same for all of a size, which makes a page of many light."""
    across, side, half = number(radius * math.sqrt(0.75)), number(radius), number(radius / 2)
    top = f"M{number(middle[0])} {number(middle[1] - radius)}"
    return f"{top}l{across} {half}v{side}l-{across} {half}l-{across}-{half}v-{side}z"


def beyond(middle: Point, side: int) -> Point:
    """The middle of the neighbour on a side."""
    angle = math.pi / 3 * side - math.pi / 3
    return middle[0] + ACROSS * math.cos(angle), middle[1] + ACROSS * math.sin(angle)


def span(bridge: int, start: float = 0.27) -> tuple[Point, Point]:
    """Both ends of a bridge: it stands on the banks, that far from the middles of its hexes."""
    (x0, y0), (x1, y1) = (LAND_MIDDLES[end] for end in BRIDGE_ENDS[bridge].tolist())
    across, down = x1 - x0, y1 - y0
    return (x0 + across * start, y0 + down * start), (x1 - across * start, y1 - down * start)
