"""Ratings and statistics as a person uses them: a rated table, the own page, the figures of a game."""

from __future__ import annotations

import csv
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dolmen.server.results import Results
from tests.browser.hands import Visit, at_the_table, new_table, picture, until
from tests.conftest import game_text
from tests.server.games_played import played_text, table_of
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def rated_table(page: Page, game: str) -> str:
    """Make a rated table against one bot that decides at random."""
    page.fill("#name", "Ana")
    form = new_table(page, game)
    form.locator("details.more > summary").first.click()
    form.locator("[name=option_rated]").check()
    form.locator("label:has([name=opponents][value='1'])").first.click()
    form.locator("button.go").click()
    at_the_table(page)
    return page.url


def let_bots_finish(page: Page, server: Server) -> None:
    """Hand the own seat over: the game is soon done."""
    csrf, table = page.locator("[name=csrf]").first.input_value(), page.url.rstrip("/").rpartition("/")[2]
    seat = page.locator("body").get_attribute("data-own-seat") or "0"
    page.request.post(f"{page.url}/bot", form={"csrf": csrf, "seat": seat, "name": "random"})
    store = server.context.store
    until(page, lambda: store.game_of_table(table) is not None, "the game to be counted")


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_rated_game_from_its_making_to_the_own_page(visit: Visit, server: Server, game: str) -> None:
    page = visit()
    address = rated_table(page, game)
    expect(page.locator(".rated-sign svg")).to_have_attribute("aria-label", "Rated")
    assert page.locator("#try-it").count() == 0, "nothing is tried out at a rated table"
    let_bots_finish(page, server)
    page.goto(server.url)
    page.click("a.tool:has-text('My ratings')")
    expect(page.locator("h1")).to_have_text("Ana")
    expect(page.locator(".rating")).to_contain_text("Play 4 more rated games, then the rating appears.")
    expect(page.locator(".own-games li")).to_have_count(1)
    expect(page.locator(".own-games li")).to_contain_text("left to a bot")
    expect(page.locator(".own-games .down")).to_have_text(re.compile(r"−\d+"))
    expect(page.locator(".met tbody tr")).to_have_count(1)
    page.click(".own-games .who a")
    assert page.url.startswith(address)


def test_statistics_are_chosen_by_keys_and_taken_along(visit: Visit, server: Server, tmp_path: Path) -> None:
    page = visit("/")
    for text in (game_text(2), played_text("terra-mystica", 3)):
        page.fill("#bring textarea", text)
        page.click("#bring .upload button")
        page.wait_for_url("**/replay*")
        page.goto(server.url)
    counted = server.context.store.numbers_of_games
    until(page, lambda: ("log", 3) in counted("terra-mystica"), "what was brought to be counted")
    page.click("a.tool:has-text('Statistics')")
    page.click(".pick:has-text('Terra Mystica')")
    expect(page.locator(".pick[aria-current]:has-text('imported logs')")).to_be_visible()
    expect(page.locator(".values .what").first).to_be_visible()
    expect(page.locator("#ratings li")).not_to_have_count(0)
    five = page.locator(".numbers .pick:has-text('5')")
    five.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**players=5*")
    expect(page.locator("main")).to_contain_text("No games yet")
    page.locator(".numbers .pick:has-text('5')").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("game")
    with page.expect_download() as loading:
        page.click("a.btn:has-text('CSV')")
    file = tmp_path / "statistics.csv"
    loading.value.save_as(file)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert {"fact", "source", "seat"} <= {row["part"] for row in rows}
    told = page.request.get(server.url + (page.locator("a.btn:has-text('JSON')").get_attribute("href") or ""))
    assert told.json()["game"] == "terra-mystica"


def test_wrong_questions_get_a_sentence(visit: Visit, server: Server) -> None:
    page = visit("/account")
    answers = {
        "/statistics/meduris?source=elsewhere": "there is no source 'elsewhere'",
        "/statistics/meduris?players=7": "Meduris is for 2 to 4 players",
        "/player/nobody": "There is no such player.",
    }
    for path, sentence in answers.items():
        answer = page.request.get(server.url + path)
        assert 400 <= answer.status < 500 and sentence in answer.text().replace("&#39;", "'"), path


@pytest.mark.parametrize("screen", [{}, PHONE])
def test_games_with_chosen_people_are_found_counted_and_taken_along(
    visit: Visit, server: Server, screen: dict[str, object]
) -> None:
    tables = server.context.tables
    ana, ben, cleo = (tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    for people in ((ana, ben), (ana, ben, cleo), (cleo, ana)):
        table_of(tables, "meduris", [*people])
    Results(tables).enter_all()
    page = visit(f"/player/{ana.id}", **screen)
    expect(page.locator(".own-games li")).to_have_count(3)
    page.locator(".pick:has-text('with Ben')").click()
    expect(page.locator(".own-games li")).to_have_count(2)
    page.locator(".pick:has-text('with Cleo')").click()
    expect(page.locator(".own-games li")).to_have_count(1)
    with page.expect_download() as loading:
        page.click("#all-files")
    with zipfile.ZipFile(loading.value.path()) as zipped:
        assert len(zipped.namelist()) == 1 and zipped.namelist()[0].startswith("meduris/")
    picture(page, f"player-with-{'phone' if screen else 'desktop'}")
    page.click("#figures")
    expect(page.locator("#told")).to_have_text("1 game")
    page.locator("#people .pick:has-text('Cleo')").click()
    expect(page.locator("#told")).to_have_text("2 games")
    if screen:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_who_wants_to_be_forgotten_writes_the_own_name_and_is(visit: Visit, server: Server) -> None:
    page = visit()
    rated_table(page, "meduris")
    table = page.url.rpartition("/")[2]
    page.goto(f"{server.url}/account")
    page.locator("#delete summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Ana")
    picture(page, "delete-account")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{server.url}/")
    page.goto(f"{server.url}/account")
    expect(page.locator("#delete")).to_have_count(0)
    assert page.request.get(f"{server.url}/t/{table}").status == 404


def test_the_own_page_is_read_with_a_thumb(visit: Visit, server: Server) -> None:
    page = visit(**PHONE)
    rated_table(page, "meduris")
    let_bots_finish(page, server)
    page.goto(f"{server.url}/me")
    expect(page.locator(".own-games li")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".pick:has-text('won')").tap()
    page.wait_for_url("**won=1*")
    expect(page.locator(".own-games li")).to_have_count(0)
    with page.expect_download() as loading:
        page.locator("a:has-text('export my data')").tap()
    assert '"ratings"' in Path(loading.value.path()).read_text(encoding="utf-8")
