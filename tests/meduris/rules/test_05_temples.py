"""Rulebook: 'C. Build a temple'. What temples score stands in the finale."""

from __future__ import annotations

import pytest

from dolmen.core.errors import IllegalAction
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, now, runes, stock, supply, turn


def test_a_temple_costs_one_of_each_material_of_its_field() -> None:
    """Build a temple: 'Use the required materials'; they go back to the mountain."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("temple 17")
    assert mark(state, 17) == "a"
    assert (stock(state, "A"), supply(state)) == ("", "18 wood 18 wool 18 copper 18 stone")
    assert (facts(state)["huts"], facts(state)["temples"]) == ([12, 12], [1, 2])


@pytest.mark.parametrize("ring", ["16:B", "15:B B . C C", "16:b . B", "16:b . c"])
def test_a_temple_costs_one_of_each_whatever_stands_beside_it(ring: str) -> None:
    """Settlement rule: 'only applies to huts - not to temples'."""
    state = draw_position(f"""
        turn of A, act
        ring  {ring}
        {"druid field 16" if ring.count(" ") > 3 else ""}
        A  1 wood 1 wool
        B
        C
    """)
    state.apply("temple 17")
    assert mark(state, 17) == "a"
    assert stock(state, "A") == ""


def test_a_temple_brings_no_rune_stone() -> None:
    """Build a temple: 'You do not receive a rune stone for building a temple'."""
    state = draw_position("""
        turn of A, act
        ring  15:B
        A  1 wood 1 wool
        B  twins
    """)
    state.apply("temple 17")
    assert (runes(state, "A"), runes(state, "B")) == ([], ["twins"])


def test_a_temple_brings_no_points_when_it_is_built() -> None:
    """What are the advantages of building temples: 'at the end of the game'."""
    state = draw_position("""
        turn of A, act
        ring  16:B . B
        A  1 wood 1 wool
        B
    """)
    state.apply("temple 17")
    assert facts(state)["points"] == [5, 5]


def test_after_a_temple_the_druid_moves_and_the_next_player_has_his_turn() -> None:
    """Build a temple: 'move the druid forward by one stone field', 'Then the next player takes their turn'."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("temple 17")
    assert druid(state) == "stone 1"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_temple_may_stand_beside_a_temple() -> None:
    """FAQ 'May two temples be built next to each other'."""
    state = draw_position("""
        turn of A, act
        ring  16:a
        A  1 wood 1 wool
        B
    """)
    state.apply("temple 17")
    assert (mark(state, 16), mark(state, 17)) == ("a", "a")


@pytest.mark.parametrize("chip", ["+2", "+h", "+d"])
def test_a_temple_may_not_be_built_on_a_bonus_chip(chip: str) -> None:
    """Build a temple: 'Select an undeveloped field (without a bonus chip)'."""
    state = draw_position(f"""
        turn of A, act
        ring  17:{chip}
        A  1 wood 1 wool
        B
    """)
    assert "hut 17" in state.legal_texts()
    assert "temple 17" not in state.legal_texts()
    with pytest.raises(IllegalAction, match="a bonus chip lies on field 17 .rule: Build a temple"):
        state.apply("temple 17")


@pytest.mark.parametrize("mark", ["A", "B", "A+d", "b"])
def test_a_temple_needs_an_undeveloped_field(mark: str) -> None:
    """Build a temple: 'Select an undeveloped field'."""
    state = draw_position(f"""
        turn of A, act
        ring  17:{mark}
        A  1 wood 1 wool
        B
    """)
    with pytest.raises(IllegalAction, match="field 17 is built on already .rule: Select a field"):
        state.apply("temple 17")


def test_a_temple_needs_a_field_of_the_board() -> None:
    """Build a temple: fields 33 to 40 are only on the large side."""
    state = draw_position("turn of A, act\nA 9 wood 9 stone\nB")
    with pytest.raises(IllegalAction, match="the board has fields 1 to 32"):
        state.apply("temple 40")


def test_a_temple_needs_the_materials() -> None:
    """Use materials: one wood and three others for the wool would do."""
    state = draw_position("""
        turn of A, act
        A  1 wood 2 stone
        B
    """)
    with pytest.raises(IllegalAction, match="1 wood and 1 wool is due, .* at least 4 .* he has 3 .rule: Use materials"):
        state.apply("temple 17")


def test_without_a_temple_left_no_temple_can_be_built() -> None:
    """Build a temple: 'Place a temple from your stockpile'."""
    state = draw_position("""
        turn of A, act
        ring  1:a . a
        A  1 wood 1 wool
        B
    """)
    assert not any(text.startswith("temple") for text in state.legal_texts())
    with pytest.raises(IllegalAction, match="he has no temple left .rule: Build a temple"):
        state.apply("temple 17")
