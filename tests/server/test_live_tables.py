"""Tables in memory: looked up once, one thread at a time, and nothing left of those that are not there."""

from __future__ import annotations

import threading
import time

import pytest

from dolmen.server.live_tables import LiveTables
from dolmen.store import NotFound


def test_a_made_up_id_leaves_nothing_behind(tables: LiveTables) -> None:
    for number in range(20_000):
        with tables.lock(f"made up {number}"):
            assert tables.held_locks() == 1
    assert tables.held_locks() == 0
    for number in range(200):
        with pytest.raises(NotFound):
            tables.live(f"made up {number}")
    assert tables.held_locks() == 0


def test_one_thread_at_a_time_works_on_a_table(tables: LiveTables) -> None:
    """Also where the lock is let go and asked for again all the time."""
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(200):
            with tables.lock("one"):
                inside += 1
                most = max(most, inside)
                time.sleep(0)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1 and tables.held_locks() == 0
