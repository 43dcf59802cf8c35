"""What the JSON API tells of a table: the same for who asks and for who listens to a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dolmen.server.context import Context
from dolmen.server.errors import OldRules, StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.stored_table import StoredTable, stored_table
from dolmen.server.table_options import RATED
from dolmen.store import Player, Seat, Table, now
from dolmen.wire.tables import (
    ChoiceView,
    ClockView,
    OpenTable,
    SeatKind,
    SeatTime,
    SeatView,
    TableStatus,
    TableView,
    TimeView,
)


def read_view(ctx: Context, player: Player, table_id: str, seat: int | None) -> TableView:
    """A table as a player may see it; one whose rules are not at hand, as it is stored."""
    try:
        with ctx.tables.open(table_id) as live:
            return table_view(ctx, live, player, ctx.tables.viewer(live, player, seat).seat)
    except StoredOnly as error:
        return _stored_view(stored_table(ctx.store, table_id), player, str(error))


def table_view(ctx: Context, live: LiveTable, player: Player, seat: int | None) -> TableView:
    """A table as one of its seats, or a spectator, may see it. Under its lock."""
    owner = live.table.owner == player.id
    seats = seat_views(live.seats, player)
    for view in seats:
        if owner and view.kind == "friend":
            view.link = ctx.tables.seat_token(live.table.id, view.seat)
    return TableView(
        id=live.table.id,
        name=live.table.name,
        game=live.table.game,
        rules_version=live.table.rules_version,
        status=cast(TableStatus, live.table.status),
        rated=live.is_rated,
        options=dict(live.table.options),
        sequence=live.sequence,
        seats=seats,
        deciding=live.deciding,
        confirming=live.held,
        seat=seat,
        clock=clock_view(live),
        time=time_view(live),
        standing=None if seat is None else dict(live.conduct.answers.get(seat, {})),
        position=live.present.view(live.state, seat, is_open=live.is_open),
        stopped=str(OldRules(live.table, live.meta)) if live.is_old else None,
    )


def _stored_view(stored: StoredTable, player: Player, why: str) -> TableView:
    """What is known of a table whose position is not."""
    table = stored.table
    return TableView(
        id=table.id,
        name=table.name,
        game=table.game,
        rules_version=table.rules_version,
        status=cast(TableStatus, table.status),
        rated=table.options.get(RATED) == "on",
        options=dict(table.options),
        sequence=stored.events[-1].sequence if stored.events else 0,
        seats=seat_views(stored.seats, player),
        deciding=None,
        confirming=None,
        seat=None,
        clock=None,
        standing=None,
        position={},
        stopped=why,
    )


def seat_views(seats: Sequence[Seat], player: Player) -> list[SeatView]:
    """Who sits where, as a player reads it."""
    return [
        SeatView(
            seat=seat.seat,
            name=seat.name,
            kind=cast(SeatKind, seat.kind),
            yours=seat.player == player.id,
            player=seat.player,
            bot_account=seat.bot_account,
        )
        for seat in seats
    ]


def open_table(table: Table, seats: Sequence[Seat], player: Player) -> OpenTable:
    """A table at which anyone may sit down."""
    return OpenTable(
        id=table.id,
        name=table.name,
        game=table.game,
        rated=table.options.get(RATED) == "on",
        options=dict(table.options),
        clock=table.clock,
        bank=table.bank,
        seats=seat_views(seats, player),
    )


def clock_view(live: LiveTable) -> ClockView | None:
    """Whose time runs, where a person's does."""
    until, seat = live.until, live.asked
    if until is None or seat is None:
        return None
    return ClockView(seat=seat, until=until, late=live.is_late(now()), stands=live.clock_stands)


def time_view(live: LiveTable) -> TimeView | None:
    """All clocks of a table that has such."""
    if not live.table.clock:
        return None
    at, clocks, request = now(), live.clocks, live.conduct.pause_request
    return TimeView(
        turn=live.table.clock,
        bank=live.table.bank,
        seats=[
            SeatTime(
                seat=seat.seat,
                bank=clocks.left(seat.seat, at),
                away_until=clocks.away_until(seat.seat, at),
                overdue=seat.seat in live.conduct.overdue,
                left=seat.seat in live.conduct.left,
            )
            for seat in live.seats
        ],
        paused_until=clocks.paused_until(at),
        pause_asked_by=request.seat if request else None,
        pause_agreed=sorted(request.agreed) if request else [],
    )


def choice_views(live: LiveTable) -> list[ChoiceView]:
    """What the seat that is asked may decide."""
    game = live.state.game
    return [ChoiceView(action=action, text=game.action_text(action)) for action in live.state.legal_actions()]


def plain_plays(live: LiveTable) -> list[str]:
    """Lines of the notation that may come next."""
    return live.notation.plain_plays(live.state)


def so_far_text(live: LiveTable) -> str:
    """The game so far, as a player with perfect memory knows it."""
    return live.notation.so_far_text(live.transcript())
