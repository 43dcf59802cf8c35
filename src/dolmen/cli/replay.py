"""`dolmen replay`: check game files against the rules, line by line."""

from __future__ import annotations

import argparse
import sys

from dolmen.analysis.replay import check
from dolmen.cli.common import Subparsers, add_command, add_file_options, add_json, file_options, print_json
from dolmen.contract.notation import Transcript


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands, "replay", run, "replay game files and check every line", "dolmen replay games/*{extension} --json"
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="game files; the kind is found by content")
    add_file_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Report on each file; 1 if any is not ok."""
    all_ok = True
    for file in arguments.files:
        replay = check(file, file_options(arguments))
        all_ok &= replay.ok
        if arguments.json:
            print_json(replay.to_json())
        elif replay.transcript is not None:
            print(f"{file}: ok, {replay.game}, {_sentence(replay.transcript)}")
        else:
            said = str(replay.error)
            print(said if said.startswith(str(file)) else f"{file}: {said}", file=sys.stderr)
    return 0 if all_ok else 1


def _sentence(transcript: Transcript) -> str:
    """What a good file tells, in one line."""
    scores, rows = transcript.scores(), ""
    points = (
        ", ".join(f"{name} {value}" for name, value in scores.items())
        if isinstance(scores, dict)
        else " ".join(map(str, scores))
    )
    if transcript.rows is not None:
        rows = f", {transcript.rows_checked} of {transcript.rows} rows compared"
    if transcript.finished:
        ending = f"finished with {points}; winner {' and '.join(map(str, transcript.winners()))}"
    else:
        ending = f"unfinished, points so far {points}"
    return f"{transcript.state.decisions} decisions{rows}, {ending}"
