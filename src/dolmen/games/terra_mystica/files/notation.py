"""Terra Mystica as text: command logs (`.tm`), the community's ledgers, set-ups of tables; plays are rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dolmen.contract.game import Game, State
from dolmen.contract.notation import NOTHING, Notation, Transcript, lines_up_to
from dolmen.core.errors import IllegalLine, InvalidSetup
from dolmen.games.terra_mystica.files import plays
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.ledger import is_ledger, read_ledger
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.pasted import lines_of
from dolmen.games.terra_mystica.files.rows import RowReader, so_far_text
from dolmen.games.terra_mystica.files.table_file import is_table, read_table
from dolmen.games.terra_mystica.files.transcript import TerraMysticaTranscript
from dolmen.games.terra_mystica.rules.chosen_setup import auctioned, chosen_setup
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.setup import Setup


class TerraMysticaNotation(Notation):
    """How Terra Mystica is read, begun and written."""

    def read(
        self, text: str, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None
    ) -> TerraMysticaTranscript:
        """Read a ledger, a command log or the set-up of a table, up to a physical line if one is named."""
        if supplied:
            raise InvalidSetup(f"--{min(supplied)} is not for Terra Mystica, which is played on the original map")
        if is_table(text):
            setup, state, lots = read_table(text)
            return TerraMysticaTranscript(setup, state, lots=lots)
        read = read_ledger if is_ledger(text) else read_log  # by the whole text: its first lines may be a log's
        if last_line is not None:
            text = "\n".join(lines_up_to(lines_of(text), last_line)) + "\n"
        return read(text)

    def new_transcript(
        self, game: Game, setup: Setup, names: tuple[str, ...] = (), seed: int | None = None
    ) -> TerraMysticaTranscript:
        """A game that begins now. Its files know the players by their factions, and name the tiles."""
        return TerraMysticaTranscript(setup, game.new_state(setup))

    def begin(self, game: Game, options: Mapping[str, str], seed: int) -> TerraMysticaTranscript:
        """The set-up as the options say, what they leave open drawn from the seed."""
        setup = chosen_setup(game.players, options, seed)
        transcript = self.new_transcript(TerraMystica(game.players, options=setup.options), setup)
        transcript.lots = auctioned(game.players, options, seed)
        return transcript

    # ------------------------------------------------------------------------------------------------- plays

    def read_so_far(self, text: str, supplied: Mapping[str, str] = NOTHING) -> TerraMysticaTranscript:
        """The game so far. A log whose offers were answered late is read as it is, its last turn ended."""
        if not is_ledger(text):
            try:
                return RowReader().read(text)
            except IllegalLine:
                pass
        transcript = self.read(text, supplied)
        record = transcript.state.record
        if not transcript.state.is_terminal() and record.phase == Phase.ACTION and record.acted:
            plays.complete(CommandPlayer(transcript.state), transcript.state.current_player)
        return transcript

    def so_far_text(self, transcript: Transcript) -> str:
        """The game so far: its command log; before all factions are chosen, with those that are."""
        assert isinstance(transcript, TerraMysticaTranscript)
        return so_far_text(transcript)

    def bot_view(self, state: State) -> State:
        """Every question wants its answer now."""
        return plays.bot_view(state)

    def counts_as_play(self, action: int) -> bool:
        """`later` and `wait` are not said, and who leaves the game does not play."""
        return plays.counts_as_play(action)

    def thread(self, record: Any) -> int:
        """An answer may be given in the middle of a turn."""
        return plays.thread(record)

    def ends_play(self, before: Any, action: int, after: Any) -> bool:
        """Whether a decision completes a row."""
        return plays.ends_play(before, action, after)

    def play_text(self, state: State, actions: Sequence[int]) -> str:
        """The row of these decisions."""
        return plays.play_text(state, actions)

    def play_decisions(self, state: State, play: str) -> tuple[int, ...]:
        """The decisions of a row, checked; the state is left as it is."""
        return plays.play_decisions(state, play)

    def plain_plays(self, state: State) -> list[str]:
        """Rows that may come next, without conversions."""
        return plays.plain_plays(state)


NOTATION = TerraMysticaNotation()
