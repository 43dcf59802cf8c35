"""The JSON API for the past of a game: its moments, the position at each, and a new table that goes on from one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from dolmen.core.words import words
from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber
from dolmen.server.border import Sent, TableId, Whole
from dolmen.server.commands import branching
from dolmen.server.commands.making import LONGEST_BANK, LONGEST_CLOCK
from dolmen.server.context import Address, Ctx
from dolmen.server.log import log_of
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["moments"], dependencies=[KNOWN])

ENGLISH = words("en")
SeatWord = Annotated[str, Field(max_length=40)]


class MomentView(Told):
    """A moment of a game: after an entry of its log."""

    at: int
    """How many decisions had been made."""
    turn: int
    """In which turn it happened, from 1; 0 before the first."""
    seat: int | None
    """Who did it, if anybody."""
    text: str
    """What happened, in a sentence."""


class PositionView(Told):
    """The position after so many decisions, without what is hidden from you."""

    at: int
    """After how many decisions."""
    decisions: int
    """How many there are in all, so far."""
    deciding: int | None
    """The seat that decided next."""
    position: dict[str, Any]
    """Without what is hidden from you."""


class Branch(Sent):
    """A new table that goes on from a moment."""

    at: Whole
    """After how many decisions."""
    seats: list[SeatWord] = Field(examples=[["me", "bot:greedy", "friend"]], min_length=1, max_length=9)
    """Who takes each seat, in the order of the other table: `me`, `here`, `friend`, `open` or `bot:NAME`."""
    clock: int = Field(default=0, ge=0, le=LONGEST_CLOCK)
    """Seconds that a turn may last before a bot takes the seat; 0: there is no clock."""
    bank: int = Field(default=0, ge=0, le=LONGEST_BANK)
    """Seconds that each seat has beside, for the whole game: what a turn takes longer comes off them."""


class Branched(Told):
    """The table is made."""

    id: str
    """Of the new table."""
    name: str
    """What people call it."""


@router.get("/tables/{table_id}/moments")
def list_moments(ctx: Ctx, player: Caller, table_id: TableId) -> list[MomentView]:
    """What happened so far, entry by entry of the log."""
    del player
    with ctx.tables.open(table_id) as live:
        return [
            MomentView(at=entry.decision, turn=entry.turn, seat=entry.seat, text=str(entry.text.striptags()))
            for entry in log_of(live, ENGLISH)
        ]


@router.get("/tables/{table_id}/moments/{at}")
def read_position(ctx: Ctx, player: Caller, table_id: TableId, at: Whole, seat: OwnSeatNumber = None) -> PositionView:
    """The position after so many decisions: while the game runs, as your seat saw it."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, player, seat)
        branching.refuse_absent(live, at)
        state = live.state_at(at)
        return PositionView(
            at=at,
            decisions=live.state.decisions,
            deciding=state.current_player if state.current_player >= 0 else None,
            position=live.present.view(state, viewer.seat, is_open=live.is_open),
        )


@router.post("/tables/{table_id}/branch", status_code=201)
def branch_table(ctx: Ctx, address: Address, player: Caller, table_id: TableId, wish: Branch) -> Branched:
    """Play on from a moment, at a new table: of any game that is over; of one that runs, where nothing is hidden."""
    with ctx.quotas.tables.one(address, player.id):
        table = branching.branch(ctx.tables, table_id, player, wish.at, wish.seats, wish.clock, wish.bank)
    return Branched(id=table.id, name=table.name)
