"""A player leaves the game (ruling 26)."""

from __future__ import annotations

from .offers import close
from .rounds import ask_for_spades, end_action, give_bonus_back, go_on
from .table import Seat, Table, Turn


def leave(table: Table, seat: Seat) -> None:
    """No actions and no offers any more, the bonus tile back to the pool; income and final scoring go on."""
    seat.dropped = seat.passed = True
    give_bonus_back(table, seat)
    seat.cult_spades = 0
    if seat.plays("cultists"):
        table.reward_steps = 0
    if table.waiting_step == seat.number:
        table.waiting_step = None
    _take_offers_away(table, seat)
    if table.phase == "action" and table.turn_player == seat.number:
        table.turn = Turn()
        end_action(table)
    elif table.phase in ("offer", "reward"):
        go_on(table)
    elif table.phase == "spade" and table.turn_player == seat.number:
        table.turn.transforming = None
        ask_for_spades(table)


def _take_offers_away(table: Table, seat: Seat) -> None:
    """What is open to the player is neither taken nor declined."""
    before = sum(offer.to == seat.number for offer in table.offers[: table.asking.offer])
    table.asking.offer -= before
    gone = [offer for offer in table.offers if offer.to == seat.number]
    table.offers = [offer for offer in table.offers if offer.to != seat.number]
    for offer in gone:
        close(table, offer)
