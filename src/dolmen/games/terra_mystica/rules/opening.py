"""Before round 1: factions, first dwellings, first bonus tiles ('Desarrollo de la partida')."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import BUILD, FACTION, PASS_BONUS
from dolmen.games.terra_mystica.rules.board import LAND
from dolmen.games.terra_mystica.rules.factions import (
    HOME,
    NUM_FACTIONS,
    START_BOWLS,
    START_COINS,
    START_CULTS,
    START_DWELLINGS,
    START_PRIESTS,
    START_SHIPPING,
    START_WORKERS,
)
from dolmen.games.terra_mystica.rules.record import FROM_START, NOBODY, Phase, Record, faction_of, score
from dolmen.games.terra_mystica.rules.rounds import add_bonus_coins
from dolmen.games.terra_mystica.rules.spades import home_of
from dolmen.games.terra_mystica.rules.structures import place_structure
from dolmen.games.terra_mystica.rules.tiles import BONUS_TILES, DWELLING, MAX_BRIDGES, START_POINTS, TRACKS
from dolmen.games.terra_mystica.rules.turns import take_bonus


@kernel
def decide_next(record: Record, player: int) -> None:
    """The player decides next in the set-up."""
    record.player = player
    record.turn_player = player


# ---------------------------------------------------------------------------------------------------------- factions


@kernel
def colour_is_taken(record: Record, colour: int) -> bool:
    """Each colour is used by one player only, whichever side of the board."""
    for player in range(int(record.players)):
        faction = int(record.faction[player])
        if faction != NOBODY and int(HOME[faction]) == colour:
            return True
    return False


@kernel
def legal_factions(record: Record, mask: Mask) -> None:
    """Any faction whose colour is free; where colours were dealt, one of the two sides."""
    dealt = int(record.colour[int(record.player)])
    free = dealt == NOBODY
    for faction in range(NUM_FACTIONS):
        colour = int(HOME[faction])
        if not colour_is_taken(record, colour) and (free or dealt == colour):
            add(mask, FACTION + faction)


@kernel
def apply_faction(record: Record, faction: int) -> None:
    """Choose a faction; the others follow clockwise."""
    take_faction(record, int(record.player), faction)
    ask_for_faction(record)


@kernel
def take_faction(record: Record, player: int, faction: int) -> None:
    """Set up a faction board: goods, power, cults, shipping."""
    record.faction[player] = faction
    record.workers[player] = int(START_WORKERS[faction])
    record.coins[player] = int(START_COINS[faction])
    record.priests[player] = int(START_PRIESTS[faction])
    for bowl in range(3):
        record.bowls[player, bowl] = START_BOWLS[faction, bowl]
    for track in range(TRACKS):
        record.cult[player, track] = START_CULTS[faction, track]
    record.shipping[player] = START_SHIPPING[faction]
    record.bridges[player] = MAX_BRIDGES
    score(record, player, START_POINTS, FROM_START)


@kernel
def ask_for_faction(record: Record) -> None:
    """The next seat without a faction; after the last one the dwellings."""
    for player in range(int(record.players)):
        if int(record.faction[player]) == NOBODY:
            record.phase = Phase.FACTION
            decide_next(record, player)
            return
    record.step = 0
    ask_for_dwelling(record)


# --------------------------------------------------------------------------------------------------- first dwellings


@kernel
def places_dwelling(record: Record, player: int, pass_number: int) -> bool:
    """In the first two passes everybody but who has a single dwelling; then who has three; then who has one."""
    dwellings = int(START_DWELLINGS[faction_of(record, player)])
    if pass_number < 2:
        return dwellings > 1
    if pass_number == 2:
        return dwellings == 3
    return dwellings == 1


@kernel
def ask_for_dwelling(record: Record) -> None:
    """The next to place a dwelling: in order, then in reverse order, nomads' third, chaos magicians' only one."""
    players = int(record.players)
    while int(record.step) < 4 * players:
        pass_number = int(record.step) // players
        player = int(record.step) % players
        if pass_number == 1:
            player = players - 1 - player
        if places_dwelling(record, player, pass_number):
            record.phase = Phase.DWELLING
            decide_next(record, player)
            return
        record.step += 1
    record.phase = Phase.FIRST_BONUS
    decide_next(record, players - 1)


@kernel
def legal_first_dwellings(record: Record, mask: Mask) -> None:
    """Any free hex of home terrain."""
    home = home_of(record, int(record.player))
    for land in range(LAND):
        if int(record.terrain[land]) == home and int(record.owner[land]) == NOBODY:
            add(mask, BUILD + land)


@kernel
def apply_first_dwelling(record: Record, land: int) -> None:
    """Place a dwelling: no cost, no offers, no points."""
    place_structure(record, int(record.player), land, DWELLING)
    record.step += 1
    ask_for_dwelling(record)


# ------------------------------------------------------------------------------------------------ first bonus tiles


@kernel
def legal_first_bonus(record: Record, mask: Mask) -> None:
    """Any bonus tile that is left."""
    for tile in range(BONUS_TILES):
        if record.bonus_free[tile]:
            add(mask, PASS_BONUS + tile)


@kernel
def apply_first_bonus(record: Record, tile: int) -> None:
    """Take a bonus tile, from the last seat back to the first; then a coin on every tile that is left, and round 1."""
    player = int(record.player)
    take_bonus(record, player, tile)
    if player > 0:
        decide_next(record, player - 1)
        return
    record.step = 0
    add_bonus_coins(record)
    record.phase = Phase.INCOME
