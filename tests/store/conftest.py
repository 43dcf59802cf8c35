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


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server, without a database name."""
    given = os.environ.get("DOLMEN_TEST_POSTGRES")
    if given:
        yield given.rstrip("/")
        return
    programs = postgres_programs()
    if programs is None:
        warnings.warn("no PostgreSQL here: install it, or name a server in DOLMEN_TEST_POSTGRES", stacklevel=1)
        pytest.skip("NO POSTGRESQL: set DOLMEN_TEST_POSTGRES=postgresql://user@host")
    folder = Path(tempfile.mkdtemp(prefix="dolmen-pg-", dir="/tmp"))
    folder.chmod(0o777)
    data, log = folder / "data", folder / "log"
    subprocess.run(
        as_user([str(programs / "initdb"), "-D", str(data), "-U", "dolmen", "-A", "trust", "--no-sync"]),
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
    )
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w"]
    subprocess.run(
        as_user([*control, "-l", str(log), "-o", options, "start"]), check=True, stdout=subprocess.DEVNULL, cwd=folder
    )
    try:
        yield f"postgresql://dolmen@/postgres?host={folder}"
    finally:
        subprocess.run(as_user([*control, "-m", "immediate", "stop"]), check=False, cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)


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
