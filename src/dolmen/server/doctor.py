"""Whether what is kept is sound: the database itself, and every table, played through from its first event."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa

from dolmen import __version__
from dolmen.contract.registry import games
from dolmen.server.errors import AgainstRules, StoredOnly
from dolmen.server.live_table import LiveTable, summary
from dolmen.server.table_file import misfits
from dolmen.store import Store, Table, now
from dolmen.store.engine import called, revision_of, sqlite_file
from dolmen.store.schema import metadata

PATIENCE = 10 * 60_000
"""Milliseconds after which a bot that is asked is worth a word."""
STATUS = ("waiting", "playing", "finished", "imported")


@dataclass(frozen=True)
class Finding:
    """Something that a host should know."""

    is_wrong: bool
    """Whether it should not be so; otherwise it is only worth a look."""
    text: str
    table: str | None = None


@dataclass
class Report:
    """How a database is."""

    facts: dict[str, Any]
    tables: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.is_wrong for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        findings = [asdict(finding) for finding in self.findings]
        return {"sound": self.is_sound, **self.facts, "played": self.tables, "findings": findings}


def examine(store: Store, step: Callable[[int, int], None]) -> Report:
    """Look through everything; `step` is told of how many tables how many are played."""
    report = Report(_facts(store), findings=[*_integrity(store), *_of_tournaments(store)])
    play_all(store, report, step)
    return report


def play_all(store: Store, report: Report, step: Callable[[int, int], None]) -> None:
    """Play every table through."""
    tables = store.tables_with_status(*STATUS, limit=10_000_000)
    step(0, len(tables))
    for report.tables, table in enumerate(tables, start=1):
        report.findings += _of_table(store, table)
        step(report.tables, len(tables))


def _of_table(store: Store, table: Table) -> Iterator[Finding]:
    try:
        live = LiveTable(table, store.seats(table.id))
        live.fold(store.events(table.id))
    except StoredOnly as error:
        yield Finding(isinstance(error, AgainstRules), str(error), table.id)
        return
    for wrong in misfits(live):
        yield Finding(True, wrong, table.id)
    kept = store.summaries([table.id]).get(table.id)
    if kept is not None and not live.is_old and {**kept, **summary(live.state, live.held)} != kept:
        yield Finding(True, "lists of tables tell another position than its events", table.id)
    waited = now() - live.clocks.asked_since
    if live.asked is not None and live.seats[live.asked].kind == "bot" and waited > PATIENCE:
        yield Finding(False, f"a bot has been asked for {waited // 60_000} minutes", table.id)


def _of_tournaments(store: Store) -> Iterator[Finding]:
    """What is wrong with tournaments: every table of theirs is one of those who entered, and counted as a whole."""
    for one in store.tournaments("open", "playing", "finished", "called off", limit=1_000_000):
        entered = {entrant.number for entrant in store.entrants(one.id)}
        drawn = store.tournament_tables(one.id)
        for table in drawn:
            counts = [len(told) for told in (table.places, table.points) if told]
            if not entered.issuperset(table.entrants) or any(count != len(table.entrants) for count in counts):
                where = f"round {table.round}, table {table.number}"
                yield Finding(True, f"tournament {one.id}, {where}: it does not fit who entered")
        if one.status == "playing" and not any(table.round == one.round for table in drawn):
            yield Finding(True, f"tournament {one.id}: its round {one.round} has no tables")


def _facts(store: Store) -> dict[str, Any]:
    engine = store.engine
    with engine.connect() as connection:
        rows = {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table))
            for table in metadata.sorted_tables
        }
        if store.is_postgres:
            size = connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar()
        else:
            file = sqlite_file(engine.url)
            size = file.stat().st_size if file else 0
        return {
            "database": called(engine),
            "kind": f"{engine.dialect.name} {'.'.join(map(str, connection.dialect.server_version_info or ()))}",
            "form": revision_of(connection),
            "bytes": size,
            "rows": rows,
            "dolmen": __version__,
            "rules": {key: meta.rules_version for key, meta in games().items()},
            "python": f"{platform.python_version()} ({sys.platform})",
        }


def _integrity(store: Store) -> Iterator[Finding]:
    """What the database says of itself."""
    if store.is_postgres:
        return
    with store.engine.connect() as connection:
        for (line,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
            if line != "ok":
                yield Finding(True, f"the file is damaged: {line}")
        for table, row, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Finding(True, f"row {row} of {table} belongs to nothing in {parent}")
