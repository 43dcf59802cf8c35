"""A limit on the time of somebody's own Python code, which cannot be ended like a program."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUp(BaseException):
    """The code took too long. No `except Exception` of its own stops this."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp where what follows takes longer.

    In the main thread it is stopped in the middle, as soon as Python is back from compiled code; elsewhere, where no
    signal can be had, it is noticed afterwards.
    """
    deadline = time.monotonic() + seconds

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    stops = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if stops:
        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if stops:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.monotonic() > deadline:
        raise TimeIsUp
