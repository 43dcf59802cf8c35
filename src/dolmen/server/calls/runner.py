"""Looks for reasons to call people, keeps them in the outbox, and tells them: for as long as this server has the duty.

What is to be told is written first and told after a while, if it still holds then and nobody looks. At the last moment
before it leaves the house it is looked at once more, and marked as handed over: a server that is killed before tells it
when it comes back, one that is killed after does not tell it twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterator

from starlette.concurrency import run_in_threadpool

from dolmen.server.calls.errors import NoAnswer, NotTaken
from dolmen.server.calls.lookers import Lookers
from dolmen.server.calls.occasions import KINDS, Occasion, occasions
from dolmen.server.calls.postman import Delivery, Postman
from dolmen.server.live_tables import LiveTables
from dolmen.server.metrics import Metrics
from dolmen.server.watch import Troubles
from dolmen.store import Call, CallChannel, Unavailable, now
from dolmen.store.calls import DAY

log = logging.getLogger("dolmen.server")

TOGETHER = 0.3
"""Seconds in which news of tables are collected."""
LOOK_SECONDS = 2.0
"""So often the outbox is looked at."""
SWEEP_SECONDS = 600.0
"""So often all tables are looked at, should anything have been missed."""
TROUBLED = 4.0
"""Seconds after which is looked again while the database cannot be used."""
MOST_DUE = 500
AT_A_TIME = 4
"""So many letters are on their way at a time."""
PAUSES = (60, 240, 900, 3600, 4 * 3600)
"""Seconds before something is told again that was not taken: after the first time, the second, and so on."""
MOST_TRIES = 10
"""After so many of them, about a day, it is told no more."""
APART = 5
"""So many times the delay passes between two letters to one mailbox or room: what happens meanwhile goes together."""


class CallRunner:
    """Watches all tables at which somebody sits who wants to be called."""

    def __init__(self, tables: LiveTables, lookers: Lookers, postman: Postman, metrics: Metrics, delay: float) -> None:
        self._tables = tables
        self._lookers = lookers
        self._postman = postman
        self._metrics = metrics
        self._delay = round(1000 * delay)
        self._troubles = Troubles("table %s calls nobody")
        self._changed: set[str] = set()
        """The tables of which there is news."""
        self._news = asyncio.Event()
        """There is such a table."""
        self._written = asyncio.Event()
        """There may be something new in the outbox."""
        self._on_their_way: set[str] = set()
        """The channels to which a letter goes now."""
        self._deliveries: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(AT_A_TIME)

    async def run(self) -> None:
        """Look and tell, for ever."""
        try:
            with self._tables.hub.listening(self._hear):
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._look())
                    group.create_task(self._tell())
        finally:
            for task in self._deliveries:
                task.cancel()

    # ------------------------------------------------------------------------------------------------ looking

    def _hear(self, table_id: str) -> None:
        """A table has changed."""
        self._changed.add(table_id)
        self._news.set()

    async def _look(self) -> None:
        """All tables at first and now and then; between, those that have changed."""
        changed: set[str] | None = None
        swept = 0.0
        loop = asyncio.get_running_loop()
        while True:
            if loop.time() - swept > SWEEP_SECONDS or not swept:
                changed, swept = None, loop.time()
            try:
                if await run_in_threadpool(self.note_all, changed):
                    self._written.set()
            except Unavailable:
                await asyncio.sleep(TROUBLED)
                continue
            except Exception:
                log.exception("reasons to call people cannot be looked up; trying again")
                await asyncio.sleep(TROUBLED)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await self._news.wait()
            await asyncio.sleep(TOGETHER)
            changed, self._changed = self._changed, set()
            self._news.clear()

    def note_all(self, table_ids: Collection[str] | None = None) -> bool:
        """Put into the outbox what these tables, or all, want of people. Gives whether they want anything.

        Raises Unavailable.
        """
        if table_ids is None:
            self._tables.store.prune_calls(now())
        elif not table_ids:
            return False
        found = False
        for table_id in self._tables.store.called_tables(now() - DAY, table_ids):
            with self._troubles.at(table_id):
                found |= self._note(table_id)
        return found

    def _note(self, table_id: str) -> bool:
        store = self._tables.store
        with self._tables.open(table_id) as live:
            found = occasions(live, now(), drawn=store.tournament_of_table(table_id) is not None)
        people = {one.player for one in found}
        if not people:
            return False
        wishes = store.wishes(people)
        rows = [
            self._row(channel, table_id, one)
            for channel in store.channels_of(people, "on")
            for one in found
            if one.player == channel.player and one.at >= channel.since and one.kind in wishes.get(one.player, KINDS)
        ]
        if rows:
            store.write_calls(rows)
        return bool(rows)

    def _row(self, channel: CallChannel, table_id: str, one: Occasion) -> Call:
        """A row of the outbox; who looks on while a game begins or ends has seen it."""
        seen = one.kind in ("begin", "over") and self._lookers.looks(table_id, one.player)
        due, status = one.at + self._delay, "moot" if seen else "waiting"
        return Call(channel.id, one.player, table_id, one.kind, one.key, one.at, due, status)

    # ------------------------------------------------------------------------------------------------ telling

    async def _tell(self) -> None:
        """What is due."""
        while True:
            self._written.clear()
            try:
                for channel, calls in await run_in_threadpool(lambda: list(self._due())):
                    if channel.id not in self._on_their_way:
                        self._on_their_way.add(channel.id)
                        task = asyncio.create_task(self._deliver(channel, calls))
                        self._deliveries.add(task)
                        task.add_done_callback(self._deliveries.discard)
            except Unavailable:
                log.debug("people are called later")
            except Exception:
                log.exception("people cannot be called; trying again")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._written.wait()

    def _due(self) -> Iterator[tuple[CallChannel, list[Call]]]:
        """What is to be told by now, by channel."""
        by_channel: dict[str, list[Call]] = {}
        for call in self._tables.store.due_calls(now(), MOST_DUE):
            by_channel.setdefault(call.channel, []).append(call)
        for channel_id, calls in by_channel.items():
            channel = self._tables.store.channel(channel_id)
            if channel is not None and not self._is_too_soon(channel, calls):
                yield channel, calls

    def _is_too_soon(self, channel: CallChannel, calls: list[Call]) -> bool:
        """Whether a mailbox or a room was told something only just: what happens meanwhile is told together."""
        wait = 0 if channel.kind == "push" or any(call.table is None for call in calls) else APART * self._delay
        return channel.sent + wait > now()

    async def _deliver(self, channel: CallChannel, calls: list[Call]) -> None:
        try:
            async with self._places:
                await self._deliver_one(Delivery(channel, calls))
        except Unavailable:
            log.debug("somebody is called later")
        except Exception:
            log.exception("a letter cannot be sent")
        finally:
            self._on_their_way.discard(channel.id)
            self._written.set()

    async def _deliver_one(self, delivery: Delivery) -> None:
        store, channel, result = self._tables.store, delivery.channel, "sent"
        try:
            await self._postman.deliver(delivery)
            if not delivery.handed:
                return
            await run_in_threadpool(self._taken, delivery)
        except NoAnswer:
            await run_in_threadpool(store.note_trouble, channel.id, "no answer")
            result = "unknown"
        except NotTaken as error:
            await run_in_threadpool(self._not_taken, delivery, error)
            result = "failed"
        self._metrics.note_call(channel.kind, result)

    def _taken(self, delivery: Delivery) -> None:
        self._tables.store.settle_calls(delivery.handed, "sent")
        self._tables.store.note_trouble(delivery.channel.id, "")

    def _not_taken(self, delivery: Delivery, error: NotTaken) -> None:
        """Try again later, in growing pauses; give up after a day, or where it is of no use."""
        store, calls = self._tables.store, delivery.handed or delivery.calls
        late = [call for call in calls if error.ended or call.tries + 1 >= MOST_TRIES]
        later = [call for call in calls if call not in late]
        if late:
            store.settle_calls(late, "failed")
        if later:
            tries = max(call.tries for call in later)
            seconds = max(error.seconds, PAUSES[min(tries, len(PAUSES) - 1)])
            store.postpone_calls(later, now() + 1000 * min(seconds, PAUSES[-1]))
        store.note_trouble(delivery.channel.id, error.why, given_up=bool(late), ended=error.ended)
