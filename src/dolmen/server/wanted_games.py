"""Which games statistics are asked of: where they were played, and by how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from dolmen.analysis.statistics import Statistics, statistics
from dolmen.contract.meta import Meta
from dolmen.contract.registry import package
from dolmen.core.errors import translatable
from dolmen.server.errors import BadRequest
from dolmen.store import Store

SOURCES: Final = ("table", "log", "bots")
"""This host's tables, files that were read, and the bots' games among themselves."""


@dataclass(frozen=True)
class Wanted:
    """What is asked: a game, its sources, its numbers of players (none: all of them)."""

    game: str
    sources: tuple[str, ...]
    players: tuple[int, ...]

    @classmethod
    def read(
        cls, meta: Meta, sources: Iterable[str], players: Iterable[int], there: Mapping[tuple[str, int], int]
    ) -> Wanted:
        """From an address. Where no source is named: games of people, if there are any. Raises BadRequest."""
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
        if not named:
            of_people = any(number for (source, _players), number in there.items() if source != "bots")
            named = SOURCES[:2] if of_people else SOURCES
        return cls(meta.key, named, tuple(sorted(set(players))))


def statistics_of(store: Store, wanted: Wanted) -> Statistics:
    """The statistics of the games that are asked of."""
    rows = store.played_games(wanted.game, wanted.sources, wanted.players)
    return statistics(wanted.game, package(wanted.game).counting(), rows)
