"""The choice in a prompt that leads to certain decisions: what a bot would do, as something to click."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dolmen.contract.content import Choice
from dolmen.core.words import uncapitalized


@dataclass(frozen=True)
class Suggestion:
    """A choice that somebody may make now."""

    path: str
    """The numbers that lead to it."""
    text: str
    group: str
    """The kind of choices that it belongs to."""
    label: str = ""
    """What it is about: 'E9'."""
    length: int = 0
    """How many of the decisions it makes."""


def together(deeds: Iterable[str]) -> str:
    """What buttons say, one after the other: 'Raise A10, take two coins'."""
    first, *others = deeds
    return ", ".join([first, *map(uncapitalized, others)])


def suggestion_for(choices: Sequence[Choice], decisions: Sequence[int]) -> Suggestion | None:
    """The choice with which these decisions begin, if there is one."""
    best: Suggestion | None = None
    longest = 0
    for path, group, about, choice in _leaves(choices):
        for way in choice.ways:
            length = len(way.actions)
            if length > longest and way.actions == tuple(decisions[:length]):
                named = choice.label.lower() in choice.confirm.lower()
                longest = length
                text = choice.confirm if named else f"{choice.confirm}: {choice.label}"
                best = Suggestion(path, text, group, about, length)
    return best


def _leaves(
    choices: Sequence[Choice], path: str = "", group: str = "", about: str = ""
) -> Iterator[tuple[str, str, str, Choice]]:
    """The choices that ask no further, with the numbers that lead to them, their group and what they are about."""
    for number, choice in enumerate(choices, start=1):
        if choice.choices:  # ways to the same place are about the place
            place = choice.label if choice.has_first else ""
            yield from _leaves(choice.choices, f"{path}{number}.", choice.group or group, place)
        else:
            yield f"{path}{number}", choice.group or group, about or choice.label, choice
