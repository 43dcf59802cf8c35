"""Rulebook: 'A. Big yield'."""

from __future__ import annotations

import pytest

from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, now, stacks, stock, supply, turn


def test_on_an_empty_plain_the_moved_worker_takes_one_chip() -> None:
    """Big yield: 'If the high plain was previously empty'."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper CA  stone -
        A
        B
        C
    """)
    state.apply("move copper 2 stone")
    assert stacks(state) == {"wood": "AB", "wool": "BC", "copper": "C", "stone": "A"}
    assert [stock(state, player) for player in "ABC"] == ["1 stone", "", ""]
    assert supply(state) == "18 wood 18 wool 18 copper 17 stone"


def test_on_top_of_one_worker_the_moved_one_takes_two_chips_and_the_other_one() -> None:
    """Big yield: 'If there was already one worker there'."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper A  stone C
        A
        B
        C
    """)
    state.apply("move copper 1 stone")
    assert stacks(state)["stone"] == "CA"
    assert [stock(state, player) for player in "ABC"] == ["2 stone", "", "1 stone"]


def test_on_top_of_two_workers_the_moved_one_takes_three_chips_the_others_two_and_one() -> None:
    """Big yield: 'If the newly placed worker is on top of a full stack of workers'."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool C  copper A  stone CB
        A
        B
        C
    """)
    state.apply("move copper 1 stone")
    assert stacks(state)["stone"] == "CBA"
    assert [stock(state, player) for player in "ABC"] == ["3 stone", "2 stone", "1 stone"]


def test_a_player_benefits_for_each_of_his_workers_on_the_new_plain() -> None:
    """Big yield: 'Of course you may also benefit multiple times'."""
    state = draw_position("""
        turn of A, act
        plains  wood A  wool BBB  copper -  stone AA
        A
        B
    """)
    state.apply("move wood 1 stone")
    assert stock(state, "A") == "6 stone"


def test_only_the_workers_of_the_new_plain_take_chips() -> None:
    """Big yield: 'all the workers on the high plain that you have selected get to work'."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper CA  stone -
        A
        B
        C
    """)
    state.apply("move wood 1 stone")
    assert [stock(state, player) for player in "ABC"] == ["1 stone", "", ""]


def test_a_worker_may_be_taken_from_any_level() -> None:
    """Big yield: 'You can even take one out of a stack of workers'."""
    state = draw_position("""
        turn of A, act
        plains  wood AAA  wool BBB  copper -  stone -
        A
        B
    """)
    assert state.legal_texts() == [
        f"move wood {level} {target}" for level in (1, 2, 3) for target in ("copper", "stone")
    ]


@pytest.mark.parametrize(("level", "left"), [(1, "BA"), (3, "AB")])
def test_a_worker_taken_from_below_lets_those_above_drop_down(level: int, left: str) -> None:
    """Big yield, FAQ 'Can workers be taken out from under a stack'."""
    state = draw_position("""
        turn of A, act
        plains  wood ABA  wool BA  copper B  stone -
        A
        B
    """)
    state.apply(f"move wood {level} stone")
    assert stacks(state)["wood"] == left
    state.apply("roll wood")
    assert (stock(state, "A"), stock(state, "B")) == ("1 wood 1 stone", "1 wood")


def test_a_worker_may_not_stay_on_his_plain() -> None:
    """Big yield: 'Place him on a different high plain'; FAQ 'on the same high plain'."""
    state = draw_position("turn of A, act\nA\nB")
    assert all(text.split()[1] != text.split()[3] for text in state.legal_texts())
    with pytest.raises(InvalidNotation):
        state.apply("move wood 1 wood")


def test_a_worker_may_not_be_moved_onto_a_full_stack() -> None:
    """Big yield: 'A maximum of 3 workers may be stacked on top of each other at any time'."""
    state = draw_position("""
        turn of A, act
        plains  wood AAB  wool BBA  copper -  stone -
        A
        B
    """)
    with pytest.raises(IllegalAction, match="three workers stand on wool already .rule: Big yield"):
        state.apply("move wood 1 wool")


def test_another_players_worker_may_not_be_moved() -> None:
    """Big yield: 'Take any one of your workers'."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper CA  stone -
        A
        B
        C
    """)
    with pytest.raises(IllegalAction, match="the worker at level 2 of wood is player 2's .rule: Big yield"):
        state.apply("move wood 2 stone")


def test_there_must_be_a_worker_at_that_level() -> None:
    """Big yield."""
    state = draw_position("""
        turn of A, act
        plains  wood AB  wool BC  copper CA  stone -
        A
        B
        C
    """)
    with pytest.raises(IllegalAction, match="no worker stands at level 3 of wood .rule: Big yield"):
        state.apply("move wood 3 stone")


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (12, ["3 stone", "14 stone", "1 stone"]),
        (13, ["3 stone", "15 stone", ""]),
        (14, ["3 stone", "15 stone", ""]),
        (16, ["2 stone", "16 stone", ""]),
        (18, ["", "18 stone", ""]),
    ],
)
def test_the_top_worker_takes_first_when_the_supply_is_short(held: int, expected: list[str]) -> None:
    """Big yield, FAQ 'not enough materials': a worker may get fewer chips, or none."""
    state = draw_position(f"""
        turn of A, act
        plains  wood AB  wool C  copper A  stone CB
        A
        B  {held} stone
        C
    """)
    state.apply("move copper 1 stone")
    assert [stock(state, player) for player in "ABC"] == expected


def test_the_druid_does_not_move_after_a_big_yield() -> None:
    """Big yield: 'Then the next player takes their turn'."""
    state = draw_position("""
        turn of A, act
        ring  3:B . b . C
        A
        B
        C
    """)
    state.apply("move wood 1 copper")
    assert druid(state) == "stone 3"
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_worker_can_always_be_moved() -> None:
    """Move 2/2: there is always a legal choice, for eight workers never fill four plains."""
    state = draw_position("""
        turn of A, act
        plains  wood ABC  wool BCD  copper AD  stone -
        A
        B
        C
        D
    """)
    assert state.legal_texts() == ["move wood 1 copper", "move wood 1 stone", "move copper 1 stone"]
    assert facts(state)["player"] == 1
