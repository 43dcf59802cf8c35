"""All games of an arena on this machine: here, or in several processes, each with its kernels warm."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from dolmen.arena.external import dismiss_programs
from dolmen.arena.match import Result, Terms, play_match
from dolmen.core.errors import DolmenError, Interrupted

Played = tuple[Result, str]
ATTEMPTS = 3
"""How often the games that were lost with a process are begun again."""


def run_all(terms: Terms, numbers: Iterable[int], processes: int, keep: Callable[[Result, str], None]) -> None:
    """Play the games of these numbers and hand each to `keep` as soon as it is over."""
    waiting = list(numbers)
    played = _here(terms, waiting) if processes == 1 else _in_processes(terms, waiting, processes)
    for result, text in played:
        keep(result, text)


def _here(terms: Terms, numbers: Iterable[int]) -> Iterator[Played]:
    try:
        for number in numbers:
            yield play_match(terms, number)
    finally:
        dismiss_programs()


def _in_processes(terms: Terms, numbers: list[int], processes: int) -> Iterator[Played]:
    """By processes; a process that is killed takes no game with it: what it was playing is played again."""
    missing = set(numbers)
    for _ in range(ATTEMPTS):
        try:
            for result, text in _by_pool(terms, [number for number in numbers if number in missing], processes):
                missing.discard(result.number)
                yield result, text
            return
        except BrokenProcessPool:
            continue
    raise Interrupted(f"processes of the arena ended {ATTEMPTS} times; {len(missing)} games are missing")


def _by_pool(terms: Terms, numbers: list[int], processes: int) -> Iterator[Played]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(numbers) or 1), mp_context=context) as pool:
        ahead = iter(numbers)
        pending: set[Future[Played]] = set()
        try:
            while True:
                for number in ahead:
                    pending.add(pool.submit(play_match, terms, number))
                    if len(pending) >= 2 * processes:  # enough that no process waits, few enough to stop soon
                        break
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except (DolmenError, KeyboardInterrupt, GeneratorExit):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
