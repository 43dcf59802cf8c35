"""Answers that a seat settles for later: what is asked often, and always answered alike."""

from __future__ import annotations

from collections.abc import Mapping

from dolmen.core.words import words
from dolmen.server.draft import Draft
from dolmen.server.errors import BadRequest
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import NewEvent, Player

ENGLISH = words("en")


def settle(tables: LiveTables, table_id: str, player: Player, seat: int, answers: Mapping[str, str]) -> None:
    """Settle later answers of a seat, from now on; what is asked now is answered by it at once."""
    tables.retry(lambda: _settle(tables, table_id, player, seat, answers))


def _settle(tables: LiveTables, table_id: str, player: Player, seat: int, answers: Mapping[str, str]) -> None:
    with tables.seat(table_id, player, seat) as live:
        _refuse_unknown(live, answers)
        draft = Draft(live.state)
        draft.add(NewEvent("standing", {"settled": dict(answers)}, seat, player.id))
        if live.is_running and live.held is None:
            settled = {**live.conduct.answers, seat: answers}
            draft.let_follow(live.present, live.people(), settled, tables.chance, planned=live.planned)
        tables.append(live, draft, waits_for=live.held)


def _refuse_unknown(live: LiveTable, answers: Mapping[str, str]) -> None:
    fields = live.present.auto_answer_fields(ENGLISH)
    known = {field.name: [value for value, _text in field.values] for field in fields}
    for name, value in answers.items():
        if value not in known.get(name, ()):
            raise BadRequest(f"'{name}' cannot be settled as '{value}'")
