"""The turn that the reader's seat has planned, as the table's page tells him: it waits, or why it was not made."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.contract.game import State
from dolmen.core.errors import DolmenError
from dolmen.core.record_view import copied
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.planned_turn import Standing, standing
from dolmen.store import PlannedMove, Player


@dataclass(frozen=True)
class PlannedNote:
    """What the reader is told of it."""

    text: str
    """The turn."""
    why_not: str
    """Why it was not made; empty while it waits."""


def planned_note(live: LiveTable, player: Player | None, seat: int | None, words: Words) -> PlannedNote | None:
    """For the owner of the seat alone."""
    move = live.planned.get(seat) if seat is not None else None
    if move is None or player is None or move.player != player.id:
        return None
    return PlannedNote(move.text, _why_not(live, move, words) if live.deciding == seat else "")


def _why_not(live: LiveTable, move: PlannedMove, words: Words) -> str:
    _ = words.gettext
    found = standing(live.present, move, live.state)
    if found is Standing.ILLEGAL:
        reason = _refusal(live.state, move, words)
        return _("Your planned turn was not made: %(reason)s.") % {"reason": reason}
    if found is Standing.CHANGED:
        return _("Your planned turn was not made: it would cost or bring something else now.")
    return ""


def _refusal(state: State, move: PlannedMove, words: Words) -> str:
    """What the rules say of it now."""
    tried = State(state.game, copied(state.records))
    try:
        for text in move.actions:
            tried.apply(text)
    except DolmenError as error:
        return error.translated(words).rstrip(".")
    return words.gettext("it is not possible any more")
