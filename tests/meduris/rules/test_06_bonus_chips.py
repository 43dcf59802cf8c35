"""Rulebook: 'Bonus rule'. How the druid chip is offered stands with the offerings."""

from __future__ import annotations

import pytest

from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, points, runes, stock


def test_the_two_chip_brings_two_points_at_once() -> None:
    """Bonus rule: '+2 victory points'."""
    state = draw_position("""
        turn of A, act
        ring  17:+2
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert points(state) == [7, 5]


def test_a_hut_on_the_two_chip_is_paid_like_any_other() -> None:
    """Bonus rule: 'Then build your hut as described'."""
    state = draw_position("""
        turn of A, act
        ring  16:B +2
        A  2 wood 2 wool
        B
    """)
    state.apply("hut 17")
    assert stock(state, "A") == ""


@pytest.mark.parametrize("chip", ["+2", "+h"])
def test_the_two_chip_and_the_hut_chip_leave_the_game(chip: str) -> None:
    """Bonus rule: 'place it in the box'."""
    state = draw_position(f"""
        turn of A, act
        ring  17:{chip}
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert mark(state, 17) == "A"


def test_on_the_hut_chip_nothing_is_paid() -> None:
    """Bonus rule: 'Build for free'."""
    state = draw_position("""
        turn of A, act
        ring  17:+h
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert stock(state, "A") == "1 wood 1 wool"
    assert points(state) == [5, 5]


def test_on_the_hut_chip_a_player_without_chips_can_build_in_a_settlement() -> None:
    """Bonus rule: 'without using any materials', however large the settlement."""
    state = draw_position("""
        turn of A, act
        ring  13:B B B B +h B
        druid  field 16
        A
        B
    """)
    assert [text for text in state.legal_texts() if not text.startswith("move")] == ["hut 17"]
    state.apply("hut 17")
    assert mark(state, 17) == "A"


@pytest.mark.parametrize("chip", ["+2", "+h", "+d"])
def test_a_hut_on_a_bonus_chip_brings_the_rune_stone_and_moves_the_druid(chip: str) -> None:
    """Bonus rule: 'Then build your hut as described'."""
    state = draw_position(f"""
        turn of A, act
        ring  17:{chip}
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert (runes(state, "A"), druid(state)) == (["twins"], "stone 1")
    assert facts(state)["huts"] == [11, 12]


def test_the_druid_chip_stays_under_the_hut() -> None:
    """Bonus rule: 'The bonus chip stays there until you want to present it as an offering'."""
    state = draw_position("""
        turn of A, act
        ring  17:+d
        A  1 wood 1 wool
        B
    """)
    state.apply("hut 17")
    assert mark(state, 17) == "A+d"
    assert (stock(state, "A"), points(state)) == ("", [5, 5])
