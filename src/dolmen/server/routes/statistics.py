"""The statistics of a game: a page, and what it shows as CSV and JSON."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from dolmen.analysis.statistics import as_csv
from dolmen.contract.registry import find, games
from dolmen.server.border import People, Whole
from dolmen.server.context import Context, Ctx, Reading, goto, page
from dolmen.server.pages.statistics import statistics_page
from dolmen.server.wanted_games import Wanted, statistics_of

router = APIRouter(include_in_schema=False)

Sources = Annotated[list[str], Query(max_length=10)]
Players = Annotated[list[Whole], Query(max_length=10)]


def _wanted(ctx: Context, game: str, sources: list[str], players: list[int], people: list[str]) -> Wanted:
    return Wanted.read(ctx.store, find(game), sources, players, people)


@router.get("/statistics")
def first(ctx: Ctx, visitor: Reading) -> Response:
    """The statistics of the first game."""
    return goto(ctx, visitor, f"/statistics/{next(iter(games()))}")


@router.get("/statistics/{game}.csv")
def as_text(ctx: Ctx, game: str, source: Sources = [], players: Players = [], people: People = []) -> Response:
    """What the page shows, for spreadsheets."""
    found = statistics_of(ctx.store, _wanted(ctx, game, source, players, people))
    named = {"Content-Disposition": f'attachment; filename="statistics-{found.game}.csv"'}
    return PlainTextResponse(as_csv(found), media_type="text/csv; charset=utf-8", headers=named)


@router.get("/statistics/{game}.json")
def as_json(ctx: Ctx, game: str, source: Sources = [], players: Players = [], people: People = []) -> Response:
    """What the page shows, for programs."""
    return JSONResponse(statistics_of(ctx.store, _wanted(ctx, game, source, players, people)).to_json())


@router.get("/statistics/{game}")
def statistics(
    ctx: Ctx, visitor: Reading, game: str, source: Sources = [], players: Players = [], people: People = []
) -> Response:
    """The page."""
    wanted = _wanted(ctx, game, source, players, people)
    me = visitor.player.id if visitor.player else None
    return page(ctx, visitor, "statistics.html", told=statistics_page(ctx.store, wanted, me, visitor.words))
