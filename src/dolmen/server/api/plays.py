"""The JSON API for programs that think in plays: the game so far in its notation, and a whole line or row as a move.

The same exchange as in the arena (see `dolmen.arena.external`): a program that plays there can take a seat here.
"""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from dolmen.core.errors import IllegalAction
from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber, made_once, own_seat
from dolmen.server.api.views import plain_plays, so_far_text
from dolmen.server.border import TableId
from dolmen.server.commands import moves
from dolmen.server.context import Ctx
from dolmen.wire.tables import GameView, Made, PlayMade

router = APIRouter(prefix="/api", tags=["programs"], dependencies=[KNOWN])


@router.get("/tables/{table_id}/game")
def read_game(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> GameView:
    """Whether you are asked, and then the game so far in its notation; when it is over, the whole game."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, seat)
        asked, is_over = live.deciding == own, live.state.is_terminal()
        return GameView(
            game=live.transcript().to_text() if is_over else so_far_text(live) if asked else "",
            seat=own,
            plays=plain_plays(live) if asked else [],
            sequence=live.sequence,
            asked=asked,
            scores=list(live.state.scores()) if is_over else None,
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
        actions = live.notation.play_decisions(seen, made.play)
        move = partial(moves.move, ctx.tables, table_id, player, own, made.sequence, actions, made.client_id)
        return made_once(move)
