"""`dolmen warmup`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.kernel import INTERPRETED
from dolmen.registry import games, load
from dolmen.warmup import is_warm, note_warm, steps
from tests.cli.conftest import Dolmen


def test_the_rules_of_all_games_are_made_ready(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("dolmen.cli.warmup.warm_up", asked.extend)
    run = dolmen("warmup")
    assert run.status == 0 and run.err == "" and run.out.startswith(f"ready: {', '.join(games())} in ")
    assert asked == list(games())


def test_what_was_made_ready_is_one_json_object(dolmen: Dolmen) -> None:
    run = dolmen("warmup", "meduris", "--json")
    ready = run.json()
    assert run.status == 0 and run.err == "" and set(ready) == {"games", "seconds", "cache", "interpreted"}
    assert ready["games"] == ["meduris"] and ready["seconds"] >= 0 and ready["interpreted"] == INTERPRETED
    assert ready["cache"] is None if INTERPRETED else Path(ready["cache"]).is_dir()


def test_an_unknown_game_is_refused(dolmen: Dolmen) -> None:
    assert dolmen("warmup", "chess").refused() == f"dolmen: there is no game 'chess'; there are: {', '.join(games())}"


def test_every_step_has_a_name_and_can_be_taken_twice() -> None:
    names = [name for name, call in steps(load("meduris", 3)) if [call(), call()]]
    assert len(set(names)) == len(names) and {"legal decisions", "bot: greedy", "payments"} <= set(names)


def test_what_was_compiled_is_noted_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOLMEN_CACHE", str(tmp_path))
    assert is_warm(["meduris"]) == INTERPRETED
    note_warm(["meduris"])
    assert is_warm(["meduris"]) and is_warm(["meduris", "terra-mystica"]) == INTERPRETED
