"""Names: of tables, which are birds and beasts, and of bots."""

from __future__ import annotations

import secrets

_COLOURS = ("Grey", "Red", "Old", "Quiet", "Blue", "White", "Brown", "Swift", "Wild", "Early", "Small", "Bold")
_BEASTS = ("Heron", "Kite", "Badger", "Otter", "Hare", "Owl", "Fox", "Raven", "Stag", "Wren", "Seal", "Swan", "Lynx")
BOT_NAMES = ("Ben", "Cleo", "Dag", "Edda", "Finn")


def table_name() -> str:
    """'Grey Heron'."""
    return f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}"


def bot_name(taken: list[str]) -> str:
    """A name that nobody at the table has."""
    return next((name for name in BOT_NAMES if name not in taken), "Bot")
