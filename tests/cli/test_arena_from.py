"""`dolmen arena --from`: games that begin in positions of others."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

import pytest

from tests.cli.conftest import Dolmen, write
from tests.conftest import game_text


@pytest.fixture
def played(tmp_path: Path) -> list[Path]:
    """Two finished games of Meduris for three players."""
    return [write(tmp_path / f"{bot}.meduris", game_text(3, bot)) for bot in ("greedy", "random")]


def test_the_command_tells_the_difference_and_goes_on(dolmen: Dolmen, played: list[Path], tmp_path: Path) -> None:
    words: tuple[str | int | Path, ...] = (
        "arena",
        "meduris",
        "--from",
        *played,
        "--round",
        6,
        "--bots",
        "greedy",
        "--seed",
        3,
    )
    kept: tuple[str | int | Path, ...] = (*words, "--out", tmp_path / "x", "--json")
    told = dolmen(*kept).json()
    assert (told["games"], told["players"], told["seed"]) == (2, 3, 3)
    assert [Path(one["file"]).name for one in told["from"]] == ["greedy.meduris", "random.meduris"]
    (one,) = told["comparison"]
    assert one["bot"] == "greedy" and one["seats"] == 6 and one["positions"] == 2 and one["standard_error"] > 0
    for game in told["compared"]:
        assert game["differences"] == [now - then for now, then in zip(game["scores"], game["reached"], strict=True)]
    assert one["difference"]["value"] == pytest.approx(fmean(fmean(game["differences"]) for game in told["compared"]))
    again = dolmen(*kept)
    assert again.json() == told and "2 of 2 games are there already" in again.err
    assert json.loads((tmp_path / "x" / "arena.json").read_text())["from"] == told["from"]
    assert "another arena's games: from" in dolmen(*words[:-4], "--round", 5, *kept[-7:]).refused()
    assert "greedy from the beginning of round 6: " in dolmen(*words).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--round", 900), r"greedy.meduris has no round 900: its last is round "),
        (("--line", 9000), "greedy.meduris: there is no line 9000: the file has lines 1 to "),
        ((), "--from needs --round R or --line L"),
        (("--round", 2, "--players", 3), "--from takes the set-up from the files: leave --players out"),
    ],
)
def test_wrong_places_get_one_sentence(
    arguments: tuple[str | int, ...], message: str, dolmen: Dolmen, played: list[Path]
) -> None:
    assert message in dolmen("arena", "meduris", "--from", played[0], "--bots", "greedy", *arguments).refused()


def test_files_that_cannot_be_compared_are_refused(dolmen: Dolmen, played: list[Path], tmp_path: Path) -> None:
    common: tuple[str | int | Path, ...] = ("--round", 2, "--bots", "greedy")
    part = write(tmp_path / "part.meduris", "".join(played[0].read_text().splitlines(keepends=True)[:30]))
    assert "part.meduris is a game that is not over" in dolmen("arena", "meduris", "--from", part, *common).refused()
    last = len(played[0].read_text().splitlines())
    over = dolmen("arena", "meduris", "--from", played[0], "--line", last, "--bots", "greedy").refused()
    assert "is over after line" in over
    other = dolmen("arena", "terra-mystica", "--from", played[0], *common).refused()
    assert "is a game of Meduris, not of Terra Mystica" in other
    missing = dolmen("arena", "meduris", "--from", tmp_path / "no", *common).refused()
    assert missing == f"dolmen: {tmp_path / 'no'} cannot be read: No such file or directory"
    assert "--round and --line say where games of --from" in dolmen("arena", "meduris", *common).refused()
    two = write(tmp_path / "two.meduris", game_text(2, "greedy"))
    several = dolmen("arena", "meduris", "--from", played[0], two, *common).refused()
    assert "is for 2 players, " in several and "for 3: name files of one number" in several
