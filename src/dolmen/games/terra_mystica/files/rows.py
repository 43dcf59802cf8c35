"""A game so far as programs are told it: a command log whose factions may not all be chosen, row by row."""

from __future__ import annotations

from dolmen.core.errors import InvalidNotation
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.log import LogReader
from dolmen.games.terra_mystica.files.plays import play_decisions
from dolmen.games.terra_mystica.files.transcript import TerraMysticaTranscript
from dolmen.games.terra_mystica.files.writer import header
from dolmen.games.terra_mystica.rules.actions import FACTION
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase
from dolmen.games.terra_mystica.rules.setup import Setup, bonus_tiles


def so_far_text(transcript: TerraMysticaTranscript) -> str:
    """The game so far: its command log; before all factions are chosen, with those that are."""
    record = transcript.state.record
    if record.phase != Phase.FACTION:
        return transcript.to_text()
    chosen = [int(faction) for faction in record.faction[: transcript.setup.players] if int(faction) != NOBODY]
    lines = header(transcript.setup, [NAMES[faction] for faction in chosen])
    if transcript.setup.colours:
        lines.append(f"colours {','.join(transcript.setup.colours)}")
    return "\n".join(lines) + "\n"


class RowReader(LogReader):
    """Reads a log row by row as programs exchange it; the factions may not all be chosen yet."""

    def __init__(self) -> None:
        super().__init__()
        self.options = set()
        self.seats = 0
        self.colours: tuple[str, ...] = ()

    def _admin(self, word: str, rest: str, text: str) -> None:
        if word == "colours":
            self.colours = tuple(colour.strip().lower() for colour in rest.split(","))
            return
        self.seats += word == "player"
        super()._admin(word, rest, text)

    def _end_setup(self) -> None:
        if not self.scoring or len(self.factions) >= self.seats:
            super()._end_setup()
            return
        options = frozenset(self.options)
        game = TerraMystica(self.seats, options=options)
        bonuses = tuple(tile for tile in bonus_tiles(options) if tile not in self.removed)
        self.setup = Setup(self.seats, self.scoring, bonuses, options, colours=self.colours)
        self.player = CommandPlayer(game.new_state(self.setup))
        for faction in self.factions:
            self.player.make(FACTION + faction)

    def _move(self, faction: int, text: str) -> None:
        self._begin_moves()
        if faction not in self.factions:
            raise InvalidNotation("this faction is not in the game")
        for action in play_decisions(self.player.state, f"{NAMES[faction]}: {text}"):
            self.player.state.apply_trusted(action)

    def _end_game(self) -> None:
        """A game ends with its last row."""
