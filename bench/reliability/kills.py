"""`kill -9` under load: nothing acknowledged is lost, doubled or changed, and every table goes on.

Programs and browsers make tables with each other and with bots, sit down, fill up, decide, talk. The server is killed
at random moments and started again; what was not answered is sent again, decisions with the same client id. Now and
then, and at the end, everybody pauses, the bots are given time to move, the server is killed once more, and the
database is compared with what was acknowledged.

    python -m bench.reliability.kills --kills 500 --database sqlite
    python -m bench.reliability.kills --kills 200 --database postgres --workers 2
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from bench.reliability.actors import Actor, Ledger, Meeting
from bench.reliability.audit import audit, wait_for_bots
from bench.reliability.databases import KINDS, fresh_database, is_intact
from bench.reliability.figures import Progress, Report, parser
from bench.reliability.servers import Server
from dolmen.store import Store

ACTORS = 6
BETWEEN_AUDITS = 25
"""Kills between two comparisons; then the tables are removed, so that the load stays the same."""
MEAN_LIFE, LONGEST_LIFE = 1.0, 5.0
"""Seconds after its start after which a server is killed: mostly soon, at times when bots have begun to move."""
BOT_SECONDS = 20.0
"""Within so many seconds a bot that is asked moves, after a restart, too."""


class Run:
    """A server, those who visit it, and what is counted."""

    def __init__(self, server: Server, store: Store, seed: int, report: Report) -> None:
        self.server = server
        self.store = store
        self.draws = random.Random(seed)
        self.report = report
        self.counts: Counter[str] = Counter()
        self.kills = 0
        self.ledger = Ledger()
        self.meeting = Meeting()

    def round(self, kills: int, progress: Progress) -> None:
        """So many kills under load, then a comparison."""
        self.ledger, self.meeting = Ledger(), Meeting()
        self.meeting.is_up.set()
        actors = [
            Actor(self.server.port, f"A{number}", self.ledger, self.meeting, self.draws.random())
            for number in range(ACTORS)
        ]
        threads = [threading.Thread(target=actor.run, daemon=True) for actor in actors]
        for thread in threads:
            thread.start()
        for _ in range(kills):
            time.sleep(min(LONGEST_LIFE, self.draws.expovariate(1 / MEAN_LIFE)))
            self._kill_and_start()
            acknowledged = self.ledger.acknowledged()
            progress.say(f"{self.kills} kills; {acknowledged} acknowledged in this round; {dict(self.counts)}")
        self.meeting.pauses.set()
        for thread in threads:
            thread.join(120)
            self.counts["clients that hang"] += thread.is_alive()
        self._compare()

    def _kill_and_start(self) -> None:
        """One kill."""
        self.meeting.is_up.clear()
        self.server.kill()
        self.kills += 1
        left = self.server.left_behind()
        self.counts["processes left behind"] += len(left)
        self.report.notes += left
        self.server.start()
        self.meeting.is_up.set()

    def _compare(self) -> None:
        """Wait for the bots, kill once more, and look at what is kept."""
        tables = self.ledger.table_ids()
        stuck = wait_for_bots(self.store, tables, BOT_SECONDS)
        self._kill_and_start()
        stuck += wait_for_bots(self.store, tables, BOT_SECONDS)
        self.server.kill()
        self.server.left_behind()
        found = audit(self.store, self.ledger)
        self.counts.update(found.counts)
        self.counts["tables stuck"] += len(stuck)
        self.counts["databases not intact"] += not is_intact(self.store)
        self.report.notes += [*stuck, *found.notes, *self.ledger.notes]
        self.counts["refused though asked"] += len(self.ledger.notes)
        for table in self.store.tables_with_status("waiting", "playing", "finished", limit=100_000):
            self.store.delete_table(table.id)
        self.server.start()


WANTED = (
    *("lost", "doubled", "changed", "illegal", "tables stuck", "refused though asked", "processes left behind"),
    *("clients that hang", "databases not intact"),
)


def measure(kind: str, workers: int, kills: int, seed: int, keep: Path, progress: Progress) -> Report:
    """Kill a server so many times."""
    report = Report("kills", {"kills": kills, "database": kind, "workers": workers, "seed": seed})
    with fresh_database(kind) as url:
        flags = ("--workers", str(workers)) if workers > 1 else ()
        with Server(url, keep / f"{kind}-{workers}.log", *flags) as server:
            store = Store(url)
            run = Run(server, store, seed, report)
            while run.kills < kills:
                run.round(min(BETWEEN_AUDITS, kills - run.kills), progress)
            store.close()
            report.add("kills", run.kills, least=kills)
            for name in ("moves", "repeated moves", "lines of chat", "tables", "seats taken", "fills", "moves of bots"):
                report.add(name, run.counts[name])
            for name in WANTED:
                report.add(name, run.counts[name], most=0)
            report.add("tracebacks in the log", server.tracebacks(), most=0)
            report.notes += [f"{number} x {line}" for line, number in server.kinds_of_tracebacks().items()]
    return report


def main() -> int:
    """The command."""
    arguments = parser("kill -9 under load loses nothing")
    arguments.add_argument("--kills", type=int, default=500, metavar="N", help="how many")
    arguments.add_argument("--database", choices=KINDS, default="sqlite", help="which kind")
    arguments.add_argument("--workers", type=int, default=1, metavar="N", help="processes of the server (PostgreSQL)")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        keep = given.keep / "kills"
        report = measure(given.database, given.workers, given.kills, given.seed, keep, progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
