"""Names: those that people give (of guests, of seats, of accounts), what they say, and ours for tables and bots."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection
from itertools import count, islice
from typing import Final

from dolmen.core.errors import translatable
from dolmen.server.errors import BadName
from dolmen.store import login_of

LONGEST_NAME: Final = 20
LONGEST_TABLE_NAME: Final = 40
SHORTEST_LOGIN: Final = 3
LONGEST_LOGIN: Final = 40
MOST_MARKS: Final = 3
"""So many accents stand on one letter in the writing systems that need most; more climb over other lines."""
INVISIBLE: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""Kinds of characters that no name holds: control, format and direction, private, halves of pairs, unknown ones."""
JOINERS: Final = "\u200c\u200d"
"""They are needed within words of some languages, and within pictures of people."""

_COLOURS = ("Grey", "Red", "Old", "Quiet", "Blue", "White", "Brown", "Swift", "Wild", "Early", "Small", "Bold")
_BEASTS = ("Heron", "Kite", "Badger", "Otter", "Hare", "Owl", "Fox", "Raven", "Stag", "Wren", "Seal", "Swan", "Lynx")
BOT_NAMES = ("Ben", "Cleo", "Dag", "Edda", "Finn")
_MORE_BOTS = (
    "Gerd",
    "Hilde",
    "Ivo",
    "Jora",
    "Kaj",
    "Liv",
    "Mats",
    "Nora",
    "Odo",
    "Pia",
    "Runa",
    "Sven",
    "Tilda",
    "Ulf",
)


# ---------------------------------------------------------------------------------------------------- given by people


def folded(text: str) -> str:
    """A text in one line, with single blanks, composed (NFC)."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def given_name(text: str) -> str:
    """A name as it is kept: composed, in one line, to be seen and read. Raises BadName."""
    name = folded(text)
    if len(name) > LONGEST_NAME:
        raise BadName(translatable("a name has at most %(most)s letters"), most=LONGEST_NAME)
    _refuse_unreadable(name)
    return name


def given_table_name(text: str) -> str:
    """The name of a table as it is kept. Raises BadName."""
    name = folded(text)
    if len(name) > LONGEST_TABLE_NAME:
        raise BadName(translatable("a name has at most %(most)s letters"), most=LONGEST_TABLE_NAME)
    _refuse_unreadable(name)
    return name


def login_name(text: str) -> str:
    """The name of an account as it is looked up, whichever way it is typed. Raises BadName."""
    login = login_of(text)
    if not SHORTEST_LOGIN <= len(login) <= LONGEST_LOGIN:
        raise BadName(translatable("A name has 3 letters or more, a password 8 or more."))
    _refuse_unreadable(login)
    return login


def _refuse_unreadable(name: str) -> None:
    kinds = [unicodedata.category(character) for character in name]
    if INVISIBLE.intersection(kinds):
        raise BadName(translatable("a name has no characters that cannot be seen"))
    if not any(kind[0] in "LN" for kind in kinds):
        raise BadName(translatable("a name has at least one letter or digit"))
    marks = "".join("M" if kind[0] == "M" else " " for kind in kinds)
    if "M" * (MOST_MARKS + 1) in marks:
        raise BadName(translatable("a name has at most %(most)s accents on one letter"), most=MOST_MARKS)


def spoken_line(text: str) -> str:
    """What somebody says, in one line, without what would steer a terminal or turn the line round."""
    return "".join(
        character
        for character in folded(text)
        if character in JOINERS or unicodedata.category(character) not in INVISIBLE
    )


# ---------------------------------------------------------------------------------------------------- ours


def table_name() -> str:
    """'Grey Heron'."""
    return f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}"


def bot_name(taken: list[str]) -> str:
    """A name that nobody at the table has."""
    return next((name for name in BOT_NAMES if name not in taken), "Bot")


def entrant_names(taken: Collection[str], number: int) -> list[str]:
    """Names for so many bots of a tournament, none of which anybody has there: 'Ben', later 'Ben 2'."""
    names = (f"{name} {turn}" if turn > 1 else name for turn in count(1) for name in (*BOT_NAMES, *_MORE_BOTS))
    return list(islice((name for name in names if name not in taken), number))
