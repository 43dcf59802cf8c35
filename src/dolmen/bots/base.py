"""What a bot is, and how one is found by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from typing import ClassVar, Final

from dolmen.draws import Draws
from dolmen.errors import UnknownBot
from dolmen.game import Kernel, State

BOTS: Final = {"random": "dolmen.bots.random:RandomBot", "greedy": "dolmen.bots.greedy:GreedyBot"}
"""Every bot by name. Adding one is one module and one line here."""


class Bot(ABC):
    """A program that decides for one seat of one game."""

    name: ClassVar[str]
    description: ClassVar[str]

    def __init__(self, game: str) -> None:
        """A bot for the game with this key."""
        self.game = game

    @abstractmethod
    def choose(self, state: State, draws: Draws) -> int:
        """A legal action for the seat that decides now. Never called at chance nodes; the state is left as it is."""

    def kernels(self) -> dict[str, Kernel]:
        """The kernels that the bot compiles, for a warm start."""
        return {}


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(BOTS)


def find_bot(name: str, game: str) -> Bot:
    """The bot of that name, for a game."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot '{name}'; there are: {', '.join(BOTS)}")
    module, _, class_name = BOTS[name].partition(":")
    bot: Bot = getattr(import_module(module), class_name)(game)
    return bot
