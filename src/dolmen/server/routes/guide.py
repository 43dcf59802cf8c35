"""What helps a newcomer: the rules one by one, and a first game with hints that follow the position."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.contract.registry import find, games, package
from dolmen.core.draws import Draws
from dolmen.core.record_view import copied
from dolmen.core.words import Words
from dolmen.server.border import TableId, Whole
from dolmen.server.bot_list import bot_of_level, opponents
from dolmen.server.commands import making
from dolmen.server.context import Ctx, Reading, Sending, Text, goto, page
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.suggestion import Suggestion, suggestion_for
from dolmen.server.table_options import GUIDE
from dolmen.store import NotFound

router = APIRouter(include_in_schema=False)

FIRST_OPPONENTS = 2
FIRST_LEVEL = 1
ADVISER = "greedy"
FORESIGHT = 8
"""So many decisions of the adviser are put together to find the choice that he would make."""


@router.get("/rules/{game}")
def rules(ctx: Ctx, visitor: Reading, game: str) -> Response:
    """The rules of a game in our own words."""
    present = package(game).presentation()
    return page(ctx, visitor, "rules.html", meta=find(game), rules=present.rules(visitor.words))


@router.get("/rules/{game}/{key}")
def one_rule(ctx: Ctx, visitor: Reading, game: str, key: str) -> Response:
    """A single rule, for a dialog at the table."""
    meta = find(game)
    rule = next((rule for rule in package(meta.key).presentation().rules(visitor.words) if rule.key == key), None)
    if rule is None:
        raise NotFound("there is no such rule")
    return page(ctx, visitor, "rule.html", meta=meta, rule=rule)


@router.get("/bots")
def bots(ctx: Ctx, visitor: Reading) -> Response:
    """Who the bots are, and how strong."""
    lists = [(find(key), opponents(key, visitor.words)) for key in games()]
    return page(ctx, visitor, "bots.html", lists=lists)


@router.post("/first")
async def first_game(ctx: Ctx, visitor: Sending, game: Text, name: Text = "") -> Response:
    """One click: a table with easy opponents, where hints lead through the opening."""
    present = package(game).presentation()
    known = visitor.player.name if visitor.player else visitor.words.gettext("Guest")
    player = await run_in_threadpool(visitor.named, name.strip() or known)
    seats = ["me", *[f"bot:{bot_of_level(find(game).key, FIRST_LEVEL)}"] * FIRST_OPPONENTS]
    options = {**present.first_options, GUIDE: "on"}
    with ctx.quotas.tables.one(visitor.address, player.id):
        table = await run_in_threadpool(making.create, ctx.tables, game, player, seats, options)
    return goto(ctx, visitor, f"/t/{table.id}")


@router.get("/t/{table_id}/hint")
def hint_part(ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None) -> Response:
    """What a newcomer wants to know at this moment, and what the bot beside him would choose."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        hint = None
        if viewer.seat is not None and live.is_running:
            hint = live.present.hint(live.state, viewer.seat, visitor.words)
        rules = {rule.key: rule for rule in live.present.rules(visitor.words)}
        advice = _suggestion(live, visitor.words) if hint and live.deciding == viewer.seat else None
        if hint and advice and not hint.allows(advice.group):
            advice = None
        return page(ctx, visitor, "hint.html", hint=hint, rules=rules, advice=advice, game=live.meta.key)


def _suggestion(live: LiveTable, words: Words) -> Suggestion | None:
    """The choice that the adviser would make."""
    prompt = live.present.prompt(live.state, live.names, words)
    return suggestion_for(prompt.choices, _advice(live.state, live.meta.key))


def _advice(state: State, game: str) -> list[int]:
    """What the adviser would decide, one after the other, while it is the same seat's turn."""
    ahead = State(state.game, copied(state.records))
    adviser, draws = find_bot(ADVISER, game), Draws(0, 0)
    seat = state.current_player
    decisions: list[int] = []
    while ahead.current_player == seat and not ahead.is_terminal() and len(decisions) < FORESIGHT:
        decisions.append(adviser.decide(ahead, LEVEL, draws))
        ahead.apply_trusted(decisions[-1])
    return decisions
