"""Rulebook: 'Offering rule' and the druid bonus chip."""

from __future__ import annotations

import pytest

from dolmen.contract.game import State
from dolmen.core.errors import IllegalAction
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, now, payments, points, stock, supply, turn


def ritual(chips: str, settlement: str = "17:B", points: int = 5) -> State:
    """The druid at player B's hut on field 17 (wood and wool), in the turn of player A."""
    return draw_position(f"""
        turn of A, offer
        ring  1:a . a . c  {settlement}
        druid  field 17
        A
        B  {points} points  {chips}
        C
    """)


@pytest.mark.parametrize("material", ["wood", "wool"])
def test_one_of_the_two_materials_brings_one_point(material: str) -> None:
    """Offering rule: 'only one of the two requested materials'."""
    state = ritual("1 wood 1 wool", "15:B C B C")
    state.apply(f"offer {material}")
    assert points(state) == [5, 6, 5]
    assert facts(state)["stocks"][1][material] == 0
    assert facts(state)["supply"][material] == 18


def test_both_materials_bring_as_many_points_as_the_settlement_has_huts() -> None:
    """Offering rule: 'The colors of the huts are irrelevant'; those that he has passed count too."""
    state = ritual("1 wood 1 wool", "15:A C B C")
    state.apply("offer both")
    assert points(state) == [5, 9, 5]
    assert (stock(state, "B"), supply(state)) == ("", "18 wood 18 wool 18 copper 18 stone")


def test_no_offering_costs_one_point() -> None:
    """Offering rule: 'Then one victory point is deducted'."""
    state = ritual("1 wood 1 wool")
    state.apply("offer none")
    assert points(state) == [5, 4, 5]
    assert stock(state, "B") == "1 wood 1 wool"


def test_nobody_falls_below_zero_points() -> None:
    """Offering rule: 'it can't go any further back than 0'."""
    state = ritual("", points=0)
    state.apply("offer none")
    assert points(state) == [5, 0, 5]


def test_at_a_single_hut_both_materials_bring_one_point() -> None:
    """The offering ritual at a single hut: 'there is no sense in offering both requested materials'."""
    state = ritual("1 wood 1 wool")
    state.apply("offer both")
    assert points(state) == [5, 6, 5]
    assert stock(state, "B") == ""


def test_a_settlement_across_the_river_counts_as_a_whole() -> None:
    """Offering rule and settlement rule: the druid on field 32, huts on 1 and 2."""
    state = draw_position("""
        turn of A, offer
        ring  1:A C  31:B B
        druid  field 32
        A
        B  1 stone 1 wool
        C
    """)
    state.apply("offer both")
    assert points(state)[1] == 9


def test_a_player_is_asked_for_each_of_his_huts() -> None:
    """Offering rule: 'a player has multiple opportunities to make an offering'."""
    state = ritual("1 wood 1 stone", "17:B B")
    state.apply("offer wood")
    assert (druid(state), now(state)) == ("field 18", "offer: B")
    state.apply("offer stone")
    assert points(state) == [5, 7, 5]
    assert turn(state) == "B"


def test_only_offerings_are_made_while_the_ritual_lasts() -> None:
    """Offering rule: the move of the player in turn is over."""
    with pytest.raises(IllegalAction, match="player 2 makes an offering or none at field 17 .rule: Offering rule"):
        ritual("1 wood").apply("hut 20")


# --------------------------------------------------------------------------------------------------------- swaps


def test_one_material_may_be_offered_with_any_three_chips() -> None:
    """Offering rule: 'Here too you can swap any three of your material chips for a single material chip'."""
    state = ritual("2 copper 1 stone")
    assert state.legal_texts() == ["offer none", "offer three"]
    state.apply("offer three")
    assert points(state) == [5, 6, 5]
    assert (stock(state, "B"), supply(state)) == ("", "18 wood 18 wool 18 copper 18 stone")


def test_the_three_chips_for_one_material_are_the_players_choice() -> None:
    """Offering rule: any three, the requested materials included."""
    state = ritual("1 wood 2 copper 1 stone")
    state.apply("offer three")
    assert now(state) == "pay: B"
    assert payments(state) == {(1, 0, 2, 0), (1, 0, 1, 1), (0, 0, 2, 1)}
    state.play(["pay wood 1", "pay wool 0", "pay copper 1", "pay stone 1"])
    assert points(state) == [5, 6, 5]
    assert stock(state, "B") == "1 copper"


def test_three_chips_of_one_kind_are_given_without_asking() -> None:
    """Offering rule: there is nothing to choose."""
    state = ritual("5 wood")
    state.apply("offer three")
    assert (points(state), stock(state, "B")) == ([5, 6, 5], "2 wood")


def test_an_offering_of_three_chips_cannot_be_paid_directly() -> None:
    """Offering rule: one chip of the material itself is another offering."""
    state = ritual("1 wood 2 copper 1 stone")
    state.apply("offer three")
    assert "pay direct" not in state.legal_texts()
    with pytest.raises(IllegalAction, match="one material is due, and he cannot pay that without a swap"):
        state.apply("pay direct")


def test_of_both_materials_one_may_be_replaced_by_three_chips() -> None:
    """Offering rule: the only way to offer both here, so nobody is asked."""
    state = ritual("1 wool 3 stone", "17:B C")
    state.apply("offer both")
    assert points(state) == [5, 7, 5]
    assert stock(state, "B") == ""


def test_both_materials_may_be_replaced_by_six_chips() -> None:
    """Offering rule."""
    state = ritual("3 copper 3 stone", "17:B C")
    state.apply("offer both")
    assert (points(state), stock(state, "B")) == ([5, 7, 5], "")


def test_who_could_swap_is_asked_how_he_pays_for_both() -> None:
    """Offering rule: directly, or three copper for the wool that he would rather keep."""
    state = ritual("1 wood 1 wool 3 copper", "17:B C")
    state.apply("offer both")
    assert payments(state) == {(1, 1, 0, 0), (1, 0, 3, 0), (0, 1, 3, 0), (1, 1, 2, 0)}
    state.play(["pay wood 1", "pay wool 0", "pay copper 3", "pay stone 0"])
    assert (points(state), stock(state, "B")) == ([5, 7, 5], "1 wool")


def test_both_may_be_paid_directly() -> None:
    """Offering rule."""
    state = ritual("2 wood 3 wool", "17:B C")
    state.play(["offer both", "pay direct"])
    assert (points(state), stock(state, "B")) == ([5, 7, 5], "1 wood 2 wool")


# ------------------------------------------------------------------------------------------------- the druid chip


def test_the_druid_chip_counts_as_both_materials_and_leaves_the_game() -> None:
    """Druid bonus chip: 'It counts as if the player offered both requested materials'."""
    state = ritual("1 wood 1 wool", "16:C B+d C")
    state.apply("offer chip")
    assert points(state) == [5, 8, 5]
    assert (mark(state, 17), stock(state, "B")) == ("B", "1 wood 1 wool")


def test_the_druid_chip_may_be_offered_by_a_player_without_materials() -> None:
    """Druid bonus chip."""
    assert ritual("", "17:B+d").legal_texts() == ["offer none", "offer chip"]


def test_the_druid_chip_at_a_single_hut_brings_one_point() -> None:
    """Druid bonus chip: both materials at a single hut are worth one point."""
    state = ritual("", "17:B+d")
    state.apply("offer chip")
    assert (points(state), mark(state, 17)) == ([5, 6, 5], "B")


@pytest.mark.parametrize(("offering", "after"), [("none", 4), ("wood", 6), ("both", 7)])
def test_the_druid_chip_may_be_kept(offering: str, after: int) -> None:
    """Druid bonus chip: 'The player can also decide to use the bonus chip later'."""
    state = ritual("1 wood 1 wool", "17:B+d C")
    state.apply(f"offer {offering}")
    assert (points(state), mark(state, 17)) == ([5, after, 5], "B+d")


def visited_twice() -> State:
    """Player B is about to build a temple; the druid walks round to B's only hut, then again in the turn of C."""
    return draw_position("""
        turn of B, act
        ring  1:a . a . b  17:B+d
        plains  wood ABC  wool ABC  copper -  stone -
        druid  field 17
        A
        B  1 stone 1 copper
        C  1 wool 1 copper
    """)


def test_a_kept_druid_chip_may_be_used_when_the_druid_comes_again() -> None:
    """Druid bonus chip: 'to use the bonus chip later'."""
    state = visited_twice()
    state.play(["temple 13", "offer none", "roll copper", "temple 20"])
    assert (druid(state), mark(state, 17), points(state)) == ("field 17", "B+d", [5, 4, 5])
    state.apply("offer chip")
    assert (mark(state, 17), points(state)) == ("B", [5, 5, 5])


def test_a_used_druid_chip_cannot_be_used_again() -> None:
    """Druid bonus chip: 'place it in the box'."""
    state = visited_twice()
    state.play(["temple 13", "offer chip", "roll copper", "temple 20"])
    assert (druid(state), state.legal_texts()) == ("field 17", ["offer none"])
    with pytest.raises(IllegalAction, match="no druid chip lies under the hut on field 17 .rule: Druid bonus chip"):
        state.apply("offer chip")


# ------------------------------------------------------------------------------------------------------ refusals


def test_another_material_than_the_two_requested_is_refused() -> None:
    """Offering rule: 'What the druid requests as an offering depends on which two icons are shown on the hut field'."""
    with pytest.raises(IllegalAction, match="field 17 asks for wood or wool .rule: Offering rule"):
        ritual("1 stone").apply("offer stone")


def test_a_material_that_the_player_does_not_have_is_refused() -> None:
    """Offering rule."""
    with pytest.raises(IllegalAction, match="player 2 may not 'offer wood': he has no wood .rule: Offering rule"):
        ritual("1 wool").apply("offer wood")


def test_three_chips_need_three_chips() -> None:
    """Offering rule."""
    with pytest.raises(IllegalAction, match="he has only 2 chips .rule: Offering rule"):
        ritual("1 stone 1 copper").apply("offer three")


def test_both_materials_need_the_chips_for_both() -> None:
    """Offering rule: the wood directly, but only two chips for the wool."""
    with pytest.raises(IllegalAction, match="1 wood and 1 wool is due, .* at least 4 .* he has 3 .rule: Use materials"):
        ritual("1 wood 2 stone").apply("offer both")


def test_without_a_druid_chip_under_the_hut_none_can_be_offered() -> None:
    """Druid bonus chip: one under another hut does not help."""
    with pytest.raises(IllegalAction, match="no druid chip lies under the hut on field 17 .rule: Druid bonus chip"):
        ritual("", "17:B B+d").apply("offer chip")
