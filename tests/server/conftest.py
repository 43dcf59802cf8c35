"""A server in this process, and people who visit it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from dolmen.core.draws import Draws
from dolmen.server.app import make_app
from dolmen.server.commands.making import Tables
from dolmen.server.config import Config
from dolmen.server.context import Context
from dolmen.server.hub import Hub
from dolmen.store import Store

CSRF = re.compile(r'name="csrf" value="(\w+)"')


@dataclass
class Server:
    """A running server."""

    url: str
    context: Context
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, **settings: Any) -> httpx.Client:
        made = httpx.Client(**{"base_url": self.url, "timeout": 30, **settings})
        self.clients.append(made)
        return made

    def visitor(self, name: str = "") -> Visitor:
        return Visitor(self, name)


class Visitor:
    """A browser without a script: cookies, forms, links."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = server.client(follow_redirects=True)
        self.csrf = self._token(self.http.get("/").text)

    def _token(self, page: str) -> str:
        found = CSRF.search(page)
        assert found, "a page without a form"
        return found[1]

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, *, script: bool = True, **form: object) -> httpx.Response:
        headers = {"HX-Request": "true"} if script else {}
        data = {"csrf": self.csrf, **{key: str(value) for key, value in form.items()}}
        return self.http.post(path, data=data, headers=headers)

    def new_table(self, *seats: str, game: str = "meduris", **options: str) -> str:
        form: dict[str, Any] = {f"seat{number}": seat for number, seat in enumerate(seats)} | options
        answer = self.post("/tables", script=False, game=game, name=self.name, start="first", **form)
        assert answer.status_code == 200, answer.text
        self.csrf = self._token(answer.text)
        return answer.url.path.rpartition("/")[2]

    def join(self, table: str, token: str = "") -> httpx.Response:
        answer = self.post(f"/t/{table}/join", script=False, name=self.name, token=token)
        self.csrf = self._token(answer.text)
        return answer

    def choose(self, table: str, seat: int = 0) -> dict[str, str]:
        """The form of the first choice, ready to be sent."""
        page = self.get(f"/t/{table}/prompt?chosen=1.1&seat={seat}").text
        return dict(re.findall(r'name="(seat|sequence|actions|client)" value="([^"]*)"', page.partition("confirm")[2]))

    def move(self, table: str, form: dict[str, str]) -> httpx.Response:
        fields: dict[str, Any] = {**form}
        return self.post(f"/t/{table}/moves", **fields)


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Until something holds that others bring about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Commands without a server: nobody moves but who is told to, and every draw is known."""
    draws = Draws(11)
    monkeypatch.setattr("dolmen.server.commands.making.secrets.randbits", lambda bits: draws.below(1 << (bits - 1)))
    return Tables(store, Hub(), "secret", draws.pick)


@pytest.fixture
def server(store: Store) -> Iterator[Server]:
    yield from run_server(store, pace=0.0)


def run_server(store: Store, pace: float, **settings: Any) -> Iterator[Server]:
    app = make_app(Config(**{"pace": pace, "rate": 10_000, **settings}), store)
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    port = running.servers[0].sockets[0].getsockname()[1]
    served = Server(f"http://127.0.0.1:{port}", app.state.context)
    yield served
    for client in served.clients:
        client.close()
    running.should_exit = True
    thread.join(60)
    end = time.time() + 60
    while store.engine.pool.checkedout() and time.time() < end:  # type: ignore[attr-defined]
        time.sleep(0.01)  # a request that was cut off still ends in its thread
