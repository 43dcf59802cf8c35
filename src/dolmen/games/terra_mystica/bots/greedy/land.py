"""What the map promises: land to build on, groups that may become towns, neighbours."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.greedy.tiles import spade_worth
from dolmen.games.terra_mystica.bots.greedy.weights import (
    HOME_LAND,
    LACKING_POWER,
    LACKING_STRUCTURE,
    LINK,
    NEIGHBOUR,
    PRIEST,
    TOWN,
    TOWN_HOPE,
    TOWN_NEAR,
    WORKER,
    Weights,
    worth,
)
from dolmen.games.terra_mystica.rules.board import (
    ADJACENT,
    NEIGHBOURS,
    NOWHERE,
    SKIP_REACH,
    first_land,
    hexes_in,
    high_bit,
    low_bit,
    without_first,
)
from dolmen.games.terra_mystica.rules.factions import POINTS_PER_TOWN
from dolmen.games.terra_mystica.rules.reach import has_rival_beside, own_land, reached, skip_range
from dolmen.games.terra_mystica.rules.record import NOBODY, faction_of
from dolmen.games.terra_mystica.rules.spades import home_of, spade_priests, spade_workers, spades_needed
from dolmen.games.terra_mystica.rules.tiles import DWELLING, PIECES, POWER_VALUE
from dolmen.games.terra_mystica.rules.towns import group_around, has_town, lacking_for_town

# --------------------------------------------------------------------------------------------------------------- land


@kernel
def spade_price(record: Any, player: int, weights: Weights, left: int) -> int:
    """What a spade costs the player, as far as spades are bought at all."""
    price = spade_workers(record, player) * worth(weights, WORKER, left)
    price += spade_priests(record, player) * (worth(weights, PRIEST, left) - 200)
    return (price + spade_worth(weights, left)) // 2


@kernel
def land_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """Free land in reach for the dwellings to come, the cheapest first."""
    places = min(int(PIECES[DWELLING]) - int(record.built[player, DWELLING]), 1 + left)
    best = worth(weights, HOME_LAND, left)
    price = spade_price(record, player, weights, left)
    found = land_by_spades(record, player)
    value = 0
    for spades in range(4):
        each = best - spades * price
        if places <= 0 or each <= 0:
            break
        number = (found >> 8 * spades) & 255
        value += min(number, places) * each
        places -= number
    return value


@kernel
def land_by_spades(record: Any, player: int) -> int:
    """How many free hexes in reach need 0, 1, 2 or 3 spades, one byte each."""
    home = home_of(record, player)
    low, high = reached(record, player)
    skipped = skip_range(record, player)
    if skipped > 0:
        own_low, own_high = own_land(record, player)
        while own_low | own_high != 0:
            land = first_land(own_low, own_high)
            own_low, own_high = without_first(own_low, own_high)
            low |= int(SKIP_REACH[skipped, land, 0])
            high |= int(SKIP_REACH[skipped, land, 1])
    free_low, free_high = own_land(record, NOBODY)
    low &= free_low
    high &= free_high
    found = 0
    while low | high != 0:
        land = first_land(low, high)
        low, high = without_first(low, high)
        needed = 0 if int(record.terrain[land]) == home else spades_needed(record, player, land, home)
        if needed < 4:
            found += 1 << 8 * needed
    return found


# -------------------------------------------------------------------------------------------------------------- towns


@kernel
def town_hope(record: Any, player: int, weights: Weights, left: int) -> int:
    """How near groups outside towns are to becoming one."""
    value = 0
    town = worth(weights, TOWN, left) + 100 * int(POINTS_PER_TOWN[faction_of(record, player)])
    own_low, own_high = own_land(record, player)
    while own_low | own_high != 0:
        land = first_land(own_low, own_high)
        low, high = group_around(record, player, low_bit(land), high_bit(land))
        own_low &= ~low
        own_high &= ~high
        if not has_town(record, low, high):
            value += town * nearness(record, player, weights, left, low, high) // 100
    return value * min(100, worth(weights, TOWN_HOPE, left)) // 100


@kernel
def nearness(record: Any, player: int, weights: Weights, left: int, low: int, high: int) -> int:
    """Per cent of a town that a group is: less for every structure and every power value that it lacks."""
    structures, power = lacking_for_town(record, player, low, high)
    lacking = worth(weights, LACKING_STRUCTURE, left) * max(0, structures)
    lacking += worth(weights, LACKING_POWER, left) * max(0, power)
    return max(0, worth(weights, TOWN_NEAR, left) - lacking)


# --------------------------------------------------------------------------------------------------------- neighbours


@kernel
def neighbour_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """Structures beside others' will be offered power and are cheaper to upgrade."""
    beside = 0
    low, high = own_land(record, player)
    while low | high != 0:
        if has_rival_beside(record, player, first_land(low, high)):
            beside += 1
        low, high = without_first(low, high)
    value = beside * worth(weights, NEIGHBOUR, left)
    return value + min(3, links(record, player)) * worth(weights, LINK, left)


@kernel
def links(record: Any, player: int) -> int:
    """Free hexes beside two own structures or more that are not in a town."""
    once_low = 0
    once_high = 0
    twice_low = 0
    twice_high = 0
    low, high = own_land(record, player)
    while low | high != 0:
        land = first_land(low, high)
        low, high = without_first(low, high)
        if not record.in_town[land]:
            twice_low |= once_low & int(ADJACENT[land, 0])
            twice_high |= once_high & int(ADJACENT[land, 1])
            once_low |= int(ADJACENT[land, 0])
            once_high |= int(ADJACENT[land, 1])
    free_low, free_high = own_land(record, NOBODY)
    return hexes_in(twice_low & free_low, twice_high & free_high)


@kernel
def place_worth(record: Any, player: int, land: int) -> int:
    """A rough measure of a hex for a dwelling: structures and home land beside it."""
    home = home_of(record, player)
    value = 100
    for place in range(6):
        other = int(NEIGHBOURS[land, place])
        if other != NOWHERE:
            owner = int(record.owner[other])
            if owner == player:
                value += 5 if record.in_town[other] else 60 + 20 * int(POWER_VALUE[int(record.structure[other])])
            elif owner != NOBODY:
                value += 20
            elif int(record.terrain[other]) == home:
                value += 25
    return value
