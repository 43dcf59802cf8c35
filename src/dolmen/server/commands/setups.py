"""Another set-up for a table that waits for its players: chosen by who made it, or drawn again."""

from __future__ import annotations

from collections.abc import Mapping

from dolmen.contract.registry import package
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.server.auctions import first_stage
from dolmen.server.commands.making import begin
from dolmen.server.draft import Draft
from dolmen.server.errors import NotRunning, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.table_options import GUIDE, RATED, refuse_unknown
from dolmen.store import NewEvent, NewSetup, Player

OF_THE_TABLE = (GUIDE, RATED)
"""Options that are no part of a set-up, and stay."""


def change(tables: LiveTables, table_id: str, player: Player, options: Mapping[str, str]) -> None:
    """Lay out a set-up by these options; what they leave open is drawn. Raises InvalidSetup, NotYourSeat."""
    tables.retry(lambda: _change(tables, table_id, player, options))


def _refuse_others(chosen: Mapping[str, str], kept: Mapping[str, str]) -> None:
    """Raise InvalidSetup where the table's own options would be others."""
    for name in OF_THE_TABLE:
        if chosen.get(name, kept.get(name)) != kept.get(name):
            raise InvalidSetup(
                translatable("the option '%(name)s' is settled when a table is made, and stays as it is"), name=name
            )


def _change(tables: LiveTables, table_id: str, player: Player, options: Mapping[str, str]) -> None:
    with tables.change(table_id) as live:
        if live.table.owner != player.id:
            raise NotYourSeat(translatable("only who made the table may change its set-up"))
        if live.table.status != "waiting":
            raise NotRunning(translatable("the game has begun: its set-up stays as it is"))
        kept = {name: value for name, value in live.table.options.items() if name in OF_THE_TABLE}
        chosen = {name: value for name, value in options.items() if value}
        refuse_unknown(package(live.meta.key).presentation(), chosen)
        _refuse_others(chosen, kept)
        transcript = begin(live.meta.key, len(live.seats), chosen)
        draft = Draft(first_stage(live.parts, transcript).state)
        draft.add(NewEvent("setup", {}, None, player.id))
        tables.append(live, draft, setup=NewSetup(transcript.setup_text(), {**chosen, **kept}))
