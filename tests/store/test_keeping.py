"""A host keeps what there is: backups that fill either database, a doctor, tidying. Every deed also in its command."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from dolmen.cli import main
from dolmen.cli.admin import DEEDS
from dolmen.core.draws import Draws
from dolmen.server.commands import chat, making, moves
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import NewEvent, Store
from dolmen.store.schema import metadata
from dolmen.store.server_lock import SERVING, alone
from tests.store.conftest import new_database

Admin = Callable[..., tuple[int, str, str]]


def filled(store: Store) -> str:
    """Two people, a table with some moves, a line of chat and a review, another one that waits."""
    tables, draws = LiveTables(store, Hub(), "secret"), Draws(3)
    ana = store.new_player("Ana")
    store.register(ana.id, "ana", "correct horse")
    store.new_token(ana.id, "session")
    table = making.create(tables, "meduris", ana, ["me", "here"]).id
    for _ in range(12):
        live = tables.live(table)
        assert live.asked is not None
        moves.move(tables, table, ana, live.asked, live.sequence, [draws.pick(live.state.legal_actions())], None)
    chat.say(tables, table, ana, "good luck")
    store.finish_review(table, store.ask_review(table, ana.id, 5).asked, {"plays": []})
    making.create(tables, "terra-mystica", ana, ["me", "open"])
    store.new_player("Guest")
    return table


def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    with store.engine.connect() as connection:
        return {
            table.name: [
                dict(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in metadata.sorted_tables
        }


@pytest.fixture
def admin(url: str, capsys: pytest.CaptureFixture[str]) -> Admin:
    def run(*words: object, database: str = url) -> tuple[int, str, str]:
        code = main(["admin", *map(str, words), f"--database={database}"])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def backed_up(store: Store, admin: Admin, tmp_path: Path) -> Iterator[Path]:
    filled(store)
    file = tmp_path / "kept" / "backup.sqlite"
    file.parent.mkdir()
    code, out, err = admin("backup", file)
    assert (code, err) == (0, "") and "2 tables, each played through, all sound" in out
    yield file
    assert [path.name for path in file.parent.iterdir()] == [file.name]  # nothing is left beside it


def test_a_backup_fills_either_kind_of_database(
    store: Store, backed_up: Path, admin: Admin, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for target in (f"{tmp_path}/other.sqlite", new_database(request.getfixturevalue("postgres_server"))):
        code, out, _ = admin("restore", backed_up, database=target)
        assert code == 0 and "2 tables, each played through, all sound" in out
        other = Store(target)
        assert everything(other) == everything(store)
        table = other.tables_with_status("playing")[0]
        player = other.players()[0]
        assert other.say(table.id, player, 0, "again") > max(row["id"] for row in everything(store)["chat"])
        other.close()
        code, _, err = admin("restore", backed_up, database=target)
        assert code == 1 and "say --force" in err
        assert admin("restore", backed_up, "--force", database=target)[0] == 0


def test_a_backup_overwrites_nothing_unless_by_force(backed_up: Path, admin: Admin, store: Store) -> None:
    before = backed_up.read_bytes()
    code, _, err = admin("backup", backed_up)
    assert code == 1 and "is there already" in err and backed_up.read_bytes() == before
    store.new_player("Zoe")
    assert admin("backup", "--out", backed_up, "--force")[0] == 0 and backed_up.read_bytes() != before
    code, _, err = admin("backup", backed_up.parent / "no" / "such" / "folder")
    assert code == 1 and "cannot be written" in err


@pytest.mark.parametrize("content", [b"", b"nonsense" * 999])
def test_what_is_no_backup_is_refused_before_anything_is_replaced(
    store: Store, admin: Admin, tmp_path: Path, content: bytes
) -> None:
    filled(store)
    before = everything(store)
    (tmp_path / "wrong").write_bytes(content)
    for file in (tmp_path / "wrong", tmp_path / "missing", tmp_path):
        code, _, err = admin("restore", file, "--force")
        assert code == 1 and err.count("\n") == 1 and "Traceback" not in err
    assert everything(store) == before


@contextmanager
def server_on(store: Store) -> Iterator[None]:
    """Another process serves the tables meanwhile, as far as its locks tell."""
    if store.is_postgres:
        with store.engine.connect() as server:
            server.exec_driver_sql(f"SELECT pg_advisory_lock_shared({SERVING})")
            yield
            server.exec_driver_sql(f"SELECT pg_advisory_unlock_shared({SERVING})")
        return
    hold = "with serving(open_engine(sys.argv[1]), 'test'): print('held', flush=True); sys.stdin.read()"
    imports = "import sys; from dolmen.store.engine import open_engine; from dolmen.store.server_lock import serving"
    command = [sys.executable, "-c", f"{imports}\n{hold}", str(store.engine.url)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout and server.stdout.readline() == "held\n"
        yield
        server.communicate("")


def test_nothing_is_restored_while_a_server_runs(store: Store, backed_up: Path, admin: Admin) -> None:
    before = everything(store)
    with server_on(store):
        code, _, err = admin("restore", backed_up, "--force")
    assert code == 1 and "is in use by" in err and everything(store) == before
    with alone(store.engine, "test"):
        pass


def test_a_backup_of_an_older_form_is_restored_and_stays_as_it_is(
    backed_up: Path, admin: Admin, tmp_path: Path
) -> None:
    assert admin("migrate", "0002", database=str(backed_up))[0] == 0
    (backed_up.parent / f"{backed_up.name}.lock").unlink()
    with sqlite3.connect(backed_up) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    before = backed_up.read_bytes()
    assert admin("restore", backed_up, database=f"{tmp_path}/other.sqlite")[0] == 0
    assert backed_up.read_bytes() == before


# ------------------------------------------------------------------------------------------------ the doctor


def test_the_doctor_finds_a_sound_database_sound(store: Store, admin: Admin) -> None:
    filled(store)
    code, out, _ = admin("doctor")
    assert code == 0 and "2 tables played through: all is sound" in out and "form:" in out
    told = json.loads(admin("doctor", "--json")[1])
    assert told["sound"] and told["rows"]["tables"] == 2 and told["findings"] == [] and told["rules"]["meduris"] == 1


def test_the_doctor_finds_what_is_wrong(store: Store, admin: Admin) -> None:
    table = filled(store)
    waiting = store.tables_with_status("waiting")[0].id
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE seats SET kind = 'person' WHERE kind = 'open'"))
    told = json.loads(admin("doctor", "--json")[1])
    assert [(found["table"], found["text"]) for found in told["findings"]] == [
        (waiting, "the table waits for players, but no seat is free")
    ]
    store.append(table, store.last_sequence(table), [NewEvent("move", {"actions": ["castle"]}, 0)])
    code, out, _ = admin("doctor")
    assert code == 1 and f"WRONG:     table {table}: Event" in out and "not all is sound" in out


# ------------------------------------------------------------------------------------------------ tidying


def test_prune_says_what_would_go_and_then_lets_it_go(store: Store, admin: Admin) -> None:
    playing = filled(store)
    waiting = store.tables_with_status("waiting")[0].id
    assert "0 tables and 0 guests would go" in admin("prune", "--days", 1, "--guests")[2]
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE tables SET changed = 1"))
        connection.execute(sa.text("UPDATE players SET created = 1"))
    code, out, err = admin("prune", "--days", 30, "--guests")
    assert code == 0 and waiting in out and playing not in out and "1 tables and 1 guests would go (say --yes)" in err
    assert len(store.players()) == 2
    assert "1 tables and 1 guests deleted" in admin("prune", "--days", 30, "--guests", "--yes")[2]
    assert [player.name for player in store.players()] == ["Ana"]
    assert [table.id for table in store.tables_with_status("waiting", "playing")] == [playing]
    assert "1 tables" in admin("prune", "--days", 30, "--abandoned", "--yes")[2]
    assert store.tables_with_status("waiting", "playing") == []


# ------------------------------------------------------------------------------------------------ the command


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: str(deed.name))
def test_the_help_of_every_deed_has_an_example(deed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["admin", deed.name, "--help"])
    assert f"example: dolmen admin {deed.name}" in capsys.readouterr().out


def test_flags_may_stand_before_the_deed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(f"{tmp_path}/t.sqlite")
    filled(store)
    store.close()
    assert main(["admin", "--json", f"--database={tmp_path}/t.sqlite", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
