"""The strip over the board: what happened since the reader's turn, or what is being done now."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, takewhile

from markupsafe import Markup, escape

from dolmen.contract.content import Amount, Entry
from dolmen.contract.game import State
from dolmen.core.value import replace, value
from dolmen.core.words import Words
from dolmen.server.live_table import OF_A_SEAT, LiveTable
from dolmen.server.pages.log import sentence

MOST_CHIPS = 16
"""So many chips are in the strip at most."""
POINTS = "vp"
"""The symbol of points, which every deed tells; what else it changed is in the log."""


@value
class Chip:
    """Something that happened, or who is asked."""

    colour: str
    brief: Markup
    amounts: tuple[Amount, ...] = ()
    entry: Entry | None = None
    """What it tells; the board after it can be seen, and its places pulse."""
    sentence: str = ""
    is_answer: bool = False
    is_to_come: bool = False
    """In a replay: it happens later."""


@value
class News:
    """What the strip says."""

    label: str = ""
    chips: tuple[Chip, ...] = ()
    since: int | None = None
    """How many decisions there were when the reader's last turn had ended."""
    can_skip: bool = False
    is_shown: bool = True


@value
class OwnTurns:
    """Where a seat's turns are in the history of a table."""

    since: int
    """How many decisions there were when its last turn had ended; 0: it had none."""
    has_acted: bool
    """Whether it has done something in its present turn."""


def own_turns(live: LiveTable, seat: int) -> OwnTurns:
    """Look back for a seat's last turn; answers in others' turns are none. Before the first turn each deed is one."""
    state, has_acted = live.state, False
    for place in range(len(live.made) - 1, -1, -1):
        made = live.made[place]
        if made.seat != seat or made.kind not in OF_A_SEAT:
            continue
        was = State(state.game, state.records_before(live.made[place - 1].decisions if place else 0))
        if was.turn and was.turn_player != seat:
            continue
        if was.turn and was.turn == state.turn:
            has_acted = has_acted or made.kind == "move"
            continue
        return OwnTurns(made.decisions, has_acted)
    return OwnTurns(0, has_acted)


def news_of(live: LiveTable, seat: int | None, words: Words, *, can_skip: bool) -> News:
    """What the strip says to a seat, or to a spectator."""
    _ = words.gettext
    turns = None if seat is None else own_turns(live, seat)
    since = turns.since if turns else None
    asked = live.deciding
    in_turn = asked is not None and (not live.state.turn or live.state.turn_player == asked)
    if turns is None or asked != seat or not in_turn:
        return News(_("Now"), _now(live, seat, words), since, can_skip)
    if turns.has_acted:
        return News(since=since)
    recent = takewhile(lambda entry: entry.decision > turns.since, reversed(live.log(words)))
    news = islice((entry for entry in recent if _is_news(entry, seat)), MOST_CHIPS)
    chips = tuple(_chip(entry, live.colours, seat, words) for entry in news)
    label = _("Since your turn") if turns.since else _("So far")
    return News(label if chips else "", chips, since)


def turn_news(entries: Sequence[Entry], at: int, colours: Sequence[str], words: Words) -> News:
    """What is done in the turn that a replay shows, deed by deed; what is still to come is faint."""
    last = next((entry for entry in reversed(entries) if entry.decision <= at and entry.seat is not None), None)
    if last is None:
        return News()
    deeds = [entry for entry in entries if entry.turn == last.turn and entry.seat is not None and not entry.answer_to]
    first = max(0, min(len(deeds) - MOST_CHIPS, bisect_right([deed.decision for deed in deeds], at) - MOST_CHIPS // 2))
    chips = (
        replace(_chip(deed, colours, None, words), is_to_come=deed.decision > at)
        for deed in deeds[first : first + MOST_CHIPS]
    )
    return News(words.gettext("This turn") if last.turn else "", tuple(chips))


def _is_news(entry: Entry, seat: int | None) -> bool:
    """Whether an entry is told to a seat: what others did, and what everybody got."""
    if entry.answer_to:
        return False
    return bool(entry.change_of(seat)) if entry.seat is None else entry.seat != seat


def _chip(entry: Entry, colours: Sequence[str], seat: int | None, words: Words) -> Chip:
    """What somebody did, with its points; of what nobody did, what it brought the reader."""
    amounts = entry.change_of(seat if entry.seat is None else entry.seat)
    if entry.seat is not None and not entry.answer_to:
        amounts = tuple(amount for amount in amounts if amount.symbol == POINTS)
    whose = seat if entry.seat is None else entry.seat
    return Chip(
        "" if whose is None else colours[whose],
        entry.chip or entry.brief or entry.text,
        amounts,
        entry,
        sentence(entry, words),
        bool(entry.answer_to),
    )


def _now(live: LiveTable, seat: int | None, words: Words) -> tuple[Chip, ...]:
    """The last deed, who is asked, and what was answered to it so far."""
    _ = words.gettext
    told = [entry for entry in live.log(words)[-MOST_CHIPS:] if entry.seat is not None]
    answers = list(takewhile(lambda entry: bool(entry.answer_to), reversed(told)))
    deeds = told[: len(told) - len(answers)][-1:]
    asked = live.deciding
    chips = [_chip(entry, live.colours, seat, words) for entry in deeds]
    if asked is not None:
        waiting = live.present.waiting(live.state, live.names, words).removesuffix(".")
        chips.append(Chip(live.colours[asked], escape(_("you are asked") if asked == seat else waiting)))
    return (*chips, *(_chip(entry, live.colours, seat, words) for entry in answers))
