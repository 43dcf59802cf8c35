"""Mutated game files of all kinds: each is read or refused in words, quickly, and the process lives on.

Games of every game and number of players, as our bots play them; tournament ledgers where they are at hand; tables as
`dolmen admin export` writes them. Each file is read as `dolmen replay` and as an upload reads it, an export as `dolmen
admin import` does; what was taken in is then looked at as a page would. The reading is done by processes of their own,
so that one that dies is seen, counted, and its file kept.

    python -m bench.reliability.mutations --files 100000

The mutated file of a number is always the same, so a run that was stopped goes on with `--first`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from bench.reliability.figures import ROOT, Progress, Report, memory, parser
from bench.reliability.mutating import mutate
from dolmen.analysis.replay import check, read_text
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.cli import main as dolmen
from dolmen.contract.registry import find, games, load
from dolmen.core.errors import DolmenError
from dolmen.server.commands import making, moves
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import Store

LEDGERS = ROOT.parent / "shared" / "ledgers"
MOST_SECONDS = 2.0
"""Processor time that a file may take."""
HANG = 60.0
"""Seconds after which a process that reads a file is ended."""
SHORTEST = (0.1, 1.0)
"""The share of a source that is mutated: the beginning of a game is read sooner, and as good."""
GROWTH = 1.15
"""Memory in the last quarter of a run, as a multiple of that in the second: single files take much, for once."""


@dataclass(frozen=True)
class Source:
    """A good file."""

    kind: str
    name: str
    text: bytes


@dataclass(frozen=True)
class Outcome:
    """What came of a mutated file."""

    number: int
    kind: str
    refused: bool
    seconds: float
    failure: str = ""
    """A traceback, where something else than our own errors came."""
    memory: float = 0.0


# ---------------------------------------------------------------------------------------------------- good files


def sources(folder: Path) -> list[Source]:
    """Good files of all kinds."""
    found = [source for key in games() for source in _played(key)]
    found += [Source("ledger", path.name, path.read_bytes()) for path in sorted(LEDGERS.glob("*.txt"))]
    return found + [_export(key, folder) for key in games()]


def _played(key: str) -> Iterator[Source]:
    """A game of random and one of greedy bots for each number of players."""
    meta = find(key)
    for players in range(meta.min_players, meta.max_players + 1):
        for bot in ("random", "greedy"):
            game = load(key, players)
            transcript, _ = simulate(game, [find_bot(bot, key)] * players, 1, players, game.max_turns)
            yield Source(meta.extension, f"{bot}{players}{meta.extension}", transcript.to_text().encode())


def _export(key: str, folder: Path) -> Source:
    """A table with chat and some moves, as `admin export` writes it."""
    database, draws = f"sqlite:///{folder}/{key}.sqlite", random.Random(key)
    store = Store(database)
    tables = LiveTables(store, Hub(), "secret", draws.choice)
    player = store.new_player("Ana")
    table = making.create(tables, key, player, ["me", "here"])
    for _ in range(60):
        live = tables.live(table.id)
        if live.deciding is None:
            break
        moves.move(
            tables, table.id, player, live.deciding, live.sequence, [draws.choice(live.state.legal_actions())], None
        )
    store.say(table.id, player, 0, "good luck")
    store.close()
    file = folder / f"{key}.json"
    dolmen(["admin", "export", table.id, "--database", database, "--out", str(file)])
    return Source("export", file.name, file.read_bytes())


def mutated(good: list[Source], seed: int, number: int) -> tuple[Source, bytes]:
    """The mutated file of that number: the same for the same seed."""
    draws = random.Random(f"{seed} {number}")
    kinds = sorted({source.kind for source in good})
    source = draws.choice([source for source in good if source.kind == kinds[number % len(kinds)]])
    text = source.text
    if source.kind != "export":
        text = text[: int(len(text) * draws.uniform(*SHORTEST))]
    return source, mutate(text, [draws.choice(good).text for _ in range(2)], draws)


# ---------------------------------------------------------------------------------------------------- reading


class Reader:
    """Reads files as a person would bring them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = f"sqlite:///{folder}/read.sqlite"
        self.store = Store(self.database)
        self.tables = LiveTables(self.store, Hub(), "secret")

    def read(self, source: Source, text: bytes) -> bool:
        """Read a file; gives whether it was refused."""
        file = self.folder / source.name
        file.write_bytes(text)
        try:
            return self._import(file) if source.kind == "export" else self._replay(file)
        finally:
            file.unlink()

    def _replay(self, file: Path) -> bool:
        if not check(file).ok:
            with contextlib.suppress(DolmenError):
                self._look(making.bring(self.tables, read_text(file), file.name, None).id)
            return True
        self._look(making.bring(self.tables, read_text(file), file.name, None).id)
        return False

    def _import(self, file: Path) -> bool:
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(io.StringIO()):
            refused = dolmen(["admin", "import", str(file), "--database", self.database]) != 0
        if not refused:
            self._look(told.getvalue().split()[-1])
        return refused

    def _look(self, table_id: str) -> None:
        """As a page does; what cannot be shown is refused in words."""
        with contextlib.suppress(DolmenError):
            self.tables.live(table_id).present.view(self.tables.live(table_id).state, None, is_open=True)
        self.tables.forget(table_id)
        self.store.delete_table(table_id)


def work(connection: Connection, good: list[Source], seed: int, first: int, end: int, step: int, folder: str) -> None:
    """Read the files of every so manieth number, and tell of each: first its number, then what came of it."""
    os.nice(5)
    reader = Reader(Path(folder))
    for number in range(first, end, step):
        source, text = mutated(good, seed, number)
        connection.send(number)
        began = time.process_time()
        try:
            refused, failure = reader.read(source, text), ""
        except Exception:  # what comes here is what we look for
            refused, failure = False, traceback.format_exc(limit=-6)
        seconds = time.process_time() - began
        connection.send(Outcome(number, source.kind, refused, seconds, failure, memory(os.getpid())))
    connection.send(None)


class Process:
    """A process that reads every so manieth file; where one kills it, it goes on after that file."""

    def __init__(self, good: list[Source], seed: int, first: int, end: int, step: int) -> None:
        self.good, self.seed, self.end, self.step = good, seed, end, step
        self.reading = first
        self.begin(first)

    def begin(self, first: int) -> None:
        """Start it at a file."""
        self.folder = tempfile.TemporaryDirectory(prefix="dolmen-mutations-")
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe(duplex=False)
        arguments = (theirs, self.good, self.seed, first, self.end, self.step, self.folder.name)
        self.process = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.since = time.monotonic() + HANG  # it loads the rules first

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        self.folder.cleanup()


def outcomes(good: list[Source], seed: int, numbers: range, processes: int) -> Iterator[Outcome]:
    """What came of each file, in the order in which they were read; a death or a hang is a failure, too."""
    files = numbers.stop
    running = [Process(good, seed, numbers.start + place, files, processes) for place in range(processes)]
    try:
        while running:
            for process in list(running):
                try:
                    yield from _news(process)
                except EOFError:
                    if process.reading >= files:
                        process.close()
                        running.remove(process)
                        continue
                    process.process.join(5)
                    code = process.process.exitcode
                    process.close()
                    failure = f"the process ended with {code}" if code else f"no answer within {HANG:.0f} s"
                    yield Outcome(process.reading, "", refused=False, seconds=0.0, failure=failure)
                    process.begin(process.reading + processes)
    finally:
        for process in running:
            process.close()


def _news(process: Process) -> Iterator[Outcome]:
    """What a process told. Raises EOFError where nothing more will come from it."""
    if not process.connection.poll(0.1):
        if time.monotonic() > process.since + HANG:
            raise EOFError
        return
    while process.connection.poll():
        told = process.connection.recv()
        process.since = time.monotonic()
        if told is None:
            process.reading = process.end
            raise EOFError
        if isinstance(told, int):
            process.reading = told
        else:
            yield told


# ---------------------------------------------------------------------------------------------------- the figures


def measure(seed: int, numbers: range, processes: int, kinds: list[str], keep: Path, progress: Progress) -> Report:
    """Read the mutated files of these numbers, and count."""
    how = {"files": numbers.stop, "first": numbers.start, "seed": seed, "processes": processes}
    report = Report("mutations", how)
    keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="dolmen-mutations-") as folder:
        good = [source for source in sources(Path(folder)) if not kinds or source.kind in kinds]
    read: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    slowest, memories = 0.0, [0.0]
    for done, outcome in enumerate(outcomes(good, seed, numbers, processes), start=1):
        read[outcome.kind] += 1
        counts["refused"] += outcome.refused
        slowest = max(slowest, outcome.seconds)
        memories.append(outcome.memory or memories[-1])
        is_slow = outcome.seconds > MOST_SECONDS
        counts["slow"] += is_slow
        if outcome.failure or is_slow:
            counts["dead"] += "process ended" in outcome.failure
            counts["failed"] += bool(outcome.failure)
            report.notes.append(_keep(good, seed, outcome, keep))
        if done % 20 == 0:
            progress.say(f"{done:,} of {len(numbers):,} files; {len(report.notes)} to look at; slowest {slowest:.2f} s")
    for kind, number in sorted(read.items()):
        report.add(f"files: {kind or 'not told'}", number)
    report.add("refused in words", counts["refused"])
    report.add("other errors", counts["failed"], most=0)
    report.add("processes that died", counts["dead"], most=0)
    report.add(f"over {MOST_SECONDS:.0f} s of processor time", counts["slow"], most=0)
    report.add("slowest, seconds of processor time", round(slowest, 2), most=MOST_SECONDS)
    quarter = len(memories) // 4
    second, last = median(memories[quarter : 2 * quarter + 1]), median(memories[3 * quarter :])
    report.add("memory in the second quarter, MiB (median)", second)
    report.add("memory in the last quarter, MiB (median)", last, most=round(second * GROWTH, 1))
    return report


def _keep(good: list[Source], seed: int, outcome: Outcome, keep: Path) -> str:
    """Write the file of an outcome, with what it did; gives a line about it."""
    source, text = mutated(good, seed, outcome.number)
    file = keep / f"{outcome.number}-{source.name}"
    file.write_bytes(text)
    file.with_suffix(".failure").write_text(f"{outcome}\n\n{outcome.failure}\n", encoding="utf-8")
    what = outcome.failure.strip().splitlines()[-1] if outcome.failure else f"{outcome.seconds:.1f} s"
    return f"{file}: {what[:200]}"


def main() -> int:
    """The command."""
    arguments = parser("mutated game files are read or refused, quickly")
    arguments.add_argument("--files", type=int, default=100_000, metavar="N", help="how many")
    arguments.add_argument("--first", type=int, default=0, metavar="N", help="go on with the file of this number")
    arguments.add_argument("--processes", type=int, default=2, metavar="N", help="that read")
    arguments.add_argument(
        "--kinds", nargs="*", default=[], metavar="KIND", help="of files: ledger, export, .EXTENSION"
    )
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        numbers = range(given.first, given.files)
        report = measure(given.seed, numbers, given.processes, given.kinds, given.keep / "mutations", progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
