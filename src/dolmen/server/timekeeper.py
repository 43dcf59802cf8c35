"""Looks after the clocks of all tables, for as long as this server has the duty: whose time is up, a bot plays for.

When that will be is computed from a table's events, whenever it has changed; so nothing is missed though nobody looks,
a server ends, or another one takes the duty over.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Collection

from starlette.concurrency import run_in_threadpool

from dolmen.server.commands.clocks import time_is_up
from dolmen.server.errors import StoredOnly
from dolmen.server.event_kinds import LATEST
from dolmen.server.live_tables import LiveTables
from dolmen.server.watch import Troubles
from dolmen.store import NotFound, Unavailable, now

SWEEP_SECONDS = 20.0
"""So often the tables are looked up that are played at by the clock."""
SHORTEST = 0.1
"""So many seconds pass at least from one look to the next."""
AGAIN = 2.0
"""Seconds after which it is tried again, where the database cannot be used."""


class Timekeeper:
    """Knows when the next clock runs out."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._seen: dict[str, int] = {}
        """When each table was last changed, as of when it was looked at."""
        self._due: dict[str, int] = {}
        """When the time of who is asked there is up, in milliseconds since 1970."""
        self._changed: set[str] = set()
        """The tables of which there is news."""
        self._news = asyncio.Event()
        self._troubles = Troubles("the clock of table %s cannot be kept")

    async def run(self) -> None:
        """Look after them, for ever."""
        sweep_at = 0.0
        with self._tables.hub.listening(self._hear):
            while True:
                self._news.clear()
                changed, self._changed = self._changed, set()
                try:
                    if time.monotonic() >= sweep_at:
                        await run_in_threadpool(self.sweep)
                        sweep_at = time.monotonic() + SWEEP_SECONDS
                    wait = await run_in_threadpool(self.look, changed)
                except Unavailable:
                    wait, sweep_at = AGAIN, 0.0
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._news.wait()

    def _hear(self, table_id: str) -> None:
        """A table has changed."""
        if self._tables.has_clock(table_id):
            self._changed.add(table_id)
            self._news.set()

    def sweep(self) -> None:
        """Look up all tables with a clock that have changed since they were looked at. Raises Unavailable."""
        clocked = dict(self._tables.store.tables_with_clock())
        for table_id in self._seen.keys() - clocked.keys():
            del self._seen[table_id]
            self._due.pop(table_id, None)
        for table_id, at in clocked.items():
            if self._seen.get(table_id) != at:
                self._note(table_id)
                self._seen[table_id] = at

    def look(self, changed: Collection[str] = ()) -> float:
        """Let bots play for all whose time is up; gives how many seconds there is nothing to do. Raises Unavailable."""
        for table_id in changed:
            self._note(table_id)
        for table_id, due in list(self._due.items()):
            if due <= now():
                self._take_over(table_id)
        next_due = min(self._due.values(), default=LATEST)
        return min(SWEEP_SECONDS, max(SHORTEST, (next_due - now()) / 1000))

    def _take_over(self, table_id: str) -> None:
        with self._troubles.at(table_id):
            time_is_up(self._tables, table_id)
            self._note(table_id)
            return
        self._due.pop(table_id, None)  # until something changes there

    def _note(self, table_id: str) -> None:
        """Compute when the time of who is asked at a table is up."""
        due = None
        with (
            self._troubles.at(table_id),
            contextlib.suppress(NotFound, StoredOnly),
            self._tables.open(table_id) as live,
        ):
            due = live.until
        if due is None:
            self._due.pop(table_id, None)
        else:
            self._due[table_id] = due
