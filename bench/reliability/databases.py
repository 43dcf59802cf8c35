"""Fresh databases for a run: an SQLite file, or a PostgreSQL of our own that can be stopped and started."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from tests.store.conftest import as_user, new_database, postgres_programs

from dolmen.core.errors import InvalidSetup
from dolmen.store import Store

KINDS = ("sqlite", "postgres")


class Postgres:
    """A PostgreSQL from the machine's own programs, in a folder of its own."""

    def __init__(self) -> None:
        programs = postgres_programs()
        if programs is None:
            raise InvalidSetup("there is no PostgreSQL here: install it (initdb and pg_ctl must be found)")
        self.folder = Path(tempfile.mkdtemp(prefix="dolmen-pg-", dir="/tmp"))
        self.folder.chmod(0o777)
        self._control = [str(programs / "pg_ctl"), "-D", str(self.folder / "data"), "-w"]
        self._run([str(programs / "initdb"), "-D", str(self.folder / "data"), "-U", "dolmen", "-A", "trust"])
        self.start()

    def _run(self, command: list[str], *, check: bool = True) -> None:
        subprocess.run(as_user(command), check=check, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200"
        self._run([*self._control, "-l", str(self.folder / "log"), "-o", options, "start"])

    def stop(self) -> None:
        """Stop it at once: what was not committed is lost."""
        self._run([*self._control, "-m", "immediate", "stop"], check=False)

    def new_url(self) -> str:
        """A fresh database, as `--database` takes it."""
        return new_database(f"postgresql://dolmen@/postgres?host={self.folder}").replace("+psycopg", "")

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def fresh_database(kind: str) -> Iterator[str]:
    """The URL of a fresh database of a kind."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="dolmen-sqlite-") as folder:
            yield f"sqlite:///{folder}/tables.sqlite"
        return
    postgres = Postgres()
    try:
        yield postgres.new_url()
    finally:
        postgres.close()


def is_intact(store: Store) -> bool:
    """What SQLite says of the file itself; PostgreSQL looks after its own."""
    if store.is_postgres:
        return True
    with store.engine.connect() as connection:
        return connection.execute(sa.text("PRAGMA integrity_check")).scalar() == "ok"
