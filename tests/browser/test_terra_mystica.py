"""Terra Mystica in a real browser: a whole game by mouse, after a reload, on a phone, by keyboard."""

from __future__ import annotations

import pytest

from tests.browser.hands import Visit, begin, decide_by_mouse, kind, pick, picture, repeat, sequence, until

BOTS = ("me", "bot:greedy", "")
ACTIONS = 3
"""So many decisions a round before passing: six rounds are long enough."""


def round_of(page: object) -> str:
    return page.inner_text("#where")  # type: ignore[attr-defined, no-any-return]


def test_a_full_game_with_bots_by_mouse(visit: Visit) -> None:
    page = visit()
    begin(page, *BOTS, game="terra-mystica")
    decisions, now, since = 0, "", 0
    while kind(page) != "over":
        until(page, lambda: kind(page) in ("ask", "over"), "the own turn")
        if kind(page) == "over":
            break
        if round_of(page) != now:
            now, since = round_of(page), 0
        passing = page.query_selector("#group-pass[aria-pressed=false]")
        if since >= ACTIONS and passing:
            passing.click()
            until(page, lambda: bool(page.query_selector("#group-pass[aria-pressed=true]")), "the group")
            decide_by_mouse(page, board=False)
        else:
            decide_by_mouse(page)
        decisions, since = decisions + 1, since + 1
        if decisions == 9:
            until(page, lambda: kind(page) == "ask", "the own turn")
            picture(page, "terra-desktop-light")
    assert decisions > 10
    page.click("#score")
    page.wait_for_selector("text=Where the points came from")
    picture(page, "terra-end-light")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename.endswith(".tm")


def test_every_kind_of_action_is_lit_at_once_and_says_its_price(visit: Visit) -> None:
    page = visit()
    begin(page, *BOTS, game="terra-mystica")
    for _ in range(12):
        until(page, lambda: kind(page) == "ask", "the own turn")
        if page.locator(".steps .seg").count() > 3 and page.locator("#lit .lit").count():
            break
        decide_by_mouse(page)
    assert page.locator("#lit .lit").count() and page.locator("[id^=board-] .lit").count()
    kinds = page.locator(".kind").all_inner_texts()
    assert len(kinds) == page.locator(".steps .seg[data-key]:not([disabled], .opens-asides)").count()
    page.locator("#lit .lit").first.hover(force=True)
    page.wait_for_selector("#tip:not([hidden])")
    assert any(good in page.inner_text("#tip") for good in ("worker", "coin", "priest", "→"))
    page.locator("[id^=board-] .lit").first.dispatch_event("click")
    page.wait_for_selector("#preview")
    assert "You pay" in page.inner_text("#preview") or "You get" in page.inner_text("#preview")
    assert page.get_attribute("[id^=board-] .lit[aria-pressed=true]", "data-choice")


def test_a_reload_in_mid_turn_loses_nothing(visit: Visit) -> None:
    page = visit()
    begin(page, *BOTS, game="terra-mystica")
    for _ in range(6):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    seen = (page.inner_text("#ask"), sequence(page), page.inner_text("#board-own"))
    page.reload()
    assert (page.inner_text("#ask"), sequence(page), page.inner_text("#board-own")) == seen
    decide_by_mouse(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_size(visit: Visit, scheme: str) -> None:
    page = visit(width=390, height=844, color_scheme=scheme, has_touch=True)
    begin(page, *BOTS, game="terra-mystica")
    for _ in range(5):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page, board=False)
    until(page, lambda: kind(page) == "ask", "the own turn")
    page.locator(".choices .choice").first.click()
    picture(page, f"terra-phone-{scheme}")
    for tab, part in (("own", "#board-own"), ("cults", "#board-cults"), ("favours", "#board-favours"), ("log", "#log")):
        page.click(f"[data-show={tab}]")
        assert page.is_visible(part), tab
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, tab
        picture(page, f"terra-phone-{tab}-{scheme}")


def test_hexes_are_reached_by_arrows_and_read_with_shift(visit: Visit) -> None:
    page = visit()
    begin(page, *BOTS, game="terra-mystica")
    until(page, lambda: kind(page) == "ask", "the own turn")

    def decide() -> None:
        decide_by_mouse(page)
        until(page, lambda: kind(page) == "ask", "the own turn")

    repeat(decide, lambda: bool(page.query_selector("#lit .lit")), "lit hexes")
    page.focus("#lit .lit[tabindex='0']")
    first = page.evaluate("document.activeElement.id")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.id") != first:
            break
    assert page.evaluate("document.activeElement.id") != first
    page.keyboard.press("Shift+ArrowRight")
    until(page, lambda: str(page.evaluate("document.activeElement.id")).startswith("hex-"), "the hex beside")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == page.inner_text("#said")
    page.focus("#lit .lit[tabindex='0']")
    before = sequence(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-confirm]")
    assert sequence(page) == before, "never both with one stroke"
    page.keyboard.press("Enter")
    until(page, lambda: sequence(page) != before, "the move")


def test_a_choice_beside_the_map_is_picked_there(visit: Visit) -> None:
    page = visit()
    begin(page, *BOTS, game="terra-mystica")
    for _ in range(20):
        until(page, lambda: kind(page) == "ask", "the own turn")
        if page.query_selector("button.bonus.lit"):
            break
        decide_by_mouse(page)
    page.locator("button.bonus.lit").first.click()
    page.wait_for_selector("[data-confirm]")
    assert page.get_attribute("button.bonus.lit[aria-pressed=true]", "data-choice")
    pick(page, board=False)
