"""Pig: the title page."""

from __future__ import annotations

import re

from dolmen.contract.meta import Meta

_FIRST_WORD = re.compile(r"(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*pig\b")


def recognises(text: str) -> bool:
    """Whether the first word of the text is the game's."""
    return bool(_FIRST_WORD.match(text))


META = Meta(
    key="pig",
    title="Pig",
    authors="traditional; described by John Scarne",
    publisher="none",
    year=1945,
    min_players=2,
    max_players=6,
    rules_version=1,
    rulebook="as John Scarne described it",
    summary="Roll the die as often as you dare: a 1 takes all that you rolled in this turn.",
    extension=".pig",
    recognises=recognises,
    recognised_by="the first word is 'pig'",
)
