"""Reading a table: the board as text, and the board as it was after an entry of the log."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

from dolmen.server.border import TableId, Whole
from dolmen.server.context import Ctx, Reading, page

router = APIRouter(include_in_schema=False)

_ID: Final = re.compile(r'\bid="')


@router.get("/t/{table_id}/text")
def text_part(ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None) -> Response:
    """The whole position as text."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        passages = live.present.board_text(live.state, viewer.seat, live.names, visitor.words, is_open=live.is_open)
        return page(ctx, visitor, "text.html", passages=passages)


@router.get("/t/{table_id}/moment")
def moment_part(ctx: Ctx, visitor: Reading, table_id: TableId, decision: Whole, seat: Whole | None = None) -> Response:
    """The board after an entry of the log, to look at; the table goes on behind it."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        entries = live.log(visitor.words)
        place = next((k for k, entry in enumerate(entries) if entry.decision == decision), None)
        if place is None:
            return Response(status_code=204)  # it was taken back meanwhile
        before = entries[place - 1].decision if place else 0
        state = live.state_at(decision)
        colours = live.present.seat_colours(state, live.table.options)
        changed = live.present.changed(live.state.records_before(before)[0], state.record)
        return page(
            ctx,
            visitor,
            "moment.html",
            live=live,
            entry=entries[place],
            pieces=_apart(live.present.pieces(state, changed, colours)),
            boards=live.present.boards(state, viewer.seat, (), None, live.names, visitor.words),
            panels=live.present.panels(state, viewer.seat, visitor.words, colours=colours, is_open=live.is_open),
            apart=_apart,
        )


def _apart(markup: str) -> Markup:
    """The same picture beside the present one: ids do not occur twice in a page."""
    return Markup(_ID.sub('id="past-', markup))
