"""The highest rate of decisions at which 95 of 100 are seen by the other client within 100 ms, by steps of ten.

python -m bench.reliability.load --database sqlite
python -m bench.reliability.load --database postgres --workers 2
"""

from __future__ import annotations

import argparse
import sys

from bench.reliability.databases import KINDS, fresh_database
from bench.reliability.figures import Progress, Report, parser
from dolmen.server.bench import Step, highest_rate

WANTED = {"sqlite": 150, "postgres": 250}
"""Decisions a second: of one process, and of two."""


def measure(kind: str, workers: int, tables: int, first: int, seconds: float, progress: Progress) -> Report:
    """Climb until a rate is too high."""
    settings = {"database": kind, "workers": workers, "tables": tables, "seconds a step": seconds}
    report = Report("load", settings)

    def tell(step: Step) -> None:
        progress.say(f"{step.rate} decisions/s: p95 {step.p95_ms} ms")

    with fresh_database(kind) as url:
        steps = highest_rate(tables, first, seconds, url, workers, tell)
    for step in steps:
        report.add(f"{step.rate} decisions/s in {step.seconds} s: p95 in ms", step.p95_ms)
    highest = max((step.rate for step in steps if step.ok), default=0)
    report.add("highest rate with p95 under 100 ms, decisions/s", highest, least=WANTED[kind])
    return report


def main() -> int:
    """The command."""
    arguments = parser("the highest rate of decisions that a server bears")
    arguments.add_argument(
        "--tables", type=int, default=200, metavar="N", help="each with two people and their streams"
    )
    arguments.add_argument("--first", type=int, default=100, metavar="N", help="the rate to begin with")
    arguments.add_argument("--seconds", type=float, default=20, metavar="T", help="for each rate")
    arguments.add_argument("--database", choices=KINDS, default="sqlite", help="which kind")
    arguments.add_argument("--workers", type=int, default=1, metavar="N", help="processes of the server (PostgreSQL)")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        where = (given.database, given.workers, given.tables)
        report = measure(*where, given.first, given.seconds, progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
