"""Looking through games: every play is found, and what a better one would have brought."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dolmen.analysis.replay import read, read_any
from dolmen.analysis.review import Judged, Review, line_of, plays_in, review
from dolmen.analysis.simulate import simulate
from dolmen.bots import Bot, Budget, find_bot
from dolmen.bots.greedy import GreedyBot
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
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
    for play in plays_in(transcript.state):
        position = State(transcript.state.game, transcript.state.records_before(play.first))
        told.append(plays.play_text(position, play.actions))
    written = [line for line in transcript.lines() if line.split()[0] not in ("roll", "final", "score", "winner")]
    assert told == written and set(written) <= set(lines.values())


def test_the_plays_of_a_log_are_its_rows() -> None:
    text = log_text()
    transcript, plays = read_any(text), package("terra-mystica").notation()
    told = [
        plays.play_text(State(transcript.state.game, transcript.state.records_before(play.first)), play.actions)
        for play in plays_in(transcript.state)
    ]
    rows = [line for line in text.splitlines() if ": " in line]
    assert sorted(told) == sorted(row.removesuffix(". done") for row in rows)


def texts(transcript: Transcript, one: Judged) -> tuple[str, str]:
    """What was played and what was better, as the notation has it."""
    plays = package(transcript.state.game.meta.key).notation()
    position = plays.bot_view(State(transcript.state.game, transcript.state.records_before(one.first)))
    return plays.play_text(position, one.actions), plays.play_text(position, one.better)


@pytest.mark.parametrize(("key", "written"), [("meduris", game_text), ("terra-mystica", log_text)])
def test_lost_points_are_found_with_their_line_and_a_better_play(key: str, written: Callable[[int], str]) -> None:
    text = written(2)
    looked: list[int] = []
    transcript = read_any(text)
    found = review(transcript.state, lambda: Prudent(key), Budget(), advance=lambda: looked.append(1))
    lines, worst = text.splitlines(), found.worst()
    assert len(looked) == len(plays_in(transcript.state))
    assert worst and worst[0].loss == max(one.loss for one in found.plays)
    for one in worst:
        line, (played, better) = line_of(transcript, one.first), texts(transcript, one)
        assert line is not None and lines[line - 1].removesuffix(". done") == played != better
        assert one.loss == pytest.approx(one.better_worth - one.worth, abs=0.02)
    for seat, player in enumerate(found.players):
        assert player.lost == pytest.approx(sum(one.loss for one in found.plays if one.seat == seat), abs=0.01)
        assert 0 < player.best <= player.plays and player.turns <= player.plays
        assert player.lost_a_turn == pytest.approx(player.lost / player.turns, abs=0.01)
    assert tuple(player.score for player in found.players) == transcript.state.scores()


def test_what_a_seat_could_expect_is_told_after_each_of_its_turns_and_ends_with_its_points() -> None:
    state = read_any(game_text(3)).state
    found = review(state, lambda: find_bot("strong", "meduris"), Budget(visits=8))
    for seat, course in enumerate(found.courses):
        moments = [one.decisions for one in course]
        turns = {play.last + 1 for play in plays_in(state) if play.seat == seat and play.turn is not None}
        assert moments == sorted(moments) and set(moments) <= turns | {state.decisions} and len(moments) > 10
        assert course[-1].points == state.scores()[seat]


def test_turning_points_are_the_plays_that_won_or_lost_most_in_the_order_of_the_game() -> None:
    found = review(read_any(log_text()).state, lambda: find_bot("strong", "terra-mystica"), Budget(visits=4))
    points = found.turning_points()
    assert len(points) == 5 and points == sorted(points, key=lambda one: one.first)
    sizes = sorted((abs(one.difference) for one in found.plays), reverse=True)
    assert sorted((abs(one.difference) for one in points), reverse=True) == sizes[:5]
    assert all(one.seat == 1 for one in found.turning_points(1)) and len(found.turning_points(None, 2)) == 2
    assert all(one.better and one.better != one.actions for one in points)


def test_a_review_is_the_same_with_any_number_of_threads_and_after_it_was_kept() -> None:
    text = "\n".join(game_text(2).splitlines()[:40]) + "\n"
    state, bots = read_any(text).state, lambda: find_bot("strong", "meduris")
    one, again = (review(state, bots, Budget(visits=20), threads=threads) for threads in (1, 3))
    assert one == again == Review.from_json(json.loads(json.dumps(one.to_json())))
    assert sum(player.plays for player in one.players) > 10


@pytest.mark.parametrize(("key", "measure"), [("meduris", "lead"), ("terra-mystica", "points")])
def test_plays_are_worth_what_the_bot_plays_for(key: str, measure: str) -> None:
    text = "\n".join((game_text(2) if key == "meduris" else log_text(2)).splitlines()[:40]) + "\n"
    assert review(read_any(text).state, lambda: find_bot("strong", key), Budget(visits=4)).measure == measure


def test_lines_of_play_are_expected_from_one_position_whatever_the_bot_thinks_of_them() -> None:
    state = load("meduris", 2).new_state(seed=0)
    bot, budget = find_bot("strong", "meduris"), Budget(visits=50)
    lines = [(action,) for action in state.legal_actions()]
    expected = bot.expect_after(state, lines, budget, Draws(0))
    assert len(expected) == len(lines) and all(len(one) == 2 and min(one) > 0 for one in expected)
    assert expected == bot.expect_after(state, lines, budget, Draws(0)), "a thought leaves nothing behind"
    best = bot.consider(state, budget, Draws(0))[0]
    assert best.line[0] == best.action


def test_a_bot_without_expectations_reviews_nothing() -> None:
    with pytest.raises(UnknownBot, match="'greedy' does not say what it expects"):
        review(read_any(game_text(2)).state, lambda: find_bot("greedy", "meduris"), Budget())


def test_a_search_expects_the_final_points_of_a_finished_game() -> None:
    state = read_any(game_text(2)).state
    assert find_bot("strong", "meduris").expect(state, Budget(visits=5), Draws(0)) == state.scores()


@pytest.mark.skipif(not LEDGERS, reason="the community's ledgers are not here")
def test_nearly_every_row_of_a_ledger_is_a_play_that_can_be_looked_at() -> None:
    for file in LEDGERS[:1]:
        transcript = read(file)
        rows = file.read_text(encoding="utf-8").splitlines()
        found = plays_in(transcript.state)
        assert len(found) > 200
        reviewed = review(transcript.state, lambda: Prudent("terra-mystica"), Budget())
        assert sum(player.plays for player in reviewed.players) > 0.9 * len(found)
        for one in reviewed.worst()[:20]:
            line = line_of(transcript, one.first)
            assert line is not None and rows[line - 1].startswith(transcript.player_names()[one.seat])
