"""Several server processes that share a socket: all of them run, or none; one that ends is started again."""

from __future__ import annotations

import logging
import os
import select
import signal
import time
from collections.abc import Callable

from prometheus_client.multiprocess import mark_process_dead

log = logging.getLogger("dolmen.server")

LOOK_SECONDS = 0.2
"""So often the parent looks whether all of its children are there."""
STEADY_SECONDS = 30.0
"""A child that ran so long has not failed at its start."""
LONGEST_PAUSE = 8.0
"""Seconds before a child that fails again and again is started anew."""

Work = Callable[[Callable[[], None]], None]
"""What a child does; it calls what it is given once it is ready."""


class Workers:
    """The children of one parent process."""

    def __init__(self, number: int, work: Work) -> None:
        self._number = number
        self._work = work
        self._begun: dict[int, float] = {}
        """When each child began, by its process id."""
        self._pause = 0.0
        self._stopping = False
        self._ready, self._say_ready = os.pipe()

    def run(self, announce: Callable[[], None]) -> int:
        """Run until somebody ends us; `announce` is called when all children are ready. Returns the exit status."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        for _ in range(self._number):
            self._start()
        status = self._wait_until_ready()
        if status is None:
            announce()
            self._look_after()
            return 0
        self._stop()
        self._wait_for_all()
        return status

    def _start(self) -> None:
        child = os.fork()
        if child:
            self._begun[child] = time.monotonic()
            return
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        status = 1
        try:
            self._work(self._note_ready)
            status = 0
        except Exception:
            log.exception("a process of the server has failed")
        finally:
            os._exit(status)

    def _note_ready(self) -> None:
        """In a child: tell the parent."""
        os.write(self._say_ready, b".")

    def _wait_until_ready(self) -> int | None:
        """None once all children are ready; else our exit status, as one of them has ended, or we are to end."""
        ready = 0
        while ready < self._number and not self._stopping:
            if select.select([self._ready], [], [], LOOK_SECONDS)[0]:
                ready += len(os.read(self._ready, self._number))
            for status in self._ended():
                return status or 1
        return 0 if self._stopping else None

    def _look_after(self) -> None:
        """Start children anew that ended; after growing pauses where they end at once."""
        while not self._stopping:
            for status in self._ended():
                if not self._stopping:
                    log.warning("a process of the server has ended (status %s); a new one is started", status)
                    time.sleep(self._pause)
                    self._start()
            time.sleep(LOOK_SECONDS)
        self._wait_for_all()

    def _ended(self) -> list[int]:
        """The exit statuses of the children that ended since; the pause grows with those that ended soon."""
        ended = []
        for child, begun in list(self._begun.items()):
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                del self._begun[child]
                mark_process_dead(child)  # type: ignore[no-untyped-call]
                ended.append(os.waitstatus_to_exitcode(status))
                soon = time.monotonic() - begun < STEADY_SECONDS
                self._pause = min(max(0.2, 2 * self._pause), LONGEST_PAUSE) if soon else 0.0
        return ended

    def _stop(self, *_: object) -> None:
        self._stopping = True
        for child in self._begun:
            os.kill(child, signal.SIGTERM)

    def _wait_for_all(self) -> None:
        for child in self._begun:
            os.waitpid(child, 0)
