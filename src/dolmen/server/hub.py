"""Who waits for news of which table. Streams sleep here until an event, a chat line or another server wakes them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager


class Hub:
    """Wakes the streams of a table."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._listeners: list[Callable[[str], None]] = []
        self.streams = 0

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Remember the loop that the streams run on."""
        self._loop = loop

    def tell(self, table: str) -> None:
        """A table has changed. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table)

    def tell_player(self, name: str) -> None:
        """Something of a player has changed, by the name that his streams wait for. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, name)

    def _wake(self, table: str) -> None:
        self.wake(table)
        for heard in self._listeners:
            heard(table)

    def wake(self, table: str) -> None:
        """Wake the streams of a table, in the loop's own thread: there is something to be shown."""
        for waiting in self._waiting.get(table, ()):
            waiting.set()

    def subscribe(self, table: str) -> asyncio.Event:
        """An event that is set whenever the table has changed."""
        news = asyncio.Event()
        self.follow(news, (), (table,))
        self.streams += 1
        return news

    def follow(self, news: asyncio.Event, before: Collection[str], after: Collection[str]) -> None:
        """From now on an event is set when one of the tables `after` has changed, and no longer for those `before`."""
        for table in before:
            self._waiting[table].discard(news)
            if not self._waiting[table]:
                del self._waiting[table]
        for table in after:
            self._waiting[table].add(news)

    def unsubscribe(self, table: str, news: asyncio.Event) -> None:
        """No longer."""
        self.streams -= 1
        self.follow(news, (table,), ())

    @contextmanager
    def listening(self, heard: Callable[[str], None]) -> Iterator[None]:
        """Meanwhile `heard` is called with every table that changes, in the loop's own thread: it is to be brief."""
        self._listeners.append(heard)
        try:
            yield
        finally:
            self._listeners.remove(heard)

    def wake_all(self) -> None:
        """Wake every stream, so that it may end."""
        for table in list(self._waiting):
            self.wake(table)
