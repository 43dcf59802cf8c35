"""Measures the baselines: every bot of ours by the protocol, at every game and number of players, in a given time.

    python -m bench.baselines --minutes 8 --processes 14 --out baselines.jsonl

plays round by round: in each, every part (a bot against one opponent at one game with so many players) gets set-ups,
the quick bots more of them, so that whenever the time is over every part has some. Only set-ups that were played from
every seat count. What is written is what `dolmen evaluate --json` prints, for `dolmen leaderboard --add`. A game whose
rules are still being compiled joins in when they are ready. With `--keep FILE` results are kept as they come, and a
run with the same file goes on, also one of fewer `--games` and `--bots`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from dolmen.arena.match import Result, Terms, play_match
from dolmen.arena.protocol import PROTOCOL_VERSION, baselines_of, opponents_of, players_of, setups_of, terms_of
from dolmen.arena.rating import report
from dolmen.arena.summary import summary
from dolmen.cli.common import positive, whole_number
from dolmen.contract.registry import find, games

PACE = {"expert": (1, 1), "strong": (1, 3)}
"""How many set-ups a part gets in the first round and in each that follows, where a bot thinks long. All others:"""
QUICKER = (12, 12)


@dataclass
class Part:
    """A bot against one opponent: a part of the protocol, and what was played of it."""

    terms: Terms
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """In a few words."""
        return f"{self.terms.game} {self.terms.players}: {self.terms.bots[0]} against {self.terms.bots[-1]}"

    @property
    def name(self) -> str:
        """What its results are kept under: those of another protocol or of other rules are not its own."""
        return f"protocol {PROTOCOL_VERSION}, rules {find(self.terms.game).rules_version}, {self.title}"

    def numbers(self, turn: int) -> Iterator[int]:
        """The games of a round."""
        players = self.terms.players
        first, more = self.pace
        begun = first + (turn - 1) * more if turn else 0
        done = min(setups_of(players), first + turn * more)
        for number in range(begun * players, done * players):
            if number not in self.results:
                yield number

    @property
    def pace(self) -> tuple[int, int]:
        """By whoever thinks longest in it."""
        return min((PACE.get(bot, QUICKER) for bot in self.terms.bots), key=lambda pace: pace[1])

    def whole(self) -> list[Result]:
        """The results of the set-ups that were played from every seat."""
        by_setup: dict[int, list[Result]] = {}
        for result in self.results.values():
            by_setup.setdefault(result.setup, []).append(result)
        return [one for played in by_setup.values() if len(played) == self.terms.players for one in played]


def parts_of(game: str) -> list[Part]:
    """All parts of a game, the quickest first; of those that think long, the hardest opponent first."""
    parts = [
        Part(terms_of(game, players, entrant, opponent))
        for players in players_of(game)
        for entrant in baselines_of(game, players)
        for opponent in reversed(opponents_of(game, entrant))
    ]
    return sorted(parts, key=lambda part: part.pace[1], reverse=True)


class Warming:
    """Compiles each game's rules in a process of its own, once."""

    def __init__(self, keys: list[str]) -> None:
        command = [sys.executable, "-m", "dolmen", "warmup"]
        self.running = {key: subprocess.Popen([*command, key], stdout=subprocess.DEVNULL) for key in keys}

    def ready(self) -> set[str]:
        """Games whose rules are compiled."""
        return {key for key, process in self.running.items() if process.poll() == 0}

    def stop(self) -> None:
        """Stop whatever still compiles."""
        for process in self.running.values():
            process.terminate()


def jobs(parts: list[Part], warming: Warming) -> Iterator[tuple[Part, int] | None]:
    """Games in the order in which they should be played; None while no game is ready that has any left."""
    rounds = max(setups_of(part.terms.players) for part in parts)
    waiting = {key: _in_rounds([part for part in parts if part.terms.game == key], rounds) for key in warming.running}
    while waiting:
        ready = [key for key in waiting if key in warming.ready()]
        if not ready:
            yield None
        for key in ready:
            job = next(waiting[key], None)
            if job is None:
                del waiting[key]
            else:
                yield job


def _in_rounds(parts: list[Part], rounds: int) -> Iterator[tuple[Part, int]]:
    for turn in range(rounds):
        for part in parts:
            for number in part.numbers(turn):
                yield part, number


def play(parts: list[Part], processes: int, seconds: float, keep: Path | None, most: int | None = None) -> None:
    """Play until all is played, or so many games, or the time is over: then what is being played is left."""
    end = time.monotonic() + seconds
    warming = Warming(list(dict.fromkeys(part.terms.game for part in parts)))
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
    pending: dict[Future[tuple[Result, str]], Part] = {}
    coming = jobs(parts, warming)
    over, played = False, 0
    while (left := end - time.monotonic()) > 0 and not (over and not pending) and (most is None or played < most):
        while not over and len(pending) < 2 * processes:
            job = next(coming, ())
            over = job == ()
            if not job:
                break
            part, number = job
            pending[pool.submit(play_match, part.terms, number)] = part
        if not pending:
            time.sleep(0.2)  # the rules are being compiled
            continue
        done, _ = wait(pending, timeout=min(left, 1.0), return_when=FIRST_COMPLETED)
        for future in done:
            part, result = pending.pop(future), future.result()[0]
            part.results[result.number] = result
            played += 1
            _note(keep, part, result)
            if played % 200 == 0:
                print(f"{seconds - left:5.0f} s: {played} games", file=sys.stderr, flush=True)
    warming.stop()
    for process in (pool._processes or {}).values():  # who thinks long would hold us up: what they play does not count
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=True)


def _note(keep: Path | None, part: Part, result: Result) -> None:
    if keep:
        with keep.open("a", encoding="utf-8") as file:
            kept = {**result.to_json(), "move_times": [], "turn_times": []}
            file.write(json.dumps({"part": part.name, "result": kept}, separators=(",", ":")) + "\n")


def read_kept(keep: Path, parts: list[Part]) -> None:
    """What an earlier run kept of these parts; a line that was not written to its end is none.

    What other bots played, by an earlier protocol, stays in the file and counts no more.
    """
    by_name = {part.name: part for part in parts}
    text = keep.read_text(encoding="utf-8") if keep.exists() else ""
    for line in text.splitlines():
        try:
            kept = json.loads(line)
            name, result = kept["part"], Result.from_json(kept["result"])
        except (ValueError, TypeError, KeyError):
            continue
        if name in by_name:
            by_name[name].results[result.number] = result
    if text and not text.endswith("\n"):  # what comes next begins a line
        with keep.open("a", encoding="utf-8") as file:
            file.write("\n")


def main() -> None:
    """Play, and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=positive("number of minutes", 10_000), default=8.0)
    parser.add_argument("--processes", type=whole_number(1, 256), default=os.cpu_count() or 1)
    parser.add_argument("--games", nargs="+", choices=tuple(games()), default=list(games()), help="(default all)")
    parser.add_argument("--bots", nargs="+", help="which bots (default all)")
    parser.add_argument("--out", type=Path, required=True, help="results, one a line")
    parser.add_argument("--keep", type=Path, help="keep the results of games here, to go on later")
    arguments = parser.parse_args()
    parts = [part for game in arguments.games for part in parts_of(game)]
    if arguments.bots:
        known = {part.terms.bots[0] for part in parts}
        for name in arguments.bots:
            if name not in known:
                parser.error(f"there is no bot '{name}' to be measured; there are: {', '.join(sorted(known))}")
        parts = [part for part in parts if part.terms.bots[0] in arguments.bots]
    for file in (arguments.out, arguments.keep):
        if file and not file.parent.is_dir():
            parser.error(f"there is no folder {file.parent}")
    if arguments.keep:
        read_kept(arguments.keep, parts)
    play(parts, arguments.processes, 60 * arguments.minutes, arguments.keep)
    with arguments.out.open("w", encoding="utf-8") as file:
        for part in parts:
            whole = part.whole()
            print(f"{part.title}: {len(whole)} games", file=sys.stderr)
            if whole:
                file.write(json.dumps(summary(part.terms, report(whole))) + "\n")


if __name__ == "__main__":
    main()
