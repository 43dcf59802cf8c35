"""A real server and the system's Chromium."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.conftest import server, server_of_module
from tests.server.people import Server

__all__ = ["server", "server_of_module"]  # fixtures that are used here, too

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


def chromium() -> str | None:
    return os.environ.get("DOLMEN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        warnings.warn("no Chromium here: install Debian's package chromium", stacklevel=1)
        pytest.skip("NO CHROMIUM: the browser tests did not run")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; afterwards there must have been no error and no foreign request."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        path: str = "/",
        width: int = 1440,
        height: int = 900,
        language: str = "en",
        *,
        confirm: bool = False,
        **more: object,
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if not confirm:  # turns end with their last decision
            context.add_cookies([{"name": "dolmen_confirm", "value": "off", "url": server.url}])
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(server.url) else None)
        page.goto(server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
