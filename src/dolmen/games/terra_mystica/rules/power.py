"""The three bowls of power: gaining, spending, sacrificing ('Cuencos de poder')."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.record import Record


@kernel
def power_room(record: Record, player: int) -> int:
    """How much power the player could still gain: every token of bowl I twice, of bowl II once."""
    return 2 * int(record.bowls[player, 0]) + int(record.bowls[player, 1])


@kernel
def gain_power(record: Record, player: int, amount: int) -> None:
    """Tokens move from bowl I to II; only when I is empty from II to III. What finds no token is lost."""
    first = int(record.bowls[player, 0])
    second = int(record.bowls[player, 1])
    to_second = min(amount, first)
    to_third = min(amount - to_second, second + to_second)
    record.bowls[player, 0] = first - to_second
    record.bowls[player, 1] = second + to_second - to_third
    record.bowls[player, 2] += to_third


@kernel
def spend_power(record: Record, player: int, amount: int) -> None:
    """Tokens go from bowl III back to bowl I."""
    record.bowls[player, 2] -= amount
    record.bowls[player, 0] += amount


@kernel
def can_burn(record: Record, player: int) -> bool:
    """With one token alone in bowl II nothing can be sacrificed."""
    return int(record.bowls[player, 1]) >= 2


@kernel
def burn(record: Record, player: int) -> None:
    """Sacrifice: one token of bowl II goes to bowl III, another leaves the game."""
    record.bowls[player, 1] -= 2
    record.bowls[player, 2] += 1
