"""What a person has played: every game with the own seat, who else sat there, and what it changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dolmen.analysis.statistics import GameRow
from dolmen.arena.skill import SCALE, shown
from dolmen.store import PlayedGame, PlayedSeat, Store


@dataclass(frozen=True)
class OwnGame:
    """A game with the seat that the person played; with several, the best one."""

    game: PlayedGame
    own: PlayedSeat
    others: tuple[PlayedSeat, ...]

    @property
    def points(self) -> int:
        """The person's."""
        return int(self.game.points[self.own.seat])

    @property
    def people(self) -> frozenset[str]:
        """The other people who played, by id."""
        return frozenset(seat.player for seat in self.others if seat.player)

    @property
    def is_won(self) -> bool:
        """Whether nobody ranks above."""
        return self.own.place == 1

    @property
    def change(self) -> float | None:
        """Of the rating, as players read it; None where the game was not rated."""
        before, after = self.own.mu_before, self.own.mu
        return None if before is None or after is None else SCALE * (after - before)

    @property
    def rating(self) -> tuple[float, float] | None:
        """The rating after it and how far off that may be, as players read both."""
        return None if self.own.mu is None or self.own.sigma is None else (shown(self.own.mu), SCALE * self.own.sigma)

    @property
    def row(self) -> GameRow:
        """The own seat alone, for statistics."""
        seat, count = self.own.seat, self.game.count
        alone: dict[str, Any] = {"facts": count["facts"], "seats": [count["seats"][seat]]}
        return self.game.players, [self.points], [self.game.won[seat]], alone


@dataclass(frozen=True)
class Opponent:
    """Somebody whom the person has met: how often who was above whom."""

    player: str | None
    bot: str
    game: str
    """Of a bot, the game that it plays: it is another one elsewhere."""
    games: int
    above: int
    below: int


def games_of(store: Store, player_id: str) -> list[OwnGame]:
    """Everything that a person played, the last one first."""
    found = store.games_of(player_id)
    seats = store.seats_of_games([game.id for game in found])
    return [_own(game, seats[game.id], player_id) for game in found]


def _own(game: PlayedGame, seats: Sequence[PlayedSeat], player_id: str) -> OwnGame:
    own = min((seat for seat in seats if seat.player == player_id), key=lambda seat: (seat.place, seat.seat))
    return OwnGame(game, own, tuple(seat for seat in seats if seat.player != player_id))


def people_met(games: Sequence[OwnGame]) -> list[str]:
    """The ids of the people whom the person has met, most often first."""
    met = Counter(person for one in games for person in one.people)
    return [person for person, _number in met.most_common()]


def opponents_of(games: Sequence[OwnGame]) -> list[Opponent]:
    """Whom the person has met, most often first; equal places count for nobody."""
    met: dict[tuple[str | None, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in games:
        for other in one.others:
            if other.player or other.bot:
                key = (other.player, "" if other.player else other.bot, "" if other.player else one.game.game)
                total = met[key]
                total[0] += 1
                total[1] += one.own.place < other.place
                total[2] += one.own.place > other.place
    told = [Opponent(*key, *total) for key, total in met.items()]
    return sorted(told, key=lambda one: (-one.games, -one.above, one.player or "", one.bot))
