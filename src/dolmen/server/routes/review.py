"""The review of a finished game: asked for, watched while it is made, stopped, and read by whoever may see the game."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from dolmen.analysis.review import Review
from dolmen.core.errors import translatable
from dolmen.server.border import TableId, Whole, whole_number
from dolmen.server.commands import reviews
from dolmen.server.context import FRESH, Context, Ctx, Reading, Sending, Visitor, goto, page
from dolmen.server.errors import NoSuchTurningPoint
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.pages.review import review_page
from dolmen.server.reviews import Working
from dolmen.store import KeptReview

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/review")
def review(
    ctx: Ctx,
    visitor: Reading,
    table_id: TableId,
    of: str = "",
    point: Whole | None = None,
    at: Whole | None = None,
    part: Whole = 0,
) -> Response:
    """The review; or how far it is; or that it can be made."""
    with ctx.tables.open(table_id) as live:
        reviews.refuse_unfinished(live)
        kept = ctx.store.review(table_id)
        if part:
            return _progress(ctx, visitor, live, kept)
        if kept is None or kept.result is None:
            stops = kept is not None and reviews.may_stop(live, kept, visitor.player)
            ground = live.present.ground(live.state.game, visitor.words) if kept is None else ""
            return page(ctx, visitor, "review_wait.html", live=live, kept=kept, may_stop=stops, ground=ground)
        viewer = ctx.tables.viewer(live, visitor.player)
        found = live.memo(("review", kept.asked), lambda: Review.from_json(dict(kept.result or {})))
        here = ctx.rendering.url(f"/t/{table_id}")
        shown = review_page(live, viewer, found, visitor.words, here, _seat(of, live, viewer), point, at)
        ground = live.present.ground(live.state.game, visitor.words)
        return page(ctx, visitor, "review.html", review=shown, ground=ground)


def _seat(of: str, live: LiveTable, viewer: Viewer) -> int | None:
    """Whose turning points are wanted: a seat's, from 1, everybody's, or those of the reader, who sits alone there."""
    if of == "all":
        return None
    if not of:
        return viewer.seats[0] if len(viewer.seats) == 1 else None
    number = whole_number(of)
    if number is None or not 1 <= number <= len(live.seats):
        raise NoSuchTurningPoint(translatable("There is no such seat at this table."))
    return number - 1


def _progress(ctx: Context, visitor: Visitor, live: LiveTable, kept: KeptReview | None) -> Response:
    """How far it is, for who waits; once that has changed for good, the whole page is to be loaded again."""
    if kept is None or kept.status != "asked":
        return HTMLResponse("", headers={**FRESH, "HX-Refresh": "true"})
    stops = reviews.may_stop(live, kept, visitor.player)
    return page(ctx, visitor, "review_progress.html", live=live, kept=kept, may_stop=stops)


@router.post("/t/{table_id}/review")
def ask(ctx: Ctx, visitor: Sending, work: Working, table_id: TableId) -> Response:
    """Ask for it."""
    with ctx.tables.open(table_id) as live:
        reviews.refuse_unfinished(live)  # before a stranger becomes a guest
    reviews.ask(ctx.tables, table_id, visitor.named(""))
    work.wake()
    return goto(ctx, visitor, f"/t/{table_id}/review")


@router.post("/t/{table_id}/review/stop")
def stop(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Stop it."""
    reviews.stop(ctx.tables, table_id, visitor.player)
    return goto(ctx, visitor, f"/t/{table_id}/review")
