"""What is left of a game that is over: its file, and its replay."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from dolmen.core.errors import translatable
from dolmen.server.border import TableId, Whole
from dolmen.server.context import FRESH, Ctx, Reading, goto, page
from dolmen.server.errors import NotYourSeat, StoredOnly
from dolmen.server.pages.replay import replay_page, whole_log
from dolmen.server.stored_table import stored_table

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/file")
def download(ctx: Ctx, table_id: TableId) -> Response:
    """The game in its notation, once it is over."""
    try:
        with ctx.tables.open(table_id) as live:
            if not live.is_over:
                raise NotYourSeat(translatable("the game can be downloaded when it is over"))
            return _file(live.transcript().to_text(), live.table.name, live.meta.extension)
    except StoredOnly:
        stored = stored_table(ctx.store, table_id)
        return _file(stored.text(), stored.table.name, ".txt")


def _file(text: str, name: str, extension: str) -> Response:
    """Something to be saved, under the name of its table."""
    name = f"{name.lower().replace(' ', '-')}{extension}"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/t/{table_id}/replay/log")
def replay_log(ctx: Ctx, visitor: Reading, table_id: TableId) -> Response:
    """The log of a game that is over, whole."""
    with ctx.tables.open(table_id) as live:
        if not live.is_over:
            return goto(ctx, visitor, f"/t/{table_id}")
        return page(ctx, visitor, "entries.html", rows=whole_log(live, visitor.words))


@router.get("/t/{table_id}/replay")
def replay(
    ctx: Ctx,
    visitor: Reading,
    table_id: TableId,
    at: Whole | None = None,
    seat: Whole | None = None,
    part: Whole = 0,
) -> Response:
    """A game that is over after so many decisions, as a seat saw it or with all of it open."""
    with ctx.tables.open(table_id) as live:
        if not live.is_over:
            return goto(ctx, visitor, f"/t/{table_id}")
        here, last = ctx.rendering.url(f"/t/{table_id}"), live.state.decisions
        shown = replay_page(live, visitor.words, last if at is None else at, seat, here)
        if part:
            return HTMLResponse(ctx.rendering.partials(shown.parts(), visitor.words), headers=FRESH)
        ground = live.present.ground(live.state.game, visitor.words)
        return page(ctx, visitor, "replay.html", replay=shown, ground=ground)
