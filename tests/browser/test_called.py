"""Being called, switched on and off as a person would: mail, chat room, this browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import WORKER_IS_READY
from tests.browser.hands import Visit, at_the_table, decide_by_mouse, friends, kind, until
from tests.server.endpoints import Browser, Mailbox, Place, link_of, mail_server, web_place
from tests.server.people import Server, serve, wait_for

SUBSCRIBED = """
(() => {
  const told = %s;
  let made = JSON.parse(localStorage.getItem("stub") ?? "null");
  const given = () => made && {
    endpoint: made.endpoint, toJSON: () => made,
    unsubscribe: async () => { made = null; localStorage.removeItem("stub"); return true; },
  };
  PushManager.prototype.getSubscription = async () => given();
  PushManager.prototype.subscribe = async (how) => {
    if (!how.userVisibleOnly || how.applicationServerKey.length < 80) throw new Error("not as it should be");
    made = told;
    localStorage.setItem("stub", JSON.stringify(made));
    return given();
  };
})()
"""
"""What Chromium has no service for here: the rest, worker and server, is real."""


@dataclass
class World:
    """All that a person may be called by."""

    mailbox: Mailbox
    push: Place
    room: Place


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with mail_server() as mailbox, web_place() as push, web_place() as room:
        yield World(mailbox, push, room)


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory, world: World) -> Iterator[Server]:
    """A server that calls people at once, at the address that it has."""
    mail = {"smtp_host": "127.0.0.1", "smtp_port": world.mailbox.port, "smtp_security": "none"}
    more = {"mail_from": "table@example.org", "notice_delay": 0.0, "notices_here": True}
    database = f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite"
    with serve(database, address="http://127.0.0.1", **mail, **more) as running:
        running.context.calling.address = running.url
        object.__setattr__(running.context.config, "address", running.url)
        yield running


@pytest.fixture
def called(visit: Visit, world: World) -> Callable[..., Page]:
    """The page on which a person settles it; all that was told before is thrown away."""
    world.mailbox.mails.clear()
    world.push.bodies.clear()
    world.room.bodies.clear()

    def open_page(**more: Any) -> Page:
        page = visit(**more)
        page.locator("details.menu > summary").click()
        page.click("details.menu a[href$='/account']")
        page.click("a[href$='/account/called']")
        expect(page.locator("h1")).to_have_text(re.compile("How you are called|Cómo te avisamos"))
        return page

    return open_page


def test_mail_is_switched_on_by_its_link_and_off_by_one_click(
    called: Callable[..., Page], visit: Visit, world: World, server: Server
) -> None:
    page = called()
    page.fill("#mail [name=address]", "ana@example.org")
    page.click("#mail button:has-text('Call me by e-mail')")
    expect(page.locator(".notice")).to_contain_text("A mail is on its way.")
    expect(page.locator("#mail .channels li")).to_have_attribute("data-status", "asked")
    expect(page.locator("#mail button:has-text('Send me a try')")).to_have_count(0)
    wait_for(lambda: world.mailbox.mails)
    elsewhere = visit(link_of(world.mailbox.mails[0], "called/confirm"))  # in the mail program's own browser
    expect(elsewhere.locator("h1")).to_have_text("You will be called at ana@example.org.")
    page.reload()
    page.click("#mail button:has-text('Send me a try')")
    expect(page.locator(".notice")).to_contain_text("A try is on its way.")
    wait_for(lambda: len(world.mailbox.mails) == 2)
    ended = visit(link_of(world.mailbox.mails[1], "called/end"))
    expect(ended.locator("h1")).to_have_text("You are not called there any more.")
    page.reload()
    expect(page.locator("#mail .channels li")).to_have_count(0)
    page.goto(f"{server.url}/account")
    expect(page.locator("main")).to_contain_text("You are not called.")


def test_a_room_is_switched_on_tried_and_off_on_a_phone(called: Callable[..., Page], world: World) -> None:
    page = called(width=390, height=844, language="es", has_touch=True, is_mobile=True)
    page.fill("#hook [name=address]", f"{world.room.url}/room")
    page.click("#hook button.primary")
    expect(page.locator(".notice")).to_contain_text("Está activado.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#hook button:has-text('Envíame una prueba')")
    wait_for(lambda: world.room.bodies)
    assert json.loads(world.room.bodies[0])["text"].startswith("Así te avisamos.")
    page.click("#hook button:has-text('Terminar')")
    expect(page.locator("#hook .channels li")).to_have_count(0)


def test_this_browser_is_called_while_no_tab_is_open(called: Callable[..., Page], world: World, server: Server) -> None:
    browser = Browser()
    page = called(permissions=["notifications"])
    subscription = {"endpoint": f"{world.push.url}/send/1", "keys": browser.keys}
    page.context.add_init_script(SUBSCRIBED % json.dumps(subscription))
    page.reload()
    page.click("[data-push-on]")
    expect(page.locator(".notice")).to_contain_text("It is switched on.")
    expect(page.locator("#browser li .here")).to_be_visible()
    expect(page.locator("[data-push-on]")).to_be_hidden()
    page.click("#browser button:has-text('Send me a try')")
    wait_for(lambda: world.push.bodies)
    told = browser.read(world.push.bodies[0])
    assert told["title"] == "A try" and told["path"] == "account/called"
    deliver(page, server, json.dumps(told))
    listed = "(await worker.getNotifications()).map((one) => [one.title, one.body, one.tag])"
    shown = f"navigator.serviceWorker.ready.then(async (worker) => {listed})"
    until(page, lambda: page.evaluate(shown) == [[told["title"], told["body"], told["tag"]]], "the notice")
    page.click("#browser button:has-text('End it')")
    expect(page.locator("#browser .channels li")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('stub')") is None, "the browser has taken it back, too"
    expect(page.locator("[data-push-on]")).to_be_visible()


def deliver(page: Page, server: Server, data: str) -> None:
    """What a push service does: the browser's worker is woken with a message."""
    page.evaluate(WORKER_IS_READY)
    session = page.context.new_cdp_session(page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    message = {"origin": server.url, "registrationId": known[0], "data": data}
    session.send("ServiceWorker.deliverPushMessage", message)


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_who_has_gone_away_is_called_once_and_comes_back_to_play(
    visit: Visit, world: World, server: Server, game: str
) -> None:
    world.room.bodies.clear()
    ana, ben, table = friends(visit, server, "days", game)
    ben.goto(f"{server.url}/account/called")
    ben.fill("#hook [name=address]", f"{world.room.url}/{game}")
    ben.click("#hook button.primary")
    expect(ben.locator("#hook .channels li")).to_have_count(1)
    until(ana, lambda: kind(ana) == "ask", "Ana's turn")
    decide_by_mouse(ana)
    wait_for(lambda: world.room.bodies)
    text = json.loads(world.room.bodies[0])["text"]
    ben.goto(text[text.index(server.url) :].split()[0])
    at_the_table(ben)
    assert ben.url.endswith(table) and kind(ben) == "ask"
    decide_by_mouse(ben)
    assert len(world.room.bodies) == 1, "once, and nothing about what Ben has seen"


def test_a_browser_that_forbids_it_says_so(called: Callable[..., Page]) -> None:
    page = called()
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.click("[data-push-on]")
    expect(page.locator("[data-push-says=denied]")).to_be_visible()


def test_what_one_is_called_for_is_chosen(called: Callable[..., Page]) -> None:
    page = called()
    page.uncheck("[name=kinds][value=over]")
    page.uncheck("[name=kinds][value=begin]")
    page.click("section:has(#called-for) button")
    expect(page.locator(".notice")).to_have_text("Saved.")
    expect(page.locator("[name=kinds]:checked")).to_have_count(2)


def test_the_lobby_and_the_menu_lead_there_and_know_of_it(visit: Visit, world: World, server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "friend")
    cleo = visit(f"/j/{table}/{server.context.tables.table_token(table)}")
    cleo.fill("input[name=name]", "Cleo")
    cleo.click("button:has-text('Sit down')")
    at_the_table(cleo)
    expect(cleo.locator(".call .ask")).to_be_visible()
    expect(cleo.locator(".call a[href$='/account/called']")).to_be_visible()
    expect(cleo.locator("#stream")).to_have_attribute("hx-config", re.compile('"pauseOnBackground": false'))
    table_page = cleo.url
    cleo.locator("details.menu > summary").click()
    with cleo.context.expect_page() as opened:
        cleo.click("details.menu a[href$='/account/called']")
    settings = opened.value
    settings.fill("#hook [name=address]", f"{world.room.url}/cleo")
    settings.click("#hook button.primary")
    expect(settings.locator("#hook .channels li")).to_have_count(1)
    cleo.goto(table_page)
    expect(cleo.locator(".call .ask")).to_be_hidden()
    expect(cleo.locator(".call .called")).to_be_visible()
    expect(cleo.locator("#stream")).to_have_attribute("hx-config", re.compile('"pauseOnBackground": true'))
