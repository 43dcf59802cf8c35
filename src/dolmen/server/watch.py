"""Work that goes on for ever: what fails is told in the log and tried again, and the rest goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from dolmen.core.errors import DolmenError
from dolmen.store import Unavailable

log = logging.getLogger("dolmen.server")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before work that was ended begins again: at first, and after many failures."""


class Bell:
    """Calls who looks at something again and again: when there is news, and every so many seconds without any."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def ring(self) -> None:
        """There is news. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def calls(self) -> AsyncIterator[None]:
        """Look now, and whenever this goes on; for ever."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            yield
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._news.wait()


class Watch:
    """Looks at something again and again, in a thread."""

    def __init__(self, look: Callable[[], None], seconds: float) -> None:
        self._look = look
        self._bell = Bell(seconds)

    def wake(self) -> None:
        """There is news. May be called from any thread."""
        self._bell.ring()

    async def run(self) -> None:
        """Look, for ever."""
        async for _ in self._bell.calls():
            try:
                await run_in_threadpool(self._look)
            except Unavailable:
                log.debug("%s: later", self._look.__qualname__)


class Troubles:
    """Keeps what fails at one of many things from the others; the log is told once, of a surprise the whole."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        """With a place for the name of the thing."""
        self._known: dict[str, str] = {}

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Do something with a thing. Raises Unavailable: that is no fault of the thing."""
        try:
            yield
        except Unavailable:
            raise
        except Exception as error:
            self._note(name, error)
        else:
            self._known.pop(name, None)

    def _note(self, name: str, error: Exception) -> None:
        why = f"{type(error).__name__}: {error}"
        if self._known.get(name) == why:
            return
        self._known[name] = why
        if isinstance(error, DolmenError):
            log.warning(self._sentence + ": %s", name, error)
        else:
            log.error(self._sentence, name, exc_info=error)


async def kept_up(work: Callable[[], Awaitable[None]]) -> None:
    """Do work that goes on for ever; where an error ends it, begin again after a growing pause."""
    pause = FIRST_PAUSE
    while True:
        began = time.monotonic()
        try:
            return await work()
        except Exception:
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            log.exception("%s was ended by an error, and begins again in %s s", work, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
