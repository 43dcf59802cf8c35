"""A phone, by touch: goods, question, price and button are on the screen together, and nothing is hidden unsaid."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Locator, Page

from dolmen.server.live_table import LiveTable
from tests.browser.hands import (
    Visit,
    at_the_table,
    begin,
    choose_on,
    decide_by_mouse,
    kind,
    new_table,
    picture,
    repeat,
    sequence,
    until,
)
from tests.browser.positions import ENGLISH, found, played
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SMALL_PHONE = {"width": 320, "height": 700, "has_touch": True, "is_mobile": True}
GAMES = ("meduris", "terra-mystica")
TURNS = {"meduris": 6, "terra-mystica": 6}
HIDDEN = """list => {
  const edge = list.getBoundingClientRect().bottom;
  return [...list.querySelectorAll(".choice")].filter(one => one.getBoundingClientRect().top > edge).length;
}"""


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the screen; a phone makes the window as wide as the page."""
    return int(page.evaluate("document.documentElement.scrollWidth - screen.width"))


def box(found: Locator) -> tuple[float, float]:
    """The upper and the lower edge of something on the screen."""
    edges = found.bounding_box()
    assert edges, found
    return edges["y"], edges["y"] + edges["height"]


def my_turn(page: Page) -> None:
    until(page, lambda: kind(page) == "ask", "the own turn")


def tap_choice(page: Page, number: int = 0) -> None:
    """Tap a choice of the list, and on, until there is something to confirm; a plain answer is made by it."""
    numbers = itertools.chain([number], itertools.repeat(0))  # then the first of each list
    choose_on(page, lambda: page.locator(".choices .choice").nth(next(numbers)).tap())


def decide_by_touch(page: Page) -> None:
    before = sequence(page)
    tap_choice(page)
    if sequence(page) == before:
        page.tap("[data-confirm]")
    until(page, lambda: sequence(page) != before, "the move")


def seated(page: Page, game: str) -> None:
    begin(page, "me", "bot:greedy", "bot:greedy", game=game)
    my_turn(page)


@pytest.mark.parametrize("game", GAMES)
def test_turns_are_played_by_touch_and_no_part_is_wider_than_the_screen(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    seated(page, game)
    for _ in range(TURNS[game]):
        my_turn(page)
        decide_by_touch(page)
        assert sideways(page) <= 0
    my_turn(page)
    for tab in page.locator(".tabbar [role=tab]").all():
        tab.tap()
        assert sideways(page) <= 0, tab.inner_text()
        picture(page, f"phone-{game}-{tab.get_attribute('data-show')}")


@pytest.mark.parametrize("game", GAMES)
def test_no_part_is_wider_than_the_screen_in_any_language(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    new_table(page, game).locator(f"#first-{game}").tap()
    at_the_table(page)
    my_turn(page)
    for language in ("es", "it", "nl"):
        page.context.add_cookies([{"name": "dolmen_language", "value": language, "url": page.url}])
        page.reload()
        for tab in page.locator(".tabbar [role=tab]").all():
            tab.tap()
            assert sideways(page) <= 0, tab.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_goods_question_price_and_button_are_on_one_screen(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    seated(page, game)
    for number in range(40):
        my_turn(page)
        if number >= 4 and not page.locator(".choice.answer").count():
            break
        decide_by_touch(page)
    tap_choice(page)
    goods, listing = page.locator("#goods"), page.locator(".listing")
    chosen = page.locator(".choice[aria-checked=true]")
    parts = [page.locator(".top"), page.locator("#strip"), page.locator(".board"), goods, page.locator("#ask"), listing]
    parts += [page.locator("[data-confirm]"), page.locator(".tabbar")]
    edges = [box(part) for part in parts]
    assert [top for top, _ in edges] == sorted(top for top, _ in edges)
    assert edges[-1][1] <= 844 and page.evaluate("scrollY") == 0
    top, bottom = box(listing)
    assert top - 1 <= box(chosen)[0] and box(chosen)[1] <= bottom
    assert page.locator(".listing > .preview").count() <= 1
    assert 34 <= box(goods)[1] - box(goods)[0] <= 38
    assert box(page.locator("[data-confirm]"))[1] - box(page.locator("[data-confirm]"))[0] >= 46


@pytest.mark.parametrize("language", ["en", "es", "it", "nl"])
def test_all_answers_to_a_die_are_seen_at_once(visit: Visit, server: Server, language: str) -> None:
    """Four materials and nothing."""

    def five(live: LiveTable) -> bool:
        return (
            live.deciding is not None and len(live.prompt(ENGLISH).choices) == 5 and live.prompt(ENGLISH).acts_at_once
        )

    begun = played(server, "meduris", 3, five)
    page = begun.sit(visit, begun.live.deciding or 0, language=language, **PHONE)
    assert page.locator(".answer").count() == 5 and page.locator("#prompt .more-sign").is_hidden()
    assert all(edges[1] - edges[0] >= 48 for edges in map(box, page.locator(".answer").all()))


def test_only_tabs_are_marked_where_something_may_be_chosen(visit: Visit, server: Server) -> None:
    """The round's chip leads to the tiles, too, but has no room for a mark."""
    begun = played(server, "terra-mystica", 3, lambda live: found(live, lambda one: one.group == "pass") is not None)
    page = begun.sit(visit, begun.live.deciding or 0, **PHONE)
    page.wait_for_selector(".tabbar .has-lit")
    assert page.locator("#signs").is_visible() and page.locator("#signs.has-lit").count() == 0


def test_goods_say_what_is_left_of_them_and_all_kinds_of_action_are_seen(visit: Visit) -> None:
    page = visit(**PHONE)
    new_table(page, "terra-mystica").locator("#first-terra-mystica").tap()
    at_the_table(page)
    my_turn(page)
    assert page.locator("#goods").inner_text().split() == ["3", "15", "0", "5/7/0", "0", "3"]

    def decide() -> None:
        decide_by_touch(page)
        my_turn(page)

    repeat(decide, lambda: bool(page.query_selector("#group-pass")), "first dwellings and a bonus tile")
    kinds_are_seen(page)
    before = page.locator("#goods").inner_text().split()
    page.locator("#group-transform, #group-build").first.tap()
    page.wait_for_selector("[aria-pressed=true]")
    tap_choice(page)
    page.wait_for_selector("#goods .less")
    was, will = page.locator("#goods .less").first.locator("s, b").all_inner_texts()
    assert int(was) > int(will) and was in before


def kinds_are_seen(page: Page) -> None:
    """All of them at once, in two rows, with their whole words."""
    kinds = page.locator(".steps .seg").all()
    assert len(kinds) >= 6
    for one in kinds:
        edges = one.bounding_box()
        assert edges and edges["x"] >= 0 and edges["x"] + edges["width"] <= 390 and 36 <= edges["height"] <= 40
        assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), one.inner_text()
    assert len({one.bounding_box()["y"] for one in kinds}) == 2  # type: ignore[index]


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}])
def test_a_list_says_how_many_more_there_are(visit: Visit, size: dict[str, int]) -> None:
    page = visit(**size)
    seated(page, "terra-mystica")
    sign = page.locator("#prompt .more-sign")
    list_of_choices = page.locator(".listing")
    for _ in range(12):  # peoples, dwellings and tiles come before the first long list
        my_turn(page)
        if sign.is_visible():
            break
        decide_by_mouse(page)
    number = int(sign.inner_text().split()[0])
    choices = page.locator(".choices .choice").count()
    assert list_of_choices.evaluate(HIDDEN) <= number < choices
    sign.locator("button").dispatch_event("click")
    until(page, lambda: sign.is_hidden() or int(sign.inner_text().split()[0]) < number, "the next ones")
    list_of_choices.evaluate("list => list.scrollTo(0, list.scrollHeight)")
    sign.wait_for(state="hidden")


def test_players_and_an_earlier_moment_are_whole_on_a_phone(visit: Visit, server: Server) -> None:
    """Late in a game of four, when rune stones are many."""
    begun = played(server, "meduris", 4, lambda live: live.state.turn >= 60 and live.deciding is not None)
    page = begun.sit(visit, begun.live.deciding or 0, language="it", **PHONE)
    page.locator(".tabbar [data-show=players]").tap()
    cut = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
    assert page.locator("#players .player").count() == 4 and page.locator("#players .player").evaluate_all(cut) == 0
    page.locator(".tabbar [data-show=log]").tap()
    page.locator("#log button.entry").nth(2).tap()
    bar = page.locator("#moment-bar")
    bar.locator(".btn").last.wait_for()
    assert bar.locator("p").inner_text().strip() and box(bar)[1] <= box(page.locator(".board"))[0] + 4
    outside = "all => all.filter(one => one.getBoundingClientRect().right > 390).length"
    assert bar.locator("p, a, .btn").evaluate_all(outside) == 0


def test_a_log_that_goes_on_fades(visit: Visit) -> None:
    page = visit()
    seated(page, "meduris")
    for _ in range(5):
        my_turn(page)
        decide_by_mouse(page)
    my_turn(page)
    until(page, lambda: page.locator("#log .more-sign").is_visible(), "the sign")
    page.locator("#log").evaluate("log => log.scrollTo(0, log.scrollHeight)")
    page.locator("#log .more-sign").wait_for(state="hidden")


@pytest.mark.parametrize("game", GAMES)
def test_the_hint_of_a_first_game_is_a_line_and_opens_over_the_board(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    new_table(page, game).locator(f"#first-{game}").tap()
    at_the_table(page)
    my_turn(page)
    page.wait_for_selector("#guide .hint")
    if not page.locator(".choice.answer").count():
        tap_choice(page)
    line = page.locator(".hint summary")
    assert box(line)[1] - box(line)[0] <= 32 and not page.is_visible(".hint .told")
    line.tap()
    page.wait_for_selector(".hint .told", state="visible")
    told = page.locator(".hint .told")
    assert box(told)[1] <= box(page.locator("#goods"))[0] + 12, "what one has is free"
    assert box(told)[0] >= 0
    assert page.locator("[data-confirm], .choice.answer").first.is_visible()
    picture(page, f"phone-hint-{game}")


def test_a_place_that_is_narrow_is_looked_at_from_near_while_it_is_chosen(visit: Visit) -> None:
    page = visit(**SMALL_PHONE)
    seated(page, "terra-mystica")
    decide_by_touch(page)  # a faction
    until(page, lambda: page.locator("#lit .lit").count() > 0, "the map")
    assert page.locator("#lit .lit-ring").first.bounding_box()["width"] < 24  # type: ignore[index]
    tap_choice(page)
    page.wait_for_selector(".board[data-near]")
    ring = page.locator("#lit [aria-pressed=true] .lit-ring").bounding_box()
    assert ring and ring["width"] > 40 and ring["x"] >= 0 and ring["x"] + ring["width"] <= 320
    page.locator("#prompt [data-key=b]").tap()
    page.wait_for_selector(".board:not([data-near])")


def test_a_phone_that_turns_while_pieces_glide_reports_no_error(visit: Visit) -> None:
    page = visit(motion=True, **PHONE)
    seated(page, "meduris")
    for turn in range(6):
        my_turn(page)
        before = sequence(page)
        tap_choice(page)
        if sequence(page) == before:  # no plain answer
            page.tap("[data-confirm]")
        page.set_viewport_size({"width": 390, "height": 800 + 10 * turn})
        until(page, lambda before=before: sequence(page) != before, "the move")  # type: ignore[misc]
        page.set_viewport_size({"width": 390, "height": 844})
