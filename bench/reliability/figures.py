"""What the programs of this folder share: arguments, a line of progress, a few figures at the end, an exit code."""

from __future__ import annotations

import argparse
import json
import platform
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

ROOT = Path(__file__).resolve().parents[2]
SILENCE = 30.0
"""Where nobody looks at a terminal, a line of progress comes after so many seconds."""
MOST_NOTES = 20
"""So many of the things that went wrong are printed; all are kept."""


@dataclass(frozen=True)
class Figure:
    """Something that was counted or measured, with what is wanted of it where something is."""

    name: str
    value: float
    most: float | None = None
    """The highest value that is fine; None: it is told, and nothing is wanted of it."""
    least: float | None = None
    """Likewise, the lowest."""

    @property
    def ok(self) -> bool:
        """Whether it is as wanted."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    def line(self) -> str:
        """The figure as it is printed."""
        wanted = [] if self.most is None else [f"at most {self.most:,}"]
        wanted += [] if self.least is None else [f"at least {self.least:,}"]
        mark = "" if self.ok else "  MISSED"
        return f"{self.name:52} {self.value:>12,}" + (f"  (wanted: {', '.join(wanted)})" if wanted else "") + mark


@dataclass
class Report:
    """What came of one run."""

    program: str
    settings: dict[str, Any]
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What went wrong, a line each."""
    began: float = field(default_factory=time.time)

    def add(self, name: str, value: float, *, most: float | None = None, least: float | None = None) -> None:
        """One figure more."""
        self.figures.append(Figure(name, value, most, least))

    def finish(self, *, as_json: bool) -> int:
        """Print it; 1 if a figure is missed, else 0."""
        missed = any(not figure.ok for figure in self.figures)
        if as_json:
            print(json.dumps(self.to_json(), ensure_ascii=False))
        else:
            self._print()
        return 1 if missed else 0

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "program": self.program,
            "settings": self.settings,
            "seconds": round(time.time() - self.began),
            "date": time.strftime("%Y-%m-%d", time.gmtime(self.began)),
            "commit": commit(),
            "machine": f"{platform.machine()}, Python {platform.python_version()}",
            "ok": all(figure.ok for figure in self.figures),
            "figures": {figure.name: figure.value for figure in self.figures},
            "missed": [figure.line() for figure in self.figures if not figure.ok],
            "notes": self.notes,
        }

    def _print(self) -> None:
        for note in self.notes[:MOST_NOTES]:
            print(f"! {note}")
        if len(self.notes) > MOST_NOTES:
            print(f"! and {len(self.notes) - MOST_NOTES} more")
        for figure in self.figures:
            print(figure.line())
        settings = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        print(f"{self.program}: {settings}; {time.time() - self.began:.0f} s, commit {commit()}")


class Progress:
    """One line that tells how far a run is: on a terminal it stays in place, in a file it comes now and then."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._status = self._console.status("starting")
        self._last = time.monotonic()

    def __enter__(self) -> Progress:
        signal.signal(signal.SIGTERM, _end)
        self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def say(self, text: str) -> None:
        """How far it is now."""
        if self._console.is_terminal:
            self._status.update(text)
        elif time.monotonic() - self._last > SILENCE:
            self._last = time.monotonic()
            print(text, file=sys.stderr, flush=True)


def _end(*_: object) -> None:
    """Whoever is asked to end ends the servers that he has started, as at every other end."""
    sys.exit(143)


def parser(description: str) -> argparse.ArgumentParser:
    """The arguments that every program has."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    made.add_argument("--seed", type=int, default=1, metavar="N", help="what is drawn at random follows from it")
    made.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    made.add_argument(
        "--keep",
        type=Path,
        default=Path(tempfile.gettempdir(), "dolmen-reliability"),
        metavar="FOLDER",
        help="where logs and what failed are kept",
    )
    return made


def commit() -> str:
    """The commit that is measured, with a plus where files differ from it."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"], cwd=ROOT, capture_output=True, text=True
    )
    return found.stdout.strip() or "unknown"


def memory(pid: int) -> float:
    """Memory that a process has in use now, in MiB; 0 where it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return round(pages * 4096 / 1024**2, 1)
