"""Compiling ahead: every kernel that a person will wait for, called once with a real position.

Whatever was compiled is kept on disk. That all of it is there is noted by an empty file, named after our sources:
where it is found, a program need not load the kernels to know that none of them will be compiled under way.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from dolmen.bots import bot_names, find_bot
from dolmen.contract.game import Game
from dolmen.contract.registry import load, package
from dolmen.core.errors import NotCompiled, UnknownBot
from dolmen.core.kernel import INTERPRETED, cache_root, package_digest
from dolmen.core.mask import has, new_mask

Step = tuple[str, Callable[[], Any]]
Steps = Callable[[Game], Iterable[Step]]
"""What there is to compile for a game: `steps`, or more than those."""


def steps(game: Game) -> Iterator[Step]:
    """What there is to compile for a game, as named calls."""
    yield from rules(game)
    named = set()
    for name in bot_names():
        try:
            bot = find_bot(name, game.meta.key)
        except UnknownBot:
            continue
        for kernel_name, call in bot.warm_up(game.new_state(seed=0)):
            if kernel_name not in named:  # the levels of a bot share their kernels
                named.add(kernel_name)
                yield f"bot: {kernel_name}", call


def rules(game: Game) -> Iterator[Step]:
    """The rules alone, without the bots."""
    records = game.new_state(seed=0).records
    mask = new_mask(game.num_actions)
    yield "legal decisions", lambda: game.legal_in(records, mask)
    yield "one legal decision", lambda: has(mask, 0)
    yield "decisions", lambda: _first_decision(game)
    yield from game.more_kernels()


@dataclass(frozen=True)
class Progress:
    """A step of a game's compiling that begins, or has ended."""

    game: str
    name: str
    of: int
    """How many steps there are."""
    seconds: float | None = None
    """How long it took; None while it goes on."""


def compile_here(keys: list[str], steps: Steps = steps) -> Iterator[Progress]:
    """Take every step of these games, one after the other."""
    for key in keys:
        work = list(steps(load(key)))
        for name, call in work:
            yield Progress(key, name, len(work))
            began = time.perf_counter()
            call()
            yield Progress(key, name, len(work), time.perf_counter() - began)


def compile_apart(keys: list[str], steps: Steps = steps) -> Iterator[Progress]:
    """The same with a process for each game, so that two cores compile two games."""
    context = multiprocessing.get_context("spawn")
    processes, open_ends = [], []
    for key in keys:
        ours, theirs = context.Pipe(duplex=False)
        processes.append(context.Process(target=_compile_for, args=(key, steps, theirs), daemon=True))
        processes[-1].start()
        theirs.close()
        open_ends.append(ours)
    while open_ends:
        for end in wait(open_ends):
            assert isinstance(end, Connection)
            try:
                report = end.recv()
            except EOFError:
                open_ends.remove(end)
                continue
            if isinstance(report, Exception):
                raise report
            yield report
    for key, process in zip(keys, processes, strict=True):
        process.join()
        if process.exitcode:
            raise NotCompiled(f"compiling {key} was ended from outside (status {process.exitcode})")


def _compile_for(key: str, steps: Steps, reports: Connection) -> None:
    """In a process of its own: tell the one that asked what is done, and what went wrong."""
    try:
        for report in compile_here([key], steps):
            reports.send(report)
    except (KeyboardInterrupt, BrokenPipeError):  # whoever asked has been told too, and says so; or has ended
        pass
    except Exception as error:
        reports.send(error)


def is_warm(keys: Iterable[str]) -> bool:
    """Whether everything that these games need was compiled before."""
    return INTERPRETED or all(_note(key).exists() for key in keys)


def note_warm(keys: Iterable[str]) -> None:
    """Everything that these games need is compiled now."""
    if not INTERPRETED:
        for key in keys:
            _note(key).touch()


def _note(key: str) -> Path:
    home = type(package(key)).__module__.partition(".")[0]
    return cache_root() / f"compiled-{package_digest(home)}-{key}"


def _first_decision(game: Game) -> None:
    state = game.new_state(seed=0)
    state.apply(state.legal_actions()[0])
