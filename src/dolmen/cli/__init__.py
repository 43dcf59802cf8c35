"""The command `dolmen`: one module a sub-command, each with `add_to` (its arguments) and `run`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from dolmen import __version__
from dolmen.core.errors import DolmenError

COMMANDS = (
    "serve",
    "games",
    "play",
    "setup",
    "replay",
    "state",
    "legal",
    "sim",
    "arena",
    "evaluate",
    "leaderboard",
    "bot",
    "explain",
    "review",
    "bench",
    "train",
    "warmup",
    "perft",
    "playthrough",
    "admin",
)


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see: {self.prog} --help)\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """A sub-command itself refuses what it does not know: its own help lists what there is."""
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown


def one_line(message: str) -> str:
    """A message as one line, without what a terminal would obey: a file's name may hold anything."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in message)


def make_parser() -> Parser:
    """The whole command line."""
    from dolmen.cli.common import example_of  # here, where a cache that cannot be made is told in one line

    parser = Parser(
        prog="dolmen",
        description="Board games on one table: play, replay, simulate, measure.",
        epilog=example_of("dolmen play {game} --players 3"),
    )
    parser.add_argument("--version", action="version", version=f"dolmen {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        import_module(f"dolmen.cli.{name}").add_to(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run a command line; returns the exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):  # what cannot be read or shown is marked, never a crash
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        parsed = make_parser().parse_args(arguments)
        status = int(parsed.run(parsed))
        sys.stdout.flush()
        return status
    except DolmenError as error:
        print(f"dolmen: {one_line(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("dolmen: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output went away: no more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
