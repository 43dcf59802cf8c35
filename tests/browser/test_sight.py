"""Everything in sight: every player on one line, every board to be looked at, and nothing that changes its size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.server.commands import moves
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table, sequence, until
from tests.server.people import Server, Visitor

GAME = "terra-mystica"
PLAYERS = 5
LINE = 34
LOG_LINE = 24
"""So high is an entry of the log."""
LOG_LINES = 7
TABLET = {"width": 1024, "height": 768}
THEIRS = "#players [data-board-of='2']"
BOXES = """selectors => selectors.map(selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
})"""
FIXED = [".board > svg", "#prompt", "#board-tiles", "#board-acts", "#board-own", "#board-cults", "#players", "#log"]


def play(server: Server, table: str, enough: Callable[[LiveTable], bool]) -> Iterator[int]:
    """Decision after decision of a table whose people leave it to a bot; tells the last event after each."""
    tables, draws = server.context.tables, Draws(5)
    bot = find_bot("greedy", tables.live(table).meta.key)
    while not enough(live := tables.live(table)):
        assert live.asked is not None
        player = tables.store.player(live.seats[live.asked].player or "")
        action = int(bot.choose(live.state, LEVEL, draws))
        moves.move(tables, table, player, live.asked, live.sequence, [action], f"c{live.sequence}")
        yield tables.live(table).sequence


def begin(server: Server, enough: Callable[[LiveTable], bool]) -> tuple[Visitor, str]:
    """A table of five at one screen, played on until there is something to see."""
    ana = server.visitor("Ana")
    table = ana.new_table(*["me"] * PLAYERS, game=GAME)
    for _event in play(server, table, enough):
        pass
    return ana, table


def in_round(number: int) -> Callable[[LiveTable], bool]:
    return lambda live: live.state.number("round_number") == number


def somebody_passed(live: LiveTable) -> bool:
    return live.state.number("round_number") == 3 and live.state.number("passed_count") > 1


def sit(visit: Visit, server: Server, ana: Visitor, table: str, **screen: int) -> Page:
    """Ana's browser at her first seat."""
    page = visit(**screen)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in ana.http.cookies.items()]
    )
    page.goto(f"{server.url}/t/{table}?seat=0")
    at_the_table(page)
    return page


def heights(page: Page) -> list[float]:
    shown = "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height)"
    found: list[float] = page.locator("#players .player").evaluate_all(shown)
    return found


@pytest.mark.parametrize("width", [1440, 1024])
def test_every_player_but_oneself_is_one_line_and_who_passed_has_his_place(
    visit: Visit, server: Server, width: int
) -> None:
    page = sit(visit, server, *begin(server, somebody_passed), width=width)
    assert heights(page) == [LINE] * (PLAYERS - 1)
    assert page.locator(".player.passed .order").count() >= 2
    cut = """all => all.filter(one => one.offsetParent && one.scrollWidth > one.clientWidth).length"""
    assert page.locator("#players .row").evaluate_all(cut) == 0
    assert page.locator(".player:not(.own-line) .picture svg").first.is_visible()


def test_the_lines_of_a_game_without_boards_are_of_one_height(visit: Visit, server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", "me", game="meduris")
    page = sit(visit, server, ana, table)
    assert heights(page) == [46] * 3
    assert page.locator("button.player").count() == 0


def test_anothers_board_by_click_stays_with_the_news_and_goes_with_escape(visit: Visit, server: Server) -> None:
    ana, table = begin(server, in_round(2))
    page = sit(visit, server, ana, table)
    own = page.inner_text("#board-own")
    page.click(THEIRS)
    board = page.locator("#seat-board[data-of='2']")
    board.wait_for()
    assert not page.is_visible("#board-own") and page.get_attribute(THEIRS, "aria-pressed") == "true"
    assert page.evaluate(BOXES, ["#seat-board", ".below"])[0] == page.evaluate(BOXES, [".below"])[0]
    structures = (server.context.tables.live(table).state.record.owner == 2).sum()
    assert page.locator("#marks > g").count() == structures and page.is_visible("#marks > g")
    before = board.inner_text()
    for event in play(server, table, lambda live: live.state.number("round_number") == 3):
        last = event
    until(page, lambda: sequence(page) >= last, "the news")
    until(page, lambda: board.inner_text() != before, "the board as it is now")
    assert page.get_attribute(THEIRS, "aria-pressed") == "true"
    page.hover("#board-cults")
    page.keyboard.press("Escape")
    assert page.is_visible("#board-own") and not board.is_visible() and not page.is_visible("#marks > g")
    assert page.inner_text("#board-own") != own, "the own board goes on behind it"


def test_anothers_board_by_key_and_back_by_its_button(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(1)))
    chosen = "#prompt .choices [aria-checked=true]"
    page.keyboard.press("p")
    page.keyboard.press("3")  # the own seat has no line
    page.wait_for_selector("#seat-board[data-of='3']")
    assert page.locator(chosen).count() == 0, "the number was not for the choices"
    page.click("[data-board-back]")
    assert page.is_visible("#board-own")
    page.keyboard.press("Escape")
    assert page.is_visible("#board-own")


COVERED = """() => {
  const back = document.querySelector("#seat-board > .back").getBoundingClientRect();
  return [...document.querySelectorAll("#seat-board :is(.lab, .slot, .res > *)")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.left < back.right && back.left < box.right && box.top < back.bottom && back.top < box.bottom;
  }).map(one => one.textContent.trim());
}"""


def test_the_way_back_covers_nothing_in_any_language(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(1)))
    for language in ("en", "es", "it", "nl"):
        page.context.add_cookies([{"name": "dolmen_language", "value": language, "url": server.url}])
        page.reload()
        at_the_table(page)
        page.keyboard.press("p")
        page.keyboard.press("1")
        page.wait_for_selector("#seat-board > .back")
        assert page.evaluate(COVERED) == []
        assert page.locator("#seat-board > .back > span").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_spectators_look_at_boards_by_touch_too(visit: Visit, server: Server) -> None:
    _ana, table = begin(server, in_round(1))
    page = visit(f"/t/{table}", has_touch=True, **TABLET)
    at_the_table(page)
    assert heights(page) == [LINE] * PLAYERS
    page.tap(THEIRS)
    page.wait_for_selector("#seat-board[data-of='2']")
    page.tap(THEIRS)
    assert page.is_visible("#board-own")


def test_pointing_at_a_line_rings_what_is_his_and_dots_what_he_reaches(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(2)))
    page.hover(THEIRS)
    page.wait_for_selector("#marks[data-of='2'] > .reach", state="visible")
    page.hover("#board-cults")
    page.wait_for_selector("#marks > .reach", state="hidden")


def test_all_players_side_by_side_while_the_question_stays(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(3)))
    page.keyboard.press("a")
    page.wait_for_selector("#sheet tbody tr")
    assert page.locator("#sheet tbody tr").count() == PLAYERS
    assert page.locator("#sheet .mine-row").count() == 1
    sheet, prompt = page.evaluate(BOXES, ["#sheet", "#prompt"])
    assert sheet[0] + sheet[2] <= prompt[0], "the question is free"
    page.keyboard.press("f")
    page.wait_for_selector("#sheet[data-shows=forecast] tbody tr")
    assert page.locator("#sheet tbody tr").count() == PLAYERS and page.locator("#sheet .notes-on li").count() > 1
    sums = [int(text) for text in page.locator("#sheet .pts").all_inner_texts()]
    assert sums == sorted(sums, reverse=True)
    page.locator("#sheet [data-sheet-switch=all-players]").click()
    page.wait_for_selector("#sheet[data-shows=all-players] tbody tr")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")


@pytest.mark.parametrize("screen", [{}, TABLET])
def test_nothing_changes_its_size_over_many_decisions(visit: Visit, server: Server, screen: dict[str, int]) -> None:
    ana, table = begin(server, in_round(1))
    page = sit(visit, server, ana, table, **screen)
    at_first = page.evaluate(BOXES, FIXED)
    end = server.context.tables.live(table).sequence + 60
    for number, event in enumerate(play(server, table, lambda live: live.sequence >= end)):
        if number % 6 == 0:
            until(page, lambda event=event: sequence(page) >= event, "the news")  # type: ignore[misc]
            assert page.evaluate(BOXES, FIXED) == at_first, event


def test_seven_lines_of_the_log_are_in_sight_with_five_players(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(2)))
    seen = """log => [...log.querySelectorAll("li:not(.more-sign)")]
      .filter(line => line.getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom).length"""
    assert page.locator("#log").evaluate(seen) >= LOG_LINES
    high = "all => [...new Set(all.map(one => one.getBoundingClientRect().height))]"
    assert page.locator("#log li:not(.more-sign)").evaluate_all(high) == [LOG_LINE]


def test_a_tablet_has_everything_on_one_screen(visit: Visit, server: Server) -> None:
    ana, table = begin(server, in_round(4))
    page = sit(visit, server, ana, table, **TABLET)
    wide, tall = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert (wide, tall) == (0, 0)
    parts = "#board-tiles :is(.bonus, .round), #board-acts .pact, #board-own .mine, .player:not(.own-line), #log"
    outside = """all => all.filter(one => {
      const box = one.getBoundingClientRect();
      return !box.width || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
    }).map(one => one.outerHTML.slice(0, 80))"""
    assert page.locator(parts).evaluate_all(outside) == []
    assert page.locator("#board-tiles .bonus").count() == 3 and page.locator("#board-tiles .round.over").count() == 3


def test_names_of_hexes_are_shown_where_one_points_or_all_by_a_key(visit: Visit, server: Server) -> None:
    page = sit(visit, server, *begin(server, in_round(1)))
    assert page.locator(".name-plate").count() == 0
    page.hover("#hex-A1")
    assert page.locator(".name-plate").all_text_contents() == ["A1"]
    page.hover("#board-cults")
    page.keyboard.press("g")
    assert page.locator(".name-plate").count() == page.locator("#ground .place-name").count()
    page.keyboard.press("g")
    assert page.locator(".name-plate").count() == 0
