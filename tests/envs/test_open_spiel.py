"""The OpenSpiel games pass OpenSpiel's own tests, and go through the same positions as the rules."""

from __future__ import annotations

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup
from dolmen.envs.open_spiel import GAMES, SpielState
from tests.envs.playing import GOLDEN, SPIEL_LENGTH, spiel_playthrough

EVERY_GAME = [
    pytest.param(f"python_dolmen_{meta.package}(players={players})", id=f"{meta.key}-{players}")
    for meta in games().values()
    for players in range(meta.min_players, meta.max_players + 1)
]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_random_games(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", list(SPIEL_LENGTH))
def test_the_golden_playthrough_is_played_again(name: str) -> None:
    """A difference here means that behaviour changed: if it was meant, `make golden`."""
    assert spiel_playthrough(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_a_playthrough() -> None:
    assert set(SPIEL_LENGTH) == set(GAMES)
    assert set(GAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("key", list(games()))
def test_positions_are_those_of_the_rules(key: str) -> None:
    game = pyspiel.load_game(f"python_dolmen_{games()[key].package}(players=3,seed=7)")
    rules = load(key, 3)
    state: SpielState = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 64
    state.apply_action(5)
    own = rules.new_state(rules.draw_setup(7, 5))
    observer = make_observation(game)
    draws = Draws(1)
    for _ in range(120):
        if state.is_terminal():
            break
        legal = own.legal_actions()
        if state.is_chance_node():
            number = draws.below(len(legal))
            assert state.chance_outcomes() == [(outcome, 1 / len(legal)) for outcome in range(len(legal))]
            assert state.action_to_string(number) == rules.action_text(legal[number])
            state.apply_action(number)
            own.apply(legal[number])
        else:
            action = draws.pick(legal)
            assert state.legal_actions() == legal and state.current_player() == own.current_player
            assert state.action_to_string(action) == rules.action_text(action)
            observer.set_from(state, 1)
            assert (observer.tensor == own.observation(1)).all()
            state.apply_action(action)
            own.apply(action)
        assert state.state == own


def test_returns_sum_to_zero_and_a_sole_winner_has_one() -> None:
    state = pyspiel.load_game("python_dolmen_meduris(players=3)").new_initial_state()
    draws = Draws(2)
    assert state.returns() == [0, 0, 0]
    while not state.is_terminal():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else []
        state.apply_action(draws.pick(outcomes or state.legal_actions()))
    assert sorted(state.returns()) == [-0.5, -0.5, 1]


def test_a_long_game_ends_undecided() -> None:
    state = pyspiel.load_game("python_dolmen_terra_mystica(max_game_length=3)").new_initial_state()
    state.apply_action(0)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0]
    assert state.legal_actions() == []


@pytest.mark.parametrize("name", list(SPIEL_LENGTH))
def test_games_and_states_are_pickled_and_cloned(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = game.new_initial_state()
    state.apply_action(1)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        action = state.legal_actions()[-1]
        after = state.child(action)
        copy.apply_action(action)
        assert copy.state == after.state != state.state
        assert copy.history() == after.history()


def test_observations_have_named_parts() -> None:
    game = pyspiel.load_game("python_dolmen_meduris")
    state = game.new_initial_state()
    state.apply_action(0)
    observer = make_observation(game)
    observer.set_from(state, 1)
    assert observer.dict["decides"].tolist() == [0, 1, 0, 0]
    assert observer.dict["stock"].shape == (4, 4)
    np.testing.assert_array_equal(state.observation_tensor(1), observer.tensor)
    assert observer.string_from(state, 1).startswith("player 2 sees\nturn 0 of A, place: A decides")


def test_what_is_not_legal_is_refused_in_one_sentence() -> None:
    state = pyspiel.load_game("python_dolmen_meduris").new_initial_state()
    with pytest.raises(IllegalAction, match="there is no outcome 64 here; there are 0 to 63"):
        state.apply_action(64)
    state.apply_action(0)
    with pytest.raises(IllegalAction, match="there is no action 9999; they are 0 to 235"):
        state.apply_action(9999)
    illegal = next(action for action in range(236) if action not in state.legal_actions())
    with pytest.raises(IllegalAction, match="rule: "):
        state.apply_action(illegal)
    for parameters in ("setups=0", "max_game_length=0"):
        with pytest.raises(InvalidSetup, match="setups and max_game_length are at least 1"):
            pyspiel.load_game(f"python_dolmen_meduris({parameters})")
