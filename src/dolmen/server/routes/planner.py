"""Trying it out: the pages of a line, what is done in it, and what is sent of it to the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from dolmen.contract.content import Fact
from dolmen.core.errors import DolmenError, IllegalAction
from dolmen.server.border import TableId, Whole
from dolmen.server.bot_line import Asker
from dolmen.server.commands import planned_turns, plans
from dolmen.server.commands.moves import Hold
from dolmen.server.context import FRESH, Context, Ctx, Number, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import BadRequest, LineEnded, LineMoved, NotRunning
from dolmen.server.expectations import Expectations
from dolmen.server.log import log_of
from dolmen.server.pages.planner import PlanView, ending_text
from dolmen.server.pages.prompt import Pick
from dolmen.server.trial import Ending, Trial
from dolmen.store import NotFound, Stale

router = APIRouter(include_in_schema=False)

LONGEST_PLACE = 40
"""No place on a board has a longer name."""
HOLDS = {"deed": Hold.MOMENT, "turn": Hold.TURN, "never": Hold.NOT}
"""What becomes of a turn that is sent, by what its sender wants to confirm."""


def expectations(request: Request) -> Expectations:
    """The server's own."""
    return cast(Expectations, request.app.state.expectations)


def view_of(
    ctx: Context, visitor: Visitor, trial: Trial, pick: Pick | None = None, notice: Fact | None = None
) -> PlanView:
    """A line as its owner sees it."""
    lines = [plan for plan in ctx.store.plans(trial.plan.table, trial.plan.player) if plan.seat == trial.seat]
    return PlanView(ctx.tables, trial, lines, visitor, visitor.words, ctx.rendering.root_path, pick, notice)


def opened(ctx: Context, visitor: Visitor, table_id: str, line: int) -> Trial:
    """One of the visitor's lines."""
    return plans.opened(ctx.tables, table_id, visitor.known(), line)


def _address(table_id: str, line: int) -> str:
    return f"/t/{table_id}/try/{line}"


# ---------------------------------------------------------------------------------------------------- looking


@router.post("/t/{table_id}/try")
def begin(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number, new: Text = "") -> Response:
    """Try something out from the present position: in a line that begins there, or in a new one."""
    deed = plans.begin if new else plans.resume
    plan = deed(ctx.tables, table_id, visitor.known(), seat)
    return goto(ctx, visitor, _address(table_id, plan.number))


@router.get("/t/{table_id}/try/{line}")
def plan_page(
    ctx: Ctx, visitor: Reading, table_id: TableId, line: Whole, group: str = "", chosen: str = "", way: Whole = 0
) -> Response:
    """A line, where it is looked at; without it, or once nothing is decided any more, the table."""
    try:
        trial = opened(ctx, visitor, table_id, line)
    except (NotFound, NotRunning):
        return goto(ctx, visitor, f"/t/{table_id}")
    view = view_of(ctx, visitor, trial, Pick.read(group, chosen, way))
    ground = view.live.present.ground(view.live.state.game, visitor.words)
    return page(ctx, visitor, "planner.html", view=view, ground=ground)


@router.get("/t/{table_id}/try/{line}/prompt")
def prompt_part(
    ctx: Ctx, visitor: Reading, table_id: TableId, line: Whole, group: str = "", chosen: str = "", way: Whole = 0
) -> Response:
    """The question with what was picked."""
    view = view_of(ctx, visitor, opened(ctx, visitor, table_id, line), Pick.read(group, chosen, way))
    prompt = ctx.rendering.written(view.prompt, visitor.words).html
    html = f"{prompt}\n{ctx.rendering.partials(view.picked_parts(), visitor.words)}"
    return HTMLResponse(html, headers=FRESH)


@router.get("/t/{table_id}/try/{line}/update")
def update(ctx: Ctx, visitor: Reading, table_id: TableId, line: Whole) -> Response:
    """All parts that may change with a step."""
    return _parts(ctx, visitor, opened(ctx, visitor, table_id, line))


@router.get("/t/{table_id}/try/{line}/why")
def why_not(ctx: Ctx, visitor: Reading, table_id: TableId, line: Whole, place: str) -> Response:
    """Why a place cannot be chosen."""
    trial = opened(ctx, visitor, table_id, line)
    live = trial.live_at(trial.at, trial.seat)
    if live.deciding is None or len(place) > LONGEST_PLACE:
        return Response(status_code=204)
    fact = live.present.refusal(live.state, place, visitor.words)
    return page(ctx, visitor, "notice.html", notice=fact, game=live.meta.key)


@router.get("/t/{table_id}/try/{line}/expected")
async def expected(
    ctx: Ctx, visitor: Reading, bots: Annotated[Expectations, Depends(expectations)], table_id: TableId, line: Whole
) -> Response:
    """What may be expected at the end of the line, as a bot sees it; where other people play, nobody is told."""
    trial = await run_in_threadpool(opened, ctx, visitor, table_id, line)
    points = trial.plan.expected
    if points is None and trial.is_alone:
        points = await bots.ask(trial, Asker(trial.plan.player, visitor.address))
        if points is not None:
            await run_in_threadpool(ctx.store.keep_expected, trial.plan, points)
    told = f"{points:.0f}" if points is not None and trial.is_alone else ""
    return await run_in_threadpool(page, ctx, visitor, "planner_expected.html", expected=told)


# ---------------------------------------------------------------------------------------------------- in the line


def _parts(ctx: Context, visitor: Visitor, trial: Trial, notice: str = "") -> Response:
    view = view_of(ctx, visitor, trial, notice=Fact("", notice) if notice else None)
    return HTMLResponse(ctx.rendering.partials(view.all_parts(), visitor.words), headers=FRESH)


def _change(
    ctx: Context, visitor: Visitor, table_id: str, line: int, version: int | None, deed: Callable[[Trial], None]
) -> Response:
    """Change a line; the answer is what has changed in its page, or the page for a browser without a script."""
    notice = ""
    try:
        trial = plans.change(ctx.tables, table_id, visitor.known(), line, version, deed)
    except Stale:
        trial = opened(ctx, visitor, table_id, line)
        notice = visitor.words.gettext("The line was changed elsewhere. It is up to date now; please choose again.")
    if not visitor.scripted:
        return goto(ctx, visitor, _address(table_id, line))
    return _parts(ctx, visitor, trial, notice)


def _sentence(error: DolmenError, visitor: Visitor) -> str:
    text = error.translated(visitor.words)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


@router.post("/t/{table_id}/try/{line}/moves")
def decide(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole, sequence: Number, actions: Text) -> Response:
    """Make decisions in the line, for whichever seat is asked there, or say what the dice show."""
    try:
        numbers = [int(number) for number in actions.split()]
    except ValueError:
        raise BadRequest("the decisions are numbers") from None
    deed = partial(plans.decide, actions=numbers, chance=ctx.tables.chance)
    return _change(ctx, visitor, table_id, line, sequence, deed)


@router.post("/t/{table_id}/try/{line}/go")
def go(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole, at: Number) -> Response:
    """Look at another place of the line."""
    return _change(ctx, visitor, table_id, line, None, partial(plans.go, at=at))


@router.post("/t/{table_id}/try/{line}/back")
def back(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole) -> Response:
    """Look at the place before what was decided last."""
    return _change(ctx, visitor, table_id, line, None, plans.back)


@router.post("/t/{table_id}/try/{line}/others")
def others(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole, others: Text) -> Response:
    """Who answers for the other seats."""
    return _change(ctx, visitor, table_id, line, None, partial(plans.set_others, others=others))


@router.post("/t/{table_id}/try/{line}/bot")
def bot(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole) -> Response:
    """Let a bot answer what is asked here."""
    return _change(ctx, visitor, table_id, line, None, Trial.let_bot_answer)


@router.post("/t/{table_id}/try/{line}/name")
def name(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole, name: Text = "") -> Response:
    """Give the line a name."""
    return _change(ctx, visitor, table_id, line, None, partial(plans.rename, name=name))


@router.post("/t/{table_id}/try/{line}/delete")
def delete(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole) -> Response:
    """Remove the line, and look at the last one that is left."""
    player = visitor.known()
    ctx.store.drop_plan(table_id, player.id, line)
    left = ctx.store.plans(table_id, player.id)
    return goto(ctx, visitor, _address(table_id, left[-1].number) if left else f"/t/{table_id}")


# ---------------------------------------------------------------------------------------------------- the table


@router.post("/t/{table_id}/try/{line}/renew")
def renew(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole) -> Response:
    """Bring the line up to date with the table."""
    trial, ending = plans.renew(ctx.tables, table_id, visitor.known(), line)
    if not visitor.scripted:
        return goto(ctx, visitor, _address(table_id, line))
    return _parts(ctx, visitor, trial, _ending_text(ctx, visitor, table_id, ending) if ending else "")


@router.post("/t/{table_id}/try/{line}/send")
def send(ctx: Ctx, visitor: Sending, table_id: TableId, line: Whole) -> Response:
    """Make the first turn of the line at the table, or plan it for when the seat is asked."""
    player, notice = visitor.known(), ""
    try:
        text = view_of(ctx, visitor, opened(ctx, visitor, table_id, line)).first_turn
        plans.send(ctx.tables, table_id, player, line, HOLDS[visitor.confirm], text)
    except LineEnded as error:
        notice = _ending_text(ctx, visitor, table_id, error.ending)
    except (LineMoved, IllegalAction, BadRequest, Stale) as error:
        notice = _sentence(error, visitor)
    trial = opened(ctx, visitor, table_id, line) if notice else None
    if trial is not None and visitor.scripted:
        return _parts(ctx, visitor, trial, notice)
    if trial is not None:
        return goto(ctx, visitor, _address(table_id, line))
    seat = ctx.store.plan(table_id, player.id, line).seat
    if not visitor.scripted:
        return goto(ctx, visitor, f"/t/{table_id}?seat={seat}")
    return Response(status_code=204, headers={"HX-Redirect": ctx.rendering.url(f"/t/{table_id}?seat={seat}")})


def _ending_text(ctx: Context, visitor: Visitor, table_id: str, ending: Ending) -> str:
    with ctx.tables.open(table_id) as live:
        return ending_text(ending, log_of(live, visitor.words), visitor.words)


@router.post("/t/{table_id}/planned/withdraw")
def withdraw(ctx: Ctx, visitor: Sending, table_id: TableId, seat: Number) -> Response:
    """The turn that was planned for a seat is not to be made any more."""
    planned_turns.withdraw(ctx.tables, table_id, visitor.known(), seat)
    return goto(ctx, visitor, f"/t/{table_id}?seat={seat}")
