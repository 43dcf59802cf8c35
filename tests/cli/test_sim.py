"""`dolmen sim`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis.replay import read
from dolmen.contract.versions import versions_of
from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen, in_a_process, write
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.meduris.test_board import areas_text


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_same_seed_gives_the_same_bytes(players: int, policy: str, dolmen: Dolmen, tmp_path: Path) -> None:
    if INTERPRETED and policy == "greedy":
        pytest.skip("greedy games take long when interpreted")
    common = ("sim", "meduris", "--players", players, "--games", 3, "--policy", policy, "--out")
    for name, seed in (("one", 7), ("two", 7), ("three", 8)):
        assert dolmen(*common, tmp_path / name, "--seed", seed).status == 0
    one, two, three = (contents(tmp_path / name) for name in ("one", "two", "three"))
    assert one == two and one != three
    assert list(one) == [f"meduris-{number:06}.meduris" for number in (1, 2, 3)] and len(set(one.values())) == 3
    for path in (tmp_path / "one").iterdir():
        transcript = read(path)
        assert transcript.finished and len(transcript.scores()) == players
        assert b"\r" not in path.read_bytes() and b"seed 7\n" in path.read_bytes()


@pytest.mark.process
def test_another_process_gives_the_same_bytes(dolmen: Dolmen, tmp_path: Path) -> None:
    arguments = ("sim", "meduris", "--players", "4", "--games", "2", "--seed", "3", "--out")
    dolmen(*arguments, tmp_path / "here")
    run = in_a_process(*arguments, tmp_path / "there", PYTHONHASHSEED="77")
    assert run.status == 0 and run.err == ""
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_game_does_not_depend_on_how_many_are_played(dolmen: Dolmen, tmp_path: Path) -> None:
    for games in (1, 3):
        dolmen("sim", "meduris", "--games", games, "--out", tmp_path / str(games))
    assert contents(tmp_path / "1").items() <= contents(tmp_path / "3").items()


def test_the_summary_is_one_json_object(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("sim", "meduris", "--players", 3, "--games", 4, "--seed", 5, "--out", tmp_path / "a" / "b", "--json")
    summary = run.json()
    assert run.status == 0 and run.err == ""
    transcripts = [read(path) for path in (tmp_path / "a" / "b").iterdir()]
    wins = [sum(seat in transcript.winners() for transcript in transcripts) for seat in (1, 2, 3)]
    assert summary == {
        "versions": versions_of("meduris"),
        "game": "meduris",
        "players": 3,
        "games": 4,
        "seed": 5,
        "policy": "random",
        "out": str(tmp_path / "a" / "b"),
        "decisions": sum(transcript.state.decisions for transcript in transcripts),
        "truncated": 0,
        "wins": wins,
    }


def test_for_people_the_summary_is_a_line(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("sim", "meduris", "--out", tmp_path / "x")
    assert run.status == 0 and run.err == "" and run.out.startswith(f"1 games in {tmp_path / 'x'}, ")


@pytest.mark.parametrize("turns", [1, 5])
def test_a_game_cut_short_is_reported_and_has_so_many_turns(turns: int, dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen("sim", "meduris", "--games", 2, "--max-turns", turns, "--out", tmp_path / "x", "--json")
    assert run.status == 0 and run.json()["truncated"] == 2 and run.json()["wins"] == [0, 0]
    assert run.err == f"dolmen: 2 of 2 games were cut short after {turns} turns\n"
    for text in contents(tmp_path / "x").values():
        assert text.count(b"\nroll") == turns
    for path in (tmp_path / "x").iterdir():
        assert not read(path).finished


def test_a_cap_that_is_not_reached_changes_nothing(dolmen: Dolmen, tmp_path: Path) -> None:
    dolmen("sim", "meduris", "--out", tmp_path / "a")
    assert dolmen("sim", "meduris", "--out", tmp_path / "b", "--max-turns", 4000).err == ""
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_games_may_be_played_on_a_hosts_board(dolmen: Dolmen, tmp_path: Path) -> None:
    board = write(tmp_path / "mine.toml", areas_text(48))
    assert dolmen("sim", "meduris", "--players", 4, "--board", board, "--out", tmp_path / "x").status == 0
    (path,) = (tmp_path / "x").iterdir()
    assert "\nboard mine " in path.read_text(encoding="utf-8") and read(path, {"board": str(board)}).finished
    small = write(tmp_path / "small.toml", areas_text(39))
    assert (
        "39 fields are too few"
        in dolmen("sim", "meduris", "--players", 4, "--board", small, "--out", tmp_path / "y").refused()
    )


@pytest.mark.parametrize("players", [1, 5, 9])
def test_a_wrong_number_of_players_is_refused(players: int, dolmen: Dolmen, tmp_path: Path) -> None:
    message = dolmen("sim", "meduris", "--players", players, "--out", tmp_path / "x").refused()
    assert message == f"dolmen: Meduris is for 2 to 4 players, not {players}" and not (tmp_path / "x").exists()


def test_a_folder_that_cannot_be_made_is_refused(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "file", "")
    for folder in (file, file / "below"):
        assert "cannot be made" in dolmen("sim", "meduris", "--out", folder).refused()


def test_the_largest_seed_is_played(dolmen: Dolmen, tmp_path: Path) -> None:
    assert dolmen("sim", "meduris", "--seed", 4294967295, "--out", tmp_path / "x").status == 0
