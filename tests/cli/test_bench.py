"""`dolmen bench`: the figures and their names. How fast the rules are is not tested here but recorded in bench/."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis import bench
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.registry import find, load
from tests.cli.conftest import Dolmen

FIGURES = {
    *("decisions_per_second", "games_per_second", "decisions_per_second_all_cores", "games_per_second_all_cores"),
    *("legal_ns", "apply_ns", "copy_ns", "record_bytes"),
    *("cold_compile_seconds", "search_compile_seconds", "warm_start_seconds"),
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the two measurements that start processes; they have a test of their own."""
    starts = {"cold_compile_seconds": 1.0, "search_compile_seconds": 1.0, "warm_start_seconds": 0.5}
    monkeypatch.setattr(bench, "start_times", lambda _: starts)
    monkeypatch.setattr(bench, "interpreted_rate", lambda *_: 1000.0)


@pytest.mark.usefixtures("quick")
def test_the_figures_have_the_agreed_names(dolmen: Dolmen) -> None:
    run = dolmen("bench", "meduris", "--players", 3, "--seconds", "0.05", "--json")
    figures = run.json()
    assert run.status == 0 and set(figures) >= FIGURES | {"game", "players"}
    assert (figures["game"], figures["players"]) == ("meduris", 3)
    assert all(figures[name] > 0 for name in FIGURES - {"apply_ns"})
    assert figures["record_bytes"] == load("meduris").record_type.itemsize <= 256


@pytest.mark.usefixtures("quick")
def test_for_people_the_figures_are_lines(dolmen: Dolmen) -> None:
    run = dolmen("bench", "meduris", "--seconds", "0.02")
    assert run.status == 0 and "decisions per second all cores" in run.out
    assert len(run.out.splitlines()) >= len(FIGURES)


def test_the_search_is_measured_on_one_thread_and_on_two(dolmen: Dolmen) -> None:
    figures = dolmen("bench", "meduris", "--players", 2, "--search", "--seconds", "0.01", "--json").json()
    assert figures["visits_per_second"] > 0 and figures["visits_per_second_two_threads"] > 0
    assert figures["two_threads_gain"] > 0 and figures["visits"] >= 64


def test_the_environments_are_measured(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, fewer in (("REPEATS", 1), ("WARM_UP_STEPS", 2), ("GAMES", 8)):
        monkeypatch.setattr(f"dolmen.envs.measure.{name}", fewer)
    figures = dolmen("bench", "meduris", "--players", 2, "--envs", "--seconds", "0.001", "--json").json()
    kinds = ("self", "random", "greedy", "learned")
    names = ("pettingzoo", "gymnasium_random", "gymnasium_greedy", *(f"vector_{kind}" for kind in kinds), "open_spiel")
    assert list(figures) == ["game", "players", "vector_games", *(f"{name}_steps_per_second" for name in names)]
    assert (figures["game"], figures["players"], figures["vector_games"]) == ("meduris", 2, 8)
    assert all(figures[f"{name}_steps_per_second"] > 0 for name in names)


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_reading_is_measured_with_games_of_our_own_and_with_files(dolmen: Dolmen, tmp_path: Path, game: str) -> None:
    file = tmp_path / f"game{find(game).extension}"
    bots = [find_bot("greedy", game)] * 3
    file.write_text(simulate(load(game, 3), bots, seed=1, number=0, max_turns=5000)[0].to_text(), encoding="utf-8")
    run = dolmen("bench", game, "--players", 3, "--seconds", "0.01", "--json", "--replay", file)
    figures = run.json()
    assert (figures["game"], figures["players"], figures["files"]) == (game, 3, bench.GAMES_READ)
    assert all(figures[name] > 0 for name in ("files_per_second", "ms_per_file", "microseconds_per_decision"))
    (read,) = figures["read"]
    assert read["file"] == str(file) and read["ms"] > 0 and read["decisions"] > 100 and read["rows_checked"] is None


def test_for_people_the_figures_of_reading_are_lines(dolmen: Dolmen) -> None:
    run = dolmen("bench", "meduris", "--seconds", "0.01", "--replay")
    assert run.status == 0 and "ms per file" in run.out and "read" not in run.out


def test_a_file_that_cannot_be_read_is_named(dolmen: Dolmen) -> None:
    assert "cannot be read" in dolmen("bench", "meduris", "--seconds", "0.01", "--replay", "nowhere.meduris").refused()


@pytest.mark.parametrize("what", [("--replay",), ("--envs",), ("--search",), ("--batch", "8")])
def test_what_is_measured_of_games_is_not_measured_of_the_table(what: tuple[str, ...], dolmen: Dolmen) -> None:
    assert f"{what[0]} is for games, not for the table" in dolmen("bench", "table", *what).refused()


def test_one_thing_is_measured_at_a_time(dolmen: Dolmen) -> None:
    assert "not allowed with argument" in dolmen("bench", "meduris", "--envs", "--search").refused(2)


def test_a_wrong_number_of_players_is_refused(dolmen: Dolmen) -> None:
    assert "2 to 4 players, not 9" in dolmen("bench", "meduris", "--players", 9).refused()


def test_the_interpreted_rules_are_measured_in_a_process_of_their_own() -> None:
    assert bench.interpreted_rate(load("meduris", 3), 0.1) > 100
