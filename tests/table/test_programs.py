"""The example bot and the host's commands, against a real server."""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path

import pytest

from dolmen.cli import main
from dolmen.errors import InvalidSetup
from dolmen.store import Store
from dolmen.table.config import read_config
from tests.table.conftest import Server

ROOT = Path(__file__).parents[2]


def test_the_example_bot_plays_a_whole_game(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    run_path(str(ROOT / "examples" / "api_bot.py"))["main"](server.url)
    assert "points: [" in capsys.readouterr().out


def test_a_host_lists_exports_imports_backs_up_and_deletes(
    server: Server, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here:Ben")
    ana.move(table, ana.choose(table))
    database = f"--database={tmp_path}/tables.sqlite"
    assert main(["admin", "list", database]) == 0
    assert table in capsys.readouterr().out
    told = tmp_path / "table.json"
    assert main(["admin", "export", table, "--out", str(told), database]) == 0
    assert json.loads(told.read_text())["events"][0]["payload"] == {"actions": ["place wood"]}
    assert main(["admin", "import", str(told), database]) == 0
    copy = capsys.readouterr().out.strip()
    assert server.context.tables.live(copy).state.history == server.context.tables.live(table).state.history
    kept = tmp_path / "kept.sqlite"
    assert main(["admin", "backup", "--out", str(kept), database]) == 0
    assert main(["admin", "delete", table, database]) == 0
    assert store.events(table) == []
    restored = Store(f"sqlite:///{kept}")
    assert len(restored.events(table)) == 1
    restored.close()
    assert main(["admin", "delete", table, database]) == 1


def test_settings_come_from_flags_then_environment_then_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "dolmen.toml"
    file.write_text('port = 1\nhost = "a"\npace = 3\n')
    monkeypatch.setenv("DOLMEN_PORT", "2")
    monkeypatch.setenv("DOLMEN_HOST", "b")
    config = read_config({"port": 3, "workers": None}, str(file))
    assert (config.port, config.host, config.pace, config.workers) == (3, "b", 3.0, 1)
    file.write_text("colour = 1\n")
    with pytest.raises(InvalidSetup, match="there is no setting 'colour'"):
        read_config({}, str(file))


def test_several_workers_on_sqlite_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "2", "--database", "x.sqlite"]) == 1
    assert "several workers need PostgreSQL" in capsys.readouterr().err
