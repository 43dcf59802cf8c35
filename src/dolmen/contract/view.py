"""How a game shows itself to one person at a terminal: what every game's `terminal` module gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import RenderableType

from dolmen.contract.game import State


@dataclass(frozen=True)
class Choice:
    """One numbered choice: what it says, and the decisions it stands for."""

    label: str
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Choices of one kind."""

    title: str
    choices: tuple[Choice, ...]


class View(Protocol):
    """How one game looks at the terminal: a module `terminal` in its package."""

    def board(self, state: State, seat: int, names: Sequence[str]) -> RenderableType:
        """The position as that seat may see it."""

    def question(self, state: State) -> str:
        """What is asked now."""

    def groups(self, state: State, names: Sequence[str]) -> list[Group]:
        """The choices now, by kind."""

    def rule(self, state: State) -> tuple[str, str]:
        """Name and words of the rule behind the question."""

    def story(self, transcript: Any, names: Sequence[str]) -> list[str]:
        """The game so far, a sentence a line."""
