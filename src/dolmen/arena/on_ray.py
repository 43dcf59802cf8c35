"""All games of an arena on a Ray cluster: every machine that has Dolmen plays some.

The process that the person started hands out numbers and keeps results; a machine that is lost takes no game with it,
because Ray plays what it was playing again elsewhere, and a number is kept once.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from dolmen import __version__
from dolmen.arena.match import Result, Terms, play_match
from dolmen.core.errors import Interrupted, MissingExtra, RulesVersionMismatch, Unreachable, how_to_install

ATTEMPTS = 5
"""How often a game is begun again after Ray itself has given it up."""
AHEAD = 2
"""Games handed out for each processor: none waits, and few are lost when all is stopped."""
KNOCK_SECONDS = 5


def run_on_ray(terms: Terms, numbers: list[int], address: str, keep: Callable[[Result, str], None]) -> None:
    """Play the games of these numbers on the cluster and hand each to `keep` as soon as it is over."""
    with _cluster(address) as ray:
        play = ray.remote(_play).options(num_cpus=terms.threads, max_retries=-1)
        waiting, attempts = list(reversed(numbers)), dict.fromkeys(numbers, 0)
        pending: dict[Any, int] = {}
        while waiting or pending:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)) // terms.threads)
            while waiting and len(pending) < room:
                number = waiting.pop()
                pending[play.remote(terms, number, __version__)] = number
            done, _ = ray.wait(list(pending), num_returns=1)
            number = pending.pop(done[0])
            try:
                result, text = ray.get(done[0])
            except ray.exceptions.RayTaskError as error:  # our own refusal, from there
                raise error.as_instanceof_cause() from None
            except ray.exceptions.RayError as error:
                attempts[number] += 1
                if attempts[number] == ATTEMPTS:
                    raise Interrupted(f"Ray lost game {number + 1} {ATTEMPTS} times: {_first_line(error)}") from None
                waiting.append(number)
            else:
                keep(result, text)


def _play(terms: Terms, number: int, version: str) -> tuple[Result, str]:
    """On a machine of the cluster: play, if its Dolmen is ours."""
    if version != __version__:
        raise RulesVersionMismatch(f"a machine of the cluster has Dolmen {__version__}, this one has {version}")
    return play_match(terms, number)


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Ray, connected. Raises MissingExtra or Unreachable."""
    _knock(address)
    try:
        import ray
    except ImportError:
        raise MissingExtra(f"--ray needs Ray: {how_to_install('ray')}") from None
    with redirect_stdout(sys.stderr):  # Ray has much to say: our own output is for results
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False)
        except Exception as error:  # Ray refuses with errors of many kinds
            raise Unreachable(f"there is no Ray cluster at {address}: {_first_line(error)}") from None
        try:
            yield ray
        finally:
            ray.shutdown()


def _knock(address: str) -> None:
    """Whether anybody listens there: Ray itself would wait long for nobody."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        if address != "auto":
            raise Unreachable(f"a Ray cluster's address reads HOST:PORT, ray://HOST:PORT or auto, not '{address}'")
        return
    try:
        if not port.isdecimal():
            raise ValueError(f"'{port}' is no port")
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unreachable(f"there is no Ray cluster at {address}: {reason}") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
