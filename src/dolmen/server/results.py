"""Enters finished games in the statistics, once each, and rates who played: for as long as this server has the duty.

The tables that are over and not entered are looked up, so nothing is missed though a server ends meanwhile, and games
from before there were statistics are entered when a server starts. Games that went on from another table's moment are
not whole, and are not counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial

from starlette.concurrency import run_in_threadpool

from dolmen.analysis.counted import Counted, counted, places
from dolmen.core.errors import DolmenError
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.rated import rate
from dolmen.store import Gone, PlayedGame, PlayedSeat, Unavailable

log = logging.getLogger("dolmen.server")

LOOK_SECONDS = 5.0
"""So often those are looked up that were finished at another server."""


class Results:
    """Looks for games that are over."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._passed_over: set[str] = set()
        """Tables whose game is not counted."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def wake(self) -> None:
        """A game is over. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def run(self) -> None:
        """Look, for ever."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            try:
                await run_in_threadpool(self.enter_all)
            except Unavailable:
                log.debug("finished games are entered later")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._news.wait()

    def enter_all(self) -> None:
        """Enter all games that are over, in the order in which they ended. Raises Unavailable."""
        for table_id in self._tables.store.uncounted_tables():
            if table_id not in self._passed_over and not self._enter(table_id):
                self._passed_over.add(table_id)

    def _enter(self, table_id: str) -> bool:
        """Enter the game of a table; False where it is not counted."""
        store = self._tables.store
        try:
            with self._tables.open(table_id) as live:
                if not live.state.is_terminal() or live.is_old or live.table.status not in ("finished", "imported"):
                    return False
                if any(note.kind == "branch" for note in live.conduct.notes):
                    return False
                found = counted(live.state)
                if live.table.status == "imported":
                    return bool(store.enter_games([_game(live, found, source="log")]))
                seats = played_seats(live)
                game = _game(live, found, source="table")
            return store.enter_game(game, seats, partial(rate, game.game) if game.rated else None)
        except Unavailable:
            raise
        except (DolmenError, Gone) as error:
            log.warning("the game of table %s is not counted: %s", table_id, error)
            return False


def _game(live: LiveTable, found: Counted, source: str) -> PlayedGame:
    return PlayedGame(
        id=live.table.id if source == "table" else found.played,
        source=source,
        game=found.game,
        players=found.players,
        at=live.made[-1].at if live.made else live.table.changed,
        played=found.played,
        points=found.points,
        won=found.won,
        count=found.count,
        table=live.table.id,
        rated=live.is_rated and source == "table",
    )


def played_seats(live: LiveTable) -> list[PlayedSeat]:
    """Who played the seats of a game that is over."""
    handed = {note.seat for note in live.conduct.notes if note.kind in ("bot", "late", "drop", "resign")}
    changed = {note.seat for note in live.conduct.notes if note.kind == "instead"}
    placed = places(live.state)
    return [
        PlayedSeat(
            game=live.table.id,
            seat=seat.seat,
            player=seat.player,
            bot="" if seat.player or seat.seat in changed else seat.bot,
            place=placed[seat.seat],
            left=seat.player is not None and seat.seat in handed,
        )
        for seat in live.seats
    ]
