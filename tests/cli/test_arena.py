"""`dolmen arena`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Dolmen, write

COMMON = ("arena", "meduris", "--bots", "random,greedy", "--seed", 3)


def test_the_outcome_is_one_json_object(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen(*COMMON, "--games", 6, "--out", tmp_path / "x", "--plot", tmp_path / "plot.svg", "--json")
    outcome = run.json()
    assert run.status == 0 and run.err == ""
    assert (outcome["game"], outcome["players"], outcome["games"], outcome["setups"]) == ("meduris", 2, 6, 3)
    assert outcome["line_ups"] == [["random", "greedy"]] and outcome["out"] == str(tmp_path / "x")
    best = outcome["standings"][0]
    assert best["bot"] == "greedy" and best["seats"] == 6 and best["victories"]["value"] == 1
    assert best["rating"]["low"] < best["rating"]["value"] < best["rating"]["high"]
    assert best["move"]["mean"] > 0 and best["turn"]["p95"] > 0 and outcome["forfeits"] == []
    assert len(list((tmp_path / "x").glob("*.meduris"))) == 6
    assert "<svg" in (tmp_path / "plot.svg").read_text(encoding="utf-8")


def test_a_rerun_goes_on_and_says_so(dolmen: Dolmen, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "x", "--json")
    assert dolmen(*COMMON, "--games", 2, *out).json()["games"] == 2
    run = dolmen(*COMMON, "--games", 4, "--resume", *out)
    assert run.json()["games"] == 4 and run.err == "dolmen: 2 of 4 games are there already\n"
    again = dolmen(*COMMON, "--games", 4, *out)
    assert again.out == run.out and again.err == "dolmen: 4 of 4 games are there already\n"


def test_for_people_the_outcome_is_a_table(dolmen: Dolmen) -> None:
    run = dolmen("arena", "meduris", "--bots", "random,greedy", "--players", 4, "--games", 2)
    assert run.status == 0 and "greedy" in run.out and "victories" in run.out and "±" in run.out
    assert run.err == "dolmen: 2 bots for 4 seats: the line-ups are random,greedy,random,greedy\n"
    three = dolmen("arena", "meduris", "--bots", "random,greedy,random", "--players", 3, "--games", 1)
    assert "the last set-up is played in 1 of 3 seatings" in three.err


def test_more_bots_than_seats_meet_in_every_selection(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", "from dolmen.bots.random import RandomBot as Mine\n")
    run = dolmen("arena", "meduris", "--bots", f"random,greedy,{file}:Mine", "--games", 6)
    assert run.status == 0 and "greedy is ahead of random in " in run.out and run.err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "clever"), "there is no bot 'clever'; there are: "),
        (("--players", 6), "Meduris is for 2 to 4 players, not 6"),
        (("--setup", "standard"), "Meduris has no option 'setup'"),
        (("--bots", "random,random", "--players", 3), "2 bots for 3 seats, one of them twice"),
        (("--plot", "nowhere/plot.svg"), "nowhere/plot.svg cannot be written: there is no folder nowhere"),
        (("--resume",), "--resume goes on with an arena's games: name the folder with --out DIR"),
    ],
)
def test_wrong_arguments_get_one_clear_message(arguments: tuple[str | int, ...], message: str, dolmen: Dolmen) -> None:
    assert message in dolmen(*COMMON, *arguments).refused()


@pytest.mark.parametrize(
    "arguments", [("--games", "0"), ("--share", "2"), ("--share", "x"), ("--processes", "0"), ("--players", "x")]
)
def test_numbers_out_of_range_are_refused_by_the_parser(arguments: tuple[str, ...], dolmen: Dolmen) -> None:
    assert arguments[0] in dolmen(*COMMON, *arguments).refused(2)


def test_folders_of_others_and_empty_ones_are_refused(dolmen: Dolmen, tmp_path: Path) -> None:
    assert "holds no games of an arena" in dolmen(*COMMON, "--resume", "--out", tmp_path / "x").refused()
    dolmen(*COMMON, "--games", 2, "--out", tmp_path / "x")
    assert "share 1.0, not 0.5" in dolmen(*COMMON, "--share", "0.5", "--out", tmp_path / "x").refused()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1: Connection refused"),
        ("nowhere", "a Ray cluster's address reads HOST:PORT, ray://HOST:PORT or auto, not 'nowhere'"),
        ("localhost:x", "there is no Ray cluster at localhost:x: 'x' is no port"),
    ],
)
def test_an_unreachable_cluster_gets_one_clear_message(address: str, message: str, dolmen: Dolmen) -> None:
    assert message in dolmen(*COMMON, "--ray", address).refused()


def test_ray_is_an_extra(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install '.[ray]'" in dolmen(*COMMON, "--ray", "auto").refused()
