"""What favour and bonus tiles will bring in the rounds left."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.greedy.weights import (
    COIN,
    FAVOUR_DWELLING,
    FAVOUR_POST,
    FAVOUR_TOWN,
    FIRST_BOWL,
    NEXT_BONUS,
    PRIEST,
    SPADE,
    STEP,
    THIRD_BOWL,
    WORKER,
    Weights,
    worth,
    worth_each_round,
)
from dolmen.games.terra_mystica.rules.record import NO_TILE, USED_BONUS, USED_FAVOUR, has_favour
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_CULT_STEP,
    BONUS_INCOME,
    BONUS_POINTS,
    BONUS_SHIPPING,
    BONUS_SHIPPING_POINTS,
    BONUS_SPADE,
    COINS,
    DWELLING,
    FAV_CULT_STEP,
    FAV_DWELLINGS,
    FAV_PASSING,
    FAV_PASSING_POINTS,
    FAV_TOWN_POWER,
    FAV_TRADING_POSTS,
    FAVOUR_INCOME,
    POINTS_PER_SHIPPING,
    POWER,
    PRIESTS,
    STRUCTURES,
    TRADING_POST,
    WORKERS,
)


@kernel
def goods_worth_each_round(weights: Weights, goods: Any, left: int) -> int:
    """A row of goods (workers, coins, priests, power) that comes in every round left."""
    value = int(goods[WORKERS]) * worth_each_round(weights, WORKER, left)
    value += int(goods[COINS]) * worth_each_round(weights, COIN, left)
    value += int(goods[PRIESTS]) * worth_each_round(weights, PRIEST, left)
    power = worth_each_round(weights, THIRD_BOWL, left) - worth_each_round(weights, FIRST_BOWL, left)
    return value + int(goods[POWER]) * power // 2


@kernel
def goods_worth(weights: Weights, goods: Any, left: int) -> int:
    """A row of goods that comes once, with so many rounds left."""
    return goods_worth_each_round(weights, goods, left + 1) - goods_worth_each_round(weights, goods, left)


@kernel
def spade_worth(weights: Weights, left: int) -> int:
    """A spade to be used at once."""
    return worth(weights, SPADE, left)


@kernel
def favour_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """All favour tiles that the player holds."""
    value = 0
    for tile in range(FAV_TOWN_POWER, 12):
        if has_favour(record, player, tile):
            value += favour_tile_worth(record, player, weights, left, tile)
    return value


@kernel
def favour_tile_worth(record: Any, player: int, weights: Weights, left: int, tile: int) -> int:
    """One favour tile, without its cult steps."""
    rounds = left + (0 if record.passed[player] else 1)
    if tile == FAV_TOWN_POWER:
        return worth(weights, FAVOUR_TOWN, left)
    if tile == FAV_CULT_STEP:
        times = rounds - (1 if rounds > left and int(record.used[player]) & USED_FAVOUR else 0)
        return times * worth(weights, STEP, left) * 2
    if tile == FAV_TRADING_POSTS:
        return worth(weights, FAVOUR_POST, left)
    if tile == FAV_DWELLINGS:
        return worth(weights, FAVOUR_DWELLING, left)
    if tile == FAV_PASSING:
        posts = int(record.built[player, TRADING_POST])
        return 100 * int(FAV_PASSING_POINTS[posts]) * rounds + 20 * left
    return goods_worth_each_round(weights, FAVOUR_INCOME[tile], left)


@kernel
def bonus_worth(record: Any, player: int, weights: Weights, left: int) -> int:
    """The bonus tile: until passing its action and points, after it those of the next round and its income."""
    tile = int(record.bonus[player])
    if tile == NO_TILE:
        return 0
    if record.round_number > 0 and not record.passed[player]:
        value = passing_worth(record, player, tile)
        if not int(record.used[player]) & USED_BONUS:
            value += bonus_action_worth(weights, left, tile)
        return value + worth(weights, NEXT_BONUS, left) if left > 0 else value
    if left == 0:
        return 0
    value = passing_worth(record, player, tile) + bonus_action_worth(weights, left - 1, tile)
    return value + goods_worth(weights, BONUS_INCOME[tile], left - 1)


@kernel
def bonus_action_worth(weights: Weights, left: int, tile: int) -> int:
    """The special action of a bonus tile, or its ship."""
    if tile == BONUS_SPADE:
        return spade_worth(weights, left) + 50
    if tile == BONUS_CULT_STEP:
        return 2 * worth(weights, STEP, left)
    return 20 * left if tile == BONUS_SHIPPING else 0


@kernel
def passing_worth(record: Any, player: int, tile: int) -> int:
    """What a bonus tile scores on passing with what stands now."""
    points = 0
    for structure in range(DWELLING, STRUCTURES):
        points += int(BONUS_POINTS[tile, structure]) * int(record.built[player, structure])
    if tile == BONUS_SHIPPING_POINTS:
        points += POINTS_PER_SHIPPING * int(record.shipping[player])
    return 100 * points
