"""The example bot and the host's commands, against a real server."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from runpy import run_path

import pytest

from dolmen.cli import main
from dolmen.core.errors import InvalidSetup
from dolmen.server.commands import chat, making, moves, seats
from dolmen.server.config import read_config
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import Store
from tests.server.people import Server
from tests.store.conftest import new_database, postgres_server

__all__ = ["postgres_server"]  # a fixture that is used here, too

ROOT = Path(__file__).parents[2]


def test_the_example_bot_plays_a_whole_game(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    run_path(str(ROOT / "examples" / "api_bot.py"))["main"](server.url)
    assert "points: [" in capsys.readouterr().out


def test_a_host_lists_exports_imports_backs_up_and_deletes(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here:Ben")
    ana.move(table, ana.choose(table))
    store = server.context.store
    database = f"--database={store.engine.url.database}"
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


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"{tmp_path}/players.sqlite"
    return new_database(request.getfixturevalue("postgres_server"))


def test_a_host_hands_out_and_forgets_what_is_kept_about_a_player(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(database)
    tables = LiveTables(store, Hub(), "secret")
    ana, ben = store.new_player("Ana", "es"), store.new_player("Ben")
    store.register(ana.id, "Ana-42", "correct horse")
    store.new_token(ana.id, "session")
    table = making.create(tables, "meduris", ben, ["me", "open"]).id
    seats.join(tables, table, ana)
    chat.say(tables, table, ana, "good luck")
    moves.move(tables, table, ben, 0, store.last_sequence(table), ["place wood"], None)
    moves.move(tables, table, ana, 1, store.last_sequence(table), ["place wool"], None)
    where = f"--database={database}"

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["admin", *words, where])
        out, err = capsys.readouterr()
        return code, out, err

    assert run("players")[1].splitlines() == [f"{ana.id}  {'Ana':20} ana-42", f"{ben.id}  Ben"]
    assert [json.loads(line)["name"] for line in run("players", "--json")[1].splitlines()] == ["Ana", "Ben"]
    for who in (ana.id, "ANA-42", "ana"):  # by id, account, name
        code, out, _ = run("export-player", who)
        told = json.loads(out)
        assert code == 0 and told["player"]["login"] == "ana-42"
    assert [event["kind"] for event in told["events"]] == ["sit", "move"]
    [seat] = told["seats"]
    assert (seat["table"], seat["seat"], seat["name"], seat["kind"]) == (table, 1, "Ana", "person")
    assert [line["text"] for line in told["chat"]] == ["good luck"] and told["tokens"][0]["kind"] == "session"
    assert told["tables"][0]["id"] == table and "horse" not in out and "password" not in out
    file = tmp_path / "ana.json"
    assert run("export-player", "ana", "--out", str(file))[:2] == (0, "")
    assert json.loads(file.read_text()) == told
    twin = store.new_player("Ben")
    for deed in ("export-player", "delete-player"):
        code, out, err = run(deed, "Nobody")
        assert (code, out) == (1, "") and "there is no player 'Nobody'" in err and "Traceback" not in err
        code, out, err = run(deed, "Ben")
        assert (code, out) == (1, "") and "2 players are called 'Ben'" in err and twin.id in err
        code, _, err = run(deed)
        assert code == 1 and "needs a player" in err
    state = tables.live(table).state.to_bytes()
    code, out, err = run("delete-player", "ana-42")
    assert (code, out) == (0, "") and f"forgot Ana ({ana.id})" in err
    assert store.player(ana.id) is None and run("export-player", ana.id)[0] == 1
    kept = (
        json.dumps([asdict(event) for event in store.events(table)]) + str(store.seats(table)) + str(store.chat(table))
    )
    assert "Ana" not in kept and ana.id not in kept and "good luck" not in kept
    tables.forget(table)
    assert tables.live(table).state.to_bytes() == state  # the game is as it was
    store.close()


def test_an_export_that_cannot_be_read_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = f"--database={tmp_path}/t.sqlite"
    for text in ("{", "{}", '{"table": {"name": 1}, "seats": [], "events": []}'):
        file = tmp_path / "broken.json"
        file.write_text(text)
        assert main(["admin", "import", str(file), where]) == 1
        assert "is not what 'admin export' writes" in capsys.readouterr().err
    assert main(["admin", "import", str(tmp_path / "missing.json"), where]) == 1
    assert main(["admin", "backup", "--out", str(tmp_path / "no" / "such" / "folder"), where]) == 1
    assert "cannot be written" in capsys.readouterr().err


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
