"""`dolmen arena`: tournaments between bots, with ratings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_game,
    add_json,
    add_setup,
    file_options,
    given,
    load_game,
    part,
    path,
    print_json,
    seconds,
    seed_number,
    set_up_options,
    whole_number,
)
from dolmen.core.errors import CannotWrite, InvalidSetup

if TYPE_CHECKING:
    from dolmen.arena import Comparison, Folder, Report, Result, Start, Terms
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
        "--games",
        type=whole_number(1, 10**6),
        metavar="K",
        help="number of games (default 100; with --from one for every file and seating)",
    )
    add_starts(parser)
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same games (default 0)")
    parser.add_argument(
        "--share", type=part, default=1.0, metavar="X", help="a part of the levels' visits, such as 0.1 (default 1)"
    )
    add_workers(parser)
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
        help="a program or a class of your own that thinks for longer loses its game (default 60)",
    )
    parser.add_argument("--out", type=path, metavar="DIR", help="keep the games; if they are there already, go on")
    parser.add_argument("--resume", action="store_true", help="only go on: refuse a DIR without games of this arena")
    parser.add_argument("--plot", type=path, metavar="FILE", help="write the outcome as a picture (SVG)")
    parser.add_argument(
        "--max-turns", type=whole_number(1, 10**6), metavar="T", help="cut a game short after so many turns"
    )
    add_setup(parser)
    add_json(parser)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Who plays the games."""
    parser.add_argument(
        "--processes", type=whole_number(1, 256), default=1, metavar="P", help="games side by side (default 1)"
    )
    parser.add_argument(
        "--ray",
        type=given,
        metavar="ADDRESS",
        help="play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto (extra 'ray')",
    )


def add_starts(parser: argparse.ArgumentParser) -> None:
    """Games that begin in positions of others."""
    parser.add_argument(
        "--from",
        dest="files",
        nargs="+",
        default=[],
        metavar="FILE",
        help="begin in positions of these finished games (game files, logs, ledgers), all seats played by --bots, and "
        "tell the difference to what was really reached",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--round", type=whole_number(1, 1000), metavar="R", help="--from the beginning of this round")
    where.add_argument("--line", type=whole_number(1, 10**6), metavar="L", help="--from the position after this line")


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing, then tell the outcome."""
    from dolmen.arena import Folder, compare, compared, report
    from dolmen.arena.plot import plot
    from dolmen.arena.summary import summary
    from dolmen.contract.registry import find
    from dolmen.core.files import write_file

    terms = _terms(arguments)
    arguments.games = arguments.games or (len(terms.starts) * len(terms.schedule().block) if terms.starts else 100)
    _check(arguments, terms)
    folder = Folder(arguments.out, terms) if arguments.out else None
    results = dict(folder.results) if folder else {}
    missing = [number for number in range(arguments.games) if number not in results]
    _say_what_is_played(arguments, terms, len(missing))
    play_missing(terms, missing, arguments.games, folder, results, arguments.processes, arguments.ray)
    counted = [result for number, result in results.items() if number < arguments.games]
    outcome = report(counted)
    games = compared(counted, terms.starts) if terms.starts else []
    title = f"{find(terms.game).title}, {terms.players} players, seed {terms.seed}"
    if arguments.plot:
        write_file(arguments.plot, plot(outcome, title))
    if arguments.json:
        out = str(arguments.out) if arguments.out else None
        found = {"comparison": [asdict(one) for one in compare(games)], "compared": [one.to_json() for one in games]}
        told = {**summary(terms, outcome), "out": out}
        print_json({**told, **found} if terms.starts else told)
    else:
        _print(outcome, title)
        if terms.starts:
            _print_comparison(compare(games), _where(arguments))
    return 0


def _terms(arguments: argparse.Namespace) -> Terms:
    from dolmen.arena import Terms
    from dolmen.arena.entrants import split_names

    starts = _starts(arguments)
    players = starts[0].transcript().state.game.players if starts else arguments.players or 2
    if not starts:
        load_game(arguments, players)
    return Terms(
        game=arguments.game,
        players=players,
        bots=split_names(arguments.bots),
        seed=arguments.seed,
        share=arguments.share,
        threads=arguments.threads,
        options={} if starts else set_up_options(arguments),
        max_turns=arguments.max_turns,
        answer_seconds=arguments.answer_seconds,
        starts=starts,
    )


def _starts(arguments: argparse.Namespace) -> tuple[Start, ...]:
    """The positions of --from. Raises InvalidSetup where the arguments do not go together."""
    from dolmen.arena import read_starts

    if not arguments.files:
        if arguments.round or arguments.line:
            raise InvalidSetup("--round and --line say where games of --from FILE... go on: name the files")
        return ()
    if not arguments.round and not arguments.line:
        raise InvalidSetup("--from needs --round R or --line L: where the games go on")
    chosen = set(set_up_options(arguments)) - set(file_options(arguments))
    if arguments.players or chosen:
        named = "players" if arguments.players else "option" if "options" in chosen else min(chosen)
        raise InvalidSetup(f"--from takes the set-up from the files: leave --{named} out")
    return read_starts(
        arguments.game,
        arguments.files,
        round_number=arguments.round,
        line=arguments.line,
        supplied=file_options(arguments),
    )


def _check(arguments: argparse.Namespace, terms: Terms) -> None:
    """Refuse what cannot be played before anything is begun."""
    from dolmen.arena import Folder
    from dolmen.arena.entrants import enter

    terms.schedule()
    if arguments.plot and not arguments.plot.parent.is_dir():
        raise CannotWrite(f"{arguments.plot} cannot be written: there is no folder {arguments.plot.parent}")
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


def play_missing(
    terms: Terms,
    missing: list[int],
    games: int,
    folder: Folder | None,
    results: dict[int, Result],
    processes: int,
    ray: str | None = None,
    title: str = "playing",
) -> None:
    """Play the games of an arena that are missing of so many, with a bar; each is kept as soon as it is over."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from dolmen.arena import run_all
    from dolmen.arena.on_ray import run_on_ray
    from dolmen.cli.warmup import warm_up

    if not missing:
        return
    warm_up([terms.game])
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=games, completed=games - len(missing))

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

        if ray:
            run_on_ray(terms, missing, ray, keep)
        else:
            run_all(terms, missing, processes, keep)


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
            with_reach(standing.rating),
            in_percent(standing.victories),
            with_reach(standing.points),
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
                f"{duel.bot} is ahead of {duel.other} in {in_percent(duel.ahead)} of {duel.games} games", markup=False
            )


def _where(arguments: argparse.Namespace) -> str:
    return (
        f"the beginning of round {arguments.round}" if arguments.round else f"the position after line {arguments.line}"
    )


def _print_comparison(found: Sequence[Comparison], where: str) -> None:
    """The difference to what was really reached, a line for each bot."""
    for one in found:
        low, high = one.difference.low, one.difference.high
        error = f" ± {one.standard_error:.2f}" if one.standard_error is not None else ""
        print(
            f"{one.bot} from {where}: {one.difference.value:+.2f}{error} points a seat beside what was really reached "
            f"({one.reached:.1f}), 95 % {low:+.2f} to {high:+.2f}; {one.games} games from {one.positions} positions"
        )


def with_reach(figure: Interval | None) -> str:
    """A mean and its interval."""
    return "-" if figure is None else f"{figure.value:.1f} ±{(figure.high - figure.low) / 2:.1f}"


def in_percent(figure: Interval) -> str:
    """A share and its interval."""
    return f"{figure.value:.1%} ({figure.low:.0%} to {figure.high:.0%})"


def _times(times: Times | None) -> tuple[str, str]:
    return ("-", "-") if times is None else (_milliseconds(times.mean), _milliseconds(times.p95))


def _milliseconds(time: float) -> str:
    return f"{time:.2f}" if time < 10 else f"{time:.0f}"
