"""Shipping and the exchange track (actions 2 and 3)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.factions import (
    DIG_COINS,
    DIG_COST_PRIESTS,
    DIG_COST_WORKERS,
    DIG_POINTS,
    MAX_DIGGING,
    MAX_SHIPPING_OF,
    SHIPPING_COST_COINS,
    SHIPPING_COST_PRIESTS,
    SHIPPING_POINTS,
)
from dolmen.games.terra_mystica.rules.goods import can_pay, pay
from dolmen.games.terra_mystica.rules.record import FROM_TRACK, Record, faction_of, score


@kernel
def ship_further(record: Record, player: int) -> None:
    """A step of shipping with the points of the new value; nothing at the end of the track."""
    faction = faction_of(record, player)
    if int(record.shipping[player]) < int(MAX_SHIPPING_OF[faction]):
        record.shipping[player] += 1
        score(record, player, int(SHIPPING_POINTS[faction, int(record.shipping[player])]), FROM_TRACK)


@kernel
def can_advance_shipping(record: Record, player: int) -> bool:
    """A step is left, and it can be paid: one priest and four coins."""
    left = int(record.shipping[player]) < int(MAX_SHIPPING_OF[faction_of(record, player)])
    return left and can_pay(record, player, 0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS)


@kernel
def apply_advance_shipping(record: Record) -> None:
    """2. Advance shipping."""
    player = int(record.player)
    pay(record, player, 0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS)
    ship_further(record, player)


@kernel
def can_advance_digging(record: Record, player: int) -> bool:
    """A step is left, and it can be paid: two workers, five coins, one priest (halflings one coin)."""
    faction = faction_of(record, player)
    left = int(record.digging[player]) < int(MAX_DIGGING[faction])
    return left and can_pay(record, player, DIG_COST_WORKERS, int(DIG_COINS[faction]), DIG_COST_PRIESTS)


@kernel
def apply_advance_digging(record: Record) -> None:
    """3. Lower the price of spades."""
    player = int(record.player)
    pay(record, player, DIG_COST_WORKERS, int(DIG_COINS[faction_of(record, player)]), DIG_COST_PRIESTS)
    record.digging[player] += 1
    score(record, player, DIG_POINTS, FROM_TRACK)
