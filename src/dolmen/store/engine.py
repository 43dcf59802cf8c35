"""Connections: SQLite in WAL mode with honest transactions, or PostgreSQL by URL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dolmen.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


def open_engine(url: str) -> sa.Engine:
    """An engine for a database URL, or for the path of an SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    url = url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise StoreError("the database URL reads sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed)
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(f"tables are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    try:
        return sa.create_engine(parsed, pool_size=10, max_overflow=20, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs a driver: pip install 'dolmen[postgres]'") from None


def _open_sqlite(url: sa.URL) -> sa.Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, pool_size=20)

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


def migrate(engine: sa.Engine, revision: str = "head") -> None:
    """Bring the database to the newest form, or to an older one."""
    if revision == "head" and _is_newest(engine):
        return
    from alembic import command  # slow to load, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":  # two servers that start at once take turns
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(719020)")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _is_newest(engine: sa.Engine) -> bool:
    """Whether the database says of itself that it has the newest form."""
    newest = max(file.name for file in (MIGRATIONS / "versions").glob("v*.py"))
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision is not None and newest.startswith(f"v{revision}_")
