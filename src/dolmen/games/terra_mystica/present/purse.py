"""What a player owns, and what decisions and spades take from it."""

from __future__ import annotations

from dolmen.core.record_view import reading
from dolmen.core.value import value
from dolmen.games.terra_mystica.rules.actions import (
    KIND,
    POWER_ACTION,
    POWER_TO_COIN,
    POWER_TO_PRIEST,
    POWER_TO_WORKER,
)
from dolmen.games.terra_mystica.rules.factions import COST, SPADE_PRIESTS, SPADE_WORKERS
from dolmen.games.terra_mystica.rules.record import Record
from dolmen.games.terra_mystica.rules.tiles import DWELLING, POWER_COST

_SPENT = {POWER_TO_COIN: 1, POWER_TO_WORKER: 3, POWER_TO_PRIEST: 5}


def power_spent(action: int) -> int:
    """Tokens that a decision takes from bowl III."""
    if KIND[action] == POWER_ACTION:
        return int(POWER_COST[action - POWER_ACTION])
    return _SPENT.get(action, 0)


@value
class Purse:
    """What a player owns that may change with every decision."""

    goods: tuple[int, int, int]
    points: int
    power: int
    """What was gained in all: a token counts once in bowl II, twice in bowl III."""
    cults: tuple[int, ...]
    keys: int
    shipping: int


def purse(record: Record, seat: int) -> Purse:
    """What a player owns now."""
    record = reading(record)
    _, second, third = record.bowls[seat].tolist()
    return Purse(
        (int(record.workers[seat]), int(record.coins[seat]), int(record.priests[seat])),
        int(record.vp[seat]),
        second + 2 * third,
        tuple(record.cult[seat].tolist()),
        int(record.keys[seat]),
        int(record.shipping[seat]),
    )


def spade_price(record: Record, seat: int) -> tuple[int, str]:
    """What a spade costs the player: how many, and of what."""
    record = reading(record)
    faction = int(record.faction[seat])
    priests = int(SPADE_PRIESTS[faction])
    return (priests, "priest") if priests else (int(SPADE_WORKERS[faction, record.digging[seat]]), "worker")


def lacks_for_dwelling(record: Record, seat: int) -> tuple[int, ...]:
    """How many workers, coins, priests and tokens of power the player lacks for a dwelling on home terrain."""
    record = reading(record)
    needed = COST[int(record.faction[seat]), DWELLING].tolist()
    held = (*purse(record, seat).goods, int(record.bowls[seat, 2]))
    return tuple(max(0, due - has) for due, has in zip((*needed, 0, 0), held, strict=False))
