"""Reading a table: the board as text, and the board as it was after an entry of the log."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

from dolmen.contract.game import State
from dolmen.server.routes.table import Ctx, Seen, page

router = APIRouter(include_in_schema=False)

_ID: Final = re.compile(r'\bid="')


@router.get("/t/{table_id}/text")
def text_part(ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None) -> Response:
    """The whole position as text."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        passages = live.present.board_text(live.state, viewer.seat, live.names, seen.words, is_open=live.is_open)
        return page(ctx, seen, "text.html", passages=passages)


@router.get("/t/{table_id}/moment")
def moment_part(ctx: Ctx, seen: Seen, table_id: str, decision: int, seat: int | None = None) -> Response:
    """The board after an entry of the log, to look at; the table goes on behind it."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        entries = live.log(seen.words)
        place = next((k for k, entry in enumerate(entries) if entry.decision == decision), None)
        if place is None:
            return Response(status_code=204)  # it was taken back meanwhile
        before = entries[place - 1].decision if place else 0
        state = State(live.state.game, live.state.records_before(0))
        for action in live.state.history[:decision]:
            state.apply_trusted(action)
        colours = live.present.seat_colours(state, live.table.options)
        changed = live.present.changed(live.state.records_before(before)[0], state.record)
        return page(
            ctx,
            seen,
            "moment.html",
            live=live,
            entry=entries[place],
            pieces=_apart(live.present.pieces(state, changed, colours)),
            boards=live.present.boards(state, viewer.seat, (), None, live.names, seen.words),
            panels=live.present.panels(state, viewer.seat, seen.words, colours=colours, is_open=live.is_open),
            colours=colours,
            apart=_apart,
        )


def _apart(markup: str) -> Markup:
    """The same picture beside the present one: ids do not occur twice in a page."""
    return Markup(_ID.sub('id="past-', markup))
