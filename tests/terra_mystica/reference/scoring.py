"""The end of the game: cults, area, resources ('Fin de la partida y recuento de puntos')."""

from __future__ import annotations

from .facts import AREA_RANKS, COINS_A_POINT, COINS_A_POINT_OF_ALCHEMISTS, CULT_RANKS, CULTS
from .goods import burn, pay, score, spend_power
from .reach import are_connected
from .table import Seat, Table


def largest_area(table: Table, seat: Seat) -> int:
    """The most structures of a player that are connected, directly or indirectly."""
    left = set(table.owned(seat))
    largest = 0
    while left:
        wave = [left.pop()]
        size = 0
        while wave:
            place = wave.pop()
            size += 1
            joined = [other for other in left if are_connected(table, seat, place, other)]
            left.difference_update(joined)
            wave += joined
        largest = max(largest, size)
    return largest


def shares(values: list[int], ranks: tuple[int, ...]) -> list[int]:
    """Points by rank; tied players share the points of the ranks that they fill, rounded down; zero gets nothing."""
    found = []
    for value in values:
        above = sum(other > value for other in values)
        tied = values.count(value)
        found.append(sum(ranks[above : above + tied]) // tied if value else 0)
    return found


def score_game(table: Table) -> None:
    """Score the four cults, then the areas, then what is left over; what a faction was bought for comes off."""
    for cult in CULTS:
        for seat, points in zip(table.seats, shares([s.cults[cult] for s in table.seats], CULT_RANKS), strict=True):
            score(seat, cult.lower(), points)
    areas = [largest_area(table, seat) for seat in table.seats]
    for seat, points in zip(table.seats, shares(areas, AREA_RANKS), strict=True):
        score(seat, "area", points)
    for seat in table.seats:
        score_resources(seat)
        score(seat, "auction", -seat.points_off)


def score_resources(seat: Seat) -> None:
    """Everything becomes coins, half of bowl II through burning; so many coins are a point."""
    while seat.bowls[1] >= 2:
        burn(seat)
    coins = seat.coins + seat.workers + seat.priests + seat.bowls[2]
    spend_power(seat, seat.bowls[2])
    pay(seat, seat.workers, seat.coins, seat.priests)
    points, seat.coins = divmod(coins, COINS_A_POINT_OF_ALCHEMISTS if seat.plays("alchemists") else COINS_A_POINT)
    score(seat, "resources", points)


def winners(table: Table) -> list[int]:
    """Equal points share the victory."""
    best = max(seat.points for seat in table.seats)
    return [seat.number for seat in table.seats if seat.points == best]
