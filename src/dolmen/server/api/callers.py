"""Who calls the JSON API, for which seat, and what a move answers: shared by all of its routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from dolmen.server.border import Whole
from dolmen.server.context import Address, Context, Ctx
from dolmen.server.errors import NoToken, NotYourSeat, UnknownParameter
from dolmen.server.live_table import LiveTable
from dolmen.store import Player, Repeated
from dolmen.wire.tables import Made

BEARER = HTTPBearer(
    scheme_name="token",
    description="A token of `POST /api/guests`, or of the page `/account`: `Authorization: Bearer TOKEN`.",
    auto_error=False,
)


def caller(ctx: Ctx, address: Address, sent: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]) -> Player:
    """Who calls: the header reads `Authorization: Bearer TOKEN`."""
    if sent is None:
        raise NoToken("the API needs a token: Authorization: Bearer TOKEN")
    player = ctx.store.player_of_token(sent.credentials, "api")
    if player is None:
        raise NoToken("this token stands for nobody: it was withdrawn, or it is misspelt")
    ctx.addresses.note(player.id, address)
    return player


Caller = Annotated[Player, Depends(caller)]
OwnSeatNumber = Annotated[Whole | None, Query(description="One of your seats, from 0, if you have several.")]


def refuse_unknown_parameters(request: Request) -> None:
    """A query names only what the operation knows. Raises UnknownParameter."""
    route: Any = request.scope.get("route")
    if isinstance(route, APIRoute):
        known = {field.alias for field in route.dependant.query_params}
        for name in request.query_params:
            if name not in known:
                there = f"there are: {', '.join(sorted(known))}" if known else "there are none"
                raise UnknownParameter(f"this address has no parameter '{name[:40]}'; {there}")


KNOWN = Depends(refuse_unknown_parameters)
"""What every router of the API asks for."""


def own_seat(ctx: Context, live: LiveTable, player: Player, seat: int | None) -> int:
    """The seat that is meant: the named one, or the only one."""
    viewer = ctx.tables.viewer(live, player, seat)
    if viewer.seat is None:
        raise NotYourSeat("name one of your seats" if viewer.seats else "you do not sit at this table")
    return viewer.seat


def made_once(command: Callable[[], int]) -> Made:
    """Run a command that gives the new sequence; sent twice, it is made once."""
    try:
        return Made(sequence=command())
    except Repeated as error:
        return Made(sequence=error.sequence, repeated=True)
