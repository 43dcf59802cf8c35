"""What the results of an arena say about each bot, with intervals.

Ratings are openskill's (Plackett-Luce, the model for games of several players), the games rated in the order of their
numbers; a bot that sits on several seats of a game is rated by their mean. A rating is 25 for somebody unknown; the
interval is 1.96 times the model's own uncertainty. Points and victories count by seats: a bot on three of four seats
has three chances a game. Intervals are at 95 %: Wilson's for victories, the normal one for points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from dolmen.arena.match import Result

Z = 1.96
"""Standard deviations to either side: 95 %."""
UNKNOWN = 25.0
"""The rating of a bot that nothing is known of."""


@dataclass(frozen=True)
class Interval:
    """A figure and what it may be."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Times:
    """How long something takes, in milliseconds."""

    mean: float
    p95: float


@dataclass(frozen=True)
class Standing:
    """One bot in the arena."""

    bot: str
    games: int
    seats: int
    """How many seats it took in all."""
    rating: Interval | None
    """None where it only met itself."""
    points: Interval | None
    """None where no game of it came to its end."""
    victories: Interval
    """The share of the victories that each of its seats got."""
    forfeits: int
    move: Times | None
    turn: Times | None


@dataclass(frozen=True)
class Duel:
    """How often one bot is ahead of another at the end of a game with both; equal ranks count half."""

    bot: str
    other: str
    games: int
    ahead: Interval


@dataclass(frozen=True)
class Report:
    """An arena's outcome: the best first."""

    games: int
    setups: int
    truncated: int
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]
    forfeits: tuple[tuple[int, str], ...]
    """The games that were lost by forfeit, counted from 1, and why."""

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def wilson(successes: float, trials: int) -> Interval:
    """A share with Wilson's interval."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = successes / trials
    spread = 1 + Z * Z / trials
    middle = (share + Z * Z / (2 * trials)) / spread
    reach = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials)) / spread
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_of(values: Sequence[float]) -> Interval | None:
    """A mean with the normal interval."""
    if not values:
        return None
    mean = fmean(values)
    reach = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(mean, mean - reach, mean + reach)


def times_of(microseconds: Iterable[int]) -> Times | None:
    """Mean and 95th percentile (nearest rank)."""
    ordered = sorted(microseconds)
    if not ordered:
        return None
    return Times(fmean(ordered) / 1000, ordered[max(0, -(-95 * len(ordered) // 100) - 1)] / 1000)


def report(results: Iterable[Result]) -> Report:
    """The outcome of these games, in whatever order they were played."""
    ordered = sorted(results, key=lambda result: result.number)
    bots = sorted({bot for result in ordered for bot in result.seats})
    ratings = rate(ordered, bots)
    standings = [_standing(bot, ordered, ratings[bot]) for bot in bots]
    standings.sort(key=_merit, reverse=True)
    return Report(
        games=len(ordered),
        setups=len({result.setup for result in ordered}),
        truncated=sum(result.truncated for result in ordered),
        standings=tuple(standings),
        duels=tuple(_duels(ordered, [standing.bot for standing in standings])),
        forfeits=tuple((result.number + 1, result.why) for result in ordered if result.forfeit is not None),
    )


def _merit(standing: Standing) -> tuple[float, float]:
    rating = standing.rating.value if standing.rating else UNKNOWN
    return rating, standing.points.value if standing.points else 0.0


def _standing(bot: str, results: Sequence[Result], rating: Interval | None) -> Standing:
    seats = [(result, seat) for result in results for seat, name in enumerate(result.seats) if name == bot]
    decided = [(result, seat) for result, seat in seats if not result.truncated]
    over = [(result, seat) for result, seat in decided if result.forfeit is None]
    return Standing(
        bot=bot,
        games=len({result.number for result, _ in seats}),
        seats=len(seats),
        rating=rating,
        points=mean_of([result.scores[seat] for result, seat in over]),
        victories=wilson(sum(result.returns[seat] for result, seat in decided), len(decided)),
        forfeits=sum(result.forfeit == seat for result, seat in seats),
        move=times_of(time for result, seat in seats for times in result.move_times[seat : seat + 1] for time in times),
        turn=times_of(time for result, seat in seats for times in result.turn_times[seat : seat + 1] for time in times),
    )


def rate(results: Sequence[Result], bots: Sequence[str]) -> dict[str, Interval | None]:
    """The ratings of the bots after these games."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=UNKNOWN, tau=0)  # a bot does not change: no drift between games
    ratings = {bot: model.rating() for bot in bots}
    rated: set[str] = set()
    for result in results:
        names = set(result.seats)
        if result.truncated or len(names) == 1:
            continue
        rated |= names
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in result.seats]
        after = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
        for name in names:
            own = [after[seat][0] for seat, other in enumerate(result.seats) if other == name]
            mu, sigma = fmean(one.mu for one in own), fmean(one.sigma for one in own)
            ratings[name] = model.rating(mu=mu, sigma=sigma)
    return {bot: _interval(ratings[bot].mu, ratings[bot].sigma) if bot in rated else None for bot in bots}


def _interval(mu: float, sigma: float) -> Interval:
    return Interval(mu, mu - Z * sigma, mu + Z * sigma)


def _duels(results: Sequence[Result], bots: Sequence[str]) -> Iterable[Duel]:
    """Every pair of bots, the better one first."""
    for place, bot in enumerate(bots):
        for other in bots[place + 1 :]:
            shares = [share for result in results if not result.truncated for share in _ahead(result, bot, other)]
            if shares:
                yield Duel(bot, other, len(shares), wilson(sum(shares), len(shares)))


def _ahead(result: Result, bot: str, other: str) -> Iterable[float]:
    """One share for a game with both: over all pairs of their seats."""
    pairs = [
        1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        for name, mine in zip(result.seats, result.ranks, strict=True)
        for rival, theirs in zip(result.seats, result.ranks, strict=True)
        if name == bot and rival == other
    ]
    if pairs:
        yield fmean(pairs)
