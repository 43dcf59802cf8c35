"""The page of a player, the own one among them, and what is on it for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse

from dolmen.contract.registry import find
from dolmen.core.errors import translatable
from dolmen.server.border import MOST, People, Whole
from dolmen.server.context import FRESH, Context, Ctx, Reading, goto, page
from dolmen.server.errors import NoSuchPlayer
from dolmen.server.game_files import archive, tables_of_games
from dolmen.server.pages.player import PlayerWish, player_page
from dolmen.server.played_by import games_of
from dolmen.server.wanted_games import known_people
from dolmen.store import Player

router = APIRouter(include_in_schema=False)

First = Annotated[Whole, Query(ge=0, le=MOST)]


@router.get("/me")
def me(ctx: Ctx, visitor: Reading) -> Response:
    """The own page; a stranger has none, and is asked for a name."""
    return goto(ctx, visitor, f"/player/{visitor.player.id}" if visitor.player else "/account")


@router.get("/player/{player_id}")
def player(
    ctx: Ctx,
    visitor: Reading,
    player_id: str,
    game: str = "",
    won: bool = False,
    people: bool = False,
    met: People = [],  # noqa: B006
    everybody: bool = False,
    first: First = 0,
) -> Response:
    """The page of a player."""
    found = _found(ctx, player_id)
    wish = _wish(ctx, game, won, people, met, everybody=everybody, first=first)
    told = player_page(ctx.store, found, visitor.player, wish, visitor.words)
    return page(ctx, visitor, "player_page.html", told=told)


@router.get("/player/{player_id}/games.zip")
def files(
    ctx: Ctx,
    visitor: Reading,
    player_id: str,
    game: str = "",
    won: bool = False,
    people: bool = False,
    met: People = [],  # noqa: B006
) -> Response:
    """The files of all games that the page lists and whose tables are kept."""
    found = _found(ctx, player_id)
    played = _wish(ctx, game, won, people, met).chosen(games_of(ctx.store, found.id))
    with ctx.quotas.archives.one(visitor.address):
        zipped = archive(ctx.tables, tables_of_games(ctx.store, played))
    headers = {**FRESH, "Content-Disposition": 'attachment; filename="dolmen-games.zip"'}
    return StreamingResponse(zipped, media_type="application/zip", headers=headers)


def _found(ctx: Context, player_id: str) -> Player:
    found = ctx.store.player(player_id)
    if found is None:
        raise NoSuchPlayer(translatable("There is no such player."))
    return found


def _wish(
    ctx: Context, game: str, won: bool, people: bool, met: list[str], *, everybody: bool = False, first: int = 0
) -> PlayerWish:
    return PlayerWish(find(game).key if game else "", won, people, known_people(ctx.store, met), everybody, first)
