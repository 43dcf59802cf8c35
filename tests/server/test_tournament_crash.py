"""`kill -9` in the middle of a tournament: after the restart it goes on, nothing is made twice and nothing left out."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import httpx
import pytest

from dolmen.store import Store
from tests.server.people import wait_for
from tests.server.test_crash import start
from tests.store.conftest import new_database, postgres_server

pytestmark = pytest.mark.process

__all__ = ["postgres_server"]  # a fixture that is used here, too


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_tournament_survives_a_kill(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    if kind == "postgres":
        database = new_database(request.getfixturevalue("postgres_server"))
    process, url = start(database, tmp_path / "first.log")
    token = httpx.post(f"{url}/api/guests", json={"name": "Host"}, timeout=30).json()["token"]
    known = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{url}/api", headers=known, timeout=60) as host:
        wish = {"name": "Cup", "game": "meduris", "seats": 2, "rounds": 2}
        cup = host.post("/tournaments", json=wish).json()["id"]
        host.post(f"/tournaments/{cup}/bots", json={"bot": "random", "number": 6})
        host.post(f"/tournaments/{cup}/start")
        wait_for(lambda: any(one["places"] for one in host.get(f"/tournaments/{cup}").json()["tables"]), 120)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    again, url = start(database, tmp_path / "second.log")
    try:
        with httpx.Client(base_url=f"{url}/api", headers=known, timeout=60) as host:
            wait_for(lambda: host.get(f"/tournaments/{cup}").json()["status"] == "finished", 180)
            told = host.get(f"/tournaments/{cup}").json()
    finally:
        again.terminate()
        again.wait(20)
    assert [one["round"] for one in told["tables"]] == [1, 1, 1, 2, 2, 2]
    assert Counter(one for table in told["tables"] for one in table["entrants"]) == dict.fromkeys(range(1, 7), 2)
    store = Store(database)
    assert len(store.tables_with_status("playing", "finished")) == 6, "no table was made twice"
    store.close()
