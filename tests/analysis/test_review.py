"""Looking through games: every play is found, and what a better one would have brought."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dolmen.analysis.replay import read, read_any
from dolmen.analysis.review import plays_in, review
from dolmen.analysis.simulate import simulate
from dolmen.bots import Bot, Budget, find_bot
from dolmen.bots.greedy import GreedyBot
from dolmen.contract.game import State
from dolmen.contract.registry import load, package
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot
from tests.conftest import game_text

LEDGERS = sorted((Path(__file__).resolve().parents[3] / "shared" / "ledgers").glob("game*.txt"))


class Prudent(GreedyBot):
    """Plays like greedy and expects what the points are now."""

    def expect(self, state: State, budget: Budget, draws: Draws) -> tuple[float, ...]:  # noqa: ARG002
        return tuple(float(points) for points in state.scores())


def log_text(players: int = 3) -> str:
    bots: list[Bot] = [find_bot("random", "terra-mystica")] * players
    return simulate(load("terra-mystica", players), bots, 1, 0, 2000)[0].to_text()


def test_the_plays_of_a_game_are_its_lines() -> None:
    transcript = read_any(game_text(3))
    plays = package("meduris").notation()
    lines = dict(enumerate(game_text(3).splitlines(), start=1))
    told = []
    for play in plays_in(transcript):
        position = State(transcript.state.game, transcript.state.records_before(play.first))
        told.append(plays.play_text(position, play.actions))
    written = [line for line in transcript.lines() if line.split()[0] not in ("roll", "final", "score", "winner")]
    assert told == written and set(written) <= set(lines.values())


def test_the_plays_of_a_log_are_its_rows() -> None:
    text = log_text()
    transcript, plays = read_any(text), package("terra-mystica").notation()
    told = [
        plays.play_text(State(transcript.state.game, transcript.state.records_before(play.first)), play.actions)
        for play in plays_in(transcript)
    ]
    rows = [line for line in text.splitlines() if ": " in line]
    assert sorted(told) == sorted(row.removesuffix(". done") for row in rows)


@pytest.mark.parametrize(("key", "written"), [("meduris", game_text), ("terra-mystica", log_text)])
def test_lost_points_are_found_with_their_line_and_a_better_play(key: str, written: Callable[[int], str]) -> None:
    text = written(2)
    looked: list[int] = []
    found = review(read_any(text), Prudent(key), Budget(), advance=lambda: looked.append(1))
    lines = text.splitlines()
    assert len(looked) == len(list(plays_in(read_any(text))))
    assert found.plays and found.plays[0].loss == max(play.loss for play in found.plays)
    for play in found.plays:
        assert play.line is not None and lines[play.line - 1].removesuffix(". done") == play.played
        assert play.better != play.played and play.loss == pytest.approx(play.better_points - play.points, abs=0.02)
    for one in found.players:
        assert one.lost >= sum(play.loss for play in found.plays if play.player == one.player) - 0.01
        assert 0 < one.best <= one.plays
    assert tuple(one.score for one in found.players) == read_any(text).state.scores()


def test_a_search_reviews_a_game_the_same_way_twice() -> None:
    text = "\n".join(game_text(2).splitlines()[:40]) + "\n"
    one, again = (review(read_any(text), find_bot("strong", "meduris"), Budget(visits=20)) for _ in range(2))
    assert one == again and sum(player.plays for player in one.players) > 10


def test_a_bot_without_expectations_reviews_nothing() -> None:
    with pytest.raises(UnknownBot, match="'greedy' does not say what it expects"):
        review(read_any(game_text(2)), find_bot("greedy", "meduris"), Budget())


def test_a_search_expects_the_final_points_of_a_finished_game() -> None:
    state = read_any(game_text(2)).state
    assert find_bot("strong", "meduris").expect(state, Budget(visits=5), Draws(0)) == state.scores()


@pytest.mark.skipif(not LEDGERS, reason="the community's ledgers are not here")
def test_nearly_every_row_of_a_ledger_is_a_play_that_can_be_looked_at() -> None:
    for file in LEDGERS[:1]:
        transcript = read(file)
        rows = file.read_text(encoding="utf-8").splitlines()
        found = list(plays_in(transcript))
        assert len(found) > 200
        reviewed = review(transcript, Prudent("terra-mystica"), Budget())
        assert sum(player.plays for player in reviewed.players) > 0.9 * len(found)
        for play in reviewed.plays[:20]:
            assert play.line is not None and rows[play.line - 1].startswith(play.player)
