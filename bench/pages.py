"""How heavy pages are and how long a choice and a step of the planner take, along whole games of four at one screen.

python -m bench.pages
python -m bench.pages --decisions 120 --json
"""

from __future__ import annotations

import argparse
import gzip
import re
import statistics
import sys
import time

from bench.reliability.figures import Progress, Report, parser
from bench.reliability.people import Answer, Browser
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.registry import games, load
from dolmen.server.bench import serving

HEAVIEST = 30_000
"""Bytes of a page, compressed."""
CHOICE, STEP = 100, 150
"""Milliseconds within which a choice is shown, and a step of the planner is made and shown."""
EVERY = 10
"""Decisions between two looks at pages and planner."""
FIELD = re.compile(r'name="(seat|sequence|actions|client)"\s+value="([^"]*)"')
OK = 200
SEATS = {"meduris": 4, "terra-mystica": 4}


class Player:
    """Everybody at one screen, by forms."""

    def __init__(self, port: int, game: str, seats: int) -> None:
        self.browser = Browser(port, "Ana")
        _answer, self.table = self.browser.new_table(game, ["me"] * seats)
        self.home = f"/t/{self.table}"
        self.seats = seats
        self.sizes: dict[str, list[int]] = {}
        self.choices: list[float] = []
        self.steps: list[float] = []

    def decide(self) -> bool:
        """Make the first choice of whoever is asked; False once nobody is."""
        seat = self._asked()
        form = {} if seat is None else self._chosen(f"{self.home}/prompt?seat={seat}&", self.choices)
        return bool(form) and self.browser.post(f"{self.home}/moves", form).status < 400

    def look(self) -> None:
        """Weigh the pages of the table, as the seat sees them that is asked."""
        for name in ("", "/text", "/all-players", "/forecast"):
            self._weigh(f"the table's {name or 'page'}", f"{self.home}{name}?seat={self._asked() or 0}")

    def look_back(self, game: str) -> None:
        """Weigh the pages of a game that is over, between bots, brought as a log."""
        rules, bot = load(game, self.seats), find_bot("greedy", game)
        transcript, _finished = simulate(rules, [bot] * self.seats, 1, 0, rules.max_turns)
        home = self.browser.post("/upload", {"text": transcript.to_text()}).headers["location"].partition("?")[0]
        over = home.removesuffix("/replay")
        for name in ("/end", "/replay", "/review"):
            self._weigh(f"the {name[1:]} page", over + name)

    def _weigh(self, name: str, address: str) -> None:
        page = self.browser.get(address)
        assert page.status == OK, f"{address}: {page.status}"
        self.sizes.setdefault(name, []).append(len(gzip.compress(page.body, 6)))

    def plan(self) -> None:
        """Try a few steps out, in a line that is removed again."""
        seat = self._asked()
        if seat is None:  # the game is over: nothing is left to be tried
            return
        tried = self.browser.post(f"{self.home}/try", {"seat": seat, "new": "1"})
        assert "location" in tried.headers, f"{tried.status}: {tried.text[-300:]}"
        line = tried.headers["location"]
        for _ in range(3):
            form = self._chosen(f"{line}/prompt?", [])
            if not form:  # bots answer for nobody: all seats are the reader's
                break
            began = time.perf_counter()
            self.browser.post(f"{line}/moves", form)
            self.browser.get(f"{line}/update")
            self.steps.append(1000 * (time.perf_counter() - began))
        self.browser.post(f"{line}/delete", {})

    def _asked(self) -> int | None:
        """The seat that is to decide."""
        for seat in range(self.seats):
            if 'data-kind="ask"' in self.browser.get(f"{self.home}/prompt?seat={seat}").text:
                return seat
        return None

    def _chosen(self, prompt: str, waits: list[float]) -> dict[str, str]:
        """The form of the first choice, ready to be sent; how long it took to be shown is noted."""
        began = time.perf_counter()
        answer: Answer = self.browser.get(f"{prompt}chosen=1.1")
        waits.append(1000 * (time.perf_counter() - began))
        form = answer.text.partition('id="confirm"')[2].partition("</form>")[0]
        return dict(reversed(FIELD.findall(form)))


def measure(decisions: int, progress: Progress) -> Report:
    """Play, look, plan."""
    report = Report("pages", {"decisions": decisions})
    with serving(None, 1) as (_url, port, _process):
        for game in games():
            player = Player(port, game, SEATS.get(game, 2))
            for number in range(decisions):
                if not player.decide():
                    break
                if number % EVERY == EVERY - 1:
                    player.look()
                    player.plan()
                    progress.say(f"{game}: {number + 1} decisions")
            player.look_back(game)
            for name, sizes in player.sizes.items():
                report.add(f"{game}: {name}, compressed, the heaviest of {len(sizes)}", max(sizes), most=HEAVIEST)
            for name, waits, most in (("a choice", player.choices, CHOICE), ("a planner's step", player.steps, STEP)):
                report.add(f"{game}: {name}, p50 in ms", round(statistics.median(waits), 1))
                report.add(f"{game}: {name}, p95 in ms", round(statistics.quantiles(waits, n=20)[-1], 1), most=most)
    return report


def main() -> int:
    """The command."""
    arguments = parser("how heavy pages are, and how long choices and steps of the planner take")
    arguments.add_argument("--decisions", type=int, default=200, metavar="N", help="of each game")
    given: argparse.Namespace = arguments.parse_args()
    with Progress() as progress:
        report = measure(given.decisions, progress)
    return report.finish(as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
