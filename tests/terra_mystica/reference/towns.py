"""Towns: groups of structures, founding, tiles, the mermaids' river ('Fundar una ciudad', Apéndice V)."""

from __future__ import annotations

from .cults import gain_keys, step_everywhere
from .facts import (
    POWER_VALUE,
    TOWN_POWER,
    TOWN_POWER_WITH_FAVOUR,
    TOWN_STRUCTURES,
    TOWN_STRUCTURES_WITH_SANCTUARY,
    TOWNS,
)
from .goods import gain, score, score_round
from .hexmap import LAND, NEIGHBOURS, RIVERS
from .table import Seat, Table
from .tracks import advance_shipping


def group_of(table: Table, seat: Seat, start: str, rivers: frozenset[str] = frozenset()) -> set[str]:
    """The own structures joined with one by edges, bridges, and the river hexes of the mermaids' towns.

    `rivers` are river hexes that would join, too.
    """
    joining = (table.town_rivers | rivers) if seat.plays("mermaids") else frozenset[str]()
    found, wave = {start}, [start]
    while wave:
        place = wave.pop()
        near = set(NEIGHBOURS[place]).union(table.bridged(place))
        for river in joining:
            if place in NEIGHBOURS[river]:
                near |= NEIGHBOURS[river]
        for other in near - found:
            if table.owner.get(other) == seat.number:
                found.add(other)
                wave.append(other)
    return found


def is_enough(table: Table, seat: Seat, group: set[str]) -> bool:
    """Whether a group without a town meets the two conditions of a town."""
    kinds = [table.structure[place] for place in group]
    structures = TOWN_STRUCTURES_WITH_SANCTUARY if "SA" in kinds else TOWN_STRUCTURES
    power = TOWN_POWER_WITH_FAVOUR if "FAV5" in seat.favours else TOWN_POWER
    return len(kinds) >= structures and sum(POWER_VALUE[kind] for kind in kinds) >= power


def a_tile_is_left(table: Table) -> bool:
    """No town without a tile."""
    return sum(table.towns_left.values()) > table.turn.towns


def examine(table: Table, seat: Seat, place: str) -> None:
    """Look at the group of a structure: it joins a town that it touches, or founds one if it is big enough."""
    group = group_of(table, seat, place)
    if group & table.in_town:
        table.in_town |= group
    elif is_enough(table, seat, group) and a_tile_is_left(table):
        table.in_town |= group
        table.turn.towns += 1


def examine_all(table: Table, seat: Seat) -> None:
    """After FAV5 every group is looked at again (ruling 10)."""
    for place in LAND:
        if table.owner.get(place) == seat.number and place not in table.in_town:
            examine(table, seat, place)


# ------------------------------------------------------------------------------------------------------------- tiles


def legal_town_tiles(table: Table) -> list[str]:
    """The tiles that may be taken for a town that is due."""
    return [f"+{tile}" for tile, left in table.towns_left.items() if left] if table.turn.towns else []


def take_town_tile(table: Table, seat: Seat, name: str) -> None:
    """Points, keys and the gift of the tile; keys count before the tile's own steps."""
    tile = TOWNS[name]
    table.towns_left[name] -= 1
    table.turn.towns -= 1
    seat.towns.append(name)
    score(seat, "town", tile.points)
    score_round(table, seat, "town")
    if seat.plays("witches"):
        score(seat, "ability", 5)
    if seat.plays("swarmlings"):
        gain(seat, {"workers": 3})
    gain(seat, tile.goods)
    gain_keys(table, seat, tile.keys)
    for _ in range(tile.shipping):
        advance_shipping(seat)
    if tile.steps:
        step_everywhere(table, seat, tile.steps)


# ---------------------------------------------------------------------------------------------------------- mermaids


def legal_rivers(table: Table, seat: Seat) -> list[str]:
    """The river hexes over which the mermaids could found a town now."""
    if not seat.plays("mermaids") or not a_tile_is_left(table):
        return []
    own = table.owned(seat)
    if len(own) < TOWN_STRUCTURES_WITH_SANCTUARY:
        return []
    return [f"connect {river}" for river in RIVERS if _founds(table, seat, river, own)]


def _founds(table: Table, seat: Seat, river: str, own: list[str]) -> bool:
    start = next((place for place in own if place in NEIGHBOURS[river]), None)
    if start is None:
        return False
    group = group_of(table, seat, start, frozenset([river]))
    return not group & table.in_town and is_enough(table, seat, group)


def connect(table: Table, seat: Seat, river: str) -> None:
    """The river hex joins the land around it for this faction's towns, from now on."""
    table.town_rivers.add(river)
    examine(table, seat, next(place for place in table.owned(seat) if place in NEIGHBOURS[river]))
