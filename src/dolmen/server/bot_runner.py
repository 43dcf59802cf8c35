"""Bots think in processes of their own, at low priority, and play at a pace that people can follow."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import multiprocessing
import os
import secrets
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from starlette.concurrency import run_in_threadpool

from dolmen.contract.game import State
from dolmen.core.errors import DolmenError
from dolmen.server.commands.making import Tables
from dolmen.server.hub import Hub
from dolmen.store import NotFound, Stale

PR_SET_PDEATHSIG = 1

log = logging.getLogger("dolmen.server")


def _be_modest() -> None:
    """Low priority, and no life beyond the server's (where the system can do that)."""
    os.nice(10)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def think(game: str, setup: str, history: tuple[int, ...], bot: str, seed: int, threads: int) -> tuple[int, ...]:
    """A bot's decisions up to the end of its turn, or until others or the dice decide; in a process of its own.

    The position is built from its history. The bot keeps what it thought from one decision to the next.
    """
    from dolmen.bots import Budget, find_bot
    from dolmen.contract.registry import package
    from dolmen.core.draws import Draws

    state: State = package(game).notation().read(setup).state
    for action in history:
        state.apply_trusted(action)
    thinker, budget, draws = find_bot(bot, game), Budget(threads=threads), Draws(seed)
    seat, turn = state.current_player, state.turn
    while (state.current_player, state.turn) == (seat, turn):
        state.apply(thinker.choose(state, budget, draws))
    return state.history[len(history) :]


class Thinking:
    """Watches all tables and moves for the bots."""

    def __init__(self, tables: Tables, hub: Hub, processes: int, pace: float) -> None:
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
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_be_modest)
        return self._pool

    def executor(self) -> ProcessPoolExecutor:
        """The bots' processes, for whoever has another question for them."""
        return self._executor()

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
                asked = await run_in_threadpool(self._asked, table_id)
                if asked is None:
                    return
                seat, bot, sequence, game, setup, history, last = asked
                began = time.time()
                if not plan or history != expected:
                    plan = await asyncio.get_running_loop().run_in_executor(
                        self._executor(), think, game, setup, history, bot, secrets.randbits(32), self._threads
                    )
                wait = self.pace - min(time.time() - began, time.time() - last / 1000)
                if wait > 0:
                    await asyncio.sleep(wait)
                try:
                    await run_in_threadpool(self.tables.bot_move, table_id, seat, sequence, plan[0])
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

    def _asked(self, table_id: str) -> tuple[int, str, int, str, str, tuple[int, ...], int] | None:
        with self.tables.lock(table_id):
            live = self.tables.live(table_id)
            seat = live.deciding
            if seat is None or live.seats[seat].kind != "bot":
                return None
            last = live.made[-1].at if live.made else 0
            return (
                seat,
                live.seats[seat].bot,
                live.sequence,
                live.meta.key,
                live.table.setup,
                live.state.history,
                last,
            )

    def close(self) -> None:
        """End the processes."""
        for task in self._busy.values():
            task.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
