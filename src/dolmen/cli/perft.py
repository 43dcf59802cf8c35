"""`dolmen perft`: count the game tree below a position, and compare with files of known counts."""

from __future__ import annotations

import argparse
import sys

from dolmen.analysis.perft import Case, count_leaves, mismatches, read_cases, split
from dolmen.analysis.replay import read
from dolmen.cli.common import Subparsers, add_command, add_json, print_json, whole_number


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "perft",
        run,
        "count the game tree: check .perft files, or count below the end of a game file",
        "dolmen perft game{extension} --depth 2 --split",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help=".perft files, or game files with --depth")
    parser.add_argument(
        "--depth", type=whole_number(1, 9), metavar="D", help="count so deep below the end of a game file"
    )
    parser.add_argument("--split", action="store_true", help="with --depth: the count below each decision")
    parser.add_argument(
        "--max-count",
        type=whole_number(1, 10**9),
        default=10**6,
        metavar="N",
        help="leave out larger counts (default 10^6)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Count or compare."""
    if arguments.depth:
        for file in arguments.files:
            _count(file, arguments)
        return 0
    wrong = 0
    for file in arguments.files:
        for case in read_cases(file):
            wrong += _compare(file, case, arguments)
    return 1 if wrong else 0


def _count(file: str, arguments: argparse.Namespace) -> None:
    state = read(file).state
    counts = split(state, arguments.depth) if arguments.split else {}
    total = sum(counts.values()) if counts else count_leaves(state, arguments.depth)
    if arguments.json:
        print_json({"file": file, "depth": arguments.depth, "count": total, "split": counts or None})
        return
    for decision, count in counts.items():
        print(f"{count:>12,}  {decision}")
    print(f"{total:>12,}  {file}, depth {arguments.depth}")


def _compare(file: str, case: Case, arguments: argparse.Namespace) -> int:
    """Compare one position; on a mismatch, show the count below each decision."""
    found = list(mismatches(case, arguments.max_count))
    if arguments.json:
        print_json({"file": file, "id": case.name, "ok": not found, "mismatches": found})
    elif not found:
        print(f"{file}: {case.name}: ok")
    for depth, expected, count in found:
        print(
            f"{file}: {case.name}: depth {depth} has {count}, expected {expected}; below each decision:",
            file=sys.stderr,
        )
        for decision, below in split(case.state(), depth).items():
            print(f"{below:>12,}  {decision}", file=sys.stderr)
    return len(found)
