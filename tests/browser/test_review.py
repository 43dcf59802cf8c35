"""After a game somebody asks for its review, watches it being made, and walks through its turning points."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from dolmen.analysis.review import Play
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.registry import load, package
from dolmen.server.reviews import Reviews, Work
from tests.browser.hands import Visit, picture
from tests.server.people import Server, serve

GAMES = {"meduris": "greedy", "terra-mystica": "random"}
"""With bots that leave something to be found."""


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose reviews think little, so that they are done in seconds."""
    with serve(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite", review_visits=3) as running:
        yield running


def bring(page: Page, game: str) -> None:
    """A game from a file: it can be watched."""
    bots = [find_bot(GAMES[game], game)] * 2
    text = simulate(load(game, 2), bots, 1, 0, 200)[0].to_text()
    name = f"game{package(game).meta.extension}"
    page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    page.click(".upload button:has-text('Open')")
    page.wait_for_url("**/replay*")


def reviewed(page: Page, game: str) -> None:
    """From the replay to the review of a game."""
    bring(page, game)
    page.click("a[href$='/review']")
    page.click("#ask-review")
    page.wait_for_selector(".expected")  # it comes by itself
    page.wait_for_load_state()


def chosen(page: Page) -> str:
    return page.locator(".point[aria-current] .no").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_a_review_is_asked_for_comes_by_itself_and_leads_through_the_turning_points(visit: Visit, game: str) -> None:
    page = visit()
    reviewed(page, game)
    picture(page, f"review-{game}")
    points = page.locator(".point")
    assert points.count() == 5 and chosen(page) == "1"
    assert page.locator(".turning-mark").count() == 5 and page.locator(".expected .course").count() == 2
    page.keyboard.press("3")
    page.wait_for_url("**point=3**")
    assert chosen(page) == "3"
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**point=4**")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**point=3**")
    points.nth(1).click()
    page.wait_for_url("**point=2**")
    told = page.locator("#turning-point")
    assert told.locator(".two-lines strong").count() == 2
    assert told.locator(".line-played span").inner_text() in points.nth(1).inner_text()
    page.click(".qualities a >> nth=1")
    page.wait_for_url("**of=2**")
    assert page.locator(".qualities [aria-current]").count() == 1


@pytest.mark.parametrize("game", GAMES)
def test_both_lines_are_drawn_and_lead_to_the_replay_and_to_a_new_table(visit: Visit, game: str) -> None:
    page = visit()
    reviewed(page, game)
    drawn = 0
    for number in range(1, 6):
        page.keyboard.press(str(number))
        page.wait_for_url(f"**point={number}**")
        page.wait_for_load_state()
        drawn += page.locator("#lines .marking").count()
        assert page.locator("#lines .line-tag").count() == page.locator("#lines .marking").count()
    assert drawn, "at least one line has a place on the board"
    page.click("text=After, step by step")
    page.wait_for_url("**/replay?at=*")
    page.go_back()
    page.click("#play-from-here")
    page.wait_for_url("**/branch?at=*")


def test_progress_is_seen_and_the_review_is_stopped_and_asked_for_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly(_self: Reviews, _work: Work, plays: list[Play]) -> tuple[None, ...]:
        await asyncio.sleep(0.1)
        return (None,) * len(plays)

    monkeypatch.setattr(Reviews, "_judged", slowly)
    page = visit()
    bring(page, "meduris")
    page.click("a[href$='/review']")
    page.click("#ask-review")
    told = re.compile(r"Reviewing turn [1-9]\d* of \d+\. You may leave; it is kept\.")
    page.locator("#review-progress [role=status]").filter(has_text=told).wait_for()
    assert float(page.get_attribute("#review-progress progress", "value") or 0) > 0
    page.click("#stop-review")
    page.click("#ask-review")
    page.wait_for_selector("#review-progress")
    page.click("#stop-review")
    page.wait_for_selector("#ask-review")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(visit: Visit, scheme: str) -> None:
    page = visit(width=390, height=844, color_scheme=scheme)
    reviewed(page, "meduris")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".point").nth(2).click()
    page.wait_for_url("**point=3**")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#turning-point").bounding_box()["y"] < 844, "what was chosen is in sight"  # type: ignore[index]
    beside = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length"
    assert (
        page.locator(".decisions td").count() and page.locator(".decisions td, .decisions a").evaluate_all(beside) == 0
    )
