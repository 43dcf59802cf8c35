"""A server in this process, and the people and programs that visit it."""

from __future__ import annotations

import re
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import uvicorn

from dolmen.core.draws import Draws
from dolmen.server.app import make_app
from dolmen.server.config import Config
from dolmen.server.connections import protocol
from dolmen.server.context import Context
from dolmen.store import Store

UNLIMITED: dict[str, Any] = {
    **{"pace": 0.0, "pause": 0.0, "rate": 10_000},
    **{"guests_a_day": 0, "tables_a_day": 0, "uploads_a_day": 0, "tournaments_a_day": 0},
}
"""All visitors of a module's server come from one address, and in a hurry."""

Result = TypeVar("Result")

CSRF = re.compile(r'name="csrf" value="(\w+)"')


@dataclass
class Site:
    """What people visit: a server, or a proxy before one."""

    url: str
    clients: list[httpx.Client] = field(default_factory=list, kw_only=True)
    verify: ssl.SSLContext | bool = field(default=True, kw_only=True)
    """Whose certificates are believed."""

    def client(self, **settings: Any) -> httpx.Client:
        made = httpx.Client(**{"base_url": self.url, "timeout": 30, "verify": self.verify, **settings})
        self.clients.append(made)
        return made

    def close_clients(self) -> None:
        while self.clients:
            self.clients.pop().close()

    def visitor(self, name: str = "") -> Visitor:
        return Visitor(self, name)


class Fortune:
    """What a server draws, set-ups, dice, the bots' seeds: the same in every run, so a test meets the same games."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """From here on the draws that belong to this name."""
        self._draws = Draws(zlib.crc32(name.encode()))

    def pick(self, items: Sequence[int]) -> int:
        return self._draws.pick(items)

    def bits(self, count: int) -> int:
        return self._draws.below(1 << (count - 1))  # draws have 32 bits


@dataclass
class Server(Site):
    """A running server."""

    context: Context
    fortune: Fortune


class Visitor:
    """A browser without a script: cookies, forms, links."""

    def __init__(self, server: Site, name: str) -> None:
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
        form = page.partition('id="confirm"')[2].partition("</form>")[0]
        found = re.findall(r'name="(seat|sequence|actions|client)"\s+value="([^"]*)"', form)
        return dict(reversed(found))  # the first of several buttons

    def move(self, table: str, form: dict[str, str]) -> httpx.Response:
        fields: dict[str, Any] = {**form}
        return self.post(f"/t/{table}/moves", **fields)


class Listener:
    """Reads a stream in the background."""

    def __init__(self, visitor: Visitor, path: str, last: str = "") -> None:
        self.text = ""
        self.ids: list[str] = []
        self.opened = threading.Event()
        headers = {"Last-Event-ID": last} if last else {}
        self.response = visitor.http.stream("GET", path, headers=headers)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with self.response as answer:
            self.opened.set()
            try:
                for line in answer.iter_lines():
                    self.text += line + "\n"
                    if line.startswith("id: "):
                        self.ids.append(line[4:])
            except httpx.HTTPError:
                return


def two_people(server: Site, **options: str) -> tuple[Visitor, Visitor, str]:
    """Ana and Ben at a table of two."""
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    table = ana.new_table("me", "friend", **options)
    link = re.search(r"/j/\w+/(\w+)", ana.get(f"/t/{table}").text)
    assert link
    assert ben.join(table, link[1]).status_code == 200
    return ana, ben, table


def api(server: Site, name: str) -> httpx.Client:
    with server.client() as guest:
        token = guest.post("/api/guests", json={"name": name}).json()["token"]
    return server.client(base_url=f"{server.url}/api", headers={"Authorization": f"Bearer {token}"})


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Until something holds that others bring about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@contextmanager
def serve(database: str, **settings: Any) -> Iterator[Server]:
    """A server in this process, with connections of its own."""
    store = Store(database)
    config = Config(**{**UNLIMITED, **settings})
    fortune = Fortune()
    app = make_app(config, store, fortune.pick)
    quiet: dict[str, Any] = {
        "port": settings.get("port", 0),
        "log_level": "warning",
        "proxy_headers": False,
        "timeout_graceful_shutdown": 1,
    }
    running = uvicorn.Server(uvicorn.Config(app, http=protocol(config), **quiet))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    wait_for(lambda: running.started or not thread.is_alive())
    assert running.started, "the server did not start: see its log"
    port = running.servers[0].sockets[0].getsockname()[1]
    served = Server(f"http://127.0.0.1:{port}", app.state.context, fortune)
    with patch("secrets.randbits", fortune.bits):
        yield served
    served.close_clients()
    running.should_exit = True
    thread.join(60)
    end = time.time() + 60
    while store.engine.pool.checkedout() and time.time() < end:  # type: ignore[attr-defined]
        time.sleep(0.01)  # a request that was cut off still ends in its thread
    store.close()
