"""Turns that may be taken back for a moment, and then go on by themselves.

Every process that has such a table in memory waits for it: should the one that wrote the turn be killed meanwhile,
another one goes on, or whoever looks at the table next.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.concurrency import run_in_threadpool

from dolmen.server.commands.moves import go_on
from dolmen.server.live_tables import LiveTables
from dolmen.server.watch import FIRST_PAUSE, LONGEST_PAUSE, Troubles
from dolmen.store import Unavailable, now


class Pauses:
    """Waits for the turns that go on by themselves."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._troubles = Troubles("table %s cannot go on")
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """When each goes on, and who waits for it."""

    async def run(self) -> None:
        """Look at every table that changes, for ever."""
        try:
            with self._tables.hub.listening(self.look_at):
                await asyncio.Future()
        finally:
            for _at, task in self._waiting.values():
                task.cancel()

    def look_at(self, table_id: str) -> None:
        """Wait for the turn of a table, if it goes on by itself. In the loop's own thread."""
        at = self._tables.goes_on_at(table_id)
        waited_for, task = self._waiting.get(table_id, (None, None))
        if at == waited_for:
            return
        if task is not None:  # it was taken back
            task.cancel()
            del self._waiting[table_id]
        if at is not None:
            self._waiting[table_id] = (at, asyncio.create_task(self._wait(table_id, at)))

    async def _wait(self, table_id: str, at: int) -> None:
        pause = FIRST_PAUSE
        while self._tables.goes_on_at(table_id) == at:
            await asyncio.sleep(max(1, at - now()) / 1000)
            with contextlib.suppress(Unavailable), self._troubles.at(table_id):
                await run_in_threadpool(go_on, self._tables, table_id)
                continue
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
