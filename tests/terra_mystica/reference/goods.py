"""Goods, power and points: gaining, paying, converting ('Cuencos de poder', 'Conversiones', 'Sacrificio de poder')."""

from __future__ import annotations

from .facts import PRIESTS, SCORING, Goods
from .table import Seat, Table


def score(seat: Seat, source: str, points: int) -> None:
    """Points (or their loss), and where they come from."""
    seat.points_from[source] += points


def score_round(table: Table, seat: Seat, what: str, times: int = 1) -> None:
    """What the scoring tile of the round gives for a structure, a 'spade' or a 'town'."""
    score(seat, "round", SCORING[table.scoring_now].points.get(what, 0) * times)


def priests_in_reserve(seat: Seat) -> int:
    """Priests beside the board: neither in hand nor in an order."""
    return PRIESTS - seat.priests - seat.priests_in_orders


def gain(seat: Seat, goods: Goods) -> None:
    """Add goods; priests beyond the seven pieces are lost, power moves through the bowls."""
    seat.workers += goods.get("workers", 0)
    seat.coins += goods.get("coins", 0)
    seat.priests += min(goods.get("priests", 0), priests_in_reserve(seat))
    gain_power(seat, goods.get("power", 0))


def power_room(seat: Seat) -> int:
    """How much power the bowls can still take."""
    return 2 * seat.bowls[0] + seat.bowls[1]


def gain_power(seat: Seat, amount: int) -> None:
    """Move tokens, first all from bowl I to II, then from II to III."""
    bowls = seat.bowls
    for _ in range(amount):
        if bowls[0]:
            bowls[0] -= 1
            bowls[1] += 1
        elif bowls[1]:
            bowls[1] -= 1
            bowls[2] += 1


def spend_power(seat: Seat, amount: int) -> None:
    """Tokens from bowl III back to bowl I."""
    assert seat.bowls[2] >= amount
    seat.bowls[2] -= amount
    seat.bowls[0] += amount


def burn(seat: Seat) -> None:
    """One token of bowl II leaves the game, another moves to III."""
    seat.bowls[1] -= 2
    seat.bowls[2] += 1


def can_pay(seat: Seat, workers: int = 0, coins: int = 0, priests: int = 0) -> bool:
    """Whether the player has the goods in hand."""
    return seat.workers >= workers and seat.coins >= coins and seat.priests >= priests


def pay(seat: Seat, workers: int = 0, coins: int = 0, priests: int = 0) -> None:
    """Give goods away."""
    assert can_pay(seat, workers, coins, priests)
    seat.workers -= workers
    seat.coins -= coins
    seat.priests -= priests


# ------------------------------------------------------------------------------------------------------- conversions


def possible_conversions(table: Table, seat: Seat) -> list[str]:
    """The conversions that the goods in hand allow, one step each."""
    found = []
    power = seat.bowls[2]
    if power >= 1:
        found.append("convert 1pw to 1c")
    if power >= 3:
        found.append("convert 3pw to 1w")
    if power >= 5 and priests_in_reserve(seat) > 0:
        found.append("convert 5pw to 1p")
    if seat.priests >= 1:
        found += ["convert 1p to 1w", "convert 1p to 1c"]
    if seat.workers >= 1:
        found.append("convert 1w to 1c")
    if seat.plays("alchemists") and seat.points >= 1:
        found.append("convert 1vp to 1c")
    if seat.plays("alchemists") and seat.coins >= 2:
        found.append("convert 2c to 1vp")
    if table.turn.ordinations and seat.workers >= 1 and priests_in_reserve(seat) > 0:
        found.append("convert 1w to 1p")
    return found


def convert(table: Table, seat: Seat, text: str) -> None:
    """Make one conversion; any other than an ordination ends the right of ordination (ruling 15)."""
    _, given, _, taken = text.split()
    if given.endswith("pw"):
        spend_power(seat, int(given[0]))
    elif given.endswith("vp"):
        score(seat, "exchange", -1)
    elif given.endswith("p"):
        seat.priests -= 1
    elif given.endswith("w"):
        seat.workers -= 1
    else:
        seat.coins -= int(given[0])
    if taken == "1vp":
        score(seat, "exchange", 1)
    else:
        gain(seat, {{"c": "coins", "w": "workers", "p": "priests"}[taken[1]]: 1})
    table.turn.ordinations = table.turn.ordinations - 1 if text == "convert 1w to 1p" else 0
