"""The tables of a round: round robin or Swiss, and who sits where.

Round robin, two a table: the circle method; where the number is odd, everybody rests once, which gives nothing. With
more a table, everybody meets everybody as evenly as possible: where as many players as the square of the seats take
part, exactly once (the lines of an affine plane); else a schedule of all rounds is searched for. Once somebody has
left, each round is drawn so that as few as possible meet again.
Swiss: the first round by lot, the others by the standings, so that nobody meets twice where that can be avoided.

Where the number does not divide, see `sizes_of`; who is left over has a bye, which counts as a victory: whoever had the
fewest, of those the last. Seats go to those who had them least often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, Literal

from dolmen.arena.tournament.partition import (
    Meetings,
    Table,
    divided,
    evened,
    meetings_at,
    repeats,
    sizes_of,
    unevenness,
)
from dolmen.core.draws import Draws

Kind = Literal["robin", "swiss"]
KINDS: Final[tuple[Kind, ...]] = ("robin", "swiss")
PLANES: Final = (3, 4, 5)
"""Tables of these sizes have an affine plane."""
MOST_TRIES: Final = 24
EFFORT: Final = 20_000
"""So many schedules are tried, and fewer where rounds times players times players would be more than this."""
_TRYING: Final = 4
_BEGINNING: Final = 3
"""The stream from which the first order is drawn."""


@dataclass(frozen=True)
class Round:
    """What is drawn."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    """They count as victories."""
    rests: tuple[int, ...] = ()
    """Everybody rests as often; it gives nothing."""


@dataclass(frozen=True)
class Field:
    """Who plays with one another, and how."""

    kind: Kind
    seats: int
    """Players a table."""
    least: int
    """Of the game."""
    members: tuple[int, ...]
    """All who began."""
    rounds: int
    """How many are played."""
    seed: int

    def order(self) -> list[int]:
        """The members by lot."""
        return Draws(self.seed, _BEGINNING).shuffled(sorted(self.members))


def draw_round(
    field: Field, number: int, left: Collection[int], ranking: Sequence[int], past: Sequence[Table], byes: Sequence[int]
) -> Round:
    """Round `number` (from 1) of a field without those who left.

    `ranking` is everybody by the standings, `past` are the tables of earlier rounds in the order of their seats, and
    `byes` who had one, as often as he had.
    """
    if field.kind == "robin" and field.seats == 2:
        return _circle(field, number, left)
    if field.kind == "robin" and not left and number <= field.rounds:
        drawn = _schedule(field)[number - 1]
    else:
        by_lot = field.kind == "robin" or number == 1
        order = [one for one in (field.order() if by_lot else ranking) if one not in left]
        drawn = _drawn(field, order, meetings_at(past), byes)
    seated: list[Table] = []
    for table in drawn.tables:
        seated.append(_seated(table, [*past, *seated]))
    return Round(tuple(seated), drawn.byes, drawn.rests)


# ---------------------------------------------------------------------------------------------------- round robin


def _circle(field: Field, number: int, left: Collection[int]) -> Round:
    """One stays, the others go round; who should meet somebody who left has a bye."""
    order: list[int | None] = [*field.order()]
    if len(order) % 2:
        order.insert(0, None)
    turn = (number - 1) % (len(order) - 1)
    ring = order[1:]
    turned = [order[0], *ring[turn:], *ring[:turn]]
    tables: list[Table] = []
    byes: list[int] = []
    rests: list[int] = []
    for place in range(len(turned) // 2):
        one, other = turned[place], turned[-1 - place]
        if number % 2 if place == 0 else place % 2:  # so everybody begins in half of the games
            one, other = other, one
        here = [player for player in (one, other) if player is not None and player not in left]
        if len(here) == 2:
            tables.append((here[0], here[1]))
        elif here:
            (rests if None in (one, other) else byes).append(here[0])
    return Round(tuple(tables), tuple(byes), tuple(rests))


@lru_cache(maxsize=200)
def _schedule(field: Field) -> tuple[Round, ...]:
    """All rounds, so that all meet as equally often as possible."""
    if field.seats in PLANES and len(field.members) == field.seats**2:
        plane = _plane(field.order(), field.seats)
        return tuple(Round(plane[number % len(plane)]) for number in range(field.rounds))
    lots = Draws(field.seed, _TRYING)
    begun = _round_by_round(field)
    tries = [_evened(begun)]
    for _ in range(min(MOST_TRIES, EFFORT // (field.rounds * len(field.members) ** 2))):
        tries.append(_evened([_shuffled(one, lots) for one in begun]))
    return min(tries, key=lambda rounds: unevenness([table for one in rounds for table in one.tables]))


def _round_by_round(field: Field) -> list[Round]:
    """A schedule in which each round avoids the meetings of those before."""
    rounds: list[Round] = []
    for _ in range(field.rounds):
        past = [table for one in rounds for table in one.tables]
        byes = [one for each in rounds for one in each.byes]
        rounds.append(_drawn(field, field.order(), meetings_at(past), byes))
    return rounds


def _shuffled(drawn: Round, lots: Draws) -> Round:
    """The same players at the same tables by lot."""
    order = iter(lots.shuffled([one for table in drawn.tables for one in table]))
    return Round(tuple(tuple(next(order) for _ in table) for table in drawn.tables), drawn.byes)


def _evened(rounds: Sequence[Round]) -> tuple[Round, ...]:
    even = evened([list(one.tables) for one in rounds])
    return tuple(Round(tuple(tables), one.byes) for tables, one in zip(even, rounds, strict=True))


def _plane(order: Sequence[int], size: int) -> list[tuple[Table, ...]]:
    """The lines of the affine plane of a size, parallel by parallel: any two points lie on one line."""
    times, plus = _arithmetic(size)
    point = [[order[size * x + y] for y in range(size)] for x in range(size)]
    slopes = [
        tuple(tuple(point[x][plus(times(slope, x), start)] for x in range(size)) for start in range(size))
        for slope in range(size)
    ]
    return [*slopes, tuple(tuple(point[x]) for x in range(size))]


Operation = Callable[[int, int], int]


def _arithmetic(size: int) -> tuple[Operation, Operation]:
    """Product and sum in the field with so many numbers."""
    if size != 4:
        return (lambda one, other: one * other % size), (lambda one, other: (one + other) % size)

    def times(one: int, other: int) -> int:  # 1, 2, 3 are the powers of 2, whose square is 3
        return 0 if not one or not other else (one + other - 2) % 3 + 1

    return times, (lambda one, other: one ^ other)


# ---------------------------------------------------------------------------------------------------- by search


def _drawn(field: Field, order: Sequence[int], met: Meetings, byes: Sequence[int]) -> Round:
    """The players in an order at tables; with a bye for who had the fewest and stands last, if that avoids a repeat."""
    sizes = sizes_of(len(order), field.seats, field.least)
    spare = len(order) - sum(sizes)
    if not sizes:
        return Round((), tuple(order))
    had = Counter(byes)
    last = sorted(order, key=lambda one: (had[one], -list(order).index(one)))
    fewest = had[last[spare - 1]] if spare else 0
    best: tuple[int, Round] | None = None
    for resting in combinations([one for one in last if had[one] <= fewest], spare):
        playing = [one for one in order if one not in resting]
        tables = divided(playing, sizes, met)
        cost = repeats(tables, met)
        if best is None or cost < best[0]:
            best = cost, Round(tuple(tables), resting)
        if cost == 0 or spare > 1:
            break
    assert best is not None
    return best[1]


def _seated(table: Table, past: Sequence[Table]) -> Table:
    """The players of a table in the order of its seats: each where he sat least often, early after he sat late."""
    sat: Counter[tuple[int, int]] = Counter()
    late: Counter[int] = Counter()
    for before in past:
        for seat, one in enumerate(before):
            sat[one, seat] += 1
            late[one] += 2 * seat + 1 - len(before)

    def cost(seats: Table) -> tuple[int, int]:
        again = sum(sat[one, seat] ** 2 + sat[one, seat] for seat, one in enumerate(seats))
        return again, sum(seat * late[one] for seat, one in enumerate(seats))

    return min(permutations(table), key=cost)
