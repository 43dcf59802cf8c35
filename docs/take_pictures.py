"""Takes the pictures of both tables anew, from the page itself: `make pictures`; or some, by the names of `parts`.

A table server of its own plays in a scratch folder; the system's Chromium sits down for a first game, follows the hints
for a while, looks at the board, at the forecast and at what it could try out. Then it brings a game between bots,
watches it and has it reviewed. Then it looks at statistics, at a player, and at how one is called; two friends play by
the clock, and bots a tournament.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as NotInTime

from dolmen.analysis.counted import Counted, counted, places
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.server.rated import rate
from dolmen.store import CallChannel, PlayedGame, PlayedSeat, Store, now

PICTURES = Path(__file__).parent / "pictures"
DECISIONS = {"meduris": 26, "terra-mystica": 18}
"""So many own decisions make a position worth looking at, if it is also one with something to choose on the board."""
LIT = 5
MOST = 60
LARGEST = 300_000
"""Bytes a picture may have."""
SCREEN = ViewportSize(width=1360, height=850)
PATIENCE = 120_000
REVIEWING = 300_000
"""Milliseconds: a review takes a minute, on a busy machine several."""
HINT = 4_000
"""Milliseconds for a hint to come, or for a choice to open."""
STEPS = 4
GAMES = 600
"""So many games make statistics."""
DAY = 24 * 3600 * 1000
"""Milliseconds."""
CALLS = (
    *("--address", "https://table.example.org", "--smtp-host", "localhost"),
    *("--mail-from", "table@example.org", "--smtp-security", "none"),
)
"""A host that calls people in all ways; nobody is called while pictures are taken."""


def main() -> int:
    """Play and take them."""
    program = os.environ.get("DOLMEN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        sys.stderr.write("no Chromium here: install Debian's package chromium\n")
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [
            sys.executable,
            "-m",
            "dolmen",
            "serve",
            "--port",
            "0",
            "--pace",
            "0",
            "--pause",
            "0",
            "--rate",
            "10000",
        ]
        command += ["--database", f"sqlite:///{folder}/tables.sqlite", *CALLS]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = _address(server)
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            database = f"{folder}/tables.sqlite"
            parts: dict[str, Callable[[], None]] = {
                **{game: partial(_take, browser, address, game, number) for game, number in DECISIONS.items()},
                "setups": partial(_take_setups, browser, address),
                "past": partial(_take_past, browser, address),
                "figures": partial(_take_figures, browser, address, database),
                "own": partial(_take_own, browser, address),
                "called": partial(_take_called, browser, address, database),
                "tournament": partial(_take_tournament, browser, address),
            }
            for part in sys.argv[1:] or parts:
                parts[part]()
        finally:
            server.terminate()
            server.wait()
    return 0


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"ready at (\S+)", line)
        if found:
            return found[1]
    raise SystemExit("the server did not start")


def _take(browser: Browser, address: str, game: str, decisions: int) -> None:
    context = browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    page.fill("#name", "Ana")
    page.click(f"#first-{game}")
    for number in range(MOST):
        _until_asked(page)
        if number >= decisions and page.locator("#lit .lit").count() >= LIT:
            break
        _decide(page)
    page.locator("[data-hints]").evaluate("box => box.checked && box.click()")
    lit = page.locator("#lit .lit")
    (lit if lit.count() else page.locator(".choices .choice")).first.dispatch_event("click")
    page.mouse.move(4, 4)
    page.wait_for_timeout(600)
    _keep(page, f"table-{game}")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(600)
    _keep(page, f"table-{game}-phone")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(SCREEN)
    _take_plans(page, game)
    context.close()


def _take_plans(page: Page, game: str) -> None:
    """What may come: the forecast of one game, a line of the other."""
    if game == "terra-mystica":
        page.keyboard.press("f")
        page.wait_for_selector("#sheet .notes-on")
        _keep(page, "forecast")
        return
    page.click("#try-it")
    page.wait_for_selector("[data-trying] #prompt")
    for _ in range(2):
        page.locator(".choices .choice").first.click()
        with contextlib.suppress(NotInTime):  # a plain answer needs no confirmation
            page.click("[data-confirm]", timeout=HINT)
        page.wait_for_timeout(800)
    page.mouse.move(4, 4)
    _keep(page, "planner")


def _take_setups(browser: Browser, address: str) -> None:
    """A set-up with its tiles, and the auction that comes first at its table."""
    context = browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}setups/terra-mystica?players=4&setup=auction&seed=5")
    _keep(page, "set-up")
    page.click("#play-setup")
    page.fill("#name", "Ana")
    form = page.locator("#new-terra-mystica")
    form.locator("select[name=start]").select_option("1")
    form.locator("button.go").first.click()
    _until_asked(page)
    page.locator("#cards .choice.picture").first.click()
    page.wait_for_selector("#confirm-button")
    page.mouse.move(4, 4)
    page.wait_for_timeout(600)
    _keep(page, "auction")
    context.close()


def _take_past(browser: Browser, address: str) -> None:
    """A game between bots that differ, as it was and as a bot sees it."""
    context = browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce")
    context.set_default_timeout(REVIEWING)
    page = context.new_page()
    page.goto(address)
    bots = [find_bot(name, "terra-mystica") for name in ("casual", "greedy", "novice", "greedy")]
    text = simulate(load("terra-mystica", 4), bots, 2, 0, 5000)[0].to_text()
    page.fill("#bring textarea", text)
    page.click("#bring .upload button")
    page.wait_for_url("**/replay*")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(1500)
    _keep(page, "replay")
    page.click("a[href$='/review']")
    page.click("#ask-review")
    page.wait_for_selector(".expected")
    page.locator(".qualities a").first.click()
    page.wait_for_selector(".band")
    page.wait_for_timeout(600)
    _keep(page, "review")
    context.close()


def _take_figures(browser: Browser, address: str, database: str) -> None:
    """Statistics of many games between bots, and the page of somebody who has played some of them."""
    draws, games = Draws(4), list(_games_of_bots())
    with contextlib.closing(Store(database)) as store:
        people = [store.new_player(name) for name in ("Ana", "Ben", "Cleo", "Dag")]
        for number, (state, found) in enumerate(games):
            at = now() - (len(games) - number) * DAY
            game = PlayedGame(id=f"{number:032x}", source="table", at=at, rated=True, **vars(found))
            first = draws.below(len(people))
            seats = [
                PlayedSeat(game.id, seat, people[(seat + first) % len(people)].id, "", place)
                for seat, place in enumerate(places(state))
            ]
            store.enter_game(game, seats, partial(rate, game.game))
    context = browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}statistics/terra-mystica")
    _keep(page, "statistics")
    page.goto(f"{address}player/{people[0].id}")
    _keep(page, "player")
    context.close()


def _take_own(browser: Browser, address: str) -> None:
    """Tables of two friends: the list of one of them, and their clocks."""
    ana, ben = (browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce").new_page() for _ in range(2))
    for game, pace in (("terra-mystica", "days"), ("meduris", "minutes")):
        ana.goto(address)
        ana.fill("#name", "Ana")
        form = ana.locator(f"#new-{game}")
        form.locator("label:has([value=friends])").click()
        form.locator("label:has([name=players][value='2'])").click()
        form.locator(f"label:has([name=pace][value={pace}])").click()
        form.locator("button.go").click()
        ben.goto(
            address + urlsplit(ana.input_value("input.link")).path.removeprefix("/")
        )  # not at the host's own address
        if ben.locator("input[name=name]").count():
            ben.fill("input[name=name]", "Ben")
        ben.click("button:has-text('Sit down')")
        ben.wait_for_selector("#prompt")
    ben.click("[data-log=chat]")
    ben.fill("#talk input[name=text]", "Good luck!")
    ben.keyboard.press("Enter")
    ben.wait_for_selector("#chat li")
    ana.goto(f"{address}t/{ben.url.rpartition('/')[2]}")
    ana.click("[data-log=time]")
    ana.wait_for_timeout(600)
    _keep(ana, "clocks")
    ana.goto(address)
    bots = [find_bot("greedy", "terra-mystica")] * 3
    ana.fill("#bring textarea", simulate(load("terra-mystica", 3), bots, 5, 0, 5000)[0].to_text())
    ana.click("#bring .upload button")
    ana.wait_for_url("**/replay*")
    ben.fill("#talk input[name=text]", "Shall we pause at eight?")
    ben.keyboard.press("Enter")
    ana.goto(f"{address}mine")
    ana.wait_for_selector(".unread")
    ana.wait_for_timeout(600)
    _keep(ana, "my-games")
    for page in (ana, ben):
        page.context.close()


def _take_called(browser: Browser, address: str, database: str) -> None:
    """How somebody is called who has switched everything on."""
    context = browser.new_context(viewport={**SCREEN, "height": 1180}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}account/called")
    page.click("section:has(#called-for) button")  # a stranger becomes a guest
    with contextlib.closing(Store(database)) as store:
        guest = next(player for player in store.players() if player.name == "Guest")
        places = (
            ("push", "https://push.example.org/1", "Firefox, Android"),
            ("mail", "ana@example.org", "ana@example.org"),
            ("hook", "https://chat.example.org/hooks/1", "chat.example.org"),
        )
        for number, (kind, place, label) in enumerate(places):
            store.add_channel(CallChannel(f"{number}", guest.id, kind, place, {}, label, "on", now()))
    page.goto(f"{address}account/called")
    page.wait_for_timeout(300)
    _keep(page, "called")
    context.close()


def _take_tournament(browser: Browser, address: str) -> None:
    """Twelve in tables of four, most of them bots, in the second round."""
    context = browser.new_context(viewport=SCREEN, locale="en", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}tournaments/new")
    page.fill("[name=title]", "Autumn Cup")
    page.fill("[name=name]", "Ana")
    page.fill("[name=rounds]", "3")
    page.fill("[name=advance]", "4")
    page.click("button.go")
    page.wait_for_selector("#tournament")
    page.fill(".add-bots [name=number]", "12")
    page.click(".add-bots button")
    page.wait_for_selector(".entrants li:nth-child(12)")
    page.click("form[action$=start] button")
    page.wait_for_selector(".by-round .sq:nth-child(3)")
    page.wait_for_selector("#round .cup-table .flag")
    _keep(page, "tournament")
    context.close()


def _games_of_bots() -> Iterator[tuple[State, Counted]]:
    """Games with all peoples: their colours are dealt."""
    game = load("terra-mystica", 4, setup="colours")
    for number in range(GAMES):
        state = simulate(game, [find_bot("greedy", "terra-mystica")] * 4, 7, number, 5000)[0].state
        yield state, counted(state)


def _until_asked(page: Page) -> None:
    page.wait_for_selector("#prompt[data-kind=ask]")


def _decide(page: Page) -> None:
    """As the hint advises; where it is silent, as the first choice of the list leads."""
    _until_asked(page)
    before = page.get_attribute("#prompt", "data-sequence")
    advice = page.locator("[data-advice]")
    with contextlib.suppress(NotInTime):
        advice.first.wait_for(state="attached", timeout=HINT)
    for _ in range(STEPS):
        (advice if advice.count() else page.locator(".choices .choice")).first.dispatch_event("click")
        with contextlib.suppress(NotInTime):
            page.wait_for_selector("[data-confirm]", timeout=HINT)
            break
    if page.locator("[data-confirm]").count():  # else it was a plain answer
        page.click("[data-confirm]")
    page.wait_for_function("before => document.querySelector('#prompt').dataset.sequence !== before", arg=before)
    page.wait_for_timeout(250)  # the hint of the next question


def _keep(page: Page, name: str) -> None:
    file = PICTURES / f"{name}.jpg"
    page.screenshot(path=str(file), type="jpeg", quality=82)
    size = file.stat().st_size
    sys.stderr.write(f"{file.relative_to(PICTURES.parents[1])}: {size // 1000} kB\n")
    assert size <= LARGEST, f"{name} is too large"


if __name__ == "__main__":
    sys.exit(main())
