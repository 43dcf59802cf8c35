"""How strong somebody is at a game: people and bots on one scale, with how sure that is.

The model is openskill's (Plackett-Luce, for games of several players), as in the arena. A player is told a number that
begins at 1500 and how far off it may be: `SCALE` points of it are one of the model's. Bots that the arena has measured
keep what it found: they do not change, and hold the scale in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dolmen.bots import find_bot
from dolmen.core.errors import UnknownBot

MIDDLE: Final = 25.0
"""The model's number of somebody unknown."""
UNSURE: Final = MIDDLE / 3
"""How far off that may be: one standard deviation."""
DRIFT: Final = MIDDLE / 300
"""How much somebody may change from game to game."""
MEASURED: Final = 3.0
"""How far off the arena's measurements may be, see docs/bots."""
START: Final = 1500
"""What a player reads for somebody unknown."""
SCALE: Final = 20
"""Points that a player reads, for one of the model's."""
FEW: Final = 5
"""So many games it takes before a rating is told."""
SURE: Final = 100
"""A rating that may be further off than this is still being found out."""


@dataclass(frozen=True)
class Skill:
    """Somebody's strength as the model has it."""

    mu: float = MIDDLE
    sigma: float = UNSURE


@dataclass(frozen=True)
class Rating:
    """The same as a player reads it: in two of three cases it is not further off than `within`."""

    number: int
    within: int
    games: int

    @property
    def missing(self) -> int:
        """So many more games it takes before it is told."""
        return max(0, FEW - self.games)

    @property
    def is_sure(self) -> bool:
        """Whether it is known well enough to be relied on."""
        return self.within <= SURE


def shown(mu: float) -> float:
    """A strength as players read it."""
    return START + SCALE * (mu - MIDDLE)


def rating_of(skill: Skill, games: int) -> Rating:
    """What a player reads after so many rated games."""
    return Rating(round(shown(skill.mu)), round(SCALE * skill.sigma), games)


@cache
def skill_of_bot(bot: str, game: str) -> Skill | None:
    """The strength of a bot at a game, as the arena measured it; None where it did not."""
    try:
        measured = find_bot(bot, game).rating
    except UnknownBot:
        return None
    return None if measured is None else Skill(float(measured), MEASURED)


@cache
def model() -> Any:
    """The model of all rated tables."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MIDDLE, sigma=UNSURE, tau=DRIFT)


def after_game(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The strengths of all who played a game after it, by their places from 1; equals share one."""
    teams = [[model().rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = model().rate(teams, ranks=[float(place) for place in places])
    return [Skill(float(one.mu), float(one.sigma)) for [one] in rated]
