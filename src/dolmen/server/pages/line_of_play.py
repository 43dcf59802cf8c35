"""A line of play in a few words, as the table offers it: what was done in a turn, or would have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dolmen.contract.game import State
from dolmen.contract.notation import Notation
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words
from dolmen.server.pages.suggestion import Suggestion, suggestion_for, together


@dataclass(frozen=True)
class LineOfPlay:
    """Some decisions of one seat, told."""

    text: str
    """'Build on E9, take two coins'."""
    label: str
    """What it is about, as short as can be: 'E9'."""
    places: tuple[str, ...]
    """Where on the board."""


@dataclass(frozen=True)
class _Deed:
    suggestion: Suggestion
    is_aside: bool
    """Whether it may be done at any time, beside what the line is about."""


def line_of_play(
    state: State, actions: Sequence[int], present: Presentation, notation: Notation, names: Sequence[str], words: Words
) -> LineOfPlay:
    """Decisions from a position on; where no choices say it, their notation does."""
    deeds = list(_deeds(state, actions, present, names, words))
    told = [deed.suggestion for deed in deeds if not deed.is_aside] or [deed.suggestion for deed in deeds]
    texts = dict.fromkeys(one.text for one in told)
    return LineOfPlay(
        together(texts) if texts else notation.play_text(state, actions),
        next((one.label for one in told), ""),
        _places(state, actions, present, names, words),
    )


def _deeds(
    state: State, actions: Sequence[int], present: Presentation, names: Sequence[str], words: Words
) -> Iterator[_Deed]:
    """The choices that make the decisions, one after the other, but for those that only end the turn."""
    at, left = state.clone(), tuple(actions)
    while left and at.current_player >= 0:
        prompt = present.prompt(at, names, words)
        main, aside = suggestion_for(prompt.choices, left), suggestion_for(prompt.asides, left)
        found = main or aside
        length = found.length if found else 1
        if found and not present.ends_turn(left[0]):
            yield _Deed(found, found is aside)
        for action in left[:length]:
            at.apply_trusted(action)
        left = left[length:]


def _places(
    state: State, actions: Sequence[int], present: Presentation, names: Sequence[str], words: Words
) -> tuple[str, ...]:
    """Where the log would say that it happened."""
    after = state.clone()
    for action in actions:
        after.apply_trusted(action)
    entries = present.log(after, state.decisions, names, words)
    return tuple(dict.fromkeys(place for entry in entries for place in entry.places))
