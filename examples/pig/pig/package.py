"""Pig as a `GamePackage`: what the entry point `pig` of the group `dolmen.games` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dolmen.contract.package import GamePackage
from pig.meta import META

if TYPE_CHECKING:
    from dolmen.contract.game import Game
    from dolmen.contract.judgement import Judgement
    from dolmen.contract.notation import Notation
    from dolmen.contract.presentation import Presentation


class PigPackage(GamePackage):
    """Everything of Pig; each part is imported when it is asked for."""

    meta = META
    locale = Path(__file__).parent / "present" / "locale"

    def rules(self) -> type[Game]:
        """The rules."""
        from pig.rules.game import Pig

        return Pig

    def notation(self) -> Notation:
        """Files `.pig`."""
        from pig.files.notation import NOTATION

        return NOTATION

    def presentation(self) -> Presentation:
        """Words and pictures."""
        from pig.present.presentation import PRESENTATION

        return PRESENTATION

    def judgement(self) -> Judgement:
        """Greedy and search."""
        from pig.bots.judgement import JUDGEMENT

        return JUDGEMENT


PACKAGE = PigPackage()
