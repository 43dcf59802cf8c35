"""Who is here: counted by open pages, told from server to server, and forgotten after a while."""

from __future__ import annotations

import time

import pytest

from dolmen.server.attendance import ABSENT_SECONDS, HERE, Attendance
from dolmen.server.live_tables import LiveTables
from dolmen.server.pg_notify import _hand_on


def test_somebody_is_here_as_long_as_a_page_is_open() -> None:
    attendance = Attendance()
    with attendance.of("ana"), attendance.of(None):
        with attendance.of("ana"):
            assert attendance.is_here("ana")
        assert attendance.is_here("ana") and not attendance.is_here("ben") and not attendance.is_here(None)
    assert not attendance.is_here("ana")


def test_other_servers_tell_who_is_with_them(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    _hand_on(tables, f"{HERE} ana ben")
    assert tables.attendance.is_here("ana") and tables.attendance.is_here("ben")
    later = time.monotonic() + ABSENT_SECONDS + 1
    monkeypatch.setattr("dolmen.server.attendance.time.monotonic", lambda: later)
    assert not tables.attendance.is_here("ana")
