"""Tournaments: who entered, the tables of each round, what came of them.

Whoever changes a tournament says which version he saw, and is refused (`Stale`) if there is a newer one: a round is
drawn once, and from what was true. A table of a round is claimed in the transaction that makes it, so it is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema
from dolmen.store.database import Database
from dolmen.store.errors import NotFound, Repeated, Stale
from dolmen.store.rows import Entrant, Tournament, TournamentTable

_TOURNAMENTS, _ENTRANTS, _TABLES = schema.tournaments, schema.tournament_entrants, schema.tournament_tables

Within = Callable[[sa.Connection, str], None]
"""What is written in the transaction that makes a table, by the table's id."""


class Tournaments(Database):
    """The commands on tournaments."""

    def new_tournament(self, new: Tournament, at: int) -> Tournament:
        """Keep a new one. Raises Gone."""
        values = {**asdict(new), "options": dict(new.options), "created": at, "changed": at}
        with self._writing() as connection:
            connection.execute(_TOURNAMENTS.insert().values(**values))
        return self.tournament(new.id)

    def tournament(self, tournament_id: str) -> Tournament:
        """One by id. Raises NotFound."""
        with self._reading() as connection:
            row = connection.execute(sa.select(_TOURNAMENTS).where(_TOURNAMENTS.c.id == tournament_id)).first()
        if row is None:
            raise NotFound("there is no such tournament")
        return Tournament(**row._mapping)

    def tournaments(self, *status: str, limit: int = 1000) -> list[Tournament]:
        """Those in that state, the last changed first."""
        query = sa.select(_TOURNAMENTS).where(_TOURNAMENTS.c.status.in_(status))
        return self._found(query.limit(limit))

    def tournaments_of(self, player_id: str, limit: int = 50) -> list[Tournament]:
        """Those that somebody hosts or has entered, the last changed first."""
        entered = sa.select(_ENTRANTS.c.tournament).where(_ENTRANTS.c.player == player_id)
        mine = sa.or_(_TOURNAMENTS.c.owner == player_id, _TOURNAMENTS.c.id.in_(entered))
        return self._found(sa.select(_TOURNAMENTS).where(mine).limit(limit))

    def _found(self, query: sa.Select[Any]) -> list[Tournament]:
        last = query.order_by(_TOURNAMENTS.c.changed.desc(), _TOURNAMENTS.c.id)
        with self._reading() as connection:
            return [Tournament(**row._mapping) for row in connection.execute(last)]

    def entrants(self, tournament_id: str) -> list[Entrant]:
        """Who entered, in that order."""
        query = sa.select(_ENTRANTS).where(_ENTRANTS.c.tournament == tournament_id).order_by(_ENTRANTS.c.number)
        with self._reading() as connection:
            return [Entrant(**row._mapping) for row in connection.execute(query)]

    def numbers_of_entrants(self, ids: Sequence[str]) -> dict[str, int]:
        """How many have entered each of these."""
        query = sa.select(_ENTRANTS.c.tournament, sa.func.count()).where(_ENTRANTS.c.tournament.in_(ids))
        with self._reading() as connection:
            rows = connection.execute(query.group_by(_ENTRANTS.c.tournament))
            found = {row[0]: int(row[1]) for row in rows}
        return {one: found.get(one, 0) for one in ids}

    def tournament_tables(self, tournament_id: str) -> list[TournamentTable]:
        """The tables of all rounds so far, in order."""
        query = sa.select(_TABLES).where(_TABLES.c.tournament == tournament_id)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(_TABLES.c.round, _TABLES.c.number))
            return [TournamentTable(**row._mapping) for row in rows]

    def tournament_of_table(self, table_id: str) -> tuple[Tournament, TournamentTable] | None:
        """The tournament that a table belongs to, and as which of its tables."""
        with self._reading() as connection:
            row = connection.execute(sa.select(_TABLES).where(_TABLES.c.table == table_id)).first()
        if row is None:
            return None
        return self.tournament(row.tournament), TournamentTable(**row._mapping)

    # ------------------------------------------------------------------------------------------------ changes

    def change_tournament(
        self,
        tournament_id: str,
        version: int,
        at: int,
        values: Mapping[str, Any] = {},
        *,
        enter: Sequence[Entrant] = (),
        remove: Sequence[int] = (),
        entrants: Mapping[int, Mapping[str, Any]] = {},
        tables: Sequence[TournamentTable] = (),
    ) -> None:
        """Write all that changes at once: its own values, who enters, is removed or is changed, tables that are drawn.

        All of it is written, or nothing. Raises Stale, NotFound, Gone.
        """
        seen = (_TOURNAMENTS.c.id == tournament_id, _TOURNAMENTS.c.version == version)
        newer = {**values, "version": version + 1, "changed": at}
        of_it = _ENTRANTS.c.tournament == tournament_id
        with self._writing() as connection:
            if not connection.execute(_TOURNAMENTS.update().where(*seen).values(**newer)).rowcount:
                known = connection.scalar(sa.select(_TOURNAMENTS.c.version).where(seen[0]))
                raise NotFound("there is no such tournament") if known is None else Stale(known)
            if remove:
                connection.execute(_ENTRANTS.delete().where(of_it, _ENTRANTS.c.number.in_(remove)))
            if enter:
                connection.execute(_ENTRANTS.insert(), [asdict(one) for one in enter])
            for number, change in entrants.items():
                connection.execute(_ENTRANTS.update().where(of_it, _ENTRANTS.c.number == number).values(**change))
            if tables:
                rows = [{**asdict(one), "entrants": list(one.entrants)} for one in tables]
                connection.execute(_TABLES.insert(), rows)
            self._tell(connection, tournament_id)

    def claims(self, drawn: TournamentTable) -> Within:
        """What notes that a table of a round is made. It raises Repeated where it was before: then no table is made."""

        def note(connection: sa.Connection, table_id: str) -> None:
            free = (*_is(drawn), _TABLES.c.made.is_(False))
            if not connection.execute(_TABLES.update().where(*free).values(made=True, table=table_id)).rowcount:
                raise Repeated(0)
            self._tell(connection, drawn.tournament)

        return note

    def count_table(
        self, drawn: TournamentTable, places: Sequence[int], points: Sequence[int], at: int, left: Sequence[int] = ()
    ) -> bool:
        """What came of a table, and which entrants have left with it; False where it is counted already."""
        open_one = (*_is(drawn), _TABLES.c.places.is_(None))
        with self._writing() as connection:
            result = {"places": list(places), "points": list(points)}
            if not connection.execute(_TABLES.update().where(*open_one).values(**result)).rowcount:
                return False
            gone = (_ENTRANTS.c.tournament == drawn.tournament, _ENTRANTS.c.number.in_(left))
            connection.execute(_ENTRANTS.update().where(*gone).values(left=True))
            one = _TOURNAMENTS.update().where(_TOURNAMENTS.c.id == drawn.tournament)
            connection.execute(one.values(version=_TOURNAMENTS.c.version + 1, changed=at))
            self._tell(connection, drawn.tournament)
        return True

    def delete_tournament(self, tournament_id: str) -> None:
        """Remove a tournament; its tables stay, as tables like others."""
        with self._writing() as connection:
            connection.execute(_TOURNAMENTS.delete().where(_TOURNAMENTS.c.id == tournament_id))

    def _forget_entrant(self, connection: sa.Connection, player_id: str) -> list[str]:
        """A person is removed: from tournaments that have not begun altogether, from others the name.

        Gives the tournaments that have changed.
        """
        mine = _ENTRANTS.c.player == player_id
        ids = list(connection.scalars(sa.select(_ENTRANTS.c.tournament).where(mine)))
        not_begun = sa.select(_TOURNAMENTS.c.id).where(_TOURNAMENTS.c.status == "open")
        connection.execute(_ENTRANTS.delete().where(mine, _ENTRANTS.c.tournament.in_(not_begun)))
        connection.execute(_ENTRANTS.update().where(mine).values(name="-", player=None, left=True))
        newer = _TOURNAMENTS.update().where(_TOURNAMENTS.c.id.in_(ids))
        connection.execute(newer.values(version=_TOURNAMENTS.c.version + 1))
        return ids


def _is(drawn: TournamentTable) -> tuple[sa.ColumnElement[bool], ...]:
    columns = _TABLES.c
    return (
        columns.tournament == drawn.tournament,
        columns.round == drawn.round,
        columns.number == drawn.number,
    )
