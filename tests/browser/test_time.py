"""Clocks as people use them: by minutes and by days, a bot for whose time is up, pauses by consent, holidays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Visit, at_the_table, decide_by_mouse, friends, kind, new_table, picture, until
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def show_clocks(page: Page, *, phone: bool = False) -> None:
    """Open the tab of the clocks."""
    if phone:
        page.click("[data-show=log]")
    page.click("[data-log=time]")


def turn_back(server: Server, table: str, seconds: int) -> None:
    """As if everything at a table had happened earlier."""
    with server.context.store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql(f"UPDATE events SET at = at - {1000 * seconds} WHERE \"table\" = '{table}'")
        connection.exec_driver_sql(f"UPDATE tables SET created = created - {1000 * seconds} WHERE id = '{table}'")
    server.context.tables.forget(table)
    server.context.tables.tell(table)


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_by_the_clock_everybody_has_minutes_and_a_bot_takes_over(visit: Visit, server: Server, game: str) -> None:
    ana, ben, table = friends(visit, server, "minutes", game)
    kept = server.context.store.table(table)
    assert (kept.clock, kept.bank) == (15, 1800)
    left = ben.inner_text("#prompt time")
    until(ben, lambda: ben.inner_text("#prompt time") != left, "the clock")
    show_clocks(ben)
    expect(ben.locator("#time")).to_contain_text("30 minutes each, and 15 seconds for every turn")
    expect(ben.locator("#time li").nth(1)).to_contain_text("30:00")
    picture(ben, f"clocks-{game}")
    turn_back(server, table, 1815)
    until(ben, lambda: kind(ben) == "ask", "the bot's move")  # nobody has clicked
    ana.click("[data-log=log]")
    expect(ana.locator("#log")).to_contain_text("The time of Ana was up. A bot plays until Ana is back.")
    show_clocks(ana)
    expect(ana.locator("#time li").first).to_contain_text("the time was up: a bot plays")
    ana.click("#return")
    ana.click("[data-log=log]")
    expect(ana.locator("#log")).to_contain_text("Ana is back.")


@pytest.mark.parametrize(("game", "screen"), [("meduris", {}), ("terra-mystica", PHONE)])
def test_all_agree_to_a_pause(visit: Visit, server: Server, game: str, screen: dict[str, object]) -> None:
    ana, ben, table = friends(visit, server, "minutes", game, **screen)
    show_clocks(ben, phone=bool(screen))
    ben.click("#ask-pause")
    if screen:
        ben.click("[data-show=choices]")
    expect(ben.locator("#prompt .pause")).to_contain_text("The others are asked.")
    expect(ana.locator("#prompt .pause")).to_contain_text("Ben asks for a pause")
    picture(ana, f"pause-{'phone' if screen else 'desktop'}")
    ana.locator("#prompt .pause").get_by_role("button", name="Agree").click()
    expect(ana.locator("#paused")).to_contain_text("Pause: the clocks stand.")
    expect(ben.locator("#prompt .clock")).to_have_text("pause")
    turn_back(server, table, 3600)
    ana.reload()
    assert server.context.store.seats(table)[0].kind == "person"
    ben.locator("#paused").get_by_role("button", name="Go on").click()
    expect(ana.locator("#paused")).to_have_count(0)
    expect(ana.locator("#prompt time[data-until]")).to_have_count(1)


def test_who_plays_ends_the_pause(visit: Visit, server: Server) -> None:
    ana, ben, _table = friends(visit, server, "minutes")
    show_clocks(ana)
    ana.click("#ask-pause")
    ben.locator("#prompt .pause").get_by_role("button", name="Agree").click()
    expect(ana.locator("#paused")).to_have_count(1)
    decide_by_mouse(ana)
    expect(ben.locator("#paused")).to_have_count(0)


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_others_see_that_somebody_is_away(visit: Visit, server: Server, game: str) -> None:
    ana, ben, table = friends(visit, server, "days", game)
    assert server.context.store.table(table).clock == 2 * 24 * 3600
    today = datetime.now(UTC)
    last = today + timedelta(days=6)
    ana.goto(server.url + "/mine")
    ana.fill("input[name=first]", f"{today:%Y-%m-%d}")
    ana.fill("input[name=last]", f"{last:%Y-%m-%d}")
    ana.get_by_role("button", name="I am away").click()
    away = f"away until {last.day} {last:%B}"
    expect(ben.locator("#prompt .eyebrow")).to_contain_text(away)
    picture(ben, f"away-{game}")
    ben.goto(server.url + "/mine")
    expect(ben.locator(f"#table-{table}")).to_contain_text(away)
    ana.locator("#holidays").get_by_role("button", name="I am back").click()
    expect(ben.locator(f"#table-{table}")).not_to_contain_text(away)
    expect(ben.locator(f"#table-{table}")).to_contain_text("2 days left")


def test_the_options_give_a_bank_of_minutes(visit: Visit, server: Server) -> None:
    page = visit()
    page.fill("#name", "Ana")
    form = new_table(page)
    form.locator("details.more > summary").first.click()
    expect(form.locator("[name=clock_seconds]")).to_be_hidden()
    form.locator("select[name=clock_unit]").select_option("bank")
    form.locator("[name=clock_number]").fill("20")
    form.locator("[name=clock_seconds]").fill("30")
    form.locator("button.go").click()
    at_the_table(page)
    kept = server.context.store.table(page.url.rpartition("/")[2])
    assert (kept.clock, kept.bank) == (30, 1200)
