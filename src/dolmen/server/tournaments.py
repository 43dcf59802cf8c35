"""Lets tournaments go on by themselves, for as long as this server has the duty.

What is to be done is looked up, so nothing is missed though a server ends meanwhile. Tournaments are looked at when a
game is over or something of one has changed, and every few seconds for what other servers did.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from starlette.concurrency import run_in_threadpool

from dolmen.core.errors import DolmenError
from dolmen.server.commands.tournament_rounds import go_on
from dolmen.server.live_tables import LiveTables
from dolmen.store import Tournament, Unavailable, now

log = logging.getLogger("dolmen.server")

LOOK_SECONDS = 5.0
"""So often they are looked at without any news."""


class TournamentRunner:
    """Looks at the tournaments that are played, or are to start."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def wake(self) -> None:
        """A game is over, or a tournament has changed. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def run(self) -> None:
        """Look, for ever."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            try:
                await run_in_threadpool(self.go_on_with_all)
            except Unavailable:
                log.debug("tournaments go on later")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._news.wait()

    def go_on_with_all(self) -> None:
        """Do what is to be done for all of them. Raises Unavailable."""
        for tournament in self._tables.store.tournaments("open", "playing"):
            if tournament.status == "playing" or _may_start(tournament):
                try:
                    go_on(self._tables, tournament.id)
                except Unavailable:
                    raise
                except DolmenError as error:
                    log.warning("tournament %s cannot go on: %s", tournament.id, error)


def _may_start(tournament: Tournament) -> bool:
    """Whether it is worth looking at how many have entered."""
    return bool(tournament.most) or (tournament.until is not None and now() >= tournament.until)
