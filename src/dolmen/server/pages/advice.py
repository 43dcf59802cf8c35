"""What a bot thinks of the plays in a position, for people: best first, with differences and reasons in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal
from markupsafe import Markup, escape

from dolmen.analysis.advice import Advice
from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.suggestion import Suggestion, suggestion_for

SMALLEST = 0.05
"""Figures that differ by less are told as equal: with one decimal they are."""


@dataclass(frozen=True)
class Advised:
    """One play as a page tells of it."""

    text: Markup
    worth: str
    """'3.2 points less', 'just as good'; of the best one nothing, unless all are equal."""
    reasons: str
    """What it brings more or less of than the others, in words."""
    path: str = ""
    """The numbers that lead to the choice, where it can be made now."""
    is_played: bool = False


def advised(live: LiveTable, history: Sequence[int], plays: Sequence[Advice], words: Words) -> tuple[Advised, ...]:
    """The plays, best first by the bot's own figures; after the game, with what was played."""
    ranked = sorted(plays, key=lambda play: -play.points)
    told = [_advised(live, history, play, ranked, words) for play in ranked]
    if len(history) < len(live.state.history) and not any(one.is_played for one in told):
        told.append(_played(live, history, words))
    return tuple(told)


def _advised(live: LiveTable, history: Sequence[int], play: Advice, ranked: Sequence[Advice], words: Words) -> Advised:
    is_now = len(history) == len(live.state.history)
    is_played = not is_now and live.state.history[len(history) :][: len(play.actions)] == play.actions
    suggestion = None if is_played else _suggestion(live, history, play, words)
    return Advised(
        text=escape(suggestion.text) if suggestion else _told(live, history, play.actions, words),
        worth=_worth(play, ranked, words),
        reasons=_reasons(live, play, words),
        path=suggestion.path if suggestion and is_now else "",
        is_played=is_played,
    )


def _suggestion(live: LiveTable, history: Sequence[int], play: Advice, words: Words) -> Suggestion | None:
    """The choice that a play begins with, as it is offered at the table: neither past nor future."""
    state = live.state_at(len(history))
    return suggestion_for(live.present.prompt(state, live.names, words).choices, play.actions)


def _told(live: LiveTable, history: Sequence[int], actions: Sequence[int], words: Words) -> Markup:
    """A play as the log tells of it, or as notation."""
    state = live.state_at(len(history))
    for action in actions:
        state.apply_trusted(action)
    entries = live.present.log(state, len(history), live.names, words)
    text = Markup(" ").join(escape(entry.text) for entry in entries)
    if text:
        return text
    position = State(live.state.game, state.records_before(len(history)))
    return escape(package(live.meta.key).notation().play_text(position, actions))


def _played(live: LiveTable, history: Sequence[int], words: Words) -> Advised:
    """What was played, where the bot did not think of it among the best: its first entry in the log."""
    entry = next(entry for entry in live.log(words) if entry.decision > len(history))
    return Advised(escape(entry.text), words.gettext("not among the bot's best"), "", is_played=True)


def _worth(play: Advice, ranked: Sequence[Advice], words: Words) -> str:
    """How a play compares with the best one."""
    _ = words.gettext
    less = ranked[0].points - play.points
    if less >= SMALLEST:
        return _("%(number)s points less") % {"number": format_decimal(less, "0.0", words.locale)}
    if play is not ranked[0]:
        return _("just as good")
    return _("all the same to it") if _are_equal(ranked) else ""


def _are_equal(ranked: Sequence[Advice]) -> bool:
    return len(ranked) > 1 and ranked[0].points - ranked[-1].points < SMALLEST


def _reasons(live: LiveTable, play: Advice, words: Words) -> str:
    """The bot's reasons (a feature of its judgement, and points) in the game's plain words."""
    found = []
    for reason in play.reasons:
        feature, _space, points = reason.rpartition(" ")
        found.append(live.present.reason(feature, words, more=float(points) > 0))
    return ", ".join(dict.fromkeys(filter(None, found)))
