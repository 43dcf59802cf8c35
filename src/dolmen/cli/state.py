"""`dolmen state`: the position in a game file."""

from __future__ import annotations

import argparse

from dolmen.analysis.replay import read
from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_file_options,
    add_json,
    file_options,
    print_json,
    whole_number,
)


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """A file, and a line in it."""
    parser.add_argument("file", metavar="FILE", help="a game file")
    parser.add_argument(
        "--line",
        type=whole_number(0, 10**9),
        metavar="L",
        help="the position after this line of the file (default: the end)",
    )
    add_file_options(parser)
    add_json(parser)


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands, "state", run, "show the position in a game file", "dolmen state game{extension} --line 40 --json"
    )
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the position."""
    transcript = read(arguments.file, file_options(arguments), arguments.line)
    if arguments.json:
        print_json(transcript.position())
    else:
        print(transcript.state)
    return 0
