"""Reading a table: the board as text."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from dolmen.table.routes import Ctx, Seen, page

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/text")
def text_part(ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None) -> Response:
    """The whole position as text."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        passages = live.web.spoken(live.state, viewer.seat, live.names, seen.words, is_open=live.is_open)
        return page(ctx, seen, "text.html", passages=passages)
