"""Time: a bot takes the seat whose time is up, and all clocks stand by consent.

Who must agree to a pause is everybody whose seat is not in the hands of a bot. A pause ends when anybody goes on or
plays, and by itself after a day, at a table over days after a week (`clocks.longest_pause`).
"""

from __future__ import annotations

from contextlib import suppress

from dolmen.bots import DEFAULT_BOT
from dolmen.core.errors import translatable
from dolmen.server.clocks import longest_pause
from dolmen.server.commands.holidays import tell_holidays
from dolmen.server.commands.seats import change_seat
from dolmen.server.draft import Draft
from dolmen.server.errors import CannotPause
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import NewEvent, Player, Repeated, SeatChange, Stale, now


def time_is_up(tables: LiveTables, table_id: str) -> bool:
    """A bot takes the seat that is asked, if its time is up; its owner may return at any time. Whether one did.

    Whoever keeps the time may ask twice, and several may ask at once: it is done once.
    """
    with tables.change(table_id) as live:
        seat = live.asked
        if seat is None or live.seats[seat].kind != "person" or not live.is_late(now()):
            return False
        with suppress(Stale, Repeated):
            if tell_holidays(tables, live, seat):  # a server stopped before it could say that the seat is away
                return False
            event = NewEvent("bot", {"bot": DEFAULT_BOT, "late": True}, seat, client_id=f"late {live.sequence}")
            change_seat(tables, live, SeatChange(seat, "bot", DEFAULT_BOT), event)
            return True
    return False


def ask_pause(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    """Ask the others that all clocks stand; alone with bots they do at once. Asked twice, it is asked once."""
    tables.retry(lambda: _ask_pause(tables, table_id, player, seat))


def _ask_pause(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    with tables.seat(table_id, player, seat) as live:
        _refuse_pause(live, seat)
        if live.conduct.pause_request is not None:
            _agree(tables, live, player, seat)
        elif _has_consent(live, frozenset({seat})):
            _append(tables, live, NewEvent("agree pause", {"until": _latest(live)}, seat, player.id))
        else:
            _append(tables, live, NewEvent("ask pause", {}, seat, player.id))


def answer_pause(tables: LiveTables, table_id: str, player: Player, seat: int, *, agree: bool) -> None:
    """Agree to a pause that somebody asks for, or not; who has asked takes it back so."""
    tables.retry(lambda: _answer_pause(tables, table_id, player, seat, agree=agree))


def _answer_pause(tables: LiveTables, table_id: str, player: Player, seat: int, *, agree: bool) -> None:
    with tables.seat(table_id, player, seat) as live:
        _refuse_pause(live, seat)
        if live.conduct.pause_request is None:
            raise CannotPause(translatable("nobody has asked for a pause"))
        if agree:
            _agree(tables, live, player, seat)
        else:
            _append(tables, live, NewEvent("refuse pause", {}, seat, player.id))


def go_on(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    """The clocks run again; where they run already, nothing happens."""
    tables.retry(lambda: _go_on(tables, table_id, player, seat))


def _go_on(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    with tables.seat(table_id, player, seat) as live:
        if live.is_running and live.clocks.paused_until(now()) is not None:
            _append(tables, live, NewEvent("go on", {}, seat, player.id))


def _refuse_pause(live: LiveTable, seat: int) -> None:
    """Raise CannotPause where no clock runs that could stand, or the seat has no say."""
    if not live.table.clock or not live.is_running:
        raise CannotPause(translatable("no clock runs at this table"))
    if seat not in live.people():
        raise CannotPause(translatable("a bot plays at this seat: come back first"))
    if live.clocks.paused_until(now()) is not None:
        raise CannotPause(translatable("the clocks stand already"))


def _agree(tables: LiveTables, live: LiveTable, player: Player, seat: int) -> None:
    """Who must agree is settled now, and kept: seats change hands later."""
    request = live.conduct.pause_request
    assert request is not None
    agreed = _has_consent(live, request.agreed | {seat})
    if seat in request.agreed and not agreed:
        return
    told = {"until": _latest(live) if agreed else None}
    _append(tables, live, NewEvent("agree pause", told, seat, player.id))


def _has_consent(live: LiveTable, agreed: frozenset[int]) -> bool:
    """Whether everybody who plays in person has agreed, for one of his seats at least."""
    owners = [seat.player for seat in live.seats]
    return {owners[seat] for seat in live.people()} <= {owners[seat] for seat in agreed}


def _latest(live: LiveTable) -> int:
    return now() + longest_pause(live.table)


def _append(tables: LiveTables, live: LiveTable, event: NewEvent) -> None:
    draft = Draft(live.state)
    draft.add(event)
    tables.append(live, draft, waits_for=live.held)
