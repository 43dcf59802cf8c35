"""A field of players divided into tables so that nobody meets twice where that can be avoided.

Players are given in an order; among divisions with equally few repeated meetings, those sit together who stand close to
one another in it. Fields that are small are searched through; in larger ones the search ends after a while, and what it
found is improved by exchanging players. The same field always gives the same tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

Meetings = Mapping[frozenset[int], int]
"""How often two have met, by both; who is missing has not."""
Table = tuple[int, ...]

NODES: Final = 20_000
"""So many steps the search takes."""
PASSES: Final = 12
EFFORT: Final = 60_000
"""So often all exchanges within a schedule are tried; less often where rounds times players squared are more."""


def sizes_of(players: int, seats: int, least: int) -> tuple[int, ...]:
    """The sizes of the tables for so many players, the largest first: up to so many seats, and at least `least`.

    Where the number does not divide, some tables are smaller by one; where the game has no such tables, somebody is
    left over.
    """
    tables = -(-players // seats)
    while tables and players // tables < least:
        tables -= 1
    if not tables:
        return ()
    small, larger = divmod(min(players, tables * seats), tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def meetings_at(tables: Sequence[Table]) -> dict[frozenset[int], int]:
    """How often two have met at these tables."""
    met: dict[frozenset[int], int] = {}
    for table in tables:
        for pair in combinations(table, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def repeats(tables: Sequence[Table], met: Meetings) -> int:
    """What it costs that some have met before: nothing for strangers, and more for each time that they meet again."""
    return sum(met.get(frozenset(pair), 0) ** 2 for table in tables for pair in combinations(table, 2))


def unevenness(tables: Sequence[Table]) -> int:
    """The less, the more equally often all have met who sat at as many tables."""
    return sum(number**2 for number in meetings_at(tables).values())


def divided(order: Sequence[int], sizes: Sequence[int], met: Meetings) -> list[Table]:
    """The field at tables of these sizes, which hold all of it."""
    found = _Search(order, met).run(tuple(sizes))
    return _exchanged(found, order, met)


class _Search:
    """Table by table: the first who does not sit yet, with those whom he meets at the least cost."""

    def __init__(self, order: Sequence[int], met: Meetings) -> None:
        self._order, self._met = tuple(order), met
        self._nodes = 0
        self._best: list[Table] = []
        self._cost = -1
        """Of the best; -1: there is none yet."""

    def run(self, sizes: tuple[int, ...]) -> list[Table]:
        self._seat_next(self._order, sizes, [], 0)
        return self._best

    @property
    def _is_done(self) -> bool:
        return self._cost == 0 or (self._cost > 0 and self._nodes > NODES)

    def _seat_next(self, left: tuple[int, ...], sizes: tuple[int, ...], tables: list[Table], cost: int) -> None:
        """Fill the next table, in all ways, and those after it."""
        if not sizes:
            if self._cost < 0 or cost < self._cost:
                self._best, self._cost = list(tables), cost
            return
        for size in dict.fromkeys(sizes):
            rest = list(sizes)
            rest.remove(size)
            for table, more in self._tables_with(left[:1], left[1:], size, cost):
                sitting = set(table)
                others = tuple(one for one in left if one not in sitting)
                self._seat_next(others, tuple(rest), [*tables, table], more)
                if self._is_done:
                    return

    def _tables_with(self, table: Table, left: Sequence[int], size: int, cost: int) -> Iterator[tuple[Table, int]]:
        """The tables that begin with these players, the cheapest first, each with what all cost so far."""
        self._nodes += 1
        if len(table) == size:
            yield table, cost
            return
        added = [sum(self._met.get(frozenset((one, other)), 0) ** 2 for other in table) for one in left]
        for place in sorted(range(len(left)), key=added.__getitem__):
            more = cost + added[place]
            if self._is_done or (0 <= self._cost <= more):
                return
            yield from self._tables_with((*table, left[place]), left[place + 1 :], size, more)


def _exchanged(tables: list[Table], order: Sequence[int], met: Meetings) -> list[Table]:
    """The same tables after every exchange of two players that makes them better, until none does."""
    rank = {one: place for place, one in enumerate(order)}

    def cost(*some: Table) -> tuple[int, int]:
        apart = sum(abs(rank[one] - rank[other]) ** 2 for table in some for one, other in combinations(table, 2))
        return repeats(some, met), apart

    better = True
    while better:
        better = False
        for first, second in combinations(range(len(tables)), 2):
            for one in range(len(tables[first])):
                for other in range(len(tables[second])):
                    before = (tables[first], tables[second])
                    after = _swapped(*before, one, other)
                    if cost(*after) < cost(*before):
                        tables[first], tables[second] = after
                        better = True
    return tables


def _swapped(first: Table, second: Table, one: int, other: int) -> tuple[Table, Table]:
    return (
        (*first[:one], second[other], *first[one + 1 :]),
        (*second[:other], first[one], *second[other + 1 :]),
    )


def evened(rounds: list[list[Table]]) -> list[list[Table]]:
    """A schedule of rounds after every exchange within a round by which all meet more equally often."""
    met = Counter(meetings_at([table for tables in rounds for table in tables]))
    players = sum(map(len, rounds[0])) if rounds else 0
    for _ in range(max(2, min(PASSES, EFFORT // (1 + len(rounds) * players**2)))):
        better = False
        for tables in rounds:
            for first, second in combinations(range(len(tables)), 2):
                for one in range(len(tables[first])):
                    for other in range(len(tables[second])):
                        after = _swapped(tables[first], tables[second], one, other)
                        if _evens(met, (tables[first], tables[second]), after):
                            tables[first], tables[second] = after
                            better = True
        if not better:
            break
    return rounds


def _evens(met: Counter[frozenset[int]], before: Sequence[Table], after: Sequence[Table]) -> bool:
    """Whether the meetings lie closer together after an exchange; if so, they are counted anew."""
    change = Counter(meetings_at(after))
    change.subtract(meetings_at(before))
    moved = {pair: number for pair, number in change.items() if number}
    if sum((met[pair] + number) ** 2 - met[pair] ** 2 for pair, number in moved.items()) >= 0:
        return False
    met.update(moved)
    return True
