"""The log of a table: what the game tells, and between it what happened beside the game."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import merge

from markupsafe import Markup

from dolmen.table.conduct import Note
from dolmen.table.live import LiveTable
from dolmen.web import Entry
from dolmen.words import Words, filled


def log_of(live: LiveTable, words: Words) -> list[Entry]:
    """The entries in the order in which things happened."""
    entries = live.log(words)
    if not live.conduct.notes:
        return entries
    notes = [_entry(note, live.names, words) for note in live.conduct.notes]
    return list(merge(entries, notes, key=lambda entry: entry.decision))


def _entry(note: Note, names: Sequence[str], words: Words) -> Entry:
    return Entry(note.decision, note.turn, note.turn_player, note.seat, _sentence(note, names, words), rule="")


def _sentence(note: Note, names: Sequence[str], words: Words) -> Markup:
    _ = words.gettext
    parts = {"name": names[note.seat], "other": names[note.by] if note.by is not None else ""}
    if note.kind == "back":
        return filled(_("%(name)s is back."), **parts)
    if note.kind == "drop":
        return filled(_("The time of %(name)s was up. %(other)s chose to play on without %(name)s."), **parts)
    if note.by is None:
        return filled(_("%(name)s handed the seat to a bot."), **parts)
    return filled(_("The time of %(name)s was up. %(other)s handed the seat to a bot."), **parts)
