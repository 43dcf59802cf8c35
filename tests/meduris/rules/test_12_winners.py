"""Rulebook: 'Final round', who wins."""

from __future__ import annotations

from dolmen.contract.game import State
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import facts


def finished(rest: str, a: str, b: str, c: str) -> State:
    """A finished game that player A has ended with his ten buildings on fields 1 to 10."""
    return draw_position(f"""
        turn of C, over
        ring  1:A A A A A A A A a a  {rest}
        druid  field 8
        A  {a}
        B  {b}
        C  {c}
    """)


def test_most_points_win() -> None:
    """Final round: 'The person with the most victory points at the end of the game wins'."""
    state = finished("20:C c", "61 points 5 wood", "62 points", "60 points 9 stone")
    assert facts(state)["winners"] == [2]
    assert facts(state)["scores"] == [61, 62, 60]
    assert state.returns() == (0.0, 1.0, 0.0)


def test_in_a_tie_the_most_huts_and_temples_built_win() -> None:
    """Final round: 'the one who has built the most huts and temples', before any chips are counted."""
    state = finished("20:B . B . B . C . C", "10 points", "62 points", "62 points 9 stone")
    assert facts(state)["winners"] == [2]


def test_huts_and_temples_count_alike_in_a_tie() -> None:
    """Final round: one hut and two temples are more than two huts."""
    state = finished("20:B b b . C . C", "10 points", "62 points", "62 points 9 stone")
    assert facts(state)["winners"] == [2]


def test_in_a_second_tie_the_most_chips_left_win() -> None:
    """Final round: 'the winner is the one with more materials remaining', of whatever kind."""
    state = finished("20:B b . C . C", "10 points", "62 points 1 wood 1 stone", "62 points 3 wool")
    assert facts(state)["winners"] == [3]


def test_in_a_third_tie_the_victory_is_shared() -> None:
    """Final round: 'it is the will of the gods that there is more than one winner'."""
    state = finished("20:B b . C . C", "10 points", "62 points 1 wood 2 stone", "62 points 3 wool")
    assert facts(state)["winners"] == [2, 3]
    assert state.returns() == (0.0, 0.5, 0.5)


def test_only_those_with_the_most_points_take_part_in_a_tie() -> None:
    """Final round: more buildings and more chips do not help who has fewer points."""
    state = finished("20:B . C", "61 points 9 wood", "62 points", "62 points")
    assert facts(state)["winners"] == [2, 3]


def test_all_players_may_win_together() -> None:
    """Final round: ten buildings, the same points and the same number of chips each."""
    state = draw_position("""
        turn of C, over
        ring  1:A A A A A A A A a a  B B B B B B B B b b  C C C C C C C C c c
        druid  field 28
        ender  A
        A  62 points 1 wood
        B  62 points 1 wool
        C  62 points 1 copper
    """)
    assert facts(state)["winners"] == [1, 2, 3]


def test_nobody_has_won_before_the_end() -> None:
    """Final round: the winner is known after the final scoring."""
    state = draw_position("A 99 points\nB")
    assert state.winners() == ()
    assert facts(state)["winners"] is None


def test_the_last_offering_decides_the_game() -> None:
    """Final round: B and C are level until C offers nothing."""
    state = draw_position("""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A a a  20:B . C
        druid  field 22
        circuit  0 huts left
        A
        B  30 points
        C  30 points
    """)
    state.apply("offer none")
    assert facts(state)["scores"] == [13, 30, 29]
    assert facts(state)["winners"] == [2]
