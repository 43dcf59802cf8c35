"""What tests ask of a presentation: all choices of a prompt as they are read, and the log without its markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console

from dolmen.contract.content import Choice, Way
from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.core.words import words
from dolmen.terminal.board import BoardView
from dolmen.terminal.screen import choice_label

ENGLISH = words("en")


def endings(choices: Sequence[Choice], path: tuple[Choice, ...] = ()) -> Iterator[tuple[Choice, ...]]:
    """The choices that ask nothing more, each with those that lead to it."""
    for choice in choices:
        if choice.choices:
            yield from endings(choice.choices, (*path, choice))
        else:
            yield (*path, choice)


def said(path: Sequence[Choice]) -> str:
    """A choice as the terminal lists it, with those that lead to it."""
    labels = [choice_label(choice) for choice in path]
    return " > ".join(f"{label.plain}: {price}" if price else label.plain for label, price in labels)


def read(presentation: Presentation, state: State, names: Sequence[str]) -> dict[str, str]:
    """Every choice as it is read, by the texts of its first way's decisions."""
    return {
        ". ".join(state.game.action_text(action) for action in path[-1].ways[0].actions): said(path)
        for path in endings(presentation.prompt(state, names, ENGLISH).all_choices)
    }


def ways(presentation: Presentation, state: State, names: Sequence[str]) -> list[Way]:
    """All ways of all choices."""
    prompt = presentation.prompt(state, names, ENGLISH)
    return [way for path in endings(prompt.all_choices) for way in path[-1].ways]


def log(presentation: Presentation, state: State, names: Sequence[str], first: int = 0) -> list[str]:
    """What happened, without markup."""
    return [entry.text.striptags() for entry in presentation.log(state, first, names, ENGLISH)]


def shown(presentation: Presentation, state: State, seat: int, names: Sequence[str], width: int = 100) -> list[str]:
    """The lines of the board at a terminal."""
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(BoardView(presentation, state, seat, names, ENGLISH))
    return captured.get().splitlines()
