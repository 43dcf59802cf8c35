"""Games of the search, to fit value functions and networks to (`fit.py --to`, `fit_network.py`).

    python scripts/search_games.py meduris --players 2 --visits 400 --minutes 20 --out meduris-2.npz
    python scripts/search_games.py terra-mystica --players 4 --visits 60 --minutes 60 --from game*.txt --out four.npz

The search plays all seats, with any options and any way to set a game up, and errs now and then, game by game more or
less, so that strong and weak positions come up. With `--from`, half of the games go on from the beginning of some
round of these files. Kept are, where a turn begins: the features of every seat, what the search expected for it, and
the points that it had in the end.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from dolmen.arena.starts import Start, read_starts
from dolmen.bots.base import Budget, judgement_of
from dolmen.bots.levels import Casual
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError
from dolmen.train.positions import kinds_of

SETUPS = {"terra-mystica": ("standard", "standard", "colours")}
"""Ways to set a game up, the likelier the more often they stand here."""
ERRS = (0.1, 0.3, 0.5)
"""How much it errs (see `SearchBot.temperature`), game by game."""
MOST_TURNS = 200
"""Longer games are left out."""
BETWEEN = 60.0
"""Seconds between two times that all is written."""

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class How:
    """What all games have in common."""

    game: str
    players: int
    visits: int
    seed: int
    starts: tuple[Start, ...]


@dataclass(frozen=True)
class Played:
    """One game: a row for every seat where a turn began."""

    features: Rows
    expected: Rows
    points: Rows


def play(how: How, number: int) -> Played | None:
    """One game; None if it was too long."""
    draws = Draws(how.seed, number)
    state = beginning(how, number, draws)
    judgement, bot = judgement_of(how.game, "search"), Casual(how.game)
    bot.temperature = ERRS[number % len(ERRS)]  # type: ignore[misc]
    features: list[npt.NDArray[np.float64]] = []
    expected: list[float] = []
    turn = -1
    while not state.is_terminal():
        if state.turn > MOST_TURNS:
            return None
        legal = state.legal_actions()
        if state.is_chance() or len(legal) == 1:
            state.apply_trusted(draws.pick(legal))
            continue
        action = bot.choose(state, Budget(visits=how.visits), draws)
        if state.turn != turn:
            turn = state.turn
            expected += bot.expected
            for seat in range(how.players):
                features.append(np.zeros(len(judgement.feature_names)))
                judgement.features(state.record, seat, features[-1])
        state.apply_trusted(action)
    points = np.tile(np.array(state.scores(), dtype=np.float32), len(features) // how.players)
    return Played(np.array(features, dtype=np.float32), np.array(expected, dtype=np.float32), points)


def beginning(how: How, number: int, draws: Draws) -> State:
    """Where a game begins."""
    if how.starts and draws.below(2):
        return draws.pick(how.starts).transcript().state
    game = draws.pick(kinds_of(how.game, how.players, SETUPS.get(how.game, ()), ("late-answers",)))
    return game.new_state(game.draw_setup(how.seed, number))


def games(how: How, minutes: float, processes: int) -> Iterator[Played]:
    """As many as there is time for, side by side."""
    ends = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        numbers = count()
        waiting = {pool.submit(play, how, next(numbers)) for _ in range(processes)}
        while waiting and time.monotonic() < ends:
            done, waiting = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
            for game in done:
                waiting.add(pool.submit(play, how, next(numbers)))
                played = game.result()
                if played is not None and len(played.points):
                    yield played
        playing = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in playing:  # what is half played is of no use
            process.kill()


def keep(file: Path, how: How, played: list[Played]) -> None:
    """Write all that was played; whoever reads meanwhile finds it as it was."""
    part = file.with_name(f".{file.name}.part.npz")
    np.savez_compressed(
        part,
        players=np.array(how.players),
        features=np.concatenate([game.features for game in played]),
        expected=np.concatenate([game.expected for game in played]),
        points=np.concatenate([game.points for game in played]),
        rows=np.array([len(game.points) for game in played]),
    )
    part.replace(file)


def main() -> int:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--visits", type=int, default=100, help="for a decision (100)")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long (20)")
    parser.add_argument("--processes", type=int, default=2, help="side by side (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", nargs="+", default=[], dest="files", metavar="FILE", help="finished games")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 2, 3, 4, 5], help="of these files (1 to 5)")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        starts = [
            start
            for number in (arguments.rounds if arguments.files else ())
            for start in read_starts(arguments.game, arguments.files, round_number=number)
        ]
    except DolmenError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    how = How(arguments.game, arguments.players, arguments.visits, arguments.seed, tuple(starts))
    played: list[Played] = []
    written = began = time.monotonic()
    with Progress() as progress:
        bar = progress.add_task("playing", total=60 * arguments.minutes)
        for game in games(how, arguments.minutes, arguments.processes):
            played.append(game)
            progress.update(bar, completed=time.monotonic() - began, description=f"{len(played)} games")
            if time.monotonic() > written + BETWEEN:
                keep(arguments.out, how, played)
                written = time.monotonic()
    if played:
        keep(arguments.out, how, played)
    sys.stderr.write(f"{len(played)} games in {arguments.out}\n")
    return 0 if played else 1


if __name__ == "__main__":
    sys.exit(main())
