"""The JSON API of what ends a game or comes after it: take back with consent, play again, download."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from dolmen.core.errors import translatable
from dolmen.server.api.callers import KNOWN, Caller, own_seat
from dolmen.server.api.views import read_view
from dolmen.server.border import TableId
from dolmen.server.commands import making, undo
from dolmen.server.context import Address, Ctx
from dolmen.server.errors import NotOver, StoredOnly
from dolmen.server.stored_table import stored_table
from dolmen.wire.tables import TableView, Undo, UndoAnswer

router = APIRouter(prefix="/api", tags=["endings"], dependencies=[KNOWN])


@router.post("/tables/{table_id}/undo", status_code=204)
def ask_undo(ctx: Ctx, player: Caller, table_id: TableId, wish: Undo) -> None:
    """Ask the others to take back your last decision; alone with bots, it is done at once."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, wish.seat)
        undo.ask_undo(ctx.tables, table_id, player, seat, wish.sequence)


@router.post("/tables/{table_id}/undo/answer", status_code=204)
def answer_undo(ctx: Ctx, player: Caller, table_id: TableId, answer: UndoAnswer) -> None:
    """Agree or not that another one takes back a decision (`undo_asked`)."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, answer.seat)
        undo.answer_undo(ctx.tables, table_id, player, seat, answer.sequence, agree=answer.agree)


@router.post("/tables/{table_id}/rematch")
def rematch_table(ctx: Ctx, address: Address, player: Caller, table_id: TableId) -> TableView:
    """The same players at a new table, the start player one seat on. Asked twice, it leads to the same table."""
    with ctx.quotas.tables.one(address, player.id):
        table = making.rematch(ctx.tables, table_id, player)
    return read_view(ctx, player, table.id, None)


@router.get("/tables/{table_id}/file", response_class=PlainTextResponse)
def read_file(ctx: Ctx, player: Caller, table_id: TableId) -> str:
    """The game in its notation, of anybody, once it is over. Refused with 409 while it goes on."""
    del player
    try:
        with ctx.tables.open(table_id) as live:
            if not live.is_over:
                raise NotOver(translatable("the game can be downloaded when it is over"))
            return live.transcript().to_text()
    except StoredOnly:
        return stored_table(ctx.store, table_id).text()
