"""How fast the table is: many tables with two clients each, decisions at a steady rate, seen at the other client."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from dolmen.errors import InvalidSetup
from dolmen.store import Store
from dolmen.table.hub import Hub
from dolmen.table.live import LiveTable
from dolmen.table.security import COOKIE, Secrets
from dolmen.table.tables import Tables, playable


@dataclass(frozen=True)
class Measured:
    """What came of it."""

    tables: int
    clients: int
    decisions: int
    seconds: float
    p50_ms: float
    p95_ms: float
    worst_ms: float
    first_page_ms: float
    page_bytes: int
    """A table page over the wire, compressed."""


@dataclass
class Person:
    """A client with a session."""

    cookie: str
    csrf: str


@dataclass
class Seated:
    """A table of the measurement."""

    live: LiveTable
    people: list[Person]
    seen: dict[tuple[int, int], float] = field(default_factory=dict)
    """When a seat's stream told of a sequence."""
    news: asyncio.Event = field(default_factory=asyncio.Event)


def measure(tables: int, rate: float, seconds: float) -> Measured:
    """Start a server in a process of its own and measure it."""
    with tempfile.TemporaryDirectory(prefix="dolmen-bench-") as folder:
        database = f"sqlite:///{folder}/tables.sqlite"
        with Path(folder, "log").open("w+b") as log:
            command = [sys.executable, "-m", "dolmen", "serve", "--port", "0", "--rate", "1000000"]
            server = subprocess.Popen([*command, "--database", database], stdout=log, stderr=subprocess.STDOUT)
            try:
                port = _wait_for_port(server, Path(folder, "log"))
                return asyncio.run(_measure(database, port, tables, rate, seconds))
            finally:
                server.terminate()
                server.wait()


def _wait_for_port(server: subprocess.Popen[bytes], log: Path) -> int:
    while server.poll() is None:
        ready = re.search(r"ready at http://[\d.]+:(\d+)/", log.read_text())
        if ready:
            return int(ready[1])
        time.sleep(0.02)
    raise InvalidSetup(f"the server did not start: {log.read_text()}")


async def _request(port: int, head: str, body: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(head.encode() + b"\r\n" + body)
    await writer.drain()
    return reader, writer


async def _measure(database: str, port: int, tables: int, rate: float, seconds: float) -> Measured:
    began = time.perf_counter()
    head = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept-Encoding: gzip\r\n"
    reader, writer = await _request(port, head)
    await reader.read()
    writer.close()
    first_page = time.perf_counter() - began
    store = Store(database)
    seated = _seat(store, tables)
    cookie = seated[0].people[0].cookie
    path = f"/t/{seated[0].live.table.id}"
    reader, writer = await _request(port, head.replace("GET / ", f"GET {path} ") + f"Cookie: {COOKIE}={cookie}\r\n")
    page = await reader.read()
    writer.close()
    listeners = [
        asyncio.create_task(_listen(port, table, seat)) for table in seated for seat in range(len(table.people))
    ]
    await asyncio.sleep(2 + tables / 100)
    waits = await _drive(store, port, seated, rate, seconds)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    store.close()
    waits.sort()
    return Measured(
        tables=tables,
        clients=2 * tables,
        decisions=len(waits),
        seconds=seconds,
        p50_ms=round(1000 * waits[len(waits) // 2], 1),
        p95_ms=round(1000 * waits[int(len(waits) * 0.95)], 1),
        worst_ms=round(1000 * waits[-1], 1),
        first_page_ms=round(1000 * first_page, 1),
        page_bytes=len(page),
    )


def _seat(store: Store, number: int) -> list[Seated]:
    """Tables with two people each, half of each game where there are two."""
    secret = store.setting("secret", "")
    signer = Secrets(secret)
    tables = Tables(store, Hub(), secret)
    keys = playable()
    found = []
    for place in range(number):
        players = [store.new_player(name) for name in ("Ana", "Ben")]
        table = tables.create(keys[place % len(keys)], players[0], ["me", "open"])
        tables.join(table.id, players[1])
        people = []
        for player in players:
            token = store.new_token(player.id, "session")
            people.append(Person(signer.sign(token), signer.csrf(token)))
        found.append(Seated(tables.live(table.id), people))
    return found


async def _listen(port: int, table: Seated, seat: int) -> None:
    """Note when a client's stream tells of each event."""
    head = f"GET /t/{table.live.table.id}/stream?seat={seat} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Cookie: {COOKIE}={table.people[seat].cookie}\r\n"
    reader, writer = await _request(port, head)
    try:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                sequence = int(line[4:].partition(b".")[0])
                table.seen[(seat, sequence)] = time.perf_counter()
                table.news.set()
    finally:
        writer.close()


async def _drive(store: Store, port: int, seated: list[Seated], rate: float, seconds: float) -> list[float]:
    """One decision after another, each at its time, whatever became of those before."""
    waits: list[float] = []
    tasks = []
    busy: defaultdict[int, bool] = defaultdict(bool)
    begin = time.perf_counter()
    place = 0
    for number in range(int(rate * seconds)):
        due = begin + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        for _ in range(len(seated)):
            place = (place + 1) % len(seated)
            if not busy[place] and seated[place].live.deciding is not None:
                break
        busy[place] = True
        tasks.append(asyncio.create_task(_decide(store, port, seated[place], waits, busy, place)))
    await asyncio.gather(*tasks)
    return waits


async def _decide(
    store: Store, port: int, table: Seated, waits: list[float], busy: dict[int, bool], place: int
) -> None:
    live = table.live
    live.fold(store.events(live.table.id, after=live.sequence))
    seat = live.deciding
    if seat is None:
        busy[place] = False
        return
    person, other = table.people[seat], 1 - seat
    action = live.state.legal_actions()[-1]
    sequence = live.sequence
    form = {"csrf": person.csrf, "seat": seat, "sequence": sequence, "actions": action, "client": f"b{sequence}"}
    body = urlencode(form).encode()
    head = f"POST /t/{live.table.id}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nHX-Request: true\r\n"
    head += f"Cookie: {COOKIE}={person.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    head += f"Content-Length: {len(body)}\r\n"
    began = time.perf_counter()
    reader, writer = await _request(port, head, body)
    end = began + 10
    while not any(number > sequence for viewer, number in table.seen if viewer == other):
        table.news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.news.wait(), 1)
        if time.perf_counter() > end:
            break
    told = [at for (viewer, number), at in table.seen.items() if viewer == other and number > sequence]
    waits.append(min(told, default=end) - began)
    table.seen.clear()
    await reader.read()
    writer.close()
    live.fold(store.events(live.table.id, after=live.sequence))
    busy[place] = False
