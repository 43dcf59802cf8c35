"""Running `dolmen` as a person would, in this process or in one of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from dolmen.cli import main
from tests.conftest import game_text


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    status: int
    out: str
    err: str

    def json_lines(self) -> list[dict[str, Any]]:
        """The JSON objects on standard output, one a line."""
        assert self.out.endswith("\n")
        return [json.loads(line) for line in self.out.splitlines()]

    def json(self) -> dict[str, Any]:
        """The only one."""
        (only,) = self.json_lines()
        return only

    def refused(self, status: int = 1) -> str:
        """The message of a command that was refused: one line on standard error, nothing on standard output."""
        assert (self.status, self.out) == (status, ""), self
        assert self.err.endswith("\n") and len(self.err.splitlines()) == 1, self.err
        return self.err.rstrip("\n")


class Dolmen(Protocol):
    """A command line, and what is typed."""

    def __call__(self, *arguments: str | Path | int, stdin: str = "") -> Run:
        """Run it."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "dolmen"


@pytest.fixture
def dolmen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> Dolmen:
    """Runs `dolmen` in this process."""
    del home

    def run(*arguments: str | Path | int, stdin: str = "") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
        printed = capsys.readouterr()
        return Run(status, printed.out, printed.err)

    return run


def in_a_process(*arguments: str | Path | bytes, stdin: bytes = b"", **environment: str) -> Run:
    """Run `dolmen` in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    result = subprocess.run(
        [sys.executable, "-m", "dolmen", *arguments],
        input=stdin,
        env={**clean, **environment},
        capture_output=True,
    )
    return Run(result.returncode, result.stdout.decode(errors="replace"), result.stderr.decode(errors="replace"))


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A finished game of three players."""
    return write(tmp_path / "game.meduris", game_text(3, "greedy"))


def write(file: Path, text: str | bytes) -> Path:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file
