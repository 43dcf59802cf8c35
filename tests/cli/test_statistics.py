"""`dolmen admin collect`, `statistics` and `ratings`: a folder of games is one command."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest

from dolmen.cli.admin import statistics as command
from tests.cli.conftest import Dolmen
from tests.server.games_played import played_text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games of both kinds, one of them twice, and two files that hold none."""
    games = tmp_path / "games"
    (games / "more").mkdir(parents=True)
    texts = {
        "one.meduris": played_text("meduris", 2),
        "again.meduris": played_text("meduris", 2) + "# the same game\n",
        "more/two.txt": played_text("terra-mystica", 3),
        "notes.txt": "We met on Friday.\n",
        "half.meduris": "\n".join(played_text("meduris", 3).splitlines()[:30]) + "\n",
    }
    for name, text in texts.items():
        (games / name).write_text(text, encoding="utf-8")
    return games


def test_a_folder_is_read_once(dolmen: Dolmen, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "AT_ONCE", 2)
    database = ("--database", tmp_path / "d.sqlite")
    run = dolmen("admin", "collect", folder, "--json", "--processes", 1, *database)
    assert run.status == 0 and run.json() == {"files": 5, "new": 2, "known": 1, "bad": 2}
    told = run.err.splitlines()
    assert len(told) == 2 and "half.meduris: the game is not over" in run.err and "notes.txt: line 1" in run.err
    again = dolmen("admin", "collect", folder, *database)
    assert again.out == "5 files: 0 games are new, 3 were known, 2 cannot be counted\n"
    assert dolmen("admin", "collect", tmp_path / "nowhere", *database).refused()
    assert "needs a folder" in dolmen("admin", "collect", *database).refused()


def test_games_of_bots_are_told_apart(dolmen: Dolmen, folder: Path, tmp_path: Path) -> None:
    database = ("--database", tmp_path / "d.sqlite")
    dolmen("admin", "collect", folder / "one.meduris", "--bots", *database)
    dolmen("admin", "collect", folder / "more", *database)
    assert dolmen("admin", "statistics", "meduris", "--json", *database).json()["games"] == 1
    assert dolmen("admin", "statistics", "meduris", "--source", "log", "--json", *database).json()["games"] == 0
    found = dolmen("admin", "statistics", "terra-mystica", "--players", 3, "--json", *database).json()
    assert found["games"] == 1 and [kind["kind"] for kind in found["kinds"]] == ["faction", "opening"]
    text = dolmen("admin", "statistics", "terra-mystica", *database).out
    assert text.startswith("Terra Mystica: 1 games of table, log\n") and "faction" in text
    rows = list(csv.DictReader(StringIO(dolmen("admin", "statistics", "terra-mystica", "--csv", *database).out)))
    assert sum(row["part"] == "fact" and row["kind"] == "faction" for row in rows) == 3
    out = tmp_path / "s.csv"
    dolmen("admin", "statistics", "terra-mystica", "--csv", "--out", out, *database)
    assert out.read_text().startswith("part,kind,value")
    assert "there is no source" in dolmen("admin", "statistics", "meduris", "--source", "x", *database).refused()
    assert "is for 2 to 4 players" in dolmen("admin", "statistics", "meduris", "--players", 7, *database).refused()
    assert "no game 'chess'" in dolmen("admin", "statistics", "chess", *database).refused()
    assert "no player 'nobody'" in dolmen("admin", "statistics", "meduris", "--with", "nobody", *database).refused()


def test_ratings_are_told_strongest_first(dolmen: Dolmen, tmp_path: Path) -> None:
    database = ("--database", tmp_path / "d.sqlite")
    told = dolmen("admin", "ratings", "meduris", "--json", *database).json_lines()
    numbers = [one["number"] for one in told]
    assert numbers == sorted(numbers, reverse=True) and all(one["bot"] for one in told)
    assert "measured" in dolmen("admin", "ratings", "meduris", *database).out
