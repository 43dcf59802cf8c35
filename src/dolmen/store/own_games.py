"""What is kept of a player's own games beside the tables: what of the chat was seen, holidays, names of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.accounts import withdraw_invitations
from dolmen.store.database import Database, told_player
from dolmen.store.errors import NotFound
from dolmen.store.rows import Holiday

_LOOKS, _CHAT, _HOLIDAYS = schema.looks, schema.chat, schema.holidays


class OwnGames(Database):
    """The commands on them."""

    # ------------------------------------------------------------------------------------------------ chat

    def look(self, player_id: str, table_id: str, chat: int) -> None:
        """A player has seen the chat of a table up to that line. Raises Gone."""
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, _LOOKS)
            seen = insert.values(player=player_id, table=table_id, chat=chat)
            newer = {"chat": insert.excluded.chat}
            older = _LOOKS.c.chat < insert.excluded.chat
            connection.execute(seen.on_conflict_do_update(index_elements=["player", "table"], set_=newer, where=older))

    def unread_chat(self, player_id: str, table_ids: Sequence[str]) -> dict[str, int]:
        """How many lines others have written at these tables since the player looked; without those where none were."""
        seen = sa.and_(_LOOKS.c.table == _CHAT.c.table, _LOOKS.c.player == player_id)
        query = (
            sa.select(_CHAT.c.table, sa.func.count())
            .select_from(_CHAT.outerjoin(_LOOKS, seen))
            .where(
                _CHAT.c.table.in_(table_ids),
                _CHAT.c.player.is_distinct_from(player_id),
                _CHAT.c.id > sa.func.coalesce(_LOOKS.c.chat, 0),
            )
            .group_by(_CHAT.c.table)
        )
        with self._reading() as connection:
            return {table: int(number) for table, number in connection.execute(query)}

    # ------------------------------------------------------------------------------------------------ holidays

    def holidays(self, player_id: str) -> list[Holiday]:
        """When a player is or was away, the first one first."""
        query = sa.select(_HOLIDAYS.c.begins, _HOLIDAYS.c.ends).where(_HOLIDAYS.c.player == player_id)
        with self._reading() as connection:
            return [Holiday(*row) for row in connection.execute(query.order_by(_HOLIDAYS.c.begins))]

    def keep_holidays(self, player_id: str, known: Sequence[Holiday], wanted: Sequence[Holiday]) -> bool:
        """Replace all holidays of a player, if they are still those that are known; whether they were. Raises Gone."""
        own = _HOLIDAYS.c.player == player_id
        with self._writing() as connection:
            players = schema.players  # its row is the lock: of two who change them at a time, one comes second
            connection.execute(players.update().where(players.c.id == player_id).values(id=player_id))
            found = connection.execute(sa.select(_HOLIDAYS.c.begins, _HOLIDAYS.c.ends).where(own)).all()
            if {Holiday(*row) for row in found} != set(known):
                return False
            connection.execute(_HOLIDAYS.delete().where(own))
            if wanted:
                connection.execute(_HOLIDAYS.insert(), [{"player": player_id, **asdict(holiday)} for holiday in wanted])
        return True

    # ------------------------------------------------------------------------------------------------ tables

    def rename_table(self, table_id: str, name: str) -> None:
        """Another name for a table. Raises NotFound."""
        update = schema.tables.update().where(schema.tables.c.id == table_id)
        with self._writing() as connection:
            if not connection.execute(update.values(name=name)).rowcount:
                raise NotFound("there is no such table")
            self._tell(connection, table_id)

    def delete_own_table(self, table_id: str, player_id: str, at: int) -> bool:
        """Remove a table with all that belongs to it, unless somebody else has a seat there; whether it is gone."""
        tables, seats = schema.tables, schema.seats
        others = sa.select(seats.c.seat).where(
            seats.c.table == table_id, seats.c.player.is_not(None), seats.c.player != player_id
        )
        with self._writing() as connection:
            connection.execute(sa.select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            if connection.execute(others).first() is not None:
                return False
            invited = withdraw_invitations(connection, table_id, at)
            connection.execute(tables.delete().where(tables.c.id == table_id))
            for text in (table_id, *map(told_player, invited)):
                self._tell(connection, text)
        return True

    def tables_with_clock(self) -> list[tuple[str, int]]:
        """The tables that are played at by the clock, and when each was last changed."""
        tables = schema.tables
        query = sa.select(tables.c.id, tables.c.changed).where(tables.c.status == "playing", tables.c.clock > 0)
        with self._reading() as connection:
            return [(row.id, row.changed) for row in connection.execute(query)]
