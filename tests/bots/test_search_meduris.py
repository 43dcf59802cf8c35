"""What the search knows of Meduris: the features, the payments worth a thought, and positions with a right answer."""

from __future__ import annotations

import numpy as np
import pytest

from dolmen.bots import Budget
from dolmen.bots.search import SearchBot
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.mask import members, new_mask
from dolmen.games.meduris.bots.features import FEATURES, TERMS, USUAL_TURNS, features
from dolmen.games.meduris.bots.prior import prior
from dolmen.games.meduris.bots.value import ROOM, WEIGHTS, evaluate, trust
from dolmen.games.meduris.testing import draw_position
from tests.conftest import EVERY_NUMBER_OF_PLAYERS

BUDGET = Budget(visits=300)


def chosen(state: State) -> str:
    """What the search does here, in words."""
    return state.game.action_text(SearchBot("meduris").choose(state, BUDGET, Draws(1)))


def weighed(state: State) -> dict[str, float]:
    """The policy's weights by text, those above 0."""
    mask, weights = new_mask(state.game.num_actions), np.zeros(state.game.num_actions, dtype=np.float32)
    state.game.legal(state.record, mask)
    legal = set(members(mask))
    scratch = state.game.new_records(state.game.draw_setup(0)).repeat(4).view(np.recarray)
    prior(state.record, scratch, mask, weights, np.zeros(len(FEATURES)))
    found = {int(action): float(weights[action]) for action in np.flatnonzero(weights)}
    assert found and set(found) <= legal and min(found.values()) > 0
    return {state.game.action_text(action): weight for action, weight in found.items()}


def seen(state: State, seat: int) -> dict[str, list[float]]:
    """The features of a seat by name, without those that weigh late."""
    out = np.zeros(len(FEATURES))
    features(state.record, seat, out)
    return {name: [float(out[i]) for i, other in enumerate(TERMS) if other == name] for name in TERMS}


# ---------------------------------------------------------------------------------------------- right answers


def test_the_last_offering_that_wins_is_made() -> None:
    state = draw_position("""
        turn of B, offer: A decides, final circuit
        ring  1:A B A A A A A A A A A A A a a
        druid  field 1
        circuit 0 huts left
        A  20 points  1 wool 1 copper
        B  22 points
    """)
    assert chosen(state) == "offer both"


def test_chips_are_kept_for_the_hut_where_they_bring_more() -> None:
    """Field 1 asks for copper and wool, and so does field 7, in a settlement of twelve huts."""
    state = draw_position("""
        turn of A, offer: A decides, final circuit
        ring  1:A  7:A B B B B B B B B B B B  25:B  29:b b
        druid  field 1
        circuit 1 huts left
        A  20 points  1 wool 1 copper
        B  25 points
    """)
    assert chosen(state) == "offer none"


def test_a_temple_that_wins_is_built_where_it_scores() -> None:
    """The last turn: B will lose a point at each hut, but stays ahead unless A's temple scores the settlement."""
    state = draw_position("""
        turn of A, act
        ring  1:B B B B B B B B B B B B  20:b  22:b
        druid  field 12
        A  20 points  1 wood 1 wool 1 copper 1 stone
        B  40 points
    """)
    assert chosen(state) in ("temple 13", "temple 32")


# ---------------------------------------------------------------------------------------------- what it looks at


def test_the_features_of_a_position() -> None:
    state = draw_position("""
        turn of A, act
        ring  1:A B A+d a . A  20:b B A
        plains  wood AB  wool AB  copper BA  stone -
        druid  field 3
        A  7 points  2 wood 1 stone  serpent diamond
        B  3 wool
    """)
    first, second = seen(state, 0), seen(state, 1)
    assert first["points"] == [7] and second["points"] == [5]
    assert first["rune stones"][:2] == [2, 3] and second["rune stones"][:2] == [0, 0]
    assert first["huts"] == [4] and second["huts"] == [2]
    assert first["settlements"] == [3 + 3 + 1 + 2]
    assert first["temples"] == [1, 3, 1] and second["temples"] == [1, 2, 1]
    assert first["chips"] == [3, 0, 2, 0] and second["chips"] == [3, 0, 1, 1]
    assert first["bonus chips"] == [1] and second["bonus chips"] == [0]
    assert first["the turn"] == [1] and second["the turn"] == [0.5]


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_number_of_players_has_weights(players: int) -> None:
    assert np.count_nonzero(WEIGHTS[players]) > len(TERMS)


def test_a_finished_game_is_worth_its_points_and_ties_are_told_apart() -> None:
    state = draw_position("""
        turn of B, over
        ring  1:A A A A A A A A A A A A a a B
        druid  field 15
        A  30 points
        B  30 points  3 wood
        winner A
    """)
    values, scratch = np.zeros(2), state.records.repeat(4).view(np.recarray)
    evaluate(state.record, scratch, new_mask(state.game.num_actions), values, np.zeros(ROOM), 0, 0)
    assert values.round().tolist() == [30, 30] and values[0] > values[1]


def test_two_of_a_kind_do_not_wait_for_each_other_for_ever() -> None:
    """With the network believed to the end, games of two such bots went on beyond 400 turns."""
    game, draws = load("meduris", 2), Draws(900, 8)
    state, bots = game.new_state(game.draw_setup(900, 8)), [SearchBot("meduris"), SearchBot("meduris")]
    while not state.is_terminal() and state.turn < 200:
        seat = state.current_player
        state.apply_trusted(
            draws.pick(state.legal_actions())
            if state.is_chance()
            else bots[seat].choose(state, Budget(visits=100), draws)
        )
    assert state.is_terminal()


def test_the_longer_a_game_the_less_the_network_is_believed() -> None:
    record = load("meduris", 2).new_state(seed=1).record

    def believed(turn: int) -> float:
        record.turn = turn
        return float(trust(record))

    turns = (1, USUAL_TURNS, USUAL_TURNS * 3 // 2, 2 * USUAL_TURNS, 3 * USUAL_TURNS)
    assert [believed(turn) for turn in turns] == [1, 1, 0.5, 0, 0]


# ---------------------------------------------------------------------------------------------- payments


def test_only_payments_with_the_fewest_chips_are_thought_about() -> None:
    """A lone hut on field 1 (copper, wool): the wool is paid as it is, three others stand in for the copper."""
    state = draw_position("""
        turn of A, act
        ring  20:B
        A  3 wood 2 wool 3 stone
        B
    """)
    state.apply("hut 1")
    while not state.is_chance():
        assert all(text.startswith("pay") for text in weighed(state))
        state.apply(max(weighed(state).items(), key=lambda item: item[1])[0])
    assert int(state.record.stock[0].sum()) == 8 - 4


def test_where_the_chips_that_are_due_are_there_they_are_paid() -> None:
    state = draw_position("""
        turn of A, act
        ring  20:B
        A  3 wood 2 wool 3 copper
        B
    """)
    state.apply("hut 1")
    assert list(weighed(state)) == ["pay direct"]


def test_every_other_choice_is_thought_about() -> None:
    state = load("meduris", 3).new_state(seed=1)
    assert set(weighed(state)) == set(state.legal_texts())
