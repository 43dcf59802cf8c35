"""What has changed on the map: transformed terrain, structures, bridges, towns.

Every piece has a stable id, by which the page moves it: `land-{hex}`, `at-{hex}`, `bridge-{a}-{b}`, `key-{hex}`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache, lru_cache
from typing import Final

from dolmen.art import number, use
from dolmen.art.handles import piece
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.svg.geometry import (
    BRIDGE_IDS,
    LAND_MIDDLES,
    RADIUS,
    RIVER_MIDDLES,
    Point,
    beyond,
    corners,
    outline,
    span,
)
from dolmen.games.terra_mystica.present.svg.ground import hexagon
from dolmen.games.terra_mystica.rules.board import (
    BRIDGE_ENDS,
    COLOURS,
    HEX_NAMES,
    NEIGHBOURS,
    NOWHERE,
    PRINTED,
    RIVER_NAMES,
    SHORE_LAND,
    TERRAINS,
)
from dolmen.games.terra_mystica.rules.factions import FACTIONS
from dolmen.games.terra_mystica.rules.record import NOBODY, Record
from dolmen.games.terra_mystica.rules.tiles import POWER_VALUE

STRUCTURES: Final = ("", "dwelling", "trading-house", "temple", "stronghold", "sanctuary")
"""The symbol of each kind of structure."""
SIZES: Final = {"dwelling": 42.0, "trading-house": 48.0, "temple": 48.0, "stronghold": 54.0, "sanctuary": 54.0}

HOMES: Final = tuple(TERRAINS[COLOURS.index(faction.colour)] for faction in FACTIONS)
"""The home terrain of each faction."""


def terrain_of(record: Record, seat: int) -> str:
    """The home terrain of a seat, by which its pieces are coloured; nothing before it has a faction or a colour."""
    if not 0 <= seat < int(record.players):
        return ""
    faction = int(record.faction[seat])
    if faction != NOBODY:
        return HOMES[faction]
    colour = int(record.colour[seat])
    return TERRAINS[colour] if colour != NOBODY else ""


def pieces(record: Record, changed: Container[str] = ()) -> str:
    """All that stands on the map; `changed` holds the ids that get a dot: changed since the reader's last turn."""
    record = reading(record)
    joined = towns(record)
    return "".join(
        [
            *_lands(record, changed),
            *_walls(record, joined),
            *_bridges(record, changed),
            *_structures(record, changed),
            *_keys(record, joined),
        ]
    )


@cache
def dot(place: Point) -> str:
    """The sign of what changed since the reader's last turn."""
    x, y = place
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="6.5" fill="var(--last)" stroke="var(--ink-on-dark)" '
        'stroke-width="2"/>'
    )


def _lands(record: Record, changed: Container[str]) -> Iterator[str]:
    """Hexes that were transformed, or whose pattern steps back behind a structure."""
    altered = (record.owner != NOBODY) | (record.terrain != PRINTED)
    for land in altered.nonzero()[0].tolist():
        built = bool(record.owner[land] != NOBODY)
        yield _land(land, int(record.terrain[land]), built=built, dotted=f"land-{HEX_NAMES[land]}" in changed)


@cache
def _land(land: int, colour: int, *, built: bool, dotted: bool) -> str:
    name, terrain, (x, y) = HEX_NAMES[land], TERRAINS[colour], LAND_MIDDLES[land]
    drawn = hexagon((x, y), terrain, name, 0.3 if built else 0.85)
    mark = dot((x - 24, y - 20)) if dotted and not built else ""
    return f'<g{piece(f"land-{name}", f"hex-{name}")} data-terrain="{terrain}">{drawn}{mark}</g>'


def _structures(record: Record, changed: Container[str]) -> Iterator[str]:
    """The structures, each on its plinth."""
    for land in (record.owner != NOBODY).nonzero()[0].tolist():
        name, (x, y) = HEX_NAMES[land], LAND_MIDDLES[land]
        yield structure(
            piece(f"at-{name}", f"hex-{name}"),
            STRUCTURES[int(record.structure[land])],
            terrain_of(record, int(record.owner[land])),
            (x, y),
            dot((x - 24, y - 20)) if f"at-{name}" in changed else "",
        )


@cache
def structure(named: str, kind: str, terrain: str, middle: Point, mark: str = "") -> str:
    """A structure of a faction in the middle of a hex, on a pale plinth: it stands out on its own ground too."""
    x, y = middle
    return (
        f'<g{named} data-terrain="{terrain}"><ellipse cx="{number(x)}" cy="{number(y + 19)}" rx="27" ry="10" '
        f'fill="var(--paper)" stroke="var(--line)" stroke-width="1.6"/>{use(kind, x, y - 1, SIZES[kind])}{mark}</g>'
    )


def _bridges(record: Record, changed: Container[str]) -> Iterator[str]:
    for number_of, owner in enumerate(record.bridge_owner.tolist()):
        if owner != NOBODY:
            name = BRIDGE_IDS[number_of]
            yield bridge(piece(name), number_of, terrain_of(record, owner), dotted=name in changed)


@cache
def bridge(named: str, place: int, terrain: str, *, dotted: bool = False) -> str:
    """A bridge of a faction, with its planks."""
    (x0, y0), (x1, y1) = span(place)
    line = f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
    return (
        f'<g{named} data-terrain="{terrain}" fill="none"><path d="{line}" stroke="var(--line)" '
        f'stroke-width="19" stroke-linecap="round"/><path d="{line}" stroke="var(--p)" stroke-width="14" '
        f'stroke-linecap="round"/><path d="{line}" stroke="var(--paper)" stroke-width="8" stroke-dasharray="2.5 5"/>'
        f"{dot(((x0 + x1) / 2, (y0 + y1) / 2)) if dotted else ''}</g>"
    )


def towns(record: Record) -> list[list[int]]:
    """The land hexes of each town: joined by edges, own bridges, and the river hex that the mermaids skip."""
    inside = record.in_town.nonzero()[0].tolist()
    if not inside:
        return []
    owner = record.owner.tolist()
    leader = {land: land for land in inside}

    def lead(land: int) -> int:
        while leader[land] != land:
            land = leader[land]
        return land

    joined = [(one, other) for one in inside for other in NEIGHBOURS[one].tolist() if other != NOWHERE]
    bridges = (record.bridge_owner != NOBODY).nonzero()[0].tolist()
    joined += [tuple(BRIDGE_ENDS[place].tolist()) for place in bridges]
    for river in record.town_river.nonzero()[0].tolist():
        shore = [land for land in SHORE_LAND[river].tolist() if land != NOWHERE]
        joined += [(one, other) for one in shore for other in shore]
    for one, other in joined:
        if one in leader and other in leader and owner[one] == owner[other]:
            low, high = sorted((lead(one), lead(other)))
            leader[high] = low
    found: dict[int, list[int]] = {}
    for land in inside:
        found.setdefault(lead(land), []).append(land)
    return list(found.values())


def _walls(record: Record, joined: list[list[int]]) -> Iterator[str]:
    """A wall around each town; the river hex that the mermaids skip is dashed."""
    for river in record.town_river.nonzero()[0].tolist():
        yield (
            f'<path{piece(f"ford-{RIVER_NAMES[river]}")} d="{outline(RIVER_MIDDLES[river], RADIUS - 9)}" fill="none" '
            'stroke="var(--ink)" stroke-opacity=".6" stroke-width="3" stroke-dasharray="7 5"/>'
        )
    for town in joined:
        line = _wall(tuple(town))
        yield (
            f'<g{piece(f"wall-{HEX_NAMES[town[0]]}")} fill="none" stroke-linecap="round">'
            f'<path d="{line}" stroke="var(--line)" stroke-width="7"/>'
            f'<path d="{line}" stroke="var(--paper)" stroke-width="3.6" stroke-dasharray="7 4" '
            'stroke-linecap="butt"/></g>'
        )


def _keys(record: Record, joined: list[list[int]]) -> Iterator[str]:
    """The key of each town, at its greatest structure."""
    for town in joined:
        greatest = max(town, key=lambda land: (POWER_VALUE[int(record.structure[land])], -land))
        name, (x, y) = HEX_NAMES[town[0]], LAND_MIDDLES[greatest]
        yield (
            f'<g{piece(f"key-{name}", f"hex-{name}")}><circle cx="{number(x + 24)}" cy="{number(y - 20)}" r="12" '
            f'fill="var(--paper)" stroke="var(--line)" stroke-width="1.8"/>{use("key", x + 24, y - 20, 16)}</g>'
        )


@lru_cache(maxsize=1000)
def _wall(town: tuple[int, ...]) -> str:
    """The sides of a town's hexes beyond which the town ends."""
    middles = {(round(x), round(y)) for x, y in (LAND_MIDDLES[land] for land in town)}
    sides = []
    for land in town:
        points = corners(LAND_MIDDLES[land], RADIUS - 3)
        for side in range(6):
            x, y = beyond(LAND_MIDDLES[land], side)
            if (round(x), round(y)) not in middles:
                (x0, y0), (x1, y1) = points[side], points[(side + 1) % 6]
                sides.append(f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}")
    return "".join(sides)
