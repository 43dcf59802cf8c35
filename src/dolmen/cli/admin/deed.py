"""What the deeds of `dolmen admin` share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dolmen.core.errors import InvalidSetup
from dolmen.core.files import write_file

if TYPE_CHECKING:
    from dolmen.store import Store


def nothing(parser: argparse.ArgumentParser) -> None:
    """Add no argument."""
    del parser


@dataclass(frozen=True)
class Deed:
    """One thing that a host does."""

    name: str
    summary: str
    example: str
    run: Callable[[argparse.Namespace], int]
    add: Callable[[argparse.ArgumentParser], None] = nothing


def url_of(arguments: argparse.Namespace) -> str:
    """The database that is meant."""
    from dolmen.server.config import read_config

    return read_config(vars(arguments)).database_url()


@contextmanager
def store_of(arguments: argparse.Namespace) -> Iterator[Store]:
    """Its store."""
    from dolmen.store import Store

    with closing(Store(url_of(arguments))) as store:
        yield store


def needed(arguments: argparse.Namespace, what: str) -> str:
    """The argument that says which table, player or file. Raises InvalidSetup, which says what is missing."""
    if not arguments.what:
        raise InvalidSetup(f"admin {arguments.deed} needs {what}")
    return str(arguments.what)


def add_what(metavar: str, meaning: str) -> Callable[[argparse.ArgumentParser], None]:
    """The argument that says which one."""

    def add(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("what", nargs="?", metavar=metavar, help=meaning)

    return add


def write_json(told: dict[str, Any], out: Path | None) -> int:
    """Write JSON into a file, or to standard output."""
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text)
    return 0


@contextmanager
def bar(label: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on standard error where people look; it is told what is done, how much of it and of how much."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn(f"{label}: {{task.description}}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("")
        yield lambda what, done, total: progress.update(task, description=what, completed=done, total=total)
