"""`dolmen legal`: what may come next in a game file."""

from __future__ import annotations

import argparse

from dolmen.analysis.replay import read
from dolmen.cli.common import Subparsers, add_command, file_options, print_json
from dolmen.cli.state import add_position_arguments


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "legal",
        run,
        "list the lines that may come next in a game file",
        "dolmen legal game{extension} --json",
    )
    add_position_arguments(parser)
    parser.add_argument(
        "--no-payments", action="store_true", help="do not list every way to pay: lines stop before the payment"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the legal next lines, sorted by bytes."""
    transcript = read(arguments.file, file_options(arguments), arguments.line)
    lines = transcript.legal_lines(payments=not arguments.no_payments)
    if arguments.json:
        print_json({"legal": lines})
    else:
        for line in lines:
            print(line)
    return 0
