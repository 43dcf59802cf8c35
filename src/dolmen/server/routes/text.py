"""Reading a table: the board as text, and the board as it was after an entry of the log."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from fastapi.responses import Response

from dolmen.server.border import TableId, Whole
from dolmen.server.commands.branching import shows_hidden
from dolmen.server.context import Ctx, Reading, page
from dolmen.server.parts import apart
from dolmen.server.shown_table import shown_table

router = APIRouter(include_in_schema=False)

_past = partial(apart, name="past")


@router.get("/t/{table_id}/text")
@router.get("/t/{table_id}/try/{line}/text")
def text_part(
    ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None, line: Whole | None = None
) -> Response:
    """The whole position as text."""
    with shown_table(ctx, visitor, table_id, seat, line) as (live, viewer):
        passages = live.present.board_text(live.state, viewer.seat, live.names, visitor.words, is_open=live.is_open)
        return page(ctx, visitor, "text.html", passages=passages)


@router.get("/t/{table_id}/moment")
def moment_part(
    ctx: Ctx, visitor: Reading, table_id: TableId, decision: Whole, part: Whole = 0, seat: Whole | None = None
) -> Response:
    """The board after an entry of the log, to look at; the table goes on behind it."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        entries = live.log(visitor.words)
        place = next((k for k, entry in enumerate(entries) if (entry.decision, entry.part) == (decision, part)), None)
        if place is None:
            return Response(status_code=204)  # it was taken back meanwhile
        before = next((entry.decision for entry in reversed(entries[:place]) if entry.decision < decision), 0)
        state = live.state_at(decision)
        colours = live.present.seat_colours(state, live.table.options)
        changed = live.present.changed(state, before)
        return page(
            ctx,
            visitor,
            "moment.html",
            live=live,
            seat=viewer.seat,
            entry=entries[place],
            pieces=_past(live.present.pieces(state, changed, colours)),
            boards=live.present.boards(state, viewer.seat, (), None, live.names, visitor.words),
            here=ctx.rendering.url(f"/t/{table_id}"),
            may_branch=not state.is_terminal()
            and not shows_hidden(live, visitor.player.id if visitor.player else None),
            panels=live.present.panels(state, viewer.seat, visitor.words, colours=colours, is_open=live.is_open),
            apart=_past,
        )
