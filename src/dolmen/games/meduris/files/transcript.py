"""A game of Meduris with what its file tells: written in canonical form, with the lines that are no decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dolmen.contract.notation import Transcript
from dolmen.core.errors import InvalidNotation
from dolmen.games.meduris.files.lines import legal_lines, lines_of, play_line, quoted
from dolmen.games.meduris.meta import META
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, sites

FORMAT_VERSION: Final = 1


@dataclass
class MedurisTranscript(Transcript):
    """A game as a file tells it: set-up, what is only told (names, seed), and the decisions."""

    seed: str = ""
    said: list[str] = field(default_factory=list)
    """Which of `final`, `score` and `winner` have been said."""

    @property
    def finished(self) -> bool:
        """Whether the game is over and the file says so."""
        return "winner" in self.said

    def fixed_line(self) -> str | None:
        """The line that alone may come next: `final`, `score ...` or `winner ...`."""
        if self.state.number("circuit_left") == NOT_YET:
            return None
        if "final" not in self.said:
            return "final"
        is_over = self.state.number("phase") == Phase.OVER
        if is_over and "score" not in self.said:
            return self._score_line()
        if is_over and "winner" not in self.said:
            return self._winner_line()
        return None

    def setup_options(self) -> dict[str, str]:
        """The bonus chips by field, as they are laid out by hand."""
        return {"chips": " ".join(f"{place}:{chip}" for place, chip in sorted(self.setup.chips.items()))}

    def legal_lines(self, *, payments: bool = True) -> list[str]:
        """The lines that may come next, canonical, sorted by bytes."""
        fixed = self.fixed_line()
        if fixed:
            return [fixed]
        return legal_lines(self.state, payments=payments)

    def play(self, words: list[str]) -> None:
        """Play one line of the game."""
        fixed = self.fixed_line()
        if fixed:
            if words != fixed.split():
                raise InvalidNotation(f"here the line must be '{fixed}', not {quoted(' '.join(words))}")
            self.said.append(words[0])
        elif self.state.is_terminal():
            raise InvalidNotation(f"the game is over, nothing may follow: {quoted(' '.join(words))} is a line too many")
        elif words[0] in ("final", "score", "winner"):
            raise InvalidNotation(f"'{words[0]}' comes too early, the game is not that far (rule: Finale)")
        else:
            play_line(self.state, words)

    def to_text(self) -> str:
        """The whole file in canonical form: the game as far as it is decided, with the fixed lines that are due."""
        header = [f"{META.key} {FORMAT_VERSION}", f"players {self.setup.players}"]
        board = self.setup.board
        if not board.printed:
            header.append(f"board {board.name} {board.checksum}")
        if self.names:
            header.append("names " + " ".join(self.names))
        if self.seed:
            header.append(f"seed {self.seed}")
        header.append("chips " + " ".join(f"{place}:{chip}" for place, chip in sorted(self.setup.chips.items())))
        return "\n".join(header + self.lines()) + "\n"

    def lines(self) -> list[str]:
        """The lines of the game so far, with those of `final`, `score` and `winner` that were said."""
        game = self.state.game
        lines = lines_of(game, game.new_records(self.setup), self.state.history)
        if "final" in self.said:
            lines.insert(self._first_final_offer(lines), "final")
        return lines + [line for line in (self._score_line(), self._winner_line()) if line.split()[0] in self.said]

    def _score_line(self) -> str:
        return "score " + " ".join(map(str, self.scores()))

    def _winner_line(self) -> str:
        return "winner " + " ".join(map(str, self.winners()))

    def _first_final_offer(self, lines: list[str]) -> int:
        """Where the final circuit begins: its offers, one a hut, are the last lines."""
        record = self.state.record
        huts = sum(site.hut != NOBODY for site in sites(record))
        asked = huts - int(record.circuit_left) - int(record.phase != Phase.OVER)
        return len(lines) - asked

    def say_fixed_lines(self) -> None:
        """Say what is due: done after a game was played here rather than read."""
        fixed = self.fixed_line()
        while fixed:
            self.said.append(fixed.split()[0])
            fixed = self.fixed_line()

    def undo(self) -> None:
        """Take back the last decision, and what was said after it."""
        self.state.undo()
        in_finale = self.state.record.circuit_left != NOT_YET
        self.said = ["final"] if in_finale and "final" in self.said else []
