"""Malformed requests over every route: each is answered, none with 5xx, and the server's memory stays what it was.

The routes are the app's own; sessions, tokens, seats, tables and sequences are partly valid, so that what is wrong is
met by the code that must refuse it. Each kind of failure is kept with the smallest request that shows it.

    python -m bench.reliability.malformed --requests 100000 --database sqlite
"""

from __future__ import annotations

import argparse
import random
import re
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.reliability.databases import KINDS, fresh_database
from bench.reliability.drawing import Drawing, Request, Route, World, routes_of
from bench.reliability.figures import Progress, Report, parser
from bench.reliability.people import Browser, Program
from bench.reliability.servers import Server
from dolmen.analysis.replay import begin
from dolmen.contract.registry import games, load
from dolmen.server.app import make_app
from dolmen.server.config import Config

PATIENCE = 30.0
"""Seconds after which a request that was not answered hangs."""
BRIEF = 0.3
"""Likewise, where the server may rightly wait for more of the request."""
GROWTH = 1.15
"""Memory at the end, as a multiple of what it was after half of the requests."""
CLIENTS = 3
TABLES = 3
"""Tables of each game and kind."""
RENEWED = 2000
"""After so many requests the valid values are looked up again: sequences have moved on, sessions may have ended."""


class Run:
    """A server and the requests that it gets."""

    def __init__(self, server: Server, routes: list[Route], seed: int, keep: Path) -> None:
        self.server = server
        self.routes = routes
        self.keep = keep
        self.draws = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.failures: dict[str, Request] = {}
        self._guard = threading.Lock()

    def go(self, requests: int, progress: Progress) -> float:
        """Send so many requests; gives the server's memory after half of them."""
        half = 0.0
        sent = 0
        while sent < requests:
            number = min(RENEWED, requests - sent)
            world = make_world(self.server.port, self.draws.randrange(1 << 30))
            threads = [
                threading.Thread(target=self._send_some, args=(world, self.draws.random(), number // CLIENTS + 1))
                for _ in range(CLIENTS)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive():
                    thread.join(1)
                    progress.say(
                        f"{self.statuses.total():,} of {requests:,}; {dict(self.statuses)}; {dict(self.counts)}"
                    )
            sent += number
            half = half if half and sent - number >= requests // 2 else self.server.memory()
        return half

    def _send_some(self, world: World, seed: float, number: int) -> None:
        drawing = Drawing(self.routes, world, random.Random(seed))
        for _ in range(number):
            request = drawing.request()
            status = send(self.server.port, request)
            with self._guard:
                self.statuses[f"{status // 100}xx" if status else "no answer"] += 1
                self._judge(request, status)

    def _judge(self, request: Request, status: int) -> None:
        """Count what should not be, and keep the first request of each kind."""
        if status >= 500 and status != 501:
            what = "5xx"
        elif status == HANGS:
            what = "hangs"
        elif not self.server.is_alive():
            what = "server ended"
        else:
            return
        self.counts[what] += 1
        self.failures.setdefault(f"{what} {status} {request.route}", request)

    def keep_failures(self) -> Iterator[str]:
        """Write the smallest request of each kind of failure; a line for each."""
        self.keep.mkdir(parents=True, exist_ok=True)
        for number, (what, request) in enumerate(sorted(self.failures.items())):
            file = self.keep / f"{number:03}.http"
            file.write_bytes(smallest(self.server.port, request).to_bytes())
            yield f"{what}: nc 127.0.0.1 {self.server.port} < {file}"


HANGS = -1


def send(port: int, request: Request) -> int:
    """Send a request; gives the status of the answer, 0 where there is none, HANGS where it does not come."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(request.to_bytes())
        if request.half:
            return 0
        is_whole = _is_whole(request)
        line.settimeout(PATIENCE if is_whole else BRIEF)
        try:
            told = line.recv(4096).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n") or line.recv(4096)
        except TimeoutError:
            return HANGS if is_whole else 0
        is_answer = re.match(rb"HTTP/1\.[01] (\d{3})", told)
        return int(is_answer[1]) if is_answer else 0
    return 0


def _is_whole(request: Request) -> bool:
    """Whether the server has no reason to wait for more of it."""
    names = {name.lower() for name, _ in request.headers}
    return not request.raw and not names & {b"content-length", b"transfer-encoding", b"expect"}


def smallest(port: int, request: Request) -> Request:
    """The request with everything left out without which it fails alike."""
    status = send(port, request)
    if status < 500:
        return request
    for simpler in request.simpler():
        if send(port, simpler) == status:
            return smallest(port, simpler)
    return request


# ---------------------------------------------------------------------------------------------------- what is valid


def make_world(port: int, seed: int) -> World:
    """People, programs and tables of all kinds."""
    draws = random.Random(seed)
    browsers = [Browser(port, name) for name in ("Ana", "Ben")]
    programs = [Program(port, name) for name in ("Robo", "Rita")]
    tables: list[str] = []
    sequences: set[str] = set()
    links: list[str] = []
    actions: set[str] = set()
    for game in games():
        for _ in range(TABLES):
            tables += [browser.new_table(game, ["me", "here"])[1] for browser in browsers]
            tables.append(browsers[0].new_table(game, ["me", "friend", "open"])[1])
            made = programs[0].call("POST", "/tables", {"game": game, "seats": ["me", "here"]}).json
            tables.append(made["id"])
            for _ in range(draws.randint(0, 20)):
                moved, seat = _move(programs[0], made["id"], draws)
                if not moved:
                    break
                sequences.add(moved)
                choices = programs[0].call("GET", f"/tables/{made['id']}/choices?seat={seat}").json
                actions |= {str(choice["action"]) for choice in choices}
        waiting = programs[0].call("POST", "/tables", {"game": game, "seats": ["me", "friend"]}).json
        tables.append(waiting["id"])
        links += [seat["link"] for seat in waiting["seats"] if seat["link"]]
    pages = browsers[0].get("/").text + browsers[0].get(f"/t/{tables[0]}").text + browsers[0].get("/account").text
    names = {*re.findall(r'name="([^"]+)"', pages), "seat0", "settled_power", "clock_number", "clock_unit"}
    numbers = sorted(actions, key=int)
    values = {
        "table_id": tuple(tables),
        "token": tuple(links),
        "seat": ("0", "1"),
        "absent": ("0", "1"),
        "sequence": tuple(sequences) or ("1",),
        "actions": tuple(numbers) + tuple(f"[{number}]" for number in numbers),
        "action": tuple(numbers),
        "game": tuple(games()),
        "key": tuple(re.findall(r"/rules/[\w-]+/([\w-]+)", pages)) or ("start",),
        "name": ("Ana", "greedy", "random", "table.css", "board.js", "vendor/htmx.min.js"),
        "bot": ("greedy", "random", ""),
        "language": ("en", "es", "it", "nl"),
        "seats": ('["me", "here"]', '["me", "friend"]', '["me", "open", "here"]'),
        "seat0": ("me",),
        "seat1": ("here", "friend", "open"),
        "seat2": ("here", ""),
        "options": ("{}",),
        "settled": ('{"power": "0"}', "{}"),
        "client": ("c1", "c2"),
        "client_id": ("c1", "c2"),
        "at": ("0", "1", "5"),
        "way": ("0", "1"),
        "chosen": ("1.1", "1.2", "2.1"),
        "group": ("1", "2"),
        "place": ("field-1", "hex-A1", "built-3"),
        "play": tuple(text for text in ("pass", "build A1", "hut 3")),
        "text": ("hello",),
        "login": ("ana",),
        "password": ("a long password",),
        "clock": ("0", "60"),
        "hold": ("0", "1"),
        "start": ("random", "first", "0"),
        "back": ("/", "/account"),
    }
    files = tuple(begin(load(game, 2), seed).to_text().encode() for game in games())
    cookies = tuple("; ".join(f"{name}={value}" for name, value in one.cookies.items()) for one in browsers)
    return World(
        values,
        cookies,
        tuple(browser.csrf for browser in browsers),
        tuple(program.token for program in programs),
        tuple(sorted(names)),
        files,
    )


def _move(program: Program, table: str, draws: random.Random) -> tuple[str, int]:
    """A decision at a table; gives the sequence after it and who was asked, or nothing where nobody was."""
    view = program.call("GET", f"/tables/{table}").json
    seat = view["deciding"]
    if seat is None:
        return "", 0
    choices = program.call("GET", f"/tables/{table}/choices?seat={seat}").json
    decision = {"sequence": view["sequence"], "actions": [draws.choice(choices)["action"]], "seat": seat}
    return str(program.call("POST", f"/tables/{table}/moves", decision).json["sequence"]), seat


# ---------------------------------------------------------------------------------------------------- the figures


@contextmanager
def own_routes() -> Iterator[list[Route]]:
    """The routes of the app, from one that is made and not served."""
    with fresh_database("sqlite") as url:
        app = make_app(Config(database=url))
        yield routes_of(app)
        app.state.context.store.close()


def measure(kind: str, requests: int, seed: int, keep: Path, progress: Progress) -> Report:
    """Send so many requests."""
    report = Report("malformed", {"requests": requests, "database": kind, "seed": seed})
    with own_routes() as routes, fresh_database(kind) as url, Server(url, keep / f"{kind}.log") as server:
        run = Run(server, routes, seed, keep / kind)
        half = run.go(requests, progress)
        report.add("routes", len(routes))
        report.add("requests", run.statuses.total(), least=requests)
        for status, number in sorted(run.statuses.items()):
            report.add(f"answers {status}", number)
        for what in ("5xx", "hangs", "server ended"):
            report.add(what, run.counts[what], most=0)
        report.add("tracebacks in the log", server.tracebacks(), most=0)
        report.add("memory after half of them, MiB", half)
        report.add("memory at the end, MiB", server.memory(), most=round(half * GROWTH, 1))
        report.notes += [f"{number} x {line}" for line, number in server.kinds_of_tracebacks().items()]
        report.notes += list(run.keep_failures())
    return report


def main() -> int:
    """The command."""
    arguments = parser("malformed requests over every route are refused, never failed on")
    arguments.add_argument("--requests", type=int, default=100_000, metavar="N", help="how many")
    arguments.add_argument("--database", choices=KINDS, default="sqlite", help="which kind")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        report = measure(given.database, given.requests, given.seed, given.keep / "malformed", progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
