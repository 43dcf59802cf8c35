"""Pictures in letters, for where there are no pixels: rows of styled characters.

A style is written as Rich writes it: 'bold #14181a on #efe9d8'. A seat is a mark and a colour, so that nobody needs to
see the colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

SEAT_MARKS: Final = "●▲■✚◆★▼♥"
SEAT_STYLES: Final = (
    "medium_purple1",
    "deep_sky_blue1",
    "chartreuse3",
    "indian_red1",
    "gold1",
    "turquoise2",
    "orchid1",
    "grey70",
)

Span = tuple[str, str]
"""A text and its style."""
Row = tuple[Span, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture in letters; all words in it are the reader's."""

    rows: tuple[Row, ...]

    @property
    def text(self) -> str:
        """The letters alone."""
        return "\n".join("".join(text for text, _ in row) for row in self.rows)


class Canvas:
    """A rectangle of styled characters, to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self._letters = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text at a place."""
        for offset, letter in enumerate(text):
            self._letters[row][column + offset] = letter
            self._styles[row][column + offset] = style

    def rows(self) -> tuple[Row, ...]:
        """The whole rectangle."""
        return tuple(
            tuple(
                ("".join(letter for letter, _ in run), style)
                for style, run in groupby(zip(letters, styles, strict=True), key=lambda pair: pair[1])
            )
            for letters, styles in zip(self._letters, self._styles, strict=True)
        )
