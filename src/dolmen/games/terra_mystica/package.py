"""Terra Mystica as a `GamePackage`: each part is imported when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dolmen.contract.package import GamePackage
from dolmen.games.terra_mystica.meta import META

if TYPE_CHECKING:
    from dolmen.contract.counting import Counting
    from dolmen.contract.game import Game
    from dolmen.contract.judgement import Judgement
    from dolmen.contract.notation import Notation
    from dolmen.contract.presentation import Presentation


class TerraMysticaPackage(GamePackage):
    """Everything of Terra Mystica."""

    meta = META
    locale = Path(__file__).parent / "present" / "locale"

    def rules(self) -> type[Game]:
        """The rules."""
        from dolmen.games.terra_mystica.rules.game import TerraMystica

        return TerraMystica

    def notation(self) -> Notation:
        """Command logs and ledgers, plays as rows."""
        from dolmen.games.terra_mystica.files.notation import NOTATION

        return NOTATION

    def presentation(self) -> Presentation:
        """Words and pictures."""
        from dolmen.games.terra_mystica.present.presentation import PRESENTATION

        return PRESENTATION

    def judgement(self) -> Judgement:
        """Greedy and search."""
        from dolmen.games.terra_mystica.bots.judgement import JUDGEMENT

        return JUDGEMENT

    def counting(self) -> Counting:
        """Factions, opening tiles, round tiles."""
        from dolmen.games.terra_mystica.counting import COUNTING

        return COUNTING


PACKAGE = TerraMysticaPackage()
