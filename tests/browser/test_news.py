"""The log in lines and the strip of news: the whole sentence on hover, the board then by a click, places that pulse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from dolmen.core.words import LANGUAGES, words
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.news import news_of
from tests.browser.hands import Visit, repeat, sequence, until
from tests.browser.test_sight import GAME, LOG_LINE, TABLET, begin, play, sit
from tests.server.people import Server

ENGLISH = words("en")
MOST_CUT = 0.15
"""So large a part of the lines may end in dots, on a desk; what they tell is in their sentence."""
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""


def own_turn(round_number: int) -> Callable[[LiveTable], bool]:
    """A turn of the first seat that begins, with something that others built before."""

    def reached(live: LiveTable) -> bool:
        state = live.state
        return state.number("round_number") == round_number and live.asked == 0 == state.turn_player

    return reached


def somebody_built(live: LiveTable) -> bool:
    places = [chip.entry.places for chip in news_of(live, 0, ENGLISH, can_skip=False).chips if chip.entry]
    return any(one and one[0].startswith("hex-") for one in places)


def tip(page: Page) -> str:
    page.locator("#tip").wait_for()
    return page.inner_text("#tip")


def test_a_line_tells_its_whole_sentence_to_those_who_point_focus_or_hear(visit: Visit, server: Server) -> None:
    ana, table = begin(server, own_turn(2))
    page = sit(visit, server, ana, table)
    told = {entry.key: entry for entry in server.context.tables.live(table).log(ENGLISH)}
    line = page.locator("#log li[data-by]:not(.head)").first
    entry = told[(line.get_attribute("id") or "").removeprefix("entry-")]
    button = line.locator("button.entry")
    sentence = str(entry.text.striptags())
    assert sentence in (button.get_attribute("aria-description") or "")
    assert button.locator(".tx").inner_text() == entry.brief.striptags()
    button.hover()
    assert sentence in tip(page)
    page.hover("#board-cults")
    page.locator("#log").focus()
    first = page.locator("#log .entry:focus-visible")
    repeat(lambda: page.keyboard.press("Tab"), lambda: first.count() > 0, "an entry: heads of rounds may come first")
    assert tip(page) == first.get_attribute("aria-description")


def test_a_chip_pulses_its_place_and_shows_the_board_then(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, lambda live: own_turn(2)(live) and somebody_built(live)), motion=True)
    assert page.inner_text("#news .when") == "Since your turn"
    chip = page.locator("#news .chip.hot").first
    chip.hover()
    place = (chip.get_attribute("data-places") or "").split()[0]
    outline = page.locator(f"#{place} > path").first.get_attribute("d")
    assert page.locator("#pulses .place-mark").first.get_attribute("d") == outline
    assert page.locator(".name-plate").all_text_contents() == [place.removeprefix("hex-")]
    animated = "one => getComputedStyle(one).animationName"
    assert page.locator("#pulses .place-mark").first.evaluate(animated) == "pulse"
    page.hover("#board-cults")
    assert page.locator("#pulses *").count() == 0
    chip.click()
    page.wait_for_selector("#past [id^=past-]", state="attached")
    assert page.locator("#moment-bar a.rule").is_visible()
    decision = chip.get_attribute("data-decision")
    expect(page.locator(f"#log [data-decision='{decision}'][aria-current]").first).to_be_attached()
    page.keyboard.press("Escape")
    page.wait_for_selector("#moment-bar", state="hidden")


def test_what_is_new_since_the_own_turn_is_marked_in_the_log(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, own_turn(2)))
    since = int(page.get_attribute("#news", "data-since") or 0)
    lines = "all => all.map(one => [Number(one.dataset.decision), one.dataset.by, one.matches('.fresh')])"
    for decision, by, fresh in page.locator("#log [data-by]").evaluate_all(lines):
        assert fresh == (decision > since and by != "0")


def test_the_strip_is_empty_after_the_first_deed_and_tells_what_others_do(visit: Visit, server: Server) -> None:
    ana, table = begin(server, own_turn(2))
    page = sit(visit, server, ana, table)
    high = page.locator("#news").evaluate("one => one.getBoundingClientRect().height")
    turn = server.context.tables.live(table).state.turn
    for event in play(server, table, lambda live: live.state.turn != turn):
        until(page, lambda event=event: sequence(page) >= event, "the news")  # type: ignore[misc]
        live = server.context.tables.live(table)
        told = page.locator("#news .chip").count()
        assert told == 0 if live.asked == 0 and live.state.turn == turn else told
        assert page.locator("#news").evaluate("one => one.getBoundingClientRect().height") == high
    assert page.inner_text("#news .when") == "Now"


def test_round_and_income_open_and_stay_open(visit: Visit, server: Server) -> None:
    ana, table = begin(server, own_turn(2))
    page = sit(visit, server, ana, table)
    head = page.locator("#log li.head").first
    summary = head.locator("summary")
    assert "income of all" in summary.inner_text() and not head.locator("p.entry").first.is_visible()
    summary.click()
    assert head.locator("p.entry").count() == 5 and head.locator("p.entry .plus").first.is_visible()
    assert not page.is_visible("#moment-bar")
    last = 0
    end = sequence(page) + 3
    for event in play(server, table, lambda live: live.sequence >= end):
        last = event
    until(page, lambda: sequence(page) >= last, "the news")
    assert head.locator("p.entry").first.is_visible(), "the news write the log anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_wraps_and_few_are_cut(visit: Visit, server: Server, language: str) -> None:
    ana, table = begin(server, own_turn(4))
    ana.post("/language", language=language)
    page = sit(visit, server, ana, table)
    high = "all => [...new Set(all.map(one => one.getBoundingClientRect().height))]"
    assert page.locator("#log li:not(.more-sign)").evaluate_all(high) == [LOG_LINE]
    lines = page.locator("#log .entry .tx")
    cut = lines.evaluate_all(CUT)
    assert len(cut) <= MOST_CUT * lines.count(), cut
    assert page.locator("#log .entry b").evaluate_all(CUT) == []


def test_bots_are_skipped_from_the_strip(visit: Visit, server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", *["bot:greedy"] * 4, game=GAME)
    ana.post(f"/t/{table}/pace", seat=0, pace="calm")
    page = sit(visit, server, ana, table)
    for _event in play(server, table, lambda live: live.asked != 0):
        pass
    button = page.locator("#news .skip-bots")
    button.wait_for()
    assert not page.locator("#prompt .skip-bots").is_visible()
    assert page.inner_text("#news .when") == "Now" and page.locator("#news .chip").count() > 0
    button.click()
    page.wait_for_selector("#prompt[data-kind=ask]")


def test_on_a_tablet_the_strip_scrolls_sideways_and_the_page_does_not(visit: Visit, server: Server) -> None:
    ana, table = begin(server, own_turn(3))
    page = sit(visit, server, ana, table, **TABLET)
    assert page.locator("#news .chip").count() > 2
    chips = page.locator("#news .chips")
    assert chips.evaluate("one => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert chips.get_attribute("data-beyond") is not None, "where it goes on it fades"
    chips.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    page.wait_for_selector("#news .chips:not([data-beyond])")


def test_an_earlier_moment_shows_the_same_lines_of_players(visit: Visit, server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", "me", game="meduris")
    for _event in play(
        server, table, lambda live: bool((live.state.record.rune_holder >= 0).any()) and live.asked == 0
    ):
        pass
    page = sit(visit, server, ana, table)
    marks = "all => all.map(one => one.querySelectorAll('.stones svg').length)"
    now = page.locator("#players .player").evaluate_all(marks)
    assert sum(now)
    before = page.locator("#log").bounding_box()
    page.locator("#log button.entry").first.click()
    page.wait_for_selector(".past.players")
    assert page.locator(".past.players .player").evaluate_all(marks) == now
    assert page.locator(".past.players .stones svg").first.is_visible()
    assert page.locator("#log").bounding_box() == before
