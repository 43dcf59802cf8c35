"""The games of an arena on disk: its terms, one line a result, one file a game.

A result is appended as one line in one write, after its game file is in place; only the process that the person
started writes. So whatever is killed when, each game is there once or not at all, and a run goes on where it stopped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from dolmen.arena.match import Result, Terms
from dolmen.contract.registry import find
from dolmen.contract.versions import versions_of
from dolmen.core.errors import CannotWrite, InvalidSetup
from dolmen.core.files import make_folder, write_file

TERMS_FILE = "arena.json"
RESULTS_FILE = "results.jsonl"


class Folder:
    """The folder of one arena."""

    def __init__(self, path: Path, terms: Terms) -> None:
        """Open the folder, made if missing. Raises InvalidSetup where another arena's games are in it."""
        self.path = make_folder(path)
        self.terms = terms
        self.results: dict[int, Result] = {}
        self._extension = find(terms.game).extension
        wanted = json.loads(json.dumps({**terms.to_json(), **_played_by(terms.game)}))
        try:
            kept = json.loads((path / TERMS_FILE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            kept = None
        except (OSError, ValueError) as error:
            raise InvalidSetup(f"{path / TERMS_FILE} cannot be read: {error}") from None
        if kept is None:
            write_file(path / TERMS_FILE, json.dumps(wanted, indent=1) + "\n")
        elif kept != wanted:
            differing = sorted(name for name in {*kept, *wanted} if kept.get(name) != wanted.get(name))
            said = ", ".join(f"{name} {_shown(kept.get(name))}, not {_shown(wanted.get(name))}" for name in differing)
            raise InvalidSetup(f"{path} holds another arena's games: {said}; name another folder")
        self._read()

    @staticmethod
    def is_begun(path: Path) -> bool:
        """Whether an arena's games are in a folder."""
        return (path / TERMS_FILE).is_file()

    def _read(self) -> None:
        """The results so far. A line that was not written to its end is no result: its game is played again."""
        file = self.path / RESULTS_FILE
        try:
            data = file.read_bytes() if file.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:
                os.truncate(file, len(whole))
        except OSError as error:
            raise CannotWrite(f"{file} cannot be read: {error.strerror}") from None
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                result = Result.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError):
                raise InvalidSetup(f"{file}, line {number}: this is no result of an arena") from None
            self.results.setdefault(result.number, result)

    def add(self, result: Result, text: str) -> None:
        """Keep a game, once."""
        if result.number in self.results:
            return
        write_file(self.path / f"{self.terms.game}-{result.number + 1:06}{self._extension}", text)
        line = json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            descriptor = os.open(self.path / RESULTS_FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                os.write(descriptor, line.encode())
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise CannotWrite(f"{self.path / RESULTS_FILE} cannot be written: {error.strerror}") from None
        self.results[result.number] = result


def _played_by(game: str) -> dict[str, object]:
    """The versions that games of one folder share: those of others would be other games."""
    return {f"{name} version": version for name, version in versions_of(game).items()}


def _shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
