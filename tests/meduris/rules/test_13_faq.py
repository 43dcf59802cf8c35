"""Rulebook: 'FAQ', one question after the other."""

from __future__ import annotations

import pytest

from dolmen.core.errors import InvalidNotation
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, field_icons, mark, now, points, stacks, stock, turn


def test_faq_1_in_a_small_yield_the_lower_workers_go_away_empty_handed() -> None:
    """FAQ 1, 'What happens if there are not enough materials in the stockpile?': the top worker obtains first."""
    state = draw_position("""
        plains  wood CBA  wool BC  copper A  stone -
        A
        B  16 wood
        C
    """)
    state.apply("roll wood")
    assert [stock(state, player) for player in "ABC"] == ["1 wood", "17 wood", ""]


def test_faq_1_in_a_big_yield_the_lower_workers_go_away_empty_handed() -> None:
    """FAQ 1: 'This applies to both the small yield and the big yield'."""
    state = draw_position("""
        turn of A, act
        plains  wood CB  wool BC  copper AA  stone -
        A
        B  14 wood
        C
    """)
    state.apply("move copper 1 wood")
    assert [stock(state, player) for player in "ABC"] == ["3 wood", "15 wood", ""]


def test_faq_1_a_plain_yields_again_only_when_chips_have_been_returned() -> None:
    """FAQ 1: 'If no materials are returned to the stockpiles, no more materials can be obtained'."""
    state = draw_position("""
        turn of A, roll
        plains  wood CB  wool BC  copper AA  stone -
        A
        B  18 wood
        C
    """)
    state.play(["roll wood", "move copper 1 stone"])
    assert stock(state, "C") == ""
    state.apply("roll minus")
    state.play(["give wood", "give stone", "move wool 1 copper"])
    state.apply("roll wood")
    assert stock(state, "B") == "18 wood 2 copper"
    assert facts(state)["supply"]["wood"] == 0


def test_faq_1_at_a_plus_the_hierarchy_plays_no_role() -> None:
    """FAQ 1: 'starting with the player who rolled the die', who gets the last wood wherever his workers stand."""
    state = draw_position("""
        turn of B, roll
        plains  wood ACA  wool BC  copper B  stone -
        A  17 wood
        B
        C
    """)
    state.play(["roll plus", "take wood"])
    assert now(state) == "take: C"
    assert "take wood" not in state.legal_texts()


def test_faq_2_workers_may_be_taken_out_from_under_a_stack() -> None:
    """FAQ 2, 'Can workers be taken out from under a stack of workers for the big yield?': yes."""
    state = draw_position("""
        turn of A, act
        plains  wood ABC  wool BC  copper A  stone -
        A
        B
        C
    """)
    state.apply("move wood 1 stone")
    assert stacks(state) == {"wood": "BC", "wool": "BC", "copper": "A", "stone": "A"}


def test_faq_3_a_worker_may_not_be_moved_within_the_same_plain() -> None:
    """FAQ 3, 'May I place the worker I move on the same high plain?': no, there is not even such a decision."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper AC  stone -
        A
        B
        C
    """)
    for text in state.legal_texts():
        _, source, _, target = text.split()
        assert source != target
    with pytest.raises(InvalidNotation, match="no action 'move wood 1 wood'"):
        state.apply("move wood 1 wood")


@pytest.mark.parametrize("field", [14, 17])
def test_faq_4_settlements_may_be_extended_on_either_end(field: int) -> None:
    """FAQ 4, 'Can settlements be extended on either end?': yes, and the number of huts decides the price."""
    state = draw_position("""
        turn of A, act
        ring  15:B C
        A  3 wood 3 wool
        B
        C
    """)
    state.apply(f"hut {field}")
    assert (mark(state, field), stock(state, "A")) == ("A", "")


def test_faq_5_the_third_hut_of_a_settlement_costs_three_wool_and_three_wood() -> None:
    """FAQ 5, 'How many material chips do I need to use to build a hut here?'."""
    state = draw_position("""
        turn of A, act
        ring  13:B . C
        A  8 wood 8 wool
        B
        C
    """)
    assert field_icons(state, 14) == {"wool", "wood"}
    state.apply("hut 14")
    assert facts(state)["payment"]["due"] == {"wool": 3, "wood": 3}


def test_faq_6_the_druid_moves_to_a_hut_built_directly_in_front_of_him_in_his_settlement() -> None:
    """FAQ 6, 'Where does the druid move to if the settlement where he is currently standing is being expanded?'.

    The ritual starts in the middle of the settlement, and both materials bring the huts of the entire settlement.
    """
    state = draw_position("""
        turn of A, act
        ring  14:B C B  25:b
        druid  field 16
        A  5 wood 5 wool
        B
        C
    """)
    state.play(["hut 17", "pay direct"])
    assert (druid(state), now(state)) == ("field 17", "offer: A")
    state.apply("offer both")
    assert points(state) == [9, 5, 5]
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_faq_7_the_druid_never_stops_next_to_a_temple() -> None:
    """FAQ 7, 'Does the druid ever stop next to a temple?': he moves past temples and empty fields."""
    state = draw_position("""
        turn of A, act
        ring  3:b . c . c B  25:B
        druid  field 25
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 27")
    assert druid(state) == "field 8"


def test_faq_8_two_temples_may_stand_next_to_each_other_and_score_nothing_for_it() -> None:
    """FAQ 8, 'May two temples be built next to each other?': yes, but the neighbour brings no point."""
    state = draw_position("""
        turn of A, act
        ring  16:b
        A  1 wood 1 wool
        B
    """)
    state.apply("temple 17")
    assert (mark(state, 16), mark(state, 17)) == ("b", "a")
    end = draw_position("""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A . a a  16:b b c
        druid  field 8
        circuit  0 huts left
        A
        B
        C
    """)
    end.apply("offer none")
    assert points(end) == [4, 5, 5]


def test_faq_9_nobody_has_to_make_an_offering_but_it_costs_a_point() -> None:
    """FAQ 9, 'Do I have to make an offering to the druid if I could, but don't want to?'."""
    state = draw_position("""
        turn of A, offer
        ring  1:a . a . c  17:B
        druid  field 17
        A
        B  3 wood 3 wool
        C
    """)
    state.apply("offer none")
    assert (points(state), stock(state, "B")) == ([5, 4, 5], "3 wood 3 wool")


def test_faq_10_it_is_a_players_turn_until_his_ritual_is_completed() -> None:
    """FAQ 10, 'How can we make it easier to remember whose turn it is?': the die stays in front of him till then."""
    state = draw_position("""
        turn of A, act
        ring  5:B C B  20:b
        druid  field 7
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    for _ in range(3):
        assert turn(state) == "A"
        assert state.current_player != state.turn_player
        state.apply("offer none")
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_faq_11_after_the_fourth_hut_the_druid_enters_between_two_huts_of_a_settlement() -> None:
    """FAQ 11, 'The fourth hut has just been built. Where does the druid move to in this example?'.

    Green (C) has a hut on field 1, red (A) on the last field: green is asked and may get 2 points thanks to the red
    hut; then the next player has his turn.
    """
    state = draw_position("""
        turn of B, act
        ring  1:C  25:A  32:A
        A
        B  1 wood 1 wool
        C  1 copper 1 wool
    """)
    state.apply("hut 17")
    assert (druid(state), now(state)) == ("field 1", "offer: C")
    state.apply("offer both")
    assert points(state) == [5, 5, 7]
    assert (turn(state), now(state)) == ("C", "roll: chance")


def test_faq_12_with_four_temples_before_the_first_hut_the_druid_waits_for_it() -> None:
    """FAQ 12, 'Where does the druid move to if four temples are built before the first hut is built?'."""
    state = draw_position("""
        turn of A, roll
        ring  2:a . b . c
        plains  wood ABC  wool ABC  copper -  stone -
        A  1 wood 1 wool
        B  1 copper 1 stone
        C  1 wool 1 wood
    """)
    assert druid(state) == "stone 3"
    state.play(["roll stone", "temple 17", "roll stone", "temple 9"])
    assert druid(state) == "stone 3"
    state.play(["roll stone", "hut 24"])
    assert (druid(state), now(state)) == ("field 24", "offer: C")
