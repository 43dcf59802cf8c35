"""Bots: found by name, decided by their seed, never illegal; greedy is a fair opponent and random is not."""

from __future__ import annotations

import pytest

from dolmen.analysis.simulate import play_on, simulate
from dolmen.bots import Bot, Budget, bot_names, find_bot
from dolmen.bots.greedy import GreedyBot
from dolmen.bots.random import RandomBot
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot, UnknownGame
from dolmen.core.kernel import INTERPRETED
from tests.conftest import EVERY_NUMBER_OF_PLAYERS

QUICK = Budget(visits=8)
TURNS = 60
"""Bots that think so little may play on for very long."""
GAMES = 2 if INTERPRETED else 40
EVERY_BOT = pytest.mark.parametrize("name", bot_names())
PLAYERS = pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)


def test_bots_are_found_by_name() -> None:
    assert bot_names() == ("random", "greedy", "novice", "casual", "strong", "expert")
    assert isinstance(find_bot("random", "meduris"), RandomBot) and isinstance(find_bot("greedy", "meduris"), GreedyBot)


@EVERY_BOT
def test_a_bot_says_who_it_is(name: str) -> None:
    bot = find_bot(name, "meduris")
    assert isinstance(bot, Bot) and bot.name == name and bot.description and bot.game == "meduris"


@pytest.mark.parametrize("name", ["", "Greedy", "clever", "greedy "])
def test_a_bot_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot, match="there is no bot '.*'; there are: random, greedy"):
        find_bot(name, "meduris")


def test_a_game_that_a_bot_does_not_play_is_refused() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        find_bot("greedy", "chess")


@EVERY_BOT
@PLAYERS
def test_a_bot_never_decides_against_the_rules_and_leaves_the_position_as_it_is(name: str, players: int) -> None:
    bot = find_bot(name, "meduris")
    for seed in range(1 if INTERPRETED else 3):
        state, draws = load("meduris", players).new_state(seed=seed), Draws(seed, 1)
        while not state.is_terminal() and state.turn < TURNS:
            if state.is_chance():
                state.apply(draws.pick(state.legal_actions()))
                continue
            before = state.to_bytes()
            action = bot.choose(state, QUICK, draws)
            assert state.to_bytes() == before and action in state.legal_actions()
            state.apply(action)


@EVERY_BOT
def test_the_same_seed_gives_the_same_game_and_another_one_another(name: str) -> None:
    def played(seed: int) -> tuple[int, ...]:
        state = load("meduris", 3).new_state(seed=1)
        play_on(state, [find_bot(name, "meduris") for _ in range(3)], Draws(seed), 30, QUICK)
        return state.history

    assert played(4) == played(4) != played(5)


def test_games_of_one_simulation_differ() -> None:
    game, bots = load("meduris", 3), [find_bot("random", "meduris")] * 3
    assert len({simulate(game, bots, 1, number, 5000)[0].to_text() for number in range(10)}) == 10


@PLAYERS
def test_greedy_games_come_to_an_end_in_a_persons_time(players: int) -> None:
    game, bots = load("meduris", players), [find_bot("greedy", "meduris")] * players
    turns = []
    for number in range(GAMES):
        transcript, finished = simulate(game, bots, 1, number, game.max_turns)
        assert finished
        turns.append(transcript.state.turn)
    assert max(turns) <= 200 and 40 <= sorted(turns)[len(turns) // 2] <= 120


@PLAYERS
def test_greedy_beats_random(players: int) -> None:
    """At least 9 of 10 games, from every seat in turn."""
    game, greedy, random = load("meduris", players), find_bot("greedy", "meduris"), find_bot("random", "meduris")
    won = 0
    for number in range(GAMES):
        bots = [random] * players
        bots[number % players] = greedy
        transcript, finished = simulate(game, bots, 2, number, game.max_turns)
        won += finished and transcript.state.winners() == (number % players,)
    assert won >= 0.9 * GAMES


def test_a_game_past_its_turn_cap_is_truncated() -> None:
    state = load("meduris", 2).new_state(seed=1)
    assert not play_on(state, [find_bot("random", "meduris")] * 2, Draws(1), 3)
    assert not state.is_terminal()


def test_a_game_that_is_over_is_played_on_without_a_decision() -> None:
    game, bots = load("meduris", 2), [find_bot("random", "meduris")] * 2
    state = simulate(game, bots, 1, 0, 5000)[0].state
    decisions = len(state.history)
    assert play_on(state, bots, Draws(1), 5000) and len(state.history) == decisions
