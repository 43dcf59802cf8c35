"""A tournament as its rows tell it: groups, finals, standings, and what comes next. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from dolmen.arena.tournament.draw import Field, Kind, Round, draw_round
from dolmen.arena.tournament.stages import finals, most_rounds, overall, usual_rounds
from dolmen.arena.tournament.standings import Line, Outcome, standings, victory_points
from dolmen.contract.registry import find
from dolmen.store import Entrant, Store, Tournament, TournamentTable

Ranking = list[Line]


@dataclass(frozen=True)
class TournamentState:
    """All that is known of one."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    tables: Sequence[TournamentTable]

    @classmethod
    def read(cls, store: Store, tournament_id: str) -> TournamentState:
        """Look it up. Raises NotFound.

        What is read first is the oldest: whoever writes by its version is refused where the rest is newer.
        """
        tournament = store.tournament(tournament_id)
        return cls(tournament, store.entrants(tournament_id), store.tournament_tables(tournament_id))

    # ------------------------------------------------------------------------------------------------ who

    @property
    def kind(self) -> Kind:
        """Round robin or Swiss."""
        return cast(Kind, self.tournament.kind)

    @cached_property
    def left(self) -> frozenset[int]:
        """Who is not drawn any more."""
        return frozenset(one.number for one in self.entrants if one.left)

    @cached_property
    def groups(self) -> list[list[int]]:
        """Who is in which group; before the start all are in one."""
        return self._divided([one.group or 1 for one in self.entrants])

    @cached_property
    def finals(self) -> list[list[int]]:
        """Who plays in which final; empty before there are any."""
        return self._divided([one.final or 0 for one in self.entrants])

    def _divided(self, places: Sequence[int]) -> list[list[int]]:
        return [
            [one.number for one, place in zip(self.entrants, places, strict=True) if place == group]
            for group in range(1, max(places, default=0) + 1)
        ]

    @property
    def in_finals(self) -> bool:
        """Whether the round that is played is one of the finals."""
        return bool(self.finals)

    @property
    def rounds(self) -> int:
        """All rounds, as far as is known."""
        return self.tournament.first_rounds + self.tournament.last_rounds

    # ------------------------------------------------------------------------------------------------ standings

    def of_group(self, group: int, *, final: bool) -> list[TournamentTable]:
        """The tables of a group, or of a final."""
        first = self.tournament.first_rounds
        return [one for one in self.tables if one.group == group and (one.round > first) == final]

    def _ranking(self, members: Sequence[int], group: int, *, final: bool) -> Ranking:
        seats = self.tournament.seats
        outcomes = [_outcome(one, seats) for one in self.of_group(group, final=final) if one.is_over]
        return standings(members, outcomes, seats, self.tournament.seed)

    @cached_property
    def rankings(self) -> list[Ranking]:
        """The standings of each group."""
        return [self._ranking(members, group, final=False) for group, members in enumerate(self.groups, start=1)]

    @cached_property
    def final_rankings(self) -> list[Ranking]:
        """The standings of each final."""
        return [self._ranking(members, number, final=True) for number, members in enumerate(self.finals, start=1)]

    @cached_property
    def overall(self) -> list[int]:
        """All entrants, the first first."""
        return overall(self.rankings, self.final_rankings)

    # ------------------------------------------------------------------------------------------------ what comes next

    @property
    def is_round_over(self) -> bool:
        """Whether all tables of the round are."""
        return all(one.is_over for one in self.tables if one.round == self.tournament.round)

    def rounds_of_stage(self, members: Sequence[Sequence[int]], wished: int) -> int:
        """How many rounds groups play: as wished, but no more than make sense for the largest one."""
        size, seats = max(map(len, members), default=0), self.tournament.seats
        most = most_rounds(self.kind, size, seats)
        return min(wished, most) if wished else min(usual_rounds(self.kind, size, seats), most)

    def finalists(self) -> list[list[int]]:
        """Who would go on to which final now."""
        told = self.tournament
        return finals(self.rankings, self.left, told.advance, told.finals) if told.advance else []

    def drawn(self, number: int, groups: Sequence[Sequence[int]], *, final: bool, rounds: int) -> list[TournamentTable]:
        """The tables of a round, counted through the tournament, of these groups."""
        rows: list[TournamentTable] = []
        for group, members in enumerate(groups, start=1):
            drawn = self._drawn(number, group, members, final=final, rounds=rounds)
            for kind, some in (("table", drawn.tables), ("bye", drawn.byes), ("rest", drawn.rests)):
                for one in some:
                    seated = list(one) if isinstance(one, tuple) else [one]
                    rows.append(TournamentTable(self.tournament.id, number, len(rows) + 1, group, kind, seated))
        return rows

    def _drawn(self, number: int, group: int, members: Sequence[int], *, final: bool, rounds: int) -> Round:
        told = self.tournament
        least = find(told.game).min_players
        field = Field(self.kind, told.seats, least, tuple(members), rounds, (told.seed + group + 100 * final) % 2**32)
        before = self.of_group(group, final=final)
        ranking = [line.entrant for line in self._ranking(members, group, final=final)]
        past = [tuple(one.entrants) for one in before if one.kind == "table" and one.places != []]
        byes = [one.entrants[0] for one in before if one.kind == "bye"]
        return draw_round(field, number - told.first_rounds * final, self.left, ranking, past, byes)


def _outcome(drawn: TournamentTable, seats: int) -> Outcome:
    """What a table gives, or a round without one."""
    if drawn.kind == "table":
        return Outcome(tuple(drawn.entrants), tuple(drawn.places or ()), tuple(drawn.points or ()))
    award = victory_points(seats) if drawn.kind == "bye" else 0 * victory_points(seats)
    return Outcome(tuple(drawn.entrants), award=award)
