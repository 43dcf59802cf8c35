"""How fast the table is: many tables with two clients each, decisions at a steady rate, seen at the other client.

The tables stand at all stages of their games, and the decisions are drawn from the legal ones. The load comes from
this process, which shares the machine with the server: it reads the streams in large pieces, keeps its connections,
and learns what happened from the events in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from dolmen.contract.registry import games
from dolmen.core.errors import InvalidSetup
from dolmen.server.commands import making, seats
from dolmen.server.hub import Hub
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.security import COOKIE, Secrets
from dolmen.store import NewEvent, Store

LATEST = 10.0
"""Seconds after which a decision that was not seen is given up."""
MOST_AHEAD = 100
"""The tables begin after 0 to so many decisions of their games."""
PIECE = 1 << 18

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Measured:
    """What came of it."""

    tables: int
    clients: int
    decisions: int
    seconds: float
    """From the first decision until the last was seen."""
    p50_ms: float
    p95_ms: float
    worst_ms: float
    server_cpu_ms: float
    """Processor time of the server for a decision: storing it, and telling both clients."""
    load_cpu_ms: float
    """Processor time of this process for a decision: playing both clients."""
    update_bytes: int
    """What a client is told of a decision, on average."""
    first_page_ms: float
    page_bytes: int
    """The largest page of a table over the wire, compressed."""


@dataclass
class Person:
    """A client with a session."""

    cookie: str
    csrf: str
    told: int = 0
    """The last event that the client's stream told of."""
    told_at: float = 0.0
    received: int = 0
    """Bytes of the stream so far."""


@dataclass
class Seated:
    """A table of the measurement."""

    live: LiveTable
    people: list[Person]
    news: asyncio.Event = field(default_factory=asyncio.Event)
    connection: Connection | None = None
    busy: bool = False


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


# ---------------------------------------------------------------------------------------------------- requests


async def _open(port: int) -> Connection:
    return await asyncio.open_connection("127.0.0.1", port, limit=PIECE)


def _head(line: str, *more: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", "Host: 127.0.0.1", *more, "", ""]).encode()


async def _get(port: int, path: str, *more: str) -> bytes:
    """A whole answer, head and body as they came."""
    reader, writer = await _open(port)
    writer.write(_head(f"GET {path}", "Connection: close", *more))
    answer = await reader.read()
    writer.close()
    return answer


async def _server_seconds(port: int) -> float:
    """Processor time of the server so far."""
    found = re.search(rb"process_cpu_seconds_total ([\d.]+)", await _get(port, "/metrics"))
    return float(found[1]) if found else 0.0


# ---------------------------------------------------------------------------------------------------- the measurement


async def _measure(database: str, port: int, tables: int, rate: float, seconds: float) -> Measured:
    began = time.perf_counter()
    await _get(port, "/", "Accept-Encoding: gzip")
    first_page = time.perf_counter() - began
    store = Store(database)
    draws = random.Random(0)
    seated = _seat(store, tables, draws)
    pages = [
        await _get(port, f"/t/{table.live.table.id}", "Accept-Encoding: gzip", f"Cookie: {COOKIE}={person.cookie}")
        for table in seated[-8:]
        for person in table.people
    ]
    listeners = [asyncio.create_task(_listen(port, table, seat)) for table in seated for seat in (0, 1)]
    while not all(person.told for table in seated for person in table.people):
        await asyncio.sleep(0.1)
    received = sum(person.received for table in seated for person in table.people)
    used, own, began = await _server_seconds(port), time.process_time(), time.perf_counter()
    waits = await _drive(store, port, seated, rate, seconds, draws)
    elapsed, own = time.perf_counter() - began, time.process_time() - own
    used = await _server_seconds(port) - used
    received = sum(person.received for table in seated for person in table.people) - received
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    store.close()
    waits.sort()
    return Measured(
        tables=tables,
        clients=2 * tables,
        decisions=len(waits),
        seconds=round(elapsed, 1),
        p50_ms=round(1000 * waits[len(waits) // 2], 1),
        p95_ms=round(1000 * waits[int(len(waits) * 0.95)], 1),
        worst_ms=round(1000 * waits[-1], 1),
        server_cpu_ms=round(1000 * used / len(waits), 2),
        load_cpu_ms=round(1000 * own / len(waits), 2),
        update_bytes=received // (2 * len(waits)),
        first_page_ms=round(1000 * first_page, 1),
        page_bytes=max(map(len, pages)),
    )


def _seat(store: Store, number: int, draws: random.Random) -> list[Seated]:
    """Tables with two people each, half of each game where there are two, from the first decision to late ones."""
    secret = store.setting("secret", "")
    signer = Secrets(secret)
    tables = LiveTables(store, Hub(), secret, draws.choice)
    keys = list(games())
    found = []
    for place in range(number):
        players = [store.new_player(name) for name in ("Ana", "Ben")]
        table = making.create(tables, keys[place % len(keys)], players[0], ["me", "open"])
        seats.join(tables, table.id, players[1])
        live = tables.live(table.id)
        _play_ahead(store, live, MOST_AHEAD * place // number, draws)
        people = []
        for player in players:
            token = store.new_token(player.id, "session")
            people.append(Person(signer.sign(token), signer.csrf(token)))
        found.append(Seated(live, people))
    return found


def _play_ahead(store: Store, live: LiveTable, decisions: int, draws: random.Random) -> None:
    """So many decisions at once, or fewer where the game would be over, and on to one of a person."""
    state = live.state.clone()
    made = len(state.history)
    while len(state.history) - made < decisions or state.is_chance():
        state.apply_trusted(draws.choice(state.legal_actions()))
        if state.is_terminal():
            while len(state.history) - made > decisions // 2 or state.is_chance():
                state.undo()
            break
    texts = [state.game.action_text(action) for action in state.history[made:]]
    if texts:
        store.append(live.table.id, live.sequence, [NewEvent("import", {"actions": texts})])
        live.fold(store.events(live.table.id, after=live.sequence))


async def _listen(port: int, table: Seated, seat: int) -> None:
    """Note when a client has received each event as a whole."""
    person = table.people[seat]
    reader, writer = await _open(port)
    writer.write(_head(f"GET /t/{table.live.table.id}/stream?seat={seat}", f"Cookie: {COOKIE}={person.cookie}"))
    rest = b""
    try:
        while piece := await reader.read(PIECE):
            person.received += len(piece)
            *events, rest = (rest + piece).split(b"\n\n")
            for event in events:
                found = re.search(rb"^id: (\d+)", event, re.MULTILINE)
                if found:
                    person.told, person.told_at = int(found[1]), time.perf_counter()
                    table.news.set()
    finally:
        writer.close()


async def _drive(
    store: Store, port: int, seated: list[Seated], rate: float, seconds: float, draws: random.Random
) -> list[float]:
    """One decision after another, each at its time, whatever became of those before."""
    waits: list[float] = []
    tasks = []
    begin = time.perf_counter()
    queue = deque(seated)
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, begin + number / rate - time.perf_counter()))
        while queue and (queue[0].busy or queue[0].live.deciding is None):
            table = queue.popleft()
            if table.busy:
                queue.append(table)
                await asyncio.sleep(0 if any(not other.busy for other in queue) else 0.01)
        if not queue:
            raise InvalidSetup("all games are over: measure for a shorter time, or with more tables")
        table = queue.popleft()
        queue.append(table)
        table.busy = True
        tasks.append(asyncio.create_task(_decide(store, port, table, waits, draws)))
    await asyncio.gather(*tasks)
    return waits


async def _decide(store: Store, port: int, table: Seated, waits: list[float], draws: random.Random) -> None:
    """A decision at a table, and how long it takes until the other client has been told."""
    live = table.live
    live.fold(store.events(live.table.id, after=live.sequence))
    seat = live.deciding
    if seat is None:
        table.busy = False
        return
    person, other = table.people[seat], table.people[1 - seat]
    form = {
        "csrf": person.csrf,
        "seat": seat,
        "sequence": live.sequence,
        "actions": draws.choice(live.state.legal_actions()),
        "client": f"b{live.sequence}",
    }
    body = urlencode(form).encode()
    head = _head(
        f"POST /t/{live.table.id}/moves",
        "HX-Request: true",
        f"Cookie: {COOKIE}={person.cookie}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    )
    reader, writer = table.connection = table.connection or await _open(port)
    began = time.perf_counter()
    writer.write(head + body)
    while other.told <= live.sequence and time.perf_counter() < began + LATEST:
        table.news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.news.wait(), 1)
    waits.append(other.told_at - began if other.told > live.sequence else LATEST)
    await reader.readuntil(b"\r\n\r\n")  # the answer has no body: the streams tell what has changed
    table.busy = False
