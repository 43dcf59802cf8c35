"""`dolmen explain`: the best choices in a position, and why."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dolmen.cli.bot import add_level, thinker
from dolmen.cli.common import Subparsers, add_command, file_options, print_json, seed_number, whole_number
from dolmen.cli.state import add_position_arguments

if TYPE_CHECKING:
    from dolmen.analysis.advice import Advice


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "explain",
        run,
        "show the best choices in a position of a game file, with expected points and reasons",
        "dolmen explain game{extension} --line 40 --level expert",
    )
    add_position_arguments(parser)
    add_level(parser, "expert")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same answer (default 0)")
    parser.add_argument(
        "--choices", type=whole_number(1, 100), default=5, metavar="N", help="how many choices are shown (default 5)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the choices, best first."""
    from rich.console import Console

    from dolmen.analysis.advice import advise
    from dolmen.analysis.replay import check_supplied, game_of, read_text
    from dolmen.contract.notation import ask_seat, lines_up_to
    from dolmen.contract.registry import package

    lines = read_text(arguments.file).removesuffix("\n").split("\n")
    text = "\n".join(lines_up_to(lines, arguments.line)) + "\n"
    meta = game_of(text, arguments.file)
    check_supplied(meta, file_options(arguments))
    transcript = package(meta.key).notation().read_so_far(text, file_options(arguments))
    seat = ask_seat(transcript.state)
    bot, budget = thinker(arguments, meta.key)
    with Console(stderr=True).status(f"{bot.name} is thinking"):
        choices = advise(bot, transcript.state, budget, arguments.seed, arguments.choices)
    player = transcript.player_names()[seat]
    if arguments.json:
        listed = [{**choice.to_json(), "reasons": list(choice.reasons)} for choice in choices]
        said = {"file": arguments.file, "game": meta.key, "line": arguments.line, "level": arguments.level}
        print_json({**said, "player": player, "choices": listed})
    else:
        _print(choices, f"{meta.title}: {player} decides; {bot.name} thinks")
    return 0


def _print(choices: list[Advice], title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    table = Table(title=title)
    for name in ("choice", "points", "thought", "why"):
        table.add_column(name, justify="right" if name in ("points", "thought") else "left", overflow="fold")
    for choice in choices:
        table.add_row(choice.play, f"{choice.points:.1f}", f"{choice.share:.0%}", ", ".join(choice.reasons))
    console.print(table)
