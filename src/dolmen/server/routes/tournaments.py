"""Tournaments in the browser: the list, the form of a new one, one tournament, and what hosts and players do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool

from dolmen.contract.registry import games
from dolmen.core.errors import DolmenError, UnknownGame, translatable
from dolmen.core.words import capitalized
from dolmen.server.border import TournamentId, Whole
from dolmen.server.commands import tournaments as commands
from dolmen.server.context import Context, Ctx, Number, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import NoSuchTournament, NotTheHost, TableError, TooMany
from dolmen.server.pages.tournament import TournamentWanted, tournament_page
from dolmen.server.pages.tournaments import new_tournament, tournament_list
from dolmen.server.tournament_file import names_in, standings_csv, standings_json
from dolmen.server.tournament_forms import tournament_wish
from dolmen.server.tournament_state import TournamentState
from dolmen.store import Gone, NotFound, Unavailable

router = APIRouter(include_in_schema=False)

RoundNumber = Annotated[Whole, Query(alias="round")]
NO_SUCH = translatable("There is no such tournament.")


@router.get("/tournaments")
def listed(ctx: Ctx, visitor: Reading) -> Response:
    """All tournaments that the reader may see."""
    told = tournament_list(ctx.store, visitor.player, _why_not(ctx, visitor), visitor.words)
    return page(ctx, visitor, "tournaments.html", told=told)


def _why_not(ctx: Context, visitor: Visitor) -> str:
    """Why the reader may not make a tournament; empty where he may."""
    try:
        commands.refuse_host(visitor.player, ctx.config.tournament_hosts)
    except NotTheHost as error:
        return error.translated(visitor.words)
    return ""


@router.get("/tournaments/new")
def form(ctx: Ctx, visitor: Reading, game: str = "") -> Response:
    """The form of a new one."""
    told = new_tournament(game or next(iter(games())), {}, visitor.words)
    return page(ctx, visitor, "new_tournament.html", told=told, notice=_why_not(ctx, visitor))


@router.post("/tournaments")
async def create(request: Request, ctx: Ctx, visitor: Sending) -> Response:
    """Make one and go there; what makes no sense is told above the form, which stays as it was filled."""
    filled = {key: str(value) for key, value in (await request.form()).items()}
    try:
        player = await run_in_threadpool(visitor.named, filled.get("name", ""))
        wish = tournament_wish(filled)
        with ctx.quotas.tournaments.one(visitor.address, player.id):
            hosts = ctx.config.tournament_hosts
            made = await run_in_threadpool(commands.create, ctx.tables, player, wish, hosts)
            if filled.get("enter"):
                await run_in_threadpool(commands.enter, ctx.tables, made.id, player)
    except (UnknownGame, TooMany, Gone, Unavailable):
        raise
    except DolmenError as error:
        return _form_with(ctx, visitor, error, filled)
    return goto(ctx, visitor, f"/tournament/{made.id}")


def _form_with(ctx: Context, visitor: Visitor, error: DolmenError, filled: Mapping[str, str]) -> Response:
    told = new_tournament(filled.get("game", ""), filled, visitor.words)
    status = error.status if isinstance(error, TableError) else 422
    notice = capitalized(error.translated(visitor.words)).rstrip(".") + "."
    return page(ctx, visitor, "new_tournament.html", status, told=told, notice=notice)


# ---------------------------------------------------------------------------------------------------- one tournament


@router.get("/tournament/{tournament_id}.csv")
def as_csv(ctx: Ctx, tournament_id: TournamentId) -> Response:
    """The standings, for spreadsheets."""
    state = _state(ctx, tournament_id)
    named = {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.csv"'}
    text = standings_csv(state, names_in(ctx.store, state))
    return PlainTextResponse(text, media_type="text/csv; charset=utf-8", headers=named)


@router.get("/tournament/{tournament_id}.json")
def as_json(ctx: Ctx, tournament_id: TournamentId) -> Response:
    """The standings, for programs."""
    state = _state(ctx, tournament_id)
    return JSONResponse(standings_json(state, names_in(ctx.store, state)))


def _state(ctx: Context, tournament_id: str) -> TournamentState:
    try:
        return TournamentState.read(ctx.store, tournament_id)
    except NotFound:
        raise NoSuchTournament(NO_SUCH) from None


@router.get("/tournament/{tournament_id}")
def one(
    ctx: Ctx, visitor: Reading, tournament_id: TournamentId, number: RoundNumber = 0, group: Whole = 0, link: str = ""
) -> Response:
    """A tournament."""
    return _page(ctx, visitor, tournament_id, TournamentWanted(number, group), link)


def _page(
    ctx: Context,
    visitor: Visitor,
    tournament_id: str,
    wanted: TournamentWanted,
    link: str,
    notice: str = "",
    status: int = 200,
) -> Response:
    try:
        told = tournament_page(ctx.tables, tournament_id, visitor.player, wanted, visitor.words)
    except NotFound:
        raise NoSuchTournament(NO_SUCH) from None
    given = link if ctx.tables.is_table_token(tournament_id, link) else ""
    return page(ctx, visitor, "tournament.html", status, told=told, wanted=wanted, link=given, notice=notice)


def _done(ctx: Context, visitor: Visitor, tournament_id: str, deed: Callable[[], None], link: str = "") -> Response:
    """Do something and show the tournament again; a refusal stands above it."""
    try:
        deed()
    except (TooMany, Gone, Unavailable):
        raise
    except NotFound:
        raise NoSuchTournament(NO_SUCH) from None
    except DolmenError as error:
        status = error.status if isinstance(error, TableError) else 422
        notice = capitalized(error.translated(visitor.words)).rstrip(".") + "."
        return _page(ctx, visitor, tournament_id, TournamentWanted(), link, notice, status)
    return goto(ctx, visitor, f"/tournament/{tournament_id}")


@router.post("/tournament/{tournament_id}/enter")
def enter(ctx: Ctx, visitor: Sending, tournament_id: TournamentId, name: Text = "", link: Text = "") -> Response:
    """Take part."""
    return _done(
        ctx,
        visitor,
        tournament_id,
        lambda: commands.enter(ctx.tables, tournament_id, visitor.named(name), link),
        link,
    )


@router.post("/tournament/{tournament_id}/leave")
def leave(ctx: Ctx, visitor: Sending, tournament_id: TournamentId) -> Response:
    """Do so no longer."""
    player = visitor.known()
    return _done(ctx, visitor, tournament_id, lambda: commands.leave(ctx.tables, tournament_id, player))


@router.post("/tournament/{tournament_id}/return")
def come_back(ctx: Ctx, visitor: Sending, tournament_id: TournamentId) -> Response:
    """Be drawn again."""
    player = visitor.known()
    return _done(ctx, visitor, tournament_id, lambda: commands.come_back(ctx.tables, tournament_id, player))


@router.post("/tournament/{tournament_id}/bots")
def enter_bots(ctx: Ctx, visitor: Sending, tournament_id: TournamentId, bot: Text, number: Number = 1) -> Response:
    """The host enters bots."""
    player = visitor.known()
    return _done(
        ctx, visitor, tournament_id, lambda: commands.enter_bots(ctx.tables, tournament_id, player, bot, number)
    )


@router.post("/tournament/{tournament_id}/remove")
def remove(ctx: Ctx, visitor: Sending, tournament_id: TournamentId, number: Number) -> Response:
    """The host takes somebody out."""
    player = visitor.known()
    return _done(ctx, visitor, tournament_id, lambda: commands.remove(ctx.tables, tournament_id, player, number))


@router.post("/tournament/{tournament_id}/start")
def start(ctx: Ctx, visitor: Sending, tournament_id: TournamentId) -> Response:
    """The host starts it."""
    player = visitor.known()
    return _done(ctx, visitor, tournament_id, lambda: commands.start(ctx.tables, tournament_id, player))


@router.post("/tournament/{tournament_id}/call-off")
def call_off(ctx: Ctx, visitor: Sending, tournament_id: TournamentId) -> Response:
    """The host calls it off."""
    player = visitor.known()
    return _done(ctx, visitor, tournament_id, lambda: commands.call_off(ctx.tables, tournament_id, player))
