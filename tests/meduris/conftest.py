"""A small game of Meduris that the tests of files go on from, and how a broken line is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dolmen.core.errors import IllegalLine
from dolmen.games.meduris.files.reader import read
from dolmen.games.meduris.files.transcript import MedurisTranscript as Transcript

CHIPS = "chips 1:two 5:hut 9:druid 13:two 17:hut 21:druid"
HEADER = ("meduris 1", "players 2", CHIPS)
PLACED = (
    *HEADER,
    "place 1 wood",
    "place 2 wood",
    "place 1 wool",
    "place 2 wool",
    "place 1 copper",
    "place 2 copper",
)
"""All workers stand; nobody on stone."""
ROLLED = (*PLACED, "roll stone")
"""Player 1 acts, with one chip of each material. Field 2 shows stone and wood."""
RITUAL = (
    *PLACED,
    *("roll plus", "take 1 wood", "take 2 wool", "hut 1 5"),
    *("roll plus", "take 2 copper", "take 1 wood", "hut 2 17"),
    *("roll stone", "hut 1 2 wood 1 stone 1"),
    *("roll stone", "hut 2 3 wool 2 copper 2"),
)
"""The druid asks player 1 on field 2 for stone and wood; he has 2 wood, 1 wool, 1 copper. Player 2: 1 wood, 1 stone."""


def text_of(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_lines(*lines: str) -> Transcript:
    return read(text_of(lines))


def refused(text: str, board: str | None = None) -> IllegalLine:
    """The refusal of a text: one line, which begins with the number of the first bad line."""
    with pytest.raises(IllegalLine) as caught:
        read(text, board)
    error = caught.value
    message = str(error)
    assert message.startswith(f"line {error.line}: ") and len(message.splitlines()) == 1 and message.isprintable()
    assert 1 <= error.line <= max(1, text.count("\n") + 1)
    return error
