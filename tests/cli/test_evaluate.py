"""`dolmen evaluate`, and what `dolmen leaderboard` makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.arena import protocol
from dolmen.arena.protocol import PROTOCOL_VERSION, SEED
from tests.cli.conftest import Dolmen, write

COMMON = ("evaluate", "meduris", "--bot", "greedy", "--players", 2, "--against", "random")


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A protocol of 20 games, of which a quick look plays 2."""
    monkeypatch.setattr(protocol, "GAMES", 20)


def test_an_outcome_is_what_the_arena_tells_with_the_protocol(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen(*COMMON, "--out", tmp_path / "x", "--json")
    outcome = run.json()
    assert run.status == 0 and run.err == ""
    assert outcome["versions"]["protocol"] == PROTOCOL_VERSION and outcome["versions"]["rules"] == 1
    assert (outcome["seed"], outcome["games"], outcome["setups"]) == (SEED, 20, 10)
    assert outcome["bots"] == ["greedy", "random"] and outcome["standings"][0]["victories"]["value"] == 1
    arena = dolmen(
        "arena", "meduris", "--bots", "greedy,random", "--seed", SEED, "--games", 20,
        "--out", tmp_path / "x" / "meduris-2-random", "--json",
    )  # fmt: skip
    assert {**arena.json(), "out": None} == {**outcome, "out": None}  # the same arena, and the same games on disk


def test_a_quick_look_is_called_so_and_goes_on_later(dolmen: Dolmen, tmp_path: Path) -> None:
    quick = dolmen(*COMMON, "--quick", "--out", tmp_path / "x")
    assert quick.status == 0 and "quick: a tenth of the set-ups, for a first look" in quick.out
    assert f"protocol {PROTOCOL_VERSION}" in quick.out and f"seed {SEED}" in quick.out and "even" in quick.out
    assert len(list((tmp_path / "x").rglob("*.meduris"))) == 2
    assert dolmen(*COMMON, "--out", tmp_path / "x", "--json").json()["games"] == 20


def test_every_number_of_players_and_every_opponent_without_more_words(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", "from dolmen.bots.random import RandomBot as Mine\n")
    run = dolmen("evaluate", "meduris", "--bot", f"{file}:Mine", "--quick", "--against", "greedy,random", "--json")
    told = [(line["players"], line["bots"][-1]) for line in run.json_lines()]
    assert told == [(players, bot) for players in (2, 3, 4) for bot in ("random", "greedy")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bot", "clever"), "there is no bot 'clever'; there are: "),
        (("--bot", "nowhere.py:Mine"), "there is no file nowhere.py"),
        (("--bot", "nowhere:Mine"), "nowhere cannot be loaded: ModuleNotFoundError"),
        (("--bot", ":Mine"), "':Mine' is no bot: it reads FILE.py:CLASS or MODULE:CLASS"),
        (("--bot", "nowhere.py:"), "'nowhere.py:' is no bot"),
        (("--bot", "learned:"), "'learned:' names no weights: it reads learned:FILE.npz"),
        (("--bot", "cmd:nobody-has-this"), "there is no program 'nobody-has-this'"),
        (("--bot", "learned:nowhere.npz"), "the weights nowhere.npz cannot be read"),
        (("--players", 5), "Meduris is evaluated with 2 to 4 players, not 5"),
        (("--against", "expert"), "'expert' is no opponent of greedy in this protocol: random, strong"),
        (("--against", "greedy"), "'greedy' is no opponent of greedy in this protocol"),
        (("--against", ","), "a list of bots reads 'greedy,random', not ','"),
        (("--ray", "nowhere"), "a Ray cluster's address reads"),
    ],
)
def test_wrong_arguments_get_one_clear_message(arguments: tuple[str | int, ...], message: str, dolmen: Dolmen) -> None:
    assert message in dolmen(*COMMON, *arguments).refused()


def test_a_folder_of_another_bot_is_refused(dolmen: Dolmen, tmp_path: Path) -> None:
    dolmen(*COMMON, "--quick", "--out", tmp_path / "x")
    other = dolmen(*COMMON, "--bot", "novice", "--quick", "--out", tmp_path / "x")
    assert "bots greedy,random, not novice,random; name another folder" in other.refused()


def test_an_outcome_is_added_to_a_leaderboard(dolmen: Dolmen, tmp_path: Path) -> None:
    result = write(tmp_path / "result.json", dolmen(*COMMON, "--json").out)
    board = tmp_path / "board.json"
    added = dolmen("leaderboard", board, "--add", result, "--name", "Mine", "--by", "me")
    assert added.status == 0 and added.err == f"dolmen: 1 rows are in {board}\n"
    assert "Mine" in added.out and "Meduris, 2 players" in added.out and "100.0%" in added.out
    (row,) = dolmen("leaderboard", board, "--json").json_lines()
    assert (row["name"], row["by"], row["games"]) == ("Mine", "me", 20)


def test_what_is_no_result_is_refused_and_nothing_is_written(dolmen: Dolmen, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    assert "there is no file" in dolmen("leaderboard", board).refused()
    assert "cannot be read" in dolmen("leaderboard", board, "--add", tmp_path / "none").refused()
    other = dolmen("arena", "meduris", "--bots", "random,greedy", "--games", 2, "--json").out
    message = dolmen("leaderboard", board, "--add", write(tmp_path / "r", other)).refused()
    assert "line 1: these are not the terms of protocol" in message and not board.exists()
    write(board, '{"rows": []}')
    assert "--name and --by belong to a result" in dolmen("leaderboard", board, "--name", "x").refused()
