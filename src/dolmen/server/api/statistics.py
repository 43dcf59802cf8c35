"""The JSON API of statistics and ratings: of a game, of a player."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from dolmen.analysis.statistics import Statistics
from dolmen.arena.skill import Skill, rating_of, shown
from dolmen.contract.registry import find
from dolmen.core.errors import translatable
from dolmen.core.words import words
from dolmen.server.api.archives import ZIPPED, Archive
from dolmen.server.api.callers import KNOWN, Caller, caller
from dolmen.server.border import People, Whole
from dolmen.server.context import FRESH, Address, Context, Ctx
from dolmen.server.errors import NoSuchPlayer
from dolmen.server.game_files import archive, tables_of_games
from dolmen.server.pages.player import PlayerWish
from dolmen.server.pages.statistics import rated_list
from dolmen.server.played_by import games_of, opponents_of
from dolmen.server.wanted_games import Wanted, known_people, statistics_of
from dolmen.store import Player
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["statistics"], dependencies=[Depends(caller), KNOWN])

ENGLISH = words("en")
SOURCE = "Where games come from: `table` (of this host), `log` (from files), `bots`; none: `table` and `log`."


class RatingView(Told):
    """How strong somebody is at a game: from 1500 on; in two of three cases it is not further off than `within`."""

    name: str
    """Who it is."""
    player: str | None
    """The id of an account; None for a bot of the server, whose rating the arena measured."""
    bot: bool
    """Whether it is a bot: one of the server, or a program with an account."""
    rating: int
    """From 1500 on."""
    within: int
    """In two of three cases the rating is not further off than this."""
    games: int
    """Rated ones."""


class GameRating(Told):
    """A person's rating at one game."""

    game: str
    """The key of the game."""
    rating: int
    """From 1500 on."""
    within: int
    """In two of three cases it is not further off than this."""
    games: int
    """Rated ones."""
    missing: int
    """So many more rated games it takes before pages tell it."""


class GameResult(Told):
    """A game that a person finished."""

    game: str
    """The key of the game."""
    at: int
    """When it was over, in milliseconds since 1970."""
    table: str | None
    """Where it was played, while that is kept."""
    seat: int
    """The person's, from 0; of several, the best one."""
    place: int
    """From 1; equals share one."""
    points: list[int]
    """By seat."""
    rated: bool
    """Whether it counted for the rating."""
    rating_before: float | None
    """None where it was not rated."""
    rating_after: float | None
    """None where it was not rated."""
    left: bool
    """Whether a bot played for the person for a while."""


class Encounter(Told):
    """Somebody whom a person has met."""

    player: str | None
    """The id of a person; None for a bot of the server."""
    name: str
    """What the person is called; empty for a bot."""
    bot: str
    """Which bot it was; empty for a person."""
    games: int
    """How often they met."""
    above: int
    """How often the person was above."""
    below: int
    """How often the person was below."""


class PlayerView(Told):
    """What a person has played."""

    id: str
    """Of the account."""
    name: str
    """What they are called."""
    bot_account: bool
    """Whether the account is a program's."""
    ratings: list[GameRating]
    """By game."""
    results: list[GameResult]
    """Finished games, the last one first."""
    opponents: list[Encounter]
    """Whom they have met, most often first."""


@router.get("/statistics/{game}")
def read_statistics(
    ctx: Ctx,
    game: str,
    source: Annotated[list[str], Query(max_length=10, examples=["table", "log", "bots"], description=SOURCE)] = [],
    players: Annotated[list[Whole], Query(max_length=10, description="Numbers of players; none: all.")] = [],
    people: People = [],
) -> Statistics:
    """The statistics of a game: of some sources (games of people, where none is named), of some numbers of players.

    Of games in which all the people named by `with` had a seat: those are games of this host's tables.
    """
    return statistics_of(ctx.store, Wanted.read(ctx.store, find(game), source, players, people))


@router.get("/ratings/{game}")
def read_ratings(ctx: Ctx, game: str) -> list[RatingView]:
    """Accounts with enough rated games, and the bots of the levels, the strongest first; `bot` tells them apart."""
    return [
        RatingView(
            name=one.name,
            player=one.address.rpartition("/")[2] or None,
            bot=one.is_bot,
            rating=one.rating.number,
            within=one.rating.within,
            games=one.rating.games,
        )
        for one in rated_list(ctx.store, find(game).key, None, ENGLISH)
    ]


@router.get("/me")
def read_me(ctx: Ctx, player: Caller) -> PlayerView:
    """What you have played."""
    return _view(ctx, player)


@router.get("/players/{player_id}")
def read_player(ctx: Ctx, player_id: str) -> PlayerView:
    """What somebody has played. Refused with 404 where there is no such player."""
    return _view(ctx, _found(ctx, player_id))


@router.get("/players/{player_id}/games.zip", response_class=Archive, responses=ZIPPED)
def download_games(
    ctx: Ctx, address: Address, player_id: str, game: str = "", won: bool = False, people: People = []
) -> Archive:
    """The files of games that somebody finished, in one archive: of one game, won ones, with people; so many a day."""
    wish = PlayerWish(find(game).key if game else "", won, met=known_people(ctx.store, people))
    played = wish.chosen(games_of(ctx.store, _found(ctx, player_id).id))
    with ctx.quotas.archives.one(address):
        zipped = archive(ctx.tables, tables_of_games(ctx.store, played))
    return Archive(zipped, headers=FRESH)


def _found(ctx: Context, player_id: str) -> Player:
    player = ctx.store.player(player_id)
    if player is None:
        raise NoSuchPlayer(translatable("There is no such player."))
    return player


def _view(ctx: Context, player: Player) -> PlayerView:
    played = games_of(ctx.store, player.id)
    met = opponents_of(played)
    names = ctx.store.names_of({one.player for one in met if one.player})
    return PlayerView(
        id=player.id,
        name=player.name,
        bot_account=player.bot_account,
        ratings=[
            GameRating(game=game, rating=told.number, within=told.within, games=told.games, missing=told.missing)
            for game, kept in sorted(ctx.store.ratings_of(player.id).items())
            for told in [rating_of(Skill(kept.mu, kept.sigma), kept.games)]
        ],
        results=[
            GameResult(
                game=one.game.game,
                at=one.game.at,
                table=one.game.table,
                seat=one.own.seat,
                place=one.own.place,
                points=list(one.game.points),
                rated=one.rating is not None,
                rating_before=None if one.own.mu_before is None else round(shown(one.own.mu_before), 1),
                rating_after=None if one.own.mu is None else round(shown(one.own.mu), 1),
                left=one.own.left,
            )
            for one in played
        ],
        opponents=[
            Encounter(
                player=one.player,
                name=names.get(one.player or "", ""),
                bot=one.bot,
                games=one.games,
                above=one.above,
                below=one.below,
            )
            for one in met
        ],
    )
