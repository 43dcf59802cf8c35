"""What makes a table comfortable: zoom, rules, hints, the board as text, the log, notes, gliding pieces, languages."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.chromium import PATIENCE
from tests.browser.hands import Visit, begin, decide_by_mouse, kind, look_nearer, picture, sequence, until

GAMES = ("meduris", "terra-mystica")
WATCH_GLIDES = """() => {
  window.glides = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (change) => {
    window.glides.push([...document.querySelectorAll(".carrier")].map((one) => one.style.viewTransitionName));
    return start(change);
  };
}"""


def seated(page: Page, decisions: int, game: str = "meduris") -> None:
    begin(page, "me", "bot:greedy", "", game=game)
    for _ in range(decisions):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page)
    until(page, lambda: kind(page) == "ask", "the own turn")


def test_the_board_zooms_pans_and_returns(visit: Visit) -> None:
    page = visit()
    seated(page, 1)
    whole = page.get_attribute(".board > svg", "viewBox")
    look_nearer(page)
    near = page.get_attribute(".board > svg", "viewBox")
    before = page.inner_text("#ask")
    page.mouse.down()
    page.mouse.move(300, 330, steps=4)
    page.mouse.up()
    assert page.get_attribute(".board > svg", "viewBox") != near
    assert page.inner_text("#ask") == before, "a drag is no click"
    page.click("[data-zoom=whole]")
    assert page.get_attribute(".board > svg", "viewBox") == whole
    page.keyboard.press("z")
    assert page.get_attribute(".board > svg", "viewBox") != whole


def test_a_question_leads_to_its_rule_and_so_does_a_refusal(visit: Visit) -> None:
    page = visit()
    seated(page, 2)
    page.keyboard.press("?")
    page.wait_for_selector("#rule[open] .figure")
    assert page.inner_text("#rule-title")
    page.keyboard.press("Escape")
    assert not page.query_selector("#rule[open]")
    page.goto(page.url.partition("/t/")[0] + "/rules/meduris#rule-hut")
    assert page.locator("main section").count() == page.locator("main section .figure").count() > 12


def follow_advice(page: Page) -> None:
    """Decide as the bot beside the hint would; where its choice would contradict the hint, it says nothing."""
    before = sequence(page)
    advice = page.locator("#guide [data-advice]")
    if not advice.count():
        decide_by_mouse(page)
        return
    advice.click()
    until(page, lambda: bool(page.query_selector("[data-confirm]")) or sequence(page) != before, "the choice")
    if sequence(page) == before:
        page.click("[data-confirm]")
        until(page, lambda: sequence(page) != before, "the move")


def until_hinted(page: Page) -> None:
    """Until the own turn, and on to a question that has a hint: most have, in a first game."""
    for _ in range(4):
        until(page, lambda: kind(page) == "ask", "the own turn")
        with suppress(NotInTime):
            page.wait_for_selector("#guide .hint", timeout=PATIENCE / 10)
            return
        decide_by_mouse(page)
    raise AssertionError("no hint for four questions")


@pytest.mark.parametrize("game", GAMES)
def test_hints_lead_a_newcomer_and_step_back(visit: Visit, game: str) -> None:
    page = visit()
    page.click(f"#first-{game}")
    seen = set()
    for _ in range(5):
        until_hinted(page)
        seen.add(page.get_attribute("#guide [data-hint]", "data-hint"))
        follow_advice(page)
    assert len(seen) > 2
    until_hinted(page)
    picture(page, f"first-{game}")
    page.click("[data-hints-off]")
    page.reload()
    page.wait_for_timeout(300)
    assert not page.query_selector("#guide .hint")


@pytest.mark.parametrize(("game", "words"), [("meduris", "Field 1, "), ("terra-mystica", "Row A")])
def test_the_board_as_text(visit: Visit, game: str, words: str) -> None:
    page = visit()
    seated(page, 2, game)
    page.keyboard.press("w")
    page.wait_for_selector("#as-text h3")
    assert words in page.inner_text("#as-text")
    assert not page.is_visible(".board")
    said = page.inner_text("#as-text")
    page.keyboard.press("1")
    page.wait_for_selector("[data-confirm], .choices")
    page.keyboard.press("Escape")
    assert page.is_visible(".board") and said


def test_the_log_shows_the_board_as_it_was(visit: Visit) -> None:
    page = visit()
    seated(page, 5)
    now = page.locator("#pieces > *").count()
    entry = page.locator("#log li[data-decision]").last
    entry.click()
    page.wait_for_selector("#past [id^=past-]", state="attached")
    assert page.is_visible("#moment-bar") and not page.is_visible("#lit .lit")
    assert page.locator("#past > *").count() <= now
    page.keyboard.press("Escape")
    assert not page.is_visible("#moment-bar") and page.is_visible("#lit .lit")
    decide_by_mouse(page)


def test_notes_stay_in_this_browser(visit: Visit) -> None:
    page = visit()
    seated(page, 0)
    page.keyboard.press("n")
    page.keyboard.type("1 and z are only letters here")
    page.reload()
    page.click("[data-log=notes]")
    assert page.input_value("#notes textarea") == "1 and z are only letters here"


@pytest.mark.parametrize("motion", [True, False])
def test_pieces_glide_unless_stillness_is_wished(visit: Visit, motion: bool) -> None:
    page = visit(motion=motion)
    begin(page, "me", "bot:greedy", "")
    page.evaluate(WATCH_GLIDES)
    for _ in range(6):
        until(page, lambda: kind(page) == "ask", "the own turn")
        decide_by_mouse(page)
    glides = page.evaluate("window.glides")
    if motion:
        assert glides and all(len(set(names)) == len(names) for names in glides)
    else:
        assert not glides
    until(page, lambda: not page.query_selector(".carrier, .carried"), "the end of the glide")


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", ("cabaña", "morada")), ("it", ("capann", "casa")), ("nl", ("hut", "nederzetting"))],
)
def test_each_language(visit: Visit, language: str, words: tuple[str, str]) -> None:
    page = visit(language=language)
    assert page.get_attribute("html", "lang") == language
    home = page.url.rstrip("/")
    for game, word in zip(GAMES, words, strict=True):
        page.goto(f"{home}/rules/{game}")
        assert word in page.inner_text("main").lower()
        page.goto(home)
        page.click(f"#first-{game}")
        page.wait_for_selector("#guide .hint")
        page.keyboard.press("w")
        page.wait_for_selector("#as-text h3")
        page.keyboard.press("Escape")
        picture(page, f"{game}-{language}")
