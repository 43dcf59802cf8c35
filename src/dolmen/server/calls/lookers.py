"""Who looks at which table now: who does is not called. Where several servers share a database, each tells its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from starlette.concurrency import run_in_threadpool

from dolmen.server.streams import Streams
from dolmen.store import Gone, Store, Unavailable, now

log = logging.getLogger("dolmen.server")

TELL_SECONDS = 5.0
"""So often a server tells the others who looks."""
BELIEVED = 15_000
"""Milliseconds for which that is believed."""


class Lookers:
    """Those who have a table open."""

    def __init__(self, store: Store, streams: Streams) -> None:
        self._store = store
        self._streams = streams

    def looks(self, table_id: str, player_id: str) -> bool:
        """Whether somebody looks at a table, at this server or at another one."""
        if player_id in self._streams.players_at(table_id):
            return True
        return self._store.is_shared and self._store.looks_elsewhere(table_id, player_id, now())

    async def run(self) -> None:
        """Tell the others, for ever; where there are none, there is nothing to do."""
        while self._store.is_shared:
            looking = self._streams.lookers()
            with contextlib.suppress(Unavailable, Gone):
                await run_in_threadpool(self._store.keep_lookers, looking, now(), now() + BELIEVED)
            await asyncio.sleep(TELL_SECONDS)
