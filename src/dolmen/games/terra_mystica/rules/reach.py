"""Adjacency, direct and indirect: bridges, shipping, tunnels and carpets ('Adyacencia')."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.board import (
    ADJACENT,
    BRIDGE_ENDS,
    BRIDGES,
    BRIDGES_AT,
    HALF,
    LAND,
    MAX_SKIP,
    NEIGHBOURS,
    NOWHERE,
    first_land,
    high_bit,
    holds,
    low_bit,
    near_by_shipping,
    near_by_skipping,
    without_first,
)
from dolmen.games.terra_mystica.rules.factions import (
    MAX_SHIPPING_OF,
    SKIP,
    SKIP_PRIESTS,
    SKIP_WORKERS,
    STRONGHOLD_SKIP,
    STRONGHOLD_SKIP_WORKERS,
)
from dolmen.games.terra_mystica.rules.record import NO_HEX, NOBODY, Phase, Record, faction_of, has_stronghold
from dolmen.games.terra_mystica.rules.tiles import BONUS_SHIPPING


@kernel
def across_bridge(record: Record, land: int, place: int) -> int:
    """The hex at the other end of the `place`-th bridge of a hex, or NOWHERE if it is not built."""
    bridge = int(BRIDGES_AT[land, place])
    if bridge == NOWHERE or int(record.bridge_owner[bridge]) == NOBODY:
        return NOWHERE
    return int(BRIDGE_ENDS[bridge, 0]) + int(BRIDGE_ENDS[bridge, 1]) - land


@kernel
def has_rival_beside(record: Record, player: int, land: int) -> bool:
    """Whether a structure of somebody else is directly adjacent (bridges count)."""
    for place in range(6):
        other = int(NEIGHBOURS[land, place])
        if other != NOWHERE and int(record.owner[other]) != NOBODY and int(record.owner[other]) != player:
            return True
    for place in range(4):
        other = across_bridge(record, land, place)
        if other != NOWHERE and int(record.owner[other]) != NOBODY and int(record.owner[other]) != player:
            return True
    return False


@kernel
def own_land(record: Record, player: int) -> tuple[int, int]:
    """The hexes with the player's structures, as a set."""
    low = 0
    high = 0
    for land in range(HALF):  # without branches: the compiler takes several hexes at once
        low |= int(record.owner[land] == player) << land
    for land in range(HALF, LAND):
        high |= int(record.owner[land] == player) << (land - HALF)
    return low, high


@kernel
def shipping_value(record: Record, player: int) -> int:
    """The shipping value; one more in phase II for the holder of BON4, if his faction has shipping at all."""
    value = int(record.shipping[player])
    lends = int(record.bonus[player]) == BONUS_SHIPPING and int(MAX_SHIPPING_OF[faction_of(record, player)]) > 0
    if lends and record.phase == Phase.ACTION:
        value += 1
    return value


@kernel
def reached(record: Record, player: int) -> tuple[int, int]:
    """All land hexes directly or by shipping adjacent to the player's structures."""
    level = shipping_value(record, player)
    low = 0
    high = 0
    own_low, own_high = own_land(record, player)
    while own_low | own_high != 0:
        land = first_land(own_low, own_high)
        own_low, own_high = without_first(own_low, own_high)
        near_low, near_high = near_by_shipping(level, land)
        low |= near_low
        high |= near_high
    for bridge in range(BRIDGES):
        if int(record.bridge_owner[bridge]) != NOBODY:
            one = int(BRIDGE_ENDS[bridge, 0])
            other = int(BRIDGE_ENDS[bridge, 1])
            if int(record.owner[one]) == player:
                low |= low_bit(other)
                high |= high_bit(other)
            if int(record.owner[other]) == player:
                low |= low_bit(one)
                high |= high_bit(one)
    return low, high


@kernel
def beside_own(record: Record, player: int) -> tuple[int, int]:
    """All land hexes that share an edge with a structure of the player (sandstorm)."""
    low = 0
    high = 0
    for land in range(LAND):
        if int(record.owner[land]) == player:
            low |= int(ADJACENT[land, 0])
            high |= int(ADJACENT[land, 1])
    return low, high


# ----------------------------------------------------------------------------------------------- tunnels and carpets


@kernel
def skip_range(record: Record, player: int) -> int:
    """How many hexes the player's tunnel or carpet skips; 0 without one."""
    faction = faction_of(record, player)
    hexes = int(SKIP[faction])
    if hexes > 0:
        hexes += int(record.carpet[player])
        if has_stronghold(record, player):
            hexes += int(STRONGHOLD_SKIP[faction])
    return min(hexes, MAX_SKIP)


@kernel
def skip_workers(record: Record, player: int) -> int:
    """Workers for a tunnel: fewer with the stronghold."""
    faction = faction_of(record, player)
    workers = int(SKIP_WORKERS[faction])
    if has_stronghold(record, player):
        workers -= int(STRONGHOLD_SKIP_WORKERS[faction])
    return workers


@kernel
def skip_priests(record: Record, player: int) -> int:
    """Priests for a carpet flight."""
    return int(SKIP_PRIESTS[faction_of(record, player)])


@kernel
def reached_by_skipping(record: Record, player: int) -> tuple[int, int]:
    """Land hexes that a tunnel or a carpet reaches; none in phase III, and only one target an action."""
    low = 0
    high = 0
    hexes = skip_range(record, player)
    if hexes == 0 or record.phase != Phase.ACTION or int(record.skipped_to) != NO_HEX:
        return low, high
    for land in range(LAND):
        if int(record.owner[land]) == player:
            near_low, near_high = near_by_skipping(hexes, land)
            low |= near_low
            high |= near_high
    return low, high


@kernel
def needs_skip(record: Record, player: int, land: int) -> bool:
    """Whether the player gets to the hex by tunnel or carpet only, and has not paid for that in this action."""
    if land == int(record.skipped_to):
        return False
    low, high = reached(record, player)
    return not holds(low, high, land)
