"""Meduris: the title page."""

import re

from dolmen.contract.meta import Meta, Option

_FIRST_WORD = re.compile(r"(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*meduris\b")


def recognises(text: str) -> bool:
    """Whether the first word of the text is the game's."""
    return bool(_FIRST_WORD.match(text))


META = Meta(
    key="meduris",
    title="Meduris",
    authors="Stefan Dorra and Ralf zur Linde",
    publisher="HABA",
    year=2016,
    min_players=2,
    max_players=4,
    minutes=40,
    rules_version=1,
    rulebook="the English, Spanish, Italian and Dutch rulebooks of the first edition",
    summary="Send workers to the plains, build huts and temples around the mountain, and offer to the druid.",
    extension=".meduris",
    recognises=recognises,
    recognised_by="the first word is 'meduris'",
    options=(
        Option(
            "board",
            "printed",
            "a board file instead of the printed board for that number of players",
            metavar="FILE",
            in_files=True,
        ),
        Option("chips", "drawn", "the six fields and bonus chips, if they are not to be drawn from the seed"),
    ),
)

RULES_VERSION = META.rules_version
