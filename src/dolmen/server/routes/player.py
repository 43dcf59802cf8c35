"""The page of a player, the own one among them, and what is on it for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from dolmen.contract.registry import find
from dolmen.core.errors import translatable
from dolmen.server.border import MOST, Whole
from dolmen.server.context import Ctx, Reading, goto, page
from dolmen.server.errors import NoSuchPlayer
from dolmen.server.pages.player import PlayerWish, player_page

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
    everybody: bool = False,
    first: First = 0,
) -> Response:
    """The page of a player."""
    found = ctx.store.player(player_id)
    if found is None:
        raise NoSuchPlayer(translatable("There is no such player."))
    wish = PlayerWish(find(game).key if game else "", won, everybody, first)
    told = player_page(ctx.store, found, visitor.player, wish, visitor.words)
    return page(ctx, visitor, "player_page.html", told=told)
