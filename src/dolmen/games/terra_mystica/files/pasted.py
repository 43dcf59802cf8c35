"""Text as people paste it: any line ends, and blanks and dashes that only look like ours."""

from __future__ import annotations

from typing import Final

LOOK_ALIKES: Final = {
    **{ord(blank): " " for blank in "\u00a0\u2007\u2009\u202f\u3000"},
    **{ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2212"},
    **{ord(nothing): "" for nothing in "\u200b\u200c\u200d\u2060\ufeff"},
}
"""Blanks that do not break, dashes, and marks that take no room: a byte order mark among them."""


def lines_of(text: str) -> list[str]:
    """The physical lines of a text, as editors count them; a line may end as on Unix, on Windows or on old Macs."""
    if not text.isascii():
        text = text.translate(LOOK_ALIKES)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines
