"""Who calls the JSON API, for which seat, and what a move answers: shared by all of its routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Header
from pydantic import BaseModel

from dolmen.server.context import Address, Context, Ctx
from dolmen.server.errors import NotYourSeat
from dolmen.server.live_table import LiveTable
from dolmen.store import Player, Repeated


def caller(ctx: Ctx, address: Address, authorization: Annotated[str, Header()] = "") -> Player:
    """Who calls: the header reads `Authorization: Bearer TOKEN`."""
    scheme, _, token = authorization.partition(" ")
    player = ctx.store.player_of_token(token, "api") if scheme.lower() == "bearer" and token else None
    if player is None:
        raise NotYourSeat("the API needs a token: Authorization: Bearer TOKEN")
    ctx.addresses.note(player.id, address)
    return player


Caller = Annotated[Player, Depends(caller)]


def own_seat(ctx: Context, live: LiveTable, player: Player, seat: int | None) -> int:
    """The seat that is meant: the named one, or the only one."""
    viewer = ctx.tables.viewer(live, player, seat)
    if viewer.seat is None:
        raise NotYourSeat("name one of your seats" if viewer.seats else "you do not sit at this table")
    return viewer.seat


class Made(BaseModel):
    """It is made."""

    sequence: int
    repeated: bool = False


def made_once(command: Callable[[], int]) -> Made:
    """Run a command that gives the new sequence; sent twice, it is made once."""
    try:
        return Made(sequence=command())
    except Repeated as error:
        return Made(sequence=error.sequence, repeated=True)
