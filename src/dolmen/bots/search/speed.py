"""How fast the search is here: visits a second on one thread and on two."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from dolmen.bots.base import LEVEL, Budget, find_bot
from dolmen.bots.search.bot import SearchBot
from dolmen.contract.game import Game, State
from dolmen.core.draws import Draws

BEST_OF: Final = 5
FIRST_VISITS: Final = 64


def middle_of_a_game(game: Game) -> State:
    """A position with several choices worth a thought, half way through a game of greedy bots."""
    state, bot, draws = game.new_state(seed=0), find_bot("greedy", game.meta.key), Draws(0)
    while not state.is_terminal():
        state.apply_trusted(draws.pick(state.legal_actions()) if state.is_chance() else bot.decide(state, LEVEL, draws))
    decisions = len(state.history)
    while len(state.history) > decisions // 2 or state.is_chance() or not is_open(state):
        state.undo()
    return state


def is_open(state: State) -> bool:
    """Whether the search has something to weigh here."""
    return len(SearchBot(state.game.meta.key).consider(state, Budget(visits=FIRST_VISITS), Draws(1))) > 1


def seconds_for(state: State, visits: int, threads: int) -> float:
    """How long a fresh bot takes for so many visits, all threads together."""
    bot = SearchBot(state.game.meta.key)
    began = time.perf_counter()
    bot.expect(state, Budget(visits=visits, threads=threads), Draws(1))  # which makes every visit, unlike a choice
    return time.perf_counter() - began


def measure(game: Game, seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """Visits a second: the best of five searches of about so many seconds each, on one thread and on two in turn."""
    state = middle_of_a_game(game)
    progress("compiling")
    seconds_for(state, FIRST_VISITS, 2)
    visits = FIRST_VISITS
    while seconds_for(state, visits, 1) < seconds / 2:
        visits *= 2
    rates: dict[int, list[float]] = {1: [], 2: []}
    for attempt in range(BEST_OF):
        progress(f"{visits} visits on one thread and on two, {attempt + 1} of {BEST_OF}")
        for threads, found in rates.items():
            found.append(visits / seconds_for(state, visits, threads))
    one, two = max(rates[1]), max(rates[2])
    return {
        "game": game.meta.key,
        "players": game.players,
        "visits": visits,
        "visits_per_second": round(one),
        "visits_per_second_two_threads": round(two),
        "two_threads_gain": round(two / one, 2),
    }
