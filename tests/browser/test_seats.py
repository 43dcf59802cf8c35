"""Seats in a real browser: the turn is confirmed, or taken back."""

from __future__ import annotations

from tests.browser.hands import Visit, begin, kind, pick, picture, sequence, until


def test_a_turn_is_taken_back_or_confirmed(visit: Visit) -> None:
    page = visit(confirm="turn")
    begin(page, "me", "bot:random", "bot:random")
    pick(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    picture(page, "confirm-desktop-light")
    page.keyboard.press("b")
    until(page, lambda: kind(page) == "ask", "the question again")
    pick(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    before = sequence(page)
    page.keyboard.press("Enter")
    until(page, lambda: kind(page) == "ask" and sequence(page) > before, "the own turn")
    page.click("details.menu > summary")
    with page.expect_navigation():
        page.select_option("select[name=confirm]", "never")
    until(page, lambda: kind(page) == "ask", "the own turn")
    before = sequence(page)
    pick(page)
    until(page, lambda: kind(page) == "ask" and sequence(page) > before + 1, "no more confirming")
