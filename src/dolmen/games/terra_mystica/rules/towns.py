"""Towns: who founds one, town tiles, the mermaids' river hex ('Fundar una ciudad', Appendix V)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import CONNECT, TOWN
from dolmen.games.terra_mystica.rules.board import (
    LAND,
    NOWHERE,
    RIVERS,
    SHORE_LAND,
    SHORES,
    first_land,
    high_bit,
    holds,
    low_bit,
    near_by_shipping,
    near_by_skipping,
    without_first,
)
from dolmen.games.terra_mystica.rules.cults import climb_all, make_up_blocked_steps
from dolmen.games.terra_mystica.rules.factions import POINTS_PER_TOWN, RIVER_TOWNS, SKIP_WITH_TOWN, WORKERS_PER_TOWN
from dolmen.games.terra_mystica.rules.goods import gain_goods
from dolmen.games.terra_mystica.rules.reach import across_bridge, own_land
from dolmen.games.terra_mystica.rules.record import (
    FROM_ABILITY,
    FROM_ROUND,
    FROM_TOWN,
    Record,
    faction_of,
    has_favour,
    score,
    scoring_tile,
)
from dolmen.games.terra_mystica.rules.tiles import (
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
    TOWN_TILES,
)
from dolmen.games.terra_mystica.rules.tracks import ship_further


@kernel
def group_around(record: Record, player: int, low: int, high: int) -> tuple[int, int]:
    """The player's structures connected with a set of them: by edges, bridges, and river hexes of towns."""
    return connected(record, player, low, high, 0, 0)


@kernel
def connected(record: Record, player: int, low: int, high: int, shipping: int, skipped: int) -> tuple[int, int]:
    """The same, and by a shipping value and so many hexes skipped: structure by structure, each looked at once."""
    over_rivers = int(RIVER_TOWNS[faction_of(record, player)]) != 0
    own_low, own_high = own_land(record, player)
    next_low = low
    next_high = high
    while next_low | next_high != 0:
        land = first_land(next_low, next_high)
        next_low, next_high = without_first(next_low, next_high)
        near_low, near_high = near_by_shipping(shipping, land)
        skip_low, skip_high = near_by_skipping(skipped, land)
        near_low |= skip_low
        near_high |= skip_high
        for place in range(4):
            other = across_bridge(record, land, place)
            if other != NOWHERE:
                near_low |= low_bit(other)
                near_high |= high_bit(other)
        if over_rivers:
            for river in range(RIVERS):
                if record.town_river[river] and holds(int(SHORES[river, 0]), int(SHORES[river, 1]), land):
                    near_low |= int(SHORES[river, 0])
                    near_high |= int(SHORES[river, 1])
        near_low &= own_low & ~low
        near_high &= own_high & ~high
        low |= near_low
        high |= near_high
        next_low |= near_low
        next_high |= near_high
    return low, high


@kernel
def has_town(record: Record, low: int, high: int) -> bool:
    """Whether any structure of a group belongs to a town already."""
    while low | high != 0:
        if record.in_town[first_land(low, high)]:
            return True
        low, high = without_first(low, high)
    return False


@kernel
def is_town(record: Record, player: int, low: int, high: int) -> bool:
    """Whether a group has the structures and the power value of a town."""
    structures, power = lacking_for_town(record, player, low, high)
    return structures <= 0 and power <= 0


@kernel
def lacking_for_town(record: Record, player: int, low: int, high: int) -> tuple[int, int]:
    """How many structures, and how much power value, a group lacks (below 0: has more than enough).

    A town is four structures (three with the sanctuary) of power value seven (six with FAV5).
    """
    structures = TOWN_STRUCTURES
    power = TOWN_POWER - 1 if has_favour(record, player, FAV_TOWN_POWER) else TOWN_POWER
    while low | high != 0:
        structure = int(record.structure[first_land(low, high)])
        low, high = without_first(low, high)
        structures -= 2 if structure == SANCTUARY else 1
        power -= int(POWER_VALUE[structure])
    return structures, power


@kernel
def town_tile_left(record: Record) -> bool:
    """Whether a town tile is left beyond those that are due already."""
    left = -int(record.towns_due)
    for tile in range(TOWN_TILES):
        left += int(record.towns_left[tile])
    return left > 0


@kernel
def mark_town(record: Record, low: int, high: int) -> None:
    """All structures of the group belong to a town from now on."""
    while low | high != 0:
        record.in_town[first_land(low, high)] = 1
        low, high = without_first(low, high)


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
def apply_connect(record: Record, river: int) -> None:
    """The town tile will lie on the river hex, which joins the land around it for this faction's towns."""
    player = int(record.player)
    record.town_river[river] = 1
    own_low, own_high = own_land(record, player)
    low, high = group_around(record, player, int(SHORES[river, 0]) & own_low, int(SHORES[river, 1]) & own_high)
    mark_town(record, low, high)
    record.towns_due += 1


# ------------------------------------------------------------------------------------------------------- town tiles


@kernel
def legal_towns(record: Record, mask: Mask) -> None:
    """Any town tile that is left."""
    for tile in range(TOWN_TILES):
        if int(record.towns_left[tile]) > 0:
            add(mask, TOWN + tile)


@kernel
def apply_town(record: Record, tile: int) -> None:
    """Take a town tile: points, keys, its gain, and what the faction adds."""
    player = int(record.player)
    faction = faction_of(record, player)
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
