"""What an invited friend reads: who invites to what, how long it takes, who is there already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_timedelta

from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.time import clock_text
from dolmen.store import FREE


@dataclass(frozen=True)
class Invitation:
    """An invitation in words."""

    heading: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    """Those who sit at the table already."""


def invitation_to(live: LiveTable, words: Words) -> Invitation:
    """The invitation to a table."""
    seated = [seat for seat in live.seats if seat.kind not in FREE]
    host = next((seat.name for seat in seated if seat.player and seat.player == live.table.owner), "")
    told = {"name": host, "game": live.meta.title}
    _ = words.gettext
    heading = _("%(name)s invites you to %(game)s") if host else _("You are invited to %(game)s")
    facts = [*_length(live, words), _seats(len(live.seats), len(live.seats) - len(seated), words)]
    return Invitation(
        heading % told,
        live.present.summary(words),
        (*facts, (_("no account"), _("a name is enough"))),
        tuple(seat.name for seat in seated),
    )


def _length(live: LiveTable, words: Words) -> list[tuple[str, str]]:
    """How long the game takes, where that is known."""
    if not live.meta.minutes:
        return []
    length = format_timedelta(timedelta(minutes=live.meta.minutes), threshold=1.5, locale=words.locale)
    if not live.table.clock:
        return [(length, words.gettext("or over days"))]
    return [(length, clock_text(live.table, words))]


def _seats(all_seats: int, free: int, words: Words) -> tuple[str, str]:
    seats = words.ngettext("%(number)s seat", "%(number)s seats", all_seats) % {"number": all_seats}
    return seats, words.ngettext("%(number)s is free", "%(number)s are free", free) % {"number": free}
