"""`dolmen state`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis.replay import read_any
from tests.cli.conftest import Dolmen, write
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import HEADER, RITUAL, text_of

KEYS = {
    *("game", "rules", "board", "players", "names", "turn", "phase", "turn_player", "player", "points", "stocks"),
    *("supply", "huts", "temples", "stacks", "fields", "runes", "druid", "payment", "ender", "final", "finished"),
    *("scores", "winners"),
}
REMARKS = "# one\n\n" + text_of(HEADER) + "\n# two\nplace 1 wood # three\n# four\n"
"""Lines 3 to 5 are the header, line 8 is the placement, line 9 the last."""


def test_the_state_is_told_whole(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("state", write(tmp_path / "x.meduris", text_of(RITUAL)), "--json")
    state = run.json()
    assert run.status == 0 and run.err == "" and set(state) == KEYS
    assert (state["game"], state["rules"], state["board"], state["players"]) == ("meduris", 1, "small", 2)
    assert (state["turn"], state["phase"], state["turn_player"], state["player"]) == (4, "offer", 2, 1)
    assert state["points"] == [5, 5] and state["names"] is None
    assert state["stocks"] == [
        {"wood": 2, "wool": 1, "copper": 1, "stone": 0},
        {"wood": 1, "wool": 0, "copper": 0, "stone": 1},
    ]
    assert state["supply"] == {"wood": 15, "wool": 17, "copper": 17, "stone": 17}
    assert state["huts"] == [10, 10] and state["temples"] == [2, 2]
    assert state["stacks"] == {"wood": [1, 2], "wool": [1, 2], "copper": [1, 2], "stone": []}
    assert state["druid"] == {"place": "field", "number": 2}
    assert state["runes"]["serpent"] == 2 and state["runes"]["twins"] == 2 and state["runes"]["eye"] is None
    assert len(state["fields"]) == 32
    assert state["fields"][1] == {
        "field": 2,
        "area": "serpent",
        "icons": ["stone", "wood"],
        "building": "hut",
        "player": 1,
        "chip": None,
    }
    assert (state["ender"], state["final"], state["finished"]) == (None, False, False)
    assert state["scores"] is None and state["winners"] is None


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_end_of_a_finished_game_has_scores_and_winners(players: int, dolmen: Dolmen, tmp_path: Path) -> None:
    text = game_text(players, "greedy")
    state = dolmen("state", write(tmp_path / "x.meduris", text), "--json").json()
    *_, score, winner = text.splitlines()
    assert state["finished"] and state["final"] and state["phase"] == "over" and state["player"] is None
    assert state["scores"] == state["points"] == [int(word) for word in score.split()[1:]]
    assert state["winners"] == [int(word) for word in winner.split()[1:]]


def test_at_a_roll_no_player_decides(dolmen: Dolmen, tmp_path: Path) -> None:
    state = dolmen("state", write(tmp_path / "x.meduris", text_of(RITUAL)), "--line", 9, "--json").json()
    assert (state["phase"], state["player"], state["turn_player"]) == ("roll", None, 1)


def test_names_are_told(dolmen: Dolmen, tmp_path: Path) -> None:
    text = text_of([*HEADER[:2], "names Ægir 李", HEADER[2]])
    run = dolmen("state", write(tmp_path / "x.meduris", text), "--json")
    assert run.json()["names"] == ["Ægir", "李"] and "Ægir" in run.out


def test_for_people_the_state_is_a_few_lines(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("state", write(tmp_path / "x.meduris", text_of(RITUAL)))
    assert run.status == 0 and run.out == f"{read_any(text_of(RITUAL)).state}\n"


def test_a_line_is_a_physical_one_of_the_file(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", REMARKS)
    workers = [len(dolmen("state", file, "--line", line, "--json").json()["stacks"]["wood"]) for line in range(5, 10)]
    assert workers == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("line", [0, 10, 11, 10**9])
def test_a_line_outside_the_file_is_an_error(line: int, dolmen: Dolmen, tmp_path: Path) -> None:
    message = dolmen("state", write(tmp_path / "x.meduris", REMARKS), "--line", line, "--json").refused()
    assert message == f"dolmen: there is no line {line}: the file has lines 1 to 9"


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_there_is_no_position_within_the_header(line: int, dolmen: Dolmen, tmp_path: Path) -> None:
    message = dolmen("state", write(tmp_path / "x.meduris", REMARKS), "--line", line).refused()
    assert message == f"dolmen: line {line}: the header ends before 'chips'"


def test_what_comes_after_the_line_may_be_broken(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", REMARKS + "nonsense\n")
    assert dolmen("state", file, "--line", 9).status == 0
    assert "line 10: 'nonsense' begins no line" in dolmen("state", file).refused()


def test_without_a_line_feed_at_the_end_the_last_line_counts(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(HEADER) + "place 1 wood")
    assert dolmen("state", file, "--line", 4, "--json").json()["stacks"]["wood"] == [1]
    dolmen("state", file, "--line", 5).refused()


def test_a_broken_or_missing_file_is_refused(dolmen: Dolmen, tmp_path: Path) -> None:
    assert "cannot be read" in dolmen("state", tmp_path / "missing", "--json").refused()
    assert "not UTF-8" in dolmen("state", write(tmp_path / "x", b"\xff")).refused()
