"""Pages of a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import PATIENCE
from tests.server.conftest import server, server_of_module
from tests.server.people import Server

__all__ = ["server", "server_of_module"]  # fixtures that are used here, too


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; afterwards there must have been no error and no foreign request.

    Nothing moves unless a test asks for motion: without a graphics card, lit places that breathe take most of a
    processor, and a click while Chromium prepares a glide may be lost.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        path: str = "/",
        width: int = 1440,
        height: int = 900,
        language: str = "en",
        *,
        confirm: str = "deed",
        motion: bool = False,
        **more: object,
    ) -> Page:
        more["reduced_motion"] = "no-preference" if motion else "reduce"
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_cookies([{"name": "dolmen_confirm", "value": confirm, "url": server.url}])
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
