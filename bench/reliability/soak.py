"""A long load: many tables and streams at a steady rate, the delay and the server's memory minute by minute.

python -m bench.reliability.soak --minutes 30 --tables 200 --rate 50
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from bench.reliability.databases import KINDS, fresh_database
from bench.reliability.figures import Progress, Report, parser
from bench.reliability.servers import Server
from dolmen.server.bench import LATEST, WANTED_MS, Load, p95_ms, run_loop
from dolmen.store import Store

SETTLED = 10
"""Minutes after which the memory stays what it is."""
GROWTH = 1.1
"""As a multiple of what it was then."""


async def soak(
    server: Server, url: str, tables: int, rate: float, minutes: int, report: Report, progress: Progress
) -> None:
    """Drive for so many minutes."""
    store = Store(url)
    load = Load(store, server.port, random.Random(report.settings["seed"]))
    progress.say(f"seating {2 * tables} people")
    await load.open(tables)
    slowest, lost, memories = 0.0, 0, []
    for minute in range(1, minutes + 1):
        waits = await load.drive(rate, 60)
        slowest, lost = max(slowest, p95_ms(waits)), lost + sum(wait >= LATEST for wait in waits)
        memories.append(server.memory())
        report.add(f"minute {minute:2}: p95 in ms", p95_ms(waits), most=WANTED_MS)
        report.add(f"minute {minute:2}: memory in MiB", memories[-1])
        progress.say(f"minute {minute} of {minutes}: p95 {p95_ms(waits)} ms, {memories[-1]} MiB")
    await load.close()
    store.close()
    settled = memories[min(SETTLED, len(memories)) - 1]
    report.add("games", load.games)
    report.add("decisions that nobody was told of", lost, most=0)
    report.add("p95 of the slowest minute, ms", slowest, most=WANTED_MS)
    report.add(f"memory after {min(SETTLED, minutes)} minutes, MiB", settled)
    report.add("memory at most after that, MiB", max(memories[SETTLED - 1 :], default=settled), most=settled * GROWTH)


def measure(
    kind: str, workers: int, tables: int, rate: float, minutes: int, seed: int, keep: Path, progress: Progress
) -> Report:
    """Start a server and soak it."""
    settings = {"minutes": minutes, "tables": tables, "streams": 2 * tables, "rate": rate, "database": kind}
    report = Report("soak", {**settings, "workers": workers, "seed": seed})
    flags = ("--workers", str(workers)) if workers > 1 else ()
    with fresh_database(kind) as url, Server(url, keep / f"{kind}-{workers}.log", *flags) as server:
        run_loop(soak(server, url, tables, rate, minutes, report, progress))
        report.add("tracebacks in the log", server.tracebacks(), most=0)
        report.notes += [f"{number} x {line}" for line, number in server.kinds_of_tracebacks().items()]
    return report


def main() -> int:
    """The command."""
    arguments = parser("a long load: the delay and the memory by the minute")
    arguments.add_argument("--minutes", type=int, default=30, metavar="N", help="how long")
    arguments.add_argument(
        "--tables", type=int, default=200, metavar="N", help="each with two people and their streams"
    )
    arguments.add_argument("--rate", type=float, default=50, metavar="N", help="decisions a second")
    arguments.add_argument("--database", choices=KINDS, default="sqlite", help="which kind")
    arguments.add_argument("--workers", type=int, default=1, metavar="N", help="processes of the server (PostgreSQL)")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        where = (given.database, given.workers, given.tables, given.rate)
        report = measure(*where, given.minutes, given.seed, given.keep / "soak", progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
