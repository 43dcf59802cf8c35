"""Games that begin in positions of others, and the difference to what was really reached."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from dolmen.arena import Result, Start, Terms, compare, compared, play_match, read_starts
from tests.cli.conftest import write
from tests.conftest import game_text


@pytest.fixture
def played(tmp_path: Path) -> list[Path]:
    """Two finished games of Meduris for three players."""
    return [write(tmp_path / f"{bot}.meduris", game_text(3, bot)) for bot in ("greedy", "random")]


def test_a_start_is_the_position_at_the_beginning_of_a_round(played: list[Path]) -> None:
    for start in read_starts("meduris", played, round_number=4):
        state = start.transcript().state
        assert state.turn == 10 and state.decisions == start.decisions
        assert state.records_before(start.decisions - 1)[0].turn == 9


def test_a_start_after_a_line_is_what_the_line_left(played: list[Path]) -> None:
    (start,) = read_starts("meduris", played[:1], line=30)
    text = start.transcript().to_text()
    assert text == "".join(played[0].read_text().splitlines(keepends=True)[:30])


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_bots_play_on_from_there(game: str, tmp_path: Path) -> None:
    first, text = play_match(Terms(game, 2, ("greedy", "greedy"), seed=1), 0)
    file = write(tmp_path / "game", text)
    terms = Terms(game, 2, ("greedy", "random"), starts=read_starts(game, [file], round_number=3))
    begun = terms.starts[0].transcript()
    for number in (0, 1):
        result, kept = play_match(terms, number)
        assert result.setup == 0 and not result.truncated and kept.startswith(text[:200])
        assert play_match(terms, number)[1] == kept, "the same number, the same game"
        assert result.decisions > begun.state.decisions and terms.starts[0].reached == first.scores


def result(number: int, setup: int, seats: tuple[str, ...], scores: tuple[int, ...], *, cut: bool = False) -> Result:
    return Result(number, setup, seats, scores, (0, 1), (1.0, 0.0), 1, 1, truncated=cut)


def test_the_error_is_taken_over_positions() -> None:
    starts = [Start(name, "", (), None, 0, (10, 20)) for name in ("x", "y")]
    results = [
        result(0, 0, ("a", "b"), (11, 20)),
        result(1, 0, ("b", "a"), (10, 23)),
        result(2, 1, ("a", "b"), (10, 14)),
        result(3, 1, ("b", "a"), (0, 0), cut=True),
        result(4, 2, ("a", "b"), (13, 20)),
    ]
    games = compared(results, starts)
    assert [game.number for game in games] == [0, 1, 2, 4] and games[1].differences == (0, 3)
    best, other = compare(games)
    assert (best.bot, best.positions, best.games, best.seats) == ("a", 2, 4, 4)
    assert best.difference.value == pytest.approx(fmean([(1 + 3 + 3) / 3, 0]))
    assert best.standard_error == pytest.approx(7 / 6) and other.difference.value == pytest.approx(-3)
