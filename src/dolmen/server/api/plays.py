"""The JSON API for programs that think in plays: the game so far in its notation, and a whole line or row as a move.

The same exchange as in the arena (see `dolmen.arena.external`): a program that plays there can take a seat here.
"""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from pydantic import BaseModel, Field

from dolmen.contract.registry import package
from dolmen.core.errors import IllegalAction
from dolmen.server.api.callers import Caller, Made, made_once, own_seat
from dolmen.server.border import Sent, TableId, Whole
from dolmen.server.commands import moves
from dolmen.server.context import Ctx

router = APIRouter(prefix="/api", tags=["programs"])


class GameView(BaseModel):
    """The game so far, as a program is asked about it."""

    game: str
    """In its notation, what a player with perfect memory knows; empty unless you are asked."""
    seat: int
    """Your place, from 1."""
    plays: list[str]
    """Plays that may come next, though the rules may allow more; empty unless you are asked."""
    sequence: int
    asked: bool
    scores: list[int] | None
    """The points by seat, once the game is over."""


class PlayMade(Sent):
    """A play, made at the sequence that you saw."""

    sequence: Whole
    play: str = Field(min_length=1, max_length=2000)
    """A line or row of the game's notation, as it was listed."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""
    client_id: str | None = Field(default=None, max_length=64)
    """Sent twice with the same id, it is made once."""


@router.get("/tables/{table_id}/game")
def read_game(ctx: Ctx, player: Caller, table_id: TableId, seat: Whole | None = None) -> GameView:
    """Whether you are asked, and then the game so far in its notation."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, seat)
        plays, asked = package(live.meta.key).notation(), live.deciding == own
        return GameView(
            game=plays.so_far_text(live.transcript()) if asked else "",
            seat=own + 1,
            plays=plays.plain_plays(live.state) if asked else [],
            sequence=live.sequence,
            asked=asked,
            scores=list(live.state.scores()) if live.state.is_terminal() else None,
        )


@router.post("/tables/{table_id}/plays")
def make_play(ctx: Ctx, player: Caller, table_id: TableId, made: PlayMade) -> Made:
    """Make a whole line or row. Refused with 409 if the table has moved on or the rules do not allow it."""
    with ctx.tables.change(table_id) as live:
        own = own_seat(ctx, live, player, made.seat)
        seen = live.state
        if made.sequence != live.sequence:  # sent again, perhaps: the play is read where it was made
            seen = live.state_at(live.decisions_at(made.sequence))
        elif live.deciding != own:
            raise IllegalAction("your seat is not asked now")
        actions = package(live.meta.key).notation().play_decisions(seen, made.play)
        move = partial(moves.move, ctx.tables, table_id, player, own, made.sequence, actions, made.client_id)
        return made_once(move)
