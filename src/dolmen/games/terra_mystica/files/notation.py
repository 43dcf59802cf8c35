"""Terra Mystica's game files behind the common interface: command logs (`.tm`) and the community's ledgers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dolmen.contract.game import State
from dolmen.core.errors import InvalidNotation, InvalidSetup
from dolmen.games.terra_mystica.files.community import is_ledger, log_of, read_ledger, read_log
from dolmen.games.terra_mystica.files.pasted import lines_of
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import NOBODY
from dolmen.games.terra_mystica.rules.setup import Setup


@dataclass
class Transcript:
    """A game as a file tells it."""

    setup: Setup
    state: State
    rows: int | None = None
    rows_checked: int | None = None
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Physical lines of the file, and how many decisions had been made when each was read."""

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.state.is_terminal()

    @property
    def factions(self) -> list[str]:
        """The factions by seat; before the choice, the seat's number."""
        chosen = [int(faction) for faction in self.state.record.faction[: self.setup.players]]
        return [f"seat {seat}" if faction == NOBODY else NAMES[faction] for seat, faction in enumerate(chosen, start=1)]

    def scores(self) -> dict[str, int]:
        """The points by faction."""
        return dict(zip(self.factions, self.state.scores(), strict=True))

    def winners(self) -> list[str]:
        """The factions that win; empty before the end."""
        return [self.factions[seat] for seat in self.state.winners()]

    def position(self) -> dict[str, Any]:
        """The whole position."""
        return self.state.game.position(self.state.record)

    def legal_lines(self, *, payments: bool = True) -> list[str]:  # noqa: ARG002 (every price here is fixed)
        """The legal next small decisions, each as its shortest command, sorted by bytes."""
        return sorted(self.state.legal_texts(), key=str.encode)

    def to_text(self) -> str:
        """The game as a command log."""
        return log_of(self.state, self.setup)

    def lines(self) -> list[str]:
        """The moves of the command log."""
        return [line for line in self.to_text().splitlines() if ": " in line or line.startswith("drop-faction")]

    def say_fixed_lines(self) -> None:
        """A command log has none: income and final scoring go without saying."""

    def undo(self) -> None:
        """Take back the last decision."""
        self.state.undo()


def new_transcript(
    game: TerraMystica,
    setup: Setup,
    names: tuple[str, ...] = (),  # noqa: ARG001 (a log knows its players by their factions)
    seed: int | None = None,  # noqa: ARG001 (a log names its tiles)
) -> Transcript:
    """A game that begins now."""
    return Transcript(setup, game.new_state(setup))


def read(text: str, board: str | None = None, last_line: int | None = None) -> Transcript:
    """Read a ledger or a command log, up to a physical line if one is named."""
    if board is not None:
        raise InvalidSetup("--board is for Meduris; Terra Mystica is played on the original map")
    ledger = is_ledger(text)
    if last_line is not None:
        physical = lines_of(text)
        if not 1 <= last_line <= len(physical):
            raise InvalidNotation(f"there is no line {last_line}: the file has lines 1 to {len(physical)}")
        text = "\n".join(physical[:last_line]) + "\n"
    if ledger:
        replay = read_ledger(text)
        return Transcript(replay.setup, replay.state, replay.rows, replay.rows_checked, replay.marks)
    replay = read_log(text)
    return Transcript(replay.setup, replay.state, marks=replay.marks)
