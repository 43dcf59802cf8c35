"""The bot that searches: budget, threads, and the choice from what was found."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from dolmen.bots.base import Bot, Budget, Opinion, judgement_of
from dolmen.bots.search.reasons import reasons_of
from dolmen.bots.search.search_tree import ChildStats, SearchTree
from dolmen.contract.game import State
from dolmen.contract.search_settings import Settings
from dolmen.core.draws import SEEDS, Draws

CHUNK = 512
"""Visits between two looks at the clock."""
LOOKS = 16
"""Looks at the visits whether the choice is settled."""


class SearchBot(Bot):
    """Thinks ahead: visits so many positions, and plays what it visited most."""

    name = "search"
    description = "thinks ahead with as many visits as it is given"
    temperature: ClassVar[float] = 0.0
    """0: always the choice visited most; above: the others too, the likelier the more they were visited."""

    DEFAULT_VISITS: ClassVar = 1000

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._judgement = judgement_of(game, self.name)
        self.settings: Settings = self._judgement.settings
        self._trees: list[SearchTree] = []

    @property
    def plays_for_lead(self) -> bool:
        """Whether, where all are even, a point of lead brings it more than a point of its own (see `to_utilities`)."""
        return 0.25 / self.settings.scale > self.settings.points / 100

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The choice visited most (a level may err)."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        stats = self._search(state, budget, draws, only_best=self.temperature <= 0)
        return self._pick(stats, draws).action

    def consider(self, state: State, budget: Budget, draws: Draws) -> tuple[Opinion, ...]:
        """Every choice that was visited, most visited first, with the main reasons for and against it."""
        stats = self._search(state, budget, draws)
        total = sum(child.visits for child in stats)
        lines = [tuple(self._trees[0].line_after(child.action)) for child in stats]
        reasons = reasons_of(self._judgement, state, lines)
        return tuple(
            Opinion(child.action, child.points, child.visits / total, why, line)
            for child, why, line in zip(stats, reasons, lines, strict=True)
        )

    def expect(self, state: State, budget: Budget, draws: Draws) -> tuple[float, ...]:
        """The mean of what all visits promised."""
        if state.is_terminal():
            return super().expect(state, budget, draws)
        self._search(state, budget, draws)
        expected = [tree.expected() for tree in self._trees]
        return tuple(float(points) for points in np.mean(expected, axis=0))

    def expect_after(
        self, state: State, lines: Sequence[Sequence[int]], budget: Budget, draws: Draws
    ) -> list[tuple[float, ...]]:
        """The mean of what as many visits promised after each line; what was found in this position before counts."""
        threads = max(1, budget.threads)
        each = -(-self._visits(budget) // threads)
        self._follow(state, threads)
        expected = [tree.expected_after(lines, each, draws.below(SEEDS)) for tree in self._trees]
        return [tuple(float(points) for points in line) for line in np.mean(expected, axis=0)]

    def reasons(self, state: State, line: Sequence[int], other: Sequence[int]) -> tuple[str, ...]:
        """By the terms of the value function."""
        return reasons_of(self._judgement, state, [line, other])[0]

    def _pick(self, stats: list[ChildStats], draws: Draws) -> ChildStats:
        """The first, or one drawn by how often each was visited."""
        if self.temperature <= 0:
            return stats[0]
        most = stats[0].visits
        shares = [(child.visits / most) ** (1 / self.temperature) for child in stats]
        left = draws.below(SEEDS) / SEEDS * math.fsum(shares)
        for child, share in zip(stats, shares, strict=True):
            left -= share
            if left < 0:
                return child
        return stats[0]

    # ------------------------------------------------------------------------------------------------- searching

    def _search(self, state: State, budget: Budget, draws: Draws, only_best: bool = False) -> list[ChildStats]:
        """Search from this position; what was found of each choice, most visited first.

        Where only the best choice is asked for, the search ends once no other can be visited as often.
        """
        threads = max(1, budget.threads)
        visits = self._visits(budget)
        deadline = math.inf if budget.seconds is None else time.perf_counter() + budget.seconds
        self._follow(state, threads)
        seeds = [draws.below(SEEDS) for _ in range(threads)]
        each = -(-visits // threads)
        may_settle = only_best and threads == 1
        jobs = [
            partial(_visit, tree, each, seed, deadline, may_settle)
            for tree, seed in zip(self._trees, seeds, strict=True)
        ]
        if threads == 1:
            jobs[0]()
        else:
            with ThreadPoolExecutor(threads) as pool:
                for done in [pool.submit(job) for job in jobs]:
                    done.result()
        return merge([tree.child_stats() for tree in self._trees])

    def _visits(self, budget: Budget) -> int:
        """How many a search makes."""
        level = self._judgement.visits.get(self.name, self.DEFAULT_VISITS)
        return budget.visits or max(1, round(level * budget.share))

    def _follow(self, state: State, threads: int) -> None:
        """One tree a thread, each with this position at its root."""
        if self._trees and (
            self._trees[0].game.players != state.game.players
            or self._trees[0].game.record_type != state.game.record_type
        ):
            self._trees.clear()
        del self._trees[threads:]
        while len(self._trees) < threads:
            self._trees.append(SearchTree(state.game, self._judgement, self.settings))
        for tree in self._trees:
            tree.follow(state)

    def warm_up(self, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The search."""
        yield "search", partial(self.consider, state, Budget(visits=50), Draws(0))


def _visit(tree: SearchTree, visits: int, seed: int, deadline: float, may_settle: bool) -> None:
    """Visit until the root has seen so many, the time is over, or the choice is settled; at least once."""
    at_once = max(1, min(CHUNK, visits // LOOKS)) if may_settle else CHUNK if deadline < math.inf else visits
    is_over = False
    while not is_over:
        tree.visit(max(1, min(at_once, visits - tree.visits)) if tree.choices > 1 else 1, seed)
        catching_up = visits - tree.visits if may_settle else visits
        is_over = tree.visits >= visits or time.perf_counter() >= deadline or tree.lead() > catching_up


def merge(trees: list[list[ChildStats]]) -> list[ChildStats]:
    """What several trees found of each choice, added up; most visited first, then the one that promises more."""
    sums: dict[int, ChildStats] = {}
    for child in chain.from_iterable(trees):
        other = sums.get(child.action)
        if other is None:
            sums[child.action] = child
        else:
            visits = child.visits + other.visits
            share = child.visits / visits
            sums[child.action] = replace(
                child,
                visits=visits,
                utility=share * child.utility + (1 - share) * other.utility,
                points=share * child.points + (1 - share) * other.points,
            )
    return sorted(sums.values(), key=lambda child: (-child.visits, -child.utility, child.action))
