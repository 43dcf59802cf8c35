"""A database that cannot be used: what people and programs are told, and that everything goes on afterwards."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from dolmen.store import Store, Unavailable
from tests.server.people import Listener, Server, api, serve, wait_for


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes for a long time."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Path]]:
    """A server that does not wait long for its database."""
    monkeypatch.setattr("dolmen.store.database.WAIT", 0.05)
    with serve(f"sqlite:///{tmp_path}/tables.sqlite") as server:

        @sa.event.listens_for(server.context.store.engine, "checkout")
        def hurry(connection: Any, _record: Any, _proxy: Any) -> None:
            connection.execute("PRAGMA busy_timeout=50")

        yield server, tmp_path / "tables.sqlite"


def test_while_the_database_is_locked_answers_are_503_with_a_sentence_and_a_time(
    impatient: tuple[Server, Path], caplog: pytest.LogCaptureFixture
) -> None:
    server, file = impatient
    ana, robot = server.visitor("Ana"), api(server, "Robo")
    table = ana.new_table("me", "here")
    form, listener = ana.choose(table), Listener(ana, f"/t/{table}/stream?seat=0")
    assert listener.opened.wait(20)
    with caplog.at_level(logging.ERROR), locked(file):
        for answer in (
            ana.move(table, form),
            ana.post("/tables", script=False, game="meduris", name="Ana", seat0="me", seat1="here"),
            robot.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}),
            robot.get(f"{server.url}/health"),
        ):
            assert answer.status_code == 503 and int(answer.headers["retry-after"]) <= 10
            assert "cannot be reached right now" in answer.text
        assert ana.get(f"/t/{table}").status_code == 200  # reading goes on
        assert server.visitor().http.head("/health").status_code == 503
    assert "database is locked" in caplog.text and "Traceback" not in caplog.text
    assert server.visitor().http.head("/health").status_code == 200
    assert ana.move(table, form).status_code == 204
    wait_for(lambda: len(listener.ids) >= 1, 20)


def test_a_bot_answers_by_itself_when_the_database_is_there_again(impatient: tuple[Server, Path]) -> None:
    server, _file = impatient
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    live = server.context.tables.live(table)
    with pytest.MonkeyPatch.context() as patch:
        append, tries = server.context.store.append, []

        def full(*arguments: Any, **named: Any) -> Any:
            if arguments[2][0].player is None:  # a bot's
                tries.append(arguments)
                if len(tries) <= 2:
                    raise Unavailable
            return append(*arguments, **named)

        patch.setattr(server.context.store, "append", full)
        ana.move(table, ana.choose(table))
        wait_for(lambda: server.context.tables.live(table).deciding == 0, 30)
    assert len(tries) >= 3 and live.deciding == 0


def test_a_server_starts_though_the_database_goes_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def restarted(*_: Any) -> None:
        raise Unavailable

    monkeypatch.setattr("dolmen.server.app.home_page", restarted)
    with serve(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        assert server.visitor().http.get("/").status_code == 200


def test_names_and_texts_are_not_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE players RENAME TO elsewhere")
    with pytest.raises(Unavailable):
        store.new_player("Secret Name")
    store.close()
    assert "Secret Name" not in caplog.text
