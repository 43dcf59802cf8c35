"""`dolmen review` and `dolmen explain`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Dolmen, write
from tests.conftest import game_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The beginning of a game."""
    return write(tmp_path / "game.meduris", "\n".join(game_text(2).splitlines()[:40]) + "\n")


def deciding(file: Path) -> int:
    """A line after which somebody decides to build or not."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if number > 20 and line.split()[0] == "hut") - 1


def test_a_review_is_one_json_object(file: Path, dolmen: Dolmen) -> None:
    run = dolmen("review", file, "--visits", 20, "--most", 3, "--json")
    found = run.json()
    assert run.status == 0 and run.err == ""
    assert (found["file"], found["game"], found["level"], found["visits"]) == (str(file), "meduris", "strong", 20)
    assert [player["player"] for player in found["players"]] == ["player 1", "player 2"]
    assert all(player["lost_a_turn"] <= player["lost"] for player in found["players"])
    assert 0 < len(found["plays"]) <= 3 and found["measure"] == "lead"
    assert set(found["plays"][0]) == {
        "line", "player", "played", "worth", "better", "better_worth", "difference", "reasons",
    }  # fmt: skip
    assert all(set(one) == {"line", "decisions", "points"} for course in found["expected"] for one in course)


def test_for_people_a_review_is_two_tables(file: Path, dolmen: Dolmen) -> None:
    run = dolmen("review", file, "--visits", 20)
    assert run.status == 0 and "lost a turn" in run.out and "the worst first" in run.out and run.err == ""
    header = write(file.with_name("empty.meduris"), "\n".join(game_text(2).splitlines()[:4]) + "\n")
    assert "No move lost" in dolmen("review", header, "--visits", 20).out


def test_an_explanation_lists_legal_choices_best_first(file: Path, dolmen: Dolmen) -> None:
    line = deciding(file)
    run = dolmen("explain", file, "--line", line, "--visits", 200, "--choices", 3, "--json")
    found = run.json()
    legal = dolmen("legal", file, "--line", line, "--json").json()["legal"]
    assert run.status == 0 and run.err == "" and found["line"] == line and found["level"] == "expert"
    assert 1 <= len(found["choices"]) <= 3 and all(choice["play"] in legal for choice in found["choices"])
    shares = [choice["share"] for choice in found["choices"]]
    assert shares == sorted(shares, reverse=True)
    assert set(found["choices"][0]) == {"play", "points", "share", "reasons"}
    assert found["choices"][0]["play"] in dolmen("explain", file, "--line", line, "--visits", 200).out


@pytest.mark.parametrize("command", ["review", "explain"])
def test_what_cannot_be_looked_at_is_refused(command: str, file: Path, dolmen: Dolmen) -> None:
    assert "cannot be read" in dolmen(command, file.with_name("missing")).refused()
    assert "there is no bot 'clever'" in dolmen(command, file, "--level", "clever").refused()
    assert "line 1: this is no game" in dolmen(command, write(file.with_name("x"), "hello\n")).refused()


def test_nobody_explains_the_die_or_a_line_that_is_not_there(file: Path, dolmen: Dolmen) -> None:
    roll = next(number for number, line in enumerate(file.read_text().splitlines(), start=1) if line.startswith("roll"))
    assert "the die is to be rolled" in dolmen("explain", file, "--line", roll - 1).refused()
    assert "there is no line 99" in dolmen("explain", file, "--line", 99).refused()
    assert "does not say what it expects" in dolmen("review", file, "--level", "greedy").refused()
