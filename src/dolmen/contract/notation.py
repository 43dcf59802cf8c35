"""Plays: what a person calls a move, as one line or row of the game's notation, however many decisions it takes.

Programs exchange plays (see `dolmen bot`), and whole games are looked at play by play (see `dolmen review`). What a
play is, each game says in its module `plays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from dolmen.contract.game import State
from dolmen.contract.meta import Meta
from dolmen.core.errors import IllegalAction


class Plays(Protocol):
    """A game's module `plays`."""

    def read(self, text: str, board: str | None = None) -> Any:
        """A game so far, to be gone on with by plays."""

    def game_text(self, transcript: Any) -> str:
        """The game so far as it is told to programs."""

    def settled(self, state: State) -> State:
        """A copy of the position as a bot is asked about it."""

    def is_told(self, action: int) -> bool:
        """Whether a decision is part of a play."""

    def strand(self, record: Any) -> int:
        """Plays of one seat that interlock are of different strands."""

    def player_names(self, transcript: Any) -> list[str]:
        """The players by seat."""

    def ends(self, before: Any, action: int, after: Any) -> bool:
        """Whether a decision completes a play, by the records before and after it."""

    def play_text(self, state: State, actions: Sequence[int]) -> str:
        """The text of a whole play."""

    def decisions(self, state: State, play: str) -> tuple[int, ...]:
        """The decisions of a play, checked; the state is left as it is. Raises DolmenError."""

    def plain_plays(self, state: State) -> list[str]:
        """Plays that may come next: all that a program needs to choose from, though the rules may allow more."""


def plays_of(meta: Meta) -> Plays:
    """The plays of a game."""
    plays: Plays = import_module(f"dolmen.games.{meta.package}.files.plays")
    return plays


def ask_seat(state: State) -> int:
    """The seat that is asked for a play. Raises IllegalAction where nobody is."""
    if state.is_terminal():
        raise IllegalAction("the game is over: there is nothing to play")
    if state.is_chance():
        raise IllegalAction("the die is to be rolled: nobody decides here")
    return state.current_player
