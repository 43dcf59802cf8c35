"""The documentation as a site: built without a warning, read and searched from the file system."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.docs.blocks import ROOT

pytestmark = [pytest.mark.process, pytest.mark.slow]

EXPLAINED = {
    "games": ("contract.registry.load", "contract.game.Game", "contract.game.State", "contract.meta.Meta"),
    "contract": ("contract.package.GamePackage", "contract.notation.Notation", "contract.presentation.Presentation"),
    "bots": ("bots.base.Bot", "bots.base.Budget"),
    "batch": ("batch.Batch", "batch.Batch.step"),
    "environments": ("envs.gymnasium.seat.SeatEnv", "envs.gymnasium.vector.BatchEnv", "envs.pettingzoo.GameEnv"),
    "client": ("client.Client", "client.Client.events", "client.AsyncClient.play", "wire.events.Turn"),
    "errors": ("core.errors.DolmenError", "core.errors.IllegalAction"),
}
"""What the pages of the reference must have, among others."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make site` makes it."""
    (called,) = re.findall(r"sphinx-build (.*) -c docs \. site", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert "--fail-on-warning" in called
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", *called.split(), "-d", str(folder / "doctrees"), "-c", "docs", "."]
    built = subprocess.run([*command, str(folder / "site")], cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder / "site"


def test_what_is_looked_up_is_found_without_a_server(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("request", lambda asked: None if asked.url.startswith("file:") else wrong.append(asked.url))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((site / "index.html").as_uri())
    page.wait_for_url("**/docs/index.html")
    page.fill("input[name=q]", "legal_mask")
    page.press("input[name=q]", "Enter")
    page.click("#search-results a:has-text('Batch.legal_mask')")
    page.wait_for_url("**/docs/reference/batch.html*")
    assert "action a bit a % 64" in page.inner_text("dl.method:has([id='dolmen.batch.Batch.legal_mask'])")
    context.close()
    assert wrong == []


def test_the_reference_is_made_from_the_docstrings(site: Path) -> None:
    for page, names in EXPLAINED.items():
        text = (site / "docs" / "reference" / f"{page}.html").read_text(encoding="utf-8")
        for name in names:
            assert f'id="dolmen.{name}"' in text
