"""Games that several tests look at, each played once; and which tests run when."""

from __future__ import annotations

import logging
import shutil
import sys
from asyncio import events
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.registry import load
from tests.browser.chromium import browser

__all__ = ["browser"]  # a fixture: one for all, wherever a test asks for it

EVERY_NUMBER_OF_PLAYERS = (2, 3, 4)


@cache
def game_text(players: int = 3, policy: str = "random", seed: int = 0, max_turns: int = 5000) -> str:
    """A game between bots as a file tells it, to its end unless it is cut short."""
    bots = [find_bot(policy, "meduris")] * players
    return simulate(load("meduris", players), bots, seed, 0, max_turns)[0].to_text()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What needs PyTorch runs only where its folder is named: `make test-train`."""
    needs_pytorch = collection_path == Path(__file__).parent / "train"
    return True if needs_pytorch and not any("train" in argument for argument in config.args) else None


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """The test suite's own logging, afterwards as before: a server that is started sets up logs for all."""
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn")
    level, handlers, propagates = root.level, list(root.handlers), uvicorn.propagate
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    uvicorn.propagate = propagates
    logging.captureWarnings(False)


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test without the browser may run a loop of its own: once started, Playwright's counts as running in between."""
    running = events._get_running_loop()
    if running is None or "browser" in request.fixturenames:
        yield
        return
    events._set_running_loop(None)
    yield
    events._set_running_loop(running)


MARKED_BY_FIXTURE = {"browser": "browser", "server": "process"}
"""Markers (see pyproject.toml) that a test gets with a fixture."""


TRIED_TWICE = ("browser", "process")
"""What depends on other programs and on how busy the machine is; a second try is listed as RERUN."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture, marker in MARKED_BY_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)
        if any(item.get_closest_marker(marker) for marker in TRIED_TWICE):
            item.add_marker(pytest.mark.flaky(reruns=1))


def node() -> str:
    """Node, of the machine or of the environment (see scripts/vendor.py)."""
    beside = Path(sys.executable).with_name("node")
    found = shutil.which("node") or (str(beside) if beside.exists() else None)
    assert found, "the example in JavaScript needs node: make play installs it"
    return found
