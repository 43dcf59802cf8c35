"""Looking at the players of a table: the board of one, what is his on the main board, all side by side, a forecast."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from dolmen.contract.content import Forecast, Overview
from dolmen.server.border import TableId, Whole
from dolmen.server.context import Context, Ctx, Reading, Visitor, page
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.parts import apart
from dolmen.server.shown_table import shown_table

router = APIRouter(include_in_schema=False)

NOTHING = 204


@router.get("/t/{table_id}/seat-board")
@router.get("/t/{table_id}/try/{line}/seat-board")
def seat_board(
    ctx: Ctx, visitor: Reading, table_id: TableId, of: Whole, seat: Whole | None = None, line: Whole | None = None
) -> Response:
    """The board of a seat, to look at, with its rings on the main one."""
    with shown_table(ctx, visitor, table_id, seat, line) as (live, viewer):
        if not 0 <= of < live.state.game.players:
            return Response(status_code=NOTHING)
        board = live.present.seat_board(live.state, of, live.names, visitor.words)
        if board is None:
            return Response(status_code=NOTHING)
        marks, tint = live.present.seat_marks(live.state, of), live.colours[of]
        markup = apart(board.markup, "their")
        return page(
            ctx, visitor, "seat_board.html", board=board, markup=markup, of=of, viewer=viewer, marks=marks, colour=tint
        )


@router.get("/t/{table_id}/seat-marks")
@router.get("/t/{table_id}/try/{line}/seat-marks")
def seat_marks(
    ctx: Ctx, visitor: Reading, table_id: TableId, of: Whole, seat: Whole | None = None, line: Whole | None = None
) -> Response:
    """The rings of a seat on the main board, and where it can get to."""
    with shown_table(ctx, visitor, table_id, seat, line) as (live, _viewer):
        if not 0 <= of < live.state.game.players:
            return Response(status_code=NOTHING)
        marks, tint = live.present.seat_marks(live.state, of), live.colours[of]
        return page(ctx, visitor, "seat_marks.html", of=of, marks=marks, colour=tint)


@router.get("/t/{table_id}/all-players")
@router.get("/t/{table_id}/try/{line}/all-players")
def all_players(
    ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None, line: Whole | None = None
) -> Response:
    """All players side by side."""
    with shown_table(ctx, visitor, table_id, seat, line) as (live, viewer):
        overview = live.present.overview(live.state, visitor.words)
        if overview is None:
            return Response(status_code=NOTHING)
        return _sheet(ctx, visitor, live, viewer, overview=overview)


@router.get("/t/{table_id}/forecast")
@router.get("/t/{table_id}/try/{line}/forecast")
def forecast(
    ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None, line: Whole | None = None
) -> Response:
    """The final scoring as if the game ended now."""
    with shown_table(ctx, visitor, table_id, seat, line) as (live, viewer):
        told = live.present.forecast(live.state, viewer.seat, visitor.words)
        return _sheet(ctx, visitor, live, viewer, forecast=told)


def _sheet(
    ctx: Context,
    visitor: Visitor,
    live: LiveTable,
    viewer: Viewer,
    *,
    overview: Overview | None = None,
    forecast: Forecast | None = None,
) -> Response:
    """The sheet over the main board, with a line for each player: the overview if there is one, else the forecast."""
    panels = live.present.panels(live.state, viewer.seat, visitor.words, colours=live.colours, is_open=live.is_open)
    return page(
        ctx,
        visitor,
        "sheet.html",
        shows="all-players" if overview else "forecast",
        overview=overview,
        forecast=forecast,
        panels=panels,
        names=live.names,
        own=viewer.seat,
    )
