"""The forecast in both games, on a desk and on a phone: the rules' own scoring, as the game goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, until
from tests.browser.positions import ENGLISH, Begun, play_on, played
from tests.server.people import Server

GAMES = ("meduris", "terra-mystica")
SCREENS = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
TURNS = 14
"""After so many there is something to count in both games."""


def is_under_way(live: LiveTable) -> bool:
    return live.state.turn >= TURNS and live.deciding is not None


def lay(page: Page, what: str) -> None:
    """By its key; on a phone in the menu."""
    if page.locator(".tool[data-sheet-switch=forecast]").is_visible():
        page.keyboard.press({"forecast": "f", "all-players": "a"}[what])
    else:
        page.locator("details.menu > summary").tap()
        page.locator(f"details.menu [data-sheet-switch={what}]").tap()
    page.wait_for_selector(f"#sheet[data-shows={what}] tbody tr")


def sums(begun: Begun) -> list[int]:
    """What the game itself counts, the best first."""
    told = begun.live.present.forecast(begun.live.state, None, ENGLISH)
    assert told is not None
    return sorted(told.sums, reverse=True)


def shown(page: Page) -> list[int]:
    return [int(text) for text in page.locator("#sheet .pts").all_inner_texts()]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_the_forecast_counts_as_the_end_does_and_follows_the_game(
    visit: Visit, server: Server, game: str, screen: str
) -> None:
    begun = played(server, game, 3, is_under_way)
    seat = begun.live.deciding
    assert seat is not None
    page = begun.sit(visit, seat, **SCREENS[screen])
    lay(page, "forecast")
    assert shown(page) == sums(begun) and page.locator("#sheet .mine-row").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the table scrolls, not the page"
    first, end = sums(begun), begun.live.sequence + 40
    for _event in play_on(server, begun.table, lambda live: live.sequence >= end and sums(begun) != first):
        pass
    until(page, lambda: shown(page) == sums(begun), "the news")


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_sheet_changes_its_tab_and_goes_away(visit: Visit, server: Server, game: str) -> None:
    begun = played(server, game, 3, is_under_way)
    page = begun.sit(visit, 0, **SCREENS["phone"])
    lay(page, "all-players")
    page.locator("#sheet [data-sheet-switch=forecast]").tap()
    page.wait_for_selector("#sheet[data-shows=forecast] tbody tr")
    page.locator("#sheet [data-sheet-close]").tap()
    page.wait_for_selector("#sheet", state="hidden")
