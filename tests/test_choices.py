"""Nothing that the rules allow is ever hidden, and all that is offered is legal: over whole games of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from dolmen.analysis.replay import begin
from dolmen.bots import LEVEL, find_bot
from dolmen.contract.content import Choice, Prompt
from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.contract.registry import games, load, package
from dolmen.core.draws import Draws
from dolmen.core.words import words

NAMES = ("Ana", "Ben", "Cleo", "Dag", "Eve")
ENGLISH = words("en")
TURN_MOST = 20
"""So many decisions the table takes at once."""


def positions(key: str, players: int, policy: str, seed: int) -> Iterator[State]:
    """Every position of a game in which somebody is asked."""
    state, draws = begin(load(key, players), seed).state, Draws(seed)
    bot = find_bot(policy, key)
    while not state.is_terminal():
        if state.is_chance():
            state.apply(draws.pick(state.legal_actions()))
            continue
        yield state
        state.apply(int(bot.choose(state, LEVEL, draws)))


def leaves(choices: Sequence[Choice]) -> Iterator[Choice]:
    for choice in choices:
        yield from leaves(choice.choices) if choice.choices else (choice,)


def ways_of(prompt: Prompt) -> set[tuple[int, ...]]:
    """What the buttons of a question send."""
    return {tuple(way.actions) for choice in leaves(prompt.all_choices) for way in choice.ways}


def left_out(state: State, ways: set[tuple[int, ...]]) -> list[str]:
    """Decisions to which no way leads: one that ends there, or some that go on with whatever may follow it."""
    found = []
    for action in state.legal_actions():
        begun = {way[1:] for way in ways if way[0] == action}
        if not begun:
            found.append(state.game.action_text(action))
        elif () not in begun:
            after = state.clone()
            after.apply(action)
            found += [f"{state.game.action_text(action)}, {text}" for text in left_out(after, begun)]
    return found


def check(present: Presentation, state: State) -> None:
    prompt = present.prompt(state, NAMES, ENGLISH)
    ways = ways_of(prompt)
    assert left_out(state, ways) == [], prompt.question
    for choice in leaves(prompt.all_choices):
        for way in choice.ways:
            assert 1 <= len(way.actions) <= TURN_MOST
            after = state.clone()
            after.play(way.actions)  # raises where it is not legal
            ends = present.end_after(state, way)
            after.play(ends)
            assert not ends or after.current_player != state.current_player or after.turn != state.turn


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", games())
def test_every_decision_can_be_made_and_every_choice_is_legal(key: str, seed: int, policy: str) -> None:
    present, players = package(key).presentation(), 2 + seed
    for state in positions(key, players, policy, seed):
        check(present, state)
