"""The clocks of a table as people read them: what everybody has left, who is away, a pause that is asked for."""

from __future__ import annotations

from datetime import timedelta

from babel.dates import format_timedelta

from dolmen.core.value import value
from dolmen.core.words import Words
from dolmen.server.clocks import is_over_days
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.pages.own_tables import away_text, standing_text
from dolmen.store import Table, now

HOUR = 3600
"""Seconds; below, a clock shows minutes and seconds."""


@value
class Clock:
    """How long the seat that is asked has left."""

    seat: int
    until: int
    """When its time is up, in milliseconds since 1970."""
    late: bool
    text: str
    """What is left, in words; or why the clock stands."""
    stands: bool = False


@value
class SeatTime:
    """The time of one seat."""

    seat: int
    name: str
    colour: str
    clock: Clock | None
    """Where its clock runs."""
    text: str
    """What it has left, where its clock does not run; that a bot plays; or that it is away."""
    may_drop: bool
    """Whether the reader may let the game go on without this seat."""


@value
class TimeCard:
    """The clocks, and what the reader may do about them."""

    rule: str
    rows: tuple[SeatTime, ...]
    may_pause: bool
    longest: str
    """How long a pause lasts at most."""


@value
class PauseNote:
    """A pause that somebody asks for, or that there is."""

    by: str = ""
    """The name of another one who asks for it, and whom the reader has not answered."""
    is_asked: bool = False
    """Whether the reader waits for the others' answers."""
    is_on: bool = False
    """Whether the clocks stand."""


def length_of(seconds: float, words: Words) -> str:
    """'2 days', '15 seconds'."""
    return str(format_timedelta(timedelta(seconds=seconds), threshold=1.5, locale=words.locale))


def clock_text(table: Table, words: Words) -> str:
    """How a table's clock runs, in words; empty where it has none."""
    if not table.clock:
        return ""
    turn = length_of(table.clock, words)
    if not table.bank:
        return words.gettext("a turn: up to %(time)s") % {"time": turn}
    told = {"bank": length_of(table.bank, words), "turn": turn}
    return words.gettext("%(bank)s each, and %(turn)s for every turn") % told


def clock_of(live: LiveTable, words: Words) -> Clock | None:
    """The clock of the seat that is asked, if it has one."""
    until, seat = live.until, live.asked
    if until is None or seat is None:
        return None
    stands = standing_text(live, seat, words)
    left = max(0, until - now()) // 1000
    return Clock(seat, until, left == 0, stands or _left(left, words), bool(stands))


def _left(seconds: int, words: Words) -> str:
    return f"{seconds // 60}:{seconds % 60:02}" if seconds < HOUR else length_of(seconds, words)


def pause_note(live: LiveTable, viewer: Viewer) -> PauseNote:
    """What the reader is asked or told of a pause."""
    request = live.conduct.pause_request
    if live.is_running and live.clocks.paused_until(now()) is not None:
        return PauseNote(is_on=True)
    own = live.people() & set(viewer.seats)
    if request is None or not own or not live.is_running:
        return PauseNote()
    if request.agreed & set(viewer.seats):
        return PauseNote(is_asked=True)
    return PauseNote(by=live.names[request.seat])


def time_card(live: LiveTable, viewer: Viewer, words: Words) -> TimeCard | None:
    """The clocks of a table; None where it has none."""
    if not live.table.clock:
        return None
    note = pause_note(live, viewer)
    is_free = not (note.by or note.is_asked or note.is_on or live.conduct.pause_request)
    rule = clock_text(live.table, words)
    longest = words.gettext("a week") if is_over_days(live.table) else words.gettext("a day")
    return TimeCard(
        f"{rule[:1].upper()}{rule[1:]}.",
        tuple(_seat_time(live, viewer, seat, words) for seat in range(len(live.seats))),
        is_free and live.is_running and bool(live.people() & {viewer.seat}),
        longest,
    )


def _seat_time(live: LiveTable, viewer: Viewer, seat: int, words: Words) -> SeatTime:
    clock = clock_of(live, words)
    clock = clock if clock is not None and clock.seat == seat and not clock.stands else None
    plays = bool(live.people() & set(viewer.seats))
    return SeatTime(
        seat,
        live.names[seat],
        live.colours[seat],
        clock,
        _seat_text(live, seat, words),
        plays and seat in live.conduct.overdue and live.state.game.leaving(live.state, seat) is not None,
    )


def _seat_text(live: LiveTable, seat: int, words: Words) -> str:
    """What is said of the time of a seat whose clock does not run."""
    _ = words.gettext
    if seat in live.conduct.left:
        return _("has left the game")
    if seat in live.conduct.overdue:
        return _("the time was up: a bot plays")
    if live.seats[seat].kind == "bot":
        return _("bot")
    away = away_text(live, seat, words)
    if away or not live.table.bank:
        return away
    return _left(live.clocks.left(seat, now()) // 1000, words)
