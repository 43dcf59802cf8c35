"""The server of a module, and commands without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dolmen.core.draws import Draws
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.store import Store
from tests.server.people import Server, serve


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module: each has people and tables of its own."""
    with serve(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite") as running:
        yield running


@pytest.fixture
def server(server_of_module: Server, request: pytest.FixtureRequest) -> Iterator[Server]:
    server_of_module.fortune.begin(request.node.nodeid)
    yield server_of_module
    server_of_module.close_clients()


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTables]:
    """Commands without a server: nobody moves but who is told to, and every draw is known."""
    draws = Draws(11)
    monkeypatch.setattr("dolmen.server.table_options.secrets.randbits", lambda bits: draws.below(1 << (bits - 1)))
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield LiveTables(store, Hub(), "secret", draws.pick)
    store.close()
