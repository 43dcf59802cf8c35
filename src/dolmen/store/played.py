"""Finished games as statistics count them, who played them, and the ratings of people.

A game is entered once: by its table, or by what was played in it. Ratings change in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.database import Database
from dolmen.store.rows import KeptRating, PlayedGame, PlayedSeat

_GAMES, _SEATS, _RATINGS = schema.played_games, schema.played_seats, schema.ratings

Rate = Callable[[Sequence[PlayedSeat], Mapping[str, KeptRating]], Sequence[PlayedSeat]]
"""The seats of a game with their new ratings, by those that people had before."""

AT_ONCE = 500
"""So many values are looked up in one statement."""


class PlayedGames(Database):
    """The commands on finished games."""

    def uncounted_tables(self) -> list[str]:
        """The tables whose game is over and not entered, or was brought from a file, the oldest first."""
        tables = schema.tables
        entered = sa.exists().where(_GAMES.c.table == tables.c.id)
        query = sa.select(tables.c.id).where(tables.c.status.in_(("finished", "imported")), ~entered)
        with self._reading() as connection:
            return list(connection.scalars(query.order_by(tables.c.changed, tables.c.id)))

    def enter_game(self, game: PlayedGame, seats: Sequence[PlayedSeat], rate: Rate | None = None) -> bool:
        """Enter a game and who played it, and rate them; False where it is entered already. Raises Gone."""
        with self._writing() as connection:
            if not self._insert(connection, [game]):
                return False
            if rate is not None:
                people = [seat.player for seat in seats if seat.player]
                seats = rate(seats, self._ratings_for(connection, game.game, people))
                self._keep_ratings(connection, game, seats)
            if seats:
                connection.execute(_SEATS.insert(), [asdict(seat) for seat in seats])
        return True

    def enter_games(self, games: Sequence[PlayedGame]) -> int:
        """Enter games that nobody is known to have played; gives how many were new."""
        with self._writing() as connection:
            known = set(_found(connection, _GAMES.c.played, [game.played for game in games]))
            return self._insert(connection, [game for game in games if game.played not in known])

    def _insert(self, connection: sa.Connection, games: Sequence[PlayedGame]) -> int:
        insert = statements.insert_into(connection.dialect.name, _GAMES)
        new = insert.on_conflict_do_nothing().returning(_GAMES.c.id)
        return sum(connection.scalar(new.values(**asdict(game))) is not None for game in games)

    def known_files(self, files: Sequence[str]) -> set[str]:
        """Those of these files that a game was read from."""
        with self._reading() as connection:
            return set(_found(connection, _GAMES.c.file, files))

    # ------------------------------------------------------------------------------------------------ ratings

    def _ratings_for(self, connection: sa.Connection, game: str, people: Collection[str]) -> dict[str, KeptRating]:
        """The ratings of people, which nobody else changes meanwhile."""
        query = sa.select(_RATINGS).where(_RATINGS.c.game == game, _RATINGS.c.player.in_(people))
        found = connection.execute(query.order_by(_RATINGS.c.player).with_for_update())
        return {row.player: KeptRating(**row._mapping) for row in found}

    def _keep_ratings(self, connection: sa.Connection, game: PlayedGame, seats: Sequence[PlayedSeat]) -> None:
        insert = statements.insert_into(connection.dialect.name, _RATINGS)
        for seat in seats:
            if seat.player is not None and seat.mu is not None:
                values = {"mu": seat.mu, "sigma": seat.sigma, "changed": game.at}
                first = insert.values(game=game.game, player=seat.player, games=1, **values)
                more = {**values, "games": _RATINGS.c.games + 1}
                connection.execute(first.on_conflict_do_update(index_elements=["game", "player"], set_=more))

    def ratings(self, game: str) -> list[tuple[KeptRating, str, bool]]:
        """The ratings of everybody at a game, with name and whether it is a program, the strongest first."""
        players = schema.players
        strongest = (_RATINGS.c.mu.desc(), players.c.name, players.c.id)
        query = sa.select(_RATINGS, players.c.name, players.c.bot_account).join(
            players, players.c.id == _RATINGS.c.player
        )
        with self._reading() as connection:
            rows = connection.execute(query.where(_RATINGS.c.game == game).order_by(*strongest))
            return [(KeptRating(*kept), name, is_bot) for *kept, name, is_bot in rows]

    def ratings_of(self, player_id: str) -> dict[str, KeptRating]:
        """The ratings of a person, by game."""
        query = sa.select(_RATINGS).where(_RATINGS.c.player == player_id)
        with self._reading() as connection:
            return {row.game: KeptRating(**row._mapping) for row in connection.execute(query)}

    # ------------------------------------------------------------------------------------------------ what was played

    def played_games(
        self, game: str, sources: Collection[str] = (), players: Collection[int] = (), people: Collection[str] = ()
    ) -> Iterator[tuple[int, list[int], list[float], dict[str, Any]]]:
        """What statistics need of all games, or of those from some sources, of some numbers of players, with people.

        Of each the number of players, points and victories by seat, and what was counted.
        """
        query = sa.select(_GAMES.c.players, _GAMES.c.points, _GAMES.c.won, _GAMES.c["count"]).where(
            _GAMES.c.game == game
        )
        if sources:
            query = query.where(_GAMES.c.source.in_(sources))
        if players:
            query = query.where(_GAMES.c.players.in_(players))
        query = query.where(*_played_by(people))
        with self._reading() as connection:
            for row in connection.execute(query):
                yield tuple(row)

    def numbers_of_games(self, game: str, people: Collection[str] = ()) -> dict[tuple[str, int], int]:
        """How many games there are, by source and number of players; of those that all these people played."""
        query = sa.select(_GAMES.c.source, _GAMES.c.players, sa.func.count()).where(
            _GAMES.c.game == game, *_played_by(people)
        )
        with self._reading() as connection:
            rows = connection.execute(query.group_by(_GAMES.c.source, _GAMES.c.players))
            return {(source, players): number for source, players, number in rows}

    def games_of(self, player_id: str) -> list[PlayedGame]:
        """The games that a person played, the last one first."""
        mine = sa.select(_SEATS.c.game).where(_SEATS.c.player == player_id)
        query = sa.select(_GAMES).where(_GAMES.c.id.in_(mine)).order_by(_GAMES.c.at.desc(), _GAMES.c.id)
        with self._reading() as connection:
            return [PlayedGame(**row._mapping) for row in connection.execute(query)]

    def game_of_table(self, table_id: str) -> PlayedGame | None:
        """The game of a table, once it is entered."""
        with self._reading() as connection:
            row = connection.execute(sa.select(_GAMES).where(_GAMES.c.table == table_id)).first()
        return PlayedGame(**row._mapping) if row else None

    def seats_of_games(self, ids: Sequence[str]) -> dict[str, list[PlayedSeat]]:
        """Who played these games, seat by seat."""
        seats: dict[str, list[PlayedSeat]] = {one: [] for one in ids}
        with self._reading() as connection:
            for part in _parts(ids):
                query = sa.select(_SEATS).where(_SEATS.c.game.in_(part)).order_by(_SEATS.c.game, _SEATS.c.seat)
                for row in connection.execute(query):
                    seats[row.game].append(PlayedSeat(**row._mapping))
        return seats

    def names_of(self, ids: Collection[str]) -> dict[str, str]:
        """The names of people."""
        columns = schema.players.c
        names: dict[str, str] = {}
        with self._reading() as connection:
            for part in _parts(list(ids)):
                query = sa.select(columns.id, columns.name).where(columns.id.in_(part))
                names.update((row.id, row.name) for row in connection.execute(query))
        return names


def _played_by(people: Collection[str]) -> Iterator[sa.ColumnElement[bool]]:
    """That each of them had a seat."""
    for person in people:
        yield _GAMES.c.id.in_(sa.select(_SEATS.c.game).where(_SEATS.c.player == person))


def _parts(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(values), AT_ONCE):
        yield values[first : first + AT_ONCE]


def _found(connection: sa.Connection, column: sa.Column[Any], values: Sequence[str]) -> Iterator[str]:
    """Those of these values that a column holds."""
    for part in _parts(values):
        yield from connection.scalars(sa.select(column).where(column.in_(part)))
