"""Who stands where: points for places, and what decides between those who have equally many.

At tables of two, points are shares of the victory: 1, ½ each where nobody ranks above, 0. At larger tables there are as
many points as players a table for the first place, one less for each further place and one for the last; at a smaller
table the first and the last get the same, and those between them evenly between. Who shares a place shares its points.

Equal points: the share of victories, then the average of the points of those whom one has met (as often as one has met
them), then the difference of the game's points to the average of the others at the table, then how those who are still
equal fared against one another, then the lot, which is drawn by the tournament's seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from dolmen.core.draws import Draws

LOTS = 7
"""The stream from which lots are drawn."""


@dataclass(frozen=True)
class Outcome:
    """A table that is over, or a round without one."""

    entrants: tuple[int, ...]
    """In the order of the seats."""
    places: tuple[int, ...] = ()
    """From 1, by the rules of the game; equals share one. Empty where there was no table."""
    points: tuple[int, ...] = ()
    """Of the game."""
    award: Fraction = Fraction(0)
    """What everybody gets where there was no table."""


@dataclass(frozen=True)
class Line:
    """A line of the standings."""

    entrant: int
    place: int
    points: Fraction = Fraction(0)
    victories: Fraction = Fraction(0)
    opponents: Fraction = Fraction(0)
    """The average of the points of those whom he met."""
    difference: Fraction = Fraction(0)
    """Of the game's points to those of the others at the table, all tables together."""
    games: int = 0

    @property
    def key(self) -> tuple[Fraction, ...]:
        """What is compared first; more is better."""
        return self.points, self.victories, self.opponents, self.difference


def victory_points(seats: int) -> Fraction:
    """What a victory gives where so many play at a table, and a bye."""
    return Fraction(1 if seats == 2 else seats)


def awards(places: Sequence[int], seats: int) -> list[Fraction]:
    """The points for these places at a table, of a tournament with so many players a table."""
    best, worst, size = victory_points(seats), Fraction(0 if seats == 2 else 1), len(places)
    step = (best - worst) / (size - 1) if size > 1 else Fraction(0)
    ranked = sorted(range(size), key=lambda seat: places[seat])
    given = [Fraction(0)] * size
    for _place, equals in groupby(enumerate(ranked), key=lambda item: places[item[1]]):
        sharing = list(equals)
        share = sum((best - step * rank for rank, _seat in sharing), Fraction(0)) / len(sharing)
        for _rank, seat in sharing:
            given[seat] = share
    return given


def standings(entrants: Sequence[int], outcomes: Sequence[Outcome], seats: int, seed: int) -> list[Line]:
    """The lines of all entrants, the best first."""
    lines = _summed(entrants, outcomes, seats)
    lines = _with_opponents(lines, outcomes)
    ordered = sorted(lines.values(), key=lambda line: line.key, reverse=True)
    lots = {one: lot for lot, one in enumerate(Draws(seed, LOTS).shuffled(sorted(entrants)))}
    ranked: list[Line] = []
    for _key, equals in groupby(ordered, key=lambda line: line.key):
        tied = list(equals)
        scores = _among([line.entrant for line in tied], outcomes)
        ranked += sorted(tied, key=lambda line: (-scores[line.entrant], lots[line.entrant]))
    return [replace(line, place=place) for place, line in enumerate(ranked, start=1)]


def _summed(entrants: Sequence[int], outcomes: Sequence[Outcome], seats: int) -> dict[int, Line]:
    """Points, victories and differences."""
    lines = {one: Line(one, 0) for one in entrants}
    for outcome in outcomes:
        given = awards(outcome.places, seats) if outcome.places else [outcome.award] * len(outcome.entrants)
        for seat, one in enumerate(outcome.entrants):
            line = replace(lines[one], points=lines[one].points + given[seat])
            if outcome.places:
                won = Fraction(outcome.places[seat] == 1, outcome.places.count(1)) if 1 in outcome.places else 0
                apart = _difference(outcome.points, seat)
                line = replace(
                    line, victories=line.victories + won, difference=line.difference + apart, games=line.games + 1
                )
            lines[one] = line
    return lines


def _difference(points: Sequence[int], seat: int) -> Fraction:
    """Of a seat's points to the average of the others'."""
    others = len(points) - 1
    return points[seat] - Fraction(sum(points) - points[seat], others) if others else Fraction(0)


def _with_opponents(lines: dict[int, Line], outcomes: Sequence[Outcome]) -> dict[int, Line]:
    met: defaultdict[int, list[Fraction]] = defaultdict(list)
    for outcome in outcomes:
        for one in outcome.entrants if outcome.places else ():
            met[one] += [lines[other].points for other in outcome.entrants if other != one]
    return {
        one: replace(line, opponents=sum(met[one], Fraction(0)) / len(met[one])) if met[one] else line
        for one, line in lines.items()
    }


def _among(tied: Sequence[int], outcomes: Sequence[Outcome]) -> dict[int, Fraction]:
    """How often each of them was above another one of them, equal places half."""
    scores = dict.fromkeys(tied, Fraction(0))
    if len(tied) == 1:
        return scores
    for outcome in outcomes:
        here = [seat for seat, one in enumerate(outcome.entrants) if one in scores and outcome.places]
        for seat in here:
            for other in here:
                if other != seat:
                    mine, theirs = outcome.places[seat], outcome.places[other]
                    scores[outcome.entrants[seat]] += Fraction(2 * (mine < theirs) + (mine == theirs), 2)
    return scores
