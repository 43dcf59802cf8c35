"""Search: never illegal, decided by its seed, leaves the position as it is, keeps its tree from move to move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dolmen.bots import Budget
from dolmen.bots.search import SearchBot
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownGame
from tests.conftest import EVERY_NUMBER_OF_PLAYERS

FEW = Budget(visits=12)
PLAYERS = pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)


def play(state: State, bots: list[SearchBot], draws: Draws, decisions: int, budget: Budget = FEW) -> State:
    """So many decisions, or to the end."""
    for _ in range(decisions):
        if state.is_terminal():
            break
        if state.is_chance():
            state.apply(draws.pick(state.legal_actions()))
        else:
            before = state.to_bytes()
            action = bots[state.current_player].choose(state, budget, draws)
            assert state.to_bytes() == before
            state.apply(action)  # refuses what is not legal
    return state


@PLAYERS
def test_a_whole_game_is_legal(players: int) -> None:
    bots = [SearchBot("meduris") for _ in range(players)]
    assert play(load("meduris", players).new_state(seed=3), bots, Draws(3), 5000).is_terminal()


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_single_visit_is_enough_to_choose(game: str) -> None:
    bot, state = SearchBot(game), load(game, 2).new_state(seed=4)
    bots = [bot, bot]  # the tree of one decision is the other's beginning
    assert len(play(state, bots, Draws(4), 60, Budget(visits=1)).history) == 60


def test_the_same_seed_gives_the_same_decisions() -> None:
    def history(seed: int) -> tuple[int, ...]:
        bots = [SearchBot("meduris") for _ in range(2)]
        return play(load("meduris", 2).new_state(seed=1), bots, Draws(seed), 60).history

    assert history(5) == history(5) != history(6)


def test_a_tree_is_kept_from_move_to_move() -> None:
    state, draws, bot = load("meduris", 2).new_state(seed=1), Draws(1), SearchBot("meduris")
    state.apply(bot.choose(state, Budget(visits=200), draws))
    (tree,) = bot._trees
    tree.follow(state)
    assert 0 < tree.visits < 200
    fresh = SearchBot("meduris")
    fresh.consider(state, Budget(visits=1), Draws(2))
    assert fresh._trees[0].visits == 1
    kept = {choice.action for choice in bot.consider(state, Budget(visits=400), draws)}
    assert kept <= set(state.legal_actions())
    assert tree.visits == 400


def test_a_tree_is_not_kept_for_another_game_that_began_alike() -> None:
    bot, game = SearchBot("meduris"), load("meduris", 2)
    bot.choose(game.new_state(seed=1), Budget(visits=100), Draws(1))
    bot._follow(game.new_state(seed=2), 1)
    assert bot._trees[0].visits == 0
    bot._follow(load("meduris", 3).new_state(seed=2), 1)
    assert bot._trees[0].game.players == 3


def test_a_tree_grows_beyond_its_first_arrays() -> None:
    state = play(load("meduris", 2).new_state(seed=1), [SearchBot("meduris")] * 2, Draws(1), 40)
    while state.is_chance():
        state.apply(state.legal_actions()[0])
    bot = SearchBot("meduris")
    bot.consider(state, Budget(visits=6000), Draws(1))
    assert bot._trees[0].visits == 6000 and len(bot._trees[0]._tree.nodes) > 4096


def test_what_it_considers_is_legal_sorted_and_adds_up() -> None:
    state = play(load("meduris", 2).new_state(seed=1), [SearchBot("meduris")] * 2, Draws(1), 40)
    while state.is_chance():
        state.apply(state.legal_actions()[0])
    choices = SearchBot("meduris").consider(state, Budget(visits=300), Draws(4))
    shares = [choice.share for choice in choices]
    assert shares == sorted(shares, reverse=True) and sum(shares) == pytest.approx(1)
    assert {choice.action for choice in choices} <= set(state.legal_actions())
    assert any(choice.reasons for choice in choices)
    assert choices[0].action == SearchBot("meduris").choose(state, Budget(visits=300), Draws(4))


def test_several_threads_share_the_visits() -> None:
    state, bot = load("meduris", 2).new_state(seed=1), SearchBot("meduris")
    choices = bot.consider(state, Budget(visits=101, threads=2), Draws(1))
    assert [tree.visits for tree in bot._trees] == [51, 51]
    assert sum(choice.share for choice in choices) == pytest.approx(1)


def test_time_is_a_limit_too() -> None:
    state, bot = load("meduris", 2).new_state(seed=1), SearchBot("meduris")
    bot.choose(state, Budget(visits=10**9, seconds=0.0), Draws(1))
    assert 1 <= bot._trees[0].visits <= 512


def test_a_tree_in_which_the_others_are_foreseen_is_not_kept_for_another_seat() -> None:
    state, bot = load("meduris", 2).new_state(seed=1), SearchBot("meduris")
    bot.settings = replace(bot.settings, foreseen=1.0)
    state.apply(bot.choose(state, Budget(visits=200), Draws(1)))
    bot._follow(state, 1)
    assert bot._trees[0].visits == 0


def test_a_game_that_search_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        SearchBot("chess")
