"""`dolmen legal`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.core.draws import Draws
from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen, write
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import HEADER, PLACED, RITUAL, ROLLED, text_of


def test_the_legal_lines_are_one_json_object(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("legal", write(tmp_path / "x.meduris", text_of(HEADER)), "--json")
    assert run.status == 0 and run.err == ""
    assert run.json() == {"legal": ["place 1 copper", "place 1 stone", "place 1 wood", "place 1 wool"]}


def test_for_people_they_are_lines(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("legal", write(tmp_path / "x.meduris", text_of(PLACED)))
    assert run.out.splitlines() == [f"roll {face}" for face in ("copper", "minus", "plus", "stone", "wood", "wool")]


def test_every_payment_is_listed_unless_it_is_not_wanted(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(ROLLED))
    listed = dolmen("legal", file, "--json").json()["legal"]
    short = dolmen("legal", file, "--json", "--no-payments").json()["legal"]
    assert [line for line in listed if line.startswith("hut 1 2 ")] == [
        "hut 1 2 wood 1 stone 1",
        "hut 1 2 wood 1 wool 1 copper 1 stone 1",
    ]
    assert "hut 1 2" in short and "hut 1 5" in short and "temple 1 2" in short
    stripped = {" ".join(line.split()[:3]) if line.split()[0] in ("hut", "temple") else line for line in listed}
    assert short == sorted(stripped, key=str.encode)
    file = write(tmp_path / "x.meduris", text_of(RITUAL))
    assert dolmen("legal", file, "--no-payments").out == "offer 1 both\noffer 1 none\noffer 1 one\n"


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_lines_are_sorted_by_bytes_and_each_is_accepted(players: int, dolmen: Dolmen, tmp_path: Path) -> None:
    text = game_text(players, "random", 3)
    lines = text.splitlines(keepends=True)
    file, draws = write(tmp_path / "x.meduris", text), Draws(players)
    for place in range(4, len(lines), 120 if INTERPRETED else 25):
        listed = dolmen("legal", file, "--line", place, "--json").json()["legal"]
        assert listed == sorted(set(listed), key=str.encode)
        assert lines[place].rstrip("\n") in listed, "the line that was played is one of them"
        for line in {draws.pick(listed) for _ in range(4)}:
            longer = write(tmp_path / "y.meduris", "".join(lines[:place]) + line + "\n")
            assert dolmen("replay", longer).status == 0, line


def test_nothing_else_is_accepted(dolmen: Dolmen, tmp_path: Path) -> None:
    """Every hut and every temple on every field with every payment of up to four kinds, at one position."""
    file = write(tmp_path / "x.meduris", text_of(ROLLED))
    listed = set(dolmen("legal", file, "--json").json()["legal"])
    payments = [
        "",
        "wood 1",
        "wood 1 stone 1",
        "wood 1 wool 1 copper 1",
        "wood 1 wool 1 copper 1 stone 1",
        "wool 1 copper 1",
    ]
    for field in range(1, 9):
        for payment in payments:
            line = f"hut 1 {field} {payment}".strip()
            accepted = dolmen("replay", write(tmp_path / "y.meduris", text_of([*ROLLED, line]))).status == 0
            assert accepted == (line in listed), line


@pytest.mark.parametrize("word", ["final", "score", "winner"])
def test_a_fixed_line_is_the_only_legal_one(word: str, dolmen: Dolmen, game_file: Path) -> None:
    lines = game_file.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(word))
    assert dolmen("legal", game_file, "--line", place, "--json").json() == {"legal": [lines[place]]}


def test_after_the_end_nothing_is_legal(dolmen: Dolmen, game_file: Path) -> None:
    run = dolmen("legal", game_file, "--json")
    assert run.status == 0 and run.json() == {"legal": []}
    assert dolmen("legal", game_file).out == ""


@pytest.mark.parametrize(
    ("line", "words"), [(0, "there is no line 0"), (999, "there is no line 999"), (2, "the header ends")]
)
def test_a_line_outside_the_game_is_an_error(line: int, words: str, dolmen: Dolmen, tmp_path: Path) -> None:
    assert words in dolmen("legal", write(tmp_path / "x.meduris", text_of(ROLLED)), "--line", line).refused()


def test_a_broken_file_is_refused(dolmen: Dolmen, tmp_path: Path) -> None:
    message = dolmen("legal", write(tmp_path / "x.meduris", text_of([*ROLLED, "hut 1 2"])), "--json").refused()
    assert message.startswith("dolmen: line 11: player 1 may not pay nothing")
