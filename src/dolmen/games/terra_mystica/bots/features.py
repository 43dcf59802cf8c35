"""What the value function of Terra Mystica looks at, for one seat.

Every term stands twice in the list of features: as it is, and multiplied by the rounds left (5 in the first round, 0 in
the last one), so that a weight may change in the course of a game.
"""

from __future__ import annotations

from typing import Any, Final

from dolmen.contract.search_settings import Numbers
from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.greedy.evaluation import area_worth, cult_bonus_worth, rival_areas
from dolmen.games.terra_mystica.bots.greedy.land import land_worth, town_hope
from dolmen.games.terra_mystica.bots.greedy.tiles import bonus_worth
from dolmen.games.terra_mystica.bots.greedy.weights import AREA_SIZE, WEIGHTS, worth
from dolmen.games.terra_mystica.rules.board import first_land, without_first
from dolmen.games.terra_mystica.rules.factions import INCOME
from dolmen.games.terra_mystica.rules.final import cult_points, largest_area
from dolmen.games.terra_mystica.rules.reach import has_rival_beside, own_land
from dolmen.games.terra_mystica.rules.record import (
    NOBODY,
    ROUNDS,
    USED_SPECIAL,
    Phase,
    faction_of,
    has_favour,
    has_stronghold,
)
from dolmen.games.terra_mystica.rules.tiles import (
    DWELLING,
    FAV_CULT_STEP,
    FAVOUR_INCOME,
    PIECES,
    SANCTUARY,
    SCORING_POINTS,
    SCORING_SPADE,
    SCORING_TOWN,
    STRONGHOLD,
    STRUCTURES,
    TEMPLE,
    TOWN_TILES,
    TRACKS,
    TRADING_POST,
)

TERMS: Final = (
    "points",  # 0: points so far
    "workers",
    "coins",
    "priests",
    "power",  # 4: tokens in bowl III
    "power",  # in bowl II
    "power",  # in bowl I
    "income",  # 7: workers that structures and favour tiles bring in each of the rounds left
    "income",  # coins
    "income",  # priests
    "income",  # power
    "structures",  # 11: dwellings on the map
    "structures",  # trading posts
    "structures",  # temples
    "stronghold",  # 14
    "stronghold",  # whether its action is open
    "structures",  # 16: sanctuary
    "tracks",  # 17: shipping
    "tracks",  # spades
    "keys",  # 19
    "cults",  # 20: points of the ranks as they are now
    "cults",  # steps on all tracks
    "cults",  # priests in the orders
    "cult bonuses",  # 23: of the rounds to come, as they would be now
    "network",  # 24: points of the rank as it is now
    "network",  # size of the largest area
    "towns",  # 26: how near groups outside towns are to becoming one
    "towns",  # town tiles held
    "round scoring",  # 28: points that a dwelling scores by the tiles of the rounds left, if there is one to build
    "round scoring",  # the same for trading posts
    "round scoring",  # for temples
    "round scoring",  # for stronghold and sanctuary
    "round scoring",  # 32: whether a spade tile is still to come
    "round scoring",  # whether a town tile is still to come
    "favour tiles",  # 34: the actions and points of FAV6
    "favour tiles",  # FAV7 to FAV9 have their income above; FAV10
    "favour tiles",  # FAV11
    "favour tiles",  # FAV12
    "bonus tile",  # 38
    "land",  # 39: free land in reach
    "neighbours",  # 40: structures beside those of others
    "the turn",  # 41: whether the seat has passed
    "the turn",  # how many turns come before its own
    "set-up",  # 43: always 1
    "set-up",  # rounds left
    *["faction"] * 14,  # 45
)
"""What each term is called; those of one name are told to people as one."""

FEATURES: Final = TERMS + TERMS
COUNT: Final = len(TERMS)
FACTIONS_FROM: Final = 45


@kernel
def features(record: Any, seat: int, out: Numbers) -> None:
    """All features of a seat."""
    for index in range(2 * COUNT):
        out[index] = 0.0
    left = ROUNDS - int(record.round_number)
    out[0] = record.vp[seat]
    out[43] = 1.0
    out[44] = left
    faction = faction_of(record, seat)
    if faction != NOBODY:
        out[FACTIONS_FROM + faction] = 1.0
        look_at_goods(record, seat, left, out)
        look_at_structures(record, seat, out)
        look_at_cults(record, seat, left, out)
        look_at_the_map(record, seat, left, out)
        look_at_round_scoring(record, seat, out)
        look_at_tiles(record, seat, left, out)
        look_at_turn(record, seat, out)
    for index in range(COUNT):
        out[COUNT + index] = left * out[index]


@kernel
def look_at_goods(record: Any, seat: int, left: int, out: Numbers) -> None:
    """What the seat has, and what it will get."""
    out[1] = record.workers[seat]
    out[2] = record.coins[seat]
    out[3] = record.priests[seat]
    for bowl in range(3):
        out[6 - bowl] = record.bowls[seat, bowl]
    faction = faction_of(record, seat)
    for good in range(4):
        income = 0
        for structure in range(DWELLING, STRUCTURES):
            income += int(INCOME[faction, structure, int(record.built[seat, structure]), good])
        for tile in range(FAV_CULT_STEP, 12):
            if has_favour(record, seat, tile):
                income += int(FAVOUR_INCOME[tile, good])
        out[7 + good] = left * income


@kernel
def look_at_structures(record: Any, seat: int, out: Numbers) -> None:
    """What stands on the map, and the tracks of the faction board."""
    out[11] = record.built[seat, DWELLING]
    out[12] = record.built[seat, TRADING_POST]
    out[13] = record.built[seat, TEMPLE]
    out[16] = record.built[seat, SANCTUARY]
    if has_stronghold(record, seat):
        out[14] = 1.0
        out[15] = 1.0 if int(record.used[seat]) & USED_SPECIAL == 0 else 0.0
    out[17] = record.shipping[seat]
    out[18] = record.digging[seat]
    out[19] = record.keys[seat]


@kernel
def look_at_cults(record: Any, seat: int, left: int, out: Numbers) -> None:
    """Ranks, steps, priests, and what the tiles of the rounds bring for them."""
    for track in range(TRACKS):
        out[20] += cult_points(record, seat, track)
        out[21] += record.cult[seat, track]
    out[22] = record.in_orders[seat]
    for number in range(max(0, int(record.round_number) - 1), ROUNDS - 1):
        out[23] += cult_bonus_worth(record, seat, WEIGHTS, int(record.scoring[number]), ROUNDS - 2 - number) / 100


@kernel
def look_at_the_map(record: Any, seat: int, left: int, out: Numbers) -> None:
    """Network, towns, land and neighbours."""
    size = largest_area(record, seat)
    ranked = area_worth(record, seat, WEIGHTS, 0, rival_areas(record, seat))
    out[24] = (ranked - size * worth(WEIGHTS, AREA_SIZE, 0)) / 100
    out[25] = size
    out[26] = town_hope(record, seat, WEIGHTS, left) / 100
    for tile in range(TOWN_TILES):
        out[27] += record.town_tiles[seat, tile]
    out[39] = land_worth(record, seat, WEIGHTS, left) / 100
    low, high = own_land(record, seat)
    while low | high != 0:
        if has_rival_beside(record, seat, first_land(low, high)):
            out[40] += 1.0
        low, high = without_first(low, high)


@kernel
def look_at_round_scoring(record: Any, seat: int, out: Numbers) -> None:
    """The scoring tiles of this round, unless the seat has passed, and of those to come."""
    first = max(0, int(record.round_number) - 1) + (1 if record.passed[seat] else 0)
    for number in range(first, ROUNDS):
        tile = int(record.scoring[number])
        for structure in range(DWELLING, SANCTUARY + 1):
            if int(record.built[seat, structure]) < int(PIECES[structure]):
                out[28 + min(structure, STRONGHOLD) - DWELLING] += SCORING_POINTS[tile, structure]
        out[32] += tile == SCORING_SPADE
        out[33] += tile == SCORING_TOWN


@kernel
def look_at_tiles(record: Any, seat: int, left: int, out: Numbers) -> None:
    """Favour tiles that bring more than income, and the bonus tile."""
    out[34] = has_favour(record, seat, FAV_CULT_STEP)
    for tile in range(9, 12):
        out[26 + tile] = has_favour(record, seat, tile)
    out[38] = bonus_worth(record, seat, WEIGHTS, left) / 100


@kernel
def look_at_turn(record: Any, seat: int, out: Numbers) -> None:
    """Whether the seat still acts in this round, and how soon."""
    out[41] = record.passed[seat]
    if record.phase == Phase.ACTION and not record.passed[seat]:
        out[42] = (seat - int(record.turn_player)) % int(record.players)
