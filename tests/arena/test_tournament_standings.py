"""Points for places, and what decides between equals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dolmen.arena.tournament.stages import dealt, finals, most_rounds, overall, usual_rounds
from dolmen.arena.tournament.standings import Line, Outcome, awards, standings, victory_points


@pytest.mark.parametrize(
    ("places", "seats", "points"),
    [
        ([1, 2], 2, [1, 0]),
        ([1, 1], 2, [0.5, 0.5]),
        ([2, 1, 4, 3], 4, [3, 4, 1, 2]),
        ([1, 2, 2, 4], 4, [4, 2.5, 2.5, 1]),
        ([1, 2, 3], 4, [4, 2.5, 1]),
        ([2, 1], 4, [1, 4]),
        ([1, 1, 1], 3, [2, 2, 2]),
    ],
)
def test_points_for_places(places: list[int], seats: int, points: list[float]) -> None:
    assert [float(one) for one in awards(places, seats)] == points


@given(
    places=st.lists(st.integers(1, 5), min_size=2, max_size=5),
    seats=st.integers(2, 5),
)
def test_a_table_gives_as_much_whatever_its_places(places: list[int], seats: int) -> None:
    assert sum(awards(places, seats)) == sum(awards(list(range(len(places))), seats))


def places_of(outcomes: list[Outcome], entrants: list[int], seats: int = 2, seed: int = 0) -> list[int]:
    return [line.entrant for line in standings(entrants, outcomes, seats, seed)]


def test_points_come_first_then_victories_then_the_opponents() -> None:
    outcomes = [
        Outcome((1, 2), (1, 2), (50, 40)),
        Outcome((3, 4), (1, 2), (45, 44)),
        Outcome((1, 3), (1, 2), (50, 40)),
        Outcome((2, 4), (1, 2), (50, 40)),
    ]
    lines = standings([1, 2, 3, 4], outcomes, 2, 0)
    assert lines[0].entrant == 1
    assert lines[0].points == 2
    assert lines[0].victories == 2
    assert lines[3].entrant == 4
    two, three = (next(line for line in lines if line.entrant == one) for one in (2, 3))
    assert two.points == three.points == 1
    assert two.opponents == three.opponents == 1
    assert two.difference == 0 > three.difference == -9
    assert two.place < three.place


def test_equals_are_told_apart_by_how_they_fared_against_one_another() -> None:
    outcomes = [
        Outcome((1, 2), (1, 2), (40, 40)),
        Outcome((2, 3), (1, 2), (40, 40)),
        Outcome((3, 1), (2, 1), (40, 40)),
        Outcome((3, 4), (1, 2), (40, 40)),
        Outcome((2, 4), (1, 2), (40, 40)),
        Outcome((1, 4), (2, 1), (40, 40)),
    ]
    lines = standings([1, 2, 3, 4], outcomes, 2, 3)
    assert [(line.entrant, float(line.points)) for line in lines][:2] == [(1, 2.0), (2, 2.0)]


@given(seed=st.integers(0, 2**32 - 1))
def test_who_is_equal_in_everything_is_told_apart_by_lot(seed: int) -> None:
    ranked = places_of([], [1, 2, 3, 4, 5], seed=seed)
    assert sorted(ranked) == [1, 2, 3, 4, 5]
    assert ranked == places_of([], [5, 4, 3, 2, 1], seed=seed)


def test_lots_differ_by_seed() -> None:
    assert len({tuple(places_of([], [1, 2, 3, 4, 5], seed=seed)) for seed in range(20)}) > 10


def test_a_bye_counts_as_a_victory_but_meets_nobody() -> None:
    line = standings([1, 2], [Outcome((1,), award=victory_points(2))], 2, 0)[0]
    assert (line.entrant, line.games) == (1, 0)
    assert (float(line.points), float(line.victories), float(line.opponents)) == (1.0, 0.0, 0.0)


def test_groups_are_dealt_evenly() -> None:
    groups = dealt(range(1, 12), 3, seed=9)
    assert sorted(map(len, groups)) == [3, 4, 4]
    assert sorted(one for group in groups for one in group) == list(range(1, 12))
    assert groups != dealt(range(1, 12), 3, seed=10)


def test_the_best_of_each_group_go_on_by_their_places() -> None:
    first = [Line(1, 1, Fraction(3)), Line(2, 2, Fraction(2)), Line(3, 3, Fraction(1))]
    second = [Line(4, 1, Fraction(5)), Line(5, 2, Fraction(1)), Line(6, 3, Fraction(0))]
    assert finals([first, second], (), advance=2, number=1) == [[4, 1, 2, 5]]
    assert finals([first, second], (), advance=2, number=2) == [[4, 1], [2, 5]]
    assert finals([first, second], {4}, advance=1, number=1) == [[1, 5]] or finals(
        [first, second], {4}, advance=1, number=1
    ) == [[5, 1]]
    ended = [[Line(1, 1), Line(4, 2)]]
    assert overall([first, second], ended) == [1, 4, 2, 5, 3, 6]


@pytest.mark.parametrize(
    ("kind", "players", "seats", "usual", "most"),
    [
        ("robin", 16, 2, 15, 30),
        ("robin", 5, 2, 5, 10),
        ("robin", 16, 4, 5, 10),
        ("swiss", 16, 2, 4, 15),
        ("swiss", 12, 4, 3, 11),
        ("swiss", 4, 4, 1, 3),
        ("robin", 3, 4, 1, 2),
        ("swiss", 1, 2, 1, 0),
    ],
)
def test_how_many_rounds_there_are(kind: str, players: int, seats: int, usual: int, most: int) -> None:
    assert usual_rounds(kind, players, seats) == usual  # type: ignore[arg-type]
    assert most_rounds(kind, players, seats) == most  # type: ignore[arg-type]
