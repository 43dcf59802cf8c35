"""A table: its page, what is picked there, and the commands of those who sit at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from dolmen.contract.presentation import Fact
from dolmen.core.errors import IllegalAction
from dolmen.server.border import TableId, Whole
from dolmen.server.commands import auto_answers, chat, making, moves, seats, undo
from dolmen.server.context import FRESH, Context, Ctx, Number, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import BadRequest
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.end import end_page
from dolmen.server.pages.prompt import Pick
from dolmen.server.pages.table import TableView
from dolmen.store import NotFound, Repeated, SeatTaken, Stale

router = APIRouter(include_in_schema=False)

LONGEST_PLACE = 40
"""No place on a board has a longer name."""

OptionalNumber = Annotated[Whole | None, Form()]


def view_of(
    ctx: Context,
    visitor: Visitor,
    live: LiveTable,
    seat: int | None,
    pick: Pick | None = None,
    notice: Fact | None = None,
) -> TableView:
    """A table as a visitor may see it. Under its lock."""
    viewer = ctx.tables.viewer(live, visitor.player, seat)
    return TableView(ctx.tables, live, viewer, visitor, visitor.words, ctx.rendering.root_path, pick, notice)


# ---------------------------------------------------------------------------------------------------- looking


@router.get("/t/{table_id}")
def table_page(
    ctx: Ctx,
    visitor: Reading,
    table_id: TableId,
    seat: Whole | None = None,
    group: str = "",
    chosen: str = "",
    way: Whole = 0,
) -> Response:
    """The table: to play, to watch, or, once the game is over, its score."""
    with ctx.tables.open(table_id) as live:
        if live.table.status == "imported":
            return goto(ctx, visitor, f"/t/{table_id}/replay?at=0")
        view = view_of(ctx, visitor, live, seat, Pick.read(group, chosen, way))
        if live.state.is_terminal():
            return page(ctx, visitor, "end.html", end=end_page(live, view.viewer, visitor.words))
        ground = live.present.ground(live.state.game, visitor.words)
        return page(ctx, visitor, "table.html", view=view, ground=ground)


@router.get("/t/{table_id}/prompt")
def prompt_part(
    ctx: Ctx,
    visitor: Reading,
    table_id: TableId,
    seat: Whole | None = None,
    group: str = "",
    chosen: str = "",
    way: Whole = 0,
) -> Response:
    """The question with what was picked: the card, and the lit places."""
    with ctx.tables.open(table_id) as live:
        view = view_of(ctx, visitor, live, seat, Pick.read(group, chosen, way))
        ctx.streams.resend_all(table_id, visitor.player)
        prompt = ctx.rendering.written(view.prompt, visitor.words).html
        html = f"{prompt}\n{ctx.rendering.partials(view.picked_parts(), visitor.words)}"
    response = HTMLResponse(html, headers=FRESH)
    visitor.remember(response)
    return response


@router.get("/t/{table_id}/update")
def update(ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None) -> Response:
    """All parts of a table page: for a browser whose stream is late."""
    return _update(ctx, visitor, table_id, seat)


@router.get("/t/{table_id}/why")
def why_not(ctx: Ctx, visitor: Reading, table_id: TableId, place: str, seat: Whole | None = None) -> Response:
    """Why a place cannot be chosen."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        if live.deciding is None or live.deciding != viewer.seat or len(place) > LONGEST_PLACE:
            return Response(status_code=204)
        fact = live.present.refusal(live.state, place, visitor.words)
        return page(ctx, visitor, "notice.html", notice=fact, game=live.meta.key)


# ---------------------------------------------------------------------------------------------------- answers


def _update(ctx: Context, visitor: Visitor, table_id: str, seat: int | None, notice: Fact | None = None) -> Response:
    """All parts of a table page that may change, for answers."""
    with ctx.tables.open(table_id) as live:
        view = view_of(ctx, visitor, live, seat, notice=notice)
        ctx.streams.resend_all(table_id, visitor.player)
        if ctx.store.is_shared:
            ctx.store.notify(table_id)  # the stream may be another server's
        return HTMLResponse(ctx.rendering.partials(view.all_parts(), visitor.words), headers=FRESH)


def _answer(ctx: Context, visitor: Visitor, table_id: str, seat: int | None, notice: Fact | None = None) -> Response:
    """After a command: a notice for a script, whose stream brings the rest; the page for a browser without one."""
    if not visitor.scripted:
        return goto(ctx, visitor, f"/t/{table_id}" + (f"?seat={seat}" if seat is not None else ""))
    if notice is None:
        return Response(status_code=204)  # the stream brings what has changed
    return _update(ctx, visitor, table_id, seat, notice)


def _after(ctx: Context, visitor: Visitor, table_id: str, seat: int | None, command: Callable[[], object]) -> Response:
    """Run a command and answer; one that comes too late changes nothing and is told so."""
    notice = None
    try:
        command()
    except Repeated:
        pass  # it is done already
    except Stale:
        _ = visitor.words.gettext
        notice = Fact("", _("The table has moved on. It is up to date now; please choose again."))
    except IllegalAction as error:
        notice = Fact("", str(error))
    return _answer(ctx, visitor, table_id, seat, notice)


# ---------------------------------------------------------------------------------------------------- the own turn


@router.post("/t/{table_id}/moves")
def move(
    ctx: Ctx,
    visitor: Sending,
    table_id: TableId,
    seat: Number,
    sequence: Number,
    actions: Text,
    client: Text,
    hold: Number = 0,
) -> Response:
    """Make a decision; with `hold`, the turn ends only when it is confirmed."""
    try:
        numbers = [int(number) for number in actions.split()]
    except ValueError:
        raise BadRequest("the decisions are numbers") from None
    made = partial(moves.move, ctx.tables, table_id, visitor.player, seat, sequence, numbers, client, hold=bool(hold))
    return _after(ctx, visitor, table_id, seat, made)


@router.post("/t/{table_id}/confirm")
def confirm(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, sequence: Number) -> Response:
    """Confirm the own turn."""
    command = partial(moves.confirm, ctx.tables, table_id, visitor.known(), seat, sequence)
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/back")
def back(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, sequence: Number) -> Response:
    """Take back the own last decision."""
    command = partial(undo.back, ctx.tables, table_id, visitor.known(), seat, sequence)
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/undo")
def ask_or_answer_undo(
    ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, sequence: Number, answer: Text = ""
) -> Response:
    """Ask to take something back, or answer who asks."""
    player = visitor.known()
    command = partial(undo.ask_undo, ctx.tables, table_id, player, seat, sequence)
    if answer:
        command = partial(undo.answer_undo, ctx.tables, table_id, player, seat, sequence, agree=answer == "yes")
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/standing")
async def settle(request: Request, ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number) -> Response:
    """Settle later answers of the own seat."""
    form = await request.form()
    answers = {key[8:]: str(value) for key, value in form.items() if key.startswith("settled_")}
    command = partial(auto_answers.settle, ctx.tables, table_id, visitor.known(), seat, answers)
    return await run_in_threadpool(_after, ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/chat")
def say(ctx: Ctx, visitor: Sending, table_id: TableId, text: Text, seat: OptionalNumber = None) -> Response:
    """Say something."""
    chat.say(ctx.tables, table_id, visitor.known(), text)
    return _answer(ctx, visitor, table_id, seat)


# ---------------------------------------------------------------------------------------------------- seats


@router.get("/j/{table_id}/{token}")
def invitation(ctx: Ctx, visitor: Reading, table_id: TableId, token: str) -> Response:
    """Where an invited friend arrives: say a name, sit down."""
    place = ctx.store.seat_of_token(token)
    if place is None or place[0] != table_id:
        raise NotFound("the link leads to no seat")
    live = ctx.tables.live(table_id)
    if live.seats[place[1]].player is not None or live.is_old:
        return goto(ctx, visitor, f"/t/{table_id}")
    return page(ctx, visitor, "invitation.html", live=live, token=token)


@router.post("/t/{table_id}/join")
def join(
    ctx: Ctx, visitor: Sending, table_id: TableId, name: Text = "", token: Text = "", seat: OptionalNumber = None
) -> Response:
    """Sit down."""
    player = visitor.named(name)
    try:
        seats.join(ctx.tables, table_id, player, seat, token)
    except SeatTaken:
        text = visitor.words.gettext("Somebody sits there already. You may watch.")
        return page(ctx, visitor, "message.html", 409, text=text, table_id=table_id)
    return goto(ctx, visitor, f"/t/{table_id}")


@router.post("/t/{table_id}/fill")
def fill(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Wait no longer: bots take the free seats."""
    seats.fill_with_bots(ctx.tables, table_id, visitor.known())
    return goto(ctx, visitor, f"/t/{table_id}")


@router.post("/t/{table_id}/bot")
def bot(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, name: Text = "") -> Response:
    """Hand the own seat to a bot, or come back to it."""
    player = visitor.known()
    command = partial(seats.return_to_seat, ctx.tables, table_id, player, seat)
    if name:
        command = partial(seats.hand_to_bot, ctx.tables, table_id, player, seat, name)
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/absent")
def absent(
    ctx: Ctx, visitor: Sending, table_id: TableId, absent: Number, sequence: Number, name: Text = ""
) -> Response:
    """Do without somebody whose time is up: a bot takes the seat or, without a bot's name, nobody does."""
    player = visitor.known()
    command = partial(seats.drop_absent, ctx.tables, table_id, player, absent, sequence)
    if name:
        command = partial(seats.replace_absent, ctx.tables, table_id, player, absent, sequence, name)
    return _after(ctx, visitor, table_id, None, command)


@router.post("/t/{table_id}/rematch")
def rematch(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """The same people again."""
    player = visitor.known()
    with ctx.quotas.tables.one(visitor.address, player.id):
        table = making.rematch(ctx.tables, table_id, player)
    return goto(ctx, visitor, f"/t/{table.id}")
