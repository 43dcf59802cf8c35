"""Counting the game tree, and files of known counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis.perft import Case, count_leaves, mismatches, read_cases, split
from dolmen.analysis.replay import read_any
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.errors import DolmenError, IllegalLine
from tests.conftest import game_text

CHIPS = "chips 1:two 5:hut 9:druid 13:two 17:hut 21:druid"
GOOD = f"""# positions
id the opening
source counted by hand
line meduris 1
line players 2
line {CHIPS}
depth 1 4
depth 2 16

id one worker more
line meduris 1
line players 2
line {CHIPS}
line place 1 wood
depth 1 4
depth 3 63
"""


def opening(players: int) -> State:
    return load("meduris", players).new_state(seed=0)


def perft_file(folder: Path, text: str) -> Path:
    file = folder / "some.perft"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("depth", "leaves"), [(0, 1), (1, 4), (2, 4**2), (3, 4**3), (4, 4**4 - 4), (5, 4**5 - 4 * (5 * 3 + 1))]
)
def test_the_opening_is_counted_as_by_hand(depth: int, leaves: int) -> None:
    """Four plains and no fourth worker on any: of five placements, 5 * 3 have four on a given plain and 1 has five."""
    assert count_leaves(opening(3), depth) == leaves


def test_chance_outcomes_count_like_decisions() -> None:
    state = opening(3).play(["place wood", "place wool", "place copper", "place stone", "place wood", "place wool"])
    assert count_leaves(state, 1) == 6
    assert set(split(state, 1)) == {f"roll {face}" for face in ("wood", "wool", "copper", "stone", "plus", "minus")}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_split_adds_up_to_the_count_and_the_state_stays_as_it_was(depth: int) -> None:
    state = read_any(game_text(2), last_line=60).state
    before, history = state.to_bytes(), state.history
    counts = split(state, depth)
    assert list(counts) == state.legal_texts()
    assert sum(counts.values()) == count_leaves(state, depth)
    assert state.to_bytes() == before and state.history == history


@pytest.mark.parametrize("depth", [0, 1, 2, 9])
def test_a_finished_game_counts_as_one(depth: int) -> None:
    assert count_leaves(read_any(game_text(2)).state, depth) == 1


def test_games_that_end_before_the_depth_count_too() -> None:
    text = game_text(2)
    last_offer = next(
        number for number, line in reversed(list(enumerate(text.splitlines(), 1))) if line.startswith("offer")
    )
    state = read_any(text, last_line=last_offer - 1).state
    assert count_leaves(state, 1) <= count_leaves(state, 9)
    assert count_leaves(state, 6) == count_leaves(state, 9)


# ---------------------------------------------------------------------------------------------------------- files


def test_a_file_names_positions_and_their_counts(tmp_path: Path) -> None:
    first, second = read_cases(perft_file(tmp_path, GOOD))
    assert (first.name, first.source, first.depths) == ("the opening", "counted by hand", {1: 4, 2: 16})
    assert first.lines == ["meduris 1", "players 2", CHIPS]
    assert (second.name, second.source, second.depths) == ("one worker more", "", {1: 4, 3: 63})
    assert second.state().history == (0,)


def test_counts_that_are_right_give_no_mismatch(tmp_path: Path) -> None:
    assert [found for case in read_cases(perft_file(tmp_path, GOOD)) for found in mismatches(case, 10**6)] == []


def test_a_wrong_count_is_told_with_its_depth_and_what_was_found(tmp_path: Path) -> None:
    case = read_cases(perft_file(tmp_path, GOOD.replace("depth 2 16", "depth 2 17")))[0]
    assert list(mismatches(case, 10**6)) == [(2, 17, 16)]


def test_counts_that_are_too_large_are_left_out() -> None:
    case = Case("x", ["meduris 1", "players 2", CHIPS], {1: 5, 2: 999})
    assert list(mismatches(case, 100)) == [(1, 5, 4)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("depth 1 4\n", 1, "begins with 'id NAME'"),
        ("# remark\n\nline meduris 1\n", 3, "begins with 'id NAME'"),
        ("id a\nfen x\n", 2, "'fen' is none of"),
        ("id a\ndepth 1\n", 2, "'depth' is none of"),
        ("id a\ndepth one 4\n", 2, "'depth' is none of"),
        ("id a\ndepth -1 4\n", 2, "'depth' is none of"),
        ("id a\ndepth 1 4 5\n", 2, "'depth' is none of"),
        ("id a\ndepth ² 3\n", 2, "'depth' is none of"),
    ],
)
def test_a_line_that_is_not_of_the_format_is_refused_with_its_number(
    text: str, line: int, words: str, tmp_path: Path
) -> None:
    with pytest.raises(IllegalLine, match=words) as refused:
        read_cases(perft_file(tmp_path, text))
    assert refused.value.line == line and str(refused.value).startswith(f"line {line}: ")


def test_a_missing_file_and_an_illegal_position_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DolmenError, match="cannot be read"):
        read_cases(tmp_path / "missing.perft")
    case = read_cases(perft_file(tmp_path, "id a\nline meduris 1\ndepth 1 1\n"))[0]
    with pytest.raises(IllegalLine, match="the header ends before 'chips'"):
        case.state()
