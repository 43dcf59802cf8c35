"""What happened at a table, in sentences: the log (also of what nobody was asked for), and who has won."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import merge

from markupsafe import Markup

from dolmen.contract.content import Entry
from dolmen.contract.game import State
from dolmen.core.value import replace
from dolmen.core.words import Words, filled
from dolmen.server.live_table import DecisionEvent, LiveTable
from dolmen.server.presence import Note

AUTOMATIC = {"forced": "forced", "standing answer": "settled"}
"""How the log calls the events with decisions that a seat was not asked for."""


def log_of(live: LiveTable, words: Words, last: int | None = None) -> list[Entry]:
    """The entries in the order in which things happened; all of them, or the last few."""
    told = live.log(words)
    first = 0 if last is None else max(0, len(told) - last)
    before = told[first - 1].decision if first else 0
    noted = enumerate(live.conduct.notes, start=1)
    notes = [_entry(note, -place, live.names, words) for place, note in noted if note.decision >= before]
    if live.auctioned and not before:
        notes = [*live.auctioned.entries(live.names, words), *notes]
    return list(merge(_marked(told[first:], before, live.made), notes, key=lambda entry: entry.decision))


def _marked(entries: Sequence[Entry], before: int, made: Sequence[DecisionEvent]) -> Iterator[Entry]:
    """Mark the entries of which no decision was asked for. The first one tells what came after `before` decisions."""
    place = bisect_right(made, before, key=lambda event: event.decisions)
    for entry in entries:
        kinds = set()
        while place < len(made) and made[place].decisions <= entry.decision:
            kinds.add(made[place].kind)
            before = made[place].decisions
            place += 1
        if place < len(made) and before < entry.decision:  # an event that goes on behind this entry
            kinds.add(made[place].kind)
        kinds.discard("chance")
        if kinds and kinds <= AUTOMATIC.keys():
            yield replace(entry, automatic="settled" if "standing answer" in kinds else "forced")
        else:
            yield entry


def automatic_text(entry: Entry, words: Words) -> str:
    """Why nobody was asked, in a word or two; empty where somebody was."""
    _ = words.gettext
    return {"": "", "forced": _("no other choice"), "settled": _("answered automatically")}[entry.automatic]


def _entry(note: Note, part: int, names: Sequence[str], words: Words) -> Entry:
    text = _sentence(note, names, words)
    source = f"/t/{note.table}/replay?at={note.decision}" if note.table else ""
    return Entry(note.decision, note.turn, note.turn_player, note.seat, text, rule="", source=source, part=part)


def _sentence(note: Note, names: Sequence[str], words: Words) -> Markup:
    _ = words.gettext
    if note.seat is None:
        return filled(_("Until here this was played at the table %(table)s."), table=note.table_name)
    parts = {"name": names[note.seat], "other": names[note.by] if note.by is not None else ""}
    plain = {
        "back": _("%(name)s is back."),
        "late": _("The time of %(name)s was up. A bot plays until %(name)s is back."),
        "resign": _("%(name)s resigned."),
        "pause": _("Pause: the clocks stand until somebody goes on."),
        "go on": _("%(name)s goes on: the clocks run again."),
    }
    if note.kind in plain:
        return filled(plain[note.kind], **parts)
    if note.kind == "drop":
        return filled(_("The time of %(name)s was up. %(other)s chose to play on without %(name)s."), **parts)
    if note.kind == "instead":
        return filled(_("%(name)s did not answer. %(other)s let another bot play."), **parts)
    if note.by is None:
        return filled(_("%(name)s handed the seat to a bot."), **parts)
    return filled(_("The time of %(name)s was up. %(other)s handed the seat to a bot."), **parts)


def winner_sentence(state: State, names: Sequence[str], words: Words) -> str:
    """'Ana wins by nine points'."""
    _, several = words.gettext, words.ngettext
    winners, scores = state.winners(), state.scores()
    if not winners:
        return _("The game goes on")
    if len(winners) > 1:
        return _("%(names)s share the victory") % {"names": words.listed(names[seat] for seat in winners)}
    best = max((score for seat, score in enumerate(scores) if seat not in winners), default=0)
    ahead = scores[winners[0]] - best
    if not ahead:
        return _("%(name)s wins the tie") % {"name": names[winners[0]]}
    text = several("%(name)s wins by %(number)s point", "%(name)s wins by %(number)s points", ahead)
    return text % {"name": names[winners[0]], "number": ahead}
