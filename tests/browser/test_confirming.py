"""What is confirmed, each deed, each turn or nothing, in both games: what is seen meanwhile, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, kind, sequence, until
from tests.browser.positions import Begun, found, offered, played
from tests.server.people import Server, wait_for

GAMES = ("meduris", "terra-mystica")
UNCONFIRMED = "#pieces [data-unconfirmed]"


@pytest.fixture
def pause(server: Server) -> Iterator[None]:
    """A server that waits for a minute before a die or a bot follows."""
    before, server.context.tables.pause = server.context.tables.pause, 60_000
    yield
    server.context.tables.pause = before


def builds(live: LiveTable) -> bool:
    """Whether the seat that is asked may build something on the board by one way alone."""
    return _deed(live) is not None


def _deed(live: LiveTable) -> int | None:
    built = found(live, lambda choice: choice.group in ("hut", "build") and len(choice.ways) == 1 and bool(choice.cost))
    return None if built is None else 1 + list(offered(live)).index(built)


def seated(visit: Visit, server: Server, game: str, confirm: str) -> tuple[Begun, int, Page]:
    """Whoever may build first, at a table of three at one screen."""
    begun = played(server, game, 3, builds)
    seat = begun.live.deciding
    assert seat is not None
    return begun, seat, begun.sit(visit, seat, confirm=confirm)


def build(page: Page, begun: Begun) -> None:
    """Click the place on the board."""
    number = _deed(begun.live)
    page.locator(f"#lit .lit[data-choice='{number}']").click()


def by_key(page: Page, key: str, condition: Callable[[], bool], what: str) -> None:
    page.keyboard.press(key)
    until(page, condition, what)


@pytest.mark.parametrize("game", GAMES)
def test_each_deed_has_its_own_button_and_is_taken_back_until_somebody_acts(
    visit: Visit, server: Server, game: str
) -> None:
    begun, seat, page = seated(visit, server, game, "deed")
    before = begun.live.state.history
    build(page, begun)
    page.wait_for_selector("[data-confirm]")
    assert begun.live.state.history == before, "to choose is not to do"
    page.click("[data-confirm]")
    if game == "meduris":  # the die is rolled at once, see below
        until(page, lambda: begun.live.deciding is not None and begun.live.state.history != before, "the move")
        return
    until(page, lambda: kind(page) in ("pass", "wait", "bot"), "the next seat")
    until(page, lambda: page.locator(".made li").count() > 0 and page.locator(UNCONFIRMED).count() == 0, "no ghost")
    by_key(page, "b", lambda: begun.live.state.history == before and kind(page) == "ask", "all as before")
    assert begun.live.deciding == seat


@pytest.mark.usefixtures("pause")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("skips", ["Enter", "click"])
def test_where_a_die_or_a_bot_follows_there_is_a_pause_that_is_seen_and_skipped(
    visit: Visit, server: Server, game: str, skips: str
) -> None:
    ana = server.visitor("Ana")
    begun = Begun(server, ana, ana.new_table("me", "bot:greedy", game=game))
    wait_for(lambda: begun.live.deciding == 0)
    page = begun.sit(visit, 0)
    before = begun.live.state.history
    make_first(page)
    until(page, lambda: kind(page) == "made", "the bar")
    assert page.locator(".countdown .left").is_visible() and page.locator(".made li").count()
    assert begun.live.held == 0 and begun.live.goes_on_at
    by_key(page, "b", lambda: kind(page) == "ask" and begun.live.state.history == before, "all as before")
    make_first(page)
    until(page, lambda: kind(page) == "made", "the bar")
    page.keyboard.press("Enter") if skips == "Enter" else page.click("[data-confirm]")
    until(page, lambda: begun.live.held is None and len(begun.live.made) > 1, "the bot's move")


def make_first(page: Page) -> None:
    """The first choice, and its button where it has one."""
    before = sequence(page)
    page.locator(".choices .choice").first.click()
    until(page, lambda: bool(page.query_selector("[data-confirm]")) or sequence(page) != before, "something to confirm")
    if sequence(page) == before:
        page.click("[data-confirm]")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_is_confirmed_as_a_whole_is_a_ghost_and_one_button_says_all_of_it(
    visit: Visit, server: Server, game: str
) -> None:
    begun, seat, page = seated(visit, server, game, "turn")
    before = begun.live.state.history
    build(page, begun)
    until(page, lambda: page.locator(UNCONFIRMED).count() > 0, "the ghost")
    button = page.locator("[data-confirm]")
    button.wait_for()
    said = button.inner_text().replace("Enter", "").strip()
    assert said.startswith("Build on ") and said.endswith(", end turn")
    live = begun.live
    assert live.unconfirmed == len(before) and seat in (live.held, live.deciding), "nobody else is asked"
    assert [event.kind for event in server.context.store.events(begun.table, after=live.made[-1].sequence)] == []
    at = sequence(page)
    page.reload()
    assert (page.locator("[data-confirm]").inner_text().replace("Enter", "").strip(), sequence(page)) == (said, at)
    assert page.locator(UNCONFIRMED).count() > 0, "a reload loses nothing"
    by_key(page, "b", lambda: kind(page) == "ask" and begun.live.state.history == before, "all as before")
    until(page, lambda: page.locator(UNCONFIRMED).count() == 0, "no ghost")
    assert begun.live.unconfirmed is None
    build(page, begun)
    until(page, lambda: page.locator("[data-confirm]").count() > 0, "the button")
    page.locator("[data-confirm]").click()
    until(page, lambda: begun.live.unconfirmed is None, "the end of the turn")
    assert len(begun.live.state.history) > len(before) and begun.live.held is None
    until(page, lambda: page.locator(UNCONFIRMED).count() == 0, "pieces that stand")


def test_the_deeds_of_a_turn_are_said_one_after_the_other_and_taken_back_one_by_one(
    visit: Visit, server: Server
) -> None:
    def temple(live: LiveTable) -> bool:
        return found(live, lambda choice: choice.group == "raise" and "temple" in choice.detail) is not None

    begun = played(server, "terra-mystica", 3, temple)
    seat = begun.live.deciding
    assert seat is not None
    page = begun.sit(visit, seat, confirm="turn")
    before = begun.live.state.history
    raised = found(begun.live, lambda choice: choice.group == "raise" and "temple" in choice.detail)
    assert raised is not None
    number = 1 + list(offered(begun.live)).index(raised)
    page.locator(f"#lit .lit[data-choice='{number}']").click()
    page.locator("#line-1").wait_for()
    page.click("[data-confirm]")
    until(page, lambda: page.locator(".pictures .choice").count() > 0, "the favours")
    page.locator(".pictures .choice").first.click()
    button = page.locator("[data-confirm]")
    until(page, lambda: button.count() > 0 and "end turn" in button.inner_text(), "the whole turn")
    place = raised.place.partition("-")[2]
    said = button.inner_text()
    assert said.strip().startswith(f"Raise {place} to a temple, take ")
    assert begun.live.deciding == seat
    by_key(page, "b", lambda: page.locator(".pictures .choice").count() > 0, "the favours again")
    assert page.locator(UNCONFIRMED).count() > 0
    by_key(page, "b", lambda: begun.live.state.history == before, "all as before")
    until(page, lambda: page.locator(UNCONFIRMED).count() == 0, "no ghost")


@pytest.mark.parametrize("game", GAMES)
def test_who_confirms_nothing_makes_a_deed_by_one_click_and_may_still_take_it_back(
    visit: Visit, server: Server, game: str
) -> None:
    begun, seat, page = seated(visit, server, game, "never")
    before = begun.live.state.history
    build(page, begun)
    until(page, lambda: begun.live.state.history != before and sequence(page) == begun.live.sequence, "the move")
    assert begun.live.held is None and begun.live.unconfirmed is None
    may = begun.live.back_to(seat) is not None
    until(page, lambda: (page.locator("#prompt [data-key=b]").count() > 0) == may, "a way back, or none")
    if game == "meduris":
        return
    until(page, lambda: kind(page) == "ask", "the end of the turn")
    assert page.inner_text("[data-confirm]").strip().startswith("End your turn")
    by_key(page, "b", lambda: begun.live.state.history == before and kind(page) == "ask", "all as before")
