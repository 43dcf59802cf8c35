"""Every store test runs on SQLite and on PostgreSQL.

The PostgreSQL server is `DOLMEN_TEST_POSTGRES` (a URL), or one that is started here from the machine's own programs;
where there is neither, the tests are skipped, loudly.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from dolmen.store import Store


def postgres_programs() -> Path | None:
    """The folder of initdb and pg_ctl."""
    for folder in (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin")):
        if (folder / "initdb").is_file():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def as_user(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command] if os.geteuid() == 0 else command


class Postgres:
    """A server of our own."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._folder = folder
        self._control = [str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w", "-l", str(folder / "log")]
        self.url = f"postgresql://dolmen@/postgres?host={folder}"
        """Of it, with a database that is always there."""

    def control(self, *words: str, check: bool = True) -> None:
        """Start, restart or stop it."""
        command = as_user([*self._control, *words])
        subprocess.run(command, check=check, stdout=subprocess.DEVNULL, cwd=self._folder)


@contextmanager
def own_postgres(programs: Path) -> Iterator[Postgres]:
    """A fresh server, for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="dolmen-pg-", dir="/tmp"))
    folder.chmod(0o777)
    subprocess.run(
        as_user([str(programs / "initdb"), "-D", str(folder / "data"), "-U", "dolmen", "-A", "trust", "--no-sync"]),
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
    )
    server = Postgres(programs, folder)
    server.control("-o", f"-k {folder} -c listen_addresses='' -c fsync=off", "start")
    try:
        yield server
    finally:
        server.control("-m", "immediate", "stop", check=False)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server, without a database name."""
    given = os.environ.get("DOLMEN_TEST_POSTGRES")
    programs = postgres_programs()
    if given:
        yield given.rstrip("/")
    elif programs is None:
        warnings.warn("no PostgreSQL here: install it, or name a server in DOLMEN_TEST_POSTGRES", stacklevel=1)
        pytest.skip("NO POSTGRESQL: set DOLMEN_TEST_POSTGRES=postgresql://user@host")
    else:
        with own_postgres(programs) as server:
            yield server.url


def new_database(server: str) -> str:
    """A fresh database on the server."""
    name = f"dolmen_{uuid.uuid4().hex[:12]}"
    url = sa.make_url(server).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return new_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on it."""
    opened = Store(url)
    yield opened
    opened.close()
