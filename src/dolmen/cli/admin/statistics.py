"""Statistics: games read from a folder, and what all of them tell."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dolmen.cli.admin.deed import Deed, add_what, bar, needed, store_of
from dolmen.cli.common import print_json, whole_number
from dolmen.core.errors import InvalidSetup
from dolmen.core.files import write_file

if TYPE_CHECKING:
    from dolmen.analysis.counted import CountedFile
    from dolmen.store import Store

AT_ONCE = 50
"""So many files are read, and their games entered, at a time."""


@dataclass
class Tally:
    """What came of reading a folder."""

    files: int = 0
    new: int = 0
    known: int = 0
    bad: int = 0


def _add_collect(parser: argparse.ArgumentParser) -> None:
    add_what("FOLDER", "a folder of game files of any kind, with all folders in it; or one file")(parser)
    parser.add_argument("--bots", action="store_true", help="bots played these games among themselves (sim, arena)")
    parser.add_argument(
        "--processes", type=whole_number(1, 256), default=2, metavar="N", help="read in so many processes (default 2)"
    )


def _collect(arguments: argparse.Namespace) -> int:
    from dolmen.analysis.counted import files_in

    folder = needed(arguments, "a folder of game files")
    paths = [str(path) for path in files_in(Path(folder))]
    tally = Tally(len(paths))
    with store_of(arguments) as store, bar("collect") as step:
        step("", 0, len(paths))
        done = 0
        for found in _in_processes(list(_fresh(store, paths, tally)), arguments.processes):
            _enter(store, found, "bots" if arguments.bots else "log", tally)
            done += len(found)
            step("", tally.known + done, len(paths))
    told = {"files": tally.files, "new": tally.new, "known": tally.known, "bad": tally.bad}
    if arguments.json:
        print_json(told)
    else:
        print(
            f"{tally.files} files: {tally.new} games are new, {tally.known} were known, {tally.bad} cannot be counted"
        )
    return 1 if tally.files and tally.bad == tally.files else 0


def _fresh(store: Store, paths: Sequence[str], tally: Tally) -> Iterator[str]:
    """The files that no game was read from yet; what cannot be read is left for who tells why."""
    from dolmen.analysis.counted import digest_of
    from dolmen.analysis.replay import read_text
    from dolmen.core.errors import DolmenError

    for first in range(0, len(paths), AT_ONCE):
        digests = {}
        for path in paths[first : first + AT_ONCE]:
            try:
                digests[path] = digest_of(read_text(path))
            except DolmenError:
                digests[path] = ""
        known = store.known_files([digest for digest in digests.values() if digest])
        tally.known += sum(digest in known for digest in digests.values())
        yield from (path for path, digest in digests.items() if digest not in known)


def _in_processes(paths: Sequence[str], processes: int) -> Iterator[list[CountedFile]]:
    """The files, some at a time, each read and counted."""
    from dolmen.analysis.counted import count_files

    parts = [paths[first : first + AT_ONCE] for first in range(0, len(paths), AT_ONCE)]
    if processes == 1 or len(parts) < 2:
        yield from map(count_files, parts)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(parts)), mp_context=context) as pool:
        yield from pool.map(count_files, parts)


def _enter(store: Store, files: Sequence[CountedFile], source: str, tally: Tally) -> None:
    """Enter the games of some files; what cannot be counted is told, a line each."""
    from dolmen.store import PlayedGame, now

    at, games = now(), {}
    for file in files:
        if file.counted is None:
            tally.bad += 1
            print(f"dolmen: {file.file}: {file.error}", file=sys.stderr)
        else:
            games[file.counted.played] = PlayedGame(
                id=file.counted.played, source=source, at=at, file=file.digest, **vars(file.counted)
            )
    new = store.enter_games(list(games.values()))
    tally.new += new
    tally.known += sum(file.counted is not None for file in files) - new


# ------------------------------------------------------------------------------------------------ told


def _add_statistics(parser: argparse.ArgumentParser) -> None:
    add_what("GAME", "the game")(parser)
    parser.add_argument(
        "--source", action="append", default=[], metavar="NAME", help="table, log or bots; may be repeated"
    )
    parser.add_argument(
        "--players", type=whole_number(1, 9), action="append", default=[], metavar="N", help="may be repeated"
    )
    parser.add_argument(
        "--with", action="append", default=[], metavar="PLAYER", dest="people", help="who had a seat; may be repeated"
    )
    parser.add_argument("--csv", action="store_true", help="everything as one table for spreadsheets")


def _statistics(arguments: argparse.Namespace) -> int:
    from dolmen.analysis.statistics import as_csv
    from dolmen.contract.registry import find
    from dolmen.server.wanted_games import Wanted, statistics_of

    meta = find(needed(arguments, "a game"))
    if arguments.out is not None and (arguments.json or not arguments.csv):
        raise InvalidSetup("--out takes the table of --csv")
    with store_of(arguments) as store:
        people = [store.find_player(who).id for who in arguments.people]
        wanted = Wanted.read(store, meta, arguments.source, arguments.players, people)
        found = statistics_of(store, wanted)
    if arguments.json:
        print_json(found.to_json())
        return 0
    if arguments.csv:
        if arguments.out is None:
            sys.stdout.write(as_csv(found))
        else:
            write_file(arguments.out, as_csv(found))
        return 0
    print(f"{meta.title}: {found.games} games of {', '.join(wanted.sources)}")
    for kind in found.kinds:
        print(f"\n{kind.kind:22} {'games':>7} {'mean':>7} {'half':>13} {'won':>6}")
        for line in kind.lines:
            half = f"{line.quarter:g} to {line.three_quarters:g}"
            print(f"{line.value:22} {line.games:7} {line.mean:7.1f} {half:>13} {100 * line.won:5.1f}%")
    return 0


def _ratings(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from dolmen.contract.registry import find
    from dolmen.core.words import words
    from dolmen.server.pages.statistics import rated_list

    meta = find(needed(arguments, "a game"))
    with store_of(arguments) as store:
        for one in rated_list(store, meta.key, None, words("en")):
            if arguments.json:
                print_json({"name": one.name, "bot": one.is_bot, **asdict(one.rating)})
            else:
                sure = "measured" if one.is_bot else f"±{one.rating.within}, {one.rating.games} games"
                print(f"{one.rating.number:5}  {one.name:24} {sure}")
    return 0


DEEDS = (
    Deed(
        "collect",
        "read a folder of game files into the statistics; what was read before is not counted twice",
        "collect games --bots",
        _collect,
        _add_collect,
    ),
    Deed(
        "statistics",
        "what all games of a kind tell: points and victories, what goes together",
        "statistics {game} --players 4 --csv",
        _statistics,
        _add_statistics,
    ),
    Deed(
        "ratings",
        "how strong people and bots are at a game",
        "ratings {game}",
        _ratings,
        add_what("GAME", "the game"),
    ),
)
