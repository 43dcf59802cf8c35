"""The JSON API for set-ups: draw one, look at that of a table, lay out another one before the start."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from dolmen.contract.registry import find
from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.border import Sent, TableId
from dolmen.server.commands import setups
from dolmen.server.commands.making import begin
from dolmen.server.context import Context, Ctx
from dolmen.server.set_up import address, shared_options
from dolmen.server.table_options import SEEDS
from dolmen.wire.base import Told
from dolmen.wire.tables import OptionName, OptionValue

router = APIRouter(prefix="/api", tags=["set-ups"], dependencies=[KNOWN])

Seed = Annotated[int | None, Query(ge=0, lt=SEEDS, description="What it is drawn from; without one, by chance.")]
Players = Annotated[int, Query(ge=1, le=9, description="How many play.")]


class SetupView(Told):
    """A set-up, as the options that make it again."""

    game: str
    """Its key."""
    players: int
    """So many play."""
    options: dict[str, str]
    """What `POST /api/tables` takes: everything that was drawn is named."""
    text: str
    """In the notation of the game."""
    link: str
    """The path of the page that shows it."""


class NewSetup(Sent):
    """A set-up to be laid out; what its options leave open is drawn."""

    options: dict[OptionName, OptionValue] = Field(default={}, max_length=20)
    """As `GET /api/tables/{id}/setup` tells them."""


@router.get("/games/{game}/setup")
def draw_setup(game: str, players: Players, seed: Seed = None) -> SetupView:
    """Draw a set-up: the same seed draws the same."""
    meta = find(game)
    transcript = begin(meta.key, players, {} if seed is None else {"seed": str(seed)})
    options = shared_options(transcript, {})
    link = address(meta.key, players, options)
    return SetupView(game=meta.key, players=players, options=options, text=transcript.setup_text(), link=link)


@router.get("/tables/{table_id}/setup")
def read_setup(ctx: Ctx, player: Caller, table_id: TableId) -> SetupView:
    """The set-up of a table, as it was made: an auction is still to be held."""
    del player
    return _of_table(ctx, table_id)


@router.post("/tables/{table_id}/setup")
def change_setup(ctx: Ctx, player: Caller, table_id: TableId, new: NewSetup) -> SetupView:
    """Lay out another set-up at your table, while it waits for players. Refused with 422, nothing changes."""
    setups.change(ctx.tables, table_id, player, new.options)
    return _of_table(ctx, table_id)


def _of_table(ctx: Context, table_id: str) -> SetupView:
    with ctx.tables.open(table_id) as live:
        options = shared_options(live.first_setup, live.table.options)
        players = len(live.seats)
        link = address(live.meta.key, players, options)
        return SetupView(game=live.meta.key, players=players, options=options, text=live.setup, link=link)
