"""Workers, coins, priests and power: what a player gains and pays."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.power import gain_power
from dolmen.games.terra_mystica.rules.record import Record
from dolmen.games.terra_mystica.rules.tiles import COINS, MAX_PRIESTS, POWER, PRIESTS, WORKERS


@kernel
def priest_room(record: Record, player: int) -> int:
    """How many priests the player could still take: seven in all, those in the orders do not come back."""
    return MAX_PRIESTS - int(record.in_orders[player]) - int(record.priests[player])


@kernel
def gain_priests(record: Record, player: int, amount: int) -> None:
    """Priests from the player's supply; what it does not hold is lost."""
    record.priests[player] += min(amount, priest_room(record, player))


@kernel
def gain_goods(record: Record, player: int, goods: Any, times: int) -> None:
    """So many times a row of goods: workers, coins, priests, power."""
    record.workers[player] += times * int(goods[WORKERS])
    record.coins[player] += times * int(goods[COINS])
    gain_priests(record, player, times * int(goods[PRIESTS]))
    gain_power(record, player, times * int(goods[POWER]))


@kernel
def can_pay(record: Record, player: int, workers: int, coins: int, priests: int) -> bool:
    """Whether the player has so much."""
    return (
        int(record.workers[player]) >= workers
        and int(record.coins[player]) >= coins
        and int(record.priests[player]) >= priests
    )


@kernel
def pay(record: Record, player: int, workers: int, coins: int, priests: int) -> None:
    """Give so much back to the supply."""
    record.workers[player] -= workers
    record.coins[player] -= coins
    record.priests[player] -= priests
