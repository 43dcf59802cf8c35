"""How good a player's position looks: points so far, goods, income, cults, area, towns, land and tiles."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.greedy.land import land_worth, neighbour_worth, town_hope
from dolmen.games.terra_mystica.bots.greedy.tiles import (
    bonus_worth,
    favour_worth,
    goods_worth,
    goods_worth_each_round,
    spade_worth,
)
from dolmen.games.terra_mystica.bots.greedy.weights import (
    AREA_RANK,
    AREA_SIZE,
    COIN,
    CULT_RANK,
    FIRST_BOWL,
    FIRST_POST,
    KEY,
    OFFER_MADE,
    OTHER_POST,
    PATIENCE,
    PRIEST,
    SECOND_BOWL,
    SPECIAL,
    SPECIAL_WORTH,
    STEP,
    STRONGHOLD_STANDS,
    TEMPLE_STANDS,
    THIRD_BOWL,
    WORKER,
    Weights,
    worth,
)
from dolmen.games.terra_mystica.rules.board import LAND, RIVERS
from dolmen.games.terra_mystica.rules.factions import (
    INCOME,
    STEP_FOR_TAKEN_POWER,
    STRONGHOLD_BRIDGE_POINTS,
)
from dolmen.games.terra_mystica.rules.final import area_points, cult_points, largest_area
from dolmen.games.terra_mystica.rules.record import ROUNDS, USED_SPECIAL, faction_of, has_stronghold
from dolmen.games.terra_mystica.rules.tiles import (
    DWELLING,
    ORDERS,
    PIECES,
    SCORING_CULT,
    SCORING_GAIN,
    SCORING_POINTS,
    SCORING_SPADES,
    SCORING_STEPS,
    STRUCTURES,
    TEMPLE,
    TRACKS,
    TRADING_POST,
)
from dolmen.games.terra_mystica.rules.turns import connecting_bridges

COINS_OF_USE = 14
WORKERS_OF_USE = 8
TOKENS_OF_USE = 9
"""More than this is worth half."""


@kernel
def rival_areas(record: Any, player: int) -> int:
    """The largest areas of the others, one byte each: they do not change while the player thinks."""
    areas = 0
    for other in range(int(record.players)):
        if other != player:
            areas = (areas << 8) | (largest_area(record, other) + 1)
    return areas


@kernel
def holdings_worth(record: Any, player: int, weights: Weights) -> int:
    """What the player's position is worth but for the map, in hundredths of a point."""
    left = ROUNDS - int(record.round_number)
    value = 100 * int(record.vp[player])
    value += stock_worth(record, player, weights, left)
    value += income_worth(record, player, weights, left)
    value += structure_worth(record, player, weights, left)
    value += favour_worth(record, player, weights, left)
    value += bonus_worth(record, player, weights, left)
    value += cult_worth(record, player, weights, left)
    return value + offer_worth(record, player, weights, left)


@kernel
def map_worth(record: Any, player: int, weights: Weights, areas: int) -> int:
    """What the player's position on the map is worth, in hundredths of a point."""
    left = ROUNDS - int(record.round_number)
    value = area_worth(record, player, weights, left, areas)
    value += town_hope(record, player, weights, left)
    value += land_worth(record, player, weights, left)
    return value + neighbour_worth(record, player, weights, left)


@kernel
def same_map(one: Any, other: Any, player: int) -> bool:
    """Whether two positions, one of which leads to the other in the player's turn, have the same `map_worth`."""
    different = int(one.phase) ^ int(other.phase)
    different |= int(one.bonus[player]) ^ int(other.bonus[player])
    different |= int(one.shipping[player]) ^ int(other.shipping[player])
    different |= int(one.digging[player]) ^ int(other.digging[player])
    different |= int(one.carpet[player]) ^ int(other.carpet[player])
    different |= int(one.favours[player]) ^ int(other.favours[player])
    different |= int(one.bridges[player]) ^ int(other.bridges[player])
    for land in range(LAND):  # without branches: the compiler takes several hexes at once
        different |= int(one.terrain[land]) ^ int(other.terrain[land])
        different |= int(one.structure[land]) ^ int(other.structure[land])
    for river in range(RIVERS):
        different |= int(one.town_river[river]) ^ int(other.town_river[river])
    return different == 0


@kernel
def useful(amount: int, limit: int) -> int:
    """Twice an amount, of which what is beyond the limit counts half."""
    return 2 * amount - max(0, amount - limit)


@kernel
def stock_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """Workers, coins, priests, and power in its bowls."""
    value = useful(int(record.coins[player]), COINS_OF_USE) * worth(weights, COIN, left)
    value += useful(int(record.workers[player]), WORKERS_OF_USE) * worth(weights, WORKER, left)
    value += useful(int(record.bowls[player, 2]), TOKENS_OF_USE) * worth(weights, THIRD_BOWL, left)
    value += 2 * int(record.bowls[player, 1]) * worth(weights, SECOND_BOWL, left)
    value += 2 * int(record.bowls[player, 0]) * worth(weights, FIRST_BOWL, left)
    value += 2 * int(record.priests[player]) * worth(weights, PRIEST, left)
    return value // 2 + int(record.keys[player]) * worth(weights, KEY, left)


@kernel
def income_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """The income of the structures in all rounds left."""
    faction = faction_of(record, player)
    value = 0
    for structure in range(DWELLING, STRUCTURES):
        goods = INCOME[faction, structure, int(record.built[player, structure])]
        value += goods_worth_each_round(weights, goods, left)
    return value


@kernel
def structure_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """What structures lead to: posts to temples, the stronghold to its action, pieces in hand to the next tile."""
    faction = faction_of(record, player)
    posts = int(record.built[player, TRADING_POST])
    temples = int(record.built[player, TEMPLE])
    value = temples * worth(weights, TEMPLE_STANDS, left)
    if posts > 0:
        value += worth(weights, FIRST_POST, left) + (posts - 1) * worth(weights, OTHER_POST, left)
    if has_stronghold(record, player):
        value += worth(weights, STRONGHOLD_STANDS, left)
        times = left
        if not record.passed[player] and not int(record.used[player]) & USED_SPECIAL:
            times += 1
        value += times * int(SPECIAL_WORTH[faction]) * worth(weights, SPECIAL, left) // 100
        bridges = connecting_bridges(record, player) * int(STRONGHOLD_BRIDGE_POINTS[faction])
        value += 100 * bridges * (left + (0 if record.passed[player] else 1))
    return value + patience(record, player) * worth(weights, PATIENCE, left)


@kernel
def patience(record: Any, player: int) -> int:
    """Points that pieces not built yet would score in the next round and do not score in this one."""
    number = int(record.round_number)
    if number == 0 or number == ROUNDS:
        return 0
    points = 0
    for structure in range(DWELLING, STRUCTURES):
        now = int(SCORING_POINTS[int(record.scoring[number - 1]), structure])
        then = int(SCORING_POINTS[int(record.scoring[number]), structure])
        pieces = int(PIECES[structure]) - int(record.built[player, structure])
        points += max(0, then - now) * pieces
    return points


@kernel
def cult_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """Ranks at the end as they are now, every step, and the bonuses of the rounds to come."""
    value = 0
    for track in range(TRACKS):
        points = cult_points(record, player, track)
        value += points * max(0, worth(weights, CULT_RANK, left))
        value += int(record.cult[player, track]) * worth(weights, STEP, left)
    first = max(0, int(record.round_number) - 1)
    for number in range(first, ROUNDS - 1):
        value += cult_bonus_worth(record, player, weights, int(record.scoring[number]), ROUNDS - 2 - number)
    return value


@kernel
def cult_bonus_worth(record: Any, player: int, weights: Weights, tile: int, left: int) -> int:
    """The bonus at the end of a round: mostly for full steps, a little for being on the way."""
    cult = int(SCORING_CULT[tile])
    steps = int(record.in_orders[player]) if cult == ORDERS else int(record.cult[player, cult])
    each = int(SCORING_STEPS[tile])
    hundredths = 70 * (steps // each) + 30 * steps // each
    value = int(SCORING_SPADES[tile]) * spade_worth(weights, left)
    value += goods_worth(weights, SCORING_GAIN[tile], left)
    return hundredths * value // 100


@kernel
def area_worth(record: Any, player: int, weights: Weights, left: int, areas: int) -> int:
    """The rank of the largest area as it is now, and its size."""
    mine = largest_area(record, player)
    better = 0
    equal = 1
    while areas > 0:
        theirs = (areas & 255) - 1
        areas >>= 8
        if theirs > mine:
            better += 1
        elif theirs == mine:
            equal += 1
    rank = area_points(better, equal)
    return rank * max(0, worth(weights, AREA_RANK, left)) + mine * worth(weights, AREA_SIZE, left)


@kernel
def offer_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """Cultists: power that others may take leads to a step."""
    if not int(STEP_FOR_TAKEN_POWER[faction_of(record, player)]):
        return 0
    for place in range(int(record.offers)):
        if int(record.offer_from[place]) == player:
            return worth(weights, OFFER_MADE, left)
    return int(record.reward_steps) * worth(weights, OFFER_MADE, left)
