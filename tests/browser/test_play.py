"""Whole games in a real browser: by mouse, by keyboard, with a friend, on a phone, after a reload."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.table.conftest import Server

Visit = Callable[..., Page]
PICTURES = os.environ.get("DOLMEN_PICTURES")


def picture(page: Page, name: str) -> None:
    """Keep a picture where somebody asked for them."""
    if PICTURES:
        page.wait_for_timeout(500)
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def begin(page: Page, *seats: str, name: str = "Ana") -> None:
    page.fill("input[name=name]", name)
    for number, seat in enumerate(seats):
        page.select_option(f"select[name=seat{number}]", seat)
    page.click("text=Options")
    page.select_option("select[name=start]", "first")
    page.click("text=Play now")
    page.wait_for_selector("#prompt")


def kind(page: Page) -> str:
    prompt = page.query_selector("#prompt")
    return (prompt.get_attribute("data-kind") if prompt else "") or ""


def sequence(page: Page) -> int:
    return int(page.get_attribute("#prompt", "data-sequence") or 0)


def until(page: Page, condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"waited in vain: {what}"
        page.wait_for_timeout(15)


def pick(page: Page, *, board: bool = True) -> None:
    """Click a lit place, or the first choice of the list where nothing is lit."""
    lit = page.query_selector("#lit .lit") if board else None
    (lit or page.locator(".choices .choice").first).dispatch_event("click")


def decide_by_mouse(page: Page, *, board: bool = True) -> None:
    """One decision: click a lit place (or a choice of the list) until it can be confirmed, then confirm."""
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
            lambda shown=shown: bool(page.query_selector("[data-confirm]")) or page.inner_text("#ask") != shown,  # type: ignore[misc]
            "the preview",
        )
    page.click("[data-confirm]")
    until(page, lambda: sequence(page) != before or kind(page) == "over", "the move")


def test_a_full_game_with_bots_by_mouse_on_the_board(visit: Visit) -> None:
    page = visit()
    picture(page, "home-desktop-light")
    begin(page, "me", "bot:greedy", "bot:greedy")
    decisions = 0
    while kind(page) != "over":
        until(page, lambda: kind(page) in ("ask", "over"), "the own turn")
        if kind(page) == "ask":
            decide_by_mouse(page)
            decisions += 1
            if decisions == 21:
                until(page, lambda: kind(page) == "ask", "the own turn")
                pick(page)
                picture(page, "meduris-desktop-light")
    assert decisions > 20
    page.click("#score")
    page.wait_for_selector("text=Where the points came from")
    picture(page, "end-desktop-light")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename.endswith(".meduris")
    page.click("text=Watch again")
    page.wait_for_selector("#scrubber")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("text=3 of")
    picture(page, "replay-desktop-light")
    page.go_back()
    page.click("#rematch")
    page.wait_for_selector("#prompt")


def test_a_full_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.focus("input[name=name]")
    page.keyboard.type("Ana")
    page.select_option("select[name=seat2]", "")
    page.keyboard.press("Enter")
    page.wait_for_selector("#prompt")
    while kind(page) != "over":
        until(page, lambda: kind(page) in ("ask", "over"), "the own turn")
        if kind(page) == "over":
            break
        before = sequence(page)
        while sequence(page) == before and kind(page) == "ask":
            if page.query_selector("[data-confirm]"):
                page.evaluate("document.activeElement.blur()")
                page.keyboard.press("Enter")
                until(page, lambda before=before: sequence(page) != before or kind(page) == "over", "the move")  # type: ignore[misc]
            else:
                shown = page.inner_text("#ask")
                page.keyboard.press("1")
                until(
                    page,
                    lambda shown=shown, before=before: (
                        bool(page.query_selector("[data-confirm]"))  # type: ignore[misc]
                        or page.inner_text("#ask") != shown
                        or sequence(page) != before
                    ),
                    "the preview",
                )
    assert kind(page) == "over"


def test_an_invited_friend_plays_from_a_second_browser(visit: Visit, server: Server) -> None:
    ana = visit()
    begin(ana, "me", "friend", "")
    link = ana.input_value(".lobby .link")
    assert link.startswith(server.url)
    ben = visit(link.removeprefix(server.url))
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    ben.wait_for_selector("#prompt")
    until(ana, lambda: kind(ana) == "ask", "the start, without a reload")
    assert ana.title().startswith("Your turn")
    for _ in range(4):
        until(ana, lambda: kind(ana) == "ask" or kind(ben) == "ask", "somebody's turn")
        decide_by_mouse(ana if kind(ana) == "ask" else ben, board=False)
        until(ana, lambda: sequence(ana) == sequence(ben), "the news on the other screen", 10)
    ana.keyboard.press("c")
    ana.fill("#talk input[name=text]", "good luck")
    ana.keyboard.press("Enter")
    until(ben, lambda: "good luck" in (ben.text_content("#chat") or ""), "the chat")
    assert ana.locator("#players .stock").count() == 1
    assert ben.locator("#players .hidden").count() == 1


def test_a_reload_in_mid_turn_loses_nothing(visit: Visit) -> None:
    page = visit()
    begin(page, "me", "bot:random", "bot:random")
    for _ in range(6):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    asked, at = page.inner_text("#ask"), sequence(page)
    stock = page.inner_text("#players .stock")
    page.reload()
    assert (page.inner_text("#ask"), sequence(page), page.inner_text("#players .stock")) == (asked, at, stock)
    decide_by_mouse(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_size(visit: Visit, scheme: str) -> None:
    page = visit(width=390, height=844, color_scheme=scheme, has_touch=True)
    picture(page, f"home-phone-{scheme}")
    begin(page, "me", "bot:greedy", "bot:greedy")
    for _ in range(9):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page, board=False)
    until(page, lambda: kind(page) == "ask", "the own turn")
    page.locator(".choices .choice").first.click()
    picture(page, f"meduris-phone-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("[data-show=players]")
    assert page.is_visible("#players")
    picture(page, f"meduris-players-phone-{scheme}")
    page.click("[data-show=log]")
    assert page.is_visible("#log")


def test_dark_desktop(visit: Visit) -> None:
    page = visit(color_scheme="dark")
    picture(page, "home-desktop-dark")
    begin(page, "me", "bot:greedy", "bot:greedy")
    for _ in range(12):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    pick(page)
    picture(page, "meduris-desktop-dark")


@pytest.mark.parametrize(("language", "word"), [("es", "cabaña"), ("it", "capann"), ("nl", "hut")])
def test_each_language(visit: Visit, language: str, word: str) -> None:
    page = visit(language=language)
    assert page.get_attribute("html", "lang") == language
    page.locator("input[name=name]").first.fill("Ana")
    page.locator("form[data-new-table] button.go").first.click()
    page.wait_for_selector("#prompt")
    page.goto(page.url.partition("/t/")[0] + "/rules/meduris")
    assert word in page.inner_text("main").lower()
