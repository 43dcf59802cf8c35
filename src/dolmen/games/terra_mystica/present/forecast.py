"""If the game ended now: cults, area and goods of every faction, what the next rank would bring, the round's end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.contract.content import Fact, Forecast, Prospect, ScoringPart
from dolmen.contract.game import Records, State
from dolmen.core.kernel import as_taken, as_written
from dolmen.core.record_view import copied, reading
from dolmen.core.words import capitalized
from dolmen.games.terra_mystica.present.vocabulary import CULT_SYMBOLS, GOODS, SOURCE_SYMBOLS, Vocabulary
from dolmen.games.terra_mystica.rules.factions import POINTS_FOR_COINS
from dolmen.games.terra_mystica.rules.final import area_points
from dolmen.games.terra_mystica.rules.record import FROM_AREA, FROM_AUCTION, FROM_FIRE, FROM_RESOURCES, ROUNDS, Phase
from dolmen.games.terra_mystica.rules.steps import points_of_cult, score_final, size_of_area, times_of_cult_bonus
from dolmen.games.terra_mystica.rules.tiles import (
    AREA_POINTS,
    COINS_PER_POINT,
    CULT_POINTS,
    SCORING_GAIN,
    SCORING_SPADES,
    TOP,
    TRACKS,
)

_area_points = as_written(area_points)
MOST_STEPS_UP = 3
"""So many ways to a better rank are told."""


def forecast(state: State, seat: int | None, vocabulary: Vocabulary) -> Forecast | None:
    """From the first round on, until it is scored."""
    record = reading(state.record)
    if not record.round_number or record.phase == Phase.OVER:
        return None
    return Forecaster(state, vocabulary).forecast(seat)


class Rank(NamedTuple):
    """A place among the players, from 1."""

    place: int
    is_shared: bool


class StepUp(NamedTuple):
    """How many steps bring how many points more, in words."""

    steps: int
    points: int
    fact: Fact


class Forecaster:
    """A position, and words for what would come of it."""

    def __init__(self, state: State, vocabulary: Vocabulary) -> None:
        self.players = state.game.players
        self.records: Records = as_taken(copied(state.records))
        self.record = reading(state.record)
        self.vocabulary = vocabulary
        self.is_auctioned = bool(self.record.points_off[: self.players].any())
        """Whether somebody gave points for a faction."""
        self.areas = [int(size_of_area(self.records, seat)) for seat in range(self.players)]

    def forecast(self, seat: int | None) -> Forecast:
        """As it is told to a seat."""
        scored = as_taken(copied(self.records))
        score_final(scored)
        gained = scored["points"][0].astype(int) - self.record.points
        return Forecast(
            parts=self._parts(seat),
            points=tuple(int(points) for points in self.record.vp[: self.players]),
            prospects=tuple(self._prospects(row, other) for other, row in enumerate(gained[: self.players])),
            notes=(*(() if seat is None else self._steps_up(seat)), *self._end_of_round(seat)),
        )

    def _parts(self, seat: int | None) -> tuple[ScoringPart, ...]:
        _ = self.vocabulary.words.gettext
        cults = (
            ScoringPart(capitalized(self.vocabulary.cult(track)), CULT_SYMBOLS[track], _ranks(CULT_POINTS))
            for track in range(TRACKS)
        )
        rate = 2 if seat is not None and POINTS_FOR_COINS[self.record.faction[seat]] else COINS_PER_POINT
        goods = ScoringPart(_("Goods"), "coin", _("%(coins)s for 1") % {"coins": rate})
        auction = ScoringPart(self.vocabulary.source("auction"), SOURCE_SYMBOLS["auction"], "")
        parts = (*cults, ScoringPart(_("Area"), "dwelling", _ranks(AREA_POINTS)), goods)
        return (*parts, auction) if self.is_auctioned else parts

    def _prospects(self, gained: Sequence[int], seat: int) -> tuple[Prospect, ...]:
        _ = self.vocabulary.words.gettext
        cults = (
            Prospect(int(gained[FROM_FIRE + track]), _("at %(space)s") % {"space": int(self.record.cult[seat, track])})
            for track in range(TRACKS)
        )
        area = Prospect(int(gained[FROM_AREA]), self.vocabulary.counted(self.areas[seat], "hex"))
        prospects = (*cults, area, Prospect(int(gained[FROM_RESOURCES])))
        return (*prospects, Prospect(int(gained[FROM_AUCTION]))) if self.is_auctioned else prospects

    # ------------------------------------------------------------------------------------------------ a better rank

    def _steps_up(self, seat: int) -> list[Fact]:
        """The nearest ways to more points, the shortest first."""
        found = sorted((*self._cults_up(seat), *self._area_up(seat)), key=lambda up: (up.steps, -up.points))
        return [up.fact for up in found[:MOST_STEPS_UP]]

    def _cults_up(self, seat: int) -> Iterator[StepUp]:
        """A better rank on each track; space 10 takes a key, and nobody else there."""
        for track in range(TRACKS):
            mine = int(self.record.cult[seat, track])
            others = [int(self.record.cult[other, track]) for other in range(self.players) if other != seat]
            highest = TOP if self.record.keys[seat] and TOP not in others else TOP - 1
            now = int(points_of_cult(self.records, seat, track))
            for space in range(mine + 1, highest + 1):
                more = self._cult_at(seat, track, space) - now
                if more > 0:
                    yield StepUp(space - mine, more, self._cult_fact(track, space - mine, _rank(others, space), more))
                    break

    def _cult_at(self, seat: int, track: int, space: int) -> int:
        """What a track would score for a seat that stood on another space."""
        tried = as_taken(copied(self.records))
        tried["cult"][0, seat, track] = space
        return int(points_of_cult(tried, seat, track))

    def _cult_fact(self, track: int, steps: int, rank: Rank, more: int) -> Fact:
        _ = self.vocabulary.words.gettext
        text = _("%(cult)s: with %(steps)s more you share place %(place)s: %(points)s.") if rank.is_shared else ""
        text = text or _("%(cult)s: with %(steps)s more you take place %(place)s: %(points)s.")
        told = {"cult": capitalized(self.vocabulary.cult(track)), "steps": self.vocabulary.counted(steps, "step")}
        rest = {"place": rank.place, "points": self.vocabulary.signed(more, "point")}
        return Fact(CULT_SYMBOLS[track], text % (told | rest))

    def _area_up(self, seat: int) -> Iterator[StepUp]:
        """A better rank of the area."""
        mine, others = self.areas[seat], self.areas[:seat] + self.areas[seat + 1 :]

        def score(size: int) -> int:
            return int(_area_points(sum(other > size for other in others), 1 + others.count(size)))

        for size in range(mine + 1, max(others) + 2):
            more = score(size) - score(mine)
            if more > 0:
                yield StepUp(size - mine, more, self._area_fact(mine, size, _rank(others, size), more))
                return

    def _area_fact(self, mine: int, size: int, rank: Rank, more: int) -> Fact:
        _ = self.vocabulary.words.gettext
        text = (
            _("Area: you have %(area)s; with %(size)s you share place %(place)s: %(points)s.") if rank.is_shared else ""
        )
        text = text or _("Area: you have %(area)s; with %(size)s you take place %(place)s: %(points)s.")
        told = {"area": self.vocabulary.counted(mine, "hex"), "size": size, "place": rank.place}
        return Fact("dwelling", text % (told | {"points": self.vocabulary.signed(more, "point")}))

    # ------------------------------------------------------------------------------------------------ this round

    def _end_of_round(self, seat: int | None) -> Iterator[Fact]:
        """What the cult bonus of this round would bring everybody who gets any."""
        number = int(self.record.round_number)
        if number == ROUNDS:
            return
        tile = int(self.record.scoring[number - 1])
        shares = []
        for other in range(self.players):
            times = int(times_of_cult_bonus(self.records, other))
            if times:
                who = self._you if other == seat else self.vocabulary.faction(int(self.record.faction[other]))
                shares.append(f"{who} {self._bonus(tile, times)}")
        _ = self.vocabulary.words.gettext
        told = {"number": number, "bonus": self.vocabulary.cult_bonus(tile), "shares": ", ".join(shares) or _("nobody")}
        yield Fact("i-clock", _("At the end of round %(number)s, %(bonus)s. Now: %(shares)s.") % told)

    @property
    def _you(self) -> str:
        return self.vocabulary.words.gettext("you")

    def _bonus(self, tile: int, times: int) -> str:
        spades = times * int(SCORING_SPADES[tile])
        gains = [
            self.vocabulary.signed(times * int(number), good)
            for number, good in zip(SCORING_GAIN[tile], GOODS, strict=True)
            if number
        ]
        return ", ".join([self.vocabulary.signed(spades, "spade")] if spades else gains)


def _ranks(points: npt.NDArray[np.int8]) -> str:
    """'8 · 4 · 2'."""
    return " · ".join(str(int(number)) for number in points if number)


def _rank(others: Sequence[int], mine: int) -> Rank:
    """The rank of who has so much."""
    return Rank(1 + sum(other > mine for other in others), mine in others)
