"""A game of Terra Mystica with what its file tells: players are known by their factions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dolmen.contract.auction import AuctionResult, AuctionTerms
from dolmen.contract.notation import Transcript
from dolmen.games.terra_mystica.files import table_file
from dolmen.games.terra_mystica.files.writer import write_log
from dolmen.games.terra_mystica.rules.chosen_setup import families, options_of
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase


@dataclass
class TerraMysticaTranscript(Transcript):
    """A game as a command log, a ledger or a table tells it."""

    lots: tuple[str, ...] | None = None
    """The factions that are auctioned before it begins; empty where players name them; None where none are."""

    def auction(self) -> AuctionTerms | None:
        """Factions, each of another colour."""
        return None if self.lots is None else AuctionTerms(NAMES, families(), self.lots)

    def after_auction(self, result: AuctionResult) -> TerraMysticaTranscript:
        """The factions in the order of their places, and what was given for them."""
        setup = replace(self.setup, factions=result.lots, points_off=result.points)
        return TerraMysticaTranscript(setup, self.state.game.new_state(setup), self.names)

    def setup_options(self) -> dict[str, str]:
        """Tiles, options, and the factions where they are not chosen."""
        return options_of(self.setup, self.lots)

    @property
    def factions(self) -> list[str]:
        """The factions by seat; before the choice, the seat's number."""
        chosen = [int(faction) for faction in self.state.record.faction[: self.setup.players]]
        return [f"seat {seat}" if faction == NOBODY else NAMES[faction] for seat, faction in enumerate(chosen, start=1)]

    def player_names(self) -> list[str]:
        """The players by seat: their factions."""
        return self.factions

    def scores(self) -> dict[str, int]:
        """The points by faction."""
        return dict(zip(self.factions, self.state.scores(), strict=True))

    def winners(self) -> list[str]:
        """The factions that win; empty before the end."""
        return [self.factions[seat] for seat in self.state.winners()]

    def position(self) -> dict[str, Any]:
        """The whole position."""
        return self.state.game.position(self.state.record)

    def to_text(self) -> str:
        """The game as a command log; while factions are chosen, which a log cannot tell, as a table's set-up."""
        if self.state.record.phase == Phase.FACTION:
            return self.setup_text()
        return write_log(self.setup, self.state.history)

    def setup_text(self) -> str:
        """The set-up and the decisions so far, as a table stores them."""
        return table_file.text_of(self.setup, self.state, self.lots)

    def lines(self) -> list[str]:
        """The moves of the command log."""
        return [line for line in self.to_text().splitlines() if ": " in line or line.startswith("drop-faction")]
