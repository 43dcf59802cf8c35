"""`kill -9` between writing and sending; several processes on one database: everything is told, and nothing twice."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dolmen.server.calls import lookers
from dolmen.store import Store, now
from tests.server.endpoints import Place, free_port, link_of, mail_server, web_place
from tests.server.people import Listener, serve, two_people, wait_for
from tests.server.test_crash import start
from tests.store.conftest import new_database, postgres_server

pytestmark = pytest.mark.process

__all__ = ["postgres_server"]  # a fixture that is used here, too


def flags(mail_port: int, *more: str) -> list[str]:
    """Settings of a host that calls people at once."""
    address = ("--address", "https://table.example.org", "--mail-from", "table@example.org")
    mail = ("--smtp-host", "127.0.0.1", "--smtp-port", str(mail_port), "--smtp-security", "none")
    return [*address, *mail, "--notices-here", "--notice-delay", "0", "--pause", "0", *more]


def begin(database: str, log: Path, *settings: str) -> tuple[subprocess.Popen[bytes], str]:
    """The real server; no rule is computed here that is worth compiling."""
    return start(database, log, *settings, environment={**os.environ, "DOLMEN_INTERPRETED": "1"})


People = Callable[[str], tuple[httpx.Client, httpx.Client]]


@pytest.fixture
def people() -> Iterator[People]:
    """Ana and Ben, by program."""
    clients: list[httpx.Client] = []

    def come(url: str) -> tuple[httpx.Client, httpx.Client]:
        for name in ("Ana", "Ben"):
            token = httpx.post(f"{url}/api/guests", json={"name": name}, timeout=30).json()["token"]
            head = {"Authorization": f"Bearer {token}"}
            clients.append(httpx.Client(base_url=f"{url}/api", headers=head, timeout=30))
        return clients[0], clients[1]

    yield come
    for client in clients:
        client.close()


def lay_table(ana: httpx.Client, ben: httpx.Client) -> str:
    """A table at which Ben is asked first."""
    table: str = ana.post("/tables", json={"game": "meduris", "seats": ["open", "me"]}).json()["id"]
    assert ben.post(f"/tables/{table}/join", json={}).status_code == 200
    return table


def kill(process: subprocess.Popen[bytes]) -> None:
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(30)


def states(database: str) -> list[tuple[str, str]]:
    store = Store(database)
    with store.engine.connect() as connection:
        found = [(row.kind, row.status) for row in connection.exec_driver_sql("SELECT * FROM calls ORDER BY id")]
    store.close()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return new_database(request.getfixturevalue("postgres_server"))


def test_what_was_written_and_not_sent_is_sent_once_after_a_kill(database: str, tmp_path: Path, people: People) -> None:
    """Nobody listens where mail is sent to; the server is killed; then somebody does."""
    with web_place() as room:
        nobody = free_port()
        process, url = begin(database, tmp_path / "first.log", *flags(nobody))
        ana, ben = people(url)
        room.status = 503
        assert ben.post("/called/channels", json={"way": "hook", "address": room.url}).status_code == 201
        lay_table(ana, ben)
        wait_for(lambda: room.bodies)
        wait_for(lambda: ("turn", "waiting") in states(database))
        kill(process)
        room.bodies.clear()
        room.status = 200
        _make_due(database)
        process, url = begin(database, tmp_path / "second.log", *flags(nobody))
        wait_for(lambda: ("turn", "sent") in states(database))
        stop(process)
        assert len(room.bodies) == 1
        process, url = begin(database, tmp_path / "third.log", *flags(nobody))
        _is_up(url, room, ben)
        stop(process)
        assert len(room.bodies) == 2, "the turn once, and the try"


def test_what_was_handed_over_before_a_kill_is_not_told_twice(database: str, tmp_path: Path, people: People) -> None:
    """The room has it, and has not said so when the server is killed."""
    taken, goes_on = threading.Event(), threading.Event()

    def wait() -> None:
        taken.set()
        goes_on.wait(60)

    with web_place() as room:
        process, url = begin(database, tmp_path / "first.log", *flags(free_port()))
        ana, ben = people(url)
        assert ben.post("/called/channels", json={"way": "hook", "address": room.url}).status_code == 201
        room.before = wait
        lay_table(ana, ben)
        assert taken.wait(60)
        assert states(database) == [("turn", "handed")]
        kill(process)
        goes_on.set()
        wait_for(lambda: len(room.bodies) == 1)
        room.before = lambda: None
        process, url = begin(database, tmp_path / "second.log", *flags(free_port()))
        _is_up(url, room, ben)
        stop(process)
        assert len(room.bodies) == 2, "the turn once, and the try"


def _make_due(database: str) -> None:
    """The pause before the next try is over."""
    store = Store(database)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE calls SET due = {now()} WHERE status = 'waiting'")
    store.close()


def _is_up(url: str, room: Place, ben: httpx.Client) -> None:
    """Whoever has the duty has looked through everything: a try, asked for now, has arrived after it."""
    headers = {"Authorization": ben.headers["Authorization"]}
    with httpx.Client(base_url=f"{url}/api", headers=headers, timeout=30) as again:
        channel = again.get("/called").json()["channels"][0]["id"]
        assert again.post(f"/called/channels/{channel}/try").status_code == 202
        wait_for(lambda: any(b"This is how you are called" in body for body in room.bodies))


def test_of_several_processes_one_tells(tmp_path: Path, postgres_server: str, people: People) -> None:
    database = new_database(postgres_server)
    with mail_server() as mailbox:
        settings = flags(mailbox.port, "--workers", "3")
        process, url = begin(database, tmp_path / "log", *settings)
        try:
            ana, ben = people(url)
            asked = ben.post("/called/channels", json={"way": "mail", "address": "ben@example.org"})
            assert asked.json()["status"] == "asked"
            wait_for(lambda: mailbox.mails)
            assert httpx.post(url + link_of(mailbox.mails[0], "called/confirm"), timeout=30).status_code == 200
            for _ in range(5):
                lay_table(ana, ben)
            wait_for(lambda: states(database).count(("turn", "sent")) == 5)
            told = [_tables_of(mail) for mail in mailbox.mails[1:]]
            assert sum(map(len, told)) == len(set[str]().union(*told)) == 5, "each table once"
        finally:
            stop(process)


def _tables_of(mail: Any) -> set[str]:
    return set(re.findall(r"/t/(\w+)", mail.get_content()))


@pytest.mark.parametrize("place", [0, 1])
def test_who_looks_at_any_of_several_servers_is_not_called(
    place: int, postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the two has the duty: each is tried as the one at which Ben looks."""
    monkeypatch.setattr(lookers, "TELL_SECONDS", 0.1)
    database = new_database(postgres_server)
    settings: dict[str, Any] = {"address": "https://table.example.org", "notice_delay": 0.0, "notices_here": True}
    with web_place() as room, serve(database, **settings) as first, serve(database, **settings) as second:
        ana, ben, table = two_people(first)
        assert ben.post("/account/called/hook", script=False, address=room.url).status_code == 200
        looking = (first, second)[place].visitor("Ben")
        looking.http.cookies = ben.http.cookies
        stream = Listener(looking, f"/t/{table}/stream?seat=1")
        stream.opened.wait(30)
        player = next(one for one in first.context.store.players() if one.name == "Ben")
        wait_for(lambda: first.context.store.looks_elsewhere(table, player.id, now()))
        for _ in range(60):
            if 'data-kind="ask"' in ben.get(f"/t/{table}?seat=1").text:
                break
            ana.move(table, ana.choose(table, 0))
        wait_for(lambda: ("turn", "moot") in states(database))
        assert room.bodies == []
