"""What a player owns, and what decisions and spades take from it."""

from __future__ import annotations

from functools import cache
from struct import Struct

from dolmen.core.record_view import reading, unpacker
from dolmen.core.value import value
from dolmen.games.terra_mystica.rules.actions import (
    KIND,
    POWER_ACTION,
    POWER_TO_COIN,
    POWER_TO_PRIEST,
    POWER_TO_WORKER,
)
from dolmen.games.terra_mystica.rules.factions import COST, SPADE_PRIESTS, SPADE_WORKERS
from dolmen.games.terra_mystica.rules.record import BOWLS, RECORD, SOURCES, Record
from dolmen.games.terra_mystica.rules.tiles import DWELLING, POWER_COST, TRACKS

_SPENT = {POWER_TO_COIN: 1, POWER_TO_WORKER: 3, POWER_TO_PRIEST: 5}


@cache
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
    sources: tuple[int, ...]
    """The points by their source."""
    spades: int
    """To be used now, as those below are to be taken now."""
    favours: int
    towns: int
    offers: int
    """Offers of power that are open, to whomever."""


def purse(record: Record, seat: int) -> Purse:
    """What a player owns now."""
    numbers = _unpacker(seat).unpack_from(reading(record).record.tobytes())
    sources, rest = numbers[: len(SOURCES)], numbers[len(SOURCES) :]
    points, coins, workers, priests, second, third, *cults, keys, shipping, spades, favours, towns, offers = rest
    return Purse(
        (workers, coins, priests),
        points,
        second + 2 * third,
        tuple(cults),
        keys,
        shipping,
        sources,
        spades,
        favours,
        towns,
        offers,
    )


@cache
def _unpacker(seat: int) -> Struct:
    """What a purse is made of, in the order of the record."""
    return unpacker(
        RECORD,
        ("points", seat * len(SOURCES), len(SOURCES)),
        *((name, seat, 1) for name in ("vp", "coins", "workers", "priests")),
        ("bowls", seat * BOWLS + 1, 2),
        ("cult", seat * TRACKS, TRACKS),
        *((name, seat, 1) for name in ("keys", "shipping")),
        *((name, 0, 1) for name in ("spades", "favours_due", "towns_due", "offers")),
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
