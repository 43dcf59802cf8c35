"""The log in brief: a line for each deed, with chips and points as numbers."""

from __future__ import annotations

import pytest

from dolmen.core.words import LANGUAGES, words
from dolmen.games.meduris.files.reader import read as read_game
from dolmen.games.meduris.present.presentation import PRESENTATION
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import ROLLED, read_lines

NAMES = ("Ana", "Ben", "Cleo", "Dag")

LONGEST = 80
"""Letters, in any language: the line of a table has room for about sixty of them beside the numbers."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_every_entry_of_a_whole_game_has_a_brief_of_one_line(bot: str, language: str) -> None:
    for entry in PRESENTATION.log(read_game(game_text(4, bot)).state, 0, NAMES, words(language)):
        brief = entry.brief.striptags()
        assert 3 < len(brief) <= LONGEST and "%(" not in brief and not brief.endswith("."), brief
        assert entry.seat is None or entry.brief.startswith(f"<b>{NAMES[entry.seat]}</b> ")


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_numbers_of_the_log_add_up_to_stock_and_score(players: int) -> None:
    state = read_game(game_text(players, "greedy")).state
    start = state.records_before(0)[0]
    owned = [{"vp": int(start.points[seat])} for seat in range(players)]
    for entry in PRESENTATION.log(state, 0, NAMES, words("en")):
        for change in entry.changes:
            for amount in change.amounts:
                owned[change.seat][amount.symbol] = owned[change.seat].get(amount.symbol, 0) + amount.number
    assert tuple(one["vp"] for one in owned) == state.scores()
    for seat, one in enumerate(owned):
        gained = state.record.stock[seat].astype(int) - start.stock[seat]
        assert [one.get(name, 0) for name in ("wood", "wool", "copper", "stone")] == gained.tolist()


def test_who_else_gained_is_told_after_who_rolled() -> None:
    state = read_lines(*ROLLED[:-1], "roll wood").state
    entry = list(PRESENTATION.log(state, 0, NAMES, words("en")))[-1]
    assert entry.brief == "<b>Ana</b> rolled wood"
    assert [(change.seat, change.amounts[0].number) for change in entry.changes] == [(0, 1), (1, 1)]


def test_names_are_escaped() -> None:
    state = read_lines(*ROLLED[:-1], "roll wood").state
    assert list(PRESENTATION.log(state, 0, ("<i>", "&", "c", "d"), words("en")))[-1].brief.startswith(
        "<b>&lt;i&gt;</b>"
    )
