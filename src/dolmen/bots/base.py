"""What a bot is, and how one is found by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Final

from dolmen.contract.game import State
from dolmen.contract.judgement import Judgement
from dolmen.contract.registry import package
from dolmen.core.arguments import shown, whole
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, UnknownBot

BOTS: Final = {
    "random": "dolmen.bots.random:RandomBot",
    "greedy": "dolmen.bots.greedy:GreedyBot",
    "novice": "dolmen.bots.levels:Novice",
    "casual": "dolmen.bots.levels:Casual",
    "strong": "dolmen.bots.levels:Strong",
    "expert": "dolmen.bots.levels:Expert",
}
"""Every bot by name, the strongest last. Adding one is one module and one line here."""

MOST_VISITS: Final = 10**9
MOST_THREADS: Final = 256
"""Of a thought."""

DEFAULT_BOT: Final = "greedy"
"""Who takes a seat where nobody said which bot."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision; bots that do not search need none of it.

    The first limit that is reached ends the thought. A bot may think less, never more: where `seconds`
    is told, whoever asked stops waiting then.
    """

    visits: int | None = None
    """Positions to visit; None: as many as the bot's level has."""
    seconds: float | None = None
    """Time that there is for this decision; None: nobody looks at the clock."""
    threads: int = 1
    """How many threads may think."""
    share: float = 1.0
    """A part of the level's visits, for quick measurements."""

    def __post_init__(self) -> None:
        if self.visits is not None:
            whole("visits", self.visits, 1, MOST_VISITS)
        whole("threads", self.threads, 1, MOST_THREADS)
        if not _is_finite(self.share) or self.share == 0:
            raise InvalidSetup(f"share is a number above 0, not {shown(self.share)}")
        if self.seconds is not None and not _is_finite(self.seconds):
            raise InvalidSetup(f"seconds is a number, 0 or more, not {shown(self.seconds)}")


def _is_finite(given: object) -> bool:
    """Whether it is a finite number, 0 or more."""
    return isinstance(given, (int, float)) and not isinstance(given, bool) and 0 <= given < float("inf")


LEVEL: Final = Budget()
"""What the bot's level says."""


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of one legal action."""

    action: int
    points: float
    """The points that the seat expects at the end of the game if it plays this."""
    share: float
    """How much of its thought the bot gave to this, from 0 to 1."""
    reasons: tuple[str, ...] = ()
    """The main reasons, in English."""
    line: tuple[int, ...] = ()
    """How the seat may go on: this action, then those that the bot thinks it would choose; perhaps not to the end."""


class Bot(ABC):
    """A program that decides for one seat of one game."""

    name: ClassVar[str]
    description: ClassVar[str]
    quick: ClassVar[bool] = False
    """Whether it decides in a moment, so that it need not wait for those that think long."""

    def __init__(self, game: str) -> None:
        """A bot for the game with this key."""
        self.game = game

    @property
    def rating(self) -> int | None:
        """What the arena measured, if it did; see docs/bots."""
        judgement = package(self.game).judgement()
        return judgement.ratings.get(self.name) if judgement else None

    @property
    def plays_for_lead(self) -> bool:
        """Whether it would give points of its own away to be further ahead of the others."""
        return False

    @abstractmethod
    def choose(self, state: State, budget: Budget, draws: Draws) -> int | str:
        """A legal action for the seat that decides now. Never called at chance nodes; the state is left as it is.

        A bot uses what a player with perfect memory knows: the position and its past, never the dice to come.
        An action is its id or its text; who asks a bot calls `decide`, which tells the id.
        """

    def decide(self, state: State, budget: Budget, draws: Draws) -> int:
        """The id of what `choose` says, be it an id or a text. Raises InvalidNotation, IllegalAction."""
        return state.action_id(self.choose(state, budget, draws))

    def consider(self, state: State, budget: Budget, draws: Draws) -> tuple[Opinion, ...]:
        """What the bot thinks of the legal actions, best first; at least the one that it would choose."""
        action = self.decide(state, budget, draws)
        return (Opinion(action, float(state.scores()[state.current_player]), 1.0),)

    def expect(self, state: State, budget: Budget, draws: Draws) -> tuple[float, ...]:
        """The points that each seat may expect at the end of the game; the dice may be about to fall."""
        return tuple(float(points) for points in state.scores())

    def expect_after(
        self, state: State, lines: Sequence[Sequence[int]], budget: Budget, draws: Draws
    ) -> list[tuple[float, ...]]:
        """Likewise after lines of the seat that decides now, which thinks on in each: so they can be compared."""
        expected = []
        for line in lines:
            after = state.clone()
            for action in line:
                after.apply_trusted(action)
            expected.append(self.expect(after, budget, draws))
        return expected

    def reasons(self, state: State, line: Sequence[int], other: Sequence[int]) -> tuple[str, ...]:
        """What some decisions bring more or less of than others, in English, the largest first: 'income -2.6'."""
        return ()

    def warm_up(self, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Named calls that compile the bot's kernels, for a warm start."""
        yield from ()


def judgement_of(game: str, bot: str) -> Judgement:
    """What bots know of a game. Raises UnknownBot where there is nothing."""
    judgement = package(game).judgement()
    if judgement is None:
        raise UnknownBot(f"the bot '{bot}' does not play {game}")
    return judgement


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(BOTS)


def find_bot(name: str, game: str) -> Bot:
    """The bot of that name, for a game."""
    if not isinstance(name, str) or name not in BOTS:
        raise UnknownBot(f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}")
    module, _, class_name = BOTS[name].partition(":")
    bot: Bot = getattr(import_module(module), class_name)(game)
    return bot
