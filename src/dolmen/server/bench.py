"""How fast the table is: many tables with two clients each, decisions at a steady rate, seen at the other client.

The tables stand at all stages of their games, and the decisions are drawn from the legal ones; where a game ends, the
same two begin another. The load comes from this process, which shares the machine with the server: it reads the streams
in large pieces, keeps its connections, and learns what happened from the events in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from dolmen.contract.game import State
from dolmen.contract.registry import games
from dolmen.core.errors import InvalidSetup
from dolmen.server.commands import making, seats
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.security import COOKIE, Secrets
from dolmen.store import NewEvent, Player, Store

LATEST = 10.0
"""Seconds after which a decision that was not seen is given up."""
MOST_AHEAD = 100
"""The tables begin after 0 to so many decisions of their games."""
PIECE = 1 << 18
WANTED_MS = 100.0
"""Of a hundred decisions, 95 shall be seen within so many milliseconds."""
STEP = 10
"""Decisions a second between two rates that are tried."""
BEHIND = 1.1
"""A rate is not kept where its decisions took so many times as long as they should."""
TRIES = 2
"""So often a rate is tried before it is too high: other programs may have had the machine."""

UNLIMITED = {
    "DOLMEN_RATE": "1000000",
    **{f"DOLMEN_{whose}_A_DAY": "0" for whose in ("GUESTS", "TABLES", "UPLOADS")},
    **{f"DOLMEN_{what}": "0" for what in ("CONNECTIONS", "CONNECTIONS_BY_ADDRESS", "STREAMS_BY_ADDRESS")},
}
"""The load comes from one address: what keeps a stranger from it is off."""

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Result = TypeVar("Result")


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


@dataclass(frozen=True)
class Step:
    """One rate that was tried."""

    rate: int
    p95_ms: float
    seconds: float
    """What the decisions took, which should be the time that was asked for."""
    ok: bool


@dataclass
class Person:
    """A client with a session."""

    player: Player
    cookie: str
    csrf: str
    told: int = 0
    """The last event that the client's stream told of."""
    told_at: float = 0.0
    received: int = 0
    """Bytes of the stream so far."""
    stream: asyncio.Task[None] | None = None


@dataclass
class Seated:
    """A table of the measurement, its game as far as is known here."""

    id: str
    people: list[Person]
    state: State
    sequence: int
    connection: Connection | None = None
    waits: tuple[Person, int, asyncio.Future[None]] | None = None
    """Who shall be told of which event, and what happens then."""

    def follow(self, store: Store) -> None:
        """Take in what happened."""
        for event in store.events(self.id, after=self.sequence):
            self.sequence = event.sequence
            for text in event.payload.get("actions", ()):
                self.state.apply_trusted(self.state.action_id(text))

    def hear(self, person: Person, sequence: int) -> None:
        """A client was told of an event."""
        person.told, person.told_at = sequence, time.perf_counter()
        if self.waits is not None:
            waited_for, event, told = self.waits
            if person is waited_for and sequence >= event and not told.done():
                told.set_result(None)


# ---------------------------------------------------------------------------------------------------- the server


@contextlib.contextmanager
def serving(database: str | None, workers: int) -> Iterator[tuple[str, int, int]]:
    """A server in processes of its own, on a fresh SQLite file where no database is named: the URL, port, process."""
    with tempfile.TemporaryDirectory(prefix="dolmen-bench-") as folder:
        url = database or f"sqlite:///{folder}/tables.sqlite"
        command = [sys.executable, "-m", "dolmen", "serve", "--port", "0", "--workers", str(workers)]
        command += ["--database", url]
        environment = {**os.environ, **UNLIMITED}
        with Path(folder, "log").open("w+b") as log:
            server = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, env=environment, start_new_session=True
            )
            try:
                yield url, _wait_for_port(server, Path(folder, "log")), server.pid
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


def processes_of(session: int) -> list[int]:
    """The processes that a server's first one has started, with itself (Linux)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError, IndexError, ValueError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] != "Z":
                    found.append(int(folder.name))
    return found


def _cpu_seconds(session: int) -> float:
    """Processor time of a server so far, by all of its processes."""
    used = 0.0
    for pid in processes_of(session):
        with contextlib.suppress(OSError):
            used += time.clock_gettime(_cpu_clock(pid))
    return used


def _cpu_clock(pid: int) -> int:
    """The clock that counts the processor time of another process, as Linux numbers it."""
    return (~pid << 3) | 2


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


# ---------------------------------------------------------------------------------------------------- the load


class Load:
    """Tables with two clients each, on a server that runs."""

    def __init__(self, store: Store, port: int, draws: random.Random) -> None:
        self.store = store
        self.port = port
        self.draws = draws
        self.seated: list[Seated] = []
        self.games = 0
        """Games that were begun."""
        secret = store.setting("secret", "")
        self._signer = Secrets(secret)
        self._tables = LiveTables(store, Hub(), secret, draws.choice)
        self._free: deque[Seated] = deque()

    async def open(self, tables: int) -> None:
        """Seat everybody, half of the tables at each game where there are two, and open their streams."""
        for place in range(tables):
            people = [self._person(name) for name in ("Ana", "Ben")]
            self.seated.append(self._seat(people, MOST_AHEAD * place // tables))
        for table in self.seated:
            self._listen(table)
        while not all(person.told for table in self.seated for person in table.people):
            await asyncio.sleep(0.1)
        self.take_turns()

    def take_turns(self) -> None:
        """From here on every table is asked again, the first one first."""
        self._free = deque(self.seated)

    async def close(self) -> None:
        """Hang up."""
        streams = [person.stream for table in self.seated for person in table.people if person.stream is not None]
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        for table in self.seated:
            if table.connection is not None:
                table.connection[1].close()

    @property
    def received(self) -> int:
        """Bytes of all streams so far."""
        return sum(person.received for table in self.seated for person in table.people)

    def _person(self, name: str) -> Person:
        player = self.store.new_player(name)
        token = self.store.new_token(player.id, "session")
        return Person(player, self._signer.sign(token), self._signer.csrf(token))

    def _seat(self, people: list[Person], ahead: int) -> Seated:
        """A new table for two people, some decisions after its beginning."""
        keys = list(games())
        self.games += 1
        made = making.create(self._tables, keys[self.games % len(keys)], people[0].player, ["me", "open"])
        seats.join(self._tables, made.id, people[1].player)
        live = self._tables.live(made.id)
        self._tables.forget(made.id)
        table = Seated(made.id, people, live.state, live.sequence)
        if ahead:
            self._play_ahead(table, ahead)
        return table

    def _play_ahead(self, table: Seated, decisions: int) -> None:
        """So many decisions at once, or fewer where the game would be over, and on to one of a person."""
        state = table.state.clone()
        made = len(state.history)
        while len(state.history) - made < decisions or state.is_chance():
            state.apply_trusted(self.draws.choice(state.legal_actions()))
            if state.is_terminal():
                while len(state.history) - made > decisions // 2 or state.is_chance():
                    state.undo()
                break
        texts = [state.game.action_text(action) for action in state.history[made:]]
        if texts:
            self.store.append(table.id, table.sequence, [NewEvent("import", {"actions": texts})])
            table.follow(self.store)

    # ------------------------------------------------------------------------------------------------ streams

    def _listen(self, table: Seated) -> None:
        """Open the streams of a table's clients, and close those of the table at which they sat before."""
        for seat, person in enumerate(table.people):
            if person.stream is not None:
                person.stream.cancel()
            person.told = 0
            person.stream = asyncio.create_task(self._read(table, seat, person))

    async def _read(self, table: Seated, seat: int, person: Person) -> None:
        """Note when a client has received each event as a whole."""
        reader, writer = await _open(self.port)
        writer.write(_head(f"GET /t/{table.id}/stream?seat={seat}", f"Cookie: {COOKIE}={person.cookie}"))
        rest = b""
        try:
            while piece := await reader.read(PIECE):
                person.received += len(piece)
                *events, rest = (rest + piece).split(b"\n\n")
                for event in events:
                    found = re.search(rb"^id: (\d+)", event, re.MULTILINE)
                    if found:
                        table.hear(person, int(found[1]))
        finally:
            writer.close()

    # ------------------------------------------------------------------------------------------------ decisions

    async def drive(self, rate: float, seconds: float) -> list[float]:
        """One decision after another, each at its time, whatever became of those before; how long each took."""
        waits: list[float] = []
        tasks = []
        begin = time.perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0, begin + number / rate - time.perf_counter()))
            while not self._free:
                await asyncio.sleep(0.002)
            tasks.append(asyncio.create_task(self._decide(self._free.popleft(), waits)))
        await asyncio.gather(*tasks)
        return waits

    async def _decide(self, table: Seated, waits: list[float]) -> None:
        """A decision at a table, and how long it takes until the other client has been told."""
        seat = table.state.current_player
        assert seat in (0, 1), f"table {table.id}: event {table.sequence} leaves {seat} to decide"
        person, other = table.people[seat], table.people[1 - seat]
        form = {
            "csrf": person.csrf,
            "seat": seat,
            "sequence": table.sequence,
            "actions": self.draws.choice(table.state.legal_actions()),
            "client": f"b{table.sequence}",
        }
        body = urlencode(form).encode()
        head = _head(
            f"POST /t/{table.id}/moves",
            "HX-Request: true",
            f"Cookie: {COOKIE}={person.cookie}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        reader, writer = table.connection = table.connection or await _open(self.port)
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        table.waits = (other, table.sequence + 1, told)
        began = time.perf_counter()
        writer.write(head + body)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LATEST):
                await told
        waits.append(other.told_at - began if told.done() and not told.cancelled() else LATEST)
        await reader.readuntil(b"\r\n\r\n")  # the answer has no body: the streams tell what has changed
        table.follow(self.store)
        self._free.append(await self.renew(table) if table.state.is_terminal() else table)

    async def renew(self, table: Seated) -> Seated:
        """The same people at a new table, once their game is over."""
        new = await asyncio.to_thread(self._seat, table.people, 0)
        new.connection = table.connection
        self.seated[self.seated.index(table)] = new
        self._listen(new)
        while not all(person.told for person in new.people):
            await asyncio.sleep(0.01)
        return new


def run_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it on the fastest loop at hand: what this process needs, the server lacks."""
    try:
        import uvloop
    except ModuleNotFoundError:  # there is none for Windows
        return asyncio.run(work)
    return uvloop.run(work)


# ---------------------------------------------------------------------------------------------------- the measurements


def measure(tables: int, rate: float, seconds: float, database: str | None = None, workers: int = 1) -> Measured:
    """Start a server and measure it at a steady rate."""
    with serving(database, workers) as (url, port, process):
        return run_loop(_measure(url, port, process, tables, rate, seconds))


async def _measure(url: str, port: int, process: int, tables: int, rate: float, seconds: float) -> Measured:
    began = time.perf_counter()
    await _get(port, "/", "Accept-Encoding: gzip")
    first_page = time.perf_counter() - began
    store = Store(url)
    load = Load(store, port, random.Random(0))
    await load.open(tables)
    pages = [
        await _get(port, f"/t/{table.id}", "Accept-Encoding: gzip", f"Cookie: {COOKIE}={person.cookie}")
        for table in load.seated[-8:]
        for person in table.people
    ]
    received, used = load.received, _cpu_seconds(process)
    own, began = time.process_time(), time.perf_counter()
    waits = await load.drive(rate, seconds)
    elapsed, own = time.perf_counter() - began, time.process_time() - own
    used, received = _cpu_seconds(process) - used, load.received - received
    await load.close()
    store.close()
    waits.sort()
    return Measured(
        tables=tables,
        clients=2 * tables,
        decisions=len(waits),
        seconds=round(elapsed, 1),
        p50_ms=round(1000 * waits[len(waits) // 2], 1),
        p95_ms=p95_ms(waits),
        worst_ms=round(1000 * waits[-1], 1),
        server_cpu_ms=round(1000 * used / len(waits), 2),
        load_cpu_ms=round(1000 * own / len(waits), 2),
        update_bytes=received // (2 * len(waits)),
        first_page_ms=round(1000 * first_page, 1),
        page_bytes=max(map(len, pages)),
    )


def p95_ms(waits: Sequence[float]) -> float:
    """What 95 of a hundred decisions took at most, in milliseconds."""
    return round(1000 * sorted(waits)[int(len(waits) * 0.95)], 1)


def highest_rate(
    tables: int,
    first: int,
    seconds: float,
    database: str | None = None,
    workers: int = 1,
    progress: Callable[[Step], None] = lambda _: None,
) -> list[Step]:
    """Try one rate after another, from the first on, until one is too high; the rates that were tried."""
    with serving(database, workers) as (url, port, _process):
        return run_loop(_climb(url, port, tables, first, seconds, progress))


async def _climb(
    url: str, port: int, tables: int, first: int, seconds: float, progress: Callable[[Step], None]
) -> list[Step]:
    store = Store(url)
    load = Load(store, port, random.Random(0))
    await load.open(tables)
    steps: list[Step] = []
    rate, failed = first, 0
    while failed < TRIES:
        began = time.perf_counter()
        waits = await load.drive(rate, seconds)
        elapsed, p95 = time.perf_counter() - began, p95_ms(waits)
        steps.append(Step(rate, p95, round(elapsed, 1), p95 < WANTED_MS and elapsed < seconds * BEHIND))
        progress(steps[-1])
        failed = 0 if steps[-1].ok else failed + 1
        rate += STEP if steps[-1].ok else 0
    await load.close()
    store.close()
    return steps
