"""The system's Chromium, started once for all tests of a process: Playwright takes no second one beside it."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 120_000
"""Milliseconds: a busy machine may take its time."""

WORKER_IS_READY = f"""Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((_, fail) => setTimeout(() => fail(new Error("no service worker was installed")), {PATIENCE}))
])"""
"""For `Page.evaluate`: where the worker cannot be installed, `ready` alone would be waited for without an end."""


def chromium() -> str | None:
    return os.environ.get("DOLMEN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        warnings.warn("no Chromium here: install Debian's package chromium", stacklevel=1)
        pytest.skip("NO CHROMIUM: the browser tests did not run")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()
