"""`kill -9` in the middle of a load of moves: after the restart every acknowledged move is there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import pytest

from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import Store
from tests.server.people import wait_for
from tests.store.conftest import new_database, postgres_server

pytestmark = pytest.mark.process

__all__ = ["postgres_server"]  # a fixture that is used here, too

TABLES = 6


def start(
    database: str,
    log: Path,
    *flags: str,
    command: Sequence[str] = (sys.executable, "-m", "dolmen"),
    environment: Mapping[str, str] | None = None,
) -> tuple[subprocess.Popen[bytes], str]:
    """The real server, in a process of its own."""
    words = [*command, "serve", "--port", "0", "--rate", "100000", *flags]
    words += ["--database", database] if database else []
    with log.open("wb") as output:
        process = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, env=environment, cwd=log.parent)
    for _ in range(1800):
        ready = re.search(r"ready at (http://\S+)/", log.read_text())
        if ready:
            return process, ready[1]
        assert process.poll() is None, log.read_text()
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def play(client: httpx.Client, table: str, acknowledged: dict[str, int]) -> None:
    """Move for both seats as fast as the server takes it, until it is gone."""
    try:
        while True:
            view = client.get(f"/tables/{table}", params={"seat": 0}).json()
            if view["deciding"] is None:
                return
            seat = view["deciding"]
            choices = client.get(f"/tables/{table}/choices", params={"seat": seat}).json()
            decision = {
                "sequence": view["sequence"],
                "actions": [choices[0]["action"]],
                "client_id": f"{table}-{view['sequence']}",
                "seat": seat,
            }
            answer = client.post(f"/tables/{table}/moves", json=decision)
            if answer.status_code == 200:
                acknowledged[table] = answer.json()["sequence"]
    except (httpx.HTTPError, ValueError):
        return


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_acknowledged_move_survives_a_kill(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if kind == "sqlite":
        database = f"sqlite:///{tmp_path}/tables.sqlite"
    else:
        database = new_database(request.getfixturevalue("postgres_server"))
    process, url = start(database, tmp_path / "first.log")
    acknowledged: dict[str, int] = {}
    clients = []
    threads = []
    for number in range(TABLES):
        token = httpx.post(f"{url}/api/guests", json={"name": f"R{number}"}, timeout=30).json()["token"]
        client = httpx.Client(base_url=f"{url}/api", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        clients.append(client)
        table = client.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}).json()["id"]
        acknowledged[table] = 0
        threads.append(threading.Thread(target=play, args=(client, table, acknowledged)))
    for thread in threads:
        thread.start()
    wait_for(lambda: min(acknowledged.values()) > 3)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for thread in threads:
        thread.join()
    for client in clients:
        client.close()
    store = Store(database)
    tables = LiveTables(store, Hub(), "secret")
    for table, sequence in acknowledged.items():
        events = store.events(table)
        assert len(events) >= sequence
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        live = tables.live(table)  # it replays, and every decision was legal
        state = live.notation.read(live.table.setup).state
        for action in live.state.history:
            state.apply(action)
        assert state == live.state
        assert live.deciding is not None or live.state.is_terminal()  # never between two decisions
    store.close()
    again, url = start(database, tmp_path / "second.log")
    try:
        assert httpx.get(f"{url}/health", timeout=30).json()["status"] == "ok"
    finally:
        again.terminate()
        again.wait(20)
