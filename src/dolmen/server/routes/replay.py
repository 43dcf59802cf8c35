"""What is left of a game that is over: its file, and its replay."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from dolmen.server.border import TableId, Whole
from dolmen.server.context import FRESH, Ctx, Reading, goto, page
from dolmen.server.game_files import game_file
from dolmen.server.pages.replay import replay_page, whole_log

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/file")
def download(ctx: Ctx, table_id: TableId) -> Response:
    """The game in its notation, once it is over."""
    file = game_file(ctx.tables, table_id)
    return PlainTextResponse(file.text, headers={"Content-Disposition": f'attachment; filename="{file.name}"'})


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
