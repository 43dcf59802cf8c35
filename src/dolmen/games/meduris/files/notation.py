"""Meduris as text: files (`.meduris`), and plays, each one line with its payment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dolmen.contract.game import Game, Records, State
from dolmen.contract.notation import NOTHING, Notation
from dolmen.core.errors import InvalidNotation
from dolmen.core.record_view import copied
from dolmen.games.meduris.files.lines import legal_lines, line_text, play_line
from dolmen.games.meduris.files.reader import read, read_chips
from dolmen.games.meduris.files.transcript import MedurisTranscript
from dolmen.games.meduris.rules.record import Phase
from dolmen.games.meduris.rules.setup import Setup


class MedurisNotation(Notation):
    """How Meduris is read, begun and written."""

    def read(self, text: str, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None) -> MedurisTranscript:
        """Read a file; one that was played on a host's own board needs the option `board`."""
        return read(text, supplied.get("board"), last_line)

    def new_transcript(
        self, game: Game, setup: Setup, names: tuple[str, ...] = (), seed: int | None = None
    ) -> MedurisTranscript:
        """A game that begins now."""
        return MedurisTranscript(setup, game.new_state(setup), names, seed="" if seed is None else str(seed))

    def begin(self, game: Game, options: Mapping[str, str], seed: int) -> MedurisTranscript:
        """Bonus chips drawn from the seed, or placed by hand ('3:two 9:druid ...')."""
        setup: Setup = game.draw_setup(seed)
        if options.get("chips"):
            setup = replace(setup, chips=read_chips(options["chips"].split()))
        return self.new_transcript(game, setup)

    # ------------------------------------------------------------------------------------------------- plays

    def ends_play(self, before: Any, action: int, after: Any) -> bool:
        """Whether a decision completes a line: no payment is half made."""
        return bool(after.phase != Phase.PAY)

    def play_text(self, state: State, actions: Sequence[int]) -> str:
        """The line of these decisions."""
        after: Records = copied(state.records)
        for action in actions:
            state.game.apply_to(after, action)
        return line_text(state.record, after[0], actions[0])

    def play_decisions(self, state: State, play: str) -> tuple[int, ...]:
        """The decisions of a line, checked; the state is left as it is."""
        words = play.split()
        if not words:
            raise InvalidNotation("the line is empty")
        tried = state.clone()
        play_line(tried, words)
        return tried.history[state.decisions :]

    def plain_plays(self, state: State) -> list[str]:
        """The lines that may come next."""
        return legal_lines(state)


NOTATION = MedurisNotation()
