"""Cult tracks: steps, power, the top space and its keys, priests in orders ('La casilla 10', action 5)."""

from __future__ import annotations

from .facts import CULT_POWER, CULTS, ORDER_PLACES, TOP
from .goods import gain_power, pay
from .table import Seat, Table, TownSteps


def top_is_taken(table: Table, cult: str) -> bool:
    """Whether somebody stands on space 10: only one player may."""
    return any(seat.cults[cult] == TOP for seat in table.seats)


def advance(table: Table, seat: Seat, cult: str, steps: int) -> None:
    """Steps on a track; space 10 costs a key, without one the marker stops at 9."""
    start = seat.cults[cult]
    goal = min(start + steps, TOP)
    if goal == TOP and start < TOP:
        if top_is_taken(table, cult):
            goal = TOP - 1
        elif seat.keys == 0:
            goal = TOP - 1
            if _in_own_turn(table, seat):
                table.turn.keyless.add(cult)
        else:
            seat.keys -= 1
            table.turn.keyless.discard(cult)
    _move(seat, cult, goal)


def _in_own_turn(table: Table, seat: Seat) -> bool:
    return table.phase == "action" and table.turn_player == seat.number


def _move(seat: Seat, cult: str, goal: int) -> None:
    start = seat.cults[cult]
    seat.cults[cult] = goal
    gain_power(seat, sum(power for space, power in CULT_POWER.items() if start < space <= goal))


def gain_keys(table: Table, seat: Seat, keys: int) -> None:
    """Keys of a town tile; steps onto the top that failed for want of one in this turn are made up (ruling 9).

    With fewer keys than such tracks nothing is made up (`[cults.same_turn_key]`).
    """
    seat.keys += keys
    waiting = [cult for cult in CULTS if cult in table.turn.keyless and not top_is_taken(table, cult)]
    if len(waiting) <= seat.keys:
        for cult in waiting:
            advance(table, seat, cult, 1)


def step_everywhere(table: Table, seat: Seat, steps: int) -> None:
    """The steps of a town tile; with fewer keys than tracks at the top the player says which of them stay at 9."""
    at_top = [cult for cult in CULTS if TOP - steps <= seat.cults[cult] < TOP and not top_is_taken(table, cult)]
    if 0 < seat.keys < len(at_top):
        table.turn.town_steps = TownSteps(steps, len(at_top) - seat.keys, at_top)
        return
    for cult in CULTS:
        advance(table, seat, cult, steps)


def stay(table: Table, seat: Seat, cult: str) -> None:
    """Name a track that stays at 9; with the last of them the steps are made."""
    waiting = table.turn.town_steps
    assert waiting is not None
    waiting.stays.append(cult)
    if len(waiting.stays) < waiting.stays_due:
        return
    table.turn.town_steps = None
    for track in CULTS:
        if track in waiting.stays:
            _move(seat, track, TOP - 1)
        else:
            advance(table, seat, track, waiting.steps)


def legal_stays(table: Table) -> list[str]:
    """The tracks that may be named."""
    waiting = table.turn.town_steps
    assert waiting is not None
    return [f"-{cult}" for cult in waiting.choices if cult not in waiting.stays]


def legal_priests(table: Table, seat: Seat) -> list[str]:
    """Sending a priest: to each kind of free place of an order, or back to the reserve for one step."""
    if seat.priests < 1:
        return []
    found = []
    for cult in CULTS:
        values = {value for value, priest in zip(ORDER_PLACES, table.orders[cult], strict=True) if priest is None}
        found += [f"send p to {cult} for {value}" for value in sorted(values | {1})]
    return found


def send_priest(table: Table, seat: Seat, cult: str, value: int) -> None:
    """A priest in an order never comes back."""
    pay(seat, priests=1)
    if value > 1:
        places = table.orders[cult]
        free = next(i for i, priest in enumerate(places) if priest is None and ORDER_PLACES[i] == value)
        places[free] = seat.number
        seat.priests_in_orders += 1
    advance(table, seat, cult, value)
