"""The set-up: bonus chips, drawn fairly or named, and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup
from dolmen.core.kernel import INTERPRETED
from dolmen.games.meduris.rules.board import printed_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.setup import Setup, check_chips, draw_chips, first_records
from tests.conftest import EVERY_NUMBER_OF_PLAYERS

GOOD = {1: "two", 5: "hut", 9: "druid", 13: "two", 17: "hut", 21: "druid"}
DRAWS = 1000 if INTERPRETED else 6000


def gaps(fields: int, placed: list[int]) -> list[int]:
    """The empty fields between neighbours around the ring."""
    return [(after - before - 1) % fields for before, after in zip(placed, placed[1:] + placed[:1], strict=True)]


def chi_square(seen: Counter[int], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((seen[kind] - expected) ** 2 / expected for kind in range(kinds))


@pytest.mark.parametrize("fields", [24, 25, 28, 32, 40, 48])
def test_drawn_chips_are_always_legal(fields: int) -> None:
    for stream in range(200):
        chips = draw_chips(fields, Draws(1, stream))
        check_chips(chips, fields)
        assert list(chips) == sorted(chips) and len(chips) == 6
        assert sorted(chips.values()) == ["druid", "druid", "hut", "hut", "two", "two"]
        assert min(gaps(fields, list(chips))) >= 3


def test_every_field_is_equally_likely_to_hold_a_chip() -> None:
    seen: Counter[int] = Counter()
    for stream in range(DRAWS):
        seen.update(field - 1 for field in draw_chips(32, Draws(2, stream)))
    # Fields of one draw exclude each other, which only lowers the figure; 61.1 is the 0.1 % point for 31 degrees.
    assert chi_square(seen, 32) < 61.1


def test_every_legal_placement_of_a_small_ring_is_equally_likely() -> None:
    """26 fields, two more than six chips need: 26 / 6 * C(7, 5) = 91 placements."""
    legal = [placed for placed in combinations(range(1, 27), 6) if min(gaps(26, list(placed))) >= 3]
    assert len(legal) == 91
    numbers = {placed: number for number, placed in enumerate(legal)}
    seen = Counter(numbers[tuple(draw_chips(26, Draws(3, stream)))] for stream in range(DRAWS))
    assert chi_square(seen, 91) < 137.2  # the 0.1 % point for 90 degrees


def test_every_kind_is_equally_likely_on_the_first_field_that_holds_a_chip() -> None:
    kinds = ("two", "hut", "druid")
    seen = Counter(kinds.index(next(iter(draw_chips(32, Draws(4, stream)).values()))) for stream in range(DRAWS))
    assert chi_square(seen, 3) < 13.9


def test_all_orders_of_the_kinds_occur() -> None:
    assert len({tuple(draw_chips(32, Draws(5, stream)).values()) for stream in range(DRAWS)}) == 90


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_setup_depends_on_seed_and_stream_alone(players: int) -> None:
    game = Meduris(players)
    assert game.draw_setup(1, 2) == game.draw_setup(1, 2)
    assert len({str(game.draw_setup(seed, stream)) for seed in range(5) for stream in range(5)}) == 25


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ({}, "two of each kind"),
        ({1: "two"}, "two of each kind"),
        ({**GOOD, 25: "two"}, "two of each kind"),
        ({**GOOD, 21: "two"}, "two of each kind"),
        ({**GOOD, 21: "gold"}, "field 21: there is no bonus chip 'gold'"),
        ({**GOOD, 21: ""}, "field 21: there is no bonus chip ''"),
        ({**GOOD, 0: "druid"}, "field 0, but the board has fields 1 to 32"),
        ({**GOOD, 33: "druid"}, "field 33, but the board has fields 1 to 32"),
        ({**GOOD, -1: "druid"}, "field -1, but"),
        (dict(zip([1, 4, 9, 13, 17, 21], GOOD.values(), strict=True)), "only 2 empty fields .* fields 1 and 4;"),
        (dict(zip([2, 6, 10, 14, 18, 31], GOOD.values(), strict=True)), "only 2 empty fields .* fields 31 and 2"),
        (dict(zip([1, 2, 9, 13, 17, 21], GOOD.values(), strict=True)), "only 0 empty fields .* fields 1 and 2"),
        (dict(zip([1, 5, 9, 13, 17, 32], GOOD.values(), strict=True)), "only 0 empty fields .* fields 32 and 1"),
    ],
)
def test_wrong_chips_are_refused(chips: dict[int, str], words: str) -> None:
    with pytest.raises(InvalidSetup, match=words):
        Setup(2, printed_board(2), chips)


def test_three_empty_fields_are_enough_also_across_the_river() -> None:
    Setup(2, printed_board(2), dict(zip([2, 6, 10, 14, 18, 30], GOOD.values(), strict=True)))


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_first_position_is_that_of_the_setup(players: int) -> None:
    setup = Setup(players, printed_board(players), GOOD)
    state = Meduris(players).new_state(setup)
    assert state.to_bytes() == first_records(setup).tobytes()
    facts = state.game.position(state.record)
    assert {field["field"]: field["chip"] for field in facts["fields"] if field["chip"]} == GOOD
    assert facts["points"] == [5] * players and facts["turn"] == 0 and facts["phase"] == "place"
    assert facts["supply"] == dict.fromkeys(("wood", "wool", "copper", "stone"), 18 - players)
    assert facts["stocks"] == [dict.fromkeys(("wood", "wool", "copper", "stone"), 1)] * players
    assert facts["druid"] == {"place": "temple", "number": 0}
    assert set(facts["runes"].values()) == {None} and facts["stacks"] == {
        "wood": [],
        "wool": [],
        "copper": [],
        "stone": [],
    }


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_a_setup_for_an_impossible_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(InvalidSetup):
        first_records(Setup(players, printed_board(2), GOOD))
