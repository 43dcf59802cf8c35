"""Rulebook: 'Does the druid cross the great river on his path?', 'Rune interim scoring'."""

from __future__ import annotations

from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, now, points, runes, turn


def test_crossing_the_river_on_a_walk_everybody_scores_one_point_for_each_rune_stone_he_holds() -> None:
    """Rune interim scoring: 'one victory point for every rune stone currently in their possession'."""
    state = draw_position("""
        turn of C, act
        ring  5:B  9:B  13:A  25:A
        druid  field 25
        A  eye flame
        B  serpent
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert (druid(state), now(state)) == ("field 5", "offer: B")
    assert points(state) == [7, 6, 5]


def test_a_walk_that_does_not_cross_the_river_scores_nothing() -> None:
    """Rune interim scoring."""
    state = draw_position("""
        turn of C, act
        ring  5:B  9:B  13:A  25:A
        druid  field 13
        A  eye flame
        B  serpent
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert druid(state) == "field 25"
    assert points(state) == [5, 5, 5]


def test_crossing_the_river_during_a_ritual_scores_too() -> None:
    """The great river: 'while walking or during an offering ritual'; then the ritual goes on."""
    state = draw_position("""
        turn of C, act
        ring  1:A  9:B  31:B A
        druid  field 9
        A  serpent
        B  sprout arrow
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert druid(state) == "field 31"
    state.apply("offer none")
    assert (druid(state), points(state)) == ("field 32", [5, 4, 5])
    state.apply("offer none")
    assert (druid(state), now(state)) == ("field 1", "offer: A")
    assert points(state) == [4 + 1, 4 + 2, 5]
    state.apply("offer none")
    assert (turn(state), now(state)) == ("A", "roll: chance")


def test_a_ritual_that_ends_before_the_river_scores_nothing() -> None:
    """The great river: without a hut on field 1 the druid stays on the near side."""
    state = draw_position("""
        turn of C, act
        ring  2:A  9:B  31:B A
        druid  field 9
        A  serpent
        B  sprout
        C  1 wood 1 wool
    """)
    state.play(["temple 17", "offer none", "offer none"])
    assert (druid(state), points(state)) == ("field 32", [4, 4, 5])


def test_the_river_is_scored_before_the_hut_beyond_it_is_asked() -> None:
    """Rune interim scoring: 'As soon as the river is crossed, the game is briefly interrupted'."""
    state = draw_position("""
        turn of C, act
        ring  5:B  9:A  13:A  25:A
        druid  field 25
        A
        B  0 points  serpent
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert points(state)[1] == 1
    state.apply("offer none")
    assert points(state)[1] == 0


def test_a_rune_stone_taken_with_the_hut_that_sends_the_druid_scores_for_its_new_holder() -> None:
    """Take the rune stone, then move the druid: 'currently in their possession'."""
    state = draw_position("""
        turn of C, act
        ring  5:B  9:B  15:B  25:A
        druid  field 25
        A
        B  twins
        C  1 wood 1 wool
    """)
    state.apply("hut 17")
    assert (runes(state, "B"), runes(state, "C")) == ([], ["twins"])
    assert points(state) == [5, 5, 6]


def test_a_walk_round_the_whole_ring_crosses_the_river_once() -> None:
    """Rune interim scoring: from the only hut back to it."""
    state = draw_position("""
        turn of C, act
        ring  1:a . a . b  32:B
        druid  field 32
        A
        B  arrow
        C  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert (druid(state), points(state)) == ("field 32", [5, 6, 5])


def test_the_river_lies_between_field_40_and_field_1_on_the_large_board() -> None:
    """The great river, with four players."""
    state = draw_position("""
        turn of D, act
        ring  1:A  20:b  25:b  40:B
        druid  field 1
        A
        B  arrow
        C
        D  1 wood 1 wool
    """)
    state.apply("temple 17")
    assert (druid(state), points(state)) == ("field 40", [5, 5, 5, 5])
    state.apply("offer none")
    assert (druid(state), points(state)) == ("field 1", [5, 5, 5, 5])


def test_the_river_is_not_scored_in_the_final_circuit() -> None:
    """The druid's final circuit: 'there is no rune interim scoring'."""
    state = draw_position("""
        turn of C, offer, final circuit
        ring  5:A A A A A A A A a . a  30:B
        druid  field 30
        circuit  8 huts left
        A
        B  arrow
        C
    """)
    state.apply("offer none")
    assert (druid(state), now(state)) == ("field 5", "offer: A")
    assert points(state) == [5, 4, 5]
