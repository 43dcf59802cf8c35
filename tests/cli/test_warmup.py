"""`dolmen warmup`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis.warmup import compile_apart, is_warm, note_warm, steps
from dolmen.contract.registry import games, load
from dolmen.core.errors import UnknownGame
from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen


def test_the_rules_of_all_games_are_made_ready(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(keys: list[str]) -> dict[str, dict[str, float]]:
        asked.extend(keys)
        return {}

    monkeypatch.setattr("dolmen.cli.warmup.warm_up", note)
    run = dolmen("warmup")
    assert run.status == 0 and run.err == "" and run.out.startswith(f"ready: {', '.join(games())} in ")
    assert asked == list(games())


def test_what_was_made_ready_is_one_json_object(dolmen: Dolmen) -> None:
    run = dolmen("warmup", "meduris", "--json")
    ready = run.json()
    assert run.status == 0 and run.err == "" and set(ready) == {"games", "seconds", "cache", "interpreted", "steps"}
    assert {"legal decisions", "bot: greedy"} <= set(ready["steps"]["meduris"])
    assert ready["games"] == ["meduris"] and ready["seconds"] >= 0 and ready["interpreted"] == INTERPRETED
    assert ready["cache"] is None if INTERPRETED else Path(ready["cache"]).is_dir()


def test_an_unknown_game_is_refused(dolmen: Dolmen) -> None:
    assert dolmen("warmup", "chess").refused() == f"dolmen: there is no game 'chess'; there are: {', '.join(games())}"


def test_every_step_has_a_name_and_can_be_taken_twice() -> None:
    names = [name for name, call in steps(load("meduris", 3)) if [call(), call()]]
    assert len(set(names)) == len(names) and {"legal decisions", "bot: greedy", "payments"} <= set(names)


def test_games_are_compiled_side_by_side_in_processes_of_their_own() -> None:
    reports = list(compile_apart(["meduris", "terra-mystica"]))
    for game in ("meduris", "terra-mystica"):
        of_game = [report for report in reports if report.game == game]
        assert [report.seconds is None for report in of_game] == [True, False] * of_game[0].of


def test_what_goes_wrong_in_a_process_of_its_own_is_told() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        list(compile_apart(["chess"]))


def test_what_was_compiled_is_noted_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOLMEN_CACHE", str(tmp_path))
    assert is_warm(["meduris"]) == INTERPRETED
    note_warm(["meduris"])
    assert is_warm(["meduris"]) and is_warm(["meduris", "terra-mystica"]) == INTERPRETED
