"""The statements of every decision, built once: append events if nobody was faster, note when, keep the summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from dolmen.store import schema
from dolmen.store.rows import NewEvent

CHANNEL = "dolmen_tables"
"""PostgreSQL's channel on which servers tell one another that a table has changed."""

_EVENTS = schema.events.c
_COLUMNS = tuple(column.name for column in schema.events.columns)
_OF_TABLE = _EVENTS.table == sa.bindparam("table_id")
_LAST_SEQUENCE = sa.select(sa.func.coalesce(sa.func.max(_EVENTS.sequence), 0)).where(_OF_TABLE).scalar_subquery()

NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("text", type_=sa.String)))
TOUCH = schema.tables.update().where(schema.tables.c.id == sa.bindparam("table_id")).values(changed=sa.bindparam("at"))
INSERT_EVENTS = schema.events.insert()
LAST = sa.select(
    _LAST_SEQUENCE,
    sa.select(_EVENTS.sequence)
    .where(_OF_TABLE, _EVENTS.client_id == sa.bindparam("client_id", type_=sa.String))
    .scalar_subquery(),
)
"""The last event of a table, and the one that a client id was used for."""


def _given(number: int) -> list[sa.BindParameter[Any]]:
    """What is known of the event of that number among those to be appended, in the order of the columns."""
    return [sa.bindparam(f"{name}_{number}", type_=schema.events.c[name].type) for name in _COLUMNS]


_IS_NEXT = sa.bindparam("sequence_0", type_=sa.Integer) == _LAST_SEQUENCE + 1
APPEND_NEXT = schema.events.insert().from_select(_COLUMNS, sa.select(*_given(0)).where(_IS_NEXT))
"""Append one event, if it is the next one."""


@cache
def append_at_once(number: int) -> sa.Select[Any]:
    """All that a decision of so many events writes, for PostgreSQL: one statement, one way there and back.

    Gives one row, or none where there is no such table or a newer event. Of two at the same time, the second one waits
    for the table and is then refused by the events' key.
    """
    touched = TOUCH.where(_IS_NEXT).returning(schema.tables.c.id).cte("touched")
    rows = sa.union_all(*(sa.select(*_given(place)) for place in range(number))).subquery()
    given = sa.select(rows).where(sa.exists().select_from(touched))
    appended = schema.events.insert().from_select(_COLUMNS, given).returning(_EVENTS.sequence).cte("appended")
    first = sa.select(sa.bindparam("table_id", type_=sa.String), sa.bindparam("summary", type_=sa.JSON))
    kept = upsert_summary("postgresql", first.where(sa.exists().select_from(appended))).cte("kept")
    return NOTIFY.select_from(appended).limit(1).add_cte(kept)


class Direct:
    """A statement as a database's own driver takes it.

    SQLAlchemy needs many times as long to hand one over as SQLite to carry it out, which counts in every decision.
    """

    def __init__(self, statement: Any, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._sql = compiled.string
        self._constants = {name: value for name, value in compiled.params.items() if value is not None}
        self._json = [name for name, given in compiled.binds.items() if isinstance(given.type, sa.JSON)]

    def run(self, connection: sa.Connection, values: Mapping[str, Any]) -> int:
        """Carry it out; gives the number of rows that were written, or found. Raises what SQLAlchemy raises."""
        given = {**self._constants, **values, **{name: json.dumps(values[name]) for name in self._json}}
        driver, dialect = connection.connection, connection.dialect
        try:
            cursor = driver.cursor()
            cursor.execute(self._sql, given)
            rows = int(cursor.rowcount)
            cursor.close()
        except dialect.loaded_dbapi.Error as error:
            lost = dialect.is_disconnect(error, driver, None)
            if lost:
                connection.invalidate(error)
                connection.engine.dispose()  # the others are lost, too
            raise sa.exc.DBAPIError.instance(
                self._sql, None, error, dialect.loaded_dbapi.Error, connection_invalidated=lost, dialect=dialect
            ) from error
        return rows


@cache
def direct(statement: Any, dialect: str) -> Direct:
    """A statement for the driver of SQLite or of PostgreSQL, both of which know its values by their names."""
    spoken: Any = {"sqlite": partial(sqlite.dialect, paramstyle="named"), "postgresql": postgresql.psycopg.dialect}
    return Direct(statement, spoken[dialect]())


def event_values(table_id: str, expected: int, events: Sequence[NewEvent], at: int) -> list[dict[str, Any]]:
    """Events as rows, after the event `expected`."""
    return [
        {"table": table_id, "sequence": expected + place, "at": at, **vars(event), "payload": dict(event.payload)}
        for place, event in enumerate(events, start=1)
    ]


def numbered(values: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A row by the names that it has as the one of that number among those to be appended."""
    return {f"{name}_{number}": value for name, value in values.items()}


def insert_into(dialect: str, table: sa.Table) -> Any:
    """An insert that knows ON CONFLICT, which both databases spell alike."""
    return (postgresql if dialect == "postgresql" else sqlite).insert(table)


@cache
def upsert_summary(dialect: str, given: sa.Select[Any] | None = None) -> Any:
    """Keep a summary in place of the one before; of what is given, or of values."""
    insert = insert_into(dialect, schema.summaries)
    if given is not None:
        insert = insert.from_select(["table", "summary"], given)
    return insert.on_conflict_do_update(index_elements=["table"], set_={"summary": insert.excluded.summary})
