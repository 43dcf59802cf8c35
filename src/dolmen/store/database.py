"""The database: connections in transactions, one writer at a time on SQLite, and what is said when it fails."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from dolmen.store.engine import WAIT, migrate, open_engine, refuse_read_only
from dolmen.store.errors import Gone, StoreError, Unavailable
from dolmen.store.secrets import new_id
from dolmen.store.statements import NOTIFY

log = logging.getLogger("dolmen.store")

PEOPLE = "people"
"""What they tell one another where somebody's name, language or session has changed."""
PLAYER = "player "
"""What stands before an id where something of one player has changed: a seat, an invitation."""
LONGEST_NOTICE = 7900
"""PostgreSQL hands on no more bytes with one notice."""
SILENCE = 60.0
"""A failure of the database that goes on is told again after so many seconds."""


def told_player(player_id: str) -> str:
    """What is told where a player has a new table, or an invitation has come or was answered."""
    return PLAYER + player_id


class Database:
    """One database: reading, writing, telling others, and whether it can be used."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            migrate(self.engine)
            refuse_read_only(self.engine)
        except StoreError:
            self.engine.dispose()
            raise
        self._writer = self.engine.execution_options(writing=True)
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_postgres else self.engine
        """Where each statement stands alone, PostgreSQL need not be told where it begins and ends."""
        self._turn = threading.Lock()
        self.name = new_id()
        """What other servers know this one by."""
        self.failures = 0
        """How often the database could not be used."""
        self._told, self._told_at = "", 0.0

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @property
    def is_postgres(self) -> bool:
        """Whether it is a PostgreSQL database, not an SQLite file."""
        return self.engine.dialect.name == "postgresql"

    @property
    def is_shared(self) -> bool:
        """Whether other servers write to the database, too: what is read is true until they tell of something."""
        return self.is_postgres

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._in_words(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with self._in_words(), self._own_turn(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """SQLite has one writer at a time; left alone, the others would sleep and try again."""
        if self.is_postgres:
            yield
            return
        if not self._turn.acquire(timeout=WAIT):
            raise self._unavailable("another one writes for too long")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What the database fails at is Unavailable; what it refuses (a second row of one key) is not.

        A row that refers to one that is not there any more is Gone.
        """
        try:
            yield
        except sa.exc.IntegrityError as error:
            if _is_foreign_key(error):
                raise Gone("somebody or something was removed meanwhile") from None
            raise
        except (sa.exc.ProgrammingError, sa.exc.DataError):
            raise
        except sa.exc.DBAPIError as error:
            raise self._unavailable(str(error.orig)) from None
        except sa.exc.TimeoutError:
            raise self._unavailable("all connections are in use") from None

    def _unavailable(self, why: str) -> Unavailable:
        """Note a failure; the log tells of a cause once a minute at most."""
        self.failures += 1
        why, at = why.partition("\n")[0], time.monotonic()
        if why != self._told or at > self._told_at + SILENCE:
            log.error("the database cannot be used: %s", why)
            self._told, self._told_at = why, at
        return Unavailable()

    @property
    def driver_url(self) -> str:
        """The database as PostgreSQL's own driver calls it."""
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def notify(self, text: str) -> None:
        """Tell the other servers something."""
        with self._writing() as connection:
            self._tell(connection, text)

    def _tell(self, connection: sa.Connection, text: str) -> None:
        """Tell the other servers, once this transaction is committed: a table's id, events of it, people, or JSON."""
        if self.is_postgres:
            connection.execute(NOTIFY, {"text": text})


def _is_foreign_key(error: sa.exc.IntegrityError) -> bool:
    """Whether a row refers to one that is not there."""
    return "foreign key constraint" in str(error.orig).lower()  # in the words of both databases
