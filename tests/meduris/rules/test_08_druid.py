"""Rulebook: 'The path of the druid'. What he is offered stands in the next file, the river in the one after."""

from __future__ import annotations

import pytest

from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, now, points, turn


@pytest.mark.parametrize(("ring", "stone"), [("", 1), ("20:B", 2), ("20:b . b", 3), ("20:B . b", 3)])
@pytest.mark.parametrize("construction", ["hut 17", "temple 17"])
def test_the_first_three_constructions_move_him_one_stone_field_each(ring: str, stone: int, construction: str) -> None:
    """Build a hut, build a temple: 'At the start of the game, move the druid forward by one stone field'."""
    state = draw_position(f"""
        turn of A, act
        ring  {ring}
        A  1 wood 1 wool
        B
        C
    """)
    state.apply(construction)
    assert druid(state) == f"stone {stone}"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_from_the_fourth_construction_on_he_walks_to_the_next_hut() -> None:
    """The path of the druid: 'As soon as the druid runs out of empty stone fields'. He enters before field 1."""
    state = draw_position("""
        turn of A, act
        ring  5:B  20:B  25:C
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert druid(state) == "field 5"
    assert now(state) == "offer: B"


def test_field_1_is_the_first_that_he_meets() -> None:
    """The path of the druid: his stone fields join the path just before field 1."""
    state = draw_position("""
        turn of A, act
        ring  1:B  20:B  32:C
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert (druid(state), now(state)) == ("field 1", "offer: B")


def test_entering_the_ring_he_does_not_cross_the_river() -> None:
    """Rune interim scoring: his stone fields lie past the river."""
    state = draw_position("""
        turn of A, act
        ring  5:B  20:B  25:C
        A  1 wood 1 wool
        B  serpent waves
        C  flame
    """)
    state.apply("temple 17")
    assert points(state) == [5, 5, 5]


def test_he_walks_clockwise_from_where_he_stands() -> None:
    """The path of the druid: 'he moves forward along his path (in a clockwise direction)'."""
    state = draw_position("""
        turn of A, act
        ring  5:B  9:b  20:C  25:A
        druid  field 5
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert (druid(state), now(state)) == ("field 20", "offer: C")


def test_he_passes_temples_empty_fields_and_bonus_chips() -> None:
    """The path of the druid; FAQ 'Does the druid ever stop next to a temple'."""
    state = draw_position("""
        turn of A, act
        ring  5:B b c . +d  18:a . . C
        druid  field 5
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert druid(state) == "field 21"


def test_a_new_hut_may_be_the_next_one_that_he_meets() -> None:
    """The path of the druid: he moves after the construction."""
    state = draw_position("""
        turn of A, act
        ring  5:B  9:b  20:C  25:A
        druid  field 5
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("hut 17")
    assert (druid(state), now(state)) == ("field 17", "offer: A")


def test_a_new_hut_behind_him_does_not_call_him_back() -> None:
    """The path of the druid: the settlement that he stands in grows at its other end."""
    state = draw_position("""
        turn of A, act
        ring  9:b  18:B  20:C  25:A
        druid  field 18
        A  2 wood 2 wool
        B
        C
    """)
    state.apply("hut 17")
    assert (druid(state), now(state)) == ("field 20", "offer: C")


def test_with_no_hut_on_the_board_he_stays_on_his_last_stone() -> None:
    """FAQ 'if four temples are built before the first hut': 'he doesn't move until the first hut is built'."""
    state = draw_position("""
        turn of C, act
        ring  2:a . a . b
        A
        B
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert druid(state) == "stone 3"
    assert (turn(state), now(state)) == ("A", "roll: chance")


def test_the_first_hut_after_four_temples_calls_him() -> None:
    """FAQ 'if four temples are built before the first hut'."""
    state = draw_position("""
        turn of C, act
        ring  2:a . a . b . b
        A
        B
        C  1 wood 1 wool
    """)
    state.apply("hut 17")
    assert (druid(state), now(state)) == ("field 17", "offer: C")


def test_if_the_only_hut_is_the_one_beside_him_he_walks_the_whole_ring_back_to_it() -> None:
    """The path of the druid: until he comes across the next hut, which is the same one; he crosses the river once."""
    state = draw_position("""
        turn of C, act
        ring  2:a . a . b  10:B
        druid  field 10
        A
        B  sprout
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert (druid(state), now(state)) == ("field 10", "offer: B")
    assert points(state) == [5, 6, 5]


# ----------------------------------------------------------------------------------------------------- the ritual


def test_the_owner_of_the_hut_is_asked_not_the_player_in_turn() -> None:
    """The path of the druid: 'The owner of this hut then has the option of presenting the druid with an offering'."""
    state = draw_position("""
        turn of A, act
        ring  5:C  20:b  25:b
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert (turn(state), now(state)) == ("A", "offer: C")


def test_in_a_settlement_he_goes_on_hut_by_hut() -> None:
    """The offering ritual in a settlement: 'until the druid has no more huts in front of him'."""
    state = draw_position("""
        turn of A, act
        ring  5:B C B  20:b
        druid  field 7
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    for field, owner in ((5, "B"), (6, "C"), (7, "B")):
        assert (druid(state), now(state)) == (f"field {field}", f"offer: {owner}")
        state.apply("offer none")
    assert druid(state) == "field 7"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_at_a_single_hut_only_its_owner_is_asked() -> None:
    """The offering ritual at a single hut."""
    state = draw_position("""
        turn of A, act
        ring  5:B . C  20:b  25:b
        druid  field 7
        A  1 wood 1 wool
        B
        C
    """)
    state.play(["temple 17", "offer none"])
    assert druid(state) == "field 5"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_temple_ends_the_ritual() -> None:
    """The offering ritual in a settlement: temples bound settlements."""
    state = draw_position("""
        turn of A, act
        ring  5:B b C  20:b
        druid  field 7
        A  1 wood 1 wool
        B
        C
    """)
    state.play(["temple 17", "offer none"])
    assert druid(state) == "field 5"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_ritual_may_start_in_the_middle_of_a_settlement() -> None:
    """FAQ 'Where does the druid move to if the settlement where he is currently standing is being expanded'."""
    state = draw_position("""
        turn of A, act
        ring  15:B C . C  25:b
        druid  field 16
        A  4 wood 4 wool
        B
        C
    """)
    state.apply("hut 17")
    assert (druid(state), now(state)) == ("field 17", "offer: A")
    state.apply("offer none")
    assert (druid(state), now(state)) == ("field 18", "offer: C")
    state.apply("offer none")
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_big_yield_does_not_move_him() -> None:
    """The path of the druid: only 'After every construction move'."""
    state = draw_position("""
        turn of A, act
        ring  5:B  9:b  20:C  25:A
        druid  field 5
        A
        B
        C
    """)
    state.apply("move wood 1 copper")
    assert druid(state) == "field 5"
    assert (turn(state), now(state)) == ("B", "roll: chance")
