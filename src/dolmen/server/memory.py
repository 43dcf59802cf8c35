"""Memory that goes back to the system: a server writes and forgets long texts in many threads for months."""

from __future__ import annotations

import ctypes
import logging

log = logging.getLogger("dolmen.server")

ARENAS = 2
"""So many heaps all threads share. By itself, the C library makes one for nearly every thread, each with its gaps."""
LARGE = 128 * 1024
"""Blocks of so many bytes are kept apart, and go back at once. By itself, the C library raises that with every one."""

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
"""As the GNU C library numbers what can be set."""


def keep_memory_small() -> None:
    """Set up the C library's memory, where it is the GNU one; elsewhere nothing needs to be done."""
    try:
        settle = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return
    for what, value in ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, LARGE)):
        if not settle(what, value):
            log.warning("the C library does not take %s for setting %s", value, what)
