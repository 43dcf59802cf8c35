"""The interface: what a `State` promises, whatever the game."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from dolmen.contract.game import CHANCE, TERMINAL, State, empty_records
from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, GameOver, IllegalAction, InvalidNotation, InvalidSetup, NothingToUndo
from dolmen.games.meduris.rules.actions import Hut, Place, Roll
from dolmen.games.meduris.rules.board import printed_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.record import RECORD

PLACED = ["place wood", "place wool", "place copper", "place stone", "place wood", "place wool"]


def new_state(players: int = 3, seed: int = 1) -> State:
    return Meduris(players).new_state(seed=seed)


def played(players: int = 3, seed: int = 1, decisions: int = 60) -> State:
    state, draws = new_state(players, seed), Draws(seed, 1)
    while len(state.history) < decisions and not state.is_terminal():
        state.apply(draws.pick(state.legal_actions()))
    return state


# ------------------------------------------------------------------------------------------------------------ who


def test_the_seat_that_decides_chance_and_the_end_are_told_apart() -> None:
    state = new_state()
    assert (state.current_player, state.turn_player, state.turn) == (0, 0, 0)
    assert not state.is_chance() and not state.is_terminal()
    state.play(PLACED)
    assert state.current_player == CHANCE and state.is_chance() and not state.is_terminal()
    end = played(decisions=10**6)
    assert end.current_player == TERMINAL and end.is_terminal() and not end.is_chance()


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 100])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(players: int) -> None:
    with pytest.raises(InvalidSetup, match=f"Meduris is for 2 to 4 players, not {players}"):
        Meduris(players)


# -------------------------------------------------------------------------------------------------------- actions


def test_an_action_may_be_an_id_a_text_or_a_dataclass() -> None:
    states = [new_state() for _ in range(4)]
    for state, action in zip(states, (2, "place copper", Place("copper"), np.int8(2)), strict=True):
        state.apply(action)
        assert state.history == (2,)
    assert len(set(states)) == 1


@pytest.mark.parametrize("wrong", [-1, 236, 10**30, "hut 0", "hut 49", "", "place", Place("gold"), Hut(0), None, 1.5])
def test_what_is_no_action_at_all_is_invalid_notation_and_changes_nothing(wrong: object) -> None:
    state = new_state()
    before = state.to_bytes()
    with pytest.raises(InvalidNotation, match="there is no action"):
        state.apply(wrong)
    assert state.to_bytes() == before and state.history == ()


@pytest.mark.parametrize("wrong", [[1], {"hut": 1}, {1}])
def test_things_without_a_hash_are_no_actions_either(wrong: object) -> None:
    with pytest.raises(InvalidNotation):
        new_state().apply(wrong)


@pytest.mark.parametrize("action", ["roll wood", "hut 1", Roll("plus"), 159])
def test_an_action_that_is_not_asked_for_is_illegal_and_changes_nothing(action: object) -> None:
    state = new_state()
    before = state.to_bytes()
    with pytest.raises(IllegalAction, match="player 1 places a worker .rule: Before starting."):
        state.apply(action)
    assert state.to_bytes() == before and state.history == ()


def test_an_action_after_the_end_is_refused_as_such() -> None:
    state = played(decisions=10**6)
    assert state.legal_actions() == [] and state.legal_texts() == []
    with pytest.raises(GameOver, match="'place wood' comes after the end of the game"):
        state.apply("place wood")


def test_legal_actions_ascend_and_their_texts_stand_in_the_same_order() -> None:
    state = played()
    legal = state.legal_actions()
    assert legal == sorted(legal)
    assert state.legal_texts() == [state.game.action_text(action) for action in legal]
    assert [state.action_id(text) for text in state.legal_texts()] == legal


def test_several_actions_are_played_up_to_the_first_that_is_refused() -> None:
    state = new_state()
    assert state.play(["place wood", 0]) is state
    with pytest.raises(IllegalAction, match="three workers stand on wood already"):
        state.play(["place wood", "place wood", "place wool"])
    assert state.history == (0, 0, 0)


def test_every_refusal_is_a_dolmen_error() -> None:
    for error in (GameOver, IllegalAction, InvalidNotation, InvalidSetup, NothingToUndo):
        assert issubclass(error, DolmenError)


# ----------------------------------------------------------------------------------------------------------- undo


def test_undo_gives_the_decision_back_and_restores_the_bytes() -> None:
    state, draws = new_state(), Draws(1, 1)
    trail: list[tuple[bytes, int]] = []
    while not state.is_terminal():
        action = draws.pick(state.legal_actions())
        trail.append((state.to_bytes(), action))
        state.apply(action)
    while trail:
        before, action = trail.pop()
        assert state.undo() == action
        assert state.to_bytes() == before and len(state.history) == len(trail)
    assert state == new_state()


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    state = new_state()
    with pytest.raises(NothingToUndo):
        state.undo()
    state.play(["place wood"]).undo()
    with pytest.raises(NothingToUndo):
        state.undo()


def test_undo_leaves_a_record_that_was_handed_out_valid() -> None:
    state = new_state()
    record = state.record
    state.apply("place wood")
    assert record.player == 1
    state.undo()
    assert record.player == 0 == state.current_player


# ------------------------------------------------------------------------------------------------ copies, equality


def test_a_clone_goes_its_own_way() -> None:
    state = played()
    clone = state.clone()
    assert clone == state and clone.history == state.history and clone is not state
    clone.apply(clone.legal_actions()[0])
    assert clone != state and len(clone.history) == len(state.history) + 1
    clone.undo()
    clone.undo()
    assert len(state.history) == 60 and clone != state


def test_states_are_equal_when_their_positions_are_whatever_led_there() -> None:
    one = new_state().play(["place wood", "place wool"])
    other = new_state().play(["place wool"])
    other.undo()
    other.play(["place wood", "place wool"])
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != new_state() and one != "something else"


def test_a_history_cannot_be_changed_from_outside() -> None:
    state = new_state().play(["place wood"])
    assert isinstance(state.history, tuple)


def test_the_text_of_a_state_is_its_position() -> None:
    state = new_state()
    assert str(state) == state.game.position_text(state.record)
    assert "place: A decides" in str(state)


def test_empty_records_are_zero_and_have_attributes() -> None:
    records: Any = empty_records(RECORD, 3)
    assert records.shape == (3,) and not any(records.tobytes())
    records[1].turn = 7
    assert records.turn.tolist() == [0, 7, 0]


def test_a_record_is_at_most_256_bytes() -> None:
    assert RECORD.itemsize <= 256


# -------------------------------------------------------------------------------------------------------- results


def test_nobody_has_won_and_nothing_is_returned_before_the_end() -> None:
    state = played()
    assert state.winners() == () and state.returns() == (0.0, 0.0, 0.0) and len(state.scores()) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_victory_is_shared_out_among_the_winners(players: int) -> None:
    state = played(players, decisions=10**6)
    best = max(state.scores())
    assert state.winners() and all(state.scores()[seat] == best for seat in state.winners())
    assert sum(state.returns()) == pytest.approx(1)
    assert [seat for seat, share in enumerate(state.returns()) if share] == list(state.winners())


def test_a_shared_victory_is_halved() -> None:
    state = played(2, decisions=10**6)
    record = state.record
    record.points[:2], record.huts[:2], record.temples[:2] = 30, 0, 0
    record.stock[:2] = 1
    assert state.winners() == (0, 1) and state.returns() == (0.5, 0.5)
    record.stock[1, 3] = 2
    assert state.winners() == (1,) and state.returns() == (0.0, 1.0)


# ---------------------------------------------------------------------------------------------------------- setup


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    assert new_state(seed=5) == new_state(seed=5)
    assert new_state(seed=5) != new_state(seed=6)


def test_a_game_can_begin_from_an_explicit_setup() -> None:
    game = Meduris(3)
    assert game.new_state(game.draw_setup(5)) == game.new_state(seed=5)


def test_a_setup_for_another_number_of_players_is_refused() -> None:
    with pytest.raises(InvalidSetup):
        Meduris(2).new_state(Meduris(3).draw_setup(5))


def test_a_setup_on_another_board_is_refused() -> None:
    with pytest.raises(InvalidSetup):
        Meduris(2).new_state(Meduris(2, printed_board(4)).draw_setup(5))


@pytest.mark.parametrize("key", list(games()))
def test_a_state_that_was_sent_to_another_process_goes_on(key: str) -> None:
    state = load(key).new_state(seed=2)
    for _ in range(4):
        state.apply(state.legal_actions()[-1])
    sent = pickle.loads(pickle.dumps(state))
    assert sent == state and sent.history == state.history
    last = sent.undo()
    sent.apply(last)
    assert sent == state and sent.current_player == state.current_player


@pytest.mark.parametrize("key", list(games()))
def test_an_action_is_legal_if_it_is_listed(key: str) -> None:
    state = load(key).new_state(seed=2)
    legal = state.legal_actions()
    assert [action for action in range(state.game.num_actions) if state.is_legal(action)] == legal


def test_positions_of_a_game_share_the_type_of_their_records() -> None:
    """Numba compares two types field by field whenever a kernel is called."""
    one, other = (load("terra-mystica").new_state(seed=seed) for seed in (1, 2))
    assert one.records.dtype is other.records.dtype is one.clone().records.dtype
