"""A database that cannot be used is one sentence at the start; forms lead both ways; one server an SQLite file."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from dolmen.cli import main
from dolmen.store import NewEvent, NewSeat, Store, StoreError, Unavailable
from dolmen.store import engine as engines
from dolmen.store.engine import migrate, open_engine, revision_of, revisions
from dolmen.store.schema import metadata
from dolmen.store.server_lock import SERVING, InUse, alone, serving
from tests.store.conftest import new_database

DEEDS = (["admin", "list"], ["admin", "players"], ["serve", "--port", "0"])


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere: without his rights, where we have them."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(was)


def newer(file: Path) -> None:
    Store(str(file)).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def foreign(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipes (name)")


def damaged(file: Path) -> None:
    Store(str(file)).close()
    content = bytearray(file.read_bytes())
    content[100:8000] = os.urandom(7900)  # the header stays
    file.write_bytes(content)


def in_the_way(file: Path) -> None:
    file.parent.rmdir()
    file.parent.write_text("a file")


WRONG: dict[str, Callable[[Path], object]] = {
    "is not an SQLite database, or it is encrypted": lambda file: file.write_bytes(os.urandom(9000)),
    "is a folder": lambda file: file.mkdir(),
    "has form 9999, which Dolmen .* does not know": newer,
    "holds something else than Dolmen's tables": foreign,
    "is damaged": damaged,
    "cannot be made": in_the_way,
}


@pytest.mark.parametrize("deed", DEEDS, ids=" ".join)
@pytest.mark.parametrize("sentence", WRONG)
def test_a_file_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sentence: str, deed: list[str]
) -> None:
    file = tmp_path / "kept" / "tables.sqlite"
    file.parent.mkdir()
    WRONG[sentence](file)
    assert main([*deed, f"--database={file}"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("dolmen: ") and said.count("\n") == 1 and str(file.parent) in said
    with pytest.raises(Exception, match=sentence):
        Store(str(file))


@pytest.fixture
def shut(tmp_path: Path) -> Iterator[Path]:
    """A database in a folder that everybody may enter and nobody may write."""
    file = tmp_path / "tables.sqlite"
    Store(str(file)).close()
    for folder in [tmp_path, *tmp_path.parents]:
        if folder.stat().st_uid == os.geteuid() and len(folder.parts) > 2:
            folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o555)
    file.chmod(0o444)
    yield file
    tmp_path.chmod(0o755)


def test_a_file_that_is_read_only_is_one_sentence(shut: Path) -> None:
    with as_somebody_else(), pytest.raises(StoreError, match="read-only for this user|may not read and write"):
        Store(str(shut))


def test_a_locked_file_is_waited_for_a_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "WAIT", 0.2)
    file = tmp_path / "tables.sqlite"
    Store(str(file)).close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(StoreError, match="is locked: another program"):
        Store(str(file))
    assert time.monotonic() - began < 5, "the usual wait"
    other.close()


def test_writers_do_not_queue_for_ever_behind_one_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dolmen.store.database.WAIT", 0.1)
    store = Store(str(tmp_path / "tables.sqlite"))
    with store._turn, pytest.raises(Unavailable):
        store.new_player("Ana")
    store.new_player("Ana")
    store.close()


def test_what_people_wrote_is_in_no_error(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.sqlite"))
    with pytest.raises(sa.exc.IntegrityError) as failed, store._writing() as connection:
        connection.execute(sa.text("INSERT INTO players (id, name) VALUES ('x', :name)"), {"name": "Ana Secret"})
    assert "Secret" not in str(failed.value)
    store.close()


@pytest.mark.parametrize(
    ("answer", "sentence"), [("closed", "no PostgreSQL listens there"), ("silent", "cannot be used: connection")]
)
def test_a_postgresql_that_does_not_answer_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, sentence: str
) -> None:
    monkeypatch.setitem(engines._POSTGRES, "connect_timeout", 2)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        if answer == "silent":
            listening.listen()
        url = f"postgresql://dolmen:topsecret@127.0.0.1:{listening.getsockname()[1]}/dolmen"
        assert main(["admin", "list", f"--database={url}"]) == 1
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1 and "topsecret" not in said


def test_a_postgresql_without_such_a_database_is_one_sentence(postgres_server: str) -> None:
    url = sa.make_url(new_database(postgres_server)).set(database="nowhere").render_as_string()
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        Store(url)


# ------------------------------------------------------------------------------------------------ forms


def test_every_form_leads_to_every_other_and_tables_stay(url: str) -> None:
    store = Store(url)
    ana = store.new_player("Ana")
    table = store.create_table(
        name="Owl",
        game="meduris",
        rules_version=1,
        options={"a": "b"},
        setup="players 2",
        owner=ana.id,
        seats=[NewSeat("person", "Ana", ana.id), NewSeat("bot", "Robin", bot="greedy")],
        status="playing",
        events=[NewEvent("move", {"actions": ["place wood"]}, 0, ana.id, "abc")],
        summary={"turn": 3},
    )
    kept = store.events(table.id), store.seats(table.id), store.summaries([table.id])
    for down in reversed(revisions()):
        migrate(store.engine, down)
        with store.engine.connect() as connection:
            assert revision_of(connection) == down
            assert connection.exec_driver_sql("SELECT name FROM tables").scalar() == "Owl"
        migrate(store.engine)
        assert (store.events(table.id), store.seats(table.id), store.summaries([table.id])) == kept
        assert store.table(table.id) == table
    with store.engine.connect() as connection:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    with pytest.raises(StoreError, match="there is no form '0815'"):
        migrate(store.engine, "0815")
    store.close()


# ------------------------------------------------------------------------------------------------ two servers

HOLDER = """
import sys, time
from dolmen.store.engine import open_engine
from dolmen.store.server_lock import serving
with serving(open_engine(sys.argv[1]), "dolmen serve at http://here/"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_an_sqlite_file_has_one_server_and_a_killed_one_lets_go(tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "tables.sqlite"))
    words = [sys.executable, "-c", HOLDER, str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline() == b"held\n"
        said = rf"in use by process {other.pid} \(dolmen serve at http://here/\)"
        for take in (serving, alone):
            with pytest.raises(InUse, match=said), take(engine, "a second server"):
                pass
        other.send_signal(signal.SIGKILL)
    with serving(engine, "a second server"):
        pass
    engine.dispose()


def test_on_postgresql_nobody_is_alone_beside_a_server(postgres_server: str) -> None:
    engine = open_engine(new_database(postgres_server))
    with alone(engine, "restore"):
        pass
    with engine.connect() as server:
        server.exec_driver_sql(f"SELECT pg_advisory_lock_shared({SERVING})")
        with pytest.raises(InUse, match="at this machine"), alone(engine, "restore"):
            pass
    engine.dispose()


def test_no_two_locks_of_postgresql_have_one_number() -> None:
    from dolmen.server.duty import BOTS

    assert len({engines.MIGRATING, SERVING, BOTS}) == 3
