"""What helps a newcomer: the rules one by one, and a first game with hints that follow the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.contract.presentation import Choice
from dolmen.contract.registry import find, package
from dolmen.core.draws import Draws
from dolmen.core.record_view import copied
from dolmen.core.words import Words
from dolmen.server.bot_list import opponents
from dolmen.server.commands.making import bots_for, playable
from dolmen.server.live_table import LiveTable
from dolmen.server.routes.table import Ctx, Known, Seen, Text, goto, page
from dolmen.store import NotFound

router = APIRouter(include_in_schema=False)

FIRST_OPPONENTS = 2
EASY = ("greedy", "novice")
"""Opponents of a first game: the first that plays it."""
ADVISER = "greedy"
FORESIGHT = 8
"""So many decisions of the adviser are put together to find the choice that he would make."""


@router.get("/rules/{game}/{key}")
def one_rule(ctx: Ctx, seen: Seen, game: str, key: str) -> Response:
    """A single rule, for a dialog at the table."""
    meta = find(game)
    rule = next((rule for rule in package(meta.key).presentation().rules(seen.words) if rule.key == key), None)
    if rule is None:
        raise NotFound("there is no such rule")
    return page(ctx, seen, "rule.html", meta=meta, rule=rule)


@router.get("/bots")
def bots(ctx: Ctx, seen: Seen) -> Response:
    """Who the bots are, and how strong."""
    lists = [(find(key), opponents(key, seen.words)) for key in playable()]
    return page(ctx, seen, "bots.html", lists=lists)


@router.post("/first")
async def first_game(ctx: Ctx, seen: Known, game: Text, name: Text = "") -> Response:
    """One click: a table with easy opponents, where hints lead through the opening."""
    present = package(game).presentation()
    known = seen.player.name if seen.player else seen.words.gettext("Guest")
    player = await run_in_threadpool(seen.named, name.strip()[:20] or known)
    opponent = next(name for name in (*EASY, *bots_for(game)) if name in bots_for(game))
    seats = ["me", *[f"bot:{opponent}"] * FIRST_OPPONENTS]
    table = await run_in_threadpool(ctx.tables.create, game, player, seats, {**present.first_options, "guide": "on"})
    return goto(ctx, f"/t/{table.id}", seen)


@router.get("/t/{table_id}/hint")
def hint_part(ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None) -> Response:
    """What a newcomer wants to know at this moment, and what the bot beside him would choose."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        found = None
        if viewer.seat is not None and live.is_running:
            found = live.present.hint(live.state, viewer.seat, seen.words)
        rules = {rule.key: rule for rule in live.present.rules(seen.words)}
        advice = advised(live, seen.words) if found and live.deciding == viewer.seat else None
        return page(ctx, seen, "hint.html", hint=found, rules=rules, advice=advice, game=live.meta.key)


def advised(live: LiveTable, words: Words) -> tuple[str, str] | None:
    """The choice that the adviser would make: the numbers that lead to it, and its sentence."""
    prompt = live.present.prompt(live.state, live.names, words)
    return choice_of(prompt.choices, _advice(live.state, live.meta.key))


def choice_of(choices: Sequence[Choice], decisions: Sequence[int]) -> tuple[str, str] | None:
    """The choice with which these decisions begin: the numbers that lead to it, and its sentence."""
    best: tuple[int, str, str] | None = None
    for path, choice in _leaves(choices):
        for way in choice.ways:
            length = len(way.actions)
            if way.actions == tuple(decisions[:length]) and (best is None or length > best[0]):
                named = choice.label.lower() in choice.confirm.lower()
                best = length, path, choice.confirm if named else f"{choice.confirm}: {choice.label}"
    return best[1:] if best else None


def _advice(state: State, game: str) -> list[int]:
    """What the adviser would decide, one after the other, while it is the same seat's turn."""
    ahead = State(state.game, copied(state.records))
    adviser, draws = find_bot(ADVISER, game), Draws(0, 0)
    seat = state.current_player
    found: list[int] = []
    while ahead.current_player == seat and not ahead.is_terminal() and len(found) < FORESIGHT:
        found.append(int(adviser.choose(ahead, LEVEL, draws)))
        ahead.apply_trusted(found[-1])
    return found


def _leaves(choices: Sequence[Choice], path: str = "") -> Iterator[tuple[str, Choice]]:
    for number, choice in enumerate(choices, start=1):
        if choice.choices:
            yield from _leaves(choice.choices, f"{path}{number}.")
        else:
            yield f"{path}{number}", choice
