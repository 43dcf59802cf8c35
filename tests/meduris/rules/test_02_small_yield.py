"""Rulebook: 'Move 1/2: Small yield'."""

from __future__ import annotations

import pytest

from dolmen.core.errors import IllegalAction
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import facts, now, stacks, stock, supply, turn


def test_a_turn_begins_with_the_roll_of_the_die() -> None:
    """Move 1/2: 'The move begins by rolling the die'. Six faces, equally likely."""
    state = draw_position("A\nB")
    assert state.is_chance()
    assert state.legal_texts() == ["roll wood", "roll wool", "roll copper", "roll stone", "roll plus", "roll minus"]
    with pytest.raises(IllegalAction, match="'hut 3' is not what is asked: player 1 rolls the die .rule: Small yield"):
        state.apply("hut 3")


def test_every_worker_on_the_plain_of_the_material_rolled_brings_its_owner_one_chip() -> None:
    """Small yield: 'Each player obtains one material chip per worker that they have there'."""
    state = draw_position("""
        plains  wood -  wool CA  copper BBA  stone C
        A
        B
        C
    """)
    state.apply("roll copper")
    assert [stock(state, player) for player in "ABC"] == ["1 copper", "2 copper", ""]
    assert facts(state)["supply"]["copper"] == 15
    assert stacks(state)["copper"] == "BBA"


def test_nobody_gets_anything_from_an_empty_plain() -> None:
    """Small yield: only workers obtain chips."""
    state = draw_position("""
        plains  wood -  wool CA  copper BBA  stone C
        A
        B
        C
    """)
    state.apply("roll wood")
    assert supply(state) == "18 wood 18 wool 18 copper 18 stone"


def test_the_top_worker_takes_first_when_the_supply_is_short() -> None:
    """Small yield, FAQ 'not enough materials': the lower workers go away empty-handed."""
    state = draw_position("""
        plains  wood ABC  wool CA  copper B  stone -
        A
        B  16 wood
        C
    """)
    state.apply("roll wood")
    assert [stock(state, player) for player in "ABC"] == ["", "17 wood", "1 wood"]
    assert facts(state)["supply"]["wood"] == 0


def test_an_empty_supply_yields_nothing() -> None:
    """Small yield, FAQ 'not enough materials'."""
    state = draw_position("""
        plains  wood ABC  wool CA  copper B  stone -
        A
        B  18 wood
        C
    """)
    state.apply("roll wood")
    assert [stock(state, player) for player in "ABC"] == ["", "18 wood", ""]


# --------------------------------------------------------------------------------------------------------- plus


def test_at_a_plus_everybody_from_the_player_in_turn_on_takes_a_chip_of_his_choice() -> None:
    """Small yield, plus: 'regardless of where the corresponding worker is'."""
    state = draw_position("""
        turn of B
        A
        B
        C
    """)
    state.apply("roll plus")
    for player, material in (("B", "stone"), ("C", "stone"), ("A", "wool")):
        assert now(state) == f"take: {player}"
        state.apply(f"take {material}")
    assert [stock(state, player) for player in "ABC"] == ["1 wool", "1 stone", "1 stone"]
    assert supply(state) == "18 wood 17 wool 18 copper 16 stone"
    assert now(state) == "act: B"


def test_at_a_plus_a_player_may_decline() -> None:
    """Small yield, plus: 'all players may obtain a material chip'."""
    state = draw_position("""
        turn of A, take
        A
        B
    """)
    assert state.legal_texts() == ["take wood", "take wool", "take copper", "take stone", "take none"]
    state.play(["take none", "take none"])
    assert supply(state) == "18 wood 18 wool 18 copper 18 stone"
    assert now(state) == "act: A"


def test_at_a_plus_only_what_the_mountain_still_has_can_be_taken() -> None:
    """Small yield, plus, and FAQ 'not enough materials'."""
    state = draw_position("""
        turn of A, take
        A  18 copper
        B
    """)
    assert state.legal_texts() == ["take wood", "take wool", "take stone", "take none"]
    with pytest.raises(IllegalAction, match="the mountain has no copper left .rule: Small yield, plus"):
        state.apply("take copper")


def test_at_a_plus_nobody_is_asked_while_the_mountain_is_empty() -> None:
    """Small yield, plus: there is nothing to choose from."""
    state = draw_position("""
        A  18 wood 18 wool
        B  18 copper 18 stone
    """)
    state.apply("roll plus")
    assert now(state) == "act: A"


def test_at_a_plus_those_after_the_last_chip_are_not_asked() -> None:
    """Small yield, plus: the supply may run out between two players."""
    state = draw_position("""
        A  18 wood 18 wool
        B  18 copper 16 stone
        C
    """)
    state.play(["roll plus", "take stone"])
    assert now(state) == "take: B"
    assert state.legal_texts() == ["take stone", "take none"]
    state.apply("take stone")
    assert now(state) == "act: A"


def test_at_a_plus_a_player_takes_a_chip_and_does_nothing_else() -> None:
    """Small yield, plus."""
    state = draw_position("turn of A, take: B decides\nA\nB")
    with pytest.raises(IllegalAction, match="player 2 takes a chip or none .rule: Small yield, plus"):
        state.apply("give wood")


# -------------------------------------------------------------------------------------------------------- minus


def test_at_a_minus_everybody_from_the_player_in_turn_on_returns_a_chip_of_his_choice() -> None:
    """Small yield, minus: 'Each player must place one of their material chips back'."""
    state = draw_position("""
        turn of C
        A  1 wood 1 stone
        B  2 wool
        C  1 copper
    """)
    state.apply("roll minus")
    assert (now(state), state.legal_texts()) == ("give: C", ["give copper"])
    state.apply("give copper")
    assert (now(state), state.legal_texts()) == ("give: A", ["give wood", "give stone"])
    state.apply("give stone")
    assert (now(state), state.legal_texts()) == ("give: B", ["give wool"])
    state.apply("give wool")
    assert [stock(state, player) for player in "ABC"] == ["1 wood", "1 wool", ""]
    assert supply(state) == "17 wood 17 wool 18 copper 18 stone"
    assert (turn(state), now(state)) == ("C", "act: C")


def test_at_a_minus_who_has_no_chip_returns_none() -> None:
    """Small yield, minus: 'If a player doesn't have anything, they don't need to return anything'."""
    state = draw_position("""
        A
        B  1 wool
        C
    """)
    state.apply("roll minus")
    assert now(state) == "give: B"
    state.apply("give wool")
    assert now(state) == "act: A"


def test_at_a_minus_nobody_is_asked_if_nobody_has_a_chip() -> None:
    """Small yield, minus."""
    state = draw_position("A\nB")
    state.apply("roll minus")
    assert now(state) == "act: A"


def test_at_a_minus_a_chip_that_a_player_does_not_have_is_refused() -> None:
    """Small yield, minus."""
    state = draw_position("""
        turn of A, give
        A  1 wood
        B  1 wool
    """)
    with pytest.raises(IllegalAction, match="player 1 may not 'give wool': he has no wool .rule: Small yield, minus"):
        state.apply("give wool")


def test_at_a_minus_a_player_returns_a_chip_and_does_nothing_else() -> None:
    """Small yield, minus: there is no declining."""
    state = draw_position("""
        turn of A, give
        A  1 wood
        B  1 wool
    """)
    with pytest.raises(IllegalAction, match="player 1 returns a chip .rule: Small yield, minus"):
        state.apply("take none")


# ------------------------------------------------------------------------------------------------ then, move 2/2


def test_after_the_small_yield_the_player_moves_a_worker_or_builds_and_cannot_pass() -> None:
    """Move 2/2: 'Player must choose from one of the following three options'."""
    state = draw_position("""
        A  1 wood 1 wool 1 copper 1 stone
        B
    """)
    state.apply("roll minus")
    state.apply("give stone")
    verbs = {text.split()[0] for text in state.legal_texts()}
    assert verbs == {"move", "hut", "temple"}
    with pytest.raises(IllegalAction, match="player 1 moves a worker, builds a hut or builds a temple .rule: Move 2/2"):
        state.apply("offer none")


def test_after_his_move_the_next_player_clockwise_has_his_turn() -> None:
    """Gameplay: 'Play in a clockwise direction'."""
    state = draw_position("""
        plains  wood ABC  wool ABC  copper -  stone -
        A
        B
        C
    """)
    for player in "ABC":
        assert (turn(state), now(state)) == (player, "roll: chance")
        state.play(["roll copper", "move wood 1 stone"])
    assert (turn(state), now(state)) == ("A", "roll: chance")
