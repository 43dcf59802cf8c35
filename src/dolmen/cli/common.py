"""What several commands share: arguments, progress, JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dolmen.contract.meta import Meta, Option
from dolmen.contract.registry import find, games, load
from dolmen.core.draws import SEEDS
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.contract.game import Game

Subparsers = Any  # argparse keeps its type private


def add_command(
    commands: Subparsers, name: str, run: Callable[[argparse.Namespace], int], summary: str, example: str
) -> argparse.ArgumentParser:
    """A sub-command with its summary and an example, in which `{game}` and `{extension}` are those of a game."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", epilog=example_of(example)
    )
    parser.set_defaults(run=run)
    return parser


def example_of(text: str) -> str:
    """The line of a help text that shows how a command is called, for the first of the games."""
    meta = next(iter(games().values()))
    return "example: " + text.format(game=meta.key, extension=meta.extension)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game's key as an argument."""
    parser.add_argument("game", choices=tuple(games()), help="which game")


def add_json(parser: argparse.ArgumentParser, default: bool | str = False) -> None:
    """The flag for programs that read the output."""
    words = "print one JSON object a line on standard output"
    parser.add_argument("--json", action="store_true", default=default, help=words)


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """The options of games that a file may need to be read."""
    _add_options(parser, in_files=True)


def file_options(arguments: argparse.Namespace) -> dict[str, str]:
    """Those that were given, by name."""
    return _given(arguments, in_files=True)


def set_up_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """How a new game is set up, as `load` takes it: the options with a value, and those that were switched on."""
    given: dict[str, Any] = dict(_given(arguments, in_files=False))
    if _switched_on(arguments):
        given["options"] = _switched_on(arguments)
    return given


def _switched_on(arguments: argparse.Namespace) -> tuple[str, ...]:
    """What `--option` names; not every command has it."""
    return tuple(vars(arguments).get("option") or ())


def _add_options(parser: argparse.ArgumentParser, *, in_files: bool) -> None:
    """One flag for each name; games whose options have the same one share it."""
    for name, options in _valued_options(in_files=in_files).items():
        meanings = "; ".join(f"{option.meaning} ({meta.title})" for meta, option in options)
        parser.add_argument(f"--{name}", metavar=options[0][1].metavar, help=meanings)


def _given(arguments: argparse.Namespace, *, in_files: bool) -> dict[str, str]:
    values = {name: vars(arguments).get(name.replace("-", "_")) for name in _valued_options(in_files=in_files)}
    return {name: value for name, value in values.items() if value is not None}


def _valued_options(*, in_files: bool) -> dict[str, list[tuple[Meta, Option]]]:
    """The options of all games that have a value on the command line, by name; all, or those that files may need."""
    found: dict[str, list[tuple[Meta, Option]]] = {}
    for meta in games().values():
        for option in meta.options:
            if option.metavar and (option.in_files or not in_files):
                found.setdefault(option.name, []).append((meta, option))
    return found


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


def given(word: str) -> str:
    """An argument type: anything but nothing, which is what a variable gives that was never set."""
    if not word.strip():
        raise argparse.ArgumentTypeError(f"must not be empty, as '{word}' is")
    return word


def path(word: str) -> Path:
    """An argument type: the name of a file or folder. Nothing at all would be the folder one is in."""
    return Path(given(word))


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
    _add_options(parser, in_files=False)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME",
        help="switch an option on; may be repeated",
    )


def load_game(arguments: argparse.Namespace, players: int | None) -> Game:
    """The rules of a new game, set up as the arguments say. Options that the game does not have are refused."""
    meta = find(arguments.game)
    known = {option.name for option in meta.options}
    options = set_up_options(arguments)
    for name in (*(name for name in options if name != "options"), *_switched_on(arguments)):
        if name not in known:
            listed = f"; it has {', '.join(sorted(known))}" if known else ""
            raise InvalidSetup(f"{meta.title} has no option '{name}'{listed}")
    return load(meta.key, players, **options)
