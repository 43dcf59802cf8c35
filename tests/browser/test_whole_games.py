"""Whole games by keyboard alone and by touch alone; those by mouse are in test_play and test_terra_mystica."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.hands import Visit, at_the_table, begin, choose_on, kind, sequence, until

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
ACTIONS = 1
"""So many decisions a round before passing, where one may pass: six rounds are long enough."""
MOST_DEEDS = 600
"""More than any of these games has ever taken."""

Press = Callable[[Page, str], None]
"""Pick a kind of choices, by its key."""


def play(page: Page, choose: Callable[[], None], confirm: Callable[[], None], press: Press) -> int:
    """To the end of the game; tells how many deeds it took."""
    deeds, now, since = 0, "", 0
    while deeds < MOST_DEEDS:
        until(page, lambda: kind(page) in ("ask", "over"), "the own turn")
        if kind(page) == "over":
            return deeds
        if (where := page.inner_text("#where")) != now:
            now, since = where, 0
        for key in ("hut", "pass"):  # what brings the end nearer
            if page.query_selector(f"#group-{key}[aria-pressed=false]:enabled") and (key == "hut" or since >= ACTIONS):
                press(page, key)
                page.wait_for_selector(f"#group-{key}[aria-pressed=true]")
        make_deed(page, choose, confirm)
        deeds, since = deeds + 1, since + 1
    raise AssertionError(f"not over after {deeds} deeds")


def make_deed(page: Page, choose: Callable[[], None], confirm: Callable[[], None]) -> None:
    """Choose what there is to choose, and confirm it unless it was a plain answer."""
    before = sequence(page)
    choose_on(page, choose)
    if sequence(page) == before:
        confirm()
        until(page, lambda: sequence(page) != before or kind(page) == "over", "the move")


def press_key(page: Page, key: str) -> None:
    page.keyboard.press(page.get_attribute(f"#group-{key}", "data-key") or "")


class Keyboard:
    """By turns with the numbers of the list, and with arrows and Enter on the board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.on_the_board = 0

    def choose(self) -> None:
        page = self.page
        lit = page.query_selector("#lit .lit[tabindex='0']")
        if lit and sequence(page) % 2 and not page.query_selector("[aria-pressed=true].seg"):
            lit.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            self.on_the_board += 1
        else:
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("1")

    def play(self) -> None:
        deeds = play(self.page, self.choose, lambda: self.page.keyboard.press("Enter"), press_key)
        assert deeds > 15 and self.on_the_board


def test_a_whole_game_on_a_ring_by_keyboard_alone_from_the_first_page_on(visit: Visit) -> None:
    page = visit()
    page.focus("#name")
    page.keyboard.type("Ana")
    page.focus("#new-meduris [name=opponents]:checked")
    page.keyboard.press("ArrowLeft")
    page.focus("#new-meduris .go")
    page.keyboard.press("Enter")
    at_the_table(page)
    Keyboard(page).play()


def test_a_whole_game_with_a_map_and_tiles_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    begin(page, "me", "bot:greedy", "", game="terra-mystica")
    Keyboard(page).play()


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_whole_game_by_touch_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    begin(page, "me", "bot:greedy", "bot:greedy", game=game)
    deeds = play(
        page,
        lambda: page.locator(".choices .choice").first.tap(),
        lambda: page.tap("[data-confirm]"),
        lambda page, key: page.tap(f"#group-{key}"),
    )
    assert deeds > 15
    page.tap("#score")
    page.wait_for_selector("text=Where the points came from")
