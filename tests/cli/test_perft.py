"""`dolmen perft`."""

from __future__ import annotations

from pathlib import Path

from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen, write
from tests.meduris.conftest import CHIPS, HEADER, PLACED, text_of

CASE = f"id the opening\nline meduris 1\nline players 2\nline {CHIPS}\ndepth 1 4\ndepth 2 16\n"


def test_the_tree_below_the_end_of_a_game_file_is_counted(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(HEADER))
    run = dolmen("perft", file, "--depth", 4)
    assert run.status == 0 and run.out.split()[0] == "252"
    assert dolmen("perft", file, "--depth", 4, "--json").json() == {
        "file": str(file),
        "depth": 4,
        "count": 252,
        "split": None,
    }


def test_the_split_is_the_count_below_each_decision(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(HEADER))
    split = {f"place {plain}": 63 for plain in ("wood", "wool", "copper", "stone")}
    counted = dolmen("perft", file, "--depth", 4, "--split", "--json").json()
    assert counted["split"] == split and counted["count"] == 252
    lines = dolmen("perft", file, "--depth", 4, "--split").out.splitlines()
    assert lines[0].split() == ["63", "place", "wood"] and len(lines) == 5


def test_several_files_are_counted(dolmen: Dolmen, tmp_path: Path, game_file: Path) -> None:
    rolled = write(tmp_path / "y.meduris", text_of(PLACED))
    counts = [run["count"] for run in dolmen("perft", game_file, rolled, "--depth", 1, "--json").json_lines()]
    assert counts == [1, 6]


def test_known_counts_are_compared(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.perft", CASE)
    run = dolmen("perft", file)
    assert (run.status, run.out, run.err) == (0, f"{file}: the opening: ok\n", "")
    assert dolmen("perft", file, "--json").json() == {
        "file": str(file),
        "id": "the opening",
        "ok": True,
        "mismatches": [],
    }


def test_a_mismatch_shows_the_split_and_gives_status_1(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.perft", CASE.replace("depth 2 16", "depth 2 15"))
    run = dolmen("perft", file)
    assert run.status == 1 and "depth 2 has 16, expected 15" in run.err
    assert [line.split() for line in run.err.splitlines()[1:]] == [
        ["4", "place", plain] for plain in ("wood", "wool", "copper", "stone")
    ]
    found = dolmen("perft", file, "--json")
    assert found.status == 1 and found.json()["mismatches"] == [[2, 15, 16]]


def test_large_counts_may_be_left_out(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.perft", CASE.replace("depth 2 16", "depth 2 1500"))
    assert dolmen("perft", file, "--max-count", 100).status == 0


def test_the_projects_own_counts_are_right(dolmen: Dolmen) -> None:
    files = sorted((Path(__file__).parents[1]).glob("*/perft/*.perft"))
    if files:
        run = dolmen("perft", "--max-count", 200 if INTERPRETED else 3000, *files)
        assert run.status == 0 and run.err == ""


def test_a_file_that_is_no_such_file_is_refused(dolmen: Dolmen, tmp_path: Path, game_file: Path) -> None:
    assert "line 1: a position begins with 'id NAME'" in dolmen("perft", game_file).refused()
    perft = write(tmp_path / "x.perft", CASE)
    assert "no game that Dolmen knows" in dolmen("perft", perft, "--depth", 1).refused()
    assert "cannot be read" in dolmen("perft", tmp_path / "missing.perft").refused()
    broken = write(tmp_path / "broken.perft", CASE.replace("players 2", "players 7"))
    assert "the number of players must be" in dolmen("perft", broken).refused()
    odd = write(tmp_path / "odd.perft", CASE.replace("depth 2", "depth ²"))
    assert "line 6" in dolmen("perft", odd).refused()
