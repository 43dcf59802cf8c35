"""The bot that searches: budget, threads, and the choice from what was found.

A tree thinks, or, where a game says so and the level does not err, a search for whole lines (see `line_search`).
"""

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
from dolmen.bots.search.line_search import Line, LineSearch, Thought
from dolmen.bots.search.reasons import reasons_of
from dolmen.bots.search.search_tree import ChildStats, SearchTree
from dolmen.contract.game import State
from dolmen.contract.judgement import Planning
from dolmen.contract.search_settings import Settings
from dolmen.core.draws import SEEDS, Draws
from dolmen.core.record_view import copied

CHUNK = 512
"""Visits between two looks at the clock."""
LOOKS = 16
"""Looks at the visits whether the choice is settled."""
ASIDE = 0.5
"""An answer in another's turn, or the rest of a turn whose line ends in it, is worth such a part of a turn's lines."""


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
        self._line_search: LineSearch | None = None
        self._line: tuple[int, ...] = ()
        """What it will decide next in this turn, if nobody else decides before."""
        self._line_from: tuple[int, ...] = ()
        """The history at which that begins."""

    @property
    def plays_for_lead(self) -> bool:
        """Whether, where all are even, a point of lead brings it more than a point of its own (see `to_utilities`)."""
        return 0.25 / self.settings.scale > self.settings.points / 100

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The choice visited most (a level may err)."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        planning = self._planning(state)
        if planning is not None:
            return self._follow_line(state, actions, planning, budget)
        stats = self._search(state, budget, draws, only_best=self.temperature <= 0)
        return self._pick(stats, draws).action

    @property
    def expected(self) -> list[float]:
        """What the tree that thought last promised each seat."""
        return self._trees[0].expected()

    def consider(self, state: State, budget: Budget, draws: Draws) -> tuple[Opinion, ...]:
        """Every choice that was visited, most visited first, with the main reasons for and against it.

        Where lines were thought of: the one with the best line first.
        """
        planning = self._planning(state)
        if planning is not None:
            return self._consider_lines(state, planning, budget)
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
        planning = self._planning(state)
        if planning is not None:
            return self._expect_line(state, (), planning, budget)
        self._search(state, budget, draws)
        expected = [tree.expected() for tree in self._trees]
        return tuple(float(points) for points in np.mean(expected, axis=0))

    def expect_after(
        self, state: State, lines: Sequence[Sequence[int]], budget: Budget, draws: Draws
    ) -> list[tuple[float, ...]]:
        """The mean of what as many visits promised after each line; what was found in this position before counts."""
        planning = self._planning(state)
        if planning is not None:
            return [self._expect_line(state, line, planning, budget) for line in lines]
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

    # ----------------------------------------------------------------------------------------------------- lines

    def _planning(self, state: State) -> Planning | None:
        """How to think of whole lines in this position; None where the tree thinks."""
        planning = self._judgement.planning
        if planning is None or self.temperature > 0 or state.is_terminal():
            return None
        return planning if planning.chapter(state.records[0]) >= planning.first else None

    def _lines_of(self, state: State, planning: Planning) -> LineSearch:
        """The search for lines of this game."""
        game = state.game
        found = self._line_search
        if found is None or (found.game.players, found.game.record_type) != (game.players, game.record_type):
            found = self._line_search = LineSearch(game, self._judgement, planning, self.settings)
        return found

    def _thought(self, state: State, planning: Planning, budget: Budget, *, begun: bool = False) -> Thought:
        """How many lines a decision is worth, and until when; `begun`: the turn was thought about before."""
        part = ASIDE if begun or state.turn_player != state.current_player else 1.0
        number = max(2, round(part * planning.lines_a_visit * self._visits(budget)))
        deadline = math.inf if budget.seconds is None else time.perf_counter() + budget.seconds
        return Thought(number, max(1, budget.threads), deadline)

    def _follow_line(self, state: State, actions: Sequence[int], planning: Planning, budget: Budget) -> int:
        """The next decision of the best line: thought of once, and gone on with while nobody else decides."""
        goes_on = self._goes_on(state)
        if not goes_on or not self._line or self._line[0] not in actions:
            thought = self._thought(state, planning, budget, begun=goes_on)
            self._line = (
                self._lines_of(state, planning).search(state.records, state.current_player, thought)[0].decisions
            )
        action, *rest = self._line
        self._line, self._line_from = tuple(rest), (*state.history, action)
        return action

    def _goes_on(self, state: State) -> bool:
        """Whether it has decided just before in the same game, and since then this seat alone, without a choice."""
        before = len(self._line_from)
        return (
            before > 0
            and state.history[:before] == self._line_from
            and all(
                int(state.records_before(decision)[0].player) == state.current_player
                for decision in range(before - 1, len(state.history))
            )
        )

    def _consider_lines(self, state: State, planning: Planning, budget: Budget) -> tuple[Opinion, ...]:
        """Every first decision with its best line, as far as the turn goes."""
        seat = state.current_player
        thought = self._thought(state, planning, budget)
        found = self._lines_of(state, planning).search(state.records, seat, thought)
        total = sum(line.number for line in found)
        turns = [_as_far_as_it_decides(state, line) for line in found]
        reasons = reasons_of(self._judgement, state, turns)
        return tuple(
            Opinion(line.decisions[0], line.points[seat], line.number / total, why, turn)
            for line, why, turn in zip(found, reasons, turns, strict=True)
        )

    def _expect_line(self, state: State, line: Sequence[int], planning: Planning, budget: Budget) -> tuple[float, ...]:
        """The points of every seat, if this one decides like this and then goes its best line."""
        records = copied(state.records)
        for action in line:
            state.game.apply_to(records, action)
        thought = self._thought(state, planning, budget)
        return self._lines_of(state, planning).expected(records, state.current_player, thought)

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
        """The search, and where lines are thought of, that, too."""
        yield "search", partial(self.consider, state, Budget(visits=50), Draws(0))
        planning = self._judgement.planning
        if planning is not None:
            lines = self._lines_of(state, planning)
            yield "lines", partial(lines.search, state.records, state.current_player, Thought(2))


def _as_far_as_it_decides(state: State, line: Line) -> tuple[int, ...]:
    """What a line says of this turn: with what has no choice between, until somebody else is asked."""
    seat, ahead = state.current_player, state.clone()
    waiting = list(line.decisions)
    turn: list[int] = []
    while not ahead.is_terminal() and ahead.current_player == seat:
        legal = ahead.legal_actions()
        if len(legal) > 1 and not waiting:
            break
        turn.append(legal[0] if len(legal) == 1 else waiting.pop(0))
        ahead.apply_trusted(turn[-1])
    return tuple(turn)


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
