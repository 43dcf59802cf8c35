"""The own games as a person uses them: the list is live, tables are renamed, resigned and deleted, files downloaded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dolmen.server.commands import chat, making, seats
from dolmen.store import Player
from tests.browser.hands import Visit, at_the_table, begin, kind, picture, until
from tests.server.games_played import table_of
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def player_of(page: Page, server: Server) -> Player:
    """Who sits at the table that a page shows, and made it."""
    owner = server.context.store.table(page.url.rpartition("/")[2].partition("?")[0]).owner
    player = server.context.store.player(owner or "")
    assert player
    return player


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_the_list_is_live(visit: Visit, server: Server, game: str) -> None:
    page = visit()
    begin(page, "me", "open", game=game)
    ana, table = player_of(page, server), page.url.rpartition("/")[2]
    page.goto(server.url + "/")
    page.get_by_role("link", name="My games").first.click()
    card = page.locator(f"#table-{table}")
    expect(card).to_contain_text("1 seat free")
    ben = visit(f"/t/{table}")
    ben.fill("input[name=name]", "Ben")
    ben.get_by_role("button", name="Sit down").first.click()
    at_the_table(ben)
    expect(card).to_contain_text("Your turn")
    expect(card.get_by_role("img", name="is here")).to_have_count(1)
    if ben.locator("[data-log=chat]").is_visible():
        ben.click("[data-log=chat]")
        ben.fill("#talk input[name=text]", "Hello, Ana")
        ben.keyboard.press("Enter")
    else:  # where peoples are chosen there is no room for it
        store = server.context.store
        other = next(seat.player for seat in store.seats(table) if seat.player not in (None, ana.id))
        chat.say(server.context.tables, table, Player(other or "", "Ben"), "Hello, Ana")
    expect(card.locator(".unread")).to_have_text("1")
    picture(page, f"my-games-live-{game}")
    card.get_by_role("link", name="Play").click()
    at_the_table(page)
    page.goto(server.url + "/mine")
    expect(page.locator(f"#table-{table} .unread")).to_have_count(0)
    ben.close()
    until(page, lambda: page.locator(f"#table-{table} .here").count() == 0, "that Ben is not here any more")


def test_more_tables_than_a_few_are_on_a_page_of_their_own(visit: Visit, server: Server) -> None:
    page = visit()
    begin(page, "me", "open")
    ana = player_of(page, server)
    for _ in range(7):
        making.create(server.context.tables, "meduris", ana, ["me", "open"])
    page.goto(server.url + "/")
    expect(page.locator("#mine .mt")).to_have_count(6)
    page.get_by_role("link", name="all my tables").click()
    expect(page.locator("#mine .mt")).to_have_count(8)


@pytest.mark.parametrize("name", ["Dagobert von Hohen", "Wolfeschlegelsteinha"])
def test_whoever_thinks_the_button_stays_on_its_card(visit: Visit, server: Server, name: str) -> None:
    page = visit(language="nl", **PHONE)
    begin(page, "me", "open")
    ana, tables = player_of(page, server), server.context.tables
    ben = tables.store.new_player(name)
    table = making.create(tables, "meduris", ben, ["me", "open"], clock=86_400).id
    seats.join(tables, table, ana)
    page.goto(server.url + "/mine")
    card, button = (page.locator(f"#table-{table}{part}").bounding_box() for part in ("", " .ft .btn"))
    assert card and button and button["x"] + button["width"] <= card["x"] + card["width"] <= 390
    assert button["y"] + button["height"] <= card["y"] + card["height"]


@pytest.mark.parametrize("screen", [{}, PHONE])
def test_a_table_is_renamed_and_deleted(visit: Visit, server: Server, screen: dict[str, object]) -> None:
    page = visit(**screen)
    begin(page, "me", "open")
    table = page.url.rpartition("/")[2]
    page.goto(server.url + "/mine")
    page.locator(f"#table-{table} .dots").click()
    page.fill("input[name=name]", "Friday evening")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator(f"#table-{table} h3")).to_contain_text("Friday evening")
    page.locator(f"#table-{table} .dots").click()
    page.locator("#delete > summary").click()  # nothing is gone by one press
    picture(page, f"delete-{'phone' if screen else 'desktop'}")
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/mine")
    expect(page.locator(f"#table-{table}")).to_have_count(0)
    assert table not in [kept.id for kept in server.context.store.tables_with_status("waiting")]


@pytest.mark.parametrize(
    ("game", "what_follows"),
    [
        ("meduris", "A bot plays your seat to the end, and you cannot come back."),
        ("terra-mystica", "The game goes on without you, and you cannot come back."),
    ],
)
def test_who_sat_down_gets_up_and_who_plays_resigns_by_keys(
    visit: Visit, server: Server, game: str, what_follows: str
) -> None:
    ben = visit()
    begin(ben, "me", "bot:random", name="Ben")
    tables, player = server.context.tables, player_of(ben, server)
    ana = server.context.store.new_player("Ana")
    waiting = making.create(tables, game, ana, ["me", "open", "open"]).id
    seats.join(tables, waiting, player)
    running = table_of(tables, game, [ana, player, "Cleo"], decisions=40)
    ben.goto(server.url + "/mine")
    ben.locator(f"#table-{waiting} .dots").focus()
    ben.keyboard.press("Enter")
    ben.wait_for_url(f"**/mine/{waiting}")
    ben.locator("#leave > summary").focus()
    ben.keyboard.press("Enter")
    expect(ben.locator("#leave")).to_contain_text("Your seat is free again.")
    ben.keyboard.press("Tab")
    ben.keyboard.press("Enter")
    ben.wait_for_url("**/mine")
    expect(ben.locator(f"#table-{waiting}")).to_have_count(0)
    assert [seat.kind for seat in server.context.store.seats(waiting)] == ["person", "open", "open"]
    ben.goto(f"{server.url}/mine/{running}")
    ben.locator("#resign > summary").click()
    expect(ben.locator("#resign")).to_contain_text(what_follows)
    ben.get_by_role("button", name="Resign for good").click()
    ben.wait_for_url("**/mine")
    ben.goto(f"{server.url}/t/{running}")
    expect(ben.locator("#log")).to_contain_text("Ben resigned.")
    expect(ben.locator("#return")).to_have_count(0)
    assert kind(ben) in ("wait", "bot", "away")
    assert tables.live(running).conduct.left == {1} and tables.live(running).is_running


def test_finished_games_are_filtered_and_downloaded(visit: Visit, server: Server, tmp_path: Path) -> None:
    page = visit()
    begin(page, "me", "open")
    ana, tables = player_of(page, server), server.context.tables
    ben = server.context.store.new_player("Ben")
    alone, both = table_of(tables, "meduris", [ana, "Cleo"]), table_of(tables, "terra-mystica", [ben, ana])
    page.goto(server.url + "/mine")
    expect(page.locator(".over li")).to_have_count(2)
    page.get_by_role("link", name="with people").click()
    expect(page.locator(".over li")).to_have_count(1)
    expect(page.locator(f"#game-{both}")).to_contain_text("Terra Mystica with Ben")
    page.get_by_role("link", name="with people").click()
    page.get_by_role("link", name="Meduris 1").click()
    expect(page.locator(f"#game-{alone}")).to_contain_text("Meduris with Cleo")
    with page.expect_download() as one:
        page.locator(f"#game-{alone}").get_by_role("link", name="Download").click()
    assert one.value.suggested_filename == "grey-heron.meduris"
    page.goto(server.url + "/mine")
    with page.expect_download() as every:
        page.click("#all-files")
    every.value.save_as(tmp_path / "games.zip")
    with zipfile.ZipFile(tmp_path / "games.zip") as zipped:
        assert {name.partition("/")[0] for name in zipped.namelist()} == {"meduris", "terra-mystica"}
    page.locator(f"#game-{both}").get_by_role("link", name="Watch again").click()
    page.wait_for_url(f"**/t/{both}/replay?at=0")
