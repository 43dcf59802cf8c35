"""Who meets whom: everybody plays once a round, nobody meets twice while it can be avoided, and always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dolmen.arena.tournament.draw import Field, Kind, Round, draw_round
from dolmen.arena.tournament.partition import Meetings, Table, meetings_at, repeats, sizes_of

KINDS = st.sampled_from(["robin", "swiss"])


def field_of(kind: Kind, players: int, seats: int, seed: int = 5, rounds: int = 3) -> Field:
    return Field(kind, seats, 2, tuple(range(1, players + 1)), rounds, seed)


def play(field: Field, rounds: int, left: Sequence[int] = ()) -> Iterator[tuple[Round, list[Table]]]:
    """Round after round, each with the tables before it; the lower number wins everywhere."""
    past: list[Table] = []
    byes: list[int] = []
    for number in range(1, rounds + 1):
        drawn = draw_round(field, number, left, sorted(field.members), past, byes)
        yield drawn, list(past)
        past += drawn.tables
        byes += drawn.byes


@pytest.mark.parametrize(
    ("players", "seats", "least", "sizes"),
    [
        (12, 4, 2, (4, 4, 4)),
        (5, 4, 2, (3, 2)),
        (13, 4, 2, (4, 3, 3, 3)),
        (7, 2, 2, (2, 2, 2)),
        (7, 3, 3, (3, 3)),
        (7, 5, 2, (4, 3)),
        (1, 2, 2, ()),
        (3, 4, 4, ()),
    ],
)
def test_tables_are_smaller_where_the_number_does_not_divide(
    players: int, seats: int, least: int, sizes: tuple[int, ...]
) -> None:
    assert sizes_of(players, seats, least) == sizes


@settings(deadline=None, max_examples=40)
@given(kind=KINDS, players=st.integers(2, 17), seats=st.integers(2, 5), seed=st.integers(0, 2**32 - 1), data=st.data())
def test_everybody_plays_once_a_round(kind: Kind, players: int, seats: int, seed: int, data: st.DataObject) -> None:
    field = field_of(kind, players, seats, seed=seed)
    left = data.draw(st.sets(st.sampled_from(field.members), max_size=players - 1))
    for drawn, _past in play(field, 3, sorted(left)):
        told = [*(one for table in drawn.tables for one in table), *drawn.byes, *drawn.rests]
        assert sorted(told) == [one for one in field.members if one not in left]
        assert all(2 <= len(table) <= seats for table in drawn.tables)
        assert draw_round(field, 1, left, field.members, [], []) == draw_round(field, 1, left, field.members, [], [])


@settings(deadline=None, max_examples=30)
@given(pairs=st.integers(2, 20), seed=st.integers(0, 2**32 - 1))
def test_in_swiss_of_two_nobody_meets_twice_in_half_as_many_rounds(pairs: int, seed: int) -> None:
    field = field_of("swiss", 2 * pairs, 2, seed=seed)
    for drawn, past in play(field, pairs):
        assert repeats(drawn.tables, meetings_at(past)) == 0


def partitions(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[Table]]:
    """All ways to sit, slowly."""
    if not sizes:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(players[1:], size - 1):
            table = (players[0], *mates)
            for others in partitions(tuple(one for one in players if one not in table), tuple(rest)):
                yield [table, *others]


def fewest_repeats(players: Sequence[int], sizes: tuple[int, ...], met: Meetings) -> int:
    return min(repeats(tables, met) for tables in partitions(tuple(players), sizes))


@settings(deadline=None, max_examples=25)
@given(seats=st.integers(2, 4), players=st.integers(4, 8), seed=st.integers(0, 2**32 - 1))
def test_nobody_meets_twice_while_it_can_be_avoided(seats: int, players: int, seed: int) -> None:
    field = field_of("swiss", players, seats, seed=seed)
    for drawn, past in play(field, players - 1):
        met = meetings_at(past)
        playing = [one for table in drawn.tables for one in table]
        sizes = sizes_of(players, seats, 2)
        assert repeats(drawn.tables, met) == fewest_repeats(playing, sizes, met)


@pytest.mark.parametrize("players", [2, 3, 6, 7, 16])
def test_in_round_robin_of_two_everybody_meets_everybody_once(players: int) -> None:
    field = field_of("robin", players, 2)
    rounds = players - 1 + players % 2
    drawn = [drawn for drawn, _past in play(field, rounds)]
    met = meetings_at([table for one in drawn for table in one.tables])
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    rests = Counter(one for each in drawn for one in each.rests)
    assert set(rests.values()) == ({1} if players % 2 else set())
    seats = Counter((one, seat) for each in drawn for table in each.tables for seat, one in enumerate(table))
    assert all(abs(seats[one, 0] - seats[one, 1]) <= 1 for one in field.members)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_where_a_plane_has_so_many_points_everybody_meets_everybody_exactly_once(seats: int) -> None:
    field = field_of("robin", seats**2, seats, rounds=seats + 1)
    met = meetings_at([table for drawn, _past in play(field, seats + 1) for table in drawn.tables])
    assert len(met) == seats**2 * (seats**2 - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("players", "seats"), [(6, 3), (8, 4), (12, 3), (12, 4), (10, 4), (15, 5)])
def test_in_round_robin_of_more_all_meet_about_equally_often(players: int, seats: int) -> None:
    rounds = 2 * -(-(players - 1) // (seats - 1))
    field = field_of("robin", players, seats, rounds=rounds)
    met = meetings_at([table for drawn, _past in play(field, rounds) for table in drawn.tables])
    few, more = divmod(sum(met.values()), players * (players - 1) // 2)
    even = more * (few + 1) ** 2 + (players * (players - 1) // 2 - more) * few**2
    assert even <= sum(number**2 for number in met.values()) <= 1.1 * even


@settings(deadline=None, max_examples=20)
@given(players=st.sampled_from([4, 8, 12]), seats=st.sampled_from([2, 4]), seed=st.integers(0, 2**32 - 1))
def test_seats_rotate(players: int, seats: int, seed: int) -> None:
    field = field_of("swiss", players, seats, seed=seed)
    sat = Counter(
        (one, seat) for drawn, _past in play(field, seats) for table in drawn.tables for seat, one in enumerate(table)
    )
    assert max(sat.values()) <= 2


def test_a_bye_goes_to_the_last_and_to_nobody_twice() -> None:
    byes = [drawn.byes for drawn, _past in play(field_of("swiss", 7, 2), 5)]
    assert all(len(one) == 1 for one in byes)
    assert len(set(byes)) == 5
    assert byes[1] == (7,) or byes[0] == (7,)


def test_who_should_meet_somebody_who_left_has_a_bye() -> None:
    field = field_of("robin", 4, 2)
    for drawn, _past in play(field, 3, left=[2]):
        assert len(drawn.byes) == 1
        assert drawn.rests == ()


def test_in_swiss_neighbours_meet() -> None:
    field = field_of("swiss", 8, 2)
    past = [(1, 8), (2, 7), (3, 6), (4, 5)]
    drawn = draw_round(field, 2, (), list(range(1, 9)), past, [])
    assert {frozenset(table) for table in drawn.tables} == {
        frozenset(pair) for pair in [(1, 2), (3, 4), (5, 6), (7, 8)]
    }
