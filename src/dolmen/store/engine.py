"""Connections: SQLite in WAL mode with honest transactions, or PostgreSQL by URL."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dolmen import __version__
from dolmen.core.errors import how_to_install
from dolmen.core.files import make_folder
from dolmen.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "head"

WAIT = 5.0
"""Seconds that anything waits for another one's lock, for a connection of the pool, or for a server to answer."""
IDLE = 5.0
"""Seconds after which a connection to PostgreSQL may have been lost unnoticed."""
LONGEST_STATEMENT = 60.0
"""Seconds after which PostgreSQL gives up a statement."""
_POSTGRES = {
    "connect_timeout": int(WAIT),
    "options": f"-c lock_timeout={int(1000 * WAIT)} -c statement_timeout={int(1000 * LONGEST_STATEMENT)}",
}
MIGRATING = 719020
"""PostgreSQL's advisory lock of whoever brings a database to another form."""


def open_engine(url: str) -> sa.Engine:
    """An engine for a database URL, or for the path of an SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    url = url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # a ValueError: a port that is no number
        raise StoreError("the database URL reads sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed)
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(f"tables are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    return _open_postgres(parsed)


def _open_postgres(url: sa.URL) -> sa.Engine:
    try:
        engine = sa.create_engine(
            url,
            pool_size=10,
            max_overflow=20,
            pool_timeout=WAIT,
            hide_parameters=True,
            connect_args={name: value for name, value in _POSTGRES.items() if name not in url.query},
        )
    except ModuleNotFoundError:
        raise StoreError(f"PostgreSQL needs a driver: {how_to_install('postgres')}") from None

    @sa.event.listens_for(engine, "checkout")
    def ask_whether_it_lives(connection: Any, record: Any, _proxy: Any) -> None:
        """Of a connection that was not used for a while; to ask each time would double what a decision sends."""
        if time.monotonic() < record.info.get("used", 0.0) + IDLE:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error:
            raise sa.exc.DisconnectionError from None  # the pool tries another one

    @sa.event.listens_for(engine, "checkin")
    def note(_connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    return engine


def _open_sqlite(url: sa.URL) -> sa.Engine:
    file = sqlite_file(url)
    if file is not None:
        make_folder(file.parent)
        if file.is_dir():
            raise StoreError(f"{file} is a folder: name an SQLite file in it")
    engine = sa.create_engine(
        url,
        connect_args={"check_same_thread": False, "timeout": WAIT},
        pool_size=20,
        pool_timeout=WAIT,
        hide_parameters=True,
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def sqlite_file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None where there is none."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def called(engine: sa.Engine) -> str:
    """What messages call a database: its file, or its URL without the password."""
    return str(sqlite_file(engine.url) or engine.url.set(drivername=engine.dialect.name))


# ------------------------------------------------------------------------------------------------ what is wrong


@contextmanager
def explained(engine: sa.Engine) -> Iterator[None]:
    """Tell in a sentence why a database cannot be used at all. Raises StoreError."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise StoreError(f"the database {called(engine)} {_reason(str(error.orig))}") from None
    except sa.exc.TimeoutError:
        raise StoreError(f"the database {called(engine)} has no connection left for us") from None


_REASONS = {
    "file is not a database": "is not an SQLite database, or it is encrypted or damaged",
    "malformed": "is damaged: move it away and restore a backup (dolmen admin restore)",
    "readonly database": "cannot be written: the file, or its folder, is read-only for this user",
    "unable to open database file": "cannot be opened: this user may not read and write the file and its folder",
    "database is locked": f"is locked: another program has been writing to it for {WAIT:.0f} s",
    "disk is full": "cannot be written: the disk is full",
    "password authentication failed": "refuses the password",
    "no password supplied": "wants a password",
    "Connection refused": "does not answer: no PostgreSQL listens there",
}
"""What drivers say, and what it means; whatever they say else is told as it is."""


def _reason(said: str) -> str:
    for part, meaning in _REASONS.items():
        if part in said:
            return meaning
    return f"cannot be used: {' '.join(said.split())[:300]}"


# ------------------------------------------------------------------------------------------------ its form


def revisions() -> list[str]:
    """The forms that a database may have, oldest first."""
    return sorted(file.name[1:].partition("_")[0] for file in (MIGRATIONS / "versions").glob("v*.py"))


def migrate(engine: sa.Engine, revision: str = NEWEST) -> None:
    """Bring the database to the newest form, or to another one, newer or older.

    Raises StoreError where it cannot be used, is not ours, or has a form that we do not know.
    """
    with explained(engine):
        _migrate(engine, revisions()[-1] if revision == NEWEST else revision)


def revision_of(connection: sa.Connection) -> str | None:
    """The form that a database says that it has; None before the first. Raises StoreError if we do not know it."""
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise StoreError(f"the database {called(connection.engine)} holds something else than Dolmen's tables")
        return None
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision is not None and revision not in revisions():
        raise StoreError(
            f"the database {called(connection.engine)} has form {revision}, which Dolmen {__version__} does not know: "
            f"it knows up to {revisions()[-1]}. A newer Dolmen wrote it"
        )
    return revision


def _migrate(engine: sa.Engine, revision: str) -> None:
    if revision not in revisions():
        raise StoreError(f"there is no form '{revision}' of the database; there are {', '.join(revisions())}")
    with engine.connect() as connection:
        if revision_of(connection) == revision:
            return
    from alembic import command  # slow to load, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":  # two servers that start at once take turns, however long one takes
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        config.attributes["connection"] = connection
        present = revision_of(connection)
        lead = command.downgrade if present is not None and present > revision else command.upgrade
        lead(config, revision)


def refuse_read_only(engine: sa.Engine) -> None:
    """Raise StoreError where nothing can be written."""
    with explained(engine), engine.execution_options(writing=True).connect() as connection:
        connection.execute(sa.text("DELETE FROM settings WHERE key = ''"))  # which there never is
        connection.rollback()
