"""Set-ups in a real browser: chosen by hand, drawn again, shared as a link; and a whole auction with bots."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from dolmen.server.commands import making, seats
from tests.browser.hands import Visit, at_the_table, kind, new_table, picture, sequence, until
from tests.server.people import Server

COVERED = """() => {
    const news = document.querySelector("#news").getBoundingClientRect();
    return document.querySelector("#cards .choice").getBoundingClientRect().top < news.bottom;
}"""
"""Whether a card lies over the line of what happened since the reader's turn."""


def tiles(page: Page, label: str) -> list[str]:
    laid = page.locator(f".laid[aria-label='{label}']").first.locator("li")
    return [laid.nth(place).get_attribute("data-tile") or "" for place in range(laid.count())]


def table_with_friends(page: Page, game: str) -> None:
    page.fill("#name", "Ana")
    form = new_table(page, game)
    form.locator("label:has([value=friends])").click()
    form.locator("label:has([name=players][value='2'])").click()
    form.locator("button.go").click()
    at_the_table(page)


def test_a_set_up_is_chosen_by_hand_and_drawn_again_before_the_start(visit: Visit, server: Server) -> None:
    page = visit()
    table_with_friends(page, "terra-mystica")
    drawn = tiles(page, "Round tiles")
    assert len(drawn) == 6 and len(tiles(page, "Bonus tiles")) == 5
    picture(page, "setup-lobby-light")
    page.click(".change-setup > summary")
    spare = next(f"SCORE{number}" for number in range(2, 9) if f"SCORE{number}" not in drawn)
    page.select_option("[name=tile_scoring_5]", spare)
    page.click("#use-setup")
    until(page, lambda: tiles(page, "Round tiles") == [*drawn[:5], spare], "the other tile")
    page.click(".change-setup > summary")
    page.click("#draw-again")
    until(page, lambda: tiles(page, "Round tiles") != [*drawn[:5], spare], "another draw")
    seen = tiles(page, "Round tiles")
    page.click("#fill .go")
    page.wait_for_selector("#prompt")
    live = server.context.tables.live(page.url.rpartition("/")[2])
    assert list(live.opening.setup.scoring) == seen, "what was seen is played"


def test_a_set_up_is_shared_as_a_link_and_played(visit: Visit, server: Server) -> None:
    ana = visit("/setups/terra-mystica")
    ana.wait_for_selector("#draw-again")
    first = tiles(ana, "Round tiles")
    ana.click("#draw-again")
    until(ana, lambda: tiles(ana, "Round tiles") != first, "another draw")
    picture(ana, "setup-page-light")
    ben = visit(ana.input_value("input.link").removeprefix(server.url))
    assert tiles(ben, "Round tiles") == tiles(ana, "Round tiles")
    seen = tiles(ben, "Round tiles")
    ben.click("#play-setup")
    ben.fill("#name", "Ben")
    ben.locator("#new-terra-mystica button.go").click()
    at_the_table(ben)
    live = server.context.tables.live(ben.url.rpartition("/")[2])
    assert list(live.opening.setup.scoring) == seen and live.state.game.players == 3


def test_the_bonus_chips_of_meduris_are_laid_out_before_the_start(visit: Visit, server: Server) -> None:
    page = visit()
    table_with_friends(page, "meduris")
    table = page.url.rpartition("/")[2]
    page.click(".change-setup > summary")
    places = (1, 5, 9, 14, 20, 26)
    for number, chip in enumerate(("two", "two", "hut", "hut", "druid", "druid")):
        page.fill(f"[name=place_chips_{number}_{chip}]", str(places[number]))
    page.click("#use-setup")
    live = server.context.tables.live
    until(page, lambda: tuple(sorted(live(table).opening.setup.chips)) == places, "the chips")


def test_a_whole_auction_with_bots(visit: Visit, server: Server) -> None:
    page = visit()
    page.fill("#name", "Ana")
    form = new_table(page, "terra-mystica")
    form.locator("label:has([name=opponents][value='2'])").click()
    form.locator("label:has([name=level][value='1'])").click()
    form.locator("details.more > summary").first.click()
    form.locator("select[name=option_setup]").select_option("auction")
    form.locator("select[name=start]").select_option("first")
    form.locator("button.go").first.click()
    at_the_table(page)
    table = page.url.rpartition("/")[2]
    until(page, lambda: kind(page) == "ask", "the question")
    assert page.locator("#cards .choice.picture").count() == 3
    flat = "all => all.filter(one => one.clientWidth > 2 * one.clientHeight).length"
    assert page.locator("#cards .people-art").evaluate_all(flat) == 0, "the pictures are whole"
    picture(page, "auction-desktop-light")
    first = sequence(page)
    page.keyboard.press("1")
    page.wait_for_selector("#confirm-button")
    picture(page, "auction-chosen-light")
    page.locator(".way").nth(2).click()
    page.wait_for_selector("#way-2[aria-pressed=true]")
    page.click("#confirm-button")
    page.locator(f"#prompt:not([data-sequence='{first}'])").wait_for()
    until(
        page, lambda: re.search("−[0-9]", page.text_content("#strip") or "") is not None, "what is bid, below nothing"
    )
    for _ in range(40):
        page.locator("#prompt[data-kind=ask]").wait_for()
        if page.locator("#prompt").get_attribute("data-stage") == "game":  # the page has begun anew
            break
        seen = page.locator("#prompt").get_attribute("data-sequence")
        covered = page.evaluate(COVERED)
        assert not covered, "what the others bid is read above the cards"
        page.locator("#cards .choice.picture").first.click()
        page.click("#confirm-button")
        page.locator(f"#prompt:not([data-sequence='{seen}'])").wait_for()
    page.wait_for_selector("#prompt[data-stage=game]")
    until(page, lambda: "bids" in page.inner_text("#log"), "the auction in the log")
    live = server.context.tables.live(table)
    terms = live.first_setup.auction()
    assert terms and sorted(live.opening.setup.factions) == sorted(terms.lots)
    mine = live.seats_of(live.table.owner)[0]
    assert page.get_attribute("body", "data-own-seat") == str(mine)
    picture(page, "auction-over-light")


@pytest.mark.parametrize("names", ["witches,nomads", "witches,nomads,giants"])
def test_the_cards_of_few_lots_show_as_much_of_their_pictures(visit: Visit, server: Server, names: str) -> None:
    page = visit()
    table_with_friends(page, "meduris")
    tables = server.context.tables
    ana = tables.store.player(tables.store.table(page.url.rpartition("/")[2]).owner or "")
    assert ana
    options = {"setup": "auction", "factions": names}
    table = making.create(tables, "terra-mystica", ana, ["me", *["open"] * names.count(",")], options).id
    for name in ("Ben", "Cleo")[: names.count(",")]:
        seats.join(tables, table, tables.store.new_player(name))
    page.goto(f"{server.url}/t/{table}")
    page.wait_for_selector(".lot-grid")
    pictures = page.locator(".lot-grid .people-art")
    assert pictures.count() == 1 + names.count(",")
    for art in pictures.all():
        place = art.bounding_box()
        assert place and place["width"] <= 240 and place["width"] / place["height"] < 2.1


def test_an_auction_on_a_phone(visit: Visit) -> None:
    page = visit(width=390, height=844)
    page.fill("#name", "Ana")
    form = new_table(page, "terra-mystica")
    form.locator("details.more > summary").first.click()
    form.locator("[name=way][value=seats]").check()
    form.locator("select[name=option_setup]").select_option("auction")
    form.locator("select[name=start]").select_option("first")
    form.locator("button.go").first.click()
    at_the_table(page)
    until(page, lambda: kind(page) == "ask", "the question")
    picture(page, "auction-phone-light")
    page.locator("#cards .choice.picture").first.click()
    page.wait_for_selector("#confirm-button")
    picture(page, "auction-phone-chosen-light")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
