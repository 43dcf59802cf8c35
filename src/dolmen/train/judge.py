"""Games against fixed bots while the learner goes on: in a process of their own, by the arena's rules.

A judgement says how often the policy wins; with more than two players it meets as many of one bot as there are seats.
Learning does not depend on it.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from dolmen.arena.match import Terms, play_match
from dolmen.bots.learned import PREFIX

AGAINST: Final = ("random", "greedy")


def judge(weights: str, game: str, players: int, games: int) -> dict[str, Any]:
    """Play so many games against each of the fixed bots; what share of the victories it was, and the points."""
    figures: dict[str, Any] = {"games": games}
    for bot in AGAINST:
        name = PREFIX + weights
        terms = Terms(game=game, players=players, bots=(name, *[bot] * (players - 1)), seed=1)
        results = [play_match(terms, number)[0] for number in range(games)]
        own = [(result, result.seats.index(name)) for result in results]
        figures[bot] = sum(result.returns[seat] for result, seat in own) / games
        figures[f"points_against_{bot}"] = sum(result.scores[seat] for result, seat in own) / games
    return figures


class Judge:
    """At most one judgement at a time, in another process."""

    def __init__(self, weights: Path, game: str, players: int, games: int) -> None:
        self.weights = weights
        self.question = (game, players, games)
        self.pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        self.asked: Future[dict[str, Any]] | None = None
        self.about: dict[str, Any] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being judged."""
        return self.asked is None

    def ask(self, about: dict[str, Any]) -> None:
        """Judge the weights that lie in the file now, and leave them there; `about` comes back with the answer."""
        assert self.asked is None
        self.about = about
        self.asked = self.pool.submit(judge, str(self.weights), *self.question)

    def answer(self, *, wait: bool = False) -> dict[str, Any] | None:
        """The judgement asked for, once it is there (or waited for)."""
        if self.asked is None or not (wait or self.asked.done()):
            return None
        figures, self.asked = self.asked.result(), None
        return {**self.about, **figures}

    def close(self) -> None:
        """Ask nothing more."""
        self.pool.shutdown(wait=False, cancel_futures=True)
