"""Who sits where: every set-up from every seat, every bot equally often."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dolmen.arena.entrants import enter, split_names
from dolmen.arena.schedule import Schedule, line_ups, seatings
from dolmen.core.errors import InvalidSetup, UnknownBot


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [
        ("ab", 2, ["ab"]),
        ("abbb", 4, ["abbb"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("a", 4, ["aaaa"]),
        ("ab", 4, ["abab"]),
        ("abc", 4, ["abca", "abcb", "abcc"]),
        ("ab", 5, ["ababa", "ababb"]),
    ],
)
def test_line_ups(bots: str, players: int, expected: list[str]) -> None:
    assert ["".join(line_up) for line_up in line_ups(bots, players)] == expected


def test_a_line_up_that_nobody_can_mean_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="3 bots for 4 seats, one of them twice"):
        line_ups("abb", 4)
    with pytest.raises(InvalidSetup, match="at least one"):
        line_ups("", 2)


def test_each_different_seating_is_played_once() -> None:
    assert ["".join(seats) for seats in seatings(("a", "b", "b", "b"))] == ["abbb", "bbba", "bbab", "babb"]
    assert seatings(("a", "a")) == [("a", "a")]


@pytest.mark.parametrize(("bots", "players"), [("ab", 2), ("abcd", 3), ("abc", 4), ("ab", 4), ("abcd", 2)])
def test_every_bot_has_every_seat_of_every_set_up_equally_often(bots: str, players: int) -> None:
    schedule = Schedule(bots, players)
    size = len(schedule.block)
    for setup in range(3):
        games = [schedule.pairing(setup * size + place) for place in range(size)]
        assert {game.setup for game in games} == {setup}
        seats = Counter((bot, seat) for game in games for seat, bot in enumerate(game.seats))
        assert len(set(seats.values())) == 1 and len(seats) == len(bots) * players
    assert schedule.unpaired(3 * size) == 0
    if size > 1:
        assert schedule.unpaired(3 * size + 1) == 1


def test_names_are_split_at_commas_outside_quotes() -> None:
    assert split_names('greedy, "cmd:prog a,b"') == ("greedy", "cmd:prog a,b")
    for wrong in ("", "greedy,,random", ","):
        with pytest.raises(UnknownBot, match="a list of bots reads"):
            split_names(wrong)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "there is no bot 'clever'"),
        ("nowhere:Bot", "nowhere cannot be loaded: ModuleNotFoundError"),
        ("missing.py:Bot", "there is no file missing.py"),
        ("dolmen.core.errors:UnknownBot", "has no class UnknownBot derived from"),
        ("dolmen.bots.base:Bot", "cannot be made: TypeError"),
    ],
)
def test_an_entrant_that_cannot_play_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        enter(name, "meduris")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def (", "cannot be loaded: SyntaxError"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),  # a script that does its work when it is loaded
        (
            "from dolmen.bots.random import RandomBot\n"
            "class Mine(RandomBot):\n    def __init__(self, game): raise SystemExit('no')",
            "cannot be made: SystemExit: no",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(code: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(code)
    with pytest.raises(UnknownBot, match=message):
        enter(f"{file}:Mine", "meduris")
