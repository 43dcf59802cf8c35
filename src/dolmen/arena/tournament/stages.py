"""The stages of a tournament: groups by lot, how many rounds they play, who goes on to the finals, who ends where.

Groups play side by side. The best of each go on; they are divided by their places into as many finals as there shall
be, so that in the first final the best play for the first places. In a final everybody begins anew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import ceil, log

from dolmen.arena.tournament.draw import Kind
from dolmen.arena.tournament.standings import Line
from dolmen.core.draws import Draws

_DEALING = 5
"""The stream by which groups are dealt."""


def dealt(entrants: Sequence[int], groups: int, seed: int) -> list[list[int]]:
    """The entrants in so many groups by lot, whose sizes differ by one at most."""
    order = Draws(seed, _DEALING).shuffled(sorted(entrants))
    return [sorted(order[group::groups]) for group in range(groups)]


def usual_rounds(kind: Kind, players: int, seats: int) -> int:
    """The rounds of a group of so many where nobody said how many: as many as it takes.

    Round robin: until everybody has met everybody, where that works out. Swiss: until one alone can have won all, and
    one more.
    """
    if players <= seats:
        return 1
    if kind == "robin":
        return _meets_all(players, seats)
    return min(most_rounds(kind, players, seats), ceil(log(players, seats) - 1e-9) + (seats > 2))


def most_rounds(kind: Kind, players: int, seats: int) -> int:
    """More rounds make no sense: everybody has met everybody twice, in Swiss once at least."""
    if players < 2:
        return 0
    return max(2, 2 * _meets_all(players, seats) if kind == "robin" else players - 1)


def _meets_all(players: int, seats: int) -> int:
    if seats == 2:
        return players - 1 + players % 2
    return ceil((players - 1) / (seats - 1))


def finals(rankings: Sequence[Sequence[Line]], left: Collection[int], advance: int, number: int) -> list[list[int]]:
    """Who plays in which final: so many of each group, who are still there, by their places and then as equals."""
    going: list[tuple[int, Line]] = []
    for ranking in rankings:
        here = [line for line in ranking if line.entrant not in left][:advance]
        going += list(enumerate(here))
    going.sort(key=lambda item: (item[0], *(-figure for figure in item[1].key)))
    order = [line.entrant for _place, line in going]
    size, larger = divmod(len(order), number)
    cuts = [place * size + min(place, larger) for place in range(number + 1)]
    return [order[first:last] for first, last in pairwise(cuts)]


def overall(rankings: Sequence[Sequence[Line]], ended: Sequence[Sequence[Line]]) -> list[int]:
    """All entrants as they end: the finals one after the other, then the others by their places in their groups."""
    first = [line.entrant for final in ended for line in final]
    others = [line for ranking in rankings for line in ranking if line.entrant not in set(first)]
    others.sort(key=lambda line: (line.place, *(-figure for figure in line.key)))
    return [*first, *(line.entrant for line in others)]
