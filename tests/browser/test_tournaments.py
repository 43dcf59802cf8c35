"""A tournament as people use it: made, entered, played, read; on every screen and by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from dolmen.server.tournament_state import TournamentState
from tests.browser.chromium import PATIENCE
from tests.browser.hands import Visit, until
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
WIDTH = "document.documentElement.scrollWidth"


def make(page: Page, game: str, **fields: str) -> str:
    """Make a tournament, from the first page on; gives its id."""
    page.click("a.tool:has-text('Tournaments')")
    page.click("a:has-text('New tournament')")
    page.click(f".new-games a[href$='{game}']")
    page.fill("[name=title]", "Autumn Cup")
    if page.locator(".new-tournament [name=name]").count():
        page.fill(".new-tournament [name=name]", "Ana")
    page.locator("label:has([name=seats][value='2'])").click()
    for name, value in fields.items():
        page.fill(f".new-tournament [name={name}]", value)
    page.locator("[name=enter]").check()
    page.click(".new-tournament button.go")
    page.wait_for_url("**/tournament/*")
    return page.url.rpartition("/")[2]


def enter_bots(page: Page, number: int) -> None:
    before = page.locator(".entrants li").count()
    page.select_option(".add-bots [name=bot]", index=0)
    page.fill(".add-bots [name=number]", str(number))
    page.click(".add-bots button")
    expect(page.locator(".entrants li")).to_have_count(before + number)


def let_bot_play(page: Page) -> None:
    """Hand the own seat over, at a table that is still played."""
    seat = page.locator("body").get_attribute("data-own-seat")
    if seat is not None:
        csrf = page.locator("[name=csrf]").first.input_value()
        page.request.post(f"{page.url}/bot", form={"csrf": csrf, "seat": seat, "name": "random"})


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_tournament_from_its_making_to_its_standings(visit: Visit, server: Server, game: str) -> None:
    page = visit()
    cup = make(page, game, rounds="1")
    ben = visit(f"/tournament/{cup}")
    ben.fill(".enter [name=name]", "Ben")
    ben.click(".enter button")
    expect(ben.locator(".entrants")).to_contain_text("Ben you")
    expect(page.locator(".entrants li")).to_have_count(2)  # it comes by the stream
    enter_bots(page, 2)
    expect(ben.locator(".entrants li")).to_have_count(4)
    page.click("button:has-text('Start now')")
    expect(page.locator("#standings tr.me")).to_contain_text("Ana")
    expect(page.locator(".cup-table")).to_have_count(2)
    expect(ben.locator(".cup-table .tag")).to_have_text("your table")
    ben.click(".cup-table:has(.tag) header a")
    expect(ben.locator(".of-tournament")).to_contain_text("Autumn Cup, round 1")
    let_bot_play(ben)
    page.click(".cup-table:has(.tag) header a")
    page.wait_for_url("**/t/*")
    let_bot_play(page)
    store = server.context.store
    until(page, lambda: store.tournament(cup).status == "finished", "the tournament to end")
    page.goto(f"{server.url}/tournament/{cup}")
    expect(page.locator("#standings tbody tr")).to_have_count(4)
    expect(page.locator(".sq-1")).not_to_have_count(0)
    expect(page.locator(".head")).to_contain_text("over")
    expect(page.locator("#way tbody tr")).to_have_count(1)
    with page.expect_download() as downloaded:
        page.click("a:has-text('CSV')")
    assert downloaded.value.suggested_filename == f"tournament-{cup}.csv"
    state = TournamentState.read(store, cup)
    first = page.locator("#standings tbody tr").first
    expect(first).to_contain_text(next(one.name for one in state.entrants if one.number == state.overall[0]))


def test_what_makes_no_sense_is_told_above_the_form(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="en")  # its console tells of refusals
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{server.url}/tournaments/new")
    page.fill("[name=title]", "Cup")
    page.fill(".new-tournament [name=name]", "Ana")
    page.fill("[name=groups]", "4")
    page.click(".new-tournament button.go")
    expect(page.locator(".notice.bad")).to_contain_text("at least one player of each goes on to the finals")
    expect(page.locator("[name=title]")).to_have_value("Cup")
    page.fill("[name=groups]", "1")
    page.click(".new-tournament button.go")
    page.wait_for_url("**/tournament/*")
    page.click("button:has-text('Start now')")
    expect(page.locator(".notice.bad")).to_contain_text("too few players (0)")
    context.close()


def test_what_cannot_be_undone_needs_a_second_press(visit: Visit, server: Server) -> None:
    page = visit()
    cup = make(page, "meduris", rounds="1")
    enter_bots(page, 3)
    page.click("button:has-text('Start now')")
    expect(page.locator(".cup-table")).to_have_count(2)
    store = server.context.store
    page.click("#sure-call-off > summary")
    expect(page.locator("#sure-call-off")).to_contain_text("Nothing more is drawn")
    expect(page.locator(".cup-table:not(.you) .how-far")).to_have_text("over")
    expect(page.locator("#sure-call-off")).to_have_attribute("open", "")  # though the news came meanwhile
    assert store.tournament(cup).status == "playing"
    page.locator("#standings tr:not(.me) .sure > summary").first.click()
    page.click("#standings .sure[open] button")
    until(page, lambda: sum(one.left for one in store.entrants(cup)) == 1, "somebody to be taken out")
    page.click("#sure-call-off > summary")
    page.click("#sure-call-off button")
    expect(page.locator(".head")).to_contain_text("called it off")
    assert store.tournament(cup).status == "called off"


def test_its_tables_may_have_minutes_for_the_game(visit: Visit, server: Server) -> None:
    page = visit("/tournaments/new")
    page.fill("[name=title]", "Blitz")
    page.fill(".new-tournament [name=name]", "Ana")
    expect(page.locator("[name=clock_seconds]")).to_be_hidden()
    page.select_option("[name=clock_unit]", "bank")
    page.fill("[name=clock_number]", "20")
    page.fill("[name=clock_seconds]", "10")
    page.click(".new-tournament button.go")
    page.wait_for_url("**/tournament/*")
    made = server.context.store.tournament(page.url.rpartition("/")[2])
    assert (made.clock, made.bank) == (10, 1200)


@pytest.mark.parametrize("language", ["en", "es", "it", "nl"])
def test_on_a_phone_by_night_in_four_languages(visit: Visit, server: Server, language: str) -> None:
    page = visit("/tournaments/new", language=language, color_scheme="dark", **PHONE)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    page.fill("[name=title]", "Autumn Cup of the whole long year 2026")
    page.fill(".new-tournament [name=name]", "Ana")
    page.locator("[name=enter]").check()
    page.fill("[name=groups]", "2")
    page.fill("[name=advance]", "1")
    page.locator(".new-tournament button.go").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tournament/*")
    assert page.evaluate(WIDTH) <= PHONE["width"]
    enter_bots(page, 4)
    page.locator("form[action$=start] button").click()
    expect(page.locator("#standings table")).to_have_count(2)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    expect(page.locator(".sq-open").first).to_have_attribute("aria-label", re.compile(r"\w+ 1: \w+"))
    cup = page.url.rpartition("/")[2]
    expect(page.locator(".cup-table .tag")).to_have_count(1)
    assert server.context.store.tournament(cup).status == "playing"
    page.goto(f"{server.url}/tournaments")
    assert page.evaluate(WIDTH) <= PHONE["width"]
