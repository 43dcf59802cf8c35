"""The shipping and exchange tracks (actions 2 and 3)."""

from __future__ import annotations

from .facts import DIGGING_POINTS, SHIPPING_PRICE
from .goods import can_pay, pay, score
from .table import Seat

DIGGING_WORKERS = 2
DIGGING_PRIESTS = 1


def advance_shipping(seat: Seat) -> None:
    """One step with its points; nothing at the end of the track or where there is none."""
    if seat.shipping < seat.board.last_shipping:
        seat.shipping += 1
        score(seat, "track", seat.board.shipping_points[seat.shipping])


def legal_advances(seat: Seat) -> list[str]:
    """The tracks that can be paid and have not ended."""
    found = []
    if seat.shipping < seat.board.last_shipping and can_pay(seat, **SHIPPING_PRICE):
        found.append("advance ship")
    longer = seat.digging < len(seat.board.digging) - 1
    if longer and can_pay(seat, DIGGING_WORKERS, seat.board.digging_coins, DIGGING_PRIESTS):
        found.append("advance dig")
    return found


def pay_and_advance(seat: Seat, track: str) -> None:
    """Actions 2 and 3."""
    if track == "ship":
        pay(seat, **SHIPPING_PRICE)
        advance_shipping(seat)
    else:
        pay(seat, DIGGING_WORKERS, seat.board.digging_coins, DIGGING_PRIESTS)
        seat.digging += 1
        score(seat, "track", DIGGING_POINTS)
