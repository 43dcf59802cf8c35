"""What happens to an account: the events of all of its tables and invitations, each told when it is news.

A stream remembers what it told; nothing of that is kept anywhere else. Who opens one is told all that waits, so nothing
is missed though a server ends, or another one answers next time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from dolmen.analysis.counted import places
from dolmen.server.api.views import choice_views, clock_view, plain_plays, so_far_text, table_view
from dolmen.server.context import Context
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.table_options import RATED
from dolmen.store import Invitation, NotFound, Player, now
from dolmen.wire import events
from dolmen.wire.invitations import InvitationKind, InvitationStatus, InvitationView, PlayerName

OVERLAP = 10_000
"""Milliseconds before the last event that a program saw: another server may have written then what it did not see."""


@dataclass
class Known:
    """What was told of a table."""

    sequence: int = -1
    begun: bool = False


class AccountNews:
    """The news of one account, for one stream; asked for by one thread at a time."""

    def __init__(self, ctx: Context, player: Player, last_seen: int | None) -> None:
        self._ctx = ctx
        self._player = player
        self._since = now() if last_seen is None else max(0, last_seen - OVERLAP)
        """Since when what was answered or has ended is news."""
        self._tables: dict[str, Known] = {}
        self._invitations: dict[str, str] = {}
        """The status that was told of each."""
        self._over: set[str] = set()
        self._is_ready = False

    @property
    def followed(self) -> frozenset[str]:
        """The tables whose changes may be news."""
        return frozenset(self._tables)

    def news(self) -> list[events.Event]:
        """What has happened since it was asked for last. Raises Unavailable."""
        asked = now()
        told = [*self._of_invitations(), *self._of_tables()]
        self._since = max(self._since, asked - OVERLAP)
        if not self._is_ready:
            self._is_ready = True
            player = self._player
            told.append(events.Ready(player=player.id, name=player.name, bot_account=player.bot_account))
        return told

    # ------------------------------------------------------------------------------------------------ invitations

    def _of_invitations(self) -> Iterator[events.Event]:
        for one in self._ctx.store.invitations_of(self._player.id, self._since):
            before, self._invitations[one.id] = self._invitations.get(one.id), one.status
            if before == one.status:
                continue
            view = invitation_view(one)
            if one.status == "open":
                if one.player == self._player.id:
                    yield (events.Challenged if one.kind == "challenge" else events.Invited)(invitation=view)
            elif (one.player == self._player.id) == (one.status == "withdrawn"):
                yield events.Answered(invitation=view)

    # ------------------------------------------------------------------------------------------------ tables

    def _of_tables(self) -> Iterator[events.Event]:
        store, player = self._ctx.store, self._player
        going = store.going_tables(player.id)
        ended = [one for one in store.finished_tables(player.id, self._since) if one not in self._over]
        for table_id in ended:
            yield from self._of_ended(table_id)
        for table_id in [one for one in self._tables if one not in going]:
            del self._tables[table_id]
            if table_id not in self._over:
                yield events.Closed(table=table_id)
        for table_id in going:
            yield from self._of_going(table_id, self._tables.setdefault(table_id, Known()))

    def _of_ended(self, table_id: str) -> Iterator[events.Event]:
        self._over.add(table_id)
        try:
            with self._ctx.tables.open(table_id) as live:
                if live.state.is_terminal():
                    yield over_event(live, self._player)
        except (StoredOnly, NotFound):
            return

    def _of_going(self, table_id: str, known: Known) -> Iterator[events.Event]:
        tables, player = self._ctx.tables, self._player
        try:
            with tables.open(table_id, known.sequence if known.sequence >= 0 else None) as live:
                if live.sequence == known.sequence and known.begun == live.is_running:
                    return
                known.sequence = live.sequence
                if not live.is_running:
                    return
                if not known.begun:
                    known.begun = True
                    yield events.Begins(table=table_view(self._ctx, live, player, tables.viewer(live, player).seat))
                yield from _questions(live, player)
        except (StoredOnly, NotFound):
            return


def _questions(live: LiveTable, player: Player) -> Iterator[events.Event]:
    """What a player is asked at a table now. Under its lock."""
    mine = live.seats_of(player.id)
    request, seat = live.undo_request, live.deciding
    if request is not None:
        agreed = {live.seats[one].player for one in request.agreed}
        if mine and player.id not in agreed:
            yield events.UndoAsked(table=live.table.id, seat=mine[0], by=request.seat, sequence=live.sequence)
    if seat in mine and seat is not None and live.seats[seat].kind == "person":
        yield turn_event(live, seat)


def turn_event(live: LiveTable, seat: int) -> events.Turn:
    """Everything that a seat needs to decide. Under the table's lock."""
    return events.Turn(
        table=live.table.id,
        game=live.meta.key,
        seat=seat,
        sequence=live.sequence,
        position=live.present.view(live.state, seat, is_open=live.is_open),
        choices=choice_views(live),
        plays=plain_plays(live),
        notation=so_far_text(live),
        clock=clock_view(live),
    )


def over_event(live: LiveTable, player: Player) -> events.Over:
    """How a game ended. Under the table's lock."""
    return events.Over(
        table=live.table.id,
        game=live.meta.key,
        seats=live.seats_of(player.id),
        scores=list(live.state.scores()),
        places=list(places(live.state)),
        rated=live.is_rated,
        notation=live.transcript().to_text(),
    )


def invitation_view(one: Invitation) -> InvitationView:
    """An invitation as both who sent it and who got it read it."""
    return InvitationView(
        id=one.id,
        kind=cast(InvitationKind, one.kind),
        status=cast(InvitationStatus, one.status),
        sender=PlayerName(id=one.sender, name=one.sender_name, bot_account=one.sender_is_bot),
        player=PlayerName(id=one.player, name=one.player_name, bot_account=one.player_is_bot),
        game=one.game,
        table=one.table,
        rated=one.options.get(RATED) == "on",
        options=dict(one.options),
        clock=one.clock,
        created=one.created,
    )
