"""Tiles are pictures in the question: chosen by mouse, by keys and by touch; and each of two stacked workers is hit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.content import Prompt
from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.server.commands import moves
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table, picture, sequence, until
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
TABLET = {"width": 1024, "height": 768}
PICTURES = "#prompt .pictures .choice"
CARDS = "#cards .choice"
MOST_TABLES = 8
"""So many games are played in search of a question."""


def played_to(server: Server, visit: Visit, game: str, wanted: Callable[[Prompt], bool], **screen: object) -> Page:
    """A page at a table that greedy bots have played for one person, up to the first question that is wanted."""
    ana = server.visitor("Ana")
    live = None
    for _ in range(MOST_TABLES):
        live = live or _played(server, ana.new_table("me", "here", "here", game=game), wanted)
    assert live, "nobody was ever asked"
    page = visit(**screen)
    page.context.add_cookies(
        [{"name": key, "value": kept, "url": server.url} for key, kept in ana.http.cookies.items()]
    )
    page.goto(f"{server.url}/t/{live.table.id}?seat={live.asked}")
    at_the_table(page)
    return page


def _played(server: Server, table: str, wanted: Callable[[Prompt], bool]) -> LiveTable | None:
    """The table at the first question that is wanted, if there is one."""
    tables = server.context.tables
    live, draws = tables.live(table), Draws(5)
    bot = find_bot("greedy", live.meta.key)
    player = server.context.store.player(live.seats[0].player or "")
    with tables.lock(table):
        while live.asked is not None and not wanted(live.prompt(words("en"))):
            action = bot.choose(live.state, LEVEL, draws)
            moves.move(tables, table, player, live.asked, live.sequence, [action], None)
            live = tables.live(table)
    return None if live.asked is None else live


def is_grid(css: str) -> Callable[[Prompt], bool]:
    return lambda prompt: prompt.grid is not None and prompt.grid.css == css and len(prompt.choices) > 2


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def chosen(page: Page) -> str:
    """What is chosen, in words for those who hear it."""
    page.wait_for_selector("#confirm-button")
    return page.get_attribute(".pictures [aria-checked=true]", "aria-label") or ""


def confirm(page: Page, act: Callable[[], object]) -> None:
    before = sequence(page)
    act()
    until(page, lambda: sequence(page) != before, "the decision")


def shown(words_of: Locator) -> list[str]:
    return [text for text in words_of.all_inner_texts() if text.strip()]


def test_a_favour_is_a_picture_that_says_what_it_brings(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid("favour-grid"))
    assert page.locator(".favour-grid > .picture").count() == 12
    assert page.get_attribute(".favour-grid", "data-columns") == "4"
    tile = page.locator(PICTURES).nth(1)
    name = (tile.get_attribute("aria-label") or "").partition(",")[0]
    tile.hover()
    assert [text.split("\n")[0].startswith(name) for text in shown(page.locator(".words:visible"))] == [True]
    tile.click()
    assert chosen(page).startswith(name)
    picture(page, "favours")
    assert name in page.inner_text("#confirm-button")
    confirm(page, lambda: page.click("#confirm-button"))


def test_what_is_gone_keeps_its_place_and_cannot_be_chosen(server: Server, visit: Visit) -> None:
    def has_gone(prompt: Prompt) -> bool:
        return is_grid("favour-grid")(prompt) and bool(prompt.grid and prompt.grid.gone)

    page = played_to(server, visit, "terra-mystica", has_gone)
    gone = page.locator(".favour-grid > .picture.gone").first
    assert (
        gone.get_attribute("aria-disabled") == "true"
        and gone.evaluate("one => getComputedStyle(one).opacity") == "0.28"
    )
    gone.click(force=True)
    page.wait_for_timeout(150)
    assert not page.query_selector("#confirm-button")
    assert page.locator(".favour-grid > .picture").count() == 12


def test_a_town_is_chosen_by_keys_alone(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid("town-grid"))
    assert page.locator(".town-grid > .picture").count() == 5
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.id")
    assert first != second and second.startswith("choice-")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#{second}[aria-checked=true]")
    confirm(page, lambda: page.keyboard.press("Enter"))


def test_a_digit_chooses_a_bonus_tile(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid("bonus-grid"))
    page.keyboard.press("2")
    page.wait_for_selector(f"{PICTURES}[aria-checked=true]")
    assert page.locator(PICTURES).nth(1).get_attribute("aria-checked") == "true"
    confirm(page, lambda: page.keyboard.press("Enter"))


@pytest.mark.parametrize("css", ["bonus-grid", "favour-grid", "town-grid"])
def test_tiles_are_large_enough_to_touch(server: Server, visit: Visit, css: str) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid(css), **PHONE)
    tile = page.locator(PICTURES).first
    box = tile.bounding_box()
    assert box and box["height"] >= 44 and fits(page)
    if css == "favour-grid":
        assert box["height"] == 52
    tile.tap()
    assert chosen(page) and fits(page)
    picture(page, f"phone-{css}")
    assert shown(page.locator(".words:visible"))
    confirm(page, lambda: page.tap("#confirm-button"))


WORDS_ARE_CUT = """one => {
  const box = one.getBoundingClientRect(), list = one.closest(".listing").getBoundingClientRect();
  return one.scrollHeight > one.clientHeight || box.bottom > list.bottom + 1;
}"""


@pytest.mark.parametrize("css", ["bonus-grid", "favour-grid"])
def test_what_a_tile_brings_is_read_in_full_on_a_tablet(server: Server, visit: Visit, css: str) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid(css), width=1024, height=768)
    for language in ("en", "es", "it", "nl"):
        page.context.add_cookies([{"name": "dolmen_language", "value": language, "url": page.url}])
        page.reload()
        at_the_table(page)
        page.locator(PICTURES).nth(1).click()
        assert chosen(page)
        assert not page.locator(".words:visible").evaluate(WORDS_ARE_CUT), language


def asks_for_a_people(prompt: Prompt) -> bool:
    return is_grid("faction-grid")(prompt)


OFF = """all => all.filter(one => {
  const [count, tile] = [".pile", ".tile"].map(part => one.querySelector(part).getBoundingClientRect());
  return Math.abs(count.right - tile.right) > 12 || Math.abs(count.top - tile.top) > 12;
}).length"""


@pytest.mark.parametrize("screen", [PHONE, {"width": 1440, "height": 900}])
def test_the_number_of_tiles_that_are_left_is_on_the_tile(
    server: Server, visit: Visit, screen: dict[str, object]
) -> None:
    page = played_to(server, visit, "terra-mystica", is_grid("bonus-grid"), **screen)
    page.locator("[data-show=favours]:visible, [data-log=favours]:visible, [data-log=boards]:visible").first.click()
    several = page.locator("#board-favours .bonus:has(.pile)")
    assert several.count() > 5 and several.evaluate_all(OFF) == 0


def test_a_people_is_a_card_over_the_map(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", asks_for_a_people)
    assert page.locator(CARDS).count() == 14
    page.click(f"{CARDS}:has-text('Witches')")
    page.wait_for_selector("#told >> text=Witches")
    told = page.inner_text("#told")
    assert all(part in told for part in ("Start", "Ability", "Stronghold", "Prices"))
    assert page.inner_text("#confirm-button").startswith("Play the Witches")
    picture(page, "factions")
    confirm(page, lambda: page.click("#confirm-button"))
    assert not page.locator(CARDS).count() or page.locator("#cards .gone:has-text('Ana plays them')").count()


def test_no_word_of_a_card_is_cut_in_any_language(server: Server, visit: Visit) -> None:
    is_cut = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
    cut = f"all => all.filter({is_cut}).map(one => one.textContent)"
    page = played_to(server, visit, "terra-mystica", asks_for_a_people)
    for language in ("en", "es", "it", "nl"):
        page.context.add_cookies([{"name": "dolmen_language", "value": language, "url": page.url}])
        page.reload()
        assert page.locator(f"{CARDS} .face").evaluate_all(cut) == [], language


COVERED = """() => {
  const [line, card] = ["#news", "#cards .picture"].map(part => document.querySelector(part).getBoundingClientRect());
  return line.height > 0 && card.top < line.bottom;
}"""


@pytest.mark.parametrize("screen", [{"width": 1440, "height": 900}, {"width": 1920, "height": 1080}, TABLET])
def test_the_cards_leave_the_line_free_that_tells_what_others_chose(
    server: Server, visit: Visit, screen: dict[str, int]
) -> None:
    def second(prompt: Prompt) -> bool:
        return asks_for_a_people(prompt) and len(prompt.choices) < 14

    page = played_to(server, visit, "terra-mystica", second, **screen)
    assert page.locator("#news .chip").count() and not page.evaluate(COVERED)


def test_a_people_is_chosen_by_keys(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", asks_for_a_people)
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert "Darklings" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    assert chosen(page).startswith("Darklings")
    confirm(page, lambda: page.keyboard.press("Enter"))


def test_a_people_is_chosen_by_touch_two_cards_abreast(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "terra-mystica", asks_for_a_people, **PHONE)
    first, second, third = (page.locator(CARDS).nth(place).bounding_box() for place in range(3))
    assert first and second and third
    assert first["y"] == second["y"] < third["y"] and second["x"] + second["width"] <= 390
    page.locator(CARDS).nth(1).tap()
    expect(page.locator("#told dt", has_text="Stronghold")).to_be_in_viewport()
    assert chosen(page).startswith("Witches") and fits(page)
    picture(page, "phone-factions")
    confirm(page, lambda: page.tap("#confirm-button"))


def stacked(prompt: Prompt) -> bool:
    """Whether two workers that stand one upon the other may be moved."""
    places = {choice.place for choice in prompt.choices}
    return any(
        f"worker-{plain}-1" in places and f"worker-{plain}-2" in places for plain in ("wood", "wool", "copper", "stone")
    )


def test_each_of_two_stacked_workers_is_hit_in_its_middle(server: Server, visit: Visit) -> None:
    page = played_to(server, visit, "meduris", stacked)
    group = page.query_selector("#group-move[aria-pressed=false]")
    if group:
        group.click()
        page.wait_for_selector("#group-move[aria-pressed=true]")
    page.wait_for_selector("#lit [data-place^=worker]")
    workers = page.locator("#lit [data-place^=worker]")
    for place in range(workers.count()):
        worker = workers.nth(place)
        box = worker.locator(".lit-ring").bounding_box()
        assert box
        hit = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('.lit')?.dataset.choice",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
        assert hit == worker.get_attribute("data-choice")
    middle = workers.last.locator(".lit-ring").bounding_box()
    number = workers.last.get_attribute("data-choice")
    assert middle
    with page.expect_request(lambda asked: f"chosen={number}" in asked.url):
        page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
