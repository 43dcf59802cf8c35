"""After the game, as a person uses it: the end, a rematch that reaches the others, the replay, play from here."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import FilePayload, Page

from dolmen.store import Player
from tests.browser.hands import Visit, at_the_table, kind, picture, until
from tests.server.games_played import LEDGER, needs_ledgers, table_of
from tests.server.people import Server

GAMES = ("meduris", "terra-mystica")
PHONE = {"width": 390, "height": 844, "has_touch": True}


def somebody(server: Server, name: str) -> Player:
    return server.context.store.new_player(name)


def sign_in(page: Page, server: Server, player: Player) -> None:
    """The browser of a player."""
    context = server.context
    cookie = context.secrets.sign(context.store.new_token(player.id, "session"))
    page.context.add_cookies([{"name": "dolmen", "value": cookie, "url": server.url}])


def open_as(visit: Visit, server: Server, player: Player, path: str, **screen: object) -> Page:
    page = visit(**screen)
    sign_in(page, server, player)
    page.goto(server.url + path)
    page.wait_for_load_state()
    return page


def at(page: Page) -> int:
    return int(page.get_attribute("#moment", "data-at") or 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_rematch_reaches_the_other_browser_and_is_joined_by_one_click(
    visit: Visit, server: Server, game: str
) -> None:
    ana, ben = somebody(server, "Ana"), somebody(server, "Ben")
    table = table_of(server.context.tables, game, [ana, ben])
    first = open_as(visit, server, ana, f"/t/{table}")
    second = open_as(visit, server, ben, f"/t/{table}", **PHONE)
    first.wait_for_selector("text=Ben is still here.")
    picture(first, f"end-{game}")
    assert re.search(r"^(You win by \d+ points?|Second, \d+ points? behind Ben)$", first.inner_text("h1"))
    assert second.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first.click("#rematch")
    second.wait_for_selector("text=Ana has made a rematch.")
    second.click("#rematch")
    at_the_table(second)
    at_the_table(first)
    assert first.url == second.url


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_walked_by_keys_buttons_log_and_line(visit: Visit, server: Server, game: str) -> None:
    table = table_of(server.context.tables, game, ["Ben", "Cleo", "Dag"])
    page = visit(f"/t/{table}/replay?at=0")
    page.wait_for_selector("#scrubber:visible")
    last = server.context.tables.live(table).state.decisions
    moments = [int(one) for one in (page.get_attribute("#scrubber", "data-moments") or "").split()]
    for key, wanted in (
        ("ArrowRight", moments[1]),
        ("ArrowRight", moments[2]),
        ("ArrowLeft", moments[1]),
        ("End", last),
        ("ArrowLeft", moments[-2]),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        until(page, lambda wanted=wanted: at(page) == wanted, key)  # type: ignore[misc]
    page.keyboard.press("Shift+ArrowRight")
    until(page, lambda: at(page) > 0, "a round")
    first_round = at(page)
    page.click("#go-round-on")
    until(page, lambda: at(page) > first_round, "the next round")
    page.keyboard.press("Shift+ArrowLeft")
    until(page, lambda: at(page) == first_round, "the round before")
    until(page, lambda: f"at={first_round}" in page.url, "the address")
    box = page.locator("#scrubber").bounding_box()
    assert box

    def in_the_middle() -> bool:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 15)  # while Chromium prepares a glide, nothing answers
        return abs(moments.index(at(page)) - len(moments) / 2) < 3

    until(page, in_the_middle, "the middle of the line")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 15)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 9, box["y"] + 15, steps=4)
    page.mouse.up()
    until(page, lambda: at(page) > moments[-6], "the end of the line")
    entry = page.locator("#log li[data-decision]").last
    wanted = int(entry.get_attribute("data-decision") or 0)
    entry.click()
    until(page, lambda: at(page) == wanted, "the entry")
    assert page.locator("#log li[aria-current]").get_attribute("data-decision") == str(wanted)
    assert page.locator("#log li.to-come").count() == page.locator("#log li[data-decision]").count() - 1
    picture(page, f"replay-{game}")


def test_a_replay_plays_faster_pauses_and_stops_at_the_end(visit: Visit, server: Server) -> None:
    table = table_of(server.context.tables, "meduris", ["Ben", "Cleo"])
    page = visit(f"/t/{table}/replay?at=0")
    page.clock.install()
    page.reload()
    page.wait_for_selector("#play:visible")
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))  # else a slow machine's seconds count, too
    moments = [int(one) for one in (page.get_attribute("#scrubber", "data-moments") or "").split()]
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    page.clock.run_for(1900)
    assert at(page) == 0
    page.clock.run_for(200)
    until(page, lambda: at(page) == moments[1], "the first turn after two seconds")
    page.click("#speed-4")
    page.clock.run_for(600)
    until(page, lambda: at(page) == moments[2], "the second one after half a second")
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "false"
    page.clock.run_for(5000)
    assert at(page) == moments[2]
    page.keyboard.press("End")
    until(page, lambda: at(page) == moments[-1], "the end")
    page.keyboard.press("Space")
    until(page, lambda: at(page) == 0, "the beginning anew")
    page.keyboard.press("ArrowRight")
    until(page, lambda: page.get_attribute("#play", "aria-pressed") == "false", "whoever steps pauses")


def test_any_seats_view_and_a_link_to_the_moment(visit: Visit, server: Server) -> None:
    table = table_of(server.context.tables, "meduris", ["Ben", "Cleo"])
    page = visit(f"/t/{table}/replay?at=60", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector("#copy-moment:visible")
    assert page.locator("#players .stock").count() == 2
    page.click("#seen-by-1")
    page.wait_for_selector("#seen-by-1[aria-current]")
    assert page.locator("#players .hidden").count() == 1
    page.keyboard.press("ArrowRight")
    until(page, lambda: at(page) > 60, "a turn on")
    assert page.locator("#players .hidden").count() == 1, "the view stays"
    page.click("#copy-moment")
    page.wait_for_selector("#copy-moment.done")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.url}/t/{table}/replay?at={at(page)}&seat=1"
    other = visit(link.removeprefix(server.url))
    assert at(other) == at(page) and other.locator("#players .hidden").count() == 1


def test_a_replay_without_a_script_is_walked_by_links(visit: Visit, server: Server) -> None:
    table = table_of(server.context.tables, "terra-mystica", ["Ben", "Cleo"])
    page = visit(f"/t/{table}/replay?at=0", java_script_enabled=False)
    assert not page.locator("#play").is_visible()
    for _ in range(3):
        before = at(page)
        page.click("#go-turn-on")
        assert at(page) > before
    page.click("#seen-by-1")
    page.click("#play-from-here")
    assert page.locator("h1").inner_text() == "Play from here"


@needs_ledgers
def test_play_from_here_of_an_imported_ledger(visit: Visit, server: Server) -> None:
    page = visit()
    ledger = FilePayload(name="game.txt", mimeType="text/plain", buffer=LEDGER.read_bytes())
    page.set_input_files("input[type=file]", files=[ledger])
    page.click(".upload button:has-text('Open')")
    page.wait_for_selector("#play:visible")
    page.keyboard.press("Shift+ArrowRight")
    until(page, lambda: at(page) > 0, "the first round")
    moment = at(page)
    page.click("#play-from-here")
    page.fill("input[name=name]", "Ana")
    page.uncheck("[name=mine]:checked")
    page.check("[name=mine][value='0']")
    page.click("label:has([name=level][value='1'])")
    picture(page, "branch-terra-mystica")
    page.click("#play-from-here")
    at_the_table(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    live = server.context.tables.live(page.url.rpartition("/")[2].partition("?")[0])
    assert live.state.decisions >= moment and live.made[0].decisions == moment
    page.wait_for_selector("#log >> text=Until here this was played at the table")


@pytest.mark.parametrize("game", GAMES)
def test_play_from_a_past_moment_of_a_running_game(visit: Visit, server: Server, game: str) -> None:
    ana = somebody(server, "Ana")
    options = {"stocks": "open"} if game == "meduris" else {}
    table = table_of(server.context.tables, game, [ana, ana], 70, options)
    page = open_as(visit, server, ana, f"/t/{table}?seat=0")
    at_the_table(page)
    entry = page.locator("#log li[data-decision]").nth(5)
    moment = int(entry.get_attribute("data-decision") or 0)
    entry.locator("button.entry").click()
    page.click("#moment-bar >> text=Play from here")
    page.click("label:has([name=way][value=screen])")
    page.click("#play-from-here")
    at_the_table(page)
    made = server.context.tables.live(page.url.rpartition("/")[2].partition("?")[0])
    assert made.made[0].decisions == moment < 70
    assert server.context.tables.live(table).state.decisions == 70, "the game itself goes on as it was"


def test_what_hides_goods_offers_no_branch_while_it_runs(visit: Visit, server: Server) -> None:
    ana = somebody(server, "Ana")
    table = table_of(server.context.tables, "meduris", [ana, "Ben"], 70)
    page = open_as(visit, server, ana, f"/t/{table}")
    at_the_table(page)
    entry = page.locator("#log li[data-decision]").nth(3)
    entry.locator("button.entry").click()
    page.wait_for_selector("#moment-bar >> text=Back to now")
    assert page.locator("#moment-bar >> text=Play from here").count() == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es", "it", "nl"])
def test_the_pages_fit_a_phone_in_every_language(visit: Visit, server: Server, game: str, language: str) -> None:
    ana = somebody(server, "Ana")
    table = table_of(server.context.tables, game, [ana, "Ben", "Cleo"])
    for path in (f"/t/{table}", f"/t/{table}/replay?at=60", f"/t/{table}/branch?at=60"):
        page = open_as(visit, server, ana, path, language=language, **PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        for button in page.locator("#moment a:visible, #moment button:visible").all():
            box = button.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390, (path, button)
        page.close()
