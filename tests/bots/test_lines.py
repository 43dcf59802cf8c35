"""The search for lines: whole turns to the end of the game, by levels that do not err, the same on all threads."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from dolmen.bots import Bot, Budget, find_bot
from dolmen.bots.search import SearchBot
from dolmen.bots.search.line_search import LONGEST, Line, LineSearch, Thought, _Growth
from dolmen.bots.search.lines import BEGINS, NOTHING, WAY, followed, planned
from dolmen.contract.game import Records, State
from dolmen.core.draws import Draws
from dolmen.core.mask import new_mask
from dolmen.games.terra_mystica.bots.judgement import JUDGEMENT
from dolmen.games.terra_mystica.bots.ranks import AREA, chance_behind, chance_smaller, contested_rank
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import ROUNDS
from dolmen.games.terra_mystica.rules.tiles import TOP

GREEDY = find_bot("greedy", "terra-mystica")
FEW = Budget(visits=40)
WHOLE = 30
"""More lines than this are those of a turn, not of an answer."""


def go_on(state: State, bot: Bot, *, until_round: int = ROUNDS + 1) -> State:
    """A bot at all seats, to a round or the end."""
    draws = Draws(1)
    while not state.is_terminal() and int(state.record.round_number) < until_round:
        state.apply(bot.choose(state, FEW, draws))
    return state


@cache
def _last_round(players: int) -> State:
    return go_on(TerraMystica(players).new_state(seed=5), GREEDY, until_round=ROUNDS)


def last_round(players: int = 3) -> State:
    """Where the last round of a game between greedy bots begins."""
    return _last_round(players).clone()


def lines_of(state: State) -> LineSearch:
    """The search for lines of its game."""
    assert JUDGEMENT.planning is not None
    return LineSearch(state.game, JUDGEMENT, JUDGEMENT.planning, JUDGEMENT.settings)


def test_lines_are_thought_of_in_the_last_round_and_by_levels_that_do_not_err() -> None:
    early = go_on(TerraMystica(3).new_state(seed=5), GREEDY, until_round=ROUNDS - 1)
    for name, thinks in (("expert", True), ("strong", True), ("casual", False), ("novice", False)):
        bot = find_bot(name, "terra-mystica")
        assert isinstance(bot, SearchBot)
        assert (bot._planning(last_round()) is not None) == thinks
        assert bot._planning(early) is None


def test_the_same_position_and_number_of_lines_give_the_same_lines_on_any_number_of_threads() -> None:
    state = last_round()
    seat = state.current_player
    found = [lines_of(state).search(state.records, seat, Thought(400, threads)) for threads in (1, 1, 2, 3)]
    assert found[0] == found[1] == found[2] == found[3]
    utilities = [line.utility for line in found[0]]
    assert utilities == sorted(utilities, reverse=True) and len({line.decisions[0] for line in found[0]}) == len(
        found[0]
    )


def test_thinking_leaves_the_position_as_it_is() -> None:
    state = last_round()
    before = state.to_bytes()
    lines_of(state).search(state.records, state.current_player, Thought(100))
    assert state.to_bytes() == before


@pytest.mark.parametrize("players", [2, 5])
def test_a_last_round_of_lines_is_legal_and_every_turn_is_thought_out_once(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: list[int] = []
    search = LineSearch.search

    def noted(self: LineSearch, root: Records, seat: int, thought: Thought) -> list[Line]:
        if thought.lines > WHOLE:
            whole.append(int(state.record.turn))
            assert seat == state.turn_player
        return search(self, root, seat, thought)

    monkeypatch.setattr(LineSearch, "search", noted)
    bots = [SearchBot("terra-mystica") for _ in range(players)]
    state, draws = last_round(players), Draws(1)
    while not state.is_terminal():
        state.apply(bots[state.current_player].choose(state, FEW, draws))  # refuses what is not legal
    assert whole and len(whole) == len(set(whole))


def test_who_acts_alone_gets_what_his_line_promises() -> None:
    bot = SearchBot("terra-mystica")
    state = last_round()
    draws = Draws(1)
    while sum(map(bool, state.record.passed[:3])) < 2:
        state.apply(GREEDY.choose(state, FEW, draws))
    seat = state.current_player
    (line, *_others) = lines_of(state).search(state.records, seat, Thought(300))
    while not state.is_terminal():
        state.apply(
            bot.choose(state, Budget(visits=100), draws) if state.current_player == seat else state.legal_actions()[0]
        )
    assert state.scores()[seat] == pytest.approx(line.points[seat], abs=1)  # ties of ranks are rounded


def test_a_line_goes_on_to_the_end() -> None:
    state, draws = last_round(), Draws(1)
    while sum(map(bool, state.record.passed[:3])) < 2:
        state.apply(GREEDY.choose(state, FEW, draws))
    seat = state.current_player
    (line, *_others) = lines_of(state).search(state.records, seat, Thought(100))
    left = list(line.decisions)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply(legal[0] if len(legal) == 1 or state.current_player != seat else left.pop(0))
    assert not left and state.scores()[seat] == pytest.approx(line.points[seat], abs=1)


def test_a_victory_is_sure_only_where_nobody_else_has_a_choice() -> None:
    state, draws = last_round(), Draws(1)
    sure: list[bool] = []
    while not state.is_terminal() and len(sure) < 40:
        seat = state.current_player
        if len(state.legal_actions()) > 1:
            for line in lines_of(state).search(state.records, seat, Thought(8))[:1]:
                victory = line.utility - JUDGEMENT.settings.points * line.points[seat] / 100
                sure.append(min(abs(victory - part) for part in (0.0, 0.5, 1.0)) < 1e-9)
        state.apply(GREEDY.choose(state, FEW, draws))
    assert not sure[0] and sure[-1]


def test_a_plan_is_followed_turn_by_turn_as_far_as_it_can_be() -> None:
    state = last_round()
    record, seat, mask = state.record, state.current_player, new_mask(state.game.num_actions)
    state.game.legal_in(state.records, mask)
    legal = state.legal_actions()
    missing = next(action for action in range(state.game.num_actions) if action not in legal)
    plan = np.array([BEGINS + missing, legal[0], BEGINS + legal[1], legal[2], NOTHING], dtype=np.int32)
    at = np.zeros(WAY, dtype=np.int32)
    assert planned(record, plan, at, mask) == legal[1]  # the first turn cannot be begun any more
    assert planned(record, plan, at, mask) == legal[2]  # the same turn goes on
    assert planned(record, plan, at, mask) == NOTHING
    at[:] = 0
    record.turn_player = (seat + 1) % 3
    assert planned(record, plan, at, mask) == legal[0]  # an answer, wherever it stands
    assert [followed(plan, 0, int(decision)) for decision in plan[:3]] == [1, 2, 3]
    assert followed(plan, 0, legal[2]) == 0  # it is not its turn


@pytest.mark.parametrize("lines", [60, 200])
def test_first_decisions_are_compared_by_what_the_best_plan_brings_after_each(lines: int) -> None:
    state = last_round(4)
    search, seat = lines_of(state), state.current_player
    work = search._new_workspace()
    plans = np.full((4, LONGEST), NOTHING, dtype=np.int32)
    with ThreadPoolExecutor(1) as pool:
        growth = _Growth(search._kernels, state.records, seat, plans, [work], pool)
        growth.grow(lines, math.inf)
        before = {line.decisions[0]: line.utility for line in growth.best_by_first_decision()}
        assert growth.plan_of(growth.best_place()) == [action for action in growth._plans[seat] if action != NOTHING]
        growth._lengthen_root()
    assert before == {line.decisions[0]: line.utility for line in growth.best_by_first_decision()}


def test_lines_reach_more_points_than_greedy_bots() -> None:
    greedy, lines = last_round(), last_round()
    draws = Draws(1)
    while not greedy.is_terminal():
        greedy.apply(GREEDY.choose(greedy, FEW, draws))
    bots = [SearchBot("terra-mystica") for _ in range(3)]
    while not lines.is_terminal():
        lines.apply(bots[lines.current_player].choose(lines, Budget(visits=200), draws))
    assert sum(lines.scores()) > sum(greedy.scores())


def test_opinions_come_with_the_whole_turn_and_what_everybody_may_expect() -> None:
    state, bot = last_round(), SearchBot("terra-mystica")
    opinions = bot.consider(state, Budget(visits=100), Draws(0))
    assert opinions[0].action == bot.choose(state, Budget(visits=100), Draws(0))
    assert 0.99 < sum(opinion.share for opinion in opinions) < 1.01
    seat = state.current_player
    ahead = state.clone()
    for action in opinions[0].line:
        assert ahead.current_player == seat
        ahead.apply(action)
    assert len(bot.expect(state, FEW, Draws(0))) == 3
    after, other = bot.expect_after(state, [opinions[0].line, opinions[-1].line], Budget(visits=100), Draws(0))
    assert len(after) == len(other) == 3


def test_a_rank_that_others_may_still_change_is_half_won() -> None:
    assert chance_behind(3, 3, True) == chance_behind(3, 3, False) == 0.5
    assert chance_behind(3, 4, False) == 1.0 > chance_behind(3, 4, True) > 0.5 > chance_behind(4, 3, True) > 0.0
    assert chance_behind(4, 3, False) == chance_behind(TOP, 9, True) == 0.0 and chance_behind(9, TOP, True) == 1.0
    state = last_round()
    record = state.record
    for seat, steps in enumerate((5, 3, 0)):
        record.cult[seat, 0] = steps
        record.passed[seat] = 1
    assert [float(contested_rank(record, record, seat, 0)) for seat in range(3)] == [8.0, 4.0, 0.0]
    record.passed[1] = 0
    assert 4.0 < contested_rank(record, record, 0, 0) < 8.0


def test_the_others_areas_may_still_grow() -> None:
    assert chance_smaller(5, 5, False) == 0.5 and chance_smaller(5, 4, False) == 0.0
    assert chance_smaller(5, 4, True) == 0.5 < chance_smaller(5, 5, True) < chance_smaller(4, 5, True) < 1.0
    state = last_round()
    state.record.passed[:3] = 1
    sure = [contested_rank(state.record, state.record, seat, AREA) for seat in range(3)]
    state.record.passed[:3] = 0
    assert sum(sure) == pytest.approx(36.0) and max(sure) > max(
        contested_rank(state.record, state.record, seat, AREA) for seat in range(3)
    )
