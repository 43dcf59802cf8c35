"""Reviews of finished games, worked out in the background by the bots' processes and kept in the database.

A review is asked for by a row of the database, so it is done though the server ends meanwhile: whoever runs the bots
next begins it anew. Its plays stand in the bots' line a few at a time, behind everything that a table waits for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, cast

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from dolmen.analysis.review import BOT, Play, Thought, plays_in, summed_up, usual_budget
from dolmen.contract.game import State
from dolmen.core.errors import DolmenError, translatable
from dolmen.server.bot_process import BotGone
from dolmen.server.bot_runner import BotRunner
from dolmen.server.bot_worker import Position, judge_plays
from dolmen.server.live_tables import LiveTables
from dolmen.server.watch import Bell
from dolmen.store import KeptReview, NotFound, Unavailable

log = logging.getLogger("dolmen.server")

LOOK_SECONDS = 2.0
"""So often those are looked up that were asked for at another server."""
TOLD_SECONDS = 0.5
"""So often it is told how far a review is, and looked whether it was stopped."""
AT_ONCE = 8
"""So many reviews are worked on at a time; the others wait."""
TRIES = 3
"""So often a few plays are tried where the bots' process ends."""


@dataclass
class Work:
    """A review that is being worked on."""

    kept: KeptReview
    position: Position
    state: State
    plays: list[Play]
    visits: int
    thoughts: dict[int, Thought | None] = field(default_factory=dict)
    turn: int = 0
    """The turn of the last play that was looked at."""
    told: float = 0.0
    """When it was told last how far it is."""
    is_stopped: bool = False
    telling: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, numbers: range, found: Sequence[Thought | None]) -> None:
        """What was thought of some plays."""
        self.thoughts.update(zip(numbers, found, strict=True))
        self.turn = max(self.turn, int(self.state.records_before(self.plays[numbers[-1]].first)[0].turn))

    def pieces(self, size: int) -> Iterator[range]:
        """The numbers of the plays, a few at a time."""
        for first in range(0, len(self.plays), size):
            yield range(first, min(first + size, len(self.plays)))


class Reviews:
    """Works on what is asked for, for as long as this server has the duty to run the bots."""

    def __init__(self, tables: LiveTables, bots: BotRunner, visits: int = 0) -> None:
        self._store, self._tables, self._bots = tables.store, tables, bots
        self._visits = visits
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        """By table and by when it was asked for."""
        self._bell = Bell(LOOK_SECONDS)

    def wake(self) -> None:
        """Something was asked for. May be called from any thread."""
        self._bell.ring()

    async def run(self) -> None:
        """Work, for ever."""
        try:
            async for _ in self._bell.calls():
                await self._look()
        finally:
            for task in self._busy.values():
                task.cancel()

    async def _look(self) -> None:
        """Begin what is asked for."""
        try:
            asked = await run_in_threadpool(self._store.reviews_asked)
        except Unavailable:
            return
        for kept in asked:
            key = (kept.table, kept.asked)
            if key not in self._busy and len(self._busy) < AT_ONCE:
                task = asyncio.create_task(self._do(kept))
                self._busy[key] = task
                task.add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[str, int], _task: asyncio.Task[None]) -> None:
        self._busy.pop(key, None)
        self._bell.ring()

    # ------------------------------------------------------------------------------------------------ one review

    async def _do(self, kept: KeptReview) -> None:
        """Work on a review to its end; where it cannot be done, say so."""
        try:
            work = await run_in_threadpool(self._begun, kept)
            await self._tell(work)
            await self._think(work)
            if not work.is_stopped:
                await run_in_threadpool(self._finish, work)
        except (NotFound, Unavailable) as error:  # the table is gone; or we come back to it
            await asyncio.sleep(LOOK_SECONDS if isinstance(error, Unavailable) else 0)
        except Exception as error:
            await self._fail(kept, error)

    def _begun(self, kept: KeptReview) -> Work:
        with self._tables.open(kept.table) as live:
            position, state = live.position, live.state_at(live.state.decisions)
        visits = self._visits or usual_budget(position.game).visits or 1
        return Work(kept, position, state, plays_in(state), visits)

    async def _think(self, work: Work) -> None:
        """A few plays at a time in each of the bots' processes, as their threads allow."""
        pieces = work.pieces(self._bots.threads)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._bots.processes):
                    group.create_task(self._think_of(work, pieces))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _think_of(self, work: Work, pieces: Iterator[range]) -> None:
        for numbers in pieces:
            if work.is_stopped:
                return
            found = await self._judged(work, [work.plays[number] for number in numbers])
            work.note(numbers, found)
            if time.monotonic() - work.told > TOLD_SECONDS:
                await self._tell(work)

    async def _judged(self, work: Work, plays: list[Play]) -> tuple[Thought | None, ...]:
        asker = self._bots.asker(work.kept.player or "")
        for attempt in range(1, TRIES + 1):
            try:
                return await self._bots.run_in_process(
                    BOT,
                    work.position.game,
                    asker,
                    work.kept.table,
                    judge_plays,
                    work.position,
                    plays,
                    work.visits,
                    patient=True,
                )
            except BotGone:
                if attempt == TRIES:
                    raise
        raise AssertionError("unreachable")

    async def _tell(self, work: Work) -> None:
        """Keep how far it is, for whoever looks; or notice that it was stopped."""
        work.told = time.monotonic()
        table, asked, total = work.kept.table, work.kept.asked, max(1, work.state.turn)
        async with work.telling:  # so that nobody reads an older figure after a newer one
            goes_on = await run_in_threadpool(self._store.advance_review, table, asked, work.turn, total)
        work.is_stopped = not goes_on

    def _finish(self, work: Work) -> None:
        thoughts = [work.thoughts[number] for number in range(len(work.plays))]
        found = summed_up(work.state, work.plays, thoughts)
        self._store.finish_review(work.kept.table, work.kept.asked, found.to_json())

    async def _fail(self, kept: KeptReview, error: Exception) -> None:
        if isinstance(error, BotGone):
            why = translatable("The server has a fault that should pass.")
        elif isinstance(error, DolmenError):
            why = f"{error}."
        else:
            why = translatable("It met an error, which the host's log tells.")
        unforeseen = None if isinstance(error, DolmenError) else error
        log.error("the review of table %s failed: %s", kept.table, error, exc_info=unforeseen)
        try:
            await run_in_threadpool(self._store.fail_review, kept.table, kept.asked, why)
        except Unavailable:
            await asyncio.sleep(LOOK_SECONDS)


def working(request: Request) -> Reviews:
    """The server's own."""
    return cast(Reviews, request.app.state.reviews)


Working = Annotated[Reviews, Depends(working)]
