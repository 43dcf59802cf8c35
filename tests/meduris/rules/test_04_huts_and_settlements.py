"""Rulebook: 'B. Build a hut' and 'Settlement rule'."""

from __future__ import annotations

import pytest

from dolmen.core.errors import IllegalAction
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, field_icons, mark, now, runes, stock, supply, turn

RICH = "9 wood 9 wool 9 copper 9 stone"


def cost(field: int, ring: str, druid: str = "") -> dict[str, int]:
    """What a hut of player A on a field costs, where the other huts and temples stand as drawn."""
    state = draw_position(f"""
        turn of A, act
        ring  {ring}
        {druid}
        A  {RICH}
        B
        C
    """)
    state.apply(f"hut {field}")
    due: dict[str, int] = facts(state)["payment"]["due"]
    assert set(due) == field_icons(state, field)
    return due


def test_a_hut_costs_one_of_each_material_of_its_field() -> None:
    """Build a hut: 'Use the materials required'; they go back to the mountain."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert mark(state, 17) == "A"
    assert stock(state, "A") == ""
    assert supply(state) == "18 wood 18 wool 18 copper 18 stone"


def test_a_hut_comes_from_the_players_stockpile() -> None:
    """Build a hut: 'Place a hut from your stockpile on the field'."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert facts(state)["huts"] == [11, 12]
    assert facts(state)["temples"] == [2, 2]


def test_after_a_hut_the_druid_moves_and_the_next_player_has_his_turn() -> None:
    """Build a hut: 'move the druid forward by one stone field', 'Then the next player takes their turn'."""
    state = draw_position("""
        turn of C, act
        A
        B
        C  1 wood 1 wool
    """)
    state.apply("hut 17")
    assert druid(state) == "stone 1"
    assert (turn(state), now(state)) == ("A", "roll: chance")


def test_a_hut_itself_brings_no_points() -> None:
    """What are the advantages of building huts: 'Huts themselves don't get any victory points'."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert facts(state)["points"] == [5, 5]


# --------------------------------------------------------------------------------------------------- rune stones


def test_a_hut_brings_the_rune_stone_of_its_area_from_the_supply() -> None:
    """Take the rune stone."""
    state = draw_position("""
        turn of A, act
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert (runes(state, "A"), runes(state, "B")) == (["twins"], [])


def test_a_rune_stone_is_taken_from_whoever_has_it() -> None:
    """Take the rune stone: 'Then take it from them'."""
    state = draw_position("""
        turn of A, act
        ring  15:B  22:B
        A  1 wood 1 wool
        B  twins waves
    """)
    state.apply("hut 17")
    assert (runes(state, "A"), runes(state, "B")) == (["twins"], ["waves"])


def test_a_rune_stone_that_the_builder_holds_stays_with_him() -> None:
    """Take the rune stone."""
    state = draw_position("""
        turn of A, act
        ring  15:A
        A  1 wood 1 wool  twins
        B
    """)
    state.apply("hut 17")
    assert runes(state, "A") == ["twins"]


# --------------------------------------------------------------------------------------------------- settlements


@pytest.mark.parametrize("number", range(1, 10))
def test_the_kth_hut_of_a_settlement_costs_k_of_each_material(number: int) -> None:
    """Settlement rule: 'the number of material chips required increases in a linear fashion'."""
    ring = f"ring {18 - number}:" + "B " * (number - 1) if number > 1 else ""
    state = draw_position(f"""
        turn of A, act
        {ring}
        {"druid field 16" if number > 4 else ""}
        A  {number} wood {number} wool
        B
    """)
    state.apply("hut 17")
    assert mark(state, 17) == "A"
    assert stock(state, "A") == ""


def test_the_colour_of_the_huts_of_a_settlement_does_not_matter() -> None:
    """Settlement rule: 'Two or more huts (regardless of which color) standing directly next to one another'."""
    assert cost(17, "15:B C") == {"wood": 3, "wool": 3}
    assert cost(17, "15:A B") == {"wood": 3, "wool": 3}
    assert cost(17, "15:A A") == {"wood": 3, "wool": 3}


def test_a_settlement_may_be_extended_at_either_end() -> None:
    """Settlement rule, FAQ 'Can settlements be extended on either end'."""
    assert cost(17, "15:B B") == {"wood": 3, "wool": 3}
    assert cost(17, "18:B B") == {"wood": 3, "wool": 3}


def test_closing_the_gap_between_two_huts_makes_a_settlement_of_three() -> None:
    """Settlement rule: 'close the gap between two settlements or between huts'."""
    assert cost(17, "16:B . C") == {"wood": 3, "wool": 3}


def test_closing_the_gap_between_two_settlements_counts_the_huts_of_both() -> None:
    """Settlement rule: 'Then this creates one large settlement'."""
    assert cost(17, "14:B C B . C B", "druid field 16") == {"wood": 6, "wool": 6}


@pytest.mark.parametrize(("field", "ring"), [(1, "31:B C"), (32, "1:B C"), (32, "1:B  31:C"), (1, "2:B  32:C")])
def test_the_great_river_does_not_divide_a_settlement(field: int, ring: str) -> None:
    """Settlement rule: 'Settlements can spread ... even over the great river'."""
    assert set(cost(field, ring).values()) == {3}


def test_the_great_river_does_not_divide_a_settlement_on_the_large_board_either() -> None:
    """Settlement rule: 40 fields with four players."""
    state = draw_position("""
        turn of A, act
        ring  40:B
        A  2 wool 2 copper
        B
        C
        D
    """)
    state.apply("hut 1")
    assert stock(state, "A") == ""


@pytest.mark.parametrize(("field", "ring"), [(6, "4:B B"), (5, "6:B B"), (14, "15:B C"), (13, "11:B C")])
def test_the_border_of_two_areas_does_not_divide_a_settlement(field: int, ring: str) -> None:
    """Settlement rule: 'Settlements can spread across multiple rune stone areas'."""
    assert set(cost(field, ring).values()) == {3}


def test_a_temple_divides_settlements() -> None:
    """Settlement rule: 'They are bounded by temples and undeveloped fields'."""
    assert cost(17, "14:B B b") == {"wood": 1, "wool": 1}
    assert cost(17, "14:B c B") == {"wood": 2, "wool": 2}


def test_an_empty_field_divides_settlements() -> None:
    """Settlement rule: 'They are bounded by temples and undeveloped fields'."""
    assert cost(17, "14:B B .") == {"wood": 1, "wool": 1}


def test_a_field_with_nothing_but_a_bonus_chip_divides_settlements() -> None:
    """Settlement rule: such a field is undeveloped."""
    assert cost(17, "15:B +d") == {"wood": 1, "wool": 1}


# ------------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize("mark", ["A", "B", "a", "b"])
def test_a_hut_needs_an_undeveloped_field(mark: str) -> None:
    """Build a hut: 'Select an undeveloped field'."""
    state = draw_position(f"""
        turn of A, act
        ring  17:{mark}
        A  9 wood 9 wool
        B
    """)
    with pytest.raises(IllegalAction, match="field 17 is built on already .rule: Select a field"):
        state.apply("hut 17")


def test_a_hut_needs_a_field_of_the_board() -> None:
    """Build a hut: fields 33 to 40 are only on the large side."""
    state = draw_position(f"turn of A, act\nA {RICH}\nB")
    with pytest.raises(IllegalAction, match="the board has fields 1 to 32"):
        state.apply("hut 33")


def test_a_hut_needs_the_materials() -> None:
    """Use materials: three chips for each that is missing would do, fewer do not."""
    state = draw_position("""
        turn of A, act
        ring  16:B
        A  2 wood 1 wool 2 stone
        B
    """)
    with pytest.raises(
        IllegalAction, match="2 wood and 2 wool is due, which takes at least 6 .* he has 5 .rule: Use materials"
    ):
        state.apply("hut 17")


def test_without_a_hut_left_no_hut_can_be_built() -> None:
    """Build a hut: 'Place a hut from your stockpile'."""
    state = draw_position("""
        turn of A, act
        ring  1:A A A A A A A A
        druid  field 8
        A  9 wood 9 wool
        B
        C
    """)
    assert not any(text.startswith("hut") for text in state.legal_texts())
    with pytest.raises(IllegalAction, match="he has no hut left .rule: Build a hut"):
        state.apply("hut 17")
