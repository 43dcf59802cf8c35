"""Which hexes a player reaches ('Adyacencia'; dwarves' tunnels, fakirs' carpets), and how far areas connect."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import SKIP_POINTS
from .goods import can_pay, pay, score
from .hexmap import CROW_DISTANCE, NEIGHBOURS, RIVER_DISTANCE
from .table import Seat, Table


@dataclass(frozen=True)
class Reach:
    """Free land: near is what costs nothing to reach, skipping what only a tunnel or carpet reaches."""

    near: frozenset[str]
    skipping: frozenset[str]


def shipping_level(table: Table, seat: Seat) -> int:
    """The level of the track, one more with BON4 in phase II; never for those without a track."""
    with_tile = table.phase == "action" and seat.bonus == "BON4" and not seat.passed
    return seat.shipping + 1 if with_tile and seat.board.last_shipping else seat.shipping


def skip_range(seat: Seat) -> int:
    """How many hexes a tunnel or carpet skips at most."""
    if seat.plays("dwarves"):
        return 1
    if seat.plays("fakirs"):
        return 1 + seat.built["SH"] + seat.towns.count("TW7")
    return 0


def skip_price(seat: Seat) -> dict[str, int]:
    """What a tunnel or a flight costs beside spades and dwelling."""
    if seat.plays("dwarves"):
        return {"workers": 1 if seat.built["SH"] else 2}
    return {"priests": 1}


def reach(table: Table, seat: Seat) -> Reach:
    """The free land that the player's structures reach now."""
    own = table.owned(seat)
    near: set[str] = set()
    level = shipping_level(table, seat)
    for place in own:
        near |= NEIGHBOURS[place]
        near.update(table.bridged(place))
        if level:
            near.update(land for land, rivers in RIVER_DISTANCE[place].items() if rivers <= level)
    near -= table.owner.keys()
    # tunnels and carpets need a price that can be paid in phase II only
    skipped = skip_range(seat) if table.phase == "action" else 0
    far: set[str] = set()
    if skipped:
        for place in own:
            far.update(land for land, steps in CROW_DISTANCE[place].items() if 2 <= steps <= skipped + 1)
        far -= near
        far -= table.owner.keys()
    return Reach(frozenset(near), frozenset(far))


def may_skip(table: Table, seat: Seat, place: str, workers: int = 0, coins: int = 0) -> bool:
    """Whether a tunnel or carpet leads there: one target an action, its price paid beside other costs."""
    target = table.turn.action.skipped_to
    if target is not None:
        return target == place and can_pay(seat, workers, coins)
    price = skip_price(seat)
    return can_pay(seat, workers + price.get("workers", 0), coins, price.get("priests", 0))


def pay_skip(table: Table, seat: Seat, place: str) -> None:
    """Pay the tunnel or carpet to a hex that nothing else reaches, once an action; it is worth 4 points."""
    if table.turn.action.skipped_to == place or place in reach(table, seat).near:
        return
    pay(seat, **skip_price(seat))
    score(seat, "ability", SKIP_POINTS)
    table.turn.action.skipped_to = place


def are_connected(table: Table, seat: Seat, one: str, other: str) -> bool:
    """Whether two structures of a player are adjacent for the area scoring, directly or not."""
    if other in NEIGHBOURS[one] or f"{one}:{other}" in table.bridges or f"{other}:{one}" in table.bridges:
        return True
    if CROW_DISTANCE[one][other] <= skip_range(seat) + 1:
        return True
    if RIVER_DISTANCE[one].get(other, 99) <= seat.shipping:
        return True
    if not seat.plays("mermaids"):
        return False
    return any(one in NEIGHBOURS[river] and other in NEIGHBOURS[river] for river in table.town_rivers)
