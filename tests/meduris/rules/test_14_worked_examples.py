"""Rulebook: 'Move example in detail'. Red is player A, blue B, light green C."""

from __future__ import annotations

from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, now, points, runes, stacks, stock, turn


def test_example_1_red_rolls_wood_and_then_places_a_worker_on_stone() -> None:
    """Move example 1: green obtains 1 wood, blue 2, red nothing; then red obtains 4 stone (3 + 1) and green 2."""
    state = draw_position("""
        turn of A, roll
        plains  wood BCB  wool -  copper A  stone AC
        A
        B
        C
    """)
    state.apply("roll wood")
    assert [stock(state, player) for player in "ABC"] == ["", "2 wood", "1 wood"]
    assert now(state) == "act: A"
    state.apply("move copper 1 stone")
    assert stacks(state)["stone"] == "ACA"
    assert [stock(state, player) for player in "ABC"] == ["4 stone", "2 wood", "1 wood 2 stone"]


def test_example_2_the_druid_leaves_his_stone_fields_for_the_green_hut() -> None:
    """Move example 2: the fourth hut is built; green offers 1 wool and receives 1 point; then the next turn."""
    state = draw_position("""
        turn of A, act
        ring  7:C  18:B  25:B
        A  1 wood 1 copper
        B
        C  1 wool
    """)
    assert druid(state) == "stone 3"
    state.apply("hut 29")
    assert (druid(state), now(state)) == ("field 7", "offer: C")
    state.apply("offer wool")
    assert points(state) == [5, 5, 6]
    assert stock(state, "C") == ""
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_example_3_blue_builds_the_third_hut_of_a_settlement_and_the_druid_comes_through() -> None:
    """Move example 3: 3 stone and 3 wood for the hut; offerings of both (+3), none (-1) and one (+1); a temple ends it.

    The fields of the picture show stone and wood, wool and copper, and wood: 19, 20 and 21 of the small side.
    """
    state = draw_position("""
        turn of B, act
        ring  5:C  20:A A c
        druid  field 5
        A  1 wood  waves
        B  4 wood 4 stone
        C
    """)
    state.apply("hut 19")
    assert facts(state)["payment"]["due"] == {"stone": 3, "wood": 3}
    state.apply("pay direct")
    assert (mark(state, 19), runes(state, "B"), runes(state, "A")) == ("B", ["waves"], [])
    assert (druid(state), now(state)) == ("field 19", "offer: B")
    state.apply("offer both")
    assert (points(state), stock(state, "B")) == ([5, 8, 5], "")
    assert (druid(state), now(state), state.legal_texts()) == ("field 20", "offer: A", ["offer none"])
    state.apply("offer none")
    assert points(state) == [4, 8, 5]
    assert (druid(state), now(state)) == ("field 21", "offer: A")
    state.apply("offer wood")
    assert points(state) == [5, 8, 5]
    assert (druid(state), turn(state), now(state)) == ("field 21", "C", "roll: chance")


def test_example_4_red_builds_a_temple_and_the_druid_crosses_the_great_river() -> None:
    """Move example 4: rune interim scoring at once, then the ritual at the green hut, and only then the next player."""
    state = draw_position("""
        turn of A, act
        ring  4:C  15:B  23:A  30:B
        druid  field 30
        A  1 wood 1 wool  flame
        B  twins arrow
        C  serpent
    """)
    state.apply("temple 17")
    assert (druid(state), turn(state), now(state)) == ("field 4", "A", "offer: C")
    assert points(state) == [6, 7, 6]
    state.apply("offer none")
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_the_summary_of_a_stack_of_three_in_small_and_big_yield() -> None:
    """Summary of the important rules: +1 each in the small yield, +3, +2 and +1 in the big yield."""
    state = draw_position("""
        turn of C, roll
        plains  wood AB  wool C  copper -  stone ABC
        A
        B
        C
    """)
    state.apply("roll stone")
    assert [stock(state, player) for player in "ABC"] == ["1 stone"] * 3
    state.apply("move wool 1 wood")
    assert [stock(state, player) for player in "ABC"] == ["1 wood 1 stone", "2 wood 1 stone", "3 wood 1 stone"]
