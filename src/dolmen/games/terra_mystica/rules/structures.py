"""Dwellings, upgrades, favour tiles ('Construir una morada', '4. Mejorar una estructura', Appendix II)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import BUILD, FAVOUR, upgrade_id, upgrade_of
from dolmen.games.terra_mystica.rules.board import LAND, holds
from dolmen.games.terra_mystica.rules.cults import climb
from dolmen.games.terra_mystica.rules.factions import (
    COST,
    FAVOURS_EACH,
    STRONGHOLD_FAVOURS,
    STRONGHOLD_ORDINATION,
    STRONGHOLD_POINTS,
    STRONGHOLD_POWER,
    STRONGHOLD_SHIPPING,
    STRONGHOLD_SPADES,
)
from dolmen.games.terra_mystica.rules.goods import can_pay, pay
from dolmen.games.terra_mystica.rules.leech import make_offers
from dolmen.games.terra_mystica.rules.power import gain_power
from dolmen.games.terra_mystica.rules.reach import (
    has_rival_beside,
    reached,
    reached_by_skipping,
    skip_priests,
    skip_workers,
)
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    BUILD_WHERE_WORKED,
    FROM_ABILITY,
    FROM_FAVOUR,
    FROM_ROUND,
    NO_BUILDING,
    NOBODY,
    Record,
    faction_of,
    has_favour,
    score,
    scoring_tile,
)
from dolmen.games.terra_mystica.rules.spades import gain_spades, home_of, pay_skip, was_worked
from dolmen.games.terra_mystica.rules.tiles import (
    DWELLING,
    FAV_DWELLING_POINTS,
    FAV_DWELLINGS,
    FAV_TOWN_POWER,
    FAV_TRADING_POST_POINTS,
    FAV_TRADING_POSTS,
    FAVOUR_STEPS,
    FAVOUR_TILES,
    NO_STRUCTURE,
    PIECES,
    SANCTUARY,
    SCORING_POINTS,
    STRONGHOLD,
    TEMPLE,
    TRADING_POST,
    UPGRADED_FROM,
)
from dolmen.games.terra_mystica.rules.towns import check_all_towns, check_town
from dolmen.games.terra_mystica.rules.tracks import ship_further


@kernel
def piece_left(record: Record, player: int, structure: int) -> bool:
    """Whether the player still has such a piece."""
    return int(record.built[player, structure]) < int(PIECES[structure])


@kernel
def place_structure(record: Record, player: int, land: int, structure: int) -> None:
    """Put a piece on the map; what stood there goes back to the faction board."""
    before = int(record.structure[land])
    if before != NO_STRUCTURE:
        record.built[player, before] -= 1
    record.built[player, structure] += 1
    record.structure[land] = structure
    record.owner[land] = player


@kernel
def finish_build(record: Record, player: int, land: int, structure: int) -> None:
    """Place a structure in phase II: points of the round, offers of power, perhaps a town."""
    place_structure(record, player, land, structure)
    score(record, player, int(SCORING_POINTS[scoring_tile(record), structure]), FROM_ROUND)
    if structure == DWELLING and has_favour(record, player, FAV_DWELLINGS):
        score(record, player, FAV_DWELLING_POINTS, FROM_FAVOUR)
    elif structure == TRADING_POST and has_favour(record, player, FAV_TRADING_POSTS):
        score(record, player, FAV_TRADING_POST_POINTS, FROM_FAVOUR)
    make_offers(record, player, land)
    check_town(record, player, land)


# -------------------------------------------------------------------------------------------------- build a dwelling


@kernel
def can_pay_dwelling(record: Record, player: int, workers: int, priests: int) -> bool:
    """A dwelling is left and can be paid, besides so many workers and priests."""
    faction = faction_of(record, player)
    due_workers = int(COST[faction, DWELLING, 0]) + workers
    return piece_left(record, player, DWELLING) and can_pay(
        record, player, due_workers, int(COST[faction, DWELLING, 1]), priests
    )


@kernel
def legal_dwellings(record: Record, mask: Mask, right: int) -> None:
    """Free home terrain: in reach; or transformed in this action, if anything was; or, by broom, anywhere."""
    player = int(record.player)
    if right == BUILD_ANYWHERE:
        legal_ride(record, mask)
        return
    if not can_pay_dwelling(record, player, 0, 0):
        return
    if right == BUILD_WHERE_WORKED or int(record.worked_count) > 0:
        for place in range(int(record.worked_count)):
            land = int(record.worked[place])
            if int(record.terrain[land]) == home_of(record, player):
                add(mask, BUILD + land)
        return
    low, high = reached(record, player)
    if can_pay_dwelling(record, player, skip_workers(record, player), skip_priests(record, player)):
        far_low, far_high = reached_by_skipping(record, player)
        low |= far_low
        high |= far_high
    home = home_of(record, player)
    for land in range(LAND):
        if int(record.terrain[land]) == home and int(record.owner[land]) == NOBODY and holds(low, high, land):
            add(mask, BUILD + land)


@kernel
def legal_ride(record: Record, mask: Mask) -> None:
    """Witches' ride: a free hex of home terrain, near or far."""
    player = int(record.player)
    home = home_of(record, player)
    for land in range(LAND):
        if int(record.terrain[land]) == home and int(record.owner[land]) == NOBODY:
            add(mask, BUILD + land)


@kernel
def apply_dwelling(record: Record, land: int) -> None:
    """Build a dwelling, one an action; by broom it costs nothing."""
    player = int(record.player)
    faction = faction_of(record, player)
    if record.build_right != BUILD_ANYWHERE:
        if not was_worked(record, land):
            pay_skip(record, player, land)
        pay(
            record,
            player,
            int(COST[faction, DWELLING, 0]),
            int(COST[faction, DWELLING, 1]),
            0,
        )
    record.build_right = NO_BUILDING
    record.may_dig = 0
    finish_build(record, player, land, DWELLING)


# ------------------------------------------------------------------------------------------------ upgrade a structure


@kernel
def upgrade_coins(record: Record, player: int, land: int, structure: int) -> int:
    """The coins of an upgrade: twice as many for a trading post without a neighbour of another faction."""
    coins = int(COST[faction_of(record, player), structure, 1])
    if structure == TRADING_POST and not has_rival_beside(record, player, land):
        coins *= 2
    return coins


@kernel
def can_upgrade(record: Record, player: int, land: int, structure: int) -> bool:
    """The right structure stands there, a piece is left, and it can be paid."""
    if int(record.owner[land]) != player or int(record.structure[land]) != int(UPGRADED_FROM[structure]):
        return False
    if not piece_left(record, player, structure):
        return False
    workers = int(COST[faction_of(record, player), structure, 0])
    return can_pay(record, player, workers, upgrade_coins(record, player, land, structure), 0)


@kernel
def legal_upgrades(record: Record, mask: Mask) -> None:
    """Step by step: dwelling, trading post, then temple or stronghold; temple, then sanctuary."""
    player = int(record.player)
    for land in range(LAND):
        if int(record.owner[land]) == player:
            for structure in range(TRADING_POST, SANCTUARY + 1):
                if can_upgrade(record, player, land, structure):
                    add(mask, upgrade_id(land, structure))


@kernel
def legal_free_upgrades(record: Record, mask: Mask) -> None:
    """Swarmlings: a dwelling into a trading post, for nothing."""
    for land in range(LAND):
        if int(record.owner[land]) == int(record.player) and int(record.structure[land]) == DWELLING:
            add(mask, upgrade_id(land, TRADING_POST))


@kernel
def apply_upgrade(record: Record, action: int) -> None:
    """Replace a structure; temples and the sanctuary bring favour tiles, the stronghold what the faction says."""
    player = int(record.player)
    faction = faction_of(record, player)
    land, structure = upgrade_of(action)
    if record.upgrade_due:
        record.upgrade_due = 0
    else:
        pay(
            record,
            player,
            int(COST[faction, structure, 0]),
            upgrade_coins(record, player, land, structure),
            0,
        )
    finish_build(record, player, land, structure)
    if structure in (TEMPLE, SANCTUARY):
        owe_favours(record, player, int(FAVOURS_EACH[faction]))
    elif structure == STRONGHOLD:
        open_stronghold(record, player)


@kernel
def open_stronghold(record: Record, player: int) -> None:
    """What the stronghold brings at once (Appendix VI)."""
    faction = faction_of(record, player)
    owe_favours(record, player, int(STRONGHOLD_FAVOURS[faction]))
    gain_power(record, player, int(STRONGHOLD_POWER[faction]))
    score(record, player, int(STRONGHOLD_POINTS[faction]), FROM_ABILITY)
    for _ in range(int(STRONGHOLD_SHIPPING[faction])):
        ship_further(record, player)
    record.ordination = int(STRONGHOLD_ORDINATION[faction])
    if int(STRONGHOLD_SPADES[faction]) > 0:
        record.build_right = BUILD_WHERE_WORKED
        gain_spades(record, player, int(STRONGHOLD_SPADES[faction]))


# ------------------------------------------------------------------------------------------------------ favour tiles


@kernel
def may_take_favour(record: Record, player: int, tile: int) -> bool:
    """The tile is left, and the player has none of its kind."""
    return int(record.favours_left[tile]) > 0 and not has_favour(record, player, tile)


@kernel
def owe_favours(record: Record, player: int, tiles: int) -> None:
    """Favour tiles are due, but not more than there are to choose from."""
    choices = 0
    for tile in range(FAVOUR_TILES):
        if may_take_favour(record, player, tile):
            choices += 1
    record.favours_due = min(tiles, choices)


@kernel
def legal_favours(record: Record, mask: Mask) -> None:
    """Any favour tile that is left, never a second one of a kind."""
    for tile in range(FAVOUR_TILES):
        if may_take_favour(record, int(record.player), tile):
            add(mask, FAVOUR + tile)


@kernel
def apply_favour(record: Record, tile: int) -> None:
    """Take a favour tile: its cult steps at once; FAV5 looks at all groups again."""
    player = int(record.player)
    record.favours_due -= 1
    record.favours_left[tile] -= 1
    record.favours[player] = int(record.favours[player]) | (1 << tile)
    climb(record, player, tile % 4, int(FAVOUR_STEPS[tile]))
    if tile == FAV_TOWN_POWER:
        check_all_towns(record, player)
