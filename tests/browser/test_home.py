"""The first minutes: what somebody sees before a game begins, on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import WORKER_IS_READY
from tests.browser.hands import Visit, at_the_table, decide_by_mouse, kind, new_table, until
from tests.browser.places import Places, make_places
from tests.conftest import game_text
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def places(server_of_module: Server) -> Places:
    return make_places(server_of_module)


@pytest.mark.parametrize("language", ["en", "es", "it", "nl"])
def test_no_page_is_wider_than_a_phone(visit: Visit, server: Server, places: Places, language: str) -> None:
    page = visit(language=language, **PHONE)
    page.context.add_cookies(places.cookies(server))  # type: ignore[arg-type]
    widths = {}
    for name, address in places.addresses.items():
        page.goto(server.url + address, wait_until="domcontentloaded")
        page.evaluate("document.documentElement.style.fontSize = '112%'")  # other machines have wider letters
        widths[name] = page.evaluate(WIDTH)
    assert {name: width for name, width in widths.items() if width > PHONE["width"]} == {}


LOW = """least => {
  const place = one => one.closest("label") ?? one;
  const inText = one => one.matches("a") && getComputedStyle(one).display === "inline";
  return [...document.querySelectorAll("a, button, select, input:not([type=range]), textarea, summary")]
    .filter(one => one.checkVisibility({visibilityProperty: true}) && !inText(one) && !one.closest("svg, .more-sign"))
    .filter(one => place(one).getBoundingClientRect().height < least && place(one).getBoundingClientRect().height > 1)
    .map(one => `${Math.round(place(one).getBoundingClientRect().height)} px: ${one.outerHTML.slice(0, 90)}`);
}"""
FINGER = 36
"""Pixels: so high is what a finger meets, at least."""


def test_what_is_touched_is_high_enough_on_every_page(visit: Visit, server: Server, places: Places) -> None:
    page = visit(**PHONE)
    page.context.add_cookies(places.cookies(server))  # type: ignore[arg-type]
    low = {}
    for name, address in places.addresses.items():
        page.goto(server.url + address)
        low[name] = page.evaluate(LOW, FINGER)
        for tab in page.locator("[data-page=table] .tabbar [role=tab]").all():
            tab.tap()
            low[name] += page.evaluate(LOW, FINGER)
        page.locator("details.menu > summary").tap()
        low[name] += page.evaluate(LOW, FINGER)
    assert {name: told for name, told in low.items() if told} == {}


def test_no_two_signs_of_the_head_are_alike(visit: Visit, server: Server, places: Places) -> None:
    """A phone shows them without their words."""
    page = visit(**PHONE)
    page.context.add_cookies(places.cookies(server))  # type: ignore[arg-type]
    for address in ("/", "/mine"):
        page.goto(server.url + address)
        signs = page.locator(".top nav > .tool use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        assert len(signs) > 1 and len(signs) == len(set(signs))


# ---------------------------------------------------------------------------------------------------- the first page


def test_alone_is_two_clicks_and_a_name(visit: Visit) -> None:
    page = visit()
    form = new_table(page)
    form.locator("button.go").click()
    assert page.evaluate("document.activeElement.id") == "name", "nobody plays without a name"
    page.fill("#name", "Ana")
    form.locator("label:has([name=level][value='1'])").click()
    expect(form.locator(".expect:visible")).to_have_text(re.compile("First game"))
    form.locator("button.go").click()
    at_the_table(page)
    expect(page.locator("#players .player")).to_have_count(3)
    expect(page.locator("#players")).to_contain_text("Ana")


def test_people_at_one_screen_have_their_names(visit: Visit) -> None:
    page = visit(**PHONE)
    page.fill("#name", "Ana")
    form = new_table(page, "terra-mystica")
    form.locator("label:has([value=screen])").click()
    field = form.locator("[name=person1]").bounding_box()
    assert field and field["width"] > 300, "a phone's width"
    form.locator("[name=person1]").fill("Cleo")
    form.locator("button.go").click()
    at_the_table(page)
    expect(page.locator("#prompt")).to_contain_text(re.compile("Ana|Cleo"))


def test_the_first_page_tells_live_when_it_is_my_turn(visit: Visit, server: Server) -> None:
    ana = visit()
    link = make_lobby(ana)
    ben = visit(link.removeprefix(server.url))
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    at_the_table(ben)
    ben.goto(server.url)
    expect(ben.locator(".mt")).to_contain_text("Ana thinks")
    assert ben.title() == "Dolmen"
    until(ana, lambda: kind(ana) == "ask", "the own turn")
    while kind(ana) == "ask":
        decide_by_mouse(ana, board=False)
    expect(ben.locator(".mt.you")).to_contain_text("Your turn", timeout=20_000)
    until(ben, lambda: ben.title() == "(1) Dolmen", "the title")
    ben.click(".mt.you a.btn")
    until(ben, lambda: kind(ben) == "ask", "the table")


def test_a_file_that_is_dropped_is_opened(visit: Visit) -> None:
    page = visit()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.meduris", { type: "text/plain" }));
          const drop = new DragEvent("drop", { dataTransfer: data, cancelable: true });
          document.querySelector("#bring").dispatchEvent(drop);
        }""",
        game_text(2),
    )
    page.wait_for_selector("#scrubber")


# ---------------------------------------------------------------------------------------------------- lobby, invitation


def make_lobby(page: Page, players: int = 2) -> str:
    """A table that waits for friends; returns its link."""
    page.fill("#name", "Ana")
    form = new_table(page)
    form.locator("label:has([value=friends])").click()
    form.locator(f"label:has([name=players][value='{players}'])").click()
    form.locator("details.more > summary").first.click()
    form.locator("select[name=start]").select_option("first")
    form.locator("button.go").click()
    page.wait_for_selector("#lobby")
    at_the_table(page)
    return page.input_value("input.link")


def test_the_link_of_a_table_is_copied_and_says_so(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    link = make_lobby(page)
    box = page.locator(".linkbox .link").bounding_box()
    code = page.locator(".qr").bounding_box()
    assert box and code and (box["height"], code["width"], code["height"]) == (46, 168, 168)
    page.click("[data-copy]")
    expect(page.locator("[data-copy] .is-done")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.locator("[data-copy] .todo")).to_be_visible(timeout=8_000)


def test_a_friend_on_a_phone_sits_down_with_hints(visit: Visit, server: Server) -> None:
    ana = visit()
    link = make_lobby(ana)
    ben = visit(link.removeprefix(server.url), **PHONE)
    expect(ben.locator("h1")).to_have_text("Ana invites you to Meduris")
    button = ben.locator("button:has-text('Sit down')")
    box = button.bounding_box()
    assert box and box["height"] == 54
    ben.fill("input[name=name]", "Ben")
    ben.locator("[data-remember^=hints]").check()
    button.click()
    at_the_table(ben)
    ana.wait_for_selector("#prompt")  # the lobby becomes the table by itself
    assert ben.locator("[data-hints]").evaluate("box => box.checked"), "hints are on for Ben"
    assert not ana.locator("[data-hints]").evaluate("box => box.checked")


def test_who_waits_for_a_person_is_asked_about_calls_once(visit: Visit, server: Server) -> None:
    ana = visit()
    link = make_lobby(ana)
    ben = visit(link.removeprefix(server.url))
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    at_the_table(ben)
    expect(ben.locator(".call .ask")).to_be_visible()
    expect(ben.locator(".call .called")).to_be_hidden()
    ben.click("[data-call=sound]")
    expect(ben.locator(".call .ask")).to_be_hidden()
    expect(ben.locator(".call .called")).to_be_visible()
    ben.reload()
    expect(ben.locator(".call .called")).to_be_visible()


# ---------------------------------------------------------------------------------------------------- without a line


def test_without_a_line_the_page_says_so_kindly(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(server.url)
    page.evaluate(WORKER_IS_READY)
    context.set_offline(True)
    page.goto(f"{server.url}/account")
    expect(page.locator("h1")).to_have_text("You are offline.")
    assert page.locator("h1").evaluate("one => getComputedStyle(one).fontWeight") == "600", "the page has its style"
    kept = page.evaluate(
        "caches.open('dolmen-offline').then(cache => cache.keys()).then(all => all.map(one => one.url))"
    )
    assert all(re.search(r"/offline$|/static/(tokens|kit|page)\.css|/static/icon\.svg", address) for address in kept)
    context.set_offline(False)
    page.click("text=Try again")
    expect(page.locator("h1")).to_have_text("Name and account")
    context.close()
