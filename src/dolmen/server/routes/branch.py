"""Play from here: a new table from a moment of another one."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.server.border import TableId, Whole
from dolmen.server.commands import branching
from dolmen.server.context import Context, Ctx, Number, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.forms import BranchWish
from dolmen.server.pages.branch import branch_page
from dolmen.store import Table

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/branch")
def choose(ctx: Ctx, visitor: Reading, table_id: TableId, at: Whole | None = None) -> Response:
    """The form: from which moment, which seats are the reader's, who takes the others."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player)
        last = live.state.decisions if at is None else at
        state = branching.moment(live, visitor.player.id if visitor.player else None, last)
        return page(ctx, visitor, "branch.html", branch=branch_page(live, viewer, state, visitor.words))


@router.post("/t/{table_id}/branch")
async def branch(
    request: Request, ctx: Ctx, visitor: Sending, table_id: TableId, at: Number, name: Text = ""
) -> Response:
    """Make the table and go there."""
    form = await request.form()
    fields = {key: str(value) for key, value in form.items()}
    mine = [str(value) for value in form.getlist("mine")]
    table = await run_in_threadpool(_branch, ctx, visitor, table_id, at, name, fields, mine)
    return goto(ctx, visitor, f"/t/{table.id}")


def _branch(
    ctx: Context, visitor: Visitor, table_id: str, at: int, name: str, fields: dict[str, str], mine: list[str]
) -> Table:
    with ctx.tables.open(table_id) as live:
        wish = BranchWish.read(live.meta.key, live.names, fields, mine)
        branching.moment(live, visitor.player.id if visitor.player else None, at)  # before a stranger becomes a guest
    player = visitor.named(name)
    with ctx.quotas.tables.one(visitor.address, player.id):
        return branching.branch(ctx.tables, table_id, player, at, wish.seats, wish.clock, wish.bank)
