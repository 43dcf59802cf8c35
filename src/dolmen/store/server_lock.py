"""Who has a database to himself: one server on an SQLite file, and nobody while everything in it is replaced."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import sqlalchemy as sa

from dolmen.core.errors import CannotWrite
from dolmen.store.engine import called, explained, sqlite_file
from dolmen.store.errors import StoreError

SERVING = 719023
"""PostgreSQL's advisory lock that servers share and that whoever replaces everything has alone."""


class InUse(StoreError):
    """A server uses the database, or somebody replaces what is in it."""


@contextmanager
def alone(engine: sa.Engine, who: str) -> Iterator[None]:
    """Meanwhile no server works with the database. Raises InUse, which names who does."""
    file = sqlite_file(engine.url)
    if file is not None:
        with _locked(file, who):
            yield
    elif engine.dialect.name == "postgresql":
        with _without_servers(engine):
            yield
    else:
        yield


@contextmanager
def serving(engine: sa.Engine, who: str) -> Iterator[None]:
    """Meanwhile a server works with the database; on SQLite it is the only one. Raises InUse.

    On PostgreSQL servers share it: each holds SERVING on the connection on which it listens.
    """
    if engine.dialect.name == "postgresql":
        yield
    else:
        with alone(engine, who):
            yield


@contextmanager
def _locked(file: Path, who: str) -> Iterator[None]:
    """Hold FILE.lock, which the system lets go of when this process ends, however it ends."""
    import fcntl

    lock = file.with_name(file.name + ".lock")
    try:
        held = lock.open("a+", encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"{lock} cannot be written: {error.strerror}") from None
    with held:
        try:
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(f"the database {file} is in use by {_holder(held)}: stop that first") from None
        held.truncate(0)
        held.write(f"process {os.getpid()} ({who})")
        held.flush()
        yield
        held.truncate(0)


def _holder(held: IO[str]) -> str:
    held.seek(0)
    return held.read(200) or "another process"


@contextmanager
def _without_servers(engine: sa.Engine) -> Iterator[None]:
    """Hold PostgreSQL's lock alone."""
    with explained(engine), engine.connect() as connection:
        if not connection.scalar(sa.select(sa.func.pg_try_advisory_lock(SERVING))):
            raise InUse(f"the database {called(engine)} is in use by {_sessions(connection)}: stop that first")
        try:
            yield
        finally:
            connection.execute(sa.select(sa.func.pg_advisory_unlock(SERVING)))
            connection.rollback()


def _sessions(connection: sa.Connection) -> str:
    """The servers that hold the lock, as PostgreSQL knows them."""
    query = sa.text(
        "SELECT a.application_name, a.client_addr, l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
        "WHERE l.locktype = 'advisory' AND l.objid = :lock AND l.granted AND l.database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    rows = connection.execute(query, {"lock": SERVING}).all()
    names = (f"{row.application_name or 'a server'} at {row.client_addr or 'this machine'}" for row in rows)
    return ", ".join(names) or "another process"
