"""Races: several requests for one thing at the same moment, of which one may win.

One revision of a table decided by two or three at once; the same decision sent twice; people who want the last seat;
an owner who fills up twice while others sit down; a decision taken back while another answers it; a rematch asked for
by everybody. Over several processes, too.

    python -m bench.reliability.races --rounds 5000 --database sqlite
    python -m bench.reliability.races --rounds 5000 --database postgres --workers 3
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from bench.reliability.databases import KINDS, fresh_database
from bench.reliability.figures import Progress, Report, parser
from bench.reliability.people import Answer, Browser, Program
from bench.reliability.servers import Server
from dolmen.contract.registry import games
from dolmen.server.commands import making, seats
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.security import COOKIE, Secrets
from dolmen.store import FREE, NewEvent, Store

RACERS = 4
RENEWED = 25
"""After so many rounds new connections are opened, so that each of several processes gets some."""
WAYS = {"decide": 60, "repeat": 12, "last seat": 10, "fill": 6, "take back": 7, "rematch": 5}
"""How often each kind of race is run, of a hundred rounds."""

Call = Callable[[], Answer]


class Track:
    """A server, people on it, and what came of their races."""

    def __init__(self, server: Server, store: Store, seed: int) -> None:
        self.server = server
        self.store = store
        self.draws = random.Random(seed)
        self.rounds: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.notes: list[str] = []
        self._way = ""
        self._pool = ThreadPoolExecutor(RACERS)
        self._tokens = [Program(server.port, f"R{number}").token for number in range(RACERS)]
        self._tables: dict[str, str] = {}
        self._renew()

    def _renew(self) -> None:
        """New connections of the same programs; `twins` are more of the first one's."""
        port = self.server.port
        self.programs = [Program(port, f"R{number}", token) for number, token in enumerate(self._tokens)]
        self.twins = [Program(port, "R0", self._tokens[0]) for _ in range(RACERS)]

    def run(self, rounds: int, progress: Progress) -> None:
        """So many races."""
        ways: dict[str, Callable[[], None]] = {
            "decide": self._decide,
            "repeat": self._repeat,
            "last seat": self._last_seat,
            "fill": self._fill,
            "take back": self._take_back,
            "rematch": self._rematch,
        }
        while self.rounds.total() < rounds:
            if self.rounds.total() % RENEWED == 0:
                self._renew()
            self._way = self.draws.choices(list(WAYS), list(WAYS.values()))[0]
            ways[self._way]()
            progress.say(f"{self.rounds.total():,} of {rounds:,} rounds; {len(self.notes)} to look at")
        self._pool.shutdown()

    def race(self, calls: Sequence[Call]) -> list[Answer]:
        """Make all calls at the same moment."""
        self.rounds[self._way] += 1
        together = threading.Barrier(len(calls))

        def run(call: Call) -> Answer:
            together.wait(60)
            return call()

        answers = [future.result() for future in [self._pool.submit(run, call) for call in calls]]
        self.counts["5xx"] += sum(answer.status >= 500 for answer in answers)
        return answers

    def _judge(self, what: str, won: int, answers: Sequence[Answer]) -> None:
        """Exactly one may have won."""
        self.counts["two accepted"] += won > 1
        self.counts["none accepted"] += won == 0
        if won != 1:
            self.notes.append(f"{what}: {[(answer.status, answer.text[:80]) for answer in answers]}")

    # ------------------------------------------------------------------------------------------------ decisions

    def _asked(self) -> tuple[str, dict[str, Any], list[dict[str, Any]]]:
        """A table of the first program alone, at which one of its seats is asked, with its choices."""
        game = self.draws.choice(list(games()))
        first = self.twins[0]
        while True:
            if game not in self._tables:
                made = first.call("POST", "/tables", {"game": game, "seats": ["me", "here"]})
                self._tables[game] = made.json["id"]
            table = self._tables[game]
            view: dict[str, Any] = first.call("GET", f"/tables/{table}?seat=0").json
            if view["deciding"] is not None:
                path = f"/tables/{table}/choices?seat={view['deciding']}"
                return table, view, first.call("GET", path).json
            del self._tables[game]

    def _move(self, view: dict[str, Any], choice: dict[str, Any], client_id: str) -> dict[str, Any]:
        """A decision, as it is sent."""
        return {
            "sequence": view["sequence"],
            "actions": [choice["action"]],
            "seat": view["deciding"],
            "client_id": f"{client_id}-{view['sequence']}",
        }

    def _decide(self) -> None:
        """One revision, decided by two or three."""
        table, view, choices = self._asked()
        calls: list[Call] = [
            partial(twin.call, "POST", f"/tables/{table}/moves", self._move(view, choice, f"c{place}"))
            for place, twin in enumerate(self.twins[: self.draws.choice((2, 3))])
            for choice in [self.draws.choice(choices)]
        ]
        answers = self.race(calls)
        won = sum(answer.status == 200 for answer in answers)
        self._judge(f"decide at {table}, event {view['sequence']}", won, answers)
        moved = [event for event in self.store.events(table, after=view["sequence"]) if event.kind == "move"]
        if len(moved) != 1:
            self.counts["two accepted"] += len(moved) > 1
            self.notes.append(f"decide at {table}: {moved}")

    def _repeat(self) -> None:
        """The same decision with the same id, sent twice at once: made once, and acknowledged twice."""
        table, view, choices = self._asked()
        decision = self._move(view, self.draws.choice(choices), "again")
        answers = self.race([partial(twin.call, "POST", f"/tables/{table}/moves", decision) for twin in self.twins[:2]])
        won = sum(answer.status == 200 and not answer.json["repeated"] for answer in answers)
        self._judge(f"repeat at {table}", won, answers)
        moved = [event for event in self.store.events(table, after=view["sequence"]) if event.kind == "move"]
        if [answer.status for answer in answers] != [200, 200] or len(moved) != 1:
            self.counts["repeated, and not recognised"] += 1
            self.notes.append(f"repeat at {table}: {[answer.text for answer in answers]}")

    def _take_back(self) -> None:
        """Who decided takes it back while the other answers it."""
        game = self.draws.choice(list(games()))
        first, second = self.programs[:2]
        table = first.call("POST", "/tables", {"game": game, "seats": ["me", "open"]}).json["id"]
        second.call("POST", f"/tables/{table}/join")
        view = first.call("GET", f"/tables/{table}").json
        choices = first.call("GET", f"/tables/{table}/choices").json
        if view["deciding"] != 0 or not choices:
            return
        first.call("POST", f"/tables/{table}/moves", self._move(view, self.draws.choice(choices), "x"))
        view = second.call("GET", f"/tables/{table}").json
        choices = second.call("GET", f"/tables/{table}/choices").json
        if view["deciding"] != 1 or not choices:
            return
        decision = self._move(view, self.draws.choice(choices), "y")
        answers = self.race(
            [
                partial(first.call, "POST", f"/tables/{table}/back", {"sequence": view["sequence"], "seat": 0}),
                partial(second.call, "POST", f"/tables/{table}/moves", decision),
            ]
        )
        self._judge(f"take back at {table}", sum(answer.status in (200, 204) for answer in answers), answers)

    # ------------------------------------------------------------------------------------------------ seats

    def _last_seat(self) -> None:
        """Three people for one seat."""
        game = self.draws.choice(list(games()))
        table = self.programs[0].call("POST", "/tables", {"game": game, "seats": ["me", "open"]}).json["id"]
        answers = self.race([partial(other.call, "POST", f"/tables/{table}/join") for other in self.programs[1:4]])
        self._judge(f"last seat of {table}", sum(answer.status == 200 for answer in answers), answers)
        self._judge_begun(table)

    def _fill(self) -> None:
        """An owner fills twice while two people sit down."""
        game = self.draws.choice(list(games()))
        owner = Browser(self.server.port, "Ana")
        _, table = owner.new_table(game, ["me", "open", "open"])
        twin = Browser(self.server.port, "Ana")
        twin.cookies, twin.csrf = dict(owner.cookies), owner.csrf
        calls: list[Call] = [partial(one.post, f"/t/{table}/fill", {}) for one in (owner, twin)]
        answers = self.race(calls + [partial(one.call, "POST", f"/tables/{table}/join") for one in self.programs[:2]])
        sat = sum(answer.status == 200 for answer in answers[2:])
        people = sum(seat.kind == "person" for seat in self.store.seats(table))
        if people != 1 + sat:
            self.counts["two accepted"] += 1
            self.notes.append(f"fill at {table}: {sat} were told that they sit, {people - 1} do")
        self._judge_begun(table)

    def _judge_begun(self, table: str) -> None:
        """With the last seat the game began."""
        taken = not any(seat.kind in FREE for seat in self.store.seats(table))
        if not taken or self.store.table(table).status != "playing":
            self.counts["tables that did not begin"] += 1
            self.notes.append(f"table {table} did not begin")

    # ------------------------------------------------------------------------------------------------ a rematch

    def _rematch(self) -> None:
        """Everybody asks for a rematch: all come to one table."""
        table, browsers = finished_table(self.store, self.server.port, self.draws)
        before = self._number_of_tables(browsers)
        calls = [partial(browser.post, f"/t/{table}/rematch", {}) for browser in browsers]
        answers = self.race(calls)
        places = {answer.headers.get("location", "") for answer in answers}
        events = [event for event in self.store.events(table) if event.kind == "rematch"]
        made = self._number_of_tables(browsers) - before
        self._judge(f"rematch of {table}", max(made, len(events)), answers)
        if len(places) != 1 or any(answer.status != 303 for answer in answers):
            self.counts["led to different tables"] += 1
            self.notes.append(f"rematch of {table}: {places}, {[answer.status for answer in answers]}")

    def _number_of_tables(self, browsers: Sequence[Browser]) -> int:
        """How many tables the first one sits at."""
        token = Secrets(self.store.setting("secret", "")).read(browsers[0].cookies[COOKIE])
        player = self.store.player_of_token(token or "", "session")
        assert player is not None
        return len(self.store.tables_of(player.id, limit=1000))


def finished_table(store: Store, port: int, draws: random.Random) -> tuple[str, list[Browser]]:
    """A table of two people whose game is over, of which the server has not heard; the first of them twice."""
    secret = store.setting("secret", "")
    tables = LiveTables(store, Hub(), secret, draws.choice)
    players = [store.new_player(name) for name in ("Ana", "Ben")]
    table = making.create(tables, draws.choice(list(games())), players[0], ["me", "open"])
    seats.join(tables, table.id, players[1])
    live = tables.live(table.id)
    state = live.state.clone()
    made = state.decisions
    while not state.is_terminal():
        state.apply_trusted(draws.choice(state.legal_actions()))
    texts = [state.game.action_text(action) for action in state.history[made:]]
    store.append(table.id, live.sequence, [NewEvent("import", {"actions": texts})], status="finished")
    browsers = []
    for player in (*players, players[0]):
        token, signer = store.new_token(player.id, "session"), Secrets(secret)
        browser = Browser(port, player.name)
        browser.cookies, browser.csrf = {COOKIE: signer.sign(token)}, signer.csrf(token)
        browsers.append(browser)
    return table.id, browsers


WANTED = (
    *("two accepted", "none accepted", "repeated, and not recognised", "led to different tables"),
    *("tables that did not begin", "5xx"),
)


def measure(kind: str, workers: int, rounds: int, seed: int, keep: Path, progress: Progress) -> Report:
    """Run so many races."""
    report = Report("races", {"rounds": rounds, "database": kind, "workers": workers, "seed": seed})
    flags = ("--workers", str(workers)) if workers > 1 else ()
    with fresh_database(kind) as url, Server(url, keep / f"{kind}-{workers}.log", *flags) as server:
        store = Store(url)
        track = Track(server, store, seed)
        track.run(rounds, progress)
        store.close()
        for way in WAYS:
            report.add(f"rounds: {way}", track.rounds[way])
        for what in WANTED:
            report.add(what, track.counts[what], most=0)
        report.add("tracebacks in the log", server.tracebacks(), most=0)
        report.notes += [*track.notes, *(f"{number} x {line}" for line, number in server.kinds_of_tracebacks().items())]
    return report


def main() -> int:
    """The command."""
    arguments = parser("of several who want one thing at the same moment one gets it")
    arguments.add_argument("--rounds", type=int, default=5000, metavar="N", help="how many races")
    arguments.add_argument("--database", choices=KINDS, default="sqlite", help="which kind")
    arguments.add_argument("--workers", type=int, default=1, metavar="N", help="processes of the server (PostgreSQL)")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        keep = given.keep / "races"
        report = measure(given.database, given.workers, given.rounds, given.seed, keep, progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
