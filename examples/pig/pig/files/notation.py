"""Game files of Pig (`.pig`): a header of three lines, then every decision and every fall of the die on a line.

pig 1
players 3
start 2
roll
rolled 4
hold
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dolmen.contract.game import Game
from dolmen.contract.notation import NOTHING, Notation, Transcript, lines_up_to
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from pig.meta import META
from pig.rules.game import Pig, Setup

_HEADER: Final = (("pig", 1, 1), ("players", META.min_players, META.max_players), ("start", 1, META.max_players))
"""The lines before the first roll: word, least and largest number."""
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class PigTranscript(Transcript):
    """A game as a file tells it."""

    def lines(self) -> list[str]:
        """The decisions."""
        return [self.state.game.action_text(action) for action in self.state.history]

    def to_text(self) -> str:
        """Header and decisions."""
        header = ["pig 1", f"players {self.setup.players}", f"start {self.setup.start + 1}"]
        return "\n".join([*header, *self.lines()]) + "\n"


class PigNotation(Notation):
    """How Pig is read, begun and written."""

    def read(self, text: str, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None) -> PigTranscript:
        """Read a file, checking every line; `#` begins a remark."""
        lines = lines_up_to(text.removesuffix("\n").split("\n"), last_line)
        header: list[int] = []
        transcript: PigTranscript | None = None
        for number, line in enumerate(lines, start=1):
            content = line.partition("#")[0].strip()
            try:
                if content and transcript is not None:
                    transcript.state.apply(content)
                    transcript.marks.append((number, transcript.state.decisions))
                elif content:
                    header.append(_header_number(content, len(header)))
                    if len(header) == len(_HEADER):
                        transcript = _begun(players=header[1], start=header[2])
            except DolmenError as error:
                raise IllegalLine(f"line {number}: {error}", number) from None
        if transcript is None:
            raise IllegalLine(f"line {len(lines)}: the header ends before '{_HEADER[len(header)][0]}'", len(lines))
        return transcript

    def new_transcript(
        self, game: Game, setup: Setup, names: tuple[str, ...] = (), seed: int | None = None
    ) -> PigTranscript:
        """A game that begins now; its files tell neither names nor seed."""
        return PigTranscript(setup, game.new_state(setup))


def _header_number(line: str, place: int) -> int:
    """The number of a line of the header."""
    word, least, largest = _HEADER[place]
    first, _, rest = line.partition(" ")
    number = rest.strip()
    if first != word or not _NUMBER.fullmatch(number) or not least <= int(number) <= largest:
        raise InvalidNotation(f"the header has a line '{word} N' here, with {least} to {largest}, not '{line}'")
    return int(number)


def _begun(players: int, start: int) -> PigTranscript:
    if start > players:
        raise InvalidNotation(f"'start {start}': there are {players} players")
    setup = Setup(players, start - 1)
    return PigTranscript(setup, Pig(players).new_state(setup))


NOTATION = PigNotation()
