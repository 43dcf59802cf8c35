"""Rulebook: 'Setup' and 'Before starting'."""

from __future__ import annotations

from collections import Counter

import pytest

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup
from dolmen.games.meduris.rules.board import printed_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.setup import Setup, draw_chips
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import druid, facts, mark, now, stacks, turn

ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def new_game(players: int, seed: int = 1) -> State:
    return Meduris(players).new_state(seed=seed)


@pytest.mark.parametrize(("players", "name", "fields"), [(2, "small", 32), (3, "small", 32), (4, "large", 40)])
def test_two_and_three_players_use_the_small_side_and_four_the_large_one(players: int, name: str, fields: int) -> None:
    """Setup, 2: the game board."""
    assert printed_board(players).name == name
    assert len(facts(new_game(players))["fields"]) == fields


@pytest.mark.parametrize(("players", "each"), [(2, 16), (4, 20)])
def test_every_icon_appears_equally_often_on_a_side(players: int, each: int) -> None:
    """Setup, 2: the fields with icons."""
    icons = Counter(icon for field in facts(new_game(players))["fields"] for icon in field["icons"])
    assert icons == dict.fromkeys(("wood", "wool", "copper", "stone"), each)


@pytest.mark.parametrize(("players", "sizes"), [(2, [5, 3, 4, 2, 3, 5, 3, 4, 3]), (4, [6, 4, 5, 3, 4, 5, 4, 5, 4])])
def test_the_fields_lie_in_nine_rune_areas(players: int, sizes: list[int]) -> None:
    """Setup, 2: the rune stone areas, in board order."""
    areas = Counter(field["area"] for field in facts(new_game(players))["fields"])
    assert list(areas) == ["serpent", "diamond", "sprout", "eye", "twins", "waves", "flame", "hook", "arrow"]
    assert list(areas.values()) == sizes


def test_the_large_side_says_that_it_is_partly_reconstructed() -> None:
    """The printed figures: the small side is as printed, the large one partly reconstructed."""
    assert printed_board(2).provenance == "printed board"
    assert "reconstructed" in printed_board(4).provenance


@ALL_PLAYERS
def test_everybody_starts_with_five_points(players: int) -> None:
    """Setup, 3: the victory point track."""
    assert facts(new_game(players))["points"] == [5] * players


@ALL_PLAYERS
def test_everybody_starts_with_one_chip_of_each_material(players: int) -> None:
    """Setup, 6: screens and materials."""
    assert facts(new_game(players))["stocks"] == [{"wood": 1, "wool": 1, "copper": 1, "stone": 1}] * players


@ALL_PLAYERS
def test_the_mountain_holds_eighteen_chips_of_each_material_less_one_for_each_player(players: int) -> None:
    """Setup, 8: materials."""
    assert facts(new_game(players))["supply"] == dict.fromkeys(("wood", "wool", "copper", "stone"), 18 - players)


@pytest.mark.parametrize(("players", "huts"), [(2, 12), (3, 8), (4, 8)])
def test_everybody_has_two_temples_and_eight_huts_or_twelve_with_two_players(players: int, huts: int) -> None:
    """Setup, 7: temples and huts."""
    assert facts(new_game(players))["huts"] == [huts] * players
    assert facts(new_game(players))["temples"] == [2] * players


@ALL_PLAYERS
def test_the_druid_starts_on_his_temple_and_the_board_is_empty(players: int) -> None:
    """Setup, 5 and 9: the druid; the rune stones lie ready."""
    state = new_game(players)
    assert druid(state) == "temple"
    assert all(field["building"] is None for field in facts(state)["fields"])
    assert set(facts(state)["runes"].values()) == {None}


# -------------------------------------------------------------------------------------------------- bonus chips


@ALL_PLAYERS
def test_six_bonus_chips_lie_with_at_least_three_empty_fields_between_them(players: int) -> None:
    """Setup, 4: two chips of each kind, shuffled; the distance is measured around the ring."""
    for seed in range(100):
        setup = Meduris(players).draw_setup(seed)
        fields = len(setup.board.fields)
        assert sorted(setup.chips.values()) == ["druid", "druid", "hut", "hut", "two", "two"]
        places = sorted(setup.chips)
        gaps = [after - before - 1 for before, after in zip(places, [*places[1:], places[0] + fields], strict=True)]
        assert min(gaps) >= 3


def test_bonus_chips_are_drawn_from_the_seed() -> None:
    """Setup, 4: the same seed lays the same chips, other seeds lay others."""
    game = Meduris(3)
    assert game.draw_setup(7).chips == game.draw_setup(7).chips
    assert len({tuple(game.draw_setup(seed).chips.items()) for seed in range(20)}) == 20


def test_every_legal_placement_of_the_bonus_chips_is_equally_likely() -> None:
    """Setup, 4: on a ring of 25 fields there are 25 placements, each of which should come up about 100 times."""
    placements = Counter(tuple(sorted(draw_chips(25, Draws(seed)))) for seed in range(2500))
    assert len(placements) == 25
    assert min(placements.values()) > 60
    assert max(placements.values()) < 140


def test_a_set_up_may_name_the_six_fields_and_chips() -> None:
    """Setup, 4: 'on 6 fields of your choice'."""
    chips = {3: "two", 9: "druid", 15: "hut", 20: "two", 24: "hut", 29: "druid"}
    state = Meduris(3).new_state(Setup(3, printed_board(3), chips))
    assert {field["field"]: field["chip"] for field in facts(state)["fields"] if field["chip"]} == chips
    assert [mark(state, field) for field in (3, 9, 15)] == ["+2", "+d", "+h"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ([3, 6, 15, 20, 24, 29], "only 2 empty fields lie between the bonus chips on fields 3 and 6"),
        ([1, 6, 15, 20, 24, 30], "only 2 empty fields lie between the bonus chips on fields 30 and 1"),
        ([3, 9, 15, 20, 24, 33], "field 33"),
    ],
)
def test_bonus_chips_too_close_together_or_off_the_board_are_refused(fields: list[int], why: str) -> None:
    """Setup, 4: 'Leave at least three fields empty'."""
    kinds = ["two", "druid", "hut", "two", "hut", "druid"]
    with pytest.raises(InvalidSetup, match=why):
        Setup(3, printed_board(3), dict(zip(fields, kinds, strict=True)))


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (["two", "two", "two", "hut", "hut", "druid"], "two of each kind"),
        (["two", "hut", "druid", "two", "hut"], "two of each kind"),
        (["two", "hut", "druid", "two", "hut", "gold"], "no bonus chip 'gold'"),
    ],
)
def test_other_chips_than_two_of_each_kind_are_refused(kinds: list[str], why: str) -> None:
    """Setup, 4: the six bonus chips."""
    with pytest.raises(InvalidSetup, match=why):
        Setup(3, printed_board(3), dict(zip((3, 9, 15, 20, 24, 29), kinds, strict=False)))


# ---------------------------------------------------------------------------------------------- before starting


@pytest.mark.parametrize(("players", "workers"), [(2, 3), (3, 2), (4, 2)])
def test_workers_are_placed_one_at_a_time_in_turn_from_the_start_player_on(players: int, workers: int) -> None:
    """Before starting: three workers each with 2 players, else two. Player 1 is the start player."""
    state = new_game(players)
    order = []
    while facts(state)["phase"] == "place":
        order.append(facts(state)["player"])
        state.apply(state.legal_texts()[0])
    assert order == list(range(1, players + 1)) * workers
    assert (turn(state), now(state)) == ("A", "roll: chance")
    assert facts(state)["turn"] == 0


def test_a_worker_is_placed_on_top_of_those_that_stand_there() -> None:
    """Before starting: 'Up to 3 workers can be stacked up on each high plain'."""
    state = new_game(3).play(["place wood", "place wood", "place stone"])
    assert stacks(state) == {"wood": "AB", "wool": "", "copper": "", "stone": "C"}


def test_a_fourth_worker_may_not_be_placed_on_a_plain() -> None:
    """Before starting: 'Up to 3 workers can be stacked up on each high plain'."""
    state = draw_position("""
        turn of A, place
        plains  wood ABC  wool -  copper -  stone -
        A
        B
        C
    """)
    assert state.legal_texts() == ["place wool", "place copper", "place stone"]
    with pytest.raises(IllegalAction, match="three workers stand on wood already .rule: Before starting"):
        state.apply("place wood")


def test_nothing_else_happens_before_all_workers_are_placed() -> None:
    """Before starting: 'Continue until all your workers have been placed'."""
    with pytest.raises(IllegalAction, match="player 1 places a worker .rule: Before starting"):
        new_game(2).apply("roll wood")
