"""Whole games of Meduris in a real browser: by mouse, with a friend, on a phone, after a reload."""

from __future__ import annotations

import pytest

from tests.browser.hands import Visit, at_the_table, begin, decide_by_mouse, kind, pick, picture, sequence, until
from tests.server.people import Server


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
    third = (page.get_attribute("#scrubber", "data-moments") or "").split()[3]
    page.wait_for_selector(f"#moment[data-at='{third}']")
    picture(page, "replay-desktop-light")
    page.go_back()
    page.click("#rematch")
    at_the_table(page)


def test_an_invited_friend_plays_from_a_second_browser(visit: Visit, server: Server) -> None:
    ana = visit()
    begin(ana, "me", "friend", "")
    link = ana.input_value("input.link")
    assert link.startswith(server.url)
    ben = visit(link.removeprefix(server.url))
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    at_the_table(ben)
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
