"""The page of statistics: how figures are drawn."""

from __future__ import annotations

from dolmen.server.pages.statistics import Box


def test_the_box_of_few_games_is_wide_enough_to_be_seen_and_stays_around_its_mean() -> None:
    one, many = Box(40.0, 40.0, 40.0, 40.0, 40.0), Box(10.0, 20.0, 35.0, 50.0, 90.0)
    assert (one.left, one.width) == (39.0, 2.0)
    assert (many.left, many.width) == (20.0, 30.0)
