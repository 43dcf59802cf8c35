"""Bots think in processes of their own, at low priority, and play at a pace that people can follow.

A bot that is asked answers, whatever happens: what fails is tried again after growing pauses, and a slow sweep over all
tables finds those that were missed. Where several servers share a database, one of them runs the bots.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from dolmen.bots import find_bot
from dolmen.contract.registry import find, games
from dolmen.core.errors import DolmenError, translatable
from dolmen.server.addresses import Addresses
from dolmen.server.bot_line import Asker, Line
from dolmen.server.bot_process import BotGone, BotProcess
from dolmen.server.bot_worker import Position, bid, think
from dolmen.server.commands import moves, seats
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import BotWait, LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.pg_notify import tell_waits
from dolmen.store import NotFound, Stale, Unavailable

Result = TypeVar("Result")

log = logging.getLogger("dolmen.server")

SWEEP_SECONDS = 20.0
"""So often all tables are looked at at which a bot is asked."""
PAGE = 500
"""So many of them are looked up at a time."""
FIRST_PAUSE, LONGEST_PAUSE, LONGEST_UNAVAILABLE = 0.5, 60.0, 4.0
"""Seconds before a failed answer is tried again: at first, after many failures, and while the database is to blame."""
PLACES_SECONDS = 2.0
"""So often people are told of their place in the line."""
CALM = "calm"
HASTE = {CALM: 1.0, "quick": 0.3, "at once": 0.0}
"""How much of the host's pace bots take, as people want it."""
LOOKING = 2
"""So many tables are looked up for their bots at a time: people come first."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: for which seat, at which event, when the last decision was made, on whose behalf."""

    seat: int
    bot: str
    sequence: int
    position: Position
    since: int
    """Milliseconds since 1970."""
    owner: str
    haste: float
    """How much of the host's pace it takes before people may see the answer."""
    ends_turn: Callable[[int], bool]
    """Whether a decision does nothing but end the turn: there is nothing to follow."""
    bids: bool = False
    """Whether it is asked in the auction before the game."""


class BotRunner:
    """Watches all tables and moves for the bots."""

    def __init__(self, tables: LiveTables, addresses: Addresses, processes: int, pace: float) -> None:
        self.tables = tables
        self.pace = pace
        self.processes = processes
        self._addresses = addresses
        self.threads = max(1, len(os.sched_getaffinity(0)) // processes) if hasattr(os, "sched_getaffinity") else 1
        """So many threads a process may use."""
        self._asking = ThreadPoolExecutor(processes + 1, thread_name_prefix="bots")
        """A thread waits for each process that thinks."""
        self._idle: dict[bool, list[BotProcess]] = {True: [], False: []}
        """The processes that wait to be asked, of each line."""
        self._lines = {True: Line(1), False: Line(processes)}
        """Quick bots have a place of their own, so that they never wait for those that think for seconds."""
        self._looking = asyncio.Semaphore(LOOKING)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._news: dict[str, asyncio.Event] = {}
        """Set where there is news of a table at which a bot waits to show its answer."""
        self._troubles: dict[str, str] = {}
        """Why the bot of a table could not answer, in a sentence."""
        self.thought = 0

    # ------------------------------------------------------------------------------------------------ processes

    def asker(self, player: str) -> Asker:
        """A player, as the line knows him."""
        return Asker(player, self._addresses.of(player))

    async def run_in_process(
        self,
        bot: str,
        game: str,
        asker: Asker,
        table_id: str,
        function: Callable[..., Result],
        *arguments: object,
        patient: bool = False,
    ) -> Result:
        """What a function of `bot_worker` gives for a bot, in one of the bots' processes, when its turn has come."""
        quick = find_bot(bot, game).quick
        async with self._lines[quick].turn(table_id, asker, patient=patient):
            process = self._idle[quick].pop() if self._idle[quick] else BotProcess()
            try:
                asking = partial(process.ask, function, *arguments)
                return await asyncio.get_running_loop().run_in_executor(self._asking, asking)
            except BotGone:
                log.warning("a process of the bots has ended; a new one is started")
                raise
            except asyncio.CancelledError:
                process.end()
                raise
            finally:
                if process.runs:
                    self._idle[quick].append(process)

    @property
    def waiting(self) -> int:
        """How many tables wait for a bot that waits for its turn to think."""
        return sum(map(len, self._lines.values()))

    @property
    def troubled(self) -> int:
        """At how many tables a bot could not answer so far."""
        return len(self._troubles)

    # ------------------------------------------------------------------------------------------------ all tables

    async def run(self) -> None:
        """Let the bots play, for ever."""
        try:
            with self.tables.hub.listening(self._look_at):
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._sweep())
                    group.create_task(self._tell_places())
        finally:
            for task in self._busy.values():
                task.cancel()

    async def _sweep(self) -> None:
        """Go on where bots are asked already; and look again now and then, should anything have been missed."""
        begun = False
        while True:
            pause = SWEEP_SECONDS
            try:
                if not begun:
                    await run_in_threadpool(self._begin_full_tables)
                    begun = True
                async for table_id in self._asked():
                    self._look_at(table_id)
            except Unavailable:
                pause = LONGEST_UNAVAILABLE
            except Exception:
                log.exception("the tables at which bots are asked cannot be looked up; trying again")
            await asyncio.sleep(pause)

    def _begin_full_tables(self) -> None:
        for table_id in self.tables.store.full_tables():
            try:
                seats.begin_if_full(self.tables, table_id)
            except Unavailable:
                raise
            except DolmenError as error:
                log.warning("table %s is full and cannot begin: %s", table_id, error)

    async def _asked(self) -> AsyncIterator[str]:
        """The tables at which a bot is asked, as far as their summaries tell."""
        versions = {key: find(key).rules_version for key in games()}
        after = ""
        while found := await run_in_threadpool(self.tables.store.tables_asking_bots, versions, after, PAGE):
            for table_id in found:
                yield table_id
            after = found[-1]

    def _look_at(self, table_id: str) -> None:
        if table_id in self._news:
            self._news[table_id].set()
        elif table_id in self._busy:
            self._again.add(table_id)
        elif self.tables.has_bots(table_id):
            task = asyncio.create_task(self._answer(table_id))
            self._busy[table_id] = task
            task.add_done_callback(partial(self._done, table_id))

    def _done(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        self._troubles.pop(table_id, None)
        if table_id in self._again and not task.cancelled():  # there was news while we looked
            self._again.discard(table_id)
            self._look_at(table_id)

    async def _tell_places(self) -> None:
        """Let people know how many wait before their bots, and what keeps them from answering."""
        told: dict[str, BotWait] = {}
        while True:
            await asyncio.sleep(PLACES_SECONDS)
            waits = self._waits()
            if waits == told:
                continue
            self.tables.take_waits(waits)
            if self.tables.store.is_shared:
                with contextlib.suppress(Unavailable):
                    await run_in_threadpool(tell_waits, self.tables.store, waits)
            told = waits

    def _waits(self) -> dict[str, BotWait]:
        waits = {table_id: BotWait(0, why) for table_id, why in self._troubles.items()}
        for line in self._lines.values():
            for place, waiting in enumerate(line.order(), start=1):
                waits[waiting.table_id] = BotWait(place, self._troubles.get(waiting.table_id, ""))
        return waits

    # ------------------------------------------------------------------------------------------------ one table

    async def _answer(self, table_id: str) -> None:
        """Move for the bots of a table, again and again where that fails."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._play(table_id)
                return
            except (NotFound, StoredOnly):
                return
            except Exception as error:
                self._note_trouble(table_id, error)
                longest = LONGEST_UNAVAILABLE if isinstance(error, (Unavailable, BotGone)) else LONGEST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    def _note_trouble(self, table_id: str, error: Exception) -> None:
        """Keep for the table why its bot cannot answer; tell the log, of an unforeseen error the whole once."""
        if isinstance(error, (Unavailable, BotGone)):  # the log was told where it happened
            why = translatable("The server has a fault that should pass.")
        elif isinstance(error, DolmenError):
            why = f"{error}."
            log.warning("a bot cannot move at table %s: %s", table_id, error)
        else:
            why = translatable("It met an error, which the host's log tells.")
            log.error("a bot cannot move at table %s", table_id, exc_info=None if table_id in self._troubles else error)
        self._troubles[table_id] = why

    async def _play(self, table_id: str) -> None:
        """Move for the bots of a table until a person is asked."""
        plan: tuple[int, ...] = ()
        expected: tuple[int, ...] = ()
        began = 0.0
        while True:
            async with self._looking:
                question = await run_in_threadpool(self._question, table_id)
            if question is None:
                return
            history = question.position.history
            if not plan or history != expected:
                began, expected = time.time(), history
                plan = await self._think(table_id, question)
            haste = 0.0 if not question.bids and question.ends_turn(plan[0]) else question.haste
            wait = self.pace * haste - min(time.time() - began, time.time() - question.since / 1000)
            if wait > 0 and await self._hears(table_id, wait):
                continue
            with contextlib.suppress(Stale):
                await run_in_threadpool(self._move, table_id, question, plan[0])
                self._troubles.pop(table_id, None)
                self.thought += 1
                began, expected, plan = time.time(), (*history, plan[0]), plan[1:]

    async def _hears(self, table_id: str, seconds: float) -> bool:
        """Wait so long, or until there is news of the table: perhaps people want it to go on."""
        news = self._news[table_id] = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await news.wait()
        except TimeoutError:
            return False
        finally:
            del self._news[table_id]
        return True

    async def _think(self, table_id: str, question: Question) -> tuple[int, ...]:
        asker = self.asker(question.owner)
        position, seed = question.position, secrets.randbits(32)
        if question.bids:
            return await self.run_in_process(
                question.bot, position.game, asker, table_id, bid, position, question.bot, seed
            )
        return await self.run_in_process(
            question.bot, position.game, asker, table_id, think, position, question.bot, seed, self.threads
        )

    def _question(self, table_id: str) -> Question | None:
        """What a bot of the table is asked now, if one is."""
        with self.tables.open(table_id) as live:
            seat = live.deciding
            if seat is None or live.seats[seat].kind != "bot":
                return None
            since = live.made[-1].at if live.made else 0
            owner = live.table.owner or ""
            bot, ends_turn = live.seats[seat].bot, live.present.ends_turn
            return Question(
                seat, bot, live.sequence, live.position, since, owner, _haste(live), ends_turn, live.is_bidding
            )

    def _move(self, table_id: str, question: Question, action: int) -> None:
        moves.bot_move(self.tables, table_id, question.seat, question.sequence, action)

    def close(self) -> None:
        """End the processes."""
        for task in self._busy.values():
            task.cancel()
        for process in (*self._idle[True], *self._idle[False]):
            process.end()
        self._asking.shutdown(wait=False, cancel_futures=True)


def _haste(live: LiveTable) -> float:
    """How much of the pace a bot takes: nothing where no seat is anybody's, as at tables of bots alone.

    Nor for an answer in another one's turn, which people need not follow. Calmly, it takes it for every decision; else
    for a turn, whose decisions are made in one go.
    """
    answers = bool(live.state.turn) and live.state.turn_player != live.deciding
    goes_on = live.conduct.in_mid_turn and live.conduct.pace != CALM
    return 0.0 if answers or goes_on or live.conduct.skips or not live.owned() else HASTE[live.conduct.pace]
