"""A game as one thing: its title page, and how its parts are loaded.

A game is a Python package with an object that fulfils `GamePackage`, named by an entry point of the group
`dolmen.games`. The title page is there at once; each part is imported when it is first asked for, so that listing
games compiles nothing and a bot's process loads no pictures.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from dolmen.contract.meta import Meta

if TYPE_CHECKING:  # a title page is read without them
    from dolmen.contract.counting import Counting
    from dolmen.contract.game import Game
    from dolmen.contract.judgement import Judgement
    from dolmen.contract.notation import Notation
    from dolmen.contract.presentation import Presentation


class GamePackage(ABC):
    """Everything of one game."""

    meta: ClassVar[Meta]
    locale: ClassVar[Path | None] = None
    """The folder of its catalogues, a file `LANGUAGE.po` for each language that it speaks beside English."""

    @abstractmethod
    def rules(self) -> type[Game]:
        """The rules; called with a number of players and the game's own options, the type gives a game."""

    @abstractmethod
    def notation(self) -> Notation:
        """Its files and plays."""

    @abstractmethod
    def presentation(self) -> Presentation:
        """What is said and shown to a person."""

    def judgement(self) -> Judgement | None:
        """What bots know of it; without it, only those play that know nothing."""
        return None

    def counting(self) -> Counting:
        """What statistics count of its finished games."""
        from dolmen.contract.counting import NOTHING_OF_ITS_OWN

        return NOTHING_OF_ITS_OWN
