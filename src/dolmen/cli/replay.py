"""`dolmen replay`: check game files against the rules, line by line."""

from __future__ import annotations

import argparse
import sys

from dolmen.analysis.replay import Report, check
from dolmen.cli.common import Subparsers, add_board, add_command, add_json, print_json


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands, "replay", run, "replay game files and check every line", "dolmen replay games/*.meduris --json"
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="game files; the kind is found by content")
    add_board(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Report on each file; 1 if any is not ok."""
    all_ok = True
    for file in arguments.files:
        report = check(file, arguments.board)
        all_ok &= report.ok
        if arguments.json:
            print_json(report.to_json())
        elif report.ok:
            print(_sentence(report))
        else:
            print(f"{file}: {report.error}", file=sys.stderr)
    return 0 if all_ok else 1


def _sentence(report: Report) -> str:
    """A good file in one line."""
    scores = report.scores
    points = (
        ", ".join(f"{name} {value}" for name, value in scores.items())
        if isinstance(scores, dict)
        else " ".join(map(str, scores))
    )
    if report.finished:
        ending = f"finished with {points}; winner {' and '.join(map(str, report.winners))}"
    else:
        ending = f"unfinished, points so far {points}"
    rows = "" if report.rows is None else f", {report.rows_checked} of {report.rows} rows compared"
    return f"{report.file}: ok, {report.game}, {report.decisions} decisions{rows}, {ending}"
