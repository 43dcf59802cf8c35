"""Every page by axe-core: nothing that keeps somebody from reading or using it, by day and by night."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.hands import Visit, new_table
from tests.browser.places import Places, make_places
from tests.server.people import Server

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
"""Installed by `make check`, from the npm registry by the lock file."""


@pytest.fixture(scope="module")
def places(server_of_module: Server) -> Places:
    return make_places(server_of_module)


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        warnings.warn("no axe-core here: run `make check`", stacklevel=1)
        pytest.skip("NO AXE-CORE: the pages were not checked")
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, axe: str) -> list[str]:
    """What axe-core finds, one line a rule with its first places."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(result => result.violations)")
    return [f"{one['id']}: {[node['target'] for node in one['nodes'][:4]]}" for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_no_page_keeps_anybody_out(
    visit: Visit, server: Server, places: Places, axe: str, scheme: str, width: int
) -> None:
    page = visit(width=width, height=844, color_scheme=scheme)
    page.context.add_cookies(places.cookies(server))  # type: ignore[arg-type]
    found = {}
    for name, address in places.addresses.items():
        page.goto(server.url + address)
        found[name] = violations(page, axe)
    page.goto(server.url)
    form = new_table(page)
    form.locator("details.more > summary").first.click()
    form.locator("[name=way][value=seats]").check()
    found["a new table"] = violations(page, axe)
    assert {name: told for name, told in found.items() if told} == {}
