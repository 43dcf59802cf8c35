"""What must hold for a page to look right: nothing overlaps, nothing is cut off, nothing scrolls that should not."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page

from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table, begin, kind, look_nearer, new_table, until
from tests.browser.positions import ENGLISH, found, played
from tests.conftest import game_text
from tests.server.people import Server

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

OVERLAPS = """selector => {
  const found = [...document.querySelectorAll(selector)];
  const seen = found.filter(one => one.checkVisibility());
  const boxes = seen.map(one => one.getBoundingClientRect()).filter(box => box.width);
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => cross(a, b))).length;
}"""

WIDER = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


def scrolls(page: Page) -> tuple[bool, bool]:
    """Whether the page itself scrolls sideways, and downwards."""
    wide, tall = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    return wide > 0, tall > 0


@pytest.mark.parametrize("language", ["en", "es", "it", "nl"])
def test_the_first_page_fits_a_phone_with_all_options_open(visit: Visit, language: str) -> None:
    page = visit(language=language, **PHONE)
    for game in ("meduris", "terra-mystica"):
        form = new_table(page, game)
        form.locator("details.more > summary").first.click()
        form.locator("[name=way][value=seats]").check()
        assert not scrolls(page)[0]
        assert page.evaluate(OVERLAPS, f"#new-{game} :is(.field > *, .seatchip, .w3, .go3 > *)") == 0
        outside = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length"
        assert form.locator(":is(.seatchip, .field, .btn)").evaluate_all(outside) == 0
        form.locator(".shut").click()


@pytest.mark.parametrize(("game", "language"), [("meduris", "en"), ("terra-mystica", "en"), ("terra-mystica", "nl")])
def test_a_table_does_not_scroll_on_a_desk_and_its_parts_keep_apart(visit: Visit, game: str, language: str) -> None:
    page = visit(width=1280, height=800, language=language)
    page.click(f"#first-{game}")  # a first game has its factions
    at_the_table(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    assert scrolls(page) == (False, False)
    assert page.evaluate(OVERLAPS, ".own .slot, .own .bowl, .own .cell, .own .lab, .own .tile") == 0
    cut = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length"
    assert page.locator(".player .vp").evaluate_all(cut) == 0
    look_nearer(page)  # where the page does not scroll, the wheel does that
    page.click("[data-zoom=whole]")
    page.wait_for_selector(".board:not([data-near])")


def test_the_own_board_is_whole_on_a_tablet(visit: Visit) -> None:
    """Of witches, who have an action of their own."""
    page = visit(width=1024, height=768)
    page.click("#first-terra-mystica")
    at_the_table(page)
    until(page, lambda: kind(page) == "ask", "the own turn")
    cut = """all => {
      const edge = document.querySelector("#board-own").getBoundingClientRect().bottom - 2;
      return all.filter(one => one.checkVisibility() && one.getBoundingClientRect().bottom > edge).length;
    }"""
    assert page.locator("#board-own .pact").is_visible()
    assert page.locator("#board-own :is(.cell, .lab, .res > *)").evaluate_all(cut) == 0
    higher = "all => all.filter(one => one.scrollHeight > one.clientHeight).map(one => one.textContent)"
    assert page.locator("#board-own .cell").evaluate_all(higher) == []


def test_where_one_answers_it_is_read_in_full_whose_turn_it_is(visit: Visit, server: Server) -> None:
    """The name of the rule gives way to it."""
    begun = played(
        server,
        "terra-mystica",
        4,
        lambda live: live.deciding is not None and live.prompt(ENGLISH).in_turn_of is not None,
    )
    page = begun.sit(visit, begun.live.deciding or 0)
    assert page.locator(".eyebrow > .tag").is_visible()
    assert page.locator(".eyebrow > .when").evaluate_all(WIDER) == []
    assert page.evaluate(OVERLAPS, ".eyebrow > .tag, #ask") == 0


@pytest.mark.parametrize("width", [1440, 1024])
def test_what_follows_is_read_where_a_price_may_be_paid_in_several_ways(
    visit: Visit, server: Server, width: int
) -> None:
    """What is paid is said once, by the way that is pressed."""

    def ways(live: LiveTable) -> int | None:
        choices = live.prompt(ENGLISH).choices if live.deciding is not None else ()
        return next((number for number, one in enumerate(choices, start=1) if len(one.ways) > 1), None)

    begun = played(server, "meduris", 3, lambda live: ways(live) is not None)
    page = begun.sit(visit, begun.live.deciding or 0, width=width, height=900 if width > 1100 else 768)
    page.locator(f"#choice-{ways(begun.live)}").dispatch_event("click")
    page.wait_for_selector("#preview .way[aria-pressed=true]")
    assert page.locator("#preview .pays:visible").count() == 0
    inside = "one => one.getBoundingClientRect().bottom <= one.closest('.listing').getBoundingClientRect().bottom"
    assert page.locator("#preview .way").first.evaluate(inside)


def test_what_becomes_of_many_goods_keeps_to_its_place(visit: Visit, server: Server) -> None:
    """Figures of two digits, before and after, and an income."""
    begun = played(server, "terra-mystica", 3, lambda live: found(live, lambda one: one.group == "raise") is not None)
    page = begun.sit(visit, begun.live.deciding or 0)
    page.click("#group-raise")
    page.wait_for_selector("#group-raise[aria-pressed=true]")
    page.locator(".choices .choice").first.click()
    page.wait_for_selector("#board-own .less")
    rich = """all => all.forEach(one => {
      const parts = [["s", "19"], ["b", "17"], ["small", "+3"]].map(([kind, text]) => {
        const part = document.createElement(kind);
        part.textContent = text;
        return part;
      });
      one.replaceChildren(one.firstElementChild, ...parts);
      one.className = "less";
    })"""
    page.locator("#board-own .res > span").evaluate_all(rich)
    assert page.evaluate(OVERLAPS, "#board-own :is(.res > span > :is(s, b, small), .incs .lab)") == 0


def test_what_is_chosen_on_the_board_is_in_sight_in_the_list(visit: Visit) -> None:
    page = visit(width=1280, height=800)
    begin(page, "me", "bot:greedy", "bot:greedy", game="terra-mystica")
    until(page, lambda: kind(page) == "ask", "the own turn")
    last = page.locator(".choices .choice").last
    last.dispatch_event("click")  # from wherever: the list has not been scrolled
    page.wait_for_selector(".choice[aria-checked=true]")
    inside = """chosen => {
      const [one, list] = [chosen.getBoundingClientRect(), chosen.closest(".listing, .cards").getBoundingClientRect()];
      return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
    }"""
    until(page, lambda: page.locator(".choice[aria-checked=true]").evaluate(inside), "the chosen one in sight")


def test_a_replay_on_a_phone_has_its_controls_at_hand(visit: Visit) -> None:
    page = visit(**PHONE)
    game = FilePayload(name="game.meduris", mimeType="text/plain", buffer=game_text(2).encode())
    page.set_input_files("input[type=file]", files=[game])
    page.click(".upload button:has-text('Open')")
    page.wait_for_selector("#scrubber")
    page.tap("#go-turn-on")
    page.wait_for_selector("#moment[data-at='1']")
    assert page.locator(".watch").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
    assert not scrolls(page)[0]


@pytest.mark.parametrize("width", [1024, 1440])
def test_what_a_player_holds_keeps_clear_of_his_points(visit: Visit, server: Server, width: int) -> None:
    """Late in a game of four, when rune stones are many."""
    begun = played(server, "meduris", 4, lambda live: live.state.turn >= 60 and live.deciding is not None)
    page = begun.sit(visit, begun.live.deciding or 0, width=width, height=768)
    assert page.locator("#players .stones svg").count() > 4
    assert page.locator("#players .row").evaluate_all(WIDER) == []


@pytest.mark.parametrize("width", [1024, 1440])
def test_six_rune_stones_keep_clear_of_the_points(visit: Visit, server: Server, width: int) -> None:
    """In a game of two one of them may hold most of the stones, beside goods that are not hidden from himself."""

    def holds_many(live: LiveTable) -> bool:
        return live.deciding is not None and list(live.state.record.rune_holder).count(live.deciding) >= 6

    begun = played(server, "meduris", 2, holds_many)
    page = begun.sit(visit, begun.live.deciding or 0, width=width, height=900)
    assert page.locator("#players .row").evaluate_all(WIDER) == []
    heights = page.locator("#players .player").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert heights == [46, 46]
    page.goto(f"{server.url}/t/{begun.table}/replay?at={begun.live.sequence}")
    assert page.locator("#players .stones svg").count() >= 6
    assert page.locator("#players .row").evaluate_all(WIDER) == []
