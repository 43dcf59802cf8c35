"""The clocks of a table, computed from its events alone: the same in every process, and after every start.

A turn may last so many seconds (`Table.clock`). What it takes longer comes off the seat's own bank (`Table.bank`),
which is for the whole game and never grows; without a bank the time is simply up. So a game over days has a long turn
and no bank, a live one a bank of minutes and some seconds for every turn. A turn is from when a seat is asked until
another one is. The clock stands for a bot, while the table is paused and, without a bank, in the seat's holidays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dolmen.store import Event, Table

HOUR = 3_600_000
"""Milliseconds."""
DAY = 24 * HOUR
LONGEST_PAUSE, LONGEST_DAILY_PAUSE = DAY, 7 * DAY
"""So long a pause lasts at most where nobody goes on: of a live game, and of one over days."""

Span = tuple[int, int]
"""From when to when, in milliseconds since 1970."""

_HANDED_OVER = ("bot", "resign")
"""Events after which the turn of the seat begins anew that they are about, if it is asked."""


def is_over_days(table: Table) -> bool:
    """Whether a table is played over days, not at one go: its clock stands in holidays."""
    return table.clock * 1000 >= HOUR and not table.bank


def longest_pause(table: Table) -> int:
    """So many milliseconds a pause lasts at most."""
    return LONGEST_DAILY_PAUSE if is_over_days(table) else LONGEST_PAUSE


class Clocks:
    """How much time the seats have used; `fold` follows the events, one by one."""

    def __init__(self, created: int, turn: int = 0, bank: int = 0) -> None:
        """Of a table that was made then, with so many seconds a turn and in the bank."""
        self.turn, self.bank = 1000 * turn, 1000 * bank
        self.asked_since = created
        """Since when the seat that is asked is asked."""
        self.pause: Span | None = None
        """The last pause, which may be over: from when, and until when at most."""
        self.holidays: dict[int, tuple[Span, ...]] = {}
        """When the seats are away."""
        self._used: Counter[int] = Counter()
        """What each seat has used of its bank in earlier turns."""
        self._asked: int | None = None
        self._spent = 0
        """What the seat that is asked has used of this turn, up to the last event."""
        self._counted_to = created
        self._bots: set[int] = set()
        """The seats that people have left to bots."""

    # ------------------------------------------------------------------------------------------------ folding

    def fold(self, event: Event, asked: int | None) -> None:
        """Take in the next event, after which that seat is asked."""
        at = max(event.at, self._counted_to)  # a machine's clock may be set back
        if event.kind == "holidays" and event.seat is not None:  # told late, they count from when they began
            self.holidays[event.seat] = (*self.holidays.get(event.seat, ()), *_spans(event))
        if self._asked is not None:
            self._spent += self._running(self._asked, self._counted_to, at)
        self._counted_to = at
        self._take_in(event, at)
        anew = event.kind == "sit" or (event.kind in _HANDED_OVER and event.seat == asked)
        if asked != self._asked or anew:
            if event.kind != "sit" and self._asked is not None:  # (before the game nobody's time runs)
                self._used[self._asked] = self.bank - self._left(self._asked, self._spent)
            self._asked, self._spent, self.asked_since = asked, 0, at

    def _take_in(self, event: Event, at: int) -> None:
        if event.kind in ("bot", "resign") and event.seat is not None:
            (self._bots.add if event.payload["bot"] else self._bots.discard)(event.seat)
        elif event.kind == "holidays" and event.seat is not None:
            self.holidays[event.seat] = _spans(event)
        elif event.kind == "agree pause" and event.payload.get("until"):
            self.pause = (at, event.payload["until"])
        if self.pause and (event.kind == "go on" or event.payload.get("goes_on")):
            self.pause = (self.pause[0], min(at, self.pause[1]))

    def reseat(self, places: Mapping[int, int]) -> None:
        """Everybody has another seat: to each that there was, the one that its person has now."""
        self._used = Counter({places[seat]: used for seat, used in self._used.items()})
        self.holidays = {places[seat]: away for seat, away in self.holidays.items()}
        self._bots = {places[seat] for seat in self._bots}
        self._asked = None if self._asked is None else places[self._asked]

    def _running(self, seat: int, since: int, until: int) -> int:
        """How long the clock of a seat ran between two moments."""
        if seat in self._bots:
            return 0
        stood = sum(max(0, min(ends, until) - max(begins, since)) for begins, ends in self._standing(seat))
        return until - since - stood

    def _standing(self, seat: int) -> list[Span]:
        """When the clock of a seat stands."""
        away = () if self.bank else self.holidays.get(seat, ())
        return _joined([*away, *([self.pause] if self.pause else [])])

    # ------------------------------------------------------------------------------------------------ asking

    def _left(self, seat: int, spent: int = 0) -> int:
        """What is left of the bank of a seat that has spent so much of a turn."""
        return max(0, self.bank - self._used[seat] - max(0, spent - self.turn))

    def left(self, seat: int, at: int) -> int:
        """What is left of the bank of a seat at a moment, in milliseconds."""
        if seat != self._asked:
            return self._left(seat)
        return self._left(seat, self._spent + self._running(seat, self._counted_to, max(at, self._counted_to)))

    def until(self, seat: int) -> int | None:
        """When the time of the seat that is asked is up, if nothing happens before; None without a clock."""
        if not self.turn:
            return None
        left = self.turn + self.bank - self._used[seat] - (self._spent if seat == self._asked else 0)
        moment = self._counted_to
        for begins, ends in self._standing(seat):
            if begins - moment >= left:
                break
            left -= max(0, begins - moment)
            moment = max(moment, ends)
        return moment + left

    def paused_until(self, at: int) -> int | None:
        """Until when all clocks stand at most; None where they run."""
        return self.pause[1] if self.pause and self.pause[0] <= at < self.pause[1] else None

    def away_until(self, seat: int, at: int) -> int | None:
        """When a seat is back that is in its holidays; None where it is not away."""
        spans = _joined(self.holidays.get(seat, ()))
        return next((ends for begins, ends in spans if begins <= at < ends), None)

    def next_stop(self, seat: int, at: int) -> int | None:
        """When the clock of a seat begins or ceases to stand next."""
        moments = [moment for span in self._standing(seat) for moment in span if moment > at]
        return min(moments, default=None)

    def stands(self, seat: int, at: int) -> bool:
        """Whether the clock of a seat stands at a moment."""
        return any(begins <= at < ends for begins, ends in self._standing(seat))


def _spans(event: Event) -> tuple[Span, ...]:
    """When a seat is away, as an event tells it."""
    return tuple((begins, ends) for begins, ends in event.payload.get("away", ()))


def _joined(spans: Iterable[Span] | Sequence[Span]) -> list[Span]:
    """Spans in order, those in one that meet."""
    joined: list[Span] = []
    for begins, ends in sorted(spans):
        if joined and begins <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(ends, joined[-1][1]))
        elif begins < ends:
            joined.append((begins, ends))
    return joined
