"""What the results say: ratings, shares, points and times, with intervals."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from dolmen.arena import Result, report
from dolmen.arena.plot import plot
from dolmen.arena.rating import mean_of, times_of, wilson


def result(number: int, seats: str, ranks: str, **more: object) -> Result:
    """A game between bots with names of one letter."""
    places = tuple(map(int, ranks))
    winners = places.count(0)
    values: dict[str, object] = {
        "setup": number // len(seats),
        "scores": tuple(100 - 10 * rank for rank in places),
        "returns": tuple(1 / winners if rank == 0 else 0.0 for rank in places),
        "turns": 9,
        "decisions": 9,
        "move_times": tuple((1000, 3000) for _ in seats),
        "turn_times": tuple((4000,) for _ in seats),
    }
    return Result(number=number, seats=tuple(seats), ranks=places, **{**values, **more})  # type: ignore[arg-type]


def test_wilsons_interval() -> None:
    share = wilson(8, 10)
    assert [share.value, share.low, share.high] == pytest.approx([0.8, 0.4902, 0.9433], abs=1e-4)
    assert wilson(0, 0) == type(share)(0, 0, 1)
    assert wilson(10, 10).high == 1 and wilson(0, 10).low == 0


def test_means_and_percentiles() -> None:
    mean = mean_of([1, 2, 3])
    assert mean is not None and mean.value == 2 and mean.high - mean.value == pytest.approx(1.96 / 3**0.5)
    assert mean_of([]) is None and times_of([]) is None
    times = times_of(range(1000, 101_000, 1000))
    assert times is not None and times.mean == 50.5 and times.p95 == 95


def test_who_wins_more_is_rated_higher_and_better_known_with_more_games() -> None:
    few = report(result(number, "ab", "01" if number % 4 else "10") for number in range(20))
    many = report(result(number, "ab", "01" if number % 4 else "10") for number in range(200))
    for outcome in (few, many):
        best, other = outcome.standings
        assert best.bot == "a" and best.rating is not None and other.rating is not None
        assert best.rating.low < best.rating.value < best.rating.high and best.rating.value > 25 > other.rating.value
        assert best.victories.value == 0.75 and outcome.duels[0].ahead.value == 0.75
    assert few.standings[0].rating is not None and many.standings[0].rating is not None
    assert many.standings[0].rating.high - many.standings[0].rating.low < (
        few.standings[0].rating.high - few.standings[0].rating.low
    )


def test_the_order_in_which_games_came_back_does_not_matter() -> None:
    games = [result(number, "abc", ("012", "102", "021")[number % 3]) for number in range(30)]
    assert report(games) == report(reversed(games))


def test_a_bot_on_several_seats_counts_by_seats() -> None:
    outcome = report(result(number, "abbb", "1002" if number else "0123") for number in range(2))
    a, b = sorted(outcome.standings, key=lambda standing: standing.bot)
    assert (a.games, a.seats, a.victories.value) == (2, 2, 0.5)
    assert (b.games, b.seats) == (2, 6) and b.victories.value == pytest.approx(1 / 6)
    assert a.move is not None and (a.move.mean, a.move.p95) == (2, 3) and a.turn is not None and a.turn.mean == 4


def test_a_bot_that_only_met_itself_has_points_but_no_rating() -> None:
    (alone,) = report([result(0, "aa", "01")]).standings
    assert alone.rating is None and alone.points is not None and alone.points.value == 95


def test_games_cut_short_count_for_nobody_and_forfeits_without_points() -> None:
    cut = result(0, "ab", "00", truncated=True, returns=(0.0, 0.0))
    lost = result(1, "ab", "01", forfeit=1, why="b failed")
    outcome = report([cut, lost])
    a, b = outcome.standings
    assert outcome.truncated == 1 and outcome.forfeits == ((2, "b failed"),)
    assert (a.bot, a.victories.value, a.points, a.forfeits) == ("a", 1, None, 0)
    assert (b.victories.value, b.forfeits) == (0, 1)


def test_the_picture_is_well_formed_and_shows_every_bot() -> None:
    outcome = report(result(number, "abc", "012") for number in range(6))
    for report_shown in (outcome, report([result(0, "aa", "01")])):
        drawn = Xml.fromstring(plot(report_shown, "A & B"))
        words = [element.text for element in drawn.iter() if element.tag.endswith("text")]
        assert "A & B" in words and all(standing.bot in words for standing in report_shown.standings)
        assert "var(" not in plot(report_shown, "A & B")
