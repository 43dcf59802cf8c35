"""Seats in a real browser: the turn is confirmed, the clock counts down, a bot takes an absent person's seat."""

from __future__ import annotations

from tests.browser.hands import Visit, at_the_table, begin, kind, new_table, pick, picture, sequence, until
from tests.server.people import Server


def test_a_turn_is_taken_back_or_confirmed(visit: Visit) -> None:
    page = visit(confirm="turn")
    begin(page, "me", "bot:random", "bot:random")
    pick(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    picture(page, "confirm-desktop-light")
    page.keyboard.press("b")
    until(page, lambda: kind(page) == "ask", "the question again")
    pick(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    before = sequence(page)
    page.keyboard.press("Enter")
    until(page, lambda: kind(page) == "ask" and sequence(page) > before, "the own turn")
    page.click("details.menu > summary")
    with page.expect_navigation():
        page.select_option("select[name=confirm]", "never")
    until(page, lambda: kind(page) == "ask", "the own turn")
    before = sequence(page)
    pick(page)
    until(page, lambda: kind(page) == "ask" and sequence(page) > before + 1, "no more confirming")


def test_the_clock_counts_down_and_a_bot_takes_the_seat(visit: Visit, server: Server) -> None:
    ana = visit()
    ana.fill("#name", "Ana")
    form = new_table(ana)
    form.locator("label:has([value=friends])").click()
    form.locator("label:has([name=players][value='2'])").click()
    form.locator("details.more > summary").first.click()
    form.locator("select[name=start]").select_option("first")
    form.locator("select[name=clock_unit]").select_option("minutes")
    form.locator("input[name=clock_number]").fill("1")
    form.locator("button.go").click()
    at_the_table(ana)
    ben = visit(ana.input_value("input.link").removeprefix(server.url))
    ben.fill("input[name=name]", "Ben")
    ben.click("button:has-text('Sit down')")
    at_the_table(ben)
    left = ben.inner_text("time[data-until]")
    until(ben, lambda: ben.inner_text("time[data-until]") != left, "the clock")
    with server.context.store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("UPDATE events SET at = at - 60000")
    server.context.tables.forget(ben.url.rpartition("/")[2])
    ben.reload()
    picture(ben, "absent-desktop-light")
    ben.select_option(".absent select", "random")
    ben.click("#replace")
    until(ben, lambda: kind(ben) == "ask", "the bot's move")
    ana.click("#return")
    until(ben, lambda: "Ana is back." in ben.inner_text("#log"), "the return")
