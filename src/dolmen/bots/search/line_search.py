"""The best line of a seat where nothing is left to chance: its own decisions to the end of the chapter.

A tree asks what a position brings on average; near the end of a game, what can still be done is a puzzle, and what
counts is the best way to do it. Lines are kept by length. A sweep goes from the shortest to the longest and makes the
most promising ones of each length a decision longer; the next sweep goes on with the next ones. Lines that lead to the
same position are one. The best line so far is the seat's plan: other lines are played on by what is left of it, too.

The others are expected to think, too: each has its own best line, found in the same way with less thought, while
everybody else does what looks best at once.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.bots.search.lines import BEGINS, END, FAN, NOTHING, LineKernels, Lines, Plans, make_lines
from dolmen.bots.search.nodes import Workspace, new_workspace
from dolmen.contract.game import Game, Records, empty_records
from dolmen.contract.judgement import Judgement, Planning
from dolmen.contract.search_settings import Settings
from dolmen.core.record_view import copied

AT_ONCE: Final = 2
"""So many lines of one length are made longer in a sweep."""
LONGEST: Final = 256
"""A plan has so many decisions at most."""
OTHERS: Final = 0.5
"""This part of the thought goes to what the others will do."""


class Thought(NamedTuple):
    """How much is thought."""

    lines: int
    threads: int = 1
    deadline: float = math.inf
    """By `time.perf_counter`."""


@dataclass(frozen=True)
class Line:
    """What is known of the best line that begins with some decision."""

    decisions: tuple[int, ...]
    """The seat's own, where it had a choice, to the end as it is expected."""
    number: int
    """How many lines begin like this."""
    utility: float
    points: tuple[float, ...]
    """What each seat may expect in the end."""


class LineSearch:
    """Looks for the best line in positions of one game. The same position and number of lines give the same line."""

    def __init__(self, game: Game, judgement: Judgement, planning: Planning, settings: Settings) -> None:
        self.game = game
        self._kernels = make_lines(
            game.legal, game.apply, judgement.choose, judgement.prior, planning.chapter, planning.value
        )
        self._new_workspace = partial(new_workspace, game, judgement, settings)
        self._works: list[Workspace] = []

    def search(self, root: Records, seat: int, thought: Thought) -> list[Line]:
        """Think for the others, then for a seat: its best line for each first decision, the best first.

        Empty if the seat has no choice any more before the chapter ends.
        """
        with ThreadPoolExecutor(thought.threads) as pool:
            growth = self._grown(root, seat, thought, pool)
        return growth.best_by_first_decision()

    def expected(self, root: Records, seat: int, thought: Thought) -> tuple[float, ...]:
        """The points that each seat may expect if this one finds its best line."""
        with ThreadPoolExecutor(thought.threads) as pool:
            growth = self._grown(root, seat, thought, pool)
        return growth.points_of(growth.best_place())

    def _grown(self, root: Records, seat: int, thought: Thought, pool: ThreadPoolExecutor) -> _Growth:
        while len(self._works) < thought.threads:
            self._works.append(self._new_workspace())
        others = round(OTHERS * thought.lines)
        now = time.perf_counter()
        for_others = Thought(others, thought.threads, now + OTHERS * (thought.deadline - now))
        plans = self._plans(root, seat, for_others, pool)
        growth = _Growth(self._kernels, root, seat, plans, self._works[: thought.threads], pool)
        growth.grow(thought.lines - others, thought.deadline)
        return growth

    def _plans(self, root: Records, seat: int, thought: Thought, pool: ThreadPoolExecutor) -> Plans:
        """What is expected of the others: their best lines beside what looks best to everybody else."""
        obvious = np.full((self.game.players, LONGEST), NOTHING, dtype=np.int32)
        plans = obvious.copy()
        self._kernels.foretell(root, obvious, self._works[0])
        others = [other for other in range(self.game.players) if other != seat]

        def think_for(first: int) -> None:
            """Every so-many-th of them, on a thread of their own."""
            for other in others[first :: thought.threads]:
                beside = obvious.copy()
                beside[other] = NOTHING
                growth = _Growth(self._kernels, root, other, beside, [self._works[first]], pool)
                growth.grow(thought.lines // len(others), thought.deadline)
                decisions = growth.plan_of(growth.best_place())[:LONGEST]
                plans[other, : len(decisions)] = decisions

        for done in [pool.submit(think_for, thread) for thread in range(thought.threads)]:
            done.result()
        return plans


class _Growth:
    """The lines of one seat from one position."""

    def __init__(
        self,
        kernels: LineKernels,
        root: Records,
        seat: int,
        plans: Plans,
        works: Sequence[Workspace],
        pool: ThreadPoolExecutor,
    ) -> None:
        self._kernels, self._seat, self._works, self._pool = kernels, seat, works, pool
        self._plans = plans.copy()
        self._lines = Lines(copied(root), empty_records(END))
        kernels.begin(self._lines, self._plans, works[0], seat)
        self._used = 1
        self._open: list[list[tuple[float, int]]] = [[(0.0, 0)]] if self._lines.ends[0].open else []
        """By length: what was not made longer yet, the most promising first."""
        self._seen: list[dict[bytes, int]] = [{}]
        """By length: the positions at the ends of lines, and where those stand."""
        self._fresh = Lines(empty_records(root.dtype, AT_ONCE * FAN), empty_records(END, AT_ONCE * FAN))
        self._made = np.zeros(AT_ONCE, dtype=np.int32)
        self._best = -math.inf
        self._is_plan_new = False
        """Whether the best line has changed since the root was last thought about."""
        self._note_if_best(0)

    def grow(self, number: int, deadline: float) -> None:
        """Sweep until so many lines are judged, the time is over, or none is left to go on with.

        A sweep begins at the root again where the best line has changed, which then is the plan: so the first
        decisions are compared by what the same plan brings after each.
        """
        self._make_room(1 + max(0, number) + 2 * AT_ONCE * FAN)
        is_over = not any(self._open)
        while not is_over:
            if self._is_plan_new:
                self._lengthen_root()
            length = 0
            while length < len(self._open) and not is_over:
                if self._open[length]:
                    self._lengthen(length)
                is_over = self._used > number or time.perf_counter() >= deadline
                length += 1
            is_over = is_over or not any(self._open)
        if self._is_plan_new:
            self._lengthen_root()

    def _lengthen_root(self) -> None:
        self._is_plan_new = False
        heapq.heappush(self._open[0], (0.0, 0))
        self._lengthen(0)

    def _make_room(self, number: int) -> None:
        longer = Lines(empty_records(self._lines.positions.dtype, number), empty_records(END, number))
        for new, old in zip(longer, self._lines, strict=True):
            new[: self._used] = old[: self._used]
        self._lines = longer

    def _lengthen(self, length: int) -> None:
        """The most promising lines of one length by one decision."""
        waiting = self._open[length]
        taken = [heapq.heappop(waiting)[1] for _ in range(min(AT_ONCE, len(waiting)))]
        which = np.array(taken, dtype=np.int32)
        parts = min(len(self._works), len(taken))
        jobs = [
            partial(
                self._extend, which, len(taken) * part // parts, len(taken) * (part + 1) // parts, self._works[part]
            )
            for part in range(parts)
        ]
        if parts == 1:
            jobs[0]()
        else:
            for done in [self._pool.submit(job) for job in jobs]:
                done.result()
        if length + 1 == len(self._open):
            self._open.append([])
            self._seen.append({})
        for index in range(len(taken)):
            for fresh in range(index * FAN, index * FAN + int(self._made[index])):
                self._keep(fresh, length + 1)

    def _extend(self, which: npt.NDArray[np.int32], first: int, last: int, work: Workspace) -> None:
        self._kernels.extend(self._lines, which, self._fresh, self._made, first, last, self._plans, work, self._seat)

    def _keep(self, fresh: int, length: int) -> None:
        """Keep a new line, unless one of the same length leads to the same position."""
        position = self._fresh.positions[fresh : fresh + 1]
        key = position.tobytes()
        place = self._seen[length].setdefault(key, self._used)
        if place < self._used:
            self._improve(place, fresh)
            return
        self._used += 1
        self._lines.positions[place] = position[0]
        self._lines.ends[place] = self._fresh.ends[fresh]
        self._note_if_best(place)
        if self._lines.ends[place].open:
            heapq.heappush(self._open[length], (-float(self._lines.ends[place].utility), place))

    def _improve(self, place: int, fresh: int) -> None:
        """Go on as after a new line that leads to the same position, if that brings more."""
        known, found = self._lines.ends[place], self._fresh.ends[fresh]
        if found.utility > known.utility:
            known.utility, known.points, known.tail = found.utility, found.points, found.tail
            self._note_if_best(place)

    def _note_if_best(self, place: int) -> None:
        """The best line so far is the seat's plan."""
        utility = float(self._lines.ends[place].utility)
        if utility > self._best:
            self._best, self._is_plan_new = utility, place > 0
            plan = self.plan_of(place)[:LONGEST]
            self._plans[self._seat] = NOTHING
            self._plans[self._seat, : len(plan)] = plan

    # ------------------------------------------------------------------------------------------------- what was found

    def best_place(self) -> int:
        """Where the best line stands; the one without a decision where there is no other."""
        utilities = self._lines.ends.utility[1 : self._used]
        return 1 + int(np.argmax(utilities)) if len(utilities) else 0

    def best_by_first_decision(self) -> list[Line]:
        """The best line for each first decision, the best first; of equals, the one that was found first."""
        best: dict[int, int] = {}
        number: dict[int, int] = {}
        first = np.zeros(self._used, dtype=np.int64)
        ends = self._lines.ends
        parents, utilities = ends.parent[: self._used].tolist(), ends.utility[: self._used].tolist()
        for place in range(1, self._used):
            first[place] = first[parents[place]] if parents[place] else int(ends[place].action) % BEGINS
            begins = int(first[place])
            number[begins] = number.get(begins, 0) + 1
            if begins not in best or utilities[place] > utilities[best[begins]]:
                best[begins] = place
        return [
            Line(tuple(self.decisions_of(place)), number[begins], utilities[place], self.points_of(place))
            for begins, place in sorted(best.items(), key=lambda item: (-utilities[item[1]], item[1]))
        ]

    def points_of(self, place: int) -> tuple[float, ...]:
        """What a line promises each seat."""
        return tuple(float(points) for points in self._lines.ends[place].points[: self._plans.shape[0]])

    def plan_of(self, place: int) -> list[int]:
        """What the seat decides in a line and after it, as in a plan."""
        decisions: list[int] = []
        end = place
        while end:
            decisions.append(int(self._lines.ends[end].action))
            end = int(self._lines.ends[end].parent)
        return decisions[::-1] + list(takewhile(NOTHING.__ne__, self._lines.ends[place].tail.tolist()))

    def decisions_of(self, place: int) -> list[int]:
        """What the seat decides in a line and after it."""
        return [decision % BEGINS for decision in self.plan_of(place)]
