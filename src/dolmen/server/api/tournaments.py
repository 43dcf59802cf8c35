"""The JSON API of tournaments: make one, enter it, enter bots, start it, read its standings and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from dolmen.contract.registry import games
from dolmen.core.errors import translatable
from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.border import Sent, TournamentId, Whole
from dolmen.server.commands import tournaments as commands
from dolmen.server.commands.making import LONGEST_BANK, LONGEST_CLOCK
from dolmen.server.commands.tournaments import TournamentWish
from dolmen.server.context import Address, Context, Ctx
from dolmen.server.errors import NoSuchTournament
from dolmen.server.tournament_file import names_in, standings_json
from dolmen.server.tournament_state import TournamentState
from dolmen.store import NotFound, Player
from dolmen.wire.base import Told
from dolmen.wire.tables import OptionName, OptionValue

router = APIRouter(prefix="/api", tags=["tournaments"], dependencies=[KNOWN])

Text = Field(default="", max_length=200)


class NewTournament(Sent):
    """A tournament to be made."""

    name: str = Field(min_length=1, max_length=40, examples=["Autumn Cup"])
    """What it is called."""
    game: str = Field(examples=list(games()))
    """The key of its game."""
    seats: Whole = Field(examples=[2])
    """Players a table."""
    kind: Literal["robin", "swiss"] = "swiss"
    """Round robin (`robin`) or Swiss."""
    rounds: Whole = 0
    """0: as many as suit."""
    groups: Whole = 1
    """So many are played side by side."""
    advance: Whole = 0
    """So many of each group go on to the finals; 0: there are none."""
    finals: Whole = 1
    """Into so many final groups those are divided by their places."""
    final_rounds: Whole = 0
    """Of the finals; 0: as many as suit."""
    options: dict[OptionName, OptionValue] = Field(default={}, max_length=20)
    """Of its tables, as in `/api/tables`; `{"rated": "on"}` where they are rated."""
    clock: int = Field(default=0, ge=0, le=LONGEST_CLOCK)
    """Seconds that a turn may last; 0: there is no clock."""
    bank: int = Field(default=0, ge=0, le=LONGEST_BANK)
    """Seconds that each seat has beside, for the whole game."""
    access: Literal["open", "link"] = "open"
    """Who may enter: everybody, or who has its link."""
    until: int | None = Field(default=None, ge=0)
    """Until then one may enter, in milliseconds since 1970; then it starts by itself. None: when you start it."""
    most: Whole = 0
    """So many may enter; with the last one it starts by itself. 0: it does not start for that."""


class StandingView(Told):
    """An entrant and where he stands."""

    place: int
    """From 1."""
    number: int
    """What the entrant is called by in `tables`."""
    name: str
    """What the entrant is called."""
    player: str | None
    """The id of a person's account."""
    bot: str
    """The name of a bot; empty for people."""
    group: int | None
    """The group, from 1; none before the start."""
    final: int | None
    """The final, from 1; none for who plays in none."""
    left: bool
    """Whether he is not drawn any more."""
    games: int
    """Games that count."""
    points: float
    """Points of the tournament."""
    victories: float
    """Shares of victories."""
    opponents: float
    """The average of the opponents' points."""
    difference: float
    """Points more than the others at the table, on average."""
    rounds: list[str]
    """For each round the place, `bye`, `rest`, `void`, `playing`, or nothing."""


class DrawnTable(Told):
    """A table of a round, or that somebody has none."""

    round: int
    """The round, from 1, counted through groups and finals."""
    number: int
    """From 1 in each round."""
    group: int
    """The group, from 1."""
    kind: str
    """`table`, `bye` (it counts as a victory) or `rest`."""
    entrants: list[int]
    """Their numbers, in the order of the seats."""
    table: str | None
    """The id of the table, once it was made."""
    places: list[int] | None
    """By seat; null until it is over, empty where it counts for nobody."""
    points: list[int] | None
    """The points of the game, by seat."""


class TournamentView(Told):
    """A tournament."""

    id: str
    """By which addresses name it."""
    name: str
    """What it is called."""
    game: str
    """The key of its game."""
    seats: int
    """Players a table."""
    kind: str
    """`robin` or `swiss`."""
    status: str
    """`open`, `playing`, `finished` or `called off`."""
    why: str
    """Why it was called off, in English."""
    round: int
    """The one that is played; 0 before the first."""
    rounds: int
    """As far as is known: those of the finals are known when they are drawn."""
    options: dict[str, str]
    """Of its tables."""
    clock: int
    """Seconds that a turn of its tables may last; 0: there is no clock."""
    bank: int
    """Seconds that each seat has beside, for the whole game."""
    access: str
    """`open` to everybody, or by its `link`."""
    until: int | None
    """Until then one may enter, in milliseconds since 1970; none: until its host starts it."""
    most: int
    """So many may enter; 0: there is no such limit."""
    host: bool
    """Whether it is yours."""
    entered: int | None
    """Your own number in it."""
    link: str | None
    """For its host, before the start: the token that lets others enter."""
    standings: list[StandingView]
    """All entrants, the best first."""
    tables: list[DrawnTable]
    """Of all rounds so far."""


class Entering(Sent):
    """You enter; with the link's token where the tournament is not open to everybody."""

    link: str = Text
    """The token of the link."""


class EnteringBots(Sent):
    """You, the host, enter bots of one kind."""

    bot: str = Field(max_length=40, examples=["greedy"])
    """The name of a bot."""
    number: Whole = 1
    """How many of it."""


class Removing(Sent):
    """You, the host, take somebody out."""

    number: Whole
    """The number of the entrant."""


def _view(ctx: Context, player: Player, tournament_id: str) -> TournamentView:
    try:
        state = TournamentState.read(ctx.store, tournament_id)
    except NotFound:
        raise NoSuchTournament(translatable("There is no such tournament.")) from None
    told, is_host = state.tournament, state.tournament.owner == player.id
    return TournamentView(
        id=told.id,
        name=told.name,
        game=told.game,
        seats=told.seats,
        kind=told.kind,
        status=told.status,
        why=told.why,
        round=told.round,
        rounds=state.rounds,
        options=dict(told.options),
        clock=told.clock,
        bank=told.bank,
        access=told.access,
        until=told.until,
        most=told.most,
        host=is_host,
        entered=next((one.number for one in state.entrants if one.player == player.id), None),
        link=ctx.tables.table_token(told.id) if is_host and told.status == "open" else None,
        standings=[StandingView(**row) for row in standings_json(state, names_in(ctx.store, state))],
        tables=[
            DrawnTable(
                round=one.round,
                number=one.number,
                group=one.group,
                kind=one.kind,
                entrants=list(one.entrants),
                table=one.table,
                places=None if one.places is None else list(one.places),
                points=None if one.points is None else list(one.points),
            )
            for one in state.tables
        ],
    )


def _done(ctx: Context, player: Player, tournament_id: str, deed: Callable[[], None]) -> TournamentView:
    """Do something and tell what has become of the tournament."""
    try:
        deed()
    except NotFound:
        raise NoSuchTournament(translatable("There is no such tournament.")) from None
    return _view(ctx, player, tournament_id)


@router.post("/tournaments", status_code=201)
def new_tournament(ctx: Ctx, address: Address, player: Caller, new: NewTournament) -> TournamentView:
    """Make a tournament: you are its host."""
    with ctx.quotas.tournaments.one(address, player.id):
        made = commands.create(ctx.tables, player, TournamentWish(**new.model_dump()), ctx.config.tournament_hosts)
    return _view(ctx, player, made.id)


@router.get("/tournaments")
def list_tournaments(ctx: Ctx, player: Caller) -> list[str]:
    """The ids of the tournaments that are open to everybody and not over, and of your own."""
    mine = [one.id for one in ctx.store.tournaments_of(player.id)]
    others = [one.id for one in ctx.store.tournaments("open", "playing", limit=200) if one.access == "open"]
    return list(dict.fromkeys([*mine, *others]))


@router.get("/tournaments/{tournament_id}")
def read_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId) -> TournamentView:
    """A tournament with its standings and the tables of all rounds so far."""
    return _view(ctx, player, tournament_id)


@router.post("/tournaments/{tournament_id}/enter")
def enter_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId, entering: Entering) -> TournamentView:
    """Enter. Refused with 409 where it has begun, is full, or you are in it already."""
    return _done(ctx, player, tournament_id, lambda: commands.enter(ctx.tables, tournament_id, player, entering.link))


@router.post("/tournaments/{tournament_id}/leave")
def leave_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId) -> TournamentView:
    """Leave; once it has begun, bots take your seats and you are not drawn any more."""
    return _done(ctx, player, tournament_id, lambda: commands.leave(ctx.tables, tournament_id, player))


@router.post("/tournaments/{tournament_id}/return")
def return_to_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId) -> TournamentView:
    """Be drawn again from the next round on."""
    return _done(ctx, player, tournament_id, lambda: commands.come_back(ctx.tables, tournament_id, player))


@router.post("/tournaments/{tournament_id}/bots")
def enter_bots(ctx: Ctx, player: Caller, tournament_id: TournamentId, entering: EnteringBots) -> TournamentView:
    """Enter bots, as the host."""
    return _done(
        ctx,
        player,
        tournament_id,
        lambda: commands.enter_bots(ctx.tables, tournament_id, player, entering.bot, entering.number),
    )


@router.post("/tournaments/{tournament_id}/remove")
def remove_entrant(ctx: Ctx, player: Caller, tournament_id: TournamentId, removing: Removing) -> TournamentView:
    """Take somebody out, as the host: before the start the place is free again, later a bot takes the seats."""
    return _done(
        ctx, player, tournament_id, lambda: commands.remove(ctx.tables, tournament_id, player, removing.number)
    )


@router.post("/tournaments/{tournament_id}/start")
def start_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId) -> TournamentView:
    """Start it now, as the host. Refused with 422 where those who have entered cannot play it."""
    return _done(ctx, player, tournament_id, lambda: commands.start(ctx.tables, tournament_id, player))


@router.post("/tournaments/{tournament_id}/call-off")
def call_off_tournament(ctx: Ctx, player: Caller, tournament_id: TournamentId) -> TournamentView:
    """End it before its end, as the host; tables that are played at go on by themselves."""
    return _done(ctx, player, tournament_id, lambda: commands.call_off(ctx.tables, tournament_id, player))
