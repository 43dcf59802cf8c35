"""A table: its page, what is picked there, and the commands of those who sit at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool

from dolmen.art.tokens import Scheme
from dolmen.contract.content import Fact
from dolmen.core.errors import IllegalAction
from dolmen.server.border import TableId, Whole, known_form
from dolmen.server.bot_list import DEFAULT_LEVEL, bot_of_level
from dolmen.server.commands import auto_answers, chat, clocks, making, moves, seats, undo
from dolmen.server.context import (
    FRESH,
    Context,
    Ctx,
    Number,
    Reading,
    Sending,
    Text,
    Visitor,
    context,
    goto,
    page,
    sender,
    small_form,
)
from dolmen.server.errors import BadRequest, UsedId
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.board_picture import board_picture
from dolmen.server.pages.end import end_page, rematch_part
from dolmen.server.pages.invitation import invitation_to
from dolmen.server.pages.lobby import qr_code
from dolmen.server.pages.prompt import Pick
from dolmen.server.pages.table import TableView
from dolmen.store import FREE, Repeated, SeatTaken, Stale

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
        if live.table.status == "waiting" and not live.is_old:
            link = view.lobby.link
            return page(ctx, visitor, "lobby.html", view=view, qr_code=qr_code(link) if link else "", notice="")
        if live.state.is_terminal():
            return _end(ctx, visitor, view)
        ground = live.present.ground(live.state.game, visitor.words)
        return page(ctx, visitor, "table.html", view=view, ground=ground)


@router.get("/t/{table_id}/end")
def result(ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None) -> Response:
    """The score of a finished game, also of one that was brought from elsewhere."""
    with ctx.tables.open(table_id) as live:
        if not live.state.is_terminal():
            return goto(ctx, visitor, f"/t/{table_id}")
        return _end(ctx, visitor, view_of(ctx, visitor, live, seat))


def _end(ctx: Context, visitor: Visitor, view: TableView) -> Response:
    """The page after the game. Under the table's lock."""
    live, viewer, words = view.live, view.viewer, visitor.words
    actions = rematch_part(live, viewer, ctx.streams.players_at(live.table.id), visitor.csrf, view.here, words)
    return page(ctx, visitor, "end.html", view=view, end=end_page(live, viewer, words), actions=actions)


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


@router.get("/t/{table_id}/picture")
def picture(ctx: Ctx, table_id: TableId, scheme: Scheme = "light", after: Whole | None = None) -> Response:
    """The board now, or after so many decisions, as a picture that stands alone.

    Its address changes with the board, so browsers may keep it.
    """
    with ctx.tables.open(table_id) as live:
        drawn = board_picture(live, scheme, after)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400, immutable"})


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
    except (Stale, UsedId):  # (of two buttons that were pressed at the same time, one is too late)
        _ = visitor.words.gettext
        notice = Fact("", _("The table has moved on. It is up to date now; please choose again."))
    except IllegalAction as error:
        notice = Fact("", str(error))
    return _answer(ctx, visitor, table_id, seat, notice)


# ---------------------------------------------------------------------------------------------------- the own turn


class MoveForm(BaseModel):
    """A decision as a page sends it."""

    seat: Whole
    sequence: Whole
    actions: str
    client: str
    hold: str = ""
    """What becomes of a turn that the decision ends."""
    settle: str = ""
    """What is answered so from now on."""


async def move(request: Request) -> Response:
    """Make a decision. The most frequent request of all: FastAPI would need half of its time to read the form.

    And nearly as much to find this among all routes, so the application looks here first: see `app`.
    """
    ctx = await context(request)
    sent = await small_form(request)
    visitor = sender(request, ctx, sent)
    table_id = known_form(request.path_params["table_id"])
    try:
        form = MoveForm.model_validate(dict(sent))
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    return await run_in_threadpool(_move, ctx, visitor, table_id, form)


def _move(ctx: Context, visitor: Visitor, table_id: str, form: MoveForm) -> Response:
    try:
        numbers = [int(number) for number in form.actions.split()]
    except ValueError:
        raise BadRequest("the decisions are numbers") from None
    try:
        held = moves.Hold(form.hold)
    except ValueError:
        raise BadRequest("a turn is held for a moment, or until it is confirmed") from None
    seat = form.seat
    made = partial(
        moves.move, ctx.tables, table_id, visitor.player, seat, form.sequence, numbers, form.client, hold=held
    )
    if not form.settle:
        return _after(ctx, visitor, table_id, seat, made)
    name, _, value = form.settle.partition("=")
    settled = partial(auto_answers.settle, ctx.tables, table_id, visitor.known(), seat, {name: value})
    return _after(ctx, visitor, table_id, seat, lambda: (made(), settled()))


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
    """Where an invited friend arrives: say a name, sit down; where no seat is free any more, watch."""
    with ctx.tables.open(table_id) as live:
        seat = seats.seat_of_link(ctx.tables, live, token)
        free = [other for other in live.seats if other.kind in FREE and seat in (None, other.seat)]
        sits = seat is None and live.seats_of(visitor.player.id if visitor.player else None)
        if not free or sits or live.is_old:
            return goto(ctx, visitor, f"/t/{table_id}")
        told = invitation_to(live, visitor.words)
        return page(ctx, visitor, "invitation.html", live=live, token=token, invitation=told)


@router.post("/t/{table_id}/join")
def join(
    ctx: Ctx, visitor: Sending, table_id: TableId, name: Text = "", token: Text = "", seat: OptionalNumber = None
) -> Response:
    """Sit down."""
    player = visitor.named(name)
    try:
        seats.join(ctx.tables, table_id, player, seat, token)
    except SeatTaken:
        text = visitor.words.gettext("That seat is taken. You may watch.")
        return page(ctx, visitor, "message.html", 409, text=text, table_id=table_id)
    return goto(ctx, visitor, f"/t/{table_id}")


@router.post("/t/{table_id}/fill")
def fill(
    ctx: Ctx, visitor: Sending, table_id: TableId, level: Number = DEFAULT_LEVEL, seat: OptionalNumber = None
) -> Response:
    """Wait no longer: bots of a level take the free seats, or one of them."""
    bot = bot_of_level(ctx.tables.live(table_id).meta.key, level)
    seats.fill_with_bots(ctx.tables, table_id, visitor.known(), bot, seat)
    return goto(ctx, visitor, f"/t/{table_id}")


@router.post("/t/{table_id}/bot")
def bot(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, name: Text = "") -> Response:
    """Hand the own seat to a bot, or come back to it."""
    player = visitor.known()
    command = partial(seats.return_to_seat, ctx.tables, table_id, player, seat)
    if name:
        command = partial(seats.hand_to_bot, ctx.tables, table_id, player, seat, name)
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/pace")
def pace(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, pace: Text) -> Response:
    """How quickly bots play here, or that the reader wants to be asked at once."""
    command = partial(seats.set_pace, ctx.tables, table_id, visitor.known(), seat, pace)
    return _after(ctx, visitor, table_id, seat, command)


@router.post("/t/{table_id}/pause")
def pause(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, answer: Text) -> Response:
    """Ask for a pause, answer who asks, or go on."""
    player = visitor.known()
    commands = {
        "ask": partial(clocks.ask_pause, ctx.tables, table_id, player, seat),
        "yes": partial(clocks.answer_pause, ctx.tables, table_id, player, seat, agree=True),
        "no": partial(clocks.answer_pause, ctx.tables, table_id, player, seat, agree=False),
        "on": partial(clocks.go_on, ctx.tables, table_id, player, seat),
    }
    if answer not in commands:
        raise BadRequest(f"an answer to a pause is one of: {', '.join(commands)}")
    return _after(ctx, visitor, table_id, seat, commands[answer])


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
