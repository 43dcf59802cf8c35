"""Which games statistics are asked of: where they were played, by how many, and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dolmen.analysis.statistics import Statistics, statistics
from dolmen.contract.meta import Meta
from dolmen.contract.registry import package
from dolmen.core.errors import translatable
from dolmen.server.errors import BadRequest, NoSuchPlayer
from dolmen.store import Store

SOURCES: Final = ("table", "log", "bots")
"""This host's tables, files that were read, and the bots' games among themselves."""


@dataclass(frozen=True)
class Wanted:
    """What is asked: a game, its sources, its numbers of players (none: all of them), people who all played."""

    game: str
    sources: tuple[str, ...]
    players: tuple[int, ...]
    people: tuple[str, ...] = ()
    """Their ids; only games of this host's tables are known by people."""

    @classmethod
    def read(
        cls, store: Store, meta: Meta, sources: Iterable[str], players: Iterable[int], people: Iterable[str] = ()
    ) -> Wanted:
        """From an address. Where no source is named: games of people, if there are any.

        Raises BadRequest, NoSuchPlayer.
        """
        named = tuple(source for source in SOURCES if source in set(sources))
        for source in sources:
            if source not in SOURCES:
                raise BadRequest(
                    translatable("there is no source '%(name)s': there are %(sources)s"),
                    name=source[:20],
                    sources=", ".join(SOURCES),
                )
        for number in players:
            if not meta.min_players <= number <= meta.max_players:
                raise BadRequest(
                    translatable("%(game)s is for %(least)s to %(most)s players"),
                    game=meta.title,
                    least=meta.min_players,
                    most=meta.max_players,
                )
        who = known_people(store, people)
        if who:
            named = SOURCES[:1]
        elif not named:
            of_people = any(source != "bots" for source, _players in store.numbers_of_games(meta.key))
            named = SOURCES[:2] if of_people else SOURCES
        return cls(meta.key, named, tuple(sorted(set(players))), who)


def known_people(store: Store, ids: Iterable[str]) -> tuple[str, ...]:
    """People who are asked for by their ids, each once. Raises NoSuchPlayer."""
    asked = tuple(dict.fromkeys(ids))
    if len(store.names_of(asked)) < len(asked):
        raise NoSuchPlayer(translatable("There is no such player."))
    return asked


def statistics_of(store: Store, wanted: Wanted) -> Statistics:
    """The statistics of the games that are asked of."""
    rows = store.played_games(wanted.game, wanted.sources, wanted.players, wanted.people)
    return statistics(wanted.game, package(wanted.game).counting(), rows)
