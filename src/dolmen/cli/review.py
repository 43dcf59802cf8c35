"""`dolmen review`: where points were lost in a game."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from dolmen.cli.bot import thinker
from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_file_options,
    add_json,
    file_options,
    print_json,
    seed_number,
    whole_number,
)

if TYPE_CHECKING:
    from rich.table import Table

    from dolmen.analysis.review import Judged, Review
    from dolmen.contract.notation import Transcript


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "review",
        run,
        "what each player could expect over time, and the moves where points were lost or won",
        "dolmen review game{extension} --level strong",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, a log or a ledger")
    parser.add_argument(
        "--level", metavar="BOT", help="which bot, with its visits (default strong, with a review's visits)"
    )
    parser.add_argument("--visits", type=whole_number(1, 10**9), metavar="N", help="visits for a thought")
    parser.add_argument(
        "--threads", type=whole_number(1, 256), metavar="T", help="moves thought about at a time (default: all cores)"
    )
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same review (default 0)")
    parser.add_argument(
        "--most", type=whole_number(1, 10**6), default=10, metavar="N", help="how many moves are listed (default 10)"
    )
    add_file_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look through the game, with a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from dolmen.analysis.replay import read
    from dolmen.analysis.review import BOT, plays_in, review, usual_budget

    transcript = read(arguments.file, file_options(arguments))
    game = transcript.state.game.meta
    usual = arguments.level is None and arguments.visits is None
    threads, arguments.threads = arguments.threads or os.cpu_count() or 1, 1
    arguments.level = arguments.level or BOT
    bot, budget = thinker(arguments, game.key)
    if usual:
        budget = replace(usual_budget(game.key), threads=1)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        total = len(plays_in(transcript.state))
        task = progress.add_task(f"{game.title}, {bot.name} looks at every move", total=total)
        found = review(
            transcript.state,
            lambda: thinker(arguments, game.key)[0],
            budget,
            arguments.seed,
            lambda: progress.advance(task),
            threads,
        )
    if arguments.json:
        said = {"file": arguments.file, "game": game.key, "level": arguments.level, "visits": budget.visits}
        print_json({**said, **_told(found, transcript, arguments.most)})
    else:
        _print(found, transcript, arguments.most)
    return 0


def _told(found: Review, transcript: Transcript, most: int) -> dict[str, Any]:
    """A review for programs: seats by name, plays as the file tells them."""
    names = transcript.player_names()
    return {
        "measure": found.measure,
        "players": [
            {"player": name, **asdict(one), "lost_a_turn": one.lost_a_turn}
            for name, one in zip(names, found.players, strict=True)
        ],
        "plays": [_play(one, transcript) for one in found.worst()[:most]],
        "best": [_play(one, transcript) for one in found.best()[:most]],
        "expected": [
            [{"line": _line(transcript, one.decisions - 1), **asdict(one)} for one in course]
            for course in found.courses
        ],
    }


def _play(one: Judged, transcript: Transcript) -> dict[str, Any]:
    from dolmen.contract.game import State
    from dolmen.contract.registry import package

    plays = package(transcript.state.game.meta.key).notation()
    position = plays.bot_view(State(transcript.state.game, transcript.state.records_before(one.first)))
    return {
        "line": _line(transcript, one.first),
        "player": transcript.player_names()[one.seat],
        "played": plays.play_text(position, one.actions),
        "worth": one.worth,
        "better": plays.play_text(position, one.better),
        "better_worth": one.better_worth,
        "difference": one.difference,
        "reasons": list(one.reasons),
    }


def _line(transcript: Transcript, place: int) -> int | None:
    from dolmen.analysis.review import line_of

    return line_of(transcript, place)


# ---------------------------------------------------------------------------------------------------- for people


def _print(found: Review, transcript: Transcript, most: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    players = Table(title="What was given away")
    players.add_column("player")
    for name in ("points", "moves", "as good as the best", "points lost", "lost a turn", "expected over time"):
        players.add_column(name, justify="right")
    for name, one, course in zip(transcript.player_names(), found.players, found.courses, strict=True):
        expected = _over_time([moment.points for moment in course])
        figures = (str(one.score), str(one.plays), str(one.best), f"{one.lost:.1f}", f"{one.lost_a_turn:.2f}")
        players.add_row(name, *figures, expected)
    console.print(players)
    if not found.worst():
        console.print("No move lost as much as half a point.")
        return
    console.print(_table("Where points were lost, the worst first", "better", found.worst()[:most], transcript))
    if found.best():
        title = "Where more was won than the bot's own move would have"
        console.print(_table(title, "the bot's move", found.best()[:most], transcript))


def _over_time(points: Sequence[float], most: int = 7) -> str:
    """A few of the figures from first to last: '92 95 88'."""
    last = len(points) - 1
    places = sorted({round(last * step / (most - 1)) for step in range(most)}) if points else []
    return " ".join(f"{points[place]:.0f}" for place in places)


def _table(title: str, other: str, plays: Sequence[Judged], transcript: Transcript) -> Table:
    from rich.table import Table

    table = Table(title=title)
    for name in ("line", "player", "played", other, "points", "why"):
        table.add_column(name, justify="right" if name in ("line", "points") else "left", overflow="fold")
    for play in (_play(one, transcript) for one in plays):
        line = "" if play["line"] is None else str(play["line"])
        why = ", ".join(play["reasons"])
        table.add_row(line, play["player"], play["played"], play["better"], f"{play['difference']:+.1f}", why)
    return table
