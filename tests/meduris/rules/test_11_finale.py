"""Rulebook: 'Finale', 'Final round' and the final scoring. Who wins stands in the next file."""

from __future__ import annotations

import pytest

from dolmen.contract.game import State
from dolmen.core.errors import GameOver
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, now, points, stock, turn


def finish_ritual(state: State) -> None:
    """Nobody offers anything until the ritual is over."""
    while now(state).startswith("offer") and not facts(state)["final"]:
        state.apply("offer none")


def idle(state: State) -> None:
    """A turn without a construction: a roll that yields nothing, and a big yield."""
    state.apply("roll stone")
    state.apply(next(text for text in state.legal_texts() if text.startswith("move")))


def finish_circuit(state: State) -> list[str]:
    """Nobody offers anything in the final circuit; returns where the druid stopped."""
    stops = []
    while not state.is_terminal():
        stops.append(f"{druid(state).split()[1]}:{now(state)[-1]}")
        state.apply("offer none")
    return stops


def last_hut() -> State:
    """Player A is about to build his last hut; the plain of stone is empty."""
    return draw_position("""
        turn of A, act
        ring  1:A A A A A A A a a  20:B  25:C
        plains  wood ABC  wool ABC  copper -  stone -
        druid  field 7
        A  1 stone 1 wool
        B
        C
    """)


# ---------------------------------------------------------------------------------------------- calling the end


def test_the_turn_in_which_a_player_builds_his_last_piece_is_finished_with_its_ritual() -> None:
    """Finale: the druid moves and asks as always."""
    state = last_hut()
    state.apply("hut 30")
    assert facts(state)["ender"] == 1
    assert (turn(state), now(state), druid(state)) == ("A", "offer: B", "field 20")
    state.apply("offer none")
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_each_other_player_has_one_more_turn_and_then_the_final_circuit_begins() -> None:
    """Finale: 'all other players have one more turn. Then the final round begins'."""
    state = last_hut()
    state.apply("hut 30")
    finish_ritual(state)
    idle(state)
    assert (turn(state), now(state), facts(state)["final"]) == ("C", "roll: chance", False)
    idle(state)
    assert facts(state)["final"]
    assert now(state).startswith("offer")


def test_the_last_piece_may_be_a_temple() -> None:
    """Finale: 'both temples and all of their huts', in any order; with four players the turns go round too."""
    state = draw_position("""
        turn of C, act
        ring  1:C C C C C C C C c  20:B
        plains  wood ABC  wool ABC  copper DD  stone -
        druid  field 8
        A
        B
        C  1 wood 1 wool
        D
    """)
    state.apply("temple 33")
    finish_ritual(state)
    for player in "DAB":
        assert (turn(state), facts(state)["final"]) == (player, False)
        idle(state)
    assert facts(state)["final"]


def test_who_has_only_built_his_huts_does_not_call_the_end() -> None:
    """Finale: 'both temples and all of their huts'."""
    state = draw_position("""
        turn of A, act
        ring  1:A A A A A A A  20:B
        druid  field 7
        A  1 stone 1 wool
        B
        C
    """)
    state.apply("hut 30")
    assert facts(state)["huts"][0] == 0
    assert facts(state)["ender"] is None


def test_the_others_may_still_build_in_their_last_turns() -> None:
    """Finale: a turn is a turn, with its druid and its ritual."""
    state = draw_position("""
        turn of B, act
        ring  1:A A A A A A A A a a  20:B
        druid  field 20
        A
        B  1 wool 1 wood
        C
    """)
    state.apply("hut 24")
    assert (mark(state, 24), druid(state), now(state)) == ("B", "field 24", "offer: B")
    state.apply("offer none")
    assert (turn(state), now(state)) == ("C", "roll: chance")


def test_a_second_player_who_finishes_meanwhile_changes_nothing() -> None:
    """Finale: C has his one more turn, and A none."""
    state = draw_position("""
        turn of B, act
        ring  1:A A A A A A A A a a  12:B B B B B B B B b  25:C
        plains  wood ABC  wool ABC  copper -  stone -
        druid  field 19
        A
        B  1 wool 1 stone
        C
    """)
    state.apply("temple 22")
    assert facts(state)["huts"][:2] == facts(state)["temples"][:2] == [0, 0]
    assert facts(state)["ender"] == 1
    finish_ritual(state)
    assert (turn(state), now(state)) == ("C", "roll: chance")
    idle(state)
    assert facts(state)["final"]


# ------------------------------------------------------------------------------------- nobody could ever build again


def nearly_full(chip: str = "+2") -> State:
    """Player A is about to build his last hut, for free; all have one temple left, and chips lie on the free fields."""
    return draw_position(f"""
        turn of A, act
        ring  1:A B C +2 A B C +d A B C +d A B C +h A B C {chip} A B C +h A a B B b C C c
        druid  field 3
        A
        B
        C
    """)


def test_if_nobody_could_ever_build_again_the_final_circuit_follows_at_once() -> None:
    """Ruling: no hut is left, and temples may not be built on the bonus chips that cover the free fields."""
    state = nearly_full()
    state.apply("hut 24")
    assert facts(state)["huts"] == [0, 0, 0]
    assert facts(state)["temples"] == [1, 1, 1]
    assert (druid(state), facts(state)["final"]) == ("field 5", False)
    finish_ritual(state)
    assert (druid(state), facts(state)["final"], facts(state)["ender"]) == ("field 9", True, None)
    assert len(finish_circuit(state)) == 24


def test_a_free_field_without_a_bonus_chip_keeps_the_game_going_while_a_temple_is_left() -> None:
    """Ruling: 'nor a temple left and a free field without a bonus chip'."""
    state = nearly_full(chip=".")
    state.apply("hut 24")
    finish_ritual(state)
    assert (turn(state), now(state)) == ("B", "roll: chance")


def test_a_free_field_with_a_bonus_chip_keeps_the_game_going_while_a_hut_is_left() -> None:
    """Ruling: 'no player has a hut left and a free field for it'."""
    state = draw_position("""
        turn of A, act
        ring  1:A B C +2 A B C +d A B C +d A B C +h A B C +2 A B C +h a a B b b C c c
        druid  field 3
        A
        B
        C
    """)
    state.apply("hut 24")
    finish_ritual(state)
    assert facts(state)["huts"] == [1, 1, 1]
    assert facts(state)["temples"] == [0, 0, 0]
    assert (turn(state), now(state)) == ("B", "roll: chance")


# ---------------------------------------------------------------------------------------------- the final circuit


def test_the_druid_asks_every_hut_once_and_his_own_stopping_place_last() -> None:
    """The druid's final circuit: 'until he reaches the hut or settlement that is marked with the die'."""
    state = last_hut()
    state.apply("hut 30")
    finish_ritual(state)
    idle(state)
    idle(state)
    assert finish_circuit(state) == ["25:C", "30:A", "1:A", "2:A", "3:A", "4:A", "5:A", "6:A", "7:A", "20:B"]
    assert state.is_terminal()


def test_a_settlement_that_he_stands_at_the_end_of_is_asked_last() -> None:
    """The druid's final circuit: 'The final offering ritual takes place there'."""
    state = draw_position("""
        turn of C, act
        ring  1:A A A A A A A A a a  19:B B  25:C
        plains  wood ABC  wool ABC  copper -  stone -
        druid  field 20
        A
        B
        C
    """)
    state.apply("move wood 3 copper")
    assert finish_circuit(state) == ["25:C", *(f"{field}:A" for field in range(1, 9)), "19:B", "20:B"]


def test_an_offering_in_the_final_circuit_scores_like_any_other() -> None:
    """Summary of the final victory point scoring: +1, the huts of the settlement, or -1; swaps as always."""
    state = draw_position("""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A a . a  17:B C  20:C
        druid  field 17
        circuit  10 huts left
        A  1 wool 1 copper
        B  1 wood 1 wool
        C  3 copper
    """)
    state.apply("offer both")
    assert (druid(state), points(state)) == ("field 18", [5, 7, 5])
    state.apply("offer three")
    assert (druid(state), points(state), stock(state, "C")) == ("field 20", [5, 7, 6], "")
    state.apply("offer none")
    assert (druid(state), points(state)) == ("field 1", [5, 7, 5])
    state.apply("offer both")
    assert (druid(state), points(state)) == ("field 2", [13, 7, 5])


def test_a_druid_chip_may_be_given_in_the_final_circuit() -> None:
    """Druid bonus chip: any time that he stops there."""
    state = draw_position("""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A a . a  17:B+d C
        druid  field 17
        circuit  9 huts left
        A
        B
        C
    """)
    state.apply("offer chip")
    assert (mark(state, 17), points(state)) == ("B", [5, 7, 5])


def test_there_are_no_other_moves_in_the_final_circuit_and_none_after_the_game() -> None:
    """Final round: 'No other moves are made'."""
    state = last_hut()
    state.apply("hut 30")
    finish_ritual(state)
    idle(state)
    idle(state)
    assert {text.split()[0] for text in state.legal_texts()} == {"offer"}
    finish_circuit(state)
    assert state.legal_texts() == []
    with pytest.raises(GameOver, match="'roll wood' comes after the end of the game"):
        state.apply("roll wood")


# ------------------------------------------------------------------------------------------------ final scoring


def score(rest: str, points_of_b: int = 5, runes_of_b: str = "") -> list[int]:
    """The final points after player A offers nothing at field 8, the last hut; his temples score 8 and 0."""
    state = draw_position(f"""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A a . a  {rest}
        druid  field 8
        circuit  0 huts left
        A  0 points
        B  {points_of_b} points  {runes_of_b}
        C
    """)
    state.apply("offer none")
    assert state.is_terminal()
    return points(state)


def test_a_temple_scores_the_huts_of_the_settlements_to_its_left_and_right() -> None:
    """Temple final scoring: 'as many victory points as there are huts built next to the temple', of whatever color."""
    assert score("20:B C b C C C") == [8, 5 + 5, 5]


def test_a_single_hut_beside_a_temple_scores_one_point() -> None:
    """What are the advantages of building temples: 'Each individual hut'."""
    assert score("20:C b . C") == [8, 5 + 1, 5]
    assert score("20:C b C") == [8, 5 + 2, 5]


def test_huts_that_do_not_reach_the_temple_score_nothing_for_it() -> None:
    """Temple final scoring: 'directly to the left and/or right'."""
    assert score("20:C . b . C") == [8, 5, 5]


def test_a_settlement_between_two_temples_scores_for_both() -> None:
    """Temple final scoring: 'Huts can be scored for a temple on their left and on their right'."""
    assert score("20:b C C b") == [8, 5 + 2 + 2, 5]
    assert score("20:b C C c") == [8, 5 + 2, 5 + 2]


def test_a_temple_beside_a_temple_scores_nothing() -> None:
    """FAQ 'May two temples be built next to each other'."""
    assert score("20:b b") == [8, 5, 5]
    assert score("20:C C b b") == [8, 5 + 2, 5]


def test_a_temple_scores_across_the_great_river() -> None:
    """Temple final scoring and settlement rule: the huts on fields 1 to 8 for a temple on field 32."""
    assert score("31:C b") == [8, 5 + 1 + 8, 5]


@pytest.mark.parametrize("stones", range(10))
def test_k_rune_stones_score_one_and_two_and_so_on_up_to_k(stones: int) -> None:
    """Rune final scoring: 'For 5 rune stones, you receive 1 + 2 + 3 + 4 + 5 = 15 victory points'."""
    held = ["serpent", "diamond", "sprout", "eye", "twins", "waves", "flame", "hook", "arrow"][:stones]
    state = draw_position(f"""
        turn of B, offer, final circuit
        ring  1:B A A A A B A A B A A A B A B A A B a a  23:B  26:B  30:B
        druid  field 18
        circuit  0 huts left
        A
        B  1 stone  {" ".join(held)}
    """)
    state.apply("offer stone")
    assert points(state)[1] == 6 + sum(range(stones + 1))


def test_temples_and_rune_stones_score_after_the_last_offering() -> None:
    """Final victory point scoring: a point that is lost at 0 points is lost before the final scoring."""
    state = draw_position("""
        turn of C, offer, final circuit
        ring  1:A A A A A A A A a . a  17:B b
        druid  field 17
        circuit  0 huts left
        A
        B  0 points  twins
        C
    """)
    state.apply("offer none")
    assert points(state)[1] == 2


def test_points_go_on_beyond_one_hundred() -> None:
    """Final round: the 100-point chips."""
    assert score("20:C b . C", points_of_b=199) == [8, 200, 5]


def test_a_druid_chip_that_was_never_offered_scores_nothing() -> None:
    """Final victory point scoring: only temples and rune stones score."""
    assert score("20:B+d") == [8, 5, 5]
