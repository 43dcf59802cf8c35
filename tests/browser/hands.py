"""How the tests play: what a person does with mouse and eyes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.server.people import Server

Visit = Callable[..., Page]
PICTURES = os.environ.get("DOLMEN_PICTURES")


def picture(page: Page, name: str) -> None:
    """Keep a picture where somebody asked for them."""
    if PICTURES:
        page.wait_for_timeout(500)
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def begin(page: Page, *seats: str, name: str = "Ana", game: str = "meduris") -> None:
    page.fill("#name", name)
    form = new_table(page, game)
    form.locator("details.more > summary").first.click()
    form.locator("[name=way][value=seats]").check()
    for number, seat in enumerate(seats):
        form.locator(f"select[name=seat{number}]").select_option(seat)
    form.locator("select[name=start]").select_option("first")
    form.locator("button.go").click()
    at_the_table(page)


def new_table(page: Page, game: str = "meduris") -> Locator:
    """The form of a new table; on a phone it is a sheet that opens first."""
    opens = page.locator(f"#game-{game} .opens")
    if opens.is_visible():
        opens.click()
    return page.locator(f"#new-{game}")


def at_the_table(page: Page) -> None:
    """Until the table is there with its scripts: what is typed or turned before they are loaded is lost."""
    page.wait_for_selector("#prompt, #lobby")
    page.wait_for_load_state()


def friends(visit: Visit, server: Server, pace: str, game: str = "meduris", **screen: object) -> tuple[Page, Page, str]:
    """Ana makes a table of two, and Ben comes by its link; Ana begins."""
    ana = visit(**screen)
    ana.fill("#name", "Ana")
    form = new_table(ana, game)
    form.locator("label:has([value=friends])").click()
    form.locator("label:has([name=players][value='2'])").click()
    form.locator(f"label:has([name=pace][value={pace}])").click()
    form.locator("details.more > summary").first.click()
    form.locator("select[name=start]").select_option("first")
    form.locator("button.go").click()
    at_the_table(ana)
    ben = visit(ana.input_value("input.link").removeprefix(server.url), **screen)
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    at_the_table(ben)
    ana.wait_for_selector("#prompt")
    return ana, ben, ben.url.rpartition("/")[2]


def kind(page: Page) -> str:
    prompt = page.query_selector("#prompt")
    return (prompt.get_attribute("data-kind") if prompt else "") or ""


def sequence(page: Page) -> int:
    return int(page.get_attribute("#prompt", "data-sequence") or 0)


def until(page: Page, condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"waited in vain: {what}"
        page.wait_for_timeout(15)


def repeat(deed: Callable[[], object], enough: Callable[[], bool], what: str, most: int = 60) -> None:
    """Do it until it is enough; so many times at most, for a test that goes on for ever tells nobody why."""
    for _time in range(most):
        if enough():
            return
        deed()
    raise AssertionError(f"{most} times in vain: {what}")


def choose_on(page: Page, choose: Callable[[], object]) -> None:
    """Choose, and on, until there is something to confirm, or an answer was given."""
    before = sequence(page)

    def made() -> bool:
        return sequence(page) != before or bool(page.query_selector("[data-confirm]"))

    def choose_next() -> None:
        shown = page.inner_text("#prompt")
        choose()
        # the question may have been told anew meanwhile: then what was chosen a moment ago is shown already
        until(page, lambda: made() or page.inner_text("#prompt") != shown, "what comes of it")

    repeat(choose_next, made, "something to confirm")


def look_nearer(page: Page) -> None:
    """Turn the wheel over the board until it answers: while Chromium prepares a transition, nothing does."""
    page.mouse.move(400, 400)

    def nearer() -> bool:
        page.mouse.wheel(0, -100)
        return page.locator(".board[data-near]").count() > 0

    until(page, nearer, "a nearer look")


def pick(page: Page, *, board: bool = True) -> None:
    """Click a lit place, or the first choice of the list where nothing is lit."""
    lit = page.query_selector("#lit .lit, [id^=board-] .lit") if board else None
    (lit or page.locator(".choices .choice").first).dispatch_event("click")


def decide_by_mouse(page: Page, *, board: bool = True) -> None:
    """One deed: click a lit place (or a choice of the list) until it is made, or can be confirmed; then confirm."""
    before = sequence(page)
    for _ in range(4):
        if page.query_selector("[data-confirm]"):
            break
        button = page.query_selector("#group-temple[aria-pressed=false]")
        if button and not page.query_selector("#group-hut"):
            button.click()
            until(page, lambda: bool(page.query_selector("#group-temple[aria-pressed=true]")), "the group")
        shown = page.inner_text("#ask")
        pick(page, board=board)
        until(
            page,
            lambda shown=shown: (
                bool(page.query_selector("[data-confirm]"))  # type: ignore[misc]
                or page.inner_text("#ask") != shown
                or sequence(page) != before
            ),
            "the preview",
        )
        if sequence(page) != before:  # a plain answer
            return
    page.click("[data-confirm]")
    until(page, lambda: sequence(page) != before or kind(page) == "over", "the move")
