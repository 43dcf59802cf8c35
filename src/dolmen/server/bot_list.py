"""The bots as people meet them: levels with a title in their language, what to expect, how strong they are."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from dolmen.arena.skill import rating_of, skill_of_bot
from dolmen.bots import bot_names, find_bot
from dolmen.core.errors import UnknownBot
from dolmen.core.words import Words

LEVELS: Final = ("greedy", "novice", "casual", "strong", "expert")
"""Who plays at levels 1 to 5, as commands and the API call them."""
DEFAULT_LEVEL: Final = 2
"""The level of opponents where nobody said which."""


@dataclass(frozen=True)
class Opponent:
    """A bot that may take a seat."""

    name: str
    """As commands and the API call it."""
    level: int
    """From 1 on; 0 where it is none of the levels."""
    title: str
    description: str
    rating: int | None
    """As players read it, for one game; None where the arena did not measure it."""

    @property
    def label(self) -> str:
        """'2, Casual'; without a level, the title alone."""
        return f"{self.level}, {self.title}" if self.level else self.title


@cache
def bots_for(game: str) -> tuple[str, ...]:
    """The names of the bots that play a game, the strongest last."""
    names = []
    for name in bot_names():
        with contextlib.suppress(UnknownBot):
            find_bot(name, game)
            names.append(name)
    return tuple(names)


@cache
def levels_of(game: str) -> tuple[str, ...]:
    """The names of the bots that play a game at level 1, 2 and so on; a game that has no levels has its bots."""
    names = bots_for(game)
    return tuple(name for name in LEVELS if name in names) or names


def bot_of_level(game: str, level: int) -> str:
    """Who plays a game at a level, or at the nearest one that there is."""
    names = levels_of(game)
    return names[min(max(level, 1), len(names)) - 1]


def titles(words: Words) -> dict[str, tuple[str, str]]:
    """What people call each bot, and what they may expect of it."""
    _ = words.gettext
    return {
        "random": (_("At random"), _("Decides at random: for a first win.")),
        "greedy": (_("First game"), _("Knows the rules, takes what looks best right now and looks no further.")),
        "novice": (_("Casual"), _("Looks at a few moves and often errs: for a second game.")),
        "casual": (_("Practised"), _("Plays a sound game and errs now and then: for an evening.")),
        "strong": (_("Strong"), _("Thinks ahead for less than a second and forgives little.")),
        "expert": (_("Expert"), _("Thinks ahead for a few seconds: the best that there is here.")),
    }


def opponents(game: str, words: Words) -> list[Opponent]:
    """The bots that play a game, the strongest last."""
    return _opponents(game, bots_for(game), words)


def levels(game: str, words: Words) -> list[Opponent]:
    """The bots that play a game at its levels, the strongest last."""
    return _opponents(game, levels_of(game), words)


def _opponents(game: str, names: Sequence[str], words: Words) -> list[Opponent]:
    named, of_levels = titles(words), levels_of(game)
    found = []
    for name in names:
        bot = find_bot(name, game)
        title, description = named.get(name, (name, bot.description))
        level = of_levels.index(name) + 1 if name in of_levels else 0
        skill = skill_of_bot(name, game)
        rating = None if skill is None else rating_of(skill, 0).number
        found.append(Opponent(name, level, title, description, rating))
    return found
