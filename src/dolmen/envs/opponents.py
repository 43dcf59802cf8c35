"""Who sits at the other seats: anything that the arena knows, a bot, a function, or a pool of those.

An opponent is a name (`greedy`, a level, `learned:FILE`, `file.py:Class`, `module:Class`), a `Bot` or a class of bots,
or a function: of the `State` where one game is played, of the `Batch` where many are. Given alone, it sits at all other
seats; a list names one for each, clockwise from the own seat. From a `Pool` one is drawn for each seat of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from dolmen.arena.entrants import enter
from dolmen.arena.external import ExternalBot
from dolmen.bots import Bot, Budget
from dolmen.bots.policies import FunctionPolicy, Policy, policy_of
from dolmen.contract.game import State
from dolmen.core.draws import DICE_STREAMS, SEEDS, Draws
from dolmen.core.errors import InvalidSetup, UnknownBot

Opponent: TypeAlias = "str | Bot | type[Bot] | Callable[[Any], Any]"
Seated = TypeVar("Seated")

_BEFORE_THE_GAME: Final = SEEDS - 64
"""The first step of a game's stream that no decision reaches: who plays in it is drawn from here on."""


class Pool:
    """Opponents of which one is drawn for every other seat of every game, all equally likely.

    Who is added plays in games that begin later: for self-play against earlier checkpoints, add one now and then.
    """

    def __init__(self, *opponents: Opponent) -> None:
        self.opponents: list[Opponent] = list(opponents)

    def add(self, opponent: Opponent) -> None:
        """One more for the games to come."""
        self.opponents.append(opponent)

    def __len__(self) -> int:
        return len(self.opponents)


Opponents: TypeAlias = "Opponent | Pool | Sequence[Opponent | Pool]"


def _pool_of(opponent: Opponent | Pool) -> Pool:
    return opponent if isinstance(opponent, Pool) else Pool(opponent)


class LineUp(Generic[Seated]):
    """The other seats of an environment, and who sits there in which game."""

    def __init__(
        self,
        opponents: Opponents,
        players: int,
        seat_one: Callable[[Opponent], Seated],
        *,
        shared: bool = False,
    ) -> None:
        """`seat_one` makes of an opponent what the environment asks: for each seat one, or if shared one for all.

        Whoever is named is made at once, or refused.
        """
        others = players - 1
        if isinstance(opponents, Sequence) and not isinstance(opponents, str):
            self.pools = tuple(_pool_of(opponent) for opponent in opponents)
        else:
            self.pools = (_pool_of(opponents),) * others
        if len(self.pools) != others:
            raise InvalidSetup(f"{players} players have {others} opponents each; {len(self.pools)} are named")
        self._seat_one = seat_one
        self.members: list[Seated] = []
        """Everybody who was made so far."""
        by_pool: dict[int, list[int]] = {id(pool): [] for pool in self.pools}
        self._numbers: list[list[int]] = [by_pool[id(pool)] if shared else [] for pool in self.pools]
        """By other seat, the places of its pool in `members`."""
        for other in range(others):
            self._made(other)

    @property
    def is_drawn(self) -> bool:
        """Whether other games may have other opponents."""
        return any(len(pool) != 1 for pool in self.pools)

    def drawn(self, seed: int, game: int) -> tuple[int, ...]:
        """Who plays in a game of a seed: by other seat, clockwise, places in `members`."""
        draws = Draws(seed, DICE_STREAMS + game, _BEFORE_THE_GAME + 1)
        return tuple(draws.pick(self._made(other)) for other in range(len(self.pools)))

    def _made(self, other: int) -> list[int]:
        """The pool of another seat, by places in `members`; those that are new are made first."""
        numbers, pool = self._numbers[other], self.pools[other]
        if not len(pool):
            raise InvalidSetup("a pool needs an opponent before the first game: Pool('random')")
        for opponent in pool.opponents[len(numbers) :]:
            made = self._seat_one(opponent)
            numbers.append(len(self.members))
            self.members.append(made)
        return numbers


def drawn_seat(seed: int, game: int, players: int) -> int:
    """The own seat in a game of a seed, where it is not fixed."""
    return Draws(seed, DICE_STREAMS + game, _BEFORE_THE_GAME).below(players)


def bot_of(opponent: Opponent, game: str) -> Bot:
    """An opponent in a single game. Raises UnknownBot."""
    if isinstance(opponent, str):
        return enter(opponent, game)
    if isinstance(opponent, type) and issubclass(opponent, Bot):
        return opponent(game)
    if isinstance(opponent, Bot):
        if opponent.game != game:
            raise UnknownBot(f"the bot '{opponent.name}' was made for {opponent.game}, not for {game}")
        return opponent
    if callable(opponent):
        return FunctionBot(game, opponent)
    raise UnknownBot(f"an opponent is a name, a bot or a function, not {opponent!r}")


def policy_for(opponent: Opponent, game: str) -> Policy:
    """An opponent in a batch. Raises UnknownBot."""
    if callable(opponent) and not isinstance(opponent, (Bot, type)):
        return opponent if isinstance(opponent, Policy) else FunctionPolicy(opponent)
    bot = bot_of(opponent, game)
    if isinstance(bot, ExternalBot):
        raise UnknownBot(f"'{opponent}' plays one game at a time, not a batch of them")
    return policy_of(bot)


class FunctionBot(Bot):
    """Somebody's own function of the state, which gives an action."""

    name = "function"
    description = "somebody's own function"

    def __init__(self, game: str, function: Callable[[State], Any]) -> None:
        super().__init__(game)
        self.function = function

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:  # noqa: ARG002 (a function has its own)
        """What the function says."""
        return state.action_id(self.function(state))
