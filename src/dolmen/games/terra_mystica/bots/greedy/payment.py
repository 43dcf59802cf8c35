"""Prices (workers, coins, priests, power), and the conversions that make one payable.

Power is converted first, then priests and workers; tokens are burnt where too few lie in bowl III.
"""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.actions import (
    ADVANCE_DIGGING,
    ADVANCE_SHIPPING,
    BUILD,
    BURN,
    DIG,
    POINT_TO_COIN,
    POWER_ACTION,
    POWER_TO_COIN,
    POWER_TO_PRIEST,
    POWER_TO_WORKER,
    PRIEST_TO_WORKER,
    SEND,
    UPGRADE,
    WORKER_TO_COIN,
    argument_of,
    kind_of,
    send_of,
    upgrade_of,
)
from dolmen.games.terra_mystica.rules.conversions import apply_conversion
from dolmen.games.terra_mystica.rules.cults import free_place
from dolmen.games.terra_mystica.rules.factions import (
    COST,
    DIG_COINS,
    DIG_COST_PRIESTS,
    DIG_COST_WORKERS,
    MAX_DIGGING,
    MAX_SHIPPING_OF,
    POINTS_FOR_COINS,
    SHIPPING_COST_COINS,
    SHIPPING_COST_PRIESTS,
    SPADES_PER_HEX,
)
from dolmen.games.terra_mystica.rules.goods import priest_room
from dolmen.games.terra_mystica.rules.reach import needs_skip
from dolmen.games.terra_mystica.rules.record import NO_BUILDING, NOBODY, faction_of
from dolmen.games.terra_mystica.rules.spades import home_of, spade_priests, spade_workers, was_worked
from dolmen.games.terra_mystica.rules.special import can_bridge
from dolmen.games.terra_mystica.rules.structures import piece_left, upgrade_coins
from dolmen.games.terra_mystica.rules.tiles import BRIDGE_ACTION, DWELLING, POWER_COST, UPGRADED_FROM

IMPOSSIBLE = -1
PAYABLE = -2
"""Nothing needs to be converted."""


@kernel
def make_payable(record: Any, player: int, price: tuple[int, int, int, int]) -> int:
    """Convert until the price is payable; returns the first conversion, PAYABLE or IMPOSSIBLE."""
    first = PAYABLE
    action = next_conversion(record, player, price)
    while action >= 0:
        if first == PAYABLE:
            first = action
        apply_conversion(record, action)
        action = next_conversion(record, player, price)
    return IMPOSSIBLE if action == IMPOSSIBLE else first


@kernel
def next_conversion(record: Any, player: int, price: tuple[int, int, int, int]) -> int:
    """The next conversion towards a price; PAYABLE if nothing is missing, IMPOSSIBLE if nothing helps."""
    workers, coins, priests, power = price
    if power > 0:
        return by_power(record, player, power, PAYABLE)
    spare_workers = int(record.workers[player]) - workers
    spare_priests = int(record.priests[player]) - priests
    if spare_priests < 0:
        return by_power(record, player, 5, POWER_TO_PRIEST) if priest_room(record, player) > 0 else IMPOSSIBLE
    if spare_workers < 0:
        action = by_power(record, player, 3, POWER_TO_WORKER)
        return PRIEST_TO_WORKER if action == IMPOSSIBLE and spare_priests > 0 else action
    if int(record.coins[player]) < coins:
        if int(record.bowls[player, 2]) > 0:
            return POWER_TO_COIN
        if int(POINTS_FOR_COINS[faction_of(record, player)]) and int(record.vp[player]) > 0:
            return POINT_TO_COIN
        if spare_workers > 0:
            return WORKER_TO_COIN
        return by_power(record, player, 1, POWER_TO_COIN)
    return PAYABLE


@kernel
def by_power(record: Any, player: int, power: int, conversion: int) -> int:
    """A conversion of power, or the sacrifice that it needs first, or IMPOSSIBLE."""
    missing = power - int(record.bowls[player, 2])
    if missing <= 0:
        return conversion
    return BURN if 2 * missing <= int(record.bowls[player, 1]) else IMPOSSIBLE


# ------------------------------------------------------------------------------------------ what could be bought at all


@kernel
def price_of(record: Any, player: int, action: int) -> tuple[int, int, int, int]:
    """What an action costs; all nothing for actions that conversions do not help."""
    faction = faction_of(record, player)
    kind = kind_of(action)
    if kind == BUILD:
        return int(COST[faction, DWELLING, 0]), int(COST[faction, DWELLING, 1]), 0, 0
    if kind == UPGRADE:
        land, structure = upgrade_of(action)
        coins = upgrade_coins(record, player, land, structure)
        return int(COST[faction, structure, 0]), coins, 0, 0
    if action == DIG:
        return spade_workers(record, player), 0, spade_priests(record, player), 0
    if kind == POWER_ACTION:
        return 0, 0, 0, int(POWER_COST[argument_of(action)])
    if kind == SEND:
        return 0, 0, 1, 0
    if action == ADVANCE_SHIPPING:
        return 0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS, 0
    if action == ADVANCE_DIGGING:
        return DIG_COST_WORKERS, int(DIG_COINS[faction]), DIG_COST_PRIESTS, 0
    return 0, 0, 0, 0


@kernel
def lacks_only_goods(record: Any, player: int, action: int) -> bool:
    """Whether an action, not legal now, would be legal if it could be paid."""
    kind = kind_of(action)
    if kind == BUILD:
        return may_build(record, player, argument_of(action))
    if record.acted:
        return action == DIG and 0 < int(record.spades) < int(SPADES_PER_HEX[faction_of(record, player)])
    if kind == UPGRADE:
        land, structure = upgrade_of(action)
        return may_upgrade(record, player, land, structure)
    if kind == POWER_ACTION:
        number = argument_of(action)
        is_open = (int(record.power_used) >> number) & 1 == 0
        return is_open and (number != BRIDGE_ACTION or can_bridge(record, player))
    if kind == SEND:
        track, steps = send_of(action)
        return steps == 1 or free_place(record, track, steps) != NOBODY
    faction = faction_of(record, player)
    if action == ADVANCE_SHIPPING:
        return int(record.shipping[player]) < int(MAX_SHIPPING_OF[faction])
    if action == ADVANCE_DIGGING:
        return int(record.digging[player]) < int(MAX_DIGGING[faction])
    return action == DIG and int(SPADES_PER_HEX[faction]) == 0


@kernel
def may_build(record: Any, player: int, land: int) -> bool:
    """Whether a dwelling may stand on a hex, in an action not begun yet or after spades."""
    if int(record.owner[land]) != NOBODY or int(record.terrain[land]) != home_of(record, player):
        return False
    if not piece_left(record, player, DWELLING):
        return False
    if record.acted:
        return int(record.spades) == 0 and int(record.build_right) != NO_BUILDING and was_worked(record, land)
    return not needs_skip(record, player, land)


@kernel
def may_upgrade(record: Any, player: int, land: int, structure: int) -> bool:
    """Whether the structure that an upgrade replaces stands on a hex, and a piece is left."""
    if int(record.owner[land]) != player or int(record.structure[land]) != int(UPGRADED_FROM[structure]):
        return False
    return piece_left(record, player, structure)
