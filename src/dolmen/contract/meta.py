"""What is known of a game before its rules are loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """Something a host may choose when a game is set up."""

    name: str
    default: str
    meaning: str
    metavar: str = ""
    """What the command line calls its value: `--board FILE`. Without one, `--option NAME` switches it on."""
    in_files: bool = False
    """Whether a game file may need its value to be read."""


@dataclass(frozen=True)
class Meta:
    """The title page of a game: readable without importing (or compiling) its kernels."""

    key: str
    """The name on the command line: lower case, words joined by hyphens."""
    title: str
    authors: str
    publisher: str
    year: int
    min_players: int
    max_players: int
    rules_version: int
    """Rises when the behaviour of the rules changes; stored games keep the number they were played under."""
    rulebook: str
    """The edition that the rules follow."""
    summary: str
    extension: str
    """How names of its game files end, with the dot."""
    recognises: Callable[[str], bool]
    """Whether a text is (or means to be) a file of this game."""
    recognised_by: str
    """What that looks at, in words."""
    options: tuple[Option, ...] = ()
    minutes: int = 0
    """How long a game takes among people, about; 0: nobody has said."""

    @property
    def package(self) -> str:
        """The same as a Python name: words joined by underscores."""
        return self.key.replace("-", "_")
