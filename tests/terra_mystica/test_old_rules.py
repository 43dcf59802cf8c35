"""Games that were played under rules 1, as the present kernels follow them: `rules_1.json` was written by that version.

Each decision is told as 'seat text'. All of it was legal then; not all of it is now.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dolmen.contract.game import State
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.rules.actions import DISCARD, DONE, TRANSFORM
from dolmen.games.terra_mystica.rules.board import LAND
from dolmen.games.terra_mystica.rules.record import Phase

GAMES: dict[str, Any] = json.loads((Path(__file__).parent / "rules_1.json").read_text())


def followed(told: dict[str, Any], rules_version: int = 1) -> State:
    """The whole game; every decision is made by who made it then."""
    state: State = NOTATION.read(told["setup"]).state
    held: tuple[int, ...] = ()
    for decision in told["decisions"]:
        seat, _, text = decision.partition(" ")
        assert state.current_player == int(seat), decision
        held = state.game.follow(state, state.action_id(text), held, rules_version)
    state.game.follow(state, None, held, rules_version)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_rules_1_ends_as_it_ended_then(name: str) -> None:
    state = followed(GAMES[name])
    assert state.is_terminal() and list(state.scores()) == GAMES[name]["scores"]
    state.game.check_conservation(state.record)
    again = State(state.game, state.records_before(0))
    for action in state.history:  # the history alone leads there, too: logs, files and replays are made of it
        again.apply_trusted(action)
    assert again == state


@pytest.mark.parametrize("name", GAMES)
def test_its_log_and_its_file_can_be_written(name: str) -> None:
    transcript = NOTATION.read(GAMES[name]["setup"])
    for action in followed(GAMES[name]).history:
        transcript.state.apply_trusted(action)
    assert transcript.to_text().count("\n") > 40


def test_giants_throw_the_lone_spade_away_that_they_lost_then() -> None:
    told = GAMES["lone_spade"]
    state = followed(told)
    thrown = [
        place
        for place, action in enumerate(state.history)
        if action == DISCARD and state.records_before(place)[0].phase == Phase.SPADE
    ]
    assert len(thrown) == 1 and state.records_before(thrown[0])[0].cult_spades.sum() == 1


def test_a_hex_is_worked_on_once_where_it_was_twice() -> None:
    told = GAMES["hex_worked_on_twice"]
    state = followed(told)
    assert len(state.history) < len(told["decisions"])
    worked: list[int] = []
    for action in state.history:
        worked = [] if action == DONE else worked
        if TRANSFORM <= action < TRANSFORM + LAND:
            assert action not in worked
            worked.append(action)


def test_decisions_of_the_present_rules_are_made_as_they_are() -> None:
    state = followed(GAMES["lone_spade"], 1)
    version = state.game.meta.rules_version
    held: tuple[int, ...] = ()
    again = State(state.game, state.records_before(0))
    for action in state.history:
        held = state.game.follow(again, action, held, version)
    assert not held and again.history == state.history


def test_rules_that_never_were_are_not_followed() -> None:
    game = NOTATION.read(GAMES["lone_spade"]["setup"]).state.game
    assert not game.follows(0) and game.follows(1) and game.follows(game.meta.rules_version)
    assert not game.follows(game.meta.rules_version + 1)
