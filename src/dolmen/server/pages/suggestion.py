"""The choice in a prompt that leads to certain decisions: what a bot would do, as something to click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dolmen.contract.presentation import Choice


@dataclass(frozen=True)
class Suggestion:
    """A choice that somebody may make now."""

    path: str
    """The numbers that lead to it."""
    text: str


def suggestion_for(choices: Sequence[Choice], decisions: Sequence[int]) -> Suggestion | None:
    """The choice with which these decisions begin, if there is one."""
    best: Suggestion | None = None
    longest = 0
    for path, choice in _leaves(choices):
        for way in choice.ways:
            length = len(way.actions)
            if length > longest and way.actions == tuple(decisions[:length]):
                named = choice.label.lower() in choice.confirm.lower()
                longest = length
                best = Suggestion(path, choice.confirm if named else f"{choice.confirm}: {choice.label}")
    return best


def _leaves(choices: Sequence[Choice], path: str = "") -> Iterator[tuple[str, Choice]]:
    for number, choice in enumerate(choices, start=1):
        if choice.choices:
            yield from _leaves(choice.choices, f"{path}{number}.")
        else:
            yield f"{path}{number}", choice
