"""`dolmen warmup`."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from dolmen.analysis.warmup import compile_apart, is_warm, note_warm, steps
from dolmen.cli.warmup import warm_up
from dolmen.contract.registry import games, load
from dolmen.core.errors import UnknownGame
from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen


def test_the_rules_of_all_games_are_made_ready(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(keys: list[str], *, envs: bool) -> dict[str, dict[str, float]]:
        assert not envs
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


@pytest.mark.parametrize("warm", [True, False])
def test_where_there_is_no_terminal_the_log_tells_of_compiling(
    warm: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dolmen.analysis.warmup.is_warm", lambda _: warm)
    for compiling in ("compile_here", "compile_apart", "note_warm"):
        monkeypatch.setattr(f"dolmen.analysis.warmup.{compiling}", lambda *_: iter(()))
    with caplog.at_level(logging.INFO):
        warm_up(["meduris", "terra-mystica"])
    told = [record.getMessage() for record in caplog.records]
    begun = "compiling the rules for this machine, once, which takes some minutes: Meduris, Terra Mystica"
    assert told == ([] if warm else [begun, "the rules are compiled, in 0 s"])


SERVING = """
from pathlib import Path
from unittest.mock import patch
from dolmen.cli import main
with (
    patch("dolmen.analysis.warmup.is_warm", lambda keys: False),
    patch("dolmen.analysis.warmup.compile_apart", lambda *given: iter(())),
    patch("dolmen.analysis.warmup.note_warm"),
    patch("dolmen.cli.serve._stay", lambda *given, **named: 0),
    patch("dolmen.server.rendering.STATIC", Path("FOLDER")),
):
    main(["serve", "--port", "0", "--database", "sqlite:///FOLDER/tables.sqlite"])
"""
"""A server that has everything to compile, but does not; and that leaves once it is ready."""


@pytest.mark.process
def test_a_server_tells_of_compiling_before_anything_else(tmp_path: Path) -> None:
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "htmx.min.js").touch()
    program = SERVING.replace("FOLDER", str(tmp_path))
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    first, second = result.stderr.splitlines()[:2]
    assert "INFO dolmen.cli.warmup: compiling the rules for this machine, once" in first
    assert "INFO dolmen.cli.warmup: the rules are compiled, in 0 s" in second


def test_an_unknown_game_is_refused(dolmen: Dolmen) -> None:
    assert dolmen("warmup", "chess").refused() == f"dolmen: there is no game 'chess'; there are: {', '.join(games())}"


def test_what_environments_need_is_made_ready_too(dolmen: Dolmen) -> None:
    steps = dolmen("warmup", "meduris", "--envs", "--json").json()["steps"]["meduris"]
    assert {"bot: greedy", "one environment", "many environments", "many environments: greedy"} <= set(steps)


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
