"""Meduris as a `GamePackage`: each part is imported when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dolmen.contract.package import GamePackage
from dolmen.games.meduris.meta import META

if TYPE_CHECKING:
    from dolmen.contract.counting import Counting
    from dolmen.contract.game import Game
    from dolmen.contract.judgement import Judgement
    from dolmen.contract.notation import Notation
    from dolmen.contract.presentation import Presentation


class MedurisPackage(GamePackage):
    """Everything of Meduris."""

    meta = META
    locale = Path(__file__).parent / "present" / "locale"

    def rules(self) -> type[Game]:
        """The rules."""
        from dolmen.games.meduris.rules.game import Meduris

        return Meduris

    def notation(self) -> Notation:
        """Files `.meduris`, plays as lines."""
        from dolmen.games.meduris.files.notation import NOTATION

        return NOTATION

    def presentation(self) -> Presentation:
        """Words and pictures."""
        from dolmen.games.meduris.present.presentation import PRESENTATION

        return PRESENTATION

    def judgement(self) -> Judgement:
        """Greedy and search."""
        from dolmen.games.meduris.bots.judgement import JUDGEMENT

        return JUDGEMENT

    def counting(self) -> Counting:
        """What was built and held in the end."""
        from dolmen.games.meduris.counting import COUNTING

        return COUNTING


PACKAGE = MedurisPackage()
