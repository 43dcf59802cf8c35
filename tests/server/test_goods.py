"""What one has stands beside the question, with what will be left of it."""

from __future__ import annotations

import random
import re

import pytest

from dolmen.contract.content import Amount, Preview
from dolmen.contract.registry import games, load, package
from dolmen.core.words import words
from dolmen.server.pages.goods import good_lines
from tests import presenting
from tests.server.people import Server, Visitor

ENGLISH = words("en")
NAMES = ("Ana", "Ben", "Cleo")
BAR = re.compile(r'<div id="goods".*?</div>', re.DOTALL)
SEEN = re.compile(r"<(s|b)>([^<]*)</")


def bar(html: str) -> str:
    found = BAR.search(html)
    assert found, "no bar of goods"
    return found[0]


@pytest.mark.parametrize("key", sorted(games()))
def test_a_preview_tells_what_becomes_of_each_of_the_goods(key: str) -> None:
    game = package(key)
    present = game.presentation()
    state = game.notation().begin(load(key, 3), {}, 5).state
    drawn = random.Random(5)
    told = 0
    for _ in range(60):
        seat = state.current_player
        if seat < 0:
            state.apply(drawn.choice(state.legal_actions()))
            continue
        owned = present.goods(state, seat, ENGLISH)
        way = drawn.choice(presenting.ways(present, state, NAMES))
        preview = present.preview(state, way, NAMES, ENGLISH)
        if owned:
            assert [good.symbol for good in preview.goods] == [good.symbol for good in owned]
            told += 1
        for action in way.actions:
            state.apply(action)
    assert told > 20


def test_more_and_less_are_told_apart() -> None:
    def amount(number: int, text: str = "") -> Amount:
        return Amount(number, "coin", "coins", text)

    preview = Preview((), (), (), (), (amount(3), amount(9), amount(4), amount(5, "0/1/2")))
    lines = good_lines((amount(7), amount(8), amount(4), amount(5, "0/3/1")), preview)
    assert [line.tone for line in lines] == ["less", "more", "", ""]
    assert [line.changes for line in lines] == [True, True, False, True]
    assert not any(line.changes for line in good_lines((amount(7),), None))


def test_what_is_picked_changes_the_bar_and_a_spectator_has_none(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me")
    assert [kind for kind, _ in SEEN.findall(bar(ana.get(f"/t/{table}?seat=0").text))] == ["b"] * 6
    assert any(bar_changes(ana, table) for _ in range(20)), "sooner or later a choice costs or brings something"
    assert "hidden" in bar(server.visitor().get(f"/t/{table}").text).partition(">")[0]


def bar_changes(player: Visitor, table: str) -> bool:
    """Whether the first choice of whoever is asked changes the bar; it is made."""
    for seat in (0, 1):
        page = player.get(f"/t/{table}/prompt?chosen=1.1&seat={seat}").text
        if 'data-kind="ask"' in page:
            player.move(table, player.choose(table, seat))
            return "<s>" in bar(page)
    return False
