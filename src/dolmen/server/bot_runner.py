"""Bots think in processes of their own, at low priority, and play at a pace that people can follow."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from dolmen.core.errors import DolmenError
from dolmen.server.bot_worker import Position, be_modest, think
from dolmen.server.commands import moves
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import NotFound, Stale

Result = TypeVar("Result")

log = logging.getLogger("dolmen.server")


@dataclass(frozen=True)
class Question:
    """What a bot is asked: for which seat, at which event, when the last decision was made."""

    seat: int
    bot: str
    sequence: int
    position: Position
    since: int
    """Milliseconds since 1970."""


class BotRunner:
    """Watches all tables and moves for the bots."""

    def __init__(self, tables: LiveTables, hub: Hub, processes: int, pace: float) -> None:
        self.tables = tables
        self.pace = pace
        self._queue = hub.listen()
        self._processes = processes
        self._threads = max(1, len(os.sched_getaffinity(0)) // processes) if hasattr(os, "sched_getaffinity") else 1
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self.thought = 0

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=be_modest)
        return self._pool

    async def run_in_process(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What a function of `bot_worker` gives, in one of the bots' processes."""
        return await asyncio.get_running_loop().run_in_executor(self._executor(), function, *arguments)

    async def run(self) -> None:
        """Go on where bots are asked already, then follow the news."""
        for table in await run_in_threadpool(self.tables.store.tables_with_status, "playing"):
            self._queue.put_nowait(table.id)
        while True:
            table_id = await self._queue.get()
            if table_id in self._busy:
                self._again.add(table_id)
            elif self.tables.has_bots(table_id):
                task = asyncio.create_task(self._play(table_id))
                self._busy[table_id] = task
                task.add_done_callback(partial(self._done, table_id))

    def _done(self, table_id: str, _task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        if table_id in self._again:  # there was news while we looked
            self._again.discard(table_id)
            self._queue.put_nowait(table_id)

    async def _play(self, table_id: str) -> None:
        """Move for the bots of a table until a person is asked."""
        plan: tuple[int, ...] = ()
        expected: tuple[int, ...] = ()
        try:
            while True:
                question = await run_in_threadpool(self._question, table_id)
                if question is None:
                    return
                began, history = time.time(), question.position.history
                if not plan or history != expected:
                    plan = await self.run_in_process(
                        think, question.position, question.bot, secrets.randbits(32), self._threads
                    )
                wait = self.pace - min(time.time() - began, time.time() - question.since / 1000)
                if wait > 0:
                    await asyncio.sleep(wait)
                try:
                    await run_in_threadpool(self._move, table_id, question, plan[0])
                except Stale:
                    continue
                self.thought += 1
                expected, plan = (*history, plan[0]), plan[1:]
        except NotFound:
            return
        except BrokenProcessPool:
            log.exception("the bots' process has ended; a new one is started")
            self._pool = None
            self._queue.put_nowait(table_id)
        except DolmenError as error:
            log.warning("a bot cannot move at table %s: %s", table_id, error)

    def _question(self, table_id: str) -> Question | None:
        """What a bot of the table is asked now, if one is."""
        with self.tables.open(table_id) as live:
            seat = live.deciding
            if seat is None or live.seats[seat].kind != "bot":
                return None
            since = live.made[-1].at if live.made else 0
            return Question(seat, live.seats[seat].bot, live.sequence, live.position, since)

    def _move(self, table_id: str, question: Question, action: int) -> None:
        moves.bot_move(self.tables, table_id, question.seat, question.sequence, action)

    def close(self) -> None:
        """End the processes."""
        for task in self._busy.values():
            task.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
