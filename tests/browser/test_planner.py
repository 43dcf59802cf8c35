"""Trying it out as a person does: with mouse and keys, in both games, on a phone; and sending it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from dolmen.contract.registry import games
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table, decide_by_mouse, kind, repeat, sequence, until
from tests.browser.test_sight import play
from tests.server.people import Server, Visitor, two_people, wait_for

STEPS = "#trying .step"


def own_turn(live: LiveTable) -> bool:
    state = live.state
    return state.decisions > 30 and live.deciding == 0 == state.turn_player and state.turn > 3


def begin(visit: Visit, server: Server, game: str, **screen: int) -> tuple[Page, str]:
    """Ana, alone at one screen, in her own turn."""
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here:Ben", "here:Cleo", game=game)
    for _event in play(server, table, own_turn):
        pass
    return sit(visit, server, ana, table, 0, **screen), table


def sit(visit: Visit, server: Server, who: Visitor, table: str, seat: int, **screen: int) -> Page:
    page = visit(**screen)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in who.http.cookies.items()]
    )
    page.goto(f"{server.url}/t/{table}?seat={seat}")
    at_the_table(page)
    return page


def try_it_out(page: Page) -> None:
    page.click("#try-it")
    page.wait_for_selector("#trying", state="attached")
    at_the_table(page)


def rows(page: Page) -> int:
    return page.locator(STEPS).count()


def press(page: Page, key: str) -> None:
    """A key, until it has changed the line."""
    before = sequence(page)
    page.keyboard.press(key)
    until(page, lambda: sequence(page) != before, key)


@pytest.mark.parametrize("game", games())
def test_a_turn_is_tried_and_sent(visit: Visit, server: Server, game: str) -> None:
    page, table = begin(visit, server, game)
    before = server.context.tables.live(table).state.decisions
    page.keyboard.press("y")
    page.wait_for_selector("#trying", state="attached")
    at_the_table(page)
    assert "Nothing is sent; nobody sees this." in page.inner_text(".trying-bar")
    assert page.locator("#send-line").is_disabled()
    repeat(
        lambda: decide_by_mouse(page),
        lambda: bool(rows(page)) and page.locator("#send-line").is_enabled(),
        "a turn that can be sent",
    )
    shown = rows(page)
    press(page, "ArrowLeft")
    assert rows(page) == shown and page.locator("#trying .future").count() > 0, "what comes after stays, faint"
    press(page, "ArrowRight")
    page.locator(STEPS).first.click()
    until(page, lambda: page.locator("#trying li").first.get_attribute("aria-current") == "step", "the first step")
    assert server.context.tables.live(table).state.decisions == before, "nothing was sent"
    page.click("#send-line")
    page.wait_for_url(re.compile(rf"/t/{table}\?seat=0$"))
    wait_for(lambda: server.context.tables.live(table).state.decisions > before)


def test_lines_are_named_and_kept_and_escape_leads_back(visit: Visit, server: Server) -> None:
    page, table = begin(visit, server, "meduris")
    try_it_out(page)
    decide_by_mouse(page)
    page.keyboard.press("n")
    page.fill(".keep input[name=name]", "Worker first")
    page.keyboard.press("Enter")
    until(page, lambda: "Worker first" in page.inner_text(".lines"), "the name")
    page.click(".line-tab.plus")
    page.wait_for_url(re.compile("/try/2$"))
    at_the_table(page)
    assert page.locator(".line-tab[aria-current]").inner_text().startswith("Line 2")
    page.locator(".line-tab", has_text="Worker first").click()
    page.wait_for_url(re.compile("/try/1$"))
    at_the_table(page)
    assert rows(page) >= 1
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile(rf"/t/{table}\?seat=0$"))


def test_a_line_tells_its_steps_and_what_it_may_expect_in_two_rows(visit: Visit, server: Server) -> None:
    page, _table = begin(visit, server, "meduris")
    try_it_out(page)
    expected = page.locator(".line-tab .expected:not(:empty)")
    expected.wait_for()
    steps, figure = page.locator(".line-tab small:not(.expected)").bounding_box(), expected.bounding_box()
    assert steps and figure and abs(steps["y"] - figure["y"]) < 2


def test_who_answers_for_the_others_is_chosen(visit: Visit, server: Server) -> None:
    page, _table = begin(visit, server, "terra-mystica")
    try_it_out(page)
    page.click("#trying [name=others][value=me]")
    until(page, lambda: page.get_attribute("#trying [value=me]", "aria-pressed") == "true", "by me")
    for _ in range(8):
        if page.locator("#bot-answers").count():
            break
        decide_by_mouse(page)
    assert "You play for" in page.inner_text("#prompt .eyebrow")
    before = rows(page)
    page.click("#bot-answers")
    until(page, lambda: rows(page) > before or page.locator("#trying .other").count() > 0, "the bot's answer")
    answer = page.locator("#trying .other").first
    answer.evaluate("one => one.closest('li').focus()")
    answer.dispatch_event("click")
    until(page, lambda: "You play for" in page.inner_text("#prompt .eyebrow"), "another answer is asked for")


def test_a_turn_is_planned_while_another_thinks_and_made_when_it_is_asked(visit: Visit, server: Server) -> None:
    ana, ben, table = two_people(server)
    page = sit(visit, server, ben, table, 1)
    assert kind(page) == "wait"
    try_it_out(page)
    page.click("#trying [name=others][value=bots]")
    until(page, lambda: rows(page) > 0, "a bot answers for Ana")
    decide_by_mouse(page)
    assert page.inner_text("#send-line").startswith("Plan this for my turn")
    page.click("#send-line")
    page.wait_for_url(re.compile(rf"/t/{table}\?seat=1$"))
    assert "Planned for your turn: Ben placed a worker" in page.inner_text("#prompt .planned")
    assert ana.move(table, ana.choose(table)).status_code == 204
    until(page, lambda: page.locator("#prompt .planned").count() == 0, "it is made")
    assert server.context.tables.live(table).state.decisions >= 2


def test_a_planned_turn_is_withdrawn_by_one_click(visit: Visit, server: Server) -> None:
    ana, ben, table = two_people(server)
    player = server.context.store.player(server.context.tables.live(table).seats[1].player or "")
    assert player is not None and ana
    from dolmen.server.commands import planned_turns

    planned_turns.plan_actions(server.context.tables, table, player, 1, ["place wood"])
    page = sit(visit, server, ben, table, 1)
    page.click("#prompt .planned button")
    page.wait_for_load_state()
    until(page, lambda: page.locator("#prompt .planned").count() == 0, "it is gone")
    assert server.context.tables.live(table).planned == {}


def test_the_page_says_that_the_table_has_moved_on(visit: Visit, server: Server) -> None:
    ana, ben, table = two_people(server)
    page = sit(visit, server, ben, table, 1)
    try_it_out(page)
    assert ana.move(table, ana.choose(table)).status_code == 204
    page.click("#renew")
    until(page, lambda: page.locator("#renew").count() == 0, "the line is up to date")
    until(page, lambda: page.locator(".tag.on").count() == 0, "it is Ben who is asked")


@pytest.mark.parametrize("game", games())
def test_on_a_phone_the_steps_are_a_tab(visit: Visit, server: Server, game: str) -> None:
    page, _table = begin(visit, server, game, width=390, height=844)
    try_it_out(page)
    decide_by_mouse(page)
    assert page.locator("#prompt").is_visible() and not page.locator("#trying").is_visible()
    page.click("[data-show=trying]")
    assert page.locator("#trying").is_visible() and not page.locator("#prompt").is_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing is wider than the screen"
