"""The question: on every screen and in every language its parts keep apart, and the green button stays where it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dolmen.core.words import words
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table, picture, sequence, until
from tests.browser.test_sight import play
from tests.server.people import Server, Visitor

SCREENS = ((1440, 900), (1920, 1080), (1366, 768), (1024, 768), (390, 844))
LANGUAGES = ("en", "es", "it", "nl")
POSITIONS = 4
"""So many kinds of question of a game are looked at."""
LOOK = """written => {
  const asked = new DOMParser().parseFromString(written, "text/html").querySelector("#prompt");
  document.querySelector("#prompt").replaceWith(asked);
  document.dispatchEvent(new Event("htmx:after:swap"));
  const wrong = [], edges = one => one.getBoundingClientRect(), frame = edges(asked);
  const find = one => asked.querySelector(one), shown = one => edges(one).width && edges(one).height;
  const all = one => [...asked.querySelectorAll(one)].filter(shown);
  const parts = [...asked.children].filter(shown), name = one => one.className || one.id;
  parts.forEach((part, place) => {
    const box = edges(part), above = parts[place - 1];
    if (above && box.top < edges(above).bottom - 0.5) wrong.push(`${name(part)} over ${name(above)}`);
    if (box.bottom > frame.bottom + 0.5) wrong.push(`${name(part)} below the card`);
    if (box.right > frame.right + 0.5 || box.left < frame.left - 0.5) wrong.push(`${name(part)} beside the card`);
  });
  for (const one of all(".seg, .act .btn, .act .btn > span, .answer, .aside-bar"))
    if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${one.textContent.trim()} is cut`);
  for (const kind of all(".seg")) {
    const word = edges(kind.querySelector("span")), room = edges(kind);
    if (word.left < room.left || word.right > room.right) wrong.push(`${kind.textContent.trim()} is too long`);
  }
  const rows = new Set(all(".seg").map(one => edges(one).top));
  if (rows.size > (innerWidth < 720 ? 2 : 1)) wrong.push("the kinds wrap");
  if (find(".told")) return [wrong, null]; // a people is told in a card as high as the screen
  const list = edges(find(".listing")), chosen = find(".listing .choice[aria-checked=true]");
  if (chosen && (edges(chosen).top < list.top - 1 || edges(chosen).top > list.bottom - 20))
    wrong.push("the chosen row is out of sight");
  const go = find(".act .btn.go"), tablet = innerWidth >= 720 && innerWidth <= 1100;
  if (go && edges(go.querySelector("span")).height > (tablet ? 2 : 1) * 24) wrong.push("the deed wraps");
  return [wrong, go && [edges(go).left, edges(go).top, edges(go).right, edges(go).bottom].map(Math.round)];
}"""


def kind_of_question(live: LiveTable) -> tuple[object, ...]:
    prompt = live.prompt(words("en"))
    return bool(prompt.groups), prompt.grid and prompt.grid.css, prompt.acts_at_once, bool(prompt.asides)


def questions(server: Server, table: str, seat: int) -> Iterator[int]:
    """The last event before a question of every kind to a seat."""
    live = server.context.tables.live(table)
    seen = set()
    if live.asked == seat:
        seen.add(kind_of_question(live))
        yield live.sequence
    for event in play(server, table, lambda live: live.asked is None or len(seen) == POSITIONS):
        live = server.context.tables.live(table)
        if live.asked == seat and kind_of_question(live) not in seen:
            seen.add(kind_of_question(live))
            yield event


def asked(ana: Visitor, address: str) -> dict[str, str]:
    """The card in every language, with nothing chosen and with something, as the page's script fetches it."""
    found = {}
    for language in LANGUAGES:
        ana.http.cookies.set("dolmen_language", language)
        found[language] = ana.get(address).text
        if 'class="answers"' not in found[language]:  # those act at once
            found[f"{language}, chosen"] = ana.get(f"{address}&chosen=1.1").text
    return found


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_the_parts_of_the_card_keep_apart_and_the_button_stays(visit: Visit, server: Server, game: str) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", "me", game=game)
    page = visit()
    page.context.add_cookies(
        [{"name": name, "value": kept, "url": server.url} for name, kept in ana.http.cookies.items()]
    )
    page.goto(f"{server.url}/t/{table}?seat=0")
    at_the_table(page)
    for event in questions(server, table, seat=0):
        until(page, lambda event=event: sequence(page) >= event, "the question")  # type: ignore[misc]
        texts = asked(ana, f"/t/{table}/prompt?seat=0")
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            seen = {state: page.evaluate(LOOK, text) for state, text in texts.items()}
            picture(page, f"question-{game}-{event}-{width}")
            assert {state: wrong for state, (wrong, _) in seen.items() if wrong} == {}, (event, width)
            assert len({str(place) for _, place in seen.values()}) == 1, (width, seen)
