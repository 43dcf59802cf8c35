"""Drawn positions: what is printed is read back, what is left out follows, what is impossible is refused."""

from __future__ import annotations

import pytest

from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidNotation
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.position import position
from dolmen.games.meduris.testing import draw_position

ENDED = "ring 1:A A A A A A A A a a  20:B\nA\nB\nC"
"""Three players; A has built everything. The druid stands on field 8 or 20."""

FULL = """
    ring  1:A B C +2 A B C +d A B C +d A B C +h A B C +2 A B C A a B B b C C c A
    A
    B
    C
"""
"""Three players who could never build again."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_printed_position_of_a_game_is_read_back(players: int) -> None:
    state = Meduris(players).new_state(seed=players)
    draws = Draws(players, 1)
    while True:
        if position(state.record)["phase"] != "pay":
            again = draw_position(str(state))
            assert position(again.record) == position(state.record)
            assert str(again) == str(state)
            assert again.record.turns_left == state.record.turns_left
            assert again.legal_actions() == state.legal_actions()
        if state.is_terminal():
            return
        state.apply_trusted(draws.pick(state.legal_actions()))


def test_a_drawn_position_plays_on_like_the_one_that_was_printed() -> None:
    state = Meduris(3).new_state(seed=5)
    draws = Draws(5, 1)
    while state.turn < 30 or not state.is_chance():
        state.apply_trusted(draws.pick(state.legal_actions()))
    again = draw_position(str(state))
    while not state.is_terminal():
        action = draws.pick(state.legal_actions())
        state.apply(action)
        again.apply(action)
        assert position(again.record) == position(state.record)
    assert again.is_terminal()


def test_players_alone_draw_an_empty_board_before_the_first_roll() -> None:
    state = draw_position("A\nB\nC")
    facts = position(state.record)
    assert (facts["phase"], facts["turn"], facts["turn_player"], facts["player"]) == ("roll", 0, 1, None)
    assert facts["points"] == [5, 5, 5]
    assert facts["supply"] == {"wood": 18, "wool": 18, "copper": 18, "stone": 18}
    assert (facts["huts"], facts["temples"]) == ([8, 8, 8], [2, 2, 2])
    assert facts["druid"] == {"place": "temple", "number": 0}
    assert facts["stacks"] == {"wood": [1, 2], "wool": [2, 3], "copper": [3], "stone": [1]}
    assert all(field["building"] is None and field["chip"] is None for field in facts["fields"])
    state.game.check_conservation(state.record)


def test_pieces_and_supply_follow_from_what_is_drawn() -> None:
    state = draw_position("""
        turn of B, act
        ring  5:A B+d . a  12:+2  16:c . . +h
        plains  wood AB  wool CB  copper -  stone CA
        druid   field 6
        A  7 points  2 wood 1 stone  serpent
        B  3 wool
        C
    """)
    facts = position(state.record)
    assert (facts["phase"], facts["turn"], facts["player"]) == ("act", 2, 2)
    assert (facts["huts"], facts["temples"]) == ([7, 7, 8], [1, 2, 1])
    assert facts["supply"] == {"wood": 16, "wool": 15, "copper": 18, "stone": 17}
    assert (facts["points"], facts["runes"]["serpent"]) == ([7, 5, 5], 1)
    marks = {field["field"]: field for field in facts["fields"] if field["building"] or field["chip"]}
    assert sorted(marks) == [5, 6, 8, 12, 16, 19]
    assert (marks[6]["building"], marks[6]["player"], marks[6]["chip"]) == ("hut", 2, "druid")
    assert (marks[8]["building"], marks[8]["player"]) == ("temple", 1)
    assert (marks[12]["chip"], marks[19]["chip"]) == ("two", "hut")
    state.game.check_conservation(state.record)


def test_the_druid_stands_where_the_buildings_have_sent_him() -> None:
    rings = ["", "3:A", "3:A b", "3:A b c", "3:a b c . a"]
    druids = [position(draw_position(f"ring {ring}\nA\nB\nC").record)["druid"]["number"] for ring in rings]
    assert druids == [0, 1, 2, 3, 3]


def test_workers_may_still_be_on_their_way_to_the_plains() -> None:
    state = draw_position("turn of B, place\nplains wood AC stone B copper A\nA\nB\nC")
    assert state.legal_texts() == ["place wood", "place wool", "place copper", "place stone"]
    assert state.current_player == 1
    assert draw_position("turn of A, place\nA\nB").record.height.sum() == 0


def test_a_player_may_be_asked_out_of_turn_at_a_plus_or_a_minus() -> None:
    state = draw_position("turn of C, take: A decides\nA\nB\nC")
    state.play(["take none", "take none"])
    assert position(state.record)["phase"] == "act"
    state = draw_position("turn of C, give: B decides\nA\nB 1 wood\nC")
    state.apply("give wood")
    assert position(state.record)["phase"] == "act"


def test_who_has_built_everything_has_called_the_end() -> None:
    state = draw_position(f"turn of B, act\ndruid field 8\n{ENDED}")
    assert (state.record.ender, state.record.turns_left) == (0, 2)
    assert position(draw_position("A\nB").record)["ender"] is None


def test_a_finished_game_knows_its_winners() -> None:
    state = draw_position("""
        turn of C, over
        ring  1:A A A A A A A A a a  20:B . C
        druid  field 20
        A  4 points
        B
        C
        winner  B C
    """)
    assert state.is_terminal()
    assert state.winners() == (1, 2)


# ------------------------------------------------------------------------------------------------------ refusals


def refused(text: str, why: str) -> None:
    with pytest.raises(InvalidNotation, match=why):
        draw_position(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "players are drawn as A and B.*; here: none"),
        ("A", "here: A$"),
        ("A\nC", "here: A and C"),
        ("A\nB\nE", "'E' begins no line; lines begin with turn, ring"),
        ("AB\nA\nB", "'AB' begins no line"),
        ("A\nB\nA", "two lines of 'A'"),
        ("turn of C\nA\nB", "there is no player C, only A B"),
        ("ender D\nA\nB\nC", "there is no player D"),
    ],
)
def test_players_are_drawn_in_order_once_each(text: str, why: str) -> None:
    refused(text, why)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A 3", "what is counted must be points, huts, temples, wood, wool, copper or stone, not ''"),
        ("A 3 gold", "what is counted must be .* not 'gold'"),
        ("A 1 wood 2 wood", "'wood' stands twice"),
        ("A 01 wood", "a number must be a number from 0 to 999, not '01'"),
        ("A 1000 points", "a number must be a number from 0 to 999"),
        ("A dragon", "a rune stone must be serpent, .* or arrow, not 'dragon'"),
        ("A 19 wood", "the players have 19 wood, but there are only 18"),
        ("A 11 huts left", "player A has 12 huts left, not 11: 0 of 12 are built"),
        ("A 1 temple left", "player A has 2 temples left, not 1: 0 of 2 are built"),
        ("A serpent", "cannot hold the rune stone 'serpent' without a hut in that area"),
    ],
)
def test_what_a_player_cannot_have_is_refused(line: str, why: str) -> None:
    refused(f"{line}\nB", why)


def test_a_rune_stone_has_one_holder() -> None:
    refused("ring 1:A . B\nA serpent\nB serpent", "player B cannot hold the rune stone 'serpent': it is drawn twice")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("turn A", "'A' is not of the form '12 of A, act: A decides'"),
        ("turn x of A", "the number must be a number from 0"),
        ("turn of A, sleep", "the phase must be place, roll, .* not 'sleep'"),
        ("turn of A, pay", "a payment cannot be drawn; draw the position before it"),
        ("turn 1 of A, roll", "after 1 rolls it is not the turn of player A, roll; after 0 it may be"),
        ("turn 0 of A, act", "after 0 rolls it is not the turn of player A, act; after 1 it may be"),
        ("turn 2 of A, place", "after 2 rolls it is not the turn of player A, place"),
        ("turn of A, act: B decides", "here A decides, not B"),
        ("turn of A, roll: A decides", "here chance decides, not A"),
        ("turn of A, take: chance decides", "a player decides at a plus or a minus, not chance"),
        ("turn of A, take: C decides", "a player decides at a plus or a minus, not C"),
        ("turn of A, give", "player A has no chip to return"),
        ("turn of A, offer", "nobody makes an offering while the druid stands on his stones"),
        ("turn of B, place", "it is not player B who places the next worker"),
    ],
)
def test_a_turn_that_cannot_be_is_refused(line: str, why: str) -> None:
    refused(f"{line}\nA\nB", why)


def test_nobody_takes_from_an_empty_mountain() -> None:
    refused("turn of A, take\nA 18 wood 18 wool\nB 18 copper 18 stone", "nobody is asked to take a chip from an empty")


@pytest.mark.parametrize(
    ("ring", "why"),
    [
        ("x", "'x' is no field; a field is '.', a hut 'A'"),
        ("A+2", "'A\\+2' is no field"),
        ("a+d", "'a\\+d' is no field"),
        ("0:A", "a field must be a number from 1 to 48"),
        ("5:A 3:B", "field 3 is drawn after field 5"),
        ("33:A", "there is no field 33; the board has 32 fields"),
        ("1:C", "field 1 belongs to player C, who has no line"),
        ("1:d", "field 1 belongs to player D, who has no line"),
        ("1:a a a", "player A has built 3 temples, but there are only 2"),
        ("1:A A A A A A A A A A A A A", "player A has built 13 huts, but there are only 12"),
        ("1:+2  5:+2  9:+2", "3 bonus chips 'two' are more than there are"),
        ("1:+2 . . +h", "between the bonus chips on fields 1 and 4 lie fewer than 3 fields"),
        ("2:+2  31:A+d", "between the bonus chips on fields 31 and 2 lie fewer than 3 fields"),
    ],
)
def test_a_ring_that_cannot_be_is_refused(ring: str, why: str) -> None:
    refused(f"ring {ring}\nA\nB", why)


@pytest.mark.parametrize(
    ("plains", "why"),
    [
        ("wood", "is not of the form 'wood AB"),
        ("wood A wood B", "is not of the form"),
        ("gold AB", "is not of the form"),
        ("wood AABB", "'AABB' is no stack of at most 3 workers of the players"),
        ("wood ABC wool AB copper B", "'ABC' is no stack"),
        ("wood A-B wool AB copper AB", "'A-B' is no stack"),
        ("wood AAA wool BB", "player B has 3 workers there, not 2"),
        ("wood AAA wool BBB copper A", "player A has 3 workers there, not 4"),
    ],
)
def test_plains_that_cannot_be_are_refused(plains: str, why: str) -> None:
    refused(f"plains {plains}\nA\nB", why)


def test_workers_that_cannot_have_been_placed_so_far_are_refused() -> None:
    refused("turn of A, place\nplains wood AA\nA\nB", "player A has 1 workers there, not 2")
    refused(
        "turn of A, place\nplains wood AAA wool BBB\nA\nB", "all workers are placed, so the phase is no longer 'place'"
    )


@pytest.mark.parametrize(
    ("supply", "why"),
    [
        ("17 wood 18 wool 18 copper 18 stone", "18 wood are left, not 17: 0 are held"),
        ("18 wood", "18 wool are left, not 0"),
        ("18 points", "is not of the form '15 wood 14 wool'"),
        ("serpent", "is not of the form"),
    ],
)
def test_a_supply_that_does_not_fit_the_stocks_is_refused(supply: str, why: str) -> None:
    refused(f"supply {supply}\nA\nB", why)


@pytest.mark.parametrize(
    ("druid", "ring", "why"),
    [
        ("", "", "'' is not 'temple', 'stone 2' or 'field 5'"),
        ("away", "", "'away' is not 'temple'"),
        ("stone", "", "'stone' is not 'temple'"),
        ("temple 1", "", "'temple 1' is not 'temple'"),
        ("stone 4", "", "the stone must be a number from 1 to 3"),
        ("field 49", "", "the field must be a number from 1 to 48"),
        ("stone 1", "", "with 0 buildings, and no hut to go to yet, he stands on his temple"),
        ("field 3", "3:A", "with 1 buildings, and no hut to go to yet, he stands on stone 1"),
        ("field 3", "3:a a b b", "with 4 buildings, and no hut to go to yet, he stands on stone 3"),
        ("stone 3", "3:a a b A", "with 4 buildings he stands beside a hut: say where"),
        ("field 4", "3:a a b A", "with 4 buildings he stands beside a hut"),
        ("field 40", "3:a a b A", "with 4 buildings he stands beside a hut"),
        ("field 3", "3:A A A A", "he cannot rest on field 3, for the next field holds a hut too"),
    ],
)
def test_a_druid_who_cannot_stand_there_is_refused(druid: str, ring: str, why: str) -> None:
    refused(f"druid {druid}\nring {ring}\nA\nB", why)


def test_the_druid_must_be_drawn_once_he_has_left_his_stones() -> None:
    refused("ring 3:a a b A\nA\nB", "with 4 buildings he stands beside a hut: say where .'druid field 5'.")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("turn of A, act\ndruid field 8", "player A has built everything and has no further turn"),
        ("ender B\ndruid field 8", "player B has not built everything"),
        ("ender X\ndruid field 8", "the player must be A, B, C or D, not 'X'"),
        ("turn of B, offer, final circuit\ndruid field 8\ncircuit 3 huts left", "the last turn .* is of C"),
        (
            "turn of C, act, final circuit\ndruid field 8\ncircuit 3 huts left",
            "there are only offerings",
        ),
        ("turn of C, offer, final circuit\ndruid field 8", "say how many of the 9 huts are still to be asked"),
        ("turn of C, offer, final circuit\ndruid field 8\ncircuit 9 huts left", "say how many of the 9 huts"),
        ("turn of C, offer, final circuit\ndruid field 8\ncircuit 3", "'3' is not of the form '3 huts left'"),
        ("turn of C, offer\ndruid field 8\ncircuit 3 huts left", "circuit: this is not the final circuit"),
        ("turn of C, over\ndruid field 8\nwinner B", "winner: A has won, not 'B'"),
        ("turn of C, act\ndruid field 8\nwinner B", "winner: nobody has won, not 'B'"),
    ],
)
def test_an_end_that_cannot_be_is_refused(lines: str, why: str) -> None:
    refused(f"{lines}\n{ENDED}", why)


def test_the_first_of_two_who_have_built_everything_must_be_named() -> None:
    rest = "ring 1:A A A A A A A A a a B B B B B B B B b b\ndruid field 18\nA\nB\nC"
    refused(f"turn of C\n{rest}", "several players have built everything: say who did so first")
    refused(f"turn of C\nender B\n{rest}", "player A must have built everything before B")
    refused(f"turn of B, act\nender A\n{rest}", "player B must have built everything before A")
    assert draw_position(f"turn of B, offer\nender A\n{rest}").record.turns_left == 2
    assert draw_position(f"turn of C\nender A\n{rest}").record.turns_left == 1


def test_the_final_circuit_needs_a_reason() -> None:
    refused("turn of A, over\nA\nB", "the final circuit waits until a player has built everything or nobody can build")


def test_a_turn_in_which_nobody_could_ever_build_is_refused() -> None:
    refused(f"turn of B, act\ndruid field 3\n{FULL}", "nobody can build any more, so the final circuit has begun")
    assert draw_position(f"turn of B, over\ndruid field 3\n{FULL}").is_terminal()
