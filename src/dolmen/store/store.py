"""The store: every command on the database, each in one transaction.

Events are the truth and are only ever appended, with `unique(table, sequence)`: whoever appends says which event he saw
last, and is refused (`Stale`) if there is a newer one. A move may carry an id of its sender's choice; sent twice, it is
recognised (`Repeated`). What changes with events (a seat, the table's status, its summary) is written with them.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, TypeVar

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.accounts import Accounts
from dolmen.store.calls import Calls
from dolmen.store.database import LONGEST_NOTICE, PEOPLE, told_player
from dolmen.store.errors import (
    Gone,
    NameTaken,
    NotFound,
    Repeated,
    SeatTaken,
    Stale,
    WrongPassword,
)
from dolmen.store.logins import login_of
from dolmen.store.own_games import OwnGames
from dolmen.store.personal import PersonalData
from dolmen.store.plans import Plans
from dolmen.store.played import PlayedGames
from dolmen.store.reseating import reseat
from dolmen.store.reviews import KeptReviews
from dolmen.store.rows import ApiToken, Chat, Event, NewEvent, NewSeat, NewSetup, Player, Seat, SeatChange, Table
from dolmen.store.secrets import hash_of, hash_password, is_password, new_id, new_token, new_token_id
from dolmen.store.tournaments import Within

Row = TypeVar("Row", ApiToken, Chat, Event, Player, Seat, Table)

FREE = ("friend", "open")
"""The kinds of seats at which somebody may still sit down."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _columns(table: sa.Table, row: type[Row]) -> list[sa.Column[Any]]:
    """The columns that a kind of row is made of."""
    return [table.c[field.name] for field in fields(row)]


def _made(row: type[Row], found: sa.Row[Any]) -> Row:
    """A row as the store hands it out, its fields by the columns' names."""
    return row(**found._mapping)


_EVENTS = (
    sa.select(*_columns(schema.events, Event))
    .where(schema.events.c.table == sa.bindparam("table_id"), schema.events.c.sequence > sa.bindparam("after"))
    .order_by(schema.events.c.sequence)
)
MOST_AT_ONCE = 8
"""So many events are written in one statement; more are rare."""


class Store(Accounts, Calls, KeptReviews, OwnGames, PersonalData, Plans, PlayedGames):
    """All commands on one database."""

    def check(self) -> None:
        """Write something and read it. Raises Unavailable where that fails."""
        at, table = str(now()), schema.settings
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, table).values(key="checked", value=at)
            connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_={"value": at}))

    # ------------------------------------------------------------------------------------------------ settings

    def setting(self, key: str, default: str) -> str:
        """A setting of the server; where it is missing, the default is kept from now on."""
        table = schema.settings
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, table).values(key=key, value=default)
            connection.execute(insert.on_conflict_do_nothing())
            return str(connection.scalar(sa.select(table.c.value).where(table.c.key == key)))

    # ------------------------------------------------------------------------------------------------ people

    def new_player(self, name: str, language: str = "") -> Player:
        """A guest."""
        player = Player(uuid.uuid4().hex, name, language)
        with self._writing() as connection:
            connection.execute(
                schema.players.insert().values(id=player.id, name=name, language=language, created=now())
            )
        return player

    def player(self, player_id: str) -> Player | None:
        """Somebody by id."""
        with self._reading() as connection:
            return self._player_where(connection, schema.players.c.id == player_id)

    def _player_where(self, connection: sa.Connection, condition: sa.ColumnElement[bool]) -> Player | None:
        row = connection.execute(sa.select(*_columns(schema.players, Player)).where(condition)).first()
        return _made(Player, row) if row else None

    def change_player(self, player_id: str, *, name: str | None = None, language: str | None = None) -> None:
        """A new name, a new language. Raises Gone."""
        values = {key: value for key, value in (("name", name), ("language", language)) if value is not None}
        if values:
            update = schema.players.update().where(schema.players.c.id == player_id).values(**values)
            with self._writing() as connection:
                if not connection.execute(update).rowcount:
                    raise Gone("the player was removed")
                self._tell(connection, PEOPLE)

    def register(self, player_id: str, login: str, password: str) -> None:
        """Make a guest's seats his own on every device: an account. Raises NameTaken, WrongPassword if he has one."""
        self._write_account(player_id, None, login, password)

    def change_account(self, player_id: str, old: str, login: str, password: str, session: str) -> None:
        """Another name or password for an account, by who knows the old one; all sessions but this one end.

        Raises NameTaken, WrongPassword.
        """
        table = schema.players
        with self._reading() as connection:
            hashed = connection.scalar(sa.select(table.c.password).where(table.c.id == player_id))
        if not is_password(hashed, old):
            raise WrongPassword("the password is not right")
        self._write_account(player_id, hashed, login, password, session)

    def _write_account(
        self, player_id: str, known: str | None, login: str, password: str, session: str | None = None
    ) -> None:
        """The name and the password of an account whose hash is still the known one; with a session, others end."""
        hashed, table, tokens = hash_password(password), schema.players, schema.tokens
        update = table.update().where(table.c.id == player_id, table.c.password.is_not_distinct_from(known))
        try:
            with self._writing() as connection:
                if not connection.execute(update.values(login=login_of(login), password=hashed)).rowcount:
                    if self._player_where(connection, table.c.id == player_id) is None:
                        raise Gone("the player was removed")
                    raise WrongPassword("there is an account already: its password is needed to change it")
                if session is not None:
                    own = (tokens.c.player == player_id, tokens.c.kind == "session")
                    connection.execute(tokens.delete().where(*own, tokens.c.hash != hash_of(session)))
                self._tell(connection, PEOPLE)
        except sa.exc.IntegrityError:
            raise NameTaken(f"there is an account '{login}' already") from None

    def log_in(self, login: str, password: str) -> Player | None:
        """The account, if the password is right."""
        table = schema.players
        with self._reading() as connection:
            row = connection.execute(
                sa.select(table.c.id, table.c.password).where(table.c.login == login_of(login))
            ).first()
        if not is_password(row.password if row else None, password) or row is None:
            return None
        return self.player(row.id)

    def players(self) -> list[Player]:
        """Everybody, by name."""
        table = schema.players
        query = sa.select(*_columns(table, Player)).order_by(table.c.name, table.c.id)
        with self._reading() as connection:
            return [_made(Player, row) for row in connection.execute(query)]

    def find_player(self, who: str) -> Player:
        """Somebody by id, by the name of the account, or by a name that nobody else has. Raises NotFound."""
        table = schema.players
        with self._reading() as connection:
            for condition in (table.c.id == who, table.c.login == login_of(who)):
                found = self._player_where(connection, condition)
                if found is not None:
                    return found
        named = [player for player in self.players() if player.name.casefold() == who.casefold()]
        if not named:
            raise NotFound(f"there is no player '{who}'")
        if len(named) > 1:
            ids = ", ".join(player.id for player in named)
            raise NotFound(f"{len(named)} players are called '{who}': say which one by id: {ids}")
        return named[0]

    # ------------------------------------------------------------------------------------------------ tokens

    def new_token(self, player_id: str, kind: str, label: str = "") -> str:
        """A token that stands for a person: `session` for a browser, `api` for a program. Raises Gone."""
        token = new_token()
        known = {"id": new_token_id(), "label": label} if kind == "api" else {}
        row = {"hash": hash_of(token), "kind": kind, "player": player_id, "created": now(), **known}
        with self._writing() as connection:
            connection.execute(schema.tokens.insert().values(**row))
        return token

    def api_tokens(self, player_id: str) -> list[ApiToken]:
        """What is known of the tokens of a person's programs, the newest first."""
        table = schema.tokens
        query = sa.select(*_columns(table, ApiToken)).where(table.c.player == player_id, table.c.kind == "api")
        with self._reading() as connection:
            return [
                _made(ApiToken, row) for row in connection.execute(query.order_by(table.c.created.desc(), table.c.id))
            ]

    def withdraw_token(self, player_id: str, token_id: str) -> None:
        """A person's program may play no longer. Raises NotFound."""
        table = schema.tokens
        named = (table.c.player == player_id, table.c.kind == "api", table.c.id == token_id)
        with self._writing() as connection:
            if not connection.execute(table.delete().where(*named)).rowcount:
                raise NotFound("there is no such token")

    def player_of_token(self, token: str, kind: str) -> Player | None:
        """Whom a token stands for."""
        table = schema.tokens
        with self._reading() as connection:
            owner = connection.scalar(
                sa.select(table.c.player).where(table.c.hash == hash_of(token), table.c.kind == kind)
            )
            return self._player_where(connection, schema.players.c.id == owner) if owner else None

    def drop_token(self, token: str) -> None:
        """The token stands for nobody any more."""
        with self._writing() as connection:
            connection.execute(schema.tokens.delete().where(schema.tokens.c.hash == hash_of(token)))
            self._tell(connection, PEOPLE)

    # ------------------------------------------------------------------------------------------------ tables

    def create_table(
        self,
        *,
        name: str,
        game: str,
        rules_version: int,
        options: Mapping[str, Any],
        setup: str,
        owner: str | None,
        seats: Sequence[NewSeat],
        status: str,
        table_id: str | None = None,
        clock: int = 0,
        bank: int = 0,
        events: Sequence[NewEvent] = (),
        summary: Mapping[str, Any] | None = None,
        after: tuple[str, int, NewEvent] | None = None,
        within: Within | None = None,
    ) -> Table:
        """A new table with its seats and its first events, and what else is written `within` the same transaction.

        Where it goes on `after` another table, an event is appended to that one with it: its id, the last event that
        was seen there, the new event. Raises then what `append` raises, and makes no table.
        """
        table_id, at = table_id or new_id(), now()
        with self._writing() as connection:
            connection.execute(
                schema.tables.insert().values(
                    id=table_id,
                    name=name,
                    game=game,
                    rules_version=rules_version,
                    players=len(seats),
                    options=dict(options),
                    setup=setup,
                    owner=owner,
                    status=status,
                    created=at,
                    changed=at,
                    clock=clock,
                    bank=bank,
                )
            )
            connection.execute(
                schema.seats.insert(),
                [{"table": table_id, "seat": number, **asdict(seat)} for number, seat in enumerate(seats)],
            )
            if events:
                self._append(connection, table_id, statements.event_values(table_id, 0, events, at))
            if summary is not None:
                self._keep_summary(connection, table_id, summary)
            if after is not None:
                other, expected, event = after
                self._append(connection, other, statements.event_values(other, expected, [event], at))
            for player in {seat.player for seat in seats if seat.player}:
                self._tell(connection, told_player(player))
            if within is not None:
                within(connection, table_id)
        return self.table(table_id)

    def table(self, table_id: str) -> Table:
        """A table by id. Raises NotFound."""
        with self._reading() as connection:
            row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id)).first()
        if row is None:
            raise NotFound("there is no such table")
        return _made(Table, row)

    def tables_named(self, table_ids: Sequence[str]) -> dict[str, Table]:
        """Those of these tables that there are, by id."""
        query = sa.select(schema.tables).where(schema.tables.c.id.in_(table_ids))
        return {table.id: table for table in self._tables(query)}

    def _tables(self, query: sa.Select[Any]) -> list[Table]:
        with self._reading() as connection:
            return [_made(Table, row) for row in connection.execute(query.order_by(schema.tables.c.changed.desc()))]

    def tables_of(self, player_id: str, *status: str, limit: int = 50) -> list[Table]:
        """The tables at which a person sits, in those states or in any, the last changed first."""
        mine = sa.select(schema.seats.c.table).where(schema.seats.c.player == player_id)
        query = sa.select(schema.tables).where(schema.tables.c.id.in_(mine))
        return self._tables((query.where(schema.tables.c.status.in_(status)) if status else query).limit(limit))

    def tables_brought_by(self, player_id: str, limit: int = 20) -> list[Table]:
        """The games that a person has brought from files, the last one first."""
        tables = schema.tables
        brought = sa.select(tables).where(tables.c.owner == player_id, tables.c.status == "imported")
        return self._tables(brought.limit(limit))

    def open_tables(self, limit: int = 20) -> list[Table]:
        """The tables at which anyone may sit down."""
        free = sa.select(schema.seats.c.table).where(schema.seats.c.kind == "open")
        return self._tables(
            sa.select(schema.tables)
            .where(schema.tables.c.id.in_(free), schema.tables.c.status == "waiting")
            .limit(limit)
        )

    def tables_with_status(self, *status: str, limit: int = 1000) -> list[Table]:
        """The tables in that state, the last changed first."""
        return self._tables(sa.select(schema.tables).where(schema.tables.c.status.in_(status)).limit(limit))

    def full_tables(self) -> list[str]:
        """The tables that wait for players although no seat is free."""
        tables, seats = schema.tables, schema.seats
        free = sa.exists().where(seats.c.table == tables.c.id, seats.c.kind.in_(FREE))
        with self._reading() as connection:
            return list(connection.scalars(sa.select(tables.c.id).where(tables.c.status == "waiting", ~free)))

    def tables_asking_bots(self, versions: Mapping[str, int], after: str, limit: int) -> list[str]:
        """The tables at which a bot is asked by what their summaries say, from one id on, in the order of ids.

        Only those of games and rules versions that can go on.
        """
        tables, seats, summaries = schema.tables, schema.seats, schema.summaries
        asked = summaries.c.summary["deciding"].as_integer()
        goes_on = [(tables.c.game == game) & (tables.c.rules_version == version) for game, version in versions.items()]
        query = (
            sa.select(tables.c.id)
            .join(summaries, summaries.c.table == tables.c.id)
            .join(seats, (seats.c.table == tables.c.id) & (seats.c.seat == asked) & (seats.c.kind == "bot"))
            .where(tables.c.status == "playing", tables.c.id > after, sa.or_(sa.false(), *goes_on))
        )
        with self._reading() as connection:
            return list(connection.scalars(query.order_by(tables.c.id).limit(limit)))

    def delete_table(self, table_id: str) -> None:
        """Remove a table with all that belongs to it."""
        with self._writing() as connection:
            connection.execute(schema.tables.delete().where(schema.tables.c.id == table_id))
            self._tell(connection, table_id)

    # ------------------------------------------------------------------------------------------------ seats

    def seats(self, table_id: str) -> list[Seat]:
        """Who sits where, in turn order."""
        return self.seats_of_tables([table_id])[table_id]

    def seats_of_tables(self, table_ids: Sequence[str]) -> dict[str, list[Seat]]:
        """Likewise, of several tables."""
        table, players = schema.seats, schema.players
        seats: dict[str, list[Seat]] = {table_id: [] for table_id in table_ids}
        kept = [table.c[field.name] for field in fields(Seat) if field.name in table.c]
        is_bot = sa.func.coalesce(players.c.bot_account, sa.false()).label("bot_account")
        sat = table.outerjoin(players, players.c.id == table.c.player)
        query: sa.Select[Any] = sa.select(*kept, is_bot).select_from(sat).where(table.c.table.in_(table_ids))
        with self._reading() as connection:
            for row in connection.execute(query.order_by(table.c.table, table.c.seat)):
                seats[row.table].append(_made(Seat, row))
        return seats

    def seat_of_token(self, token: str) -> tuple[str, int] | None:
        """The table and the seat that a link leads to."""
        table = schema.seats
        with self._reading() as connection:
            row = connection.execute(
                sa.select(table.c.table, table.c.seat).where(table.c.token_hash == hash_of(token))
            ).first()
        return (row.table, row.seat) if row else None

    # ------------------------------------------------------------------------------------------------ events

    def append(
        self,
        table_id: str,
        expected: int,
        events: Sequence[NewEvent],
        *,
        summary: Mapping[str, Any] | None = None,
        seats: Sequence[SeatChange] = (),
        status: str | None = None,
        planned: Sequence[int] = (),
        setup: NewSetup | None = None,
        order: Sequence[int] = (),
        owner: str | None = None,
    ) -> list[Event]:
        """Append events after the event `expected`, and what changes with them; returns them as they are kept.

        The turns that the seats `planned` had planned are made or done with by these events. `order` are the seats in
        their new order, where everybody gets another one. `owner` is whose table it is from now on, if another one's.

        All of it is written, or nothing. Raises Repeated if the first one's client id was seen before at this table,
        Stale if there is a newer event, SeatTaken if somebody sits where somebody is to sit down.
        """
        at = now()
        rows = statements.event_values(table_id, expected, events, at)
        try:
            alone = not seats and status is None and not planned and setup is None and not order and owner is None
            if summary is not None and alone and len(rows) <= MOST_AT_ONCE:
                self._append_at_once(table_id, rows, summary)
            else:
                with self._writing() as connection:
                    self._append(connection, table_id, rows, alone=alone)
                    if planned:
                        self._drop_planned(connection, table_id, planned)
                    if summary is not None:
                        self._keep_summary(connection, table_id, summary)
                    for change in seats:
                        self._change_seat(connection, table_id, change)
                    if order:
                        reseat(connection, table_id, order)
                    changed = {"status": status, "owner": owner}
                    row: dict[str, Any] = {name: value for name, value in changed.items() if value is not None}
                    if setup is not None:
                        row |= {"setup": setup.text, "options": dict(setup.options)}
                    if row:
                        tables = schema.tables
                        connection.execute(tables.update().where(tables.c.id == table_id).values(**row))
        except sa.exc.IntegrityError:  # the unique constraints are the last guard
            with self._reading() as connection:
                self._refuse(connection, table_id, rows[0])
            raise
        return [
            Event(table_id, expected + place, event.kind, event.payload, event.seat, event.player, at)
            for place, event in enumerate(events, start=1)
        ]

    def _append_at_once(self, table_id: str, rows: Sequence[dict[str, Any]], summary: Mapping[str, Any]) -> None:
        """Append the events of a decision, with which nothing else changes but the summary."""
        if not self.is_postgres:
            with self._writing() as connection:
                self._touch(connection, table_id, rows[-1]["at"])
                for row in rows:
                    given = {"table_id": table_id, **statements.numbered(row, 0)}
                    if not self._run(connection, statements.APPEND_NEXT, given):
                        self._refuse(connection, table_id, row)
                self._keep_summary(connection, table_id, summary)
            return
        values = {"table_id": table_id, "at": rows[-1]["at"], "summary": dict(summary), "text": self._notice(rows)}
        for number, row in enumerate(rows):
            values.update(statements.numbered(row, number))
        with self._reading() as connection:  # one statement is a transaction of its own
            if not self._run(connection, statements.append_at_once(len(rows)), values):
                self._refuse(connection, table_id, rows[0])
                raise NotFound("there is no such table")

    def _append(
        self, connection: sa.Connection, table_id: str, rows: Sequence[dict[str, Any]], *, alone: bool = True
    ) -> None:
        """Append events in a transaction, if `append` would; the table is ours from here on.

        `alone` says that nothing changes with them: then servers are told which events are new, and by whom.
        """
        self._touch(connection, table_id, rows[-1]["at"])
        self._refuse(connection, table_id, rows[0])
        connection.execute(statements.INSERT_EVENTS, rows)
        self._tell(connection, self._notice(rows) if alone else table_id)

    def _touch(self, connection: sa.Connection, table_id: str, at: int) -> None:
        """Note when the table was changed, which keeps it for this transaction. Raises NotFound."""
        if not self._run(connection, statements.TOUCH, {"table_id": table_id, "at": at}):
            raise NotFound("there is no such table")

    def _notice(self, rows: Sequence[dict[str, Any]]) -> str:
        """What other servers are told of events: the last one, who wrote it and, unless it is too much, all of them."""
        last = rows[-1]
        notice = f"{last['table']} {last['sequence']} {self.name}"
        events = [[row["kind"], row["payload"], row["seat"], row["player"], row["at"]] for row in rows]
        whole = f"{notice} {json.dumps(events)}"
        return whole if len(whole) <= LONGEST_NOTICE else notice

    def _change_seat(self, connection: sa.Connection, table_id: str, change: SeatChange) -> None:
        table = schema.seats
        update = table.update().where(table.c.table == table_id, table.c.seat == change.seat)
        if change.name is None:
            nobody = {"name": "", "player": None} if change.frees else {}
            connection.execute(update.values(kind=change.kind, bot=change.bot, **nobody))
            return
        free = update.where(table.c.kind.in_(FREE))
        taken = free.values(kind=change.kind, bot=change.bot, name=change.name, player=change.player)
        if connection.execute(taken).rowcount != 1:
            raise SeatTaken("somebody sits there already")

    def _refuse(self, connection: sa.Connection, table_id: str, first: Mapping[str, Any]) -> None:
        """Raise Repeated or Stale where `append` says so, by the first event that is to be appended."""
        values = {"table_id": table_id, "client_id": first["client_id"]}
        last, seen = connection.execute(statements.LAST, values).one()
        if seen is not None:
            raise Repeated(seen)
        if last != first["sequence"] - 1:
            raise Stale(last)

    def last_sequence(self, table_id: str) -> int:
        """The number of the last event, 0 before the first."""
        with self._reading() as connection:
            last, _seen = connection.execute(statements.LAST, {"table_id": table_id, "client_id": None}).one()
            return int(last)

    def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The events after one of them, in order."""
        with self._reading() as connection:
            rows = connection.execute(_EVENTS, {"table_id": table_id, "after": after})
            return [_made(Event, row) for row in rows]

    def sequence_of(self, table_id: str, client_id: str) -> int | None:
        """The event that a client id was used for at a table, if it was."""
        with self._reading() as connection:
            _last, sequence = connection.execute(statements.LAST, {"table_id": table_id, "client_id": client_id}).one()
            return int(sequence) if sequence is not None else None

    # ------------------------------------------------------------------------------------------------ summaries

    def _keep_summary(self, connection: sa.Connection, table_id: str, summary: Mapping[str, Any]) -> None:
        values = {"table": table_id, "summary": dict(summary)}
        self._run(connection, statements.upsert_summary(connection.dialect.name), values)

    def _run(self, connection: sa.Connection, statement: Any, values: Mapping[str, Any]) -> int:
        """Carry out a statement of every decision; gives the number of rows."""
        return statements.direct(statement, connection.dialect.name).run(connection, values)

    def summaries(self, table_ids: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """What lists of tables say of these tables' positions, where it is known."""
        table = schema.summaries
        query = sa.select(table.c.table, table.c.summary).where(table.c.table.in_(table_ids))
        with self._reading() as connection:
            return {row.table: row.summary for row in connection.execute(query)}

    # ------------------------------------------------------------------------------------------------ chat

    def say(self, table_id: str, player: Player, seat: int | None, text: str) -> int:
        """Add a line to the chat; returns its number."""
        with self._writing() as connection:
            number = connection.scalar(
                schema.chat.insert()
                .values(table=table_id, player=player.id, seat=seat, name=player.name, text=text, at=now())
                .returning(schema.chat.c.id)
            )
            self._tell(connection, table_id)
        assert number is not None
        return int(number)

    def chat(self, table_id: str, after: int = 0, limit: int = 200) -> list[Chat]:
        """The last lines of the chat, oldest first."""
        table = schema.chat
        query = sa.select(table).where(table.c.table == table_id, table.c.id > after)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(table.c.id.desc()).limit(limit)).all()
        return [_made(Chat, row) for row in reversed(rows)]
