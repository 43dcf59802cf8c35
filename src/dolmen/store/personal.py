"""What is kept of a person: all of it handed out, and forgotten.

Every column of the database that names a person stands in `WHERE`: a test holds that none is missing.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from dolmen.store import schema
from dolmen.store.database import PEOPLE, told_player
from dolmen.store.errors import NotFound
from dolmen.store.tournaments import Tournaments

_LEFT_OUT: Final = {"password", "hash", "token_hash", "result"}
"""Columns that open something, which are handed out to nobody, and what a bot made of a game."""

WHERE: Final[dict[str, tuple[sa.Column[Any], ...]]] = {
    "seats": (schema.seats.c.player,),
    "tables": (schema.tables.c.owner,),
    "events": (schema.events.c.player,),
    "chat": (schema.chat.c.player,),
    "tokens": (schema.tokens.c.player,),
    "looks": (schema.looks.c.player,),
    "lookers": (schema.lookers.c.player,),
    "holidays": (schema.holidays.c.player,),
    "invitations": (schema.invitations.c.player, schema.invitations.c.sender),
    "reviews": (schema.reviews.c.player,),
    "plans": (schema.plans.c.player,),
    "planned_moves": (schema.planned_moves.c.player,),
    "played": (schema.played_seats.c.player,),
    "ratings": (schema.ratings.c.player,),
    "call_channels": (schema.call_channels.c.player,),
    "call_wishes": (schema.call_wishes.c.player,),
    "calls": (schema.calls.c.player,),
    "tournaments": (schema.tournaments.c.owner,),
    "entered": (schema.tournament_entrants.c.player,),
}
"""The columns that name a person, by what is handed out of their rows."""


class PersonalData(Tournaments):
    """The commands on it."""

    def export_player(self, player_id: str) -> dict[str, Any]:
        """Everything that is kept about a person, ready for JSON. Raises NotFound."""
        tables, seats, games = schema.tables, schema.seats, schema.played_games
        sat = tables.c.id.in_(sa.select(seats.c.table).where(seats.c.player == player_id))
        played = sa.select(schema.played_seats.c.game).where(schema.played_seats.c.player == player_id)
        counted = (games.c.id, games.c.source, games.c.game, games.c.at, games.c.table, games.c.rated, games.c.points)
        with self._reading() as connection:
            people = _rows(connection, schema.players, schema.players.c.id == player_id)
            if not people:
                raise NotFound(f"there is no player '{player_id}'")
            found = {
                what: _rows(connection, columns[0].table, sa.or_(*(column == player_id for column in columns)))
                for what, columns in WHERE.items()
                if what != "tables"
            }
            found["tables"] = _rows(connection, tables, sat | (tables.c.owner == player_id))
            query = sa.select(*counted).where(games.c.id.in_(played)).order_by(games.c.at, games.c.id)
            found["played_games"] = [dict(row) for row in connection.execute(query).mappings()]
        return {"player": people[0], **found}

    def delete_player(self, player_id: str) -> None:
        """Forget a person: seats stay without name and owner, what was decided stays without its author, chat goes."""
        events, seats, invitations = schema.events, schema.seats, schema.invitations
        mine = events.c.player == player_id
        with self._writing() as connection:
            connection.execute(schema.chat.delete().where(schema.chat.c.player == player_id))
            named = events.update().where(mine, events.c.kind.in_(("sit", "holidays")))
            connection.execute(named.values(payload={}))
            connection.execute(events.update().where(mine).values(player=None))
            sat = connection.scalars(sa.select(seats.c.table).where(seats.c.player == player_id).distinct()).all()
            connection.execute(seats.update().where(seats.c.player == player_id).values(name="-", player=None))
            entered = self._forget_entrant(connection, player_id)
            met = (
                *connection.scalars(sa.select(invitations.c.sender).where(invitations.c.player == player_id)),
                *connection.scalars(sa.select(invitations.c.player).where(invitations.c.sender == player_id)),
            )
            connection.execute(schema.players.delete().where(schema.players.c.id == player_id))
            for text in (*sat, *entered, *map(told_player, {*met, player_id}), PEOPLE):
                self._tell(connection, text)


def _rows(connection: sa.Connection, table: sa.FromClause, condition: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """The rows of a table, but for what is left out, in the order in which they came, or of its keys."""
    columns = [column for column in table.c if column.name not in _LEFT_OUT]
    came = [table.c[name] for name in ("created", "entered") if name in table.c]
    query = sa.select(*columns).where(condition).order_by(*came, *table.primary_key)
    return [dict(row) for row in connection.execute(query).mappings()]
