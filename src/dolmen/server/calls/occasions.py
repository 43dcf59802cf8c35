"""What a table wants of whom: the reasons to call somebody. Nothing here writes or sends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from dolmen.server.live_table import LiveTable

KINDS: Final = ("turn", "answer", "begin", "over")
"""For which people may wish to be called."""
DAY: Final = 24 * 3600 * 1000
"""Milliseconds: after so long nobody is told any more that a game has begun or is over."""


@dataclass(frozen=True)
class Occasion:
    """A reason to call somebody."""

    player: str
    kind: str
    key: str
    """With table and kind, what it is about; the same for as long as that is so."""
    at: int
    """Since when, in milliseconds since 1970."""
    seat: int


def occasions(live: LiveTable, at: int, *, drawn: bool = False) -> list[Occasion]:
    """All reasons that a table has at that moment, also one that was drawn by a tournament. Under its lock."""
    if live.is_old:
        return []
    if live.state.is_terminal():
        return list(_over(live, at))
    if live.table.status != "playing":
        return []
    asked = [*_asked(live), *consents(live)]
    told = {one.player for one in asked}
    if not drawn:  # else its host has not begun it
        told.add(live.conduct.begun[2] or live.table.owner or "")
    return [*asked, *_begun(live, at, told)]


def _owner(live: LiveTable, seat: int) -> str:
    """Who is called for a seat; empty where a bot plays it, or nobody does."""
    there = live.seats[seat]
    return (there.player or "") if there.kind == "person" and seat not in live.conduct.left else ""


def _asked(live: LiveTable) -> Iterator[Occasion]:
    """The seat that the table waits for; not one whose turn goes on by itself."""
    seat = live.asked
    if seat is None or live.goes_on_at is not None or not _owner(live, seat):
        return
    answers = live.held is None and bool(live.state.turn) and live.state.turn_player != seat
    key = f"{seat} after {live.conduct.asked_after}"
    yield Occasion(_owner(live, seat), "answer" if answers else "turn", key, live.clocks.asked_since, seat)


def consents(live: LiveTable) -> Iterator[Occasion]:
    """Those whose consent is wanted for taking something back, or for a pause."""
    undo, pause = live.undo_request, live.conduct.pause_request
    if undo is not None:
        yield from _not_agreed(live, undo.agreed, f"undo {undo.sequence}", undo.at)
    if pause is not None:
        yield from _not_agreed(live, pause.agreed, f"pause {pause.sequence}", pause.at)


def _not_agreed(live: LiveTable, seats: Collection[int], key: str, at: int) -> Iterator[Occasion]:
    """Everybody else who plays in person, once."""
    agreed = {live.seats[seat].player for seat in seats}
    for seat in sorted(live.owned()):
        owner = _owner(live, seat)
        if owner and owner not in agreed:
            agreed.add(owner)
            yield Occasion(owner, "answer", key, at, seat)


def _begun(live: LiveTable, at: int, told: set[str]) -> Iterator[Occasion]:
    """Those who sit at a table that has just begun, with others; but for who knows, or has played."""
    sequence, since, _by = live.conduct.begun
    people = {live.seats[seat].player for seat in live.owned()}
    if since < at - DAY or len(people) < 2:
        return
    for seat in sorted(live.owned()):
        owner = _owner(live, seat)
        if owner and owner not in told and live.conduct.acts.get(seat, 0) <= sequence:
            told.add(owner)
            yield Occasion(owner, "begin", "", since, seat)


def _over(live: LiveTable, at: int) -> Iterator[Occasion]:
    """Everybody who sits at a table whose game is over, but for who made the last decision."""
    last = live.made[-1] if live.made else None
    if last is None or live.table.status != "finished" or last.at < at - DAY:
        return
    told = {live.seats[last.seat].player if last.seat is not None else None}
    for seat in live.seats:
        if seat.player and seat.player not in told:
            told.add(seat.player)
            yield Occasion(seat.player, "over", "", last.at, seat.seat)
