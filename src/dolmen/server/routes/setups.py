"""Set-ups: a page that shows one, changes it and draws it again; the set-up of a table before and after its start."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.contract.registry import find, package
from dolmen.core.errors import DolmenError, translatable
from dolmen.server.border import TableId, whole_number
from dolmen.server.commands import setups
from dolmen.server.commands.making import begin
from dolmen.server.context import Context, Ctx, Reading, Sending, Visitor, goto, page
from dolmen.server.errors import BadRequest, TableError
from dolmen.server.pages.lobby import qr_code
from dolmen.server.pages.setups import setup_view
from dolmen.server.pages.table import TableView
from dolmen.server.set_up import address, known_options, options_of_form, shared_options
from dolmen.server.table_options import SEED, SEEDS, laid_by_hand, refuse_unknown

router = APIRouter(include_in_schema=False)


@router.get("/setups/{game}")
def setup_page(request: Request, ctx: Ctx, visitor: Reading, game: str) -> Response:
    """A set-up that belongs to no table yet; its address tells it."""
    meta, present = find(game), package(game).presentation()
    told = dict(request.query_params)
    players, notice, status = meta.min_players + 1, "", 200
    try:
        players = _players(told, players)
        options = {**known_options(present, told), **known_options(present, options_of_form(told))}
        if told.get("draw") or not options:
            return goto(ctx, visitor, address(meta.key, players, _drawn_again(options, laid_by_hand(present), told)))
        refuse_unknown(present, options)
        transcript = begin(meta.key, players, _fixed(options))
    except DolmenError as error:
        text, status = error.translated(visitor.words), 422
        notice, options = f"{text[:1].upper()}{text[1:]}.", {SEED: "0"}
        players = players if meta.min_players <= players <= meta.max_players else meta.min_players + 1
        transcript = begin(meta.key, players, options)
    return page(
        ctx,
        visitor,
        "setup.html",
        status,
        setup=setup_view(present, transcript, meta.key, options, visitor.words),
        title=meta.title,
        least=meta.min_players,
        most=meta.max_players,
        origin=visitor.origin + ctx.rendering.root_path,
        view_box=present.view_box,
        drawn=present.ground(transcript.state.game, visitor.words)
        + present.pieces(transcript.state, frozenset(), present.seat_colours(transcript.state, options)),
        notice=notice,
    )


def _players(told: Mapping[str, str], usual: int) -> int:
    """How many an address says that play; the rules tell whether so many can. Raises BadRequest."""
    text = told.get("players", "").strip()
    number = whole_number(text) if text else usual
    if number is None:
        raise BadRequest(translatable("a field is a number, not '%(text)s'"), text=text[:20])
    return number


def _fixed(options: Mapping[str, str]) -> dict[str, str]:
    """What an address leaves open is drawn alike for everybody who opens it."""
    return {SEED: "0", **options}


def _drawn_again(options: Mapping[str, str], by_hand: set[str], told: Mapping[str, str]) -> dict[str, str]:
    """The same options, everything else drawn: from the seed that was typed, where that is wished, or from any."""
    seed = told.get("seed", "") if told.get("draw") == "seed" else ""
    return {**{name: value for name, value in options.items() if name not in by_hand}, SEED: seed or _any_seed()}


def _any_seed() -> str:
    return str(secrets.randbelow(SEEDS))


# ---------------------------------------------------------------------------------------------------- of a table


@router.get("/t/{table_id}/setup")
def table_setup(ctx: Ctx, visitor: Reading, table_id: TableId) -> Response:
    """The set-up of a table, to be played again."""
    with ctx.tables.open(table_id) as live:
        options = shared_options(live.first_setup, live.table.options)
        return goto(ctx, visitor, address(live.meta.key, len(live.seats), options))


@router.post("/t/{table_id}/setup")
async def change_setup(request: Request, ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Who made a table that waits lays out its set-up, or draws it again."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    try:
        options = await run_in_threadpool(_wished, ctx, table_id, form)
        await run_in_threadpool(setups.change, ctx.tables, table_id, visitor.known(), options)
    except DolmenError as error:
        if isinstance(error, TableError) and error.status != 400:
            raise
        return await run_in_threadpool(_refused, ctx, visitor, table_id, error)
    return goto(ctx, visitor, f"/t/{table_id}")


def _wished(ctx: Context, table_id: str, form: Mapping[str, str]) -> dict[str, str]:
    """The options that a form chooses; where it draws again, only those that are not drawn."""
    options = options_of_form(form)
    if form.get("draw"):
        by_hand = laid_by_hand(ctx.tables.live(table_id).parts.presentation())
        return {name: value for name, value in options.items() if name not in by_hand}
    return options


def _refused(ctx: Context, visitor: Visitor, table_id: str, error: DolmenError) -> Response:
    """The table as it is, and above it why its set-up stays so."""
    text = error.translated(visitor.words)
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player)
        view = TableView(ctx.tables, live, viewer, visitor, visitor.words, ctx.rendering.root_path)
        link, told = view.lobby.link, f"{text[:1].upper()}{text[1:]}."
        return page(ctx, visitor, "lobby.html", 422, view=view, qr_code=qr_code(link) if link else "", notice=told)
