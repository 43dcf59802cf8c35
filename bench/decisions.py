"""What a decision costs the server in processor time, in one process without sockets; and whether it is told the same.

Tables of all games with two people and their streams, at all stages of their games; one decision after another, each
drawn from the legal ones and waited for until both streams have told it. Everything that is drawn follows from the
seed, so two versions of the server are asked the same. With another working tree, both are measured by turns, block by
block, and every message is compared; what was told is kept, to be looked at with `diff`.

    python -m bench.decisions
    python -m bench.decisions --against ../main --decisions 1500
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import truediv
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from bench.reliability.figures import ROOT, Progress, Report, parser
from dolmen.cli.serve import COLLECTED
from dolmen.contract.registry import games
from dolmen.server.app import make_app
from dolmen.server.bench import run_loop
from dolmen.server.commands import making, seats
from dolmen.server.config import Config
from dolmen.server.context import Context
from dolmen.server.security import COOKIE
from dolmen.store import NewEvent, Player

BLOCK = 100
"""So many decisions one version makes before it is the other one's turn."""
MOST_AHEAD = 100
"""The tables begin after 0 to so many decisions of their games."""
UNLIMITED = {"rate": 1e6, "pause": 0.0, "guests_a_day": 0, "tables_a_day": 0, "streams_by_address": 0}


@dataclass
class Listener:
    """One who looks at a table, for as long as its game goes on."""

    player: Player
    cookie: str
    csrf: str
    told: list[bytes] = field(default_factory=list)
    """What was sent since the last decision."""
    sequence: int = -1
    task: asyncio.Task[None] | None = None


@dataclass
class Seated:
    """A table with its two people."""

    id: str
    game: str
    people: list[Listener]


class Blocks:
    """A server without sockets, and those who play at it, block after block."""

    def __init__(self, database: str, tables: int, seed: int) -> None:
        self.draws = random.Random(seed)
        self.app = make_app(Config(database=database, **UNLIMITED), chance=self.draws.choice)  # type: ignore[arg-type]
        self.ctx: Context = self.app.state.context
        self.seated: list[Seated] = []
        self._tables = tables
        self._made = 0
        self._place = 0
        self._news = asyncio.Event()

    async def open(self) -> None:
        """Everybody sits down and looks."""
        for place in range(self._tables):
            self.seated.append(await self._sit(MOST_AHEAD * place // self._tables))

    async def block(self, decisions: int) -> list[dict[str, Any]]:
        """Make so many decisions; what each cost, and what was told of it."""
        return [await self._decide() for _ in range(decisions)]

    async def _decide(self) -> dict[str, Any]:
        table = self.seated[self._place]
        live = self.ctx.tables.live(table.id, 0)  # (as we know it: on PostgreSQL, else, it is looked up)
        seat = live.state.current_player
        action, sequence = self.draws.choice(live.state.legal_actions()), live.sequence
        person = table.people[seat]
        form = {"csrf": person.csrf, "seat": seat, "sequence": sequence, "actions": action, "client": f"b{sequence}"}
        body, path = urlencode(form).encode(), f"/t/{table.id}/moves"
        began = time.process_time()
        await self._post(path, person, body)
        await self._wait(table, sequence + 1)
        spent = time.process_time() - began
        message = b"\n".join(piece for listener in table.people for piece in listener.told)
        for listener in table.people:
            listener.told.clear()
        message = self._plain(table, message)
        told = {"game": table.game, "ms": 1000 * spent, "bytes": len(message), "text": message.decode()}
        if self.ctx.tables.live(table.id, 0).state.is_terminal():
            self._stand_up(table)
            self.seated[self._place] = await self._sit(0)
        self._place = (self._place + 1) % len(self.seated)
        return told

    def _plain(self, table: Seated, message: bytes) -> bytes:
        """What was told, without what is drawn by the operating system."""
        name = self.ctx.tables.live(table.id, 0).table.name
        message = message.replace(table.id.encode(), b"TABLE").replace(name.encode(), b"NAME")
        for number, listener in enumerate(table.people):
            message = message.replace(listener.csrf.encode(), b"CSRF%d" % number)
        return message

    # ------------------------------------------------------------------------------------------------ tables

    async def _sit(self, ahead: int) -> Seated:
        """A new table for two people who look, some decisions after its beginning."""
        keys, tables = list(games()), self.ctx.tables
        game = keys[self._made % len(keys)]
        self._made += 1
        people = [self._person(name) for name in ("Ana", "Ben")]
        options = {"seed": str(self._made)}
        table = Seated(making.create(tables, game, people[0].player, ["me", "open"], options).id, game, people)
        seats.join(tables, table.id, people[1].player)
        if ahead:
            self._play_ahead(table.id, ahead)
        for seat, listener in enumerate(people):
            listener.task = asyncio.create_task(self._listen(table, seat, listener))
        await self._wait(table, 0)
        for listener in people:
            listener.told.clear()
        return table

    def _person(self, name: str) -> Listener:
        player = self.ctx.store.new_player(name)
        token = self.ctx.store.new_token(player.id, "session")
        return Listener(player, self.ctx.secrets.sign(token), self.ctx.secrets.csrf(token))

    def _play_ahead(self, table_id: str, decisions: int) -> None:
        """So many decisions at once, or as many as the game has but for its end, and on to one of a person."""
        live = self.ctx.tables.live(table_id)
        state = live.state.clone()
        made = len(state.history)
        while len(state.history) - made < decisions or state.is_chance():
            state.apply_trusted(self.draws.choice(state.legal_actions()))
            if state.is_terminal():
                while len(state.history) - made > decisions // 2 or state.is_chance():
                    state.undo()
                break
        texts = [state.game.action_text(action) for action in state.history[made:]]
        self.ctx.tables.forget(table_id)
        self.ctx.store.append(table_id, live.sequence, [NewEvent("import", {"actions": texts})])

    def _stand_up(self, table: Seated) -> None:
        for listener in table.people:
            if listener.task is not None:
                listener.task.cancel()

    # ------------------------------------------------------------------------------------------------ requests

    def _scope(self, method: str, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        """A request as uvicorn hands it on."""
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), *headers],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            "state": {},
        }

    async def _post(self, path: str, person: Listener, body: bytes) -> None:
        cookie = (b"cookie", f"{COOKIE}={person.cookie}".encode())
        kind = (b"content-type", b"application/x-www-form-urlencoded")
        headers = [(b"hx-request", b"true"), cookie, kind, (b"content-length", str(len(body)).encode())]
        answers: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            answers.append(message)

        await self.app(self._scope("POST", path, "", headers), receive, send)  # type: ignore[arg-type]
        assert answers[0]["status"] == 204, answers

    async def _listen(self, table: Seated, seat: int, listener: Listener) -> None:
        async def receive() -> dict[str, Any]:
            await asyncio.Future()
            raise AssertionError("it is never set")

        async def send(message: Any) -> None:
            piece = message.get("body", b"")
            if not piece.startswith(b":"):  # (that says only that the stream is still there)
                listener.told.append(piece)
            if found := re.search(rb"(?:^|\n)id: (\d+)", piece):
                listener.sequence = int(found[1])
                self._news.set()

        cookie = (b"cookie", f"{COOKIE}={listener.cookie}".encode())
        await self.app(self._scope("GET", f"/t/{table.id}/stream", f"seat={seat}", [cookie]), receive, send)  # type: ignore[arg-type]

    async def _wait(self, table: Seated, sequence: int) -> None:
        """Until both have been told of an event."""
        async with asyncio.timeout(60):
            while any(listener.sequence < sequence for listener in table.people):
                self._news.clear()
                await self._news.wait()


async def _work(database: str, tables: int, seed: int) -> None:
    """In a process of its own: a block for each line that is read; what it cost and told is written as a line."""
    blocks = Blocks(database, tables, seed)
    async with blocks.app.router.lifespan_context(blocks.app):
        await blocks.open()
        await asyncio.sleep(1)  # what begins with a server has begun
        gc.set_threshold(*COLLECTED)
        gc.freeze()
        print("ready", flush=True)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            print(json.dumps(await blocks.block(int(line))), flush=True)
    blocks.ctx.store.close()


class Version:
    """A version of the server: its tables in a process of its own, with the code of a working tree."""

    def __init__(self, name: str, tree: Path, given: argparse.Namespace, keep: Path) -> None:
        self.name = name
        self.folder = tempfile.TemporaryDirectory(prefix="dolmen-decisions-")
        self.told = keep / f"{name}.txt"
        self.told.write_text("")
        environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}", "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "bench.decisions", "--seed", str(given.seed), "--tables", str(given.tables)]
        command += ["--work", given.database or f"sqlite:///{self.folder.name}/tables.sqlite"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._ask, self._hear = self.process.stdin, self.process.stdout
        assert self._hear.readline() == "ready\n", f"{name} did not start"
        self.block(BLOCK)  # what is written for the first time is dearer
        self.costs: dict[str, list[float]] = {}
        self.sizes: list[int] = []
        self.digests: list[str] = []

    def block(self, decisions: int) -> list[dict[str, Any]]:
        """What so many decisions cost and told."""
        self._ask.write(f"{decisions}\n")
        self._ask.flush()
        made: list[dict[str, Any]] = json.loads(self._hear.readline())
        return made

    def measure(self) -> None:
        """One block more."""
        with self.told.open("a") as told:
            for one in self.block(BLOCK):
                self.costs.setdefault(one["game"], []).append(one["ms"])
                self.sizes.append(one["bytes"])
                self.digests.append(hashlib.sha256(one["text"].encode()).hexdigest())
                told.write(one["text"].replace("><", ">\n<"))

    def mean(self, game: str = "") -> float:
        """Milliseconds of a decision, of one game or of all."""
        costs = [cost for key, found in self.costs.items() if game in ("", key) for cost in found]
        return round(sum(costs) / len(costs), 3)

    def close(self) -> None:
        """End it."""
        self._ask.close()
        self.process.wait()
        self.folder.cleanup()


def measure(given: argparse.Namespace, progress: Progress) -> Report:
    """Block by block, by turns."""
    keep = given.keep / "decisions"
    keep.mkdir(parents=True, exist_ok=True)
    report = Report("decisions", {"tables": given.tables, "decisions": given.decisions, "seed": given.seed})
    trees = {"this": ROOT} | ({"other": given.against.resolve()} if given.against else {})
    versions = [Version(name, tree, given, keep) for name, tree in trees.items()]
    blocks: list[list[float]] = [[] for _ in versions]
    for number in range(-(-given.decisions // BLOCK)):
        for version, means in zip(versions, blocks, strict=True):
            before = sum(map(sum, version.costs.values()))
            version.measure()
            means.append((sum(map(sum, version.costs.values())) - before) / BLOCK)
        progress.say(f"{(number + 1) * BLOCK} of {given.decisions} decisions")
    for version, means in zip(versions, blocks, strict=True):
        report.add(f"{version.name}: ms of processor time a decision", version.mean())
        report.add(f"{version.name}: the same, median of the blocks", round(median(means), 3))
        for game in version.costs:
            report.add(f"{version.name}: {game}", version.mean(game))
        report.add(f"{version.name}: bytes told of a decision", sum(version.sizes) // len(version.sizes))
        version.close()
    if len(versions) > 1:
        this, other = ([cost for found in version.costs.values() for cost in found] for version in versions)
        report.add("this to other, %: median of each decision's", round(100 * median(map(truediv, this, other)), 1))
        report.notes += list(_differences(*versions))
        report.add("decisions that are told otherwise", len(report.notes), most=0)
    return report


def _differences(this: Version, other: Version) -> Iterator[str]:
    for number, digests in enumerate(zip(this.digests, other.digests, strict=True)):
        if len(set(digests)) > 1:
            yield f"decision {number} is told otherwise: diff {this.told} {other.told}"


def main() -> int:
    """The command."""
    arguments = parser("what a decision costs the server, and whether it is told the same")
    arguments.add_argument("--tables", type=int, default=20, metavar="N", help="each with two people and their streams")
    arguments.add_argument("--decisions", type=int, default=1500, metavar="N", help="to measure")
    arguments.add_argument("--against", type=Path, metavar="TREE", help="another working tree, measured by turns")
    arguments.add_argument("--database", default="", metavar="URL", help="PostgreSQL's; default: a fresh SQLite file")
    arguments.add_argument("--work", metavar="URL", help=argparse.SUPPRESS)
    given: argparse.Namespace = arguments.parse_args()
    if given.work:
        run_loop(_work(given.work, given.tables, given.seed))
        return 0
    with Progress() as progress:
        report = measure(given, progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
