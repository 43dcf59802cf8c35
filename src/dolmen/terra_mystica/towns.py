"""Towns: who founds one, town tiles, the mermaids' river hex ('Fundar una ciudad', Appendix V)."""

from __future__ import annotations

from dolmen.kernel import kernel
from dolmen.mask import Mask, add
from dolmen.terra_mystica.actions import CONNECT, TOWN
from dolmen.terra_mystica.board import (
    ADJACENT,
    BRIDGE_ENDS,
    BRIDGES,
    LAND,
    NOWHERE,
    RIVERS,
    SHORE_LAND,
    SHORES,
    high_bit,
    holds,
    low_bit,
)
from dolmen.terra_mystica.cults import climb_all, make_up_blocked_steps
from dolmen.terra_mystica.factions import POINTS_PER_TOWN, RIVER_TOWNS, SKIP_WITH_TOWN, WORKERS_PER_TOWN
from dolmen.terra_mystica.goods import gain_goods
from dolmen.terra_mystica.reach import own_land
from dolmen.terra_mystica.record import (
    FROM_ABILITY,
    FROM_ROUND,
    FROM_TOWN,
    NOBODY,
    Record,
    faction_of,
    has_favour,
    score,
    scoring_tile,
)
from dolmen.terra_mystica.tiles import (
    FAV_TOWN_POWER,
    POWER_VALUE,
    SANCTUARY,
    SCORING_TOWN,
    TOWN_GAIN,
    TOWN_KEYS,
    TOWN_POINTS,
    TOWN_POWER,
    TOWN_SCORING_POINTS,
    TOWN_SHIPPING,
    TOWN_STEPS,
    TOWN_STRUCTURES,
)
from dolmen.terra_mystica.tracks import ship_further


@kernel
def group_around(record: Record, player: int, low: int, high: int) -> tuple[int, int]:
    """The player's structures connected with a set of them: by edges, bridges, and river hexes of towns."""
    over_rivers = int(RIVER_TOWNS[faction_of(record, player)]) != 0
    own_low, own_high = own_land(record, player)
    before_low = -1
    before_high = -1
    while low != before_low or high != before_high:
        before_low = low
        before_high = high
        for land in range(LAND):
            if holds(own_low, own_high, land) and not holds(low, high, land):
                touching = (int(ADJACENT[land, 0]) & low) | (int(ADJACENT[land, 1]) & high)
                if touching != 0:
                    low |= low_bit(land)
                    high |= high_bit(land)
        for bridge in range(BRIDGES):
            if int(record.bridge_owner[bridge]) != NOBODY:
                one = int(BRIDGE_ENDS[bridge, 0])
                other = int(BRIDGE_ENDS[bridge, 1])
                if holds(low, high, one) or holds(low, high, other):
                    low |= (low_bit(one) | low_bit(other)) & own_low
                    high |= (high_bit(one) | high_bit(other)) & own_high
        if over_rivers:
            for river in range(RIVERS):
                shore_low = int(SHORES[river, 0])
                shore_high = int(SHORES[river, 1])
                if record.town_river[river] and ((shore_low & low) | (shore_high & high)) != 0:
                    low |= shore_low & own_low
                    high |= shore_high & own_high
    return low, high


@kernel
def has_town(record: Record, low: int, high: int) -> bool:
    """Whether any structure of a group belongs to a town already."""
    for land in range(LAND):
        if record.in_town[land] and holds(low, high, land):
            return True
    return False


@kernel
def is_town(record: Record, player: int, low: int, high: int) -> bool:
    """Four structures (three with the sanctuary) of power value seven (six with FAV5)."""
    structures = 0
    power = 0
    needed = TOWN_STRUCTURES
    for land in range(LAND):
        if holds(low, high, land):
            structure = int(record.structure[land])
            structures += 1
            power += int(POWER_VALUE[structure])
            if structure == SANCTUARY:
                needed = TOWN_STRUCTURES - 1
    power_needed = TOWN_POWER - 1 if has_favour(record, player, FAV_TOWN_POWER) else TOWN_POWER
    return structures >= needed and power >= power_needed


@kernel
def town_tile_left(record: Record) -> bool:
    """Whether a town tile is left beyond those that are due already."""
    left = -int(record.towns_due)
    for tile in range(8):
        left += int(record.towns_left[tile])
    return left > 0


@kernel
def mark_town(record: Record, low: int, high: int) -> None:
    """All structures of the group belong to a town from now on."""
    for land in range(LAND):
        if holds(low, high, land):
            record.in_town[land] = 1


@kernel
def check_town(record: Record, player: int, land: int) -> None:
    """Found a town with the group of a structure, or let the group join the town that it touches."""
    low, high = group_around(record, player, low_bit(land), high_bit(land))
    if has_town(record, low, high):
        mark_town(record, low, high)
    elif is_town(record, player, low, high) and town_tile_left(record):
        mark_town(record, low, high)
        record.towns_due += 1


@kernel
def check_all_towns(record: Record, player: int) -> None:
    """With FAV5 every group is looked at again; several towns may appear (ruling 10)."""
    for land in range(LAND):
        if int(record.owner[land]) == player and not record.in_town[land]:
            check_town(record, player, land)


# ------------------------------------------------------------------------------------------- mermaids: over a river


@kernel
def can_connect(record: Record, player: int, river: int) -> bool:
    """Whether the structures around a river hex, taken as adjacent, found a town (none of them may be in one)."""
    if record.town_river[river] or not town_tile_left(record) or shore_structures(record, player, river) < 2:
        return False
    own_low, own_high = own_land(record, player)
    low = int(SHORES[river, 0]) & own_low
    high = int(SHORES[river, 1]) & own_high
    low, high = group_around(record, player, low, high)
    return not has_town(record, low, high) and is_town(record, player, low, high)


@kernel
def shore_structures(record: Record, player: int, river: int) -> int:
    """The player's structures around a river hex; none count if one of them is in a town."""
    structures = 0
    for place in range(6):
        land = int(SHORE_LAND[river, place])
        if land != NOWHERE and int(record.owner[land]) == player:
            if record.in_town[land]:
                return 0
            structures += 1
    return structures


@kernel
def legal_connects(record: Record, mask: Mask) -> None:
    """Mermaids: a town over one river hex, in one's own turn, without an action (ruling 11)."""
    player = int(record.player)
    if int(RIVER_TOWNS[faction_of(record, player)]) and built_enough(record, player):
        for river in range(RIVERS):
            if can_connect(record, player, river):
                add(mask, CONNECT + river)


@kernel
def built_enough(record: Record, player: int) -> bool:
    """Whether enough structures stand outside towns to found one at all."""
    outside = 0
    for land in range(LAND):
        if int(record.owner[land]) == player and not record.in_town[land]:
            outside += 1
    return outside >= TOWN_STRUCTURES - 1


@kernel
def apply_connect(record: Record, action: int) -> None:
    """The town tile will lie on the river hex, which joins the land around it for this faction's towns."""
    player = int(record.player)
    river = action - CONNECT
    record.town_river[river] = 1
    own_low, own_high = own_land(record, player)
    low, high = group_around(record, player, int(SHORES[river, 0]) & own_low, int(SHORES[river, 1]) & own_high)
    mark_town(record, low, high)
    record.towns_due += 1


# ------------------------------------------------------------------------------------------------------- town tiles


@kernel
def legal_towns(record: Record, mask: Mask) -> None:
    """Any town tile that is left."""
    for tile in range(8):
        if int(record.towns_left[tile]) > 0:
            add(mask, TOWN + tile)


@kernel
def apply_town(record: Record, action: int) -> None:
    """Take a town tile: points, keys, its gain, and what the faction adds."""
    player = int(record.player)
    faction = faction_of(record, player)
    tile = action - TOWN
    record.towns_due -= 1
    record.towns_left[tile] -= 1
    record.town_tiles[player, tile] += 1
    score(record, player, int(TOWN_POINTS[tile]), FROM_TOWN)
    if scoring_tile(record) == SCORING_TOWN:
        score(record, player, TOWN_SCORING_POINTS, FROM_ROUND)
    score(record, player, int(POINTS_PER_TOWN[faction]), FROM_ABILITY)
    record.workers[player] += int(WORKERS_PER_TOWN[faction])
    gain_goods(record, player, TOWN_GAIN[tile], 1)
    if tile == TOWN_SHIPPING:
        ship_further(record, player)
        record.carpet[player] += int(SKIP_WITH_TOWN[faction])
    record.keys[player] += int(TOWN_KEYS[tile])
    make_up_blocked_steps(record, player)
    record.tile_steps = int(TOWN_STEPS[tile])
    if int(record.tile_steps) > 0:
        climb_all(record, player)
