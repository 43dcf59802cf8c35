"""The JSON API of reviews: ask for one, see how far it is, read it, stop it. Who may see a finished game may do so."""

from __future__ import annotations

from typing import Literal, cast

from fastapi import APIRouter, Depends
from pydantic import Field

from dolmen.analysis.review import Review
from dolmen.core.errors import translatable
from dolmen.core.words import words
from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber, caller
from dolmen.server.border import TableId, Whole
from dolmen.server.commands import reviews
from dolmen.server.context import Context, Ctx
from dolmen.server.errors import NotReviewed
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.review import Teller, TurningPoint
from dolmen.server.reviews import Working
from dolmen.store import KeptReview
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["reviews"], dependencies=[KNOWN])

ENGLISH = words("en")
Status = Literal["asked", "done", "failed"]


class Expected(Told):
    """What a seat could expect after so many decisions."""

    decisions: int
    """After how many."""
    points: float
    """At the end of the game."""


class SeatReview(Told):
    """How well a seat played."""

    seat: int
    """Its number, from 0."""
    name: str
    """Who sat there."""
    score: int
    """The points in the end."""
    plays: int
    """Plays where there was a choice."""
    as_good: int
    """Of these, those that were as good as the bot's own, or better."""
    turns: int
    """How many it had."""
    lost: float
    """Points lost in all."""
    lost_a_turn: float
    """Points lost a turn."""
    expected: list[Expected]
    """After each of its turns; in the end, its points."""


class PointView(Told):
    """A play that won or lost much."""

    number: int
    """Its place among those that are told, from 1."""
    seat: int
    """Whose play it was, from 0."""
    decisions: int
    """How many were made before it: the replay and `branches` take this number."""
    where: str
    """When it was, in words."""
    played: str
    """What was played."""
    worth: float
    """What the seat could expect after it, in what `measure` says."""
    better: str
    """What the bot would have played."""
    better_worth: float
    """What the seat could have expected after that."""
    difference: float
    """Negative: points were lost."""
    reasons: list[str]
    """Why, in words."""
    sentence: str
    """All of it in one sentence."""


class Stopped(Told):
    """The review is not made any more."""

    stopped: bool = True
    """Yes."""


class ReviewView(Told):
    """The review of a game, as far as it is."""

    status: Status
    """`asked` (being made), `done` or `failed`."""
    done: int
    """So many turns were looked at."""
    total: int
    """Of so many; 0 before anybody looked."""
    why: str
    """Why it failed, in a sentence."""
    measure: str = ""
    """What plays are worth: `points` that may be expected, or the `lead` over the best of the others."""
    seats: list[SeatReview] = Field(default=[])
    """How well each seat played, in turn order; empty until it is done."""
    turning_points: list[PointView] = Field(default=[])
    """Of all seats, in the order of the game."""


@router.post("/tables/{table_id}/review")
def ask_review(ctx: Ctx, player: Caller, work: Working, table_id: TableId) -> ReviewView:
    """Ask for the review of a finished or imported game: made once, and kept. Refused with 409 while it goes on."""
    kept = reviews.ask(ctx.tables, table_id, player)
    work.wake()
    with ctx.tables.open(table_id) as live:
        return _view(live, kept)


@router.get("/tables/{table_id}/review", dependencies=[Depends(caller)])
def read_review(ctx: Ctx, table_id: TableId) -> ReviewView:
    """How far the review is, and what was found. Refused with 404 where nobody has asked for it."""
    with ctx.tables.open(table_id) as live:
        return _view(live, _kept(ctx, live))


@router.get("/tables/{table_id}/review/points/{number}", dependencies=[Depends(caller)])
def read_point(ctx: Ctx, table_id: TableId, number: Whole, seat: OwnSeatNumber = None) -> PointView:
    """One of the turning points of all seats, or of one seat. Refused with 404 where there is no such."""
    with ctx.tables.open(table_id) as live:
        kept = _kept(ctx, live)
        if kept.result is None:
            raise NotReviewed(translatable("The review of this game is not done yet."))
        teller = _teller(live, kept)
        point = teller.chosen(teller.points(seat), number, None)
        assert point is not None
        return _point(point)


@router.delete("/tables/{table_id}/review")
def stop_review(ctx: Ctx, player: Caller, table_id: TableId) -> Stopped:
    """Stop a review that is being made: who asked for it, sits at the table or made it may."""
    reviews.stop(ctx.tables, table_id, player)
    return Stopped()


def _kept(ctx: Context, live: LiveTable) -> KeptReview:
    reviews.refuse_unfinished(live)
    kept = ctx.store.review(live.table.id)
    if kept is None:
        raise NotReviewed(translatable("Nobody has asked for a review of this game yet."))
    return kept


def _teller(live: LiveTable, kept: KeptReview) -> Teller:
    return Teller(live, Review.from_json(dict(kept.result or {})), (), f"/t/{live.table.id}", ENGLISH)


def _view(live: LiveTable, kept: KeptReview) -> ReviewView:
    view = ReviewView(status=cast(Status, kept.status), done=kept.done, total=kept.total, why=kept.why)
    if kept.result is None:
        return view
    teller = _teller(live, kept)
    view.measure = teller.found.measure
    view.seats = [
        SeatReview(
            seat=seat,
            name=live.names[seat],
            score=one.score,
            plays=one.plays,
            as_good=one.best,
            turns=one.turns,
            lost=one.lost,
            lost_a_turn=one.lost_a_turn,
            expected=[Expected(decisions=at.decisions, points=at.points) for at in teller.found.courses[seat]],
        )
        for seat, one in enumerate(teller.found.players)
    ]
    view.turning_points = [_point(point) for point in teller.points(None)]
    return view


def _point(point: TurningPoint) -> PointView:
    one = point.judged
    return PointView(
        number=point.number,
        seat=one.seat,
        decisions=one.first,
        where=point.where,
        played=point.played.text,
        worth=one.worth,
        better=point.better.text,
        better_worth=one.better_worth,
        difference=one.difference,
        reasons=list(one.reasons),
        sentence=point.sentence,
    )
