"""What several commands share: arguments, progress, JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from dolmen.contract.registry import games
from dolmen.core.draws import SEEDS

Subparsers = Any  # argparse keeps its type private


def add_command(
    commands: Subparsers, name: str, run: Callable[[argparse.Namespace], int], summary: str, example: str
) -> argparse.ArgumentParser:
    """A sub-command with its summary and an example."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", epilog=f"example: {example}"
    )
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game's key as an argument."""
    parser.add_argument("game", choices=tuple(games()), help="which game")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The flag for programs that read the output."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a line on standard output")


def add_board(parser: argparse.ArgumentParser) -> None:
    """A board file of the host's own."""
    parser.add_argument("--board", metavar="FILE", help="a board file instead of the printed board (Meduris)")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """An argument type: a whole number within limits."""

    def convert(word: str) -> int:
        if not word.isascii() or not word.isdigit() or len(word) > 20 or not low <= int(word) <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not '{word}'")
        return int(word)

    return convert


def positive(what: str, most: int) -> Callable[[str], float]:
    """An argument type: a number above 0 of something, up to a limit."""

    def convert(word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = 0.0
        if not 0 < value <= most:
            raise argparse.ArgumentTypeError(f"must be a {what} above 0, up to {most}, not '{word}'")
        return value

    return convert


seconds = positive("number of seconds", 3600)
part = positive("number", 1)
seed_number = whole_number(0, SEEDS - 1)


def print_json(value: Any) -> None:
    """One JSON object on one line."""
    print(json.dumps(value, ensure_ascii=False))


def command() -> list[str]:
    """How the person called us, for messages that say how to go on."""
    called = sys.argv[0]
    return ["python", "-m", "dolmen"] if called.endswith("__main__.py") else [called]


def add_setup(parser: argparse.ArgumentParser) -> None:
    """How a new game is set up."""
    add_board(parser)
    parser.add_argument(
        "--setup", metavar="KIND", help="standard, introductory or colours (Terra Mystica; default standard)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME",
        help="switch an option on; may be repeated",
    )


def load_game(arguments: argparse.Namespace, players: int | None) -> Any:
    """The rules of a new game, set up as the arguments say. Options that the game does not have are refused."""
    from dolmen.contract.registry import find, load
    from dolmen.core.errors import InvalidSetup

    meta = find(arguments.game)
    known = {option.name for option in meta.options}
    chosen: dict[str, Any] = {
        name: getattr(arguments, name) for name in ("board", "setup") if getattr(arguments, name, None) is not None
    }
    options = getattr(arguments, "option", [])
    for name in (*chosen, *options):
        if name not in known:
            listed = f"; it has {', '.join(sorted(known))}" if known else ""
            raise InvalidSetup(f"{meta.title} has no option '{name}'{listed}")
    if options:
        chosen["options"] = options
    return load(meta.key, players, **chosen)
