"""What an account follows: its tables that go on or have ended, and invitations, which keep a seat for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema
from dolmen.store.database import PEOPLE, Database, told_player
from dolmen.store.errors import Gone, NotFound
from dolmen.store.rows import Invitation, NewInvitation
from dolmen.store.secrets import new_id

_INVITATIONS = schema.invitations
_SENDER, _PLAYER = schema.players.alias("sender_player"), schema.players.alias("invited_player")
_NAMES: dict[str, sa.ColumnElement[Any]] = {
    "sender_name": _SENDER.c.name,
    "sender_is_bot": _SENDER.c.bot_account,
    "player_name": _PLAYER.c.name,
    "player_is_bot": _PLAYER.c.bot_account,
}
_COLUMNS = {**{name: column.label(name) for name, column in _NAMES.items()}, **dict(_INVITATIONS.c.items())}
_SELECT = sa.select(*(_COLUMNS[field.name] for field in fields(Invitation))).select_from(
    _INVITATIONS.join(_SENDER, _SENDER.c.id == _INVITATIONS.c.sender).join(
        _PLAYER, _PLAYER.c.id == _INVITATIONS.c.player
    )
)


class Accounts(Database):
    """The commands on accounts as programs follow them."""

    def mark_as_bot(self, player_id: str) -> None:
        """From now on the account is a program's. Raises Gone."""
        table = schema.players
        with self._writing() as connection:
            update = table.update().where(table.c.id == player_id).values(bot_account=True)
            if not connection.execute(update).rowcount:
                raise Gone("the player was removed")
            seats = schema.seats
            for table_id in connection.scalars(sa.select(seats.c.table).where(seats.c.player == player_id).distinct()):
                self._tell(connection, table_id)
            self._tell(connection, PEOPLE)

    def going_tables(self, player_id: str) -> list[str]:
        """The tables of an account whose game goes on or has not begun, those first that were made first."""
        return self._own_tables(player_id, schema.tables.c.status.in_(("waiting", "playing")))

    def finished_tables(self, player_id: str, since: int) -> list[str]:
        """The tables of an account whose game is over and that have changed since."""
        tables = schema.tables
        return self._own_tables(player_id, tables.c.status == "finished", tables.c.changed >= since)

    def _own_tables(self, player_id: str, *conditions: sa.ColumnElement[bool]) -> list[str]:
        tables, seats = schema.tables, schema.seats
        mine = sa.select(seats.c.table).where(seats.c.player == player_id)
        query = sa.select(tables.c.id).where(tables.c.id.in_(mine), *conditions)
        with self._reading() as connection:
            return list(connection.scalars(query.order_by(tables.c.created, tables.c.id)))

    # ------------------------------------------------------------------------------------------------ invitations

    def invite(self, new: Sequence[NewInvitation], at: int) -> list[Invitation]:
        """Keep seats for somebody. Raises Gone where somebody or the table was removed meanwhile."""
        rows = [
            {**vars(one), "options": dict(one.options), "id": new_id(), "status": "open", "created": at, "changed": at}
            for one in new
        ]
        with self._writing() as connection:
            connection.execute(_INVITATIONS.insert(), rows)
            for one in new:
                self._tell(connection, told_player(one.player))
        return [self.invitation(str(row["id"])) for row in rows]

    def invitation(self, invitation_id: str) -> Invitation:
        """One of them. Raises NotFound."""
        with self._reading() as connection:
            row = connection.execute(_SELECT.where(_INVITATIONS.c.id == invitation_id)).first()
        if row is None:
            raise NotFound("there is no such invitation")
        return Invitation(**row._mapping)

    def invitations_of(self, player_id: str, since: int | None = None) -> list[Invitation]:
        """Those that an account has sent or got, the oldest first: open ones and, `since` a moment, answered ones."""
        seats = schema.seats
        free = sa.exists().where(
            seats.c.table == _INVITATIONS.c.table, seats.c.seat == _INVITATIONS.c.seat, seats.c.kind == "friend"
        )
        told = (_INVITATIONS.c.status == "open") & free
        if since is not None:
            told = told | ((_INVITATIONS.c.status != "open") & (_INVITATIONS.c.changed >= since))
        mine = (_INVITATIONS.c.sender == player_id) | (_INVITATIONS.c.player == player_id)
        with self._reading() as connection:
            rows = connection.execute(_SELECT.where(mine, told).order_by(_INVITATIONS.c.created, _INVITATIONS.c.id))
            return [Invitation(**row._mapping) for row in rows]

    def answer_invitation(self, invitation: Invitation, status: str, at: int, *, closes: bool = False) -> None:
        """Write the answer, once; where it `closes` the table, that goes, and all who were invited are told."""
        with self._writing() as connection:
            still = (_INVITATIONS.c.id == invitation.id, _INVITATIONS.c.status == "open")
            connection.execute(_INVITATIONS.update().where(*still).values(status=status, changed=at))
            for one in (invitation.sender, invitation.player):
                self._tell(connection, told_player(one))
            if closes and invitation.table is not None:
                self._close(connection, invitation.table, at)

    def _close(self, connection: sa.Connection, table_id: str, at: int) -> None:
        """Remove a table before its game: whom it kept a seat for is told that it does so no longer."""
        seats, tables = schema.seats, schema.tables
        seated = connection.scalars(sa.select(seats.c.player).where(seats.c.table == table_id)).all()
        invited = withdraw_invitations(connection, table_id, at)
        connection.execute(tables.delete().where(tables.c.id == table_id, tables.c.status == "waiting"))
        for text in (table_id, *(told_player(one) for one in {*invited, *seated} if one)):
            self._tell(connection, text)


def withdraw_invitations(connection: sa.Connection, table_id: str, at: int) -> list[str]:
    """A table that goes keeps no seats any longer; gives who was invited."""
    there = (_INVITATIONS.c.table == table_id, _INVITATIONS.c.status == "open")
    invited = connection.scalars(sa.select(_INVITATIONS.c.player).where(*there)).all()
    connection.execute(_INVITATIONS.update().where(*there).values(status="withdrawn", changed=at))
    return list(invited)
