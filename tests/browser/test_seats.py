"""Seats in a real browser: the turn is confirmed, the clock counts down, a bot takes an absent person's seat."""

from __future__ import annotations

from tests.browser.hands import Visit, at_the_table, begin, decide_by_mouse, kind, picture, sequence, until
from tests.server.people import Server


def test_a_turn_is_taken_back_or_confirmed(visit: Visit) -> None:
    page = visit(confirm=True)
    begin(page, "me", "bot:random", "bot:random")
    decide_by_mouse(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    picture(page, "confirm-desktop-light")
    page.keyboard.press("b")
    until(page, lambda: kind(page) == "ask", "the question again")
    decide_by_mouse(page)
    until(page, lambda: kind(page) == "confirm", "the question to confirm")
    before = sequence(page)
    page.keyboard.press("Enter")
    until(page, lambda: kind(page) == "ask" and sequence(page) > before, "the own turn")
    page.click("details.menu > summary")
    page.click("text=Confirm my turns")
    page.wait_for_load_state()
    before = sequence(page)
    decide_by_mouse(page)
    until(page, lambda: kind(page) == "ask" and sequence(page) > before + 1, "no more confirming")


def test_the_clock_counts_down_and_a_bot_takes_the_seat(visit: Visit, server: Server) -> None:
    ana = visit()
    ana.fill("input[name=name]", "Ana")
    for seat, who in enumerate(("me", "friend", "")):
        ana.select_option(f"select[name=seat{seat}]", who)
    ana.click("text=Options")
    ana.select_option("select[name=start]", "first")
    ana.select_option("select[name=clock_unit]", "minutes")
    ana.fill("input[name=clock_number]", "1")
    ana.click("text=Play now")
    at_the_table(ana)
    ben = visit(ana.input_value(".lobby .link").removeprefix(server.url))
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
