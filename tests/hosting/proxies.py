"""People play through nginx and through Caddy, as `deploy/` sets them up: `make test-hosting`.

Both stand before a server of two processes with PostgreSQL, and before one with SQLite, narrow limits, a path prefix.
Not part of `make test`: it needs both proxies (Debian packages) and takes a minute or two. Nothing is skipped.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.hosting.fronts import DEPLOY, PREFIX, Front, caddy, certificate, nginx
from tests.server.people import Site, Visitor, api, two_people, wait_for
from tests.server.test_crash import start
from tests.server.test_workers import children_of, is_replaced
from tests.store.conftest import Postgres, new_database, own_postgres, postgres_programs

PROXIES = {"nginx": nginx, "caddy": caddy}
STREAMS = 100
"""By address, as nginx.conf says."""
SECONDS = 10
"""For a head, as both files say."""
FEW = 3
NARROW = ("--guests-a-day", f"{FEW}", "--streams-by-address", f"{FEW}", "--rate", "5", "--body-seconds", "2")

_numbers = count(10)


def new_address() -> str:
    """An address of this machine that nobody used yet: a client who is counted apart."""
    return f"127.0.0.{next(_numbers)}"


def settings() -> dict[str, str]:
    """The environment of a server, with what dolmen.env says."""
    lines = (DEPLOY / "dolmen.env").read_text(encoding="utf-8").splitlines()
    return {**os.environ, **dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))}


# ------------------------------------------------------------------------------------------------ what runs


@dataclass
class Club:
    """A server, its database if it can be restarted, and the proxies before it."""

    process: subprocess.Popen[bytes]
    url: str
    """Of the server itself."""
    log: Path
    fronts: dict[str, Front]
    postgres: Postgres | None = None


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Where everybody may write: proxies do not run as root."""
    made = Path(tempfile.mkdtemp(prefix="dolmen-hosting-", dir="/tmp"))
    made.chmod(0o777)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def run_club(folder: Path, database: str, *flags: str, prefix: str = "") -> Iterator[Club]:
    """A server with both proxies, until it is no longer needed."""
    process, url = start(database, folder / f"server{len(flags)}.log", *flags, environment=settings())
    fronts: dict[str, Front] = {}
    try:
        for name, make in PROXIES.items():
            home = Path(tempfile.mkdtemp(dir=folder))
            home.chmod(0o777)
            fronts[name] = make(home, url.removeprefix("http://").partition("/")[0], certificate(home), prefix=prefix)
            fronts[name].start()
        yield Club(process, url, folder / f"server{len(flags)}.log", fronts)
    finally:
        process.terminate()  # first: proxies wait for streams
        process.wait(60)
        for front in fronts.values():
            front.stop()


@pytest.fixture(scope="module")
def club(folder: Path) -> Iterator[Club]:
    """PostgreSQL and two processes."""
    programs = postgres_programs()
    if programs is None:
        pytest.fail("PostgreSQL is not installed, and this test is about it: apt-get install postgresql")
    with own_postgres(programs) as postgres:
        database = new_database(postgres.url).replace("+psycopg", "")
        for running in run_club(folder, database, "--workers", "2", "--pace", "0"):
            running.postgres = postgres
            yield running


@pytest.fixture(scope="module")
def corner(folder: Path) -> Iterator[Club]:
    """SQLite, narrow limits, and a path prefix."""
    yield from run_club(folder, f"sqlite:///{folder}/tables.sqlite", *NARROW, "--root-path", PREFIX, prefix=PREFIX)


@pytest.fixture(params=list(PROXIES))
def front(request: pytest.FixtureRequest, club: Club) -> Iterator[Front]:
    """Each of the proxies before the server of two processes."""
    yield club.fronts[request.param]
    club.fronts[request.param].close_clients()


@pytest.fixture(params=list(PROXIES))
def narrow(request: pytest.FixtureRequest, corner: Club) -> Iterator[Front]:
    """Each of the proxies before the server with narrow limits."""
    yield corner.fronts[request.param]
    corner.fronts[request.param].close_clients()


# ------------------------------------------------------------------------------------------------ who comes


class Follower:
    """Reads a stream as a browser does: when it ends it comes back, and says what it saw last."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self._client = client
        self._path = path
        self.ids: list[str] = []
        self.visits = 0
        """How often it was let in."""
        self._ended = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        wait_for(lambda: self.ids, 30)

    def _follow(self) -> None:
        while not self._ended:
            with contextlib.suppress(httpx.HTTPError, httpx.StreamError, RuntimeError):  # the last: we hung up
                self._read()
            time.sleep(0.3)

    def _read(self) -> None:
        headers = {"Last-Event-ID": self.ids[-1]} if self.ids else {}
        with self._client.stream("GET", self._path, headers=headers) as answer:
            self.visits += answer.status_code == 200
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    self.ids.append(line[4:])
                if self._ended:
                    return

    def has_seen(self, sequence: int) -> bool:
        return self.ids[-1].partition(".")[0] == str(sequence)

    def end(self) -> None:
        self._ended = True
        self._client.close()


def asked(request: Callable[[], httpx.Response]) -> Any:
    """What is answered; while somebody is being restarted, a person tries again."""
    for _ in range(100):
        try:
            answer = request()
        except httpx.TransportError:
            answer = httpx.Response(502)
        if answer.status_code < 500:
            break
        time.sleep(0.1)
    assert answer.is_success, answer.text
    return answer.json()


def arrives(front: Front, name: str) -> httpx.Client:
    """A program of a new guest; what was restarted before may not answer at the first try."""
    with front.client() as guest:
        token = asked(lambda: guest.post("/api/guests", json={"name": name}))["token"]
    return front.client(base_url=f"{front.url}/api", headers={"Authorization": f"Bearer {token}"})


def table_of_two(front: Front, game: str) -> tuple[list[httpx.Client], str]:
    """Two programs at a table."""
    ana, ben = arrives(front, "Ana"), arrives(front, "Ben")
    table = ana.post("/tables", json={"game": game, "seats": ["me", "open"]}).json()["id"]
    assert ben.post(f"/tables/{table}/join").status_code == 200
    return [ana, ben], table


def decide(players: list[httpx.Client], table: str) -> int:
    """Whoever is asked takes the first choice; returns the table's sequence after it."""
    view = asked(lambda: players[0].get(f"/tables/{table}"))
    seat = view["deciding"]
    choices = asked(lambda: players[seat].get(f"/tables/{table}/choices"))
    decision = {"sequence": view["sequence"], "actions": [choices[0]["action"]], "client_id": f"{view['sequence']}"}
    asked(lambda: players[seat].post(f"/tables/{table}/moves", json=decision))
    sequence: int = asked(lambda: players[0].get(f"/tables/{table}"))["sequence"]
    assert sequence > view["sequence"]
    return sequence


def from_address(site: Site, address: str, **more: Any) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address, verify=site.verify)
    return site.client(transport=transport, **more)


def connect(front: Front, sender: str = "127.0.0.1") -> ssl.SSLSocket:
    assert isinstance(front.verify, ssl.SSLContext)
    host, port = front.url.removeprefix("https://").partition("/")[0].split(":")
    plain = socket.create_connection(("127.0.0.1", int(port)), timeout=30, source_address=(sender, 0))
    return front.verify.wrap_socket(plain, server_hostname=host)


def speak(front: Front, said: bytes, more: Iterable[bytes] = ()) -> tuple[bytes, float]:
    """Say something and listen until the proxy hangs up; returns what was heard, and after how long."""
    began, heard = time.monotonic(), b""
    with connect(front) as connection, contextlib.suppress(ConnectionError, ssl.SSLError):
        connection.sendall(said)
        for piece in more:
            connection.sendall(piece)
        while piece := connection.recv(65_536):
            heard += piece
    return heard, time.monotonic() - began


# ------------------------------------------------------------------------------------------------ playing


def test_two_people_play_in_their_browsers(front: Front) -> None:
    ana, ben, table = two_people(front)
    page = Follower(ben.http, f"/t/{table}/stream?seat=1")
    assert ana.move(table, ana.choose(table)).status_code == 204
    wait_for(lambda: page.has_seen(2), 2)  # at once: nothing waits for a buffer to be full
    assert ben.move(table, ben.choose(table, 1)).status_code == 204
    wait_for(lambda: int(page.ids[-1].partition(".")[0]) > 2, 2)
    page.end()


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_two_programs_play(front: Front, game: str) -> None:
    players, table = table_of_two(front, game)
    news = Follower(api(front, "Onlooker"), f"/tables/{table}/stream")
    for _ in range(4):
        sequence = decide(players, table)
        wait_for(partial(news.has_seen, sequence), 2)
    assert news.visits == 1
    news.end()


def test_cookies_and_links_are_for_tls_alone(front: Front) -> None:
    with front.client() as client:
        page = client.get("/")
        cookies = page.headers.get_list("set-cookie")
        assert cookies and all("Secure" in cookie and "HttpOnly" in cookie for cookie in cookies)
        assert page.headers["strict-transport-security"].startswith("max-age=")
        moved = httpx.get(f"{front.plain}/rules/meduris")
        assert moved.status_code in (301, 308) and moved.headers["location"].startswith("https://localhost")
    ana = front.visitor("Ana")
    table = ana.new_table("me", "friend")
    assert f"{front.url}/j/{table}/" in ana.get(f"/t/{table}").text


# ------------------------------------------------------------------------------------------------ what goes wrong


def test_tables_go_on_whatever_is_restarted(club: Club, front: Front) -> None:
    """Settings read anew, the proxy, each process of the server, the database: everybody comes back, bots play on."""
    postgres = club.postgres
    assert postgres is not None
    causes: list[tuple[str, Callable[[], None]]] = [
        ("settings", front.reload),
        ("proxy", front.restart),
        ("a process", partial(kill_oldest, club)),
        ("the other process", partial(kill_oldest, club)),
        ("database", partial(postgres.control, "-m", "fast", "restart")),
    ]
    players, table = table_of_two(front, "meduris")
    robot = arrives(front, "Robo")
    watching = [Follower(arrives(front, f"Onlooker {number}"), f"/tables/{table}/stream") for number in range(4)]
    watching += [Follower(front.visitor("Cleo").http, f"/t/{table}/stream") for _ in range(2)]
    for what, cause in causes:
        cause()
        sequence = decide(players, table)
        for one in watching:
            wait_for(partial(one.has_seen, sequence), 20)
        bots = {"game": "meduris", "seats": ["bot:random", "me"]}
        made = robot.post("/tables", json=bots)
        assert made.status_code == 201, (what, made.text)
        assert answers_soon(robot, made.json()["id"]), what
    assert all(one.visits > 1 for one in watching)
    for one in watching:
        one.end()
    assert "Traceback" not in club.log.read_text()


def answers_soon(robot: httpx.Client, table: str) -> bool:
    """Whether the bot at the first seat decides within 20 seconds."""
    for _ in range(40):
        if asked(lambda: robot.get(f"/tables/{table}"))["deciding"] == 1:
            return True
        time.sleep(0.5)
    return False


def kill_oldest(club: Club) -> None:
    """Kill the process of the server that runs for the longest time, once all of them run."""
    wait_for(lambda: len(children_of(club.process.pid)) == 2, 30)
    child = children_of(club.process.pid)[0]
    os.kill(child, signal.SIGKILL)
    wait_for(partial(is_replaced, club.process.pid, child), 30)


# ------------------------------------------------------------------------------------------------ limits


def test_figures_are_not_for_everybody(club: Club, front: Front) -> None:
    with front.client() as client:
        for path in ("/metrics", "//metrics", "/%6detrics", "/metrics?x=1", "/static/../metrics"):
            answer = client.get(path)
            assert answer.status_code == 403 or b"dolmen_decisions" not in answer.content, path
        assert client.get("/metrics").status_code == 403
        assert client.get("/health").json()["status"] == "ok"
    assert "dolmen_decisions_total" in httpx.get(f"{club.url}/metrics").text


def test_heads_and_bodies_have_limits(front: Front) -> None:
    with front.client() as client:
        assert client.get("/health", headers={"X-Long": "a" * 8_000}).status_code == 200
        assert client.get("/health", headers={"X-Long": "a" * 100_000}).status_code in (400, 431)
        answer = client.post("/api/guests", content=b"a" * 600_000)  # Caddy may be cut off while it passes a body on
        assert answer.status_code in ((413,) if front.name == "nginx" else (413, 502))
    heard, _seconds = speak(front, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", (b"a" * 10_000 for _ in range(1_000)))
    assert heard[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")


def test_heads_that_do_not_come_are_not_waited_for(club: Club) -> None:
    begun = [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "]
    talks = [(front, said) for front in club.fronts.values() for said in begun]
    with ThreadPoolExecutor(len(talks)) as pool:
        answers = list(pool.map(lambda talk: speak(*talk), talks))
    assert all(SECONDS - 2 < seconds < 2 * SECONDS for _heard, seconds in answers), answers


def test_nginx_counts_requests_by_address(club: Club) -> None:
    """The server is told to take any number: who refuses is nginx."""
    front, address = club.fronts["nginx"], new_address()
    with from_address(front, address) as hasty, from_address(front, new_address()) as calm:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: hasty.get("/rules/none").status_code, range(400)))
        assert answers.count(404) >= 100 and 429 in answers
        assert calm.get("/health").status_code == 200
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', calm.get("/").text)
        assert all(hasty.get(file).status_code == 200 for file in files)


def test_nginx_counts_streams_by_address(club: Club) -> None:
    front, sender = club.fronts["nginx"], new_address()
    table = front.visitor("Ana").new_table("me", "friend")
    with contextlib.ExitStack() as stack:

        def status(sender: str) -> bytes:
            stream = stack.enter_context(connect(front, sender))
            stream.sendall(f"GET /t/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            return stream.recv(65_536)[9:12]

        assert {status(sender) for _ in range(STREAMS)} == {b"200"}
        assert (status(sender), status(new_address())) == (b"429", b"200")
    front.close_clients()


# ------------------------------------------------------------------------------------------------ whose address it is


def test_the_server_sees_the_real_address(narrow: Front) -> None:
    """So many guests come from an address, whatever the client writes into his heads."""
    lies = [
        {},
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-For": "203.0.113.8, 127.0.0.1", "X-Real-IP": "203.0.113.8", "Forwarded": "for=203.0.113.8"},
        {"X-Forwarded-For": "203.0.113.9", "Connection": "close, X-Forwarded-For"},
    ]
    with from_address(narrow, new_address()) as liar, from_address(narrow, new_address()) as other:
        answers = [liar.post("/api/guests", json={"name": "Robo"}, headers=lie).status_code for lie in lies]
        assert answers == [201] * FEW + [429] * (len(lies) - FEW)
        assert other.post("/api/guests", json={"name": "Robo"}).status_code == 201


def test_the_server_counts_requests_and_streams_of_the_real_address(narrow: Front) -> None:
    """Caddy counts nothing; what it lets through is counted here, and nginx lets that much through."""
    sender = new_address()
    with from_address(narrow, sender) as hasty, from_address(narrow, new_address()) as calm:
        token = calm.post("/api/guests", json={"name": "Robo"}).json()["token"]
        robot = {"Authorization": f"Bearer {token}"}
        made = calm.post("/api/tables", json={"game": "meduris", "seats": ["me", "open"]}, headers=robot)
        path = f"/t/{made.json()['id']}/stream"
        with hasty.stream("GET", path), hasty.stream("GET", path), hasty.stream("GET", path):
            assert hasty.get(path).status_code == 429
            with calm.stream("GET", path) as answer:
                assert answer.status_code == 200
        with ThreadPoolExecutor(4) as pool:
            lie = {"X-Forwarded-For": "203.0.113.7"}
            answers = list(pool.map(lambda _: hasty.get("/health", headers=lie).status_code, range(60)))
        assert 429 in answers
        assert calm.get("/health").status_code == 200


def test_a_body_that_does_not_come_is_not_waited_for_and_streams_outlast_it(corner: Club) -> None:
    """What ends slow bodies must not end long answers."""
    reading = []
    for front in corner.fronts.values():
        players, table = api_table(front)
        reading.append(Follower(players[0], f"/tables/{table}/stream"))
    head = f"POST {PREFIX}/api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{{".encode()
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda front: speak(front, head), corner.fronts.values()))
    assert all(seconds < 3 * SECONDS for _heard, seconds in answers), answers
    assert max(seconds for _heard, seconds in answers) > 2 * SECONDS - 2
    time.sleep(3)
    assert [one.visits for one in reading] == [1, 1]
    for one in reading:
        one.end()
    for front in corner.fronts.values():
        front.close_clients()


# ------------------------------------------------------------------------------------------------ under a prefix


def test_two_people_play_under_a_prefix(narrow: Front) -> None:
    ana = Visitor(narrow, "Ana")
    home = ana.get("/")
    assert all(f"Path={PREFIX}" in cookie and "Secure" in cookie for cookie in home.headers.get_list("set-cookie"))
    for link in re.findall(rf'(?:href|src)="{PREFIX}(/static/[^"]+)"', home.text):
        assert ana.get(link).status_code == 200, link
    players, table = api_table(narrow)
    assert decide(players, table) < decide(players, table)
    with narrow.client(base_url=narrow.url.removesuffix(PREFIX)) as outside:
        assert outside.get(f"{PREFIX}/metrics").status_code == 403
        assert "Meduris" not in outside.get("/rules/meduris").text  # what is beside the prefix is not ours


def api_table(narrow: Front) -> tuple[list[httpx.Client], str]:
    """Two programs at a table, from addresses of their own."""
    players = []
    for name in ("Ana", "Ben"):
        client = from_address(narrow, new_address(), base_url=f"{narrow.url}/api")
        token = client.post("/guests", json={"name": name}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        players.append(client)
    table = players[0].post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).json()["id"]
    assert players[1].post(f"/tables/{table}/join").status_code == 200
    return players, table
