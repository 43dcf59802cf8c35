"""A whole game from left to right: its turns, each in its player's colour, its rounds below, and steps through it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from dolmen.art.chart import round_step
from dolmen.contract.content import Entry
from dolmen.server.live_table import LiveTable

LONGEST_TURN = 8
"""A turn of more entries (a last round of answers, say) is walked through entry by entry."""
MOST_FIGURES = 12
"""So many turns have their number below, where there are no rounds."""


@dataclass(frozen=True)
class Stop:
    """A turn: the moment at which it has ended, whose it was, and in which round."""

    decision: int
    turn: int
    seat: int
    round: int


@dataclass(frozen=True)
class Figure:
    """What stands below the turns, by the share of the width that is left of it, in percent."""

    place: float
    text: str


@dataclass(frozen=True)
class Timeline:
    """The turns of a game, in order."""

    stops: tuple[Stop, ...]
    has_rounds: bool

    @cached_property
    def decisions(self) -> list[int]:
        """The moments at which turns have ended."""
        return [stop.decision for stop in self.stops]

    @cached_property
    def round_ends(self) -> list[int]:
        """The moments at which rounds have ended."""
        return [list(stops)[-1].decision for _number, stops in groupby(self.stops, key=lambda stop: stop.round)]

    def turn_at(self, at: int) -> int:
        """Which of the turns it is at a moment, from 1; 0 before the first."""
        return min(bisect_left(self.decisions, at) + 1, len(self.stops)) if at else 0

    def share(self, at: int) -> float:
        """How much has happened at a moment, in percent of the width: a turn in the making counts by its decisions."""
        turn = self.turn_at(at)
        if not turn:
            return 0.0
        before = self.decisions[turn - 2] if turn > 1 else 0
        within = (at - before) / max(1, self.decisions[turn - 1] - before)
        return round(100 * (turn - 1 + min(within, 1.0)) / len(self.stops), 2)

    def steps(self, at: int) -> dict[str, int]:
        """Where the steps lead to from a moment: to both ends, by rounds, by turns."""
        last = self.decisions[-1] if self.stops else 0
        return {
            "first": 0,
            "round-back": _before(self.round_ends, at),
            "turn-back": _before(self.decisions, at),
            "turn-on": _after(self.decisions, at, last),
            "round-on": _after(self.round_ends, at, last),
            "last": last,
        }

    @cached_property
    def borders(self) -> list[float]:
        """Where rounds begin, in percent of the width."""
        ends = [turn for turn, stop in enumerate(self.stops, start=1) if stop.decision in self.round_ends]
        return [self._percent(turn) for turn in ends[:-1]] if self.has_rounds else []

    @cached_property
    def figures(self) -> list[Figure]:
        """The rounds by their numbers; where there are none, some of the turns."""
        if not self.has_rounds:
            step = max(1, round(round_step(max(1, self.stops[-1].turn), MOST_FIGURES))) if self.stops else 1
            first = {stop.turn: place for place, stop in reversed(list(enumerate(self.stops)))}
            counted = sorted(turn for turn in first if turn and turn % step == 0)
            return [Figure(self._percent(first[turn] + 0.5), f"{turn}") for turn in counted]
        return list(self._round_figures())

    def _round_figures(self) -> Iterator[Figure]:
        start = 0
        for number, stops in groupby(self.stops, key=lambda stop: stop.round):
            count = len(list(stops))
            if number:
                yield Figure(self._percent(start + count / 2), f"{number}")
            start += count

    def _percent(self, turns: float) -> float:
        return round(100 * turns / len(self.stops), 2)


def timeline_of(live: LiveTable, entries: Sequence[Entry]) -> Timeline:
    """The turns of a table's game, by the entries of its log."""
    return Timeline(tuple(_stops(live, entries)), live.present.has_rounds)


def _stops(live: LiveTable, entries: Sequence[Entry]) -> Iterator[Stop]:
    game, reached = live.state.game, 0
    for turn, of_turn in groupby((entry for entry in entries if entry.part >= 0), key=lambda entry: entry.turn):
        by_moment = {entry.decision: entry for entry in of_turn}
        single = not turn or len(by_moment) > LONGEST_TURN
        for entry in by_moment.values() if single else [list(by_moment.values())[-1]]:
            if entry.decision > reached:
                reached = entry.decision
                record = live.state.records_before(reached - 1)[0]
                yield Stop(reached, turn, entry.turn_player, live.present.round_of(game, record))


def _before(moments: Sequence[int], at: int) -> int:
    place = bisect_left(moments, at)
    return moments[place - 1] if place else 0


def _after(moments: Sequence[int], at: int, last: int) -> int:
    place = bisect_right(moments, at)
    return moments[place] if place < len(moments) else last
