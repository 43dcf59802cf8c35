"""The JSON API of what a player tries out: his lines at a table, and the turn that his seat has planned.

Nobody else is told of any of it. What your seat may not know is guessed where a line begins, from what it may know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter
from pydantic import Field

from dolmen.contract.game import CHANCE
from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber, own_seat
from dolmen.server.border import Sent, TableId, Whole
from dolmen.server.commands import planned_turns, plans
from dolmen.server.context import Context, Ctx
from dolmen.server.trial import ROLL, Trial
from dolmen.store import Plan, PlannedMove, Player
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["trying it out"], dependencies=[KNOWN])

ActionText = Annotated[str, Field(max_length=200)]
DecidedBy = Literal["me", "bot", "dice", "rules"]
DICE = "roll"
"""What is said to let the dice fall."""


class LineView(Told):
    """A line, in short."""

    line: int
    """Its number, from 1."""
    name: str
    """What you call it; empty where you did not say."""
    seat: int
    """Your seat that tries it out, from 0."""
    base: int
    """How many decisions the table had made where it begins."""
    steps: int
    """How many it has."""
    at: int
    """How many of them have happened at the place that is looked at."""
    others: Literal["bots", "me", "silent"]
    """Who answers for the other seats: `bots`, `me` or `silent`."""
    expected: float | None
    """The points of your seat at the end of the game, as a bot sees it; where other people play, nobody is told."""
    version: int
    """Rises with every change."""


class StepView(Told):
    """A step: decisions of one seat, or of the dice."""

    seat: int | None
    """None: the dice."""
    actions: list[str]
    """What was decided, as texts."""
    by: DecidedBy
    """`me`, `bot`, `dice`, or `rules` where there was nothing to choose."""


class LineChoice(Told):
    """A decision that may be made there, for whichever seat is asked; or what the dice may show."""

    action: int
    """Its id."""
    text: str
    """The same in words of the game's notation."""


class WholeLine(LineView):
    """A line, with the place that is looked at."""

    moved_on: bool
    """Whether the table has decided something since the line began."""
    tried: list[StepView]
    """Its steps, in order."""
    deciding: int | None
    """The seat that is asked there; None: the dice, or nobody any more."""
    position: dict[str, Any]
    """As your seat may see it."""
    choices: list[LineChoice]
    """What may be decided there."""


class NewLine(Sent):
    """A line from the present position."""

    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class LineChange(Sent):
    """Something to be changed about a line."""

    name: str | None = Field(default=None, max_length=40)
    """What you call it."""
    others: str | None = Field(default=None, max_length=8, examples=["bots", "me", "silent"])
    """Who answers for the other seats."""
    at: Whole | None = None
    """The place to look at: so many steps have happened there."""


class LineDecision(Sent):
    """Decisions at the place that is looked at."""

    actions: list[Whole | ActionText] = Field(min_length=1, max_length=20, examples=[["roll"], [17, 240]])
    """Ids or texts, as they were listed; where the dice decide, one of theirs, or `roll`."""
    version: Whole | None = None
    """The version of the line that you saw; it is refused with 409 where the line was changed since."""


class LineSent(Told):
    """The first turn of the line is made, or planned."""

    sequence: int | None
    """The new one of the table; None where your seat is not asked now, so that the turn is planned."""


class PlannedView(Told):
    """The turn that your seat has planned."""

    actions: list[str]
    """What is to be decided, in order."""
    promise: list[str] | None
    """What it was to cost and bring; it is made only if it still does. None: it is made whenever it is legal."""
    text: str
    """The same in words."""


class NewPlanned(Sent):
    """A turn for your seat when it is asked next in its own turn."""

    actions: list[Whole | ActionText] = Field(min_length=1, max_length=20, examples=[[17, 240]])
    """Ids or texts, in order."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


def _short(plan: Plan) -> dict[str, Any]:
    return {
        "line": plan.number,
        "name": plan.name,
        "seat": plan.seat,
        "base": plan.base,
        "steps": len(plan.steps),
        "at": plan.at,
        "others": plan.others,
        "expected": plan.expected,
        "version": plan.version,
    }


def _whole(trial: Trial) -> WholeLine:
    live = trial.live_at(trial.at, trial.seat)
    state, game = live.state, live.state.game
    steps = [
        StepView(
            seat=None if step.seat == CHANCE else step.seat, actions=list(step.actions), by=cast(DecidedBy, step.by)
        )
        for step in trial.steps
    ]
    return WholeLine(
        **_short(trial.kept()),
        moved_on=not trial.is_current,
        tried=steps,
        deciding=state.current_player if state.current_player >= 0 else None,
        position=live.present.view(state, trial.seat, is_open=live.is_open),
        choices=[LineChoice(action=action, text=game.action_text(action)) for action in state.legal_actions()],
    )


@router.get("/tables/{table_id}/lines")
def list_lines(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> list[LineView]:
    """What you try out at a table."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, seat)
    return [LineView(**_short(plan)) for plan in plans.lines(ctx.tables, table_id, player, own)]


@router.post("/tables/{table_id}/lines", status_code=201)
def begin_line(ctx: Ctx, player: Caller, table_id: TableId, new: NewLine) -> WholeLine:
    """Begin a line where the table is now, also while others think."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, new.seat)
    plan = plans.begin(ctx.tables, table_id, player, own)
    return _whole(plans.opened(ctx.tables, table_id, player, plan.number))


@router.get("/tables/{table_id}/lines/{line}")
def read_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole) -> WholeLine:
    """A line, with the position that is looked at and what may be decided there."""
    return _whole(plans.opened(ctx.tables, table_id, player, line))


@router.patch("/tables/{table_id}/lines/{line}")
def change_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole, change: LineChange) -> WholeLine:
    """Give a line a name, say who answers for the others, look at another place of it."""

    def deed(trial: Trial) -> None:
        if change.name is not None:
            plans.rename(trial, change.name)
        if change.at is not None:
            plans.go(trial, change.at)
        if change.others is not None:
            plans.set_others(trial, change.others)

    return _changed(ctx, player, table_id, line, None, deed)


@router.delete("/tables/{table_id}/lines/{line}", status_code=204)
def drop_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole) -> None:
    """Remove a line."""
    ctx.store.drop_plan(table_id, player.id, line)


@router.post("/tables/{table_id}/lines/{line}/decide")
def decide_in_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole, decision: LineDecision) -> WholeLine:
    """Decide at the place that is looked at; what came after it goes. Refused with 409 if the rules do not allow it."""
    actions = [ROLL] if decision.actions == [DICE] else decision.actions
    deed = partial(plans.decide, actions=actions, chance=ctx.tables.chance)
    return _changed(ctx, player, table_id, line, decision.version, deed)


@router.post("/tables/{table_id}/lines/{line}/bot")
def let_bot_answer_in_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole) -> WholeLine:
    """Let a quick bot answer for whoever is asked at the place that is looked at."""
    return _changed(ctx, player, table_id, line, None, Trial.let_bot_answer)


@router.post("/tables/{table_id}/lines/{line}/renew")
def renew_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole) -> WholeLine:
    """Bring a line up to date with the table: what has happened goes, what is not legal any more ends it."""
    return _whole(plans.renew(ctx.tables, table_id, player, line)[0])


@router.post("/tables/{table_id}/lines/{line}/send")
def send_line(ctx: Ctx, player: Caller, table_id: TableId, line: Whole) -> LineSent:
    """Make the first turn of your seat in a line at the table; while it is not asked, plan it.

    Refused with 409 where the table has moved on and the turn is not the same any more: the line is up to date then.
    """
    return LineSent(sequence=plans.send(ctx.tables, table_id, player, line).sequence)


def _changed(
    ctx: Context, player: Player, table_id: str, line: int, version: int | None, deed: Callable[[Trial], None]
) -> WholeLine:
    return _whole(plans.change(ctx.tables, table_id, player, line, version, deed))


# ---------------------------------------------------------------------------------------------------- planned turns


def _planned_view(move: PlannedMove | None) -> PlannedView | None:
    if move is None:
        return None
    promise = None if move.promise is None else list(move.promise)
    return PlannedView(actions=list(move.actions), promise=promise, text=move.text)


@router.get("/tables/{table_id}/planned")
def read_planned(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> PlannedView | None:
    """The turn that your seat has planned, if it has."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, seat)
    return _planned_view(planned_turns.planned(ctx.tables, table_id, player, own))


@router.put("/tables/{table_id}/planned")
def plan_turn(ctx: Ctx, player: Caller, table_id: TableId, new: NewPlanned) -> PlannedView | None:
    """Plan the next turn of your seat: it is made when the seat is asked, if it is legal then.

    A turn that a line sends is made only if it also costs and brings what it did there.
    """
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, new.seat)
    planned_turns.plan_actions(ctx.tables, table_id, player, own, new.actions)
    return _planned_view(planned_turns.planned(ctx.tables, table_id, player, own))


@router.delete("/tables/{table_id}/planned", status_code=204)
def withdraw_planned(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> None:
    """The turn that your seat has planned is not to be made."""
    with ctx.tables.open(table_id) as live:
        own = own_seat(ctx, live, player, seat)
    planned_turns.withdraw(ctx.tables, table_id, player, own)
