"""Taking back: the own last decision, at once while nothing was revealed, or with everybody's consent.

Everybody is who owns a seat, also one that plays through a bot for the moment.
"""

from __future__ import annotations

from dolmen.core.errors import translatable
from dolmen.server.commands.moves import refuse_stale
from dolmen.server.draft import Draft
from dolmen.server.errors import NothingToTakeBack
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.rated import refuse_at_rated
from dolmen.store import NewEvent, Player


def back(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int) -> None:
    """Take back the own last decision, while nothing was revealed and nobody else has acted."""
    with tables.seat(table_id, player, seat) as live:
        refuse_stale(tables, live, sequence)
        to = live.back_to(seat)
        if to is None or not live.is_running:
            raise NothingToTakeBack(translatable("something was revealed or another seat has acted"))
        _append(tables, live, NewEvent("back", {"to": to}, seat, player.id))


def ask_undo(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int) -> None:
    """Ask the others to take back the own last decision; alone with bots, it is done at once."""
    with tables.seat(table_id, player, seat) as live:
        refuse_stale(tables, live, sequence)
        refuse_at_rated(live, translatable("This table is rated: what others have seen is not taken back."))
        to = live.undo_to(seat)
        if to is None or not live.is_running:
            raise NothingToTakeBack(translatable("there is nothing to take back"))
        kind = "back" if live.is_alone(live.seats_of(player.id)) else "ask undo"
        _append(tables, live, NewEvent(kind, {"to": to}, seat, player.id))


def answer_undo(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int, *, agree: bool) -> None:
    """Agree or not that another one takes back a decision."""
    with tables.seat(table_id, player, seat) as live:
        refuse_stale(tables, live, sequence)
        request = live.undo_request
        if request is None:
            raise NothingToTakeBack(translatable("nobody has asked"))
        if not agree:
            _append(tables, live, NewEvent("refuse undo", {}, seat, player.id))
            return
        # Who must agree is settled now, and kept: seats change hands later.
        to = request.to if live.have_agreed(request.agreed | {seat}) else None
        _append(tables, live, NewEvent("agree undo", {"to": to}, seat, player.id))


def _append(tables: LiveTables, live: LiveTable, event: NewEvent) -> None:
    """Append the event, and go back where it leads back."""
    draft = Draft(live.state)
    to = live.leads_back_to(event)
    if to is not None:
        draft.take_back(live.decisions_at(to))
    draft.add(event)
    tables.append(live, draft, waits_for=live.held if to is None else None)
