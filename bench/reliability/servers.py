"""The real server in a process of its own: started, killed and started again at the same address."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from bench.reliability.figures import ROOT, memory
from bench.reliability.people import Line
from dolmen.core.errors import InvalidSetup
from dolmen.server.bench import UNLIMITED, processes_of

PATIENCE = 180.0
"""Seconds within which a server is ready, also where rules must be compiled."""
TRACEBACK = b"Traceback (most recent call last)"


class Server:
    """`dolmen serve` on a database, with a log that goes on over restarts."""

    def __init__(
        self, database: str, log: Path, *flags: str, environment: Mapping[str, str] | None = None, pace: float = 0.0
    ) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.unlink(missing_ok=True)
        self.log = log
        self.port = _free_port()
        self._command = [sys.executable, "-m", "dolmen", "serve", "--port", str(self.port), "--pace", str(pace)]
        self._command += ["--database", database, *flags]
        self._environment = {**os.environ, **UNLIMITED, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The first process of the server."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it says that it is ready and answers. Raises InvalidSetup if it ends instead."""
        with self.log.open("ab") as output:
            here = output.tell()
            self._process = subprocess.Popen(
                self._command,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self._environment,
                cwd=ROOT,
                start_new_session=True,  # so that all of its processes can be killed together
            )
        self.starts += 1
        end = time.monotonic() + PATIENCE
        while not re.search(rb"ready at http://", self._said(here)):
            if self._process.poll() is not None or time.monotonic() > end:
                raise InvalidSetup(f"the server did not start: {self._said(here)[-2000:].decode(errors='replace')}")
            time.sleep(0.01)
        Line(self.port, PATIENCE).send("GET", "/health", None, {"Connection": "close"})

    def _said(self, after: int = 0) -> bytes:
        with self.log.open("rb") as log:
            log.seek(after)
            return log.read()

    def kill(self) -> None:
        """`kill -9` for the server; with its workers, where it has several."""
        assert self._process is not None
        if "--workers" in self._command:
            os.killpg(self.pid, signal.SIGKILL)
        else:
            os.kill(self.pid, signal.SIGKILL)
        self._process.wait()

    def left_behind(self, seconds: float = 5.0) -> list[str]:
        """Processes that outlived a kill by so many seconds, a line each; they are ended now."""
        end = time.monotonic() + seconds
        while processes_of(self.pid) and time.monotonic() < end:
            time.sleep(0.02)
        left = [f"left behind: {_command(pid)}" for pid in processes_of(self.pid)]
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        return left

    def stop(self) -> None:
        """Ask it to end, as a host would; what does not is killed."""
        if self._process is None:
            return
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def is_alive(self) -> bool:
        """Whether its first process still runs."""
        return self._process is not None and self._process.poll() is None

    def tracebacks(self) -> int:
        """How many the log tells of, over all starts."""
        return self._said().count(TRACEBACK)

    def kinds_of_tracebacks(self) -> dict[str, int]:
        """The last lines of the log's tracebacks, and how often each came."""
        found: dict[str, int] = {}
        for part in self._said().decode(errors="replace").split(TRACEBACK.decode())[1:]:
            last = next(
                (line for line in part.splitlines() if re.match(r"[\w.]+(Error|Exception|Group|Full)?\b:?", line)), "?"
            )
            found[last[:160]] = found.get(last[:160], 0) + 1
        return found

    def memory(self) -> float:
        """Memory of all its processes but the bots', in MiB."""
        return round(sum(memory(pid) for pid in processes_of(self.pid) if not _is_bot(pid)), 1)

    def bots(self) -> list[int]:
        """The processes in which bots think."""
        return [pid for pid in processes_of(self.pid) if _is_bot(pid)]

    def workers(self) -> list[int]:
        """The processes that answer, where there are several."""
        return [
            pid for pid in processes_of(self.pid) if pid != self.pid and _parent(pid) == self.pid and not _is_bot(pid)
        ]


def _parent(pid: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _is_bot(pid: int) -> bool:
    """Whether it is one of the processes in which bots think."""
    return "bot_worker" in _command(pid)


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
