"""Everything Dolmen refuses, by name.

Each class says what kind of thing was wrong; its message says what, where and why, in words that can be shown to
the person who typed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dolmen.core.messages import Message

if TYPE_CHECKING:
    from dolmen.core.words import Words


def translatable(message: str) -> str:
    """Mark a message that pages show: it is English where it is raised, and told in the reader's language there."""
    return message


class DolmenError(Exception):
    """The root of all refusals: catch this to show one clear message instead of a traceback."""

    def __init__(self, message: Message | str = "", /, **parts: object) -> None:
        """A message, or its text and named parts where it is told in other languages, too (see `translatable`)."""
        self.message = message if isinstance(message, Message) else Message(message, **parts)
        super().__init__(str(self.message))

    def translated(self, words: Words) -> str:
        """The message in the reader's language, where a catalogue has it; else as it was raised."""
        return self.message.translated(words)


class IllegalAction(DolmenError):
    """An action that the rules do not allow in this position."""


class GameOver(IllegalAction):
    """An action in a game that has ended."""


class InvalidNotation(DolmenError):
    """Text that is not well formed, whatever the position."""


class IllegalLine(DolmenError):
    """A line of a game file that cannot be read or played; knows its line number."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class CannotFollow(DolmenError):
    """A stored game that the present rules of its game cannot follow."""


class InvalidSetup(DolmenError):
    """A set-up, an option or a number of players that the game does not know."""


class InvalidBoard(InvalidSetup):
    """A board file that cannot be played on."""


class UnknownGame(DolmenError):
    """A game key that no package answers to."""


class InvalidPackage(DolmenError):
    """An installed package whose entry point names no game, or a game that is there already."""


class UnknownBot(DolmenError):
    """A bot that does not exist, or does not play this game."""


class MissingExtra(DolmenError, ImportError):
    """A part of Dolmen whose optional packages are not installed."""


def how_to_install(extra: str) -> str:
    """How the packages of an extra are installed: from a clone, as Dolmen itself."""
    return f"in a clone of Dolmen, pip install '.[{extra}]'"


class Forfeit(DolmenError):
    """A bot that failed, decided against the rules or kept silent: its seat loses the game."""

    def __init__(self, message: str, seat: int) -> None:
        super().__init__(message)
        self.seat = seat


class Interrupted(DolmenError):
    """Long work that ended before its end; what was done is kept."""


class Unreachable(DolmenError):
    """A machine or server that does not answer."""


class NotCompiled(DolmenError):
    """Compiling the rules did not come to its end."""


class CannotWrite(DolmenError):
    """A file or folder that cannot be written."""


class InvalidResult(DolmenError):
    """A result that a leaderboard does not take, or a file that is no leaderboard."""


class NoGame(DolmenError):
    """A question about the game of an environment before one has begun."""


class NothingToUndo(DolmenError):
    """Undo at the beginning of a game."""


class RulesVersionMismatch(DolmenError):
    """A stored game that was played under rules which this version does not carry."""


class WrongBatch(DolmenError):
    """A size, a shape or a device that a batch of games cannot have."""


class NoGpu(DolmenError):
    """A batch for a GPU on a machine without one, or without the packages that it needs."""
