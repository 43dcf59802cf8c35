"""Faults: a full disk, a locked database, a PostgreSQL that is stopped, a worker or a bot's process that is killed.

People and bots play meanwhile. Whatever was acknowledged stays; what cannot be done is answered with 503 and a time to
come back; and within ten seconds of the cause ending, every table goes on by itself, those with bots, too.

    python -m bench.reliability.faults
    python -m bench.reliability.faults --only locked postgres
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.reliability.actors import Ledger, SentMove
from bench.reliability.audit import audit
from bench.reliability.databases import Postgres, is_intact
from bench.reliability.figures import Progress, Report, parser
from bench.reliability.people import Answer, Gone, Program
from bench.reliability.servers import Server
from dolmen.contract.registry import games
from dolmen.core.errors import InvalidSetup
from dolmen.store import Store

RECOVERY = 10.0
"""Seconds after the end of a cause within which every table goes on."""
PATIENCE = 60.0
"""So long it is waited for, to tell how long it took."""
BEFORE = 6.0
"""Seconds of play before the cause."""
PAUSE = 0.25
"""Seconds that a person thinks."""
DISK = "24m"
LOCKED = 34.0
FULL = 12.0
STOPPED = 6.0


class Sitter:
    """A person at one table: decides when asked, and sends again what was not acknowledged."""

    def __init__(self, port: int, game: str, opponent: str, ledger: Ledger, seed: int) -> None:
        self.program = Program(port, f"S{seed}")
        self.ledger = ledger
        self.draws = random.Random(seed)
        self.has_bot = opponent.startswith("bot")
        self.game = game
        self.opponent = opponent
        self.table = ""
        self.counts: Counter[str] = Counter()
        self.acknowledged = 0.0
        """When the last decision was."""
        self.bot_moved = 0.0
        """When a bot's move was seen last."""
        self._last_own = -1
        self.stops = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self._sit()

    def _sit(self) -> None:
        made = self.program.call("POST", "/tables", {"game": self.game, "seats": ["me", self.opponent]})
        self.table = made.json["id"]
        self.ledger.tables[self.table] = ["me", self.opponent]
        self._last_own = -1

    def goes_on_since(self, moment: float) -> bool:
        """Whether something was acknowledged after a moment and, where a bot sits here, it has moved."""
        return self.acknowledged > moment and (not self.has_bot or self.bot_moved > moment)

    def _run(self) -> None:
        while not self.stops.is_set():
            try:
                self._turn()
            except (Gone, KeyError, ValueError):
                self.counts["not answered"] += 1
            time.sleep(PAUSE)

    def _turn(self) -> None:
        """Look, and decide if we are asked."""
        answer = self._count(self.program.call("GET", f"/tables/{self.table}?seat=0"))
        if answer.status != 200:
            return
        view: dict[str, Any] = answer.json
        seat = view["deciding"]
        if view["status"] == "finished":
            self._sit()
            return
        if seat is None or not view["seats"][seat]["yours"]:
            return
        if self.has_bot and view["sequence"] > self._last_own >= 0:
            self.bot_moved = time.monotonic()
        choices = self._count(self.program.call("GET", f"/tables/{self.table}/choices?seat={seat}"))
        if choices.status != 200 or not choices.json:
            return
        choice = self.draws.choice(choices.json)
        self._send(SentMove(self.table, view["sequence"], seat, choice["text"]), choice["action"])

    def _send(self, sent: SentMove, action: int) -> None:
        """Send a decision until it is acknowledged."""
        client_id = f"{self.program.name}-{sent.sequence}"
        decision = {"sequence": sent.sequence, "actions": [action], "seat": sent.seat, "client_id": client_id}
        while not self.stops.is_set():
            try:
                answer = self._count(self.program.call("POST", f"/tables/{sent.table}/moves", decision))
            except Gone:
                self.counts["not answered"] += 1
                time.sleep(PAUSE)
                continue
            if answer.status == 200:
                self.ledger.moves[sent] = self._last_own = answer.json["sequence"]
                self.acknowledged = time.monotonic()
                return
            if answer.status < 500:
                self.ledger.notes.append(f"{sent}: {answer.status} {answer.text[:200]}")
                return
            time.sleep(PAUSE)

    def _count(self, answer: Answer) -> Answer:
        """Note how it was answered."""
        if answer.status == 503:
            self.counts["503" if "retry-after" in answer.headers else "503 without a time"] += 1
        elif answer.status >= 500:
            self.counts["other 5xx"] += 1
        return answer


# ---------------------------------------------------------------------------------------------------- causes


@dataclass
class Place:
    """Where a server runs: its database, and what can be done to it."""

    url: str
    server: Server | None = None
    folder: Path | None = None
    postgres: Postgres | None = None


@contextmanager
def small_disk() -> Iterator[Place]:
    """An SQLite file on a disk of its own, which is small."""
    with tempfile.TemporaryDirectory(prefix="dolmen-disk-") as folder:
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], capture_output=True)
        if mount.returncode:
            raise InvalidSetup("a small disk cannot be mounted: run this as root, or under `unshare -rm`")
        try:
            yield Place(f"sqlite:///{folder}/tables.sqlite", folder=Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=False)


@contextmanager
def sqlite_file() -> Iterator[Place]:
    """An SQLite file."""
    with tempfile.TemporaryDirectory(prefix="dolmen-faults-") as folder:
        yield Place(f"sqlite:///{folder}/tables.sqlite", folder=Path(folder))


@contextmanager
def own_postgres() -> Iterator[Place]:
    """A PostgreSQL."""
    postgres = Postgres()
    try:
        yield Place(postgres.new_url(), postgres=postgres)
    finally:
        postgres.close()


def fill_disk(place: Place) -> None:
    """No room is left for a while."""
    assert place.folder is not None
    ballast = place.folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            pass
        time.sleep(FULL)
    ballast.unlink()


def lock(place: Place) -> None:
    """Another process writes, and does not end for a while."""
    assert place.folder is not None
    with sqlite3.connect(place.folder / "tables.sqlite", timeout=10, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(LOCKED)
        other.execute("ROLLBACK")
    other.close()


def restart_postgres(place: Place) -> None:
    """PostgreSQL is stopped at once, and comes back after a while."""
    assert place.postgres is not None
    place.postgres.stop()
    time.sleep(STOPPED)
    place.postgres.start()


def kill_worker(place: Place) -> None:
    """One of the server's processes is killed."""
    assert place.server is not None
    os.kill(place.server.workers()[0], signal.SIGKILL)


def kill_bots(place: Place) -> None:
    """The processes in which bots think are killed, three times."""
    assert place.server is not None
    for _ in range(3):
        for pid in place.server.bots():
            os.kill(pid, signal.SIGKILL)
        time.sleep(1)


@dataclass(frozen=True)
class Fault:
    """A cause, where it happens, and whether requests must be refused meanwhile."""

    place: Callable[[], Any]
    cause: Callable[[Place], None]
    flags: tuple[str, ...] = ()
    refuses: bool = True


FAULTS = {
    "full disk": Fault(small_disk, fill_disk),
    "locked": Fault(sqlite_file, lock),
    "postgres": Fault(own_postgres, restart_postgres),
    "worker": Fault(own_postgres, kill_worker, ("--workers", "2"), refuses=False),
    "bots": Fault(sqlite_file, kill_bots, refuses=False),
}


# ---------------------------------------------------------------------------------------------------- the figures


def try_fault(name: str, fault: Fault, seed: int, keep: Path, report: Report, progress: Progress) -> None:
    """Play, let it happen, and see how everything goes on."""
    ledger = Ledger()
    with fault.place() as place, Server(place.url, keep / f"{name.replace(' ', '-')}.log", *fault.flags) as server:
        place.server = server
        opponents = ("here", "bot:greedy", "bot:random")
        pairs = [(game, opponent) for game in games() for opponent in opponents]
        sitters = [Sitter(server.port, *pair, ledger, 10 * seed + number) for number, pair in enumerate(pairs)]
        for sitter in sitters:
            sitter.thread.start()
        progress.say(f"{name}: playing")
        time.sleep(BEFORE)
        progress.say(f"{name}: the cause")
        fault.cause(place)
        ended = time.monotonic()
        while not all(sitter.goes_on_since(ended) for sitter in sitters) and time.monotonic() < ended + PATIENCE:
            progress.say(f"{name}: {time.monotonic() - ended:.0f} s after the cause")
            time.sleep(0.05)
        took = round(time.monotonic() - ended, 1)
        for sitter in sitters:
            sitter.stops.set()
        for sitter in sitters:
            sitter.thread.join(60)
        _report(name, fault, sitters, ended, took, server, report)
        server.stop()
        store = Store(place.url)
        found = audit(store, ledger)
        report.add(f"{name}: moves acknowledged", len(ledger.moves), least=1)
        wrong = sum(found.counts[what] for what in ("lost", "doubled", "changed", "illegal")) + len(ledger.notes)
        report.add(f"{name}: lost, doubled, changed or refused", wrong + (not is_intact(store)), most=0)
        report.notes += [f"{name}: {note}" for note in [*found.notes, *ledger.notes]]
        store.close()


def _report(
    name: str, fault: Fault, sitters: list[Sitter], ended: float, took: float, server: Server, report: Report
) -> None:
    """What was answered, and how long it took to go on."""
    counts = sum((sitter.counts for sitter in sitters), Counter[str]())
    report.add(f"{name}: seconds until every table went on", took, most=RECOVERY)
    report.add(f"{name}: answers 503 with a time", counts["503"], least=1 if fault.refuses else None)
    report.add(f"{name}: other answers 5xx", counts["other 5xx"] + counts["503 without a time"], most=0)
    report.add(f"{name}: not answered", counts["not answered"])
    report.add(f"{name}: tracebacks in the log", server.tracebacks(), most=0)
    report.notes += [f"{name}: {number} x {line}" for line, number in server.kinds_of_tracebacks().items()]
    for sitter in sitters:
        if not sitter.goes_on_since(ended):
            report.notes.append(f"{name}: {sitter.game} with {sitter.opponent} ({sitter.table}) does not go on")


def measure(names: list[str], seed: int, keep: Path, progress: Progress) -> Report:
    """Try the faults."""
    report = Report("faults", {"faults": ", ".join(names), "seed": seed})
    for name in names:
        try_fault(name, FAULTS[name], seed, keep, report, progress)
    return report


def main() -> int:
    """The command."""
    arguments = parser("after a fault everything goes on by itself")
    arguments.add_argument("--only", nargs="*", choices=tuple(FAULTS), default=list(FAULTS), help="which faults")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        report = measure(given.only, given.seed, given.keep / "faults", progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
