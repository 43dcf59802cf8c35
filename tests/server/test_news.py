"""The strip over the board and the log beside it: what happened since one's turn, and who is asked now."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.registry import games
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.server.commands import making, moves, undo
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.server.pages.log import LOG_ENTRIES, log_lines, log_rows, newest_rows
from dolmen.server.pages.news import news_of, own_turns
from dolmen.store import Player

ENGLISH = words("en")


def played_until(tables: LiveTables, enough: Callable[[LiveTable], bool]) -> tuple[Player, str]:
    """A table of four with boards, all seats Ana's, played on by a bot."""
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "terra-mystica", ana, ["me"] * 4).id
    play_on(tables, table, ana, enough)
    return ana, table


def play_on(tables: LiveTables, table: str, ana: Player, enough: Callable[[LiveTable], bool]) -> None:
    bot, draws = find_bot("greedy", "terra-mystica"), Draws(3)
    while not enough(live := tables.live(table)):
        assert live.asked is not None
        moves.move(tables, table, ana, live.asked, live.sequence, [int(bot.choose(live.state, LEVEL, draws))], None)


def in_own_turn(live: LiveTable) -> bool:
    return live.state.turn > 12 and live.asked == 0 == live.state.turn_player


def test_on_the_own_turn_it_tells_what_others_did_since_the_newest_first(tables: LiveTables) -> None:
    _ana, table = played_until(tables, in_own_turn)
    live = tables.live(table)
    news = news_of(live, 0, ENGLISH, can_skip=False)
    since = own_turns(live, 0).since
    assert news.label == "Since your turn" and news.since == since and news.chips
    told = [chip.entry.decision for chip in news.chips if chip.entry]
    assert told == sorted(told, reverse=True) and min(told) > since
    last = [entry for entry in live.log(ENGLISH) if entry.decision <= since][-1]
    assert last.seat == 0 and not last.answer_to, "an own turn, not an answer in another's"
    assert all(chip.entry.seat != 0 and not chip.entry.answer_to for chip in news.chips if chip.entry)


def test_it_is_gone_after_the_first_deed(tables: LiveTables) -> None:
    ana, table = played_until(tables, in_own_turn)
    bot, draws = find_bot("greedy", "terra-mystica"), Draws(3)
    turn = tables.live(table).state.turn
    while True:
        live = tables.live(table)
        moves.move(tables, table, ana, 0, live.sequence, [int(bot.choose(live.state, LEVEL, draws))], None)
        live = tables.live(table)
        if live.state.turn != turn or live.asked != 0:
            break
        news = news_of(live, 0, ENGLISH, can_skip=False)
        assert (news.label, news.chips) == ("", ())
    assert news_of(tables.live(table), 0, ENGLISH, can_skip=False).label == "Now"


def test_while_others_play_it_tells_the_last_deed_and_who_is_asked(tables: LiveTables) -> None:
    ana, table = played_until(tables, lambda live: live.state.turn > 12 and live.state.turn_player != live.asked)
    live = tables.live(table)
    asked = live.asked
    assert asked is not None
    other = next(seat for seat in range(4) if seat not in (asked, live.state.turn_player))
    for seat, said in ((asked, "you are asked"), (other, "are offered power"), (None, "are offered power")):
        news = news_of(live, seat, ENGLISH, can_skip=False)
        deed, question, *answers = news.chips
        assert news.label == "Now" and deed.entry and deed.entry.seat == live.state.turn_player and deed.entry.places
        assert question.entry is None and said in question.brief
        assert all(chip.is_answer for chip in answers)
    play_on(tables, table, ana, lambda now: now.asked != asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_to_the_same_are_one_line_and_heads_open(tables: LiveTables, language: str) -> None:
    _ana, table = played_until(tables, lambda live: live.state.number("round_number") == 3)
    live, reader = tables.live(table), words(language)
    entries = log_of(live, reader)
    lines = log_lines(entries, live, live.colours, reader)
    answered = [bool(line.entry.answer_to) for line in lines]
    alike = [one.entry.answer_to == other.entry.answer_to for one, other in pairwise(lines) if one.entry.answer_to]
    assert any(answered) and not any(alike) and len(lines) < len(entries)
    assert [row.told for row in log_rows(entries, live, live.colours, reader)] == list(lines), "turns have no heading"
    assert [line.entry.is_head for line in lines].count(True) == 3
    told = " ".join(line.sentence for line in reversed(lines))
    assert all(str(entry.text.striptags()) in told for entry in entries), "nothing is lost to those who hear it"


def test_a_line_is_the_same_object_until_it_changes(tables: LiveTables) -> None:
    """Pages look what they wrote of it up with every event."""
    ana, table = played_until(tables, lambda live: live.state.turn > 4)
    live = tables.live(table)
    before = log_lines(live.log(ENGLISH), live, live.colours, ENGLISH)
    play_on(tables, table, ana, lambda live: live.state.turn > 6)
    live = tables.live(table)
    after = log_lines(live.log(ENGLISH), live, live.colours, ENGLISH)
    assert after[-len(before) + 1 :] == before[1:]
    assert all(one is other for one, other in zip(before[2:], after[-len(before) + 2 :], strict=True))


@pytest.mark.parametrize("key", games())
def test_a_log_that_has_grown_is_as_one_that_is_told_anew(tables: LiveTables, key: str) -> None:
    ana, draws, went_back = tables.store.new_player("Ana"), Draws(7), 0
    table = making.create(tables, key, ana, ["me"] * 4, {"seed": "7"}).id
    for number in range(200):
        live = tables.live(table)
        if live.asked is None:
            break
        grown = newest_rows(live, ENGLISH)
        anew = log_rows(log_of(live, ENGLISH, LOG_ENTRIES)[-LOG_ENTRIES:], live, live.colours, ENGLISH)
        assert len(grown) == len(anew)
        assert grown[:-1] == anew[:-1], "the last row may tell of answers that no page shows any more"
        if number % 9 == 8 and live.back_to(live.asked) is not None:
            undo.back(tables, table, ana, live.asked, live.sequence)
            went_back += 1
        else:
            moves.move(tables, table, ana, live.asked, live.sequence, [draws.pick(live.state.legal_actions())], None)
    assert went_back and len(grown) >= LOG_ENTRIES / 2
