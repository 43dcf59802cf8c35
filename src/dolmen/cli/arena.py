"""`dolmen arena`: tournaments between bots, with ratings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_game,
    add_json,
    add_setup,
    load_game,
    part,
    print_json,
    seconds,
    seed_number,
    set_up_options,
    whole_number,
)
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.arena import Report, Terms
    from dolmen.arena.rating import Interval, Times


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "arena",
        run,
        "let bots play many games on fair terms, and rate them",
        "dolmen arena {game} --bots random,greedy --players 2 --games 100 --seed 7 --out games",
    )
    add_game(parser)
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B,...",
        help='who plays: names of bots, FILE.py:CLASS, or "cmd:PROGRAM ARGUMENTS". As many as players: just this '
        "line-up, turned through the seats; more: every selection of them; fewer: repeated until the seats are full",
    )
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players (default 2)")
    parser.add_argument(
        "--games", type=whole_number(1, 10**6), default=100, metavar="K", help="number of games (default 100)"
    )
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same games (default 0)")
    parser.add_argument(
        "--share", type=part, default=1.0, metavar="X", help="a part of the levels' visits, such as 0.1 (default 1)"
    )
    parser.add_argument(
        "--processes", type=whole_number(1, 256), default=1, metavar="P", help="games side by side (default 1)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto (extra 'ray')"
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, 256),
        default=1,
        metavar="T",
        help="threads of a bot's thought (default 1)",
    )
    parser.add_argument(
        "--answer-seconds",
        type=seconds,
        default=60.0,
        metavar="T",
        help="a program that is silent for longer loses its game (default 60)",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the games; if they are there already, go on")
    parser.add_argument("--resume", action="store_true", help="only go on: refuse a DIR without games of this arena")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the outcome as a picture (SVG)")
    parser.add_argument(
        "--max-turns", type=whole_number(1, 10**6), metavar="T", help="cut a game short after so many turns"
    )
    add_setup(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing, then tell the outcome."""
    from dolmen.arena import Folder, report
    from dolmen.arena.plot import plot
    from dolmen.contract.registry import find
    from dolmen.core.files import write_file

    terms = _terms(arguments)
    _check(arguments, terms)
    folder = Folder(arguments.out, terms) if arguments.out else None
    results = dict(folder.results) if folder else {}
    missing = [number for number in range(arguments.games) if number not in results]
    _say_what_is_played(arguments, terms, len(missing))
    _play(arguments, terms, missing, folder, results)
    outcome = report(result for number, result in results.items() if number < arguments.games)
    title = f"{find(terms.game).title}, {terms.players} players, seed {terms.seed}"
    if arguments.plot:
        write_file(arguments.plot, plot(outcome, title))
    if arguments.json:
        out = str(arguments.out) if arguments.out else None
        print_json({**terms.to_json(), "line_ups": terms.schedule().line_ups, "out": out, **outcome.to_json()})
    else:
        _print(outcome, title)
    return 0


def _terms(arguments: argparse.Namespace) -> Terms:
    from dolmen.arena import Terms
    from dolmen.arena.entrants import split_names

    players = arguments.players or 2
    load_game(arguments, players)
    return Terms(
        game=arguments.game,
        players=players,
        bots=split_names(arguments.bots),
        seed=arguments.seed,
        share=arguments.share,
        threads=arguments.threads,
        options=set_up_options(arguments),
        max_turns=arguments.max_turns,
        answer_seconds=arguments.answer_seconds,
    )


def _check(arguments: argparse.Namespace, terms: Terms) -> None:
    """Refuse what cannot be played before anything is begun."""
    from dolmen.arena import Folder
    from dolmen.arena.entrants import enter

    terms.schedule()
    for name in dict.fromkeys(terms.bots):
        enter(name, terms.game)
    if arguments.resume and not (arguments.out and Folder.is_begun(arguments.out)):
        where = f"{arguments.out} holds no games of an arena" if arguments.out else "name the folder with --out DIR"
        raise InvalidSetup(f"--resume goes on with an arena's games: {where}")


def _say_what_is_played(arguments: argparse.Namespace, terms: Terms, missing: int) -> None:
    schedule = terms.schedule()
    if len(terms.bots) < terms.players:
        filled = "; ".join(",".join(line_up) for line_up in schedule.line_ups)
        _say(f"{len(terms.bots)} bots for {terms.players} seats: the line-ups are {filled}")
    left = schedule.unpaired(arguments.games)
    if left:
        block = len(schedule.block)
        _say(f"the last set-up is played in {left} of {block} seatings; a multiple of {block} games evens all out")
    if missing < arguments.games:
        _say(f"{arguments.games - missing} of {arguments.games} games are there already")


def _say(message: str) -> None:
    print(f"dolmen: {message}", file=sys.stderr)


def _play(
    arguments: argparse.Namespace, terms: Terms, missing: list[int], folder: Any, results: dict[int, Any]
) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from dolmen.arena import Result, run_all
    from dolmen.arena.on_ray import run_on_ray
    from dolmen.cli.warmup import warm_up

    if not missing:
        return
    warm_up([terms.game])
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=arguments.games, completed=arguments.games - len(missing))

        def keep(result: Result, text: str) -> None:
            if folder:
                folder.add(result, text)
            results[result.number] = result
            if result.forfeit is not None:
                console.print(
                    f"dolmen: game {result.number + 1} is lost by forfeit: {result.why}",
                    highlight=False, markup=False, soft_wrap=True,
                )  # fmt: skip
            progress.advance(task)

        if arguments.ray:
            run_on_ray(terms, missing, arguments.ray, keep)
        else:
            run_all(terms, missing, arguments.processes, keep)


def _print(outcome: Report, title: str) -> None:
    """The outcome as a table."""
    from rich.console import Console
    from rich.table import Table

    cut = f", {outcome.truncated} of them cut short" if outcome.truncated else ""
    caption = f"{outcome.games} games over {outcome.setups} set-ups{cut}; intervals at 95 %; times in milliseconds"
    table = Table(title=title, caption=caption)
    table.add_column("bot", overflow="fold", max_width=40)
    for name in ("rating", "victories", "points", "seats", "move", "p95", "turn", "p95", "forfeits"):
        table.add_column(name, justify="right", no_wrap=True)
    for standing in outcome.standings:
        table.add_row(
            standing.bot,
            _with_reach(standing.rating),
            _share(standing.victories),
            _with_reach(standing.points),
            str(standing.seats),
            *_times(standing.move),
            *_times(standing.turn),
            str(standing.forfeits or ""),
        )
    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    console.print(table)
    if len(outcome.standings) > 2:
        for duel in outcome.duels:
            console.print(
                f"{duel.bot} is ahead of {duel.other} in {_share(duel.ahead)} of {duel.games} games", markup=False
            )


def _with_reach(figure: Interval | None) -> str:
    return "-" if figure is None else f"{figure.value:.1f} ±{(figure.high - figure.low) / 2:.1f}"


def _share(figure: Interval) -> str:
    return f"{figure.value:.1%} ({figure.low:.0%} to {figure.high:.0%})"


def _times(times: Times | None) -> tuple[str, str]:
    return ("-", "-") if times is None else (_milliseconds(times.mean), _milliseconds(times.p95))


def _milliseconds(time: float) -> str:
    return f"{time:.2f}" if time < 10 else f"{time:.0f}"
