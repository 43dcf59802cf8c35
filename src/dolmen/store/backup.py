"""Everything that a database holds in one SQLite file, whatever kind of database it is: the same file fills any other.

What is read is one moment of the database, and what is replaced is replaced in one transaction.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa

from dolmen.core.errors import CannotWrite
from dolmen.store.engine import called, explained, migrate, open_engine
from dolmen.store.errors import StoreError
from dolmen.store.schema import metadata
from dolmen.store.server_lock import alone

BATCH = 1000
"""Rows that are copied at a time."""

Step = Callable[[str, int, int], None]
"""Is told how far copying is: which table of the database, how many rows of how many."""


def back_up(source: sa.Engine, file: Path, check: Callable[[str], None], step: Step, *, force: bool = False) -> None:
    """Write everything into a new file; `check` looks through it under another name before it gets its own.

    Raises CannotWrite where the file is there already, unless by force, or cannot be written.
    """
    if file.is_dir() or (file.exists() and not force):
        raise CannotWrite(f"{file} is there already: name another file, or say --force")
    partial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        _write(source, partial, step)
        check(str(partial))
        _close(partial)
        partial.replace(file)
        _sync(file.parent)
    except OSError as error:
        raise CannotWrite(f"{file} cannot be written: {error.strerror}") from None
    finally:
        for left in file.parent.glob(f"{partial.name}*"):
            left.unlink()


def _write(source: sa.Engine, file: Path, step: Step) -> None:
    if not file.parent.is_dir():
        raise CannotWrite(f"{file.parent} cannot be written: there is no such folder")
    target = open_engine(str(file))
    with disposed(target), explained(target):
        migrate(target)
        with source.connect() as reading, target.execution_options(writing=True).begin() as writing:
            if source.dialect.name == "postgresql":
                reading = reading.execution_options(isolation_level="REPEATABLE READ")
            copy_rows(reading, writing, step)


def _close(file: Path) -> None:
    """Make one file of a database that nobody uses any more, safely on the disk."""
    engine = open_engine(str(file))
    with disposed(engine), closing(engine.raw_connection()) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    _sync(file)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_rows(source: sa.Connection, target: sa.Connection, step: Step) -> None:
    """Copy all rows of all tables in one transaction on either side."""
    for table in metadata.sorted_tables:
        total, done = source.scalar(sa.select(sa.func.count()).select_from(table)) or 0, 0
        step(table.name, done, total)
        rows = source.execution_options(yield_per=BATCH).execute(sa.select(table).order_by(*table.primary_key))
        for part in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in part])
            done += len(part)
            step(table.name, done, total)


# ------------------------------------------------------------------------------------------------ and back


@contextmanager
def copy_of(file: Path) -> Iterator[str]:
    """A backup in the present form, to be looked through: the file itself is never changed. Raises StoreError."""
    if not file.is_file():
        raise StoreError(f"there is no backup {file}")
    with tempfile.TemporaryDirectory(prefix="dolmen-") as folder:
        copy = Path(folder) / file.name
        try:
            shutil.copyfile(file, copy)
        except OSError as error:
            raise StoreError(f"{file} cannot be read: {error.strerror}") from None
        engine = open_engine(str(copy))
        with disposed(engine), explained(engine):
            with engine.connect() as connection:
                if "alembic_version" not in sa.inspect(connection).get_table_names():
                    raise StoreError(f"{file} is not a backup of Dolmen's tables")
            migrate(engine)
        yield str(copy)


def restore(copy: str, target: sa.Engine, step: Step, *, force: bool = False) -> None:
    """Replace everything in a database by what a backup holds, in one transaction, while no server works with it.

    Raises InUse; StoreError where the database holds something, unless by force.
    """
    source = open_engine(copy)
    with alone(target, "dolmen admin restore"), disposed(source):
        migrate(target)
        with (
            explained(target),
            source.connect() as reading,
            target.execution_options(writing=True).begin() as writing,
        ):
            if not force and not _is_empty(writing):
                raise StoreError(f"the database {called(target)} holds tables or players: say --force to replace them")
            if target.dialect.name == "postgresql":
                writing.exec_driver_sql("SET LOCAL statement_timeout = 0")
            for table in reversed(metadata.sorted_tables):
                writing.execute(table.delete())
            copy_rows(reading, writing, step)
            _count_on(writing)


def _is_empty(connection: sa.Connection) -> bool:
    tables = (metadata.tables["tables"], metadata.tables["players"])
    return not any(connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in tables)


def _count_on(connection: sa.Connection) -> None:
    """Let PostgreSQL's counters go on after the rows that are there."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if connection.dialect.name == "postgresql" and column is not None:
            last = connection.scalar(sa.select(sa.func.max(column)))
            counter = sa.func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(sa.select(sa.func.setval(counter, last or 1, last is not None)))


@contextmanager
def disposed(engine: sa.Engine) -> Iterator[None]:
    """Let go of all connections in the end."""
    try:
        yield
    finally:
        engine.dispose()
