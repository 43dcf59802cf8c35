"""The map: names, neighbours, distances over the river and as the crow flies, places for bridges.

Land is named by its row and its running number among the land of the row, river by a running number over the board.
"""

from __future__ import annotations

from typing import Final

from .facts import MAP

Place = tuple[int, int]
"""Row and column, from 0, rivers included."""

_NAMES: Final[dict[Place, str]] = {}
PRINTED: Final[dict[str, str]] = {}
"""The terrain of every land hex as it is printed, in reading order."""


def _read_map() -> None:
    rivers = 0
    for row, line in enumerate(MAP):
        land = 0
        for column, terrain in enumerate(line.split()):
            if terrain == ".":
                _NAMES[row, column] = f"r{rivers}"
                rivers += 1
            else:
                land += 1
                name = f"{'ABCDEFGHI'[row]}{land}"
                _NAMES[row, column] = name
                PRINTED[name] = terrain


_read_map()
LAND: Final = tuple(PRINTED)
PLACES: Final = {name: place for place, name in _NAMES.items()}
RIVERS: Final = tuple(name for name in PLACES if name not in PRINTED)


def _around(place: Place) -> list[Place]:
    """The six places around one; a shifted row (B, D, F, H) touches its own column and the next."""
    row, column = place
    left = column if row % 2 else column - 1
    beside = [(row, column - 1), (row, column + 1)]
    return [*beside, (row - 1, left), (row - 1, left + 1), (row + 1, left), (row + 1, left + 1)]


AROUND: Final = {
    name: tuple(_NAMES[near] for near in _around(place) if near in _NAMES) for name, place in PLACES.items()
}
"""All hexes that share an edge."""
NEIGHBOURS: Final = {name: frozenset(near for near in AROUND[name] if near in PRINTED) for name in PLACES}
"""The land that shares an edge with a hex, river or land."""


def _over_river(start: str) -> dict[str, int]:
    """How many river hexes lie between a land hex and every other that the river alone leads to."""
    found: dict[str, int] = {}
    wave, seen, steps = {near for near in AROUND[start] if near in RIVERS}, set[str](), 1
    while wave:
        seen |= wave
        for river in wave:
            for land in NEIGHBOURS[river]:
                found.setdefault(land, steps)
        wave = {near for river in wave for near in AROUND[river] if near in RIVERS} - seen
        steps += 1
    found.pop(start, None)
    return found


RIVER_DISTANCE: Final = {land: _over_river(land) for land in LAND}


def _crow(one: str, other: str) -> int:
    """Steps between two hexes, whatever lies between."""
    (row, column), (other_row, other_column) = PLACES[one], PLACES[other]
    # half columns from the left edge: a step in a row is two of them, a step to another row is one
    across = abs((2 * column + row % 2) - (2 * other_column + other_row % 2))
    down = abs(row - other_row)
    return down + max(0, across - down) // 2


CROW_DISTANCE: Final = {one: {other: _crow(one, other) for other in LAND} for one in LAND}


def _bridge_places() -> list[str]:
    """Land that does not touch and has exactly two common neighbours, both river (`[map.bridges]`)."""
    found = []
    for number, one in enumerate(LAND):
        for other in LAND[number + 1 :]:
            common = set(AROUND[one]) & set(AROUND[other])
            # two rivers at the rim of the board could be all that the board shows of more common neighbours: never so
            if other not in AROUND[one] and len(common) == 2 and all(hex_ in RIVERS for hex_ in common):
                found.append(f"{one}:{other}")
    return found


BRIDGE_PLACES: Final = tuple(_bridge_places())


def ends(bridge: str) -> tuple[str, str]:
    """The two hexes that a bridge joins."""
    one, other = bridge.split(":")
    return one, other
