"""The bots as people meet them: by a name in their language, with what to expect, and how strong they were measured."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import cache

from dolmen.bots import bot_names, find_bot
from dolmen.core.errors import UnknownBot
from dolmen.core.words import Words


@dataclass(frozen=True)
class Opponent:
    """A bot that may take a seat."""

    name: str
    """As commands and the API call it."""
    title: str
    description: str
    rating: int | None
    """As the arena measured it for one game; None where it did not."""


@cache
def bots_for(game: str) -> tuple[str, ...]:
    """The names of the bots that play a game, the strongest last."""
    names = []
    for name in bot_names():
        with contextlib.suppress(UnknownBot):
            find_bot(name, game)
            names.append(name)
    return tuple(names)


def titles(words: Words) -> dict[str, tuple[str, str]]:
    """What people call each bot, and what they may expect of it."""
    _ = words.gettext
    return {
        "random": (_("Random"), _("Decides at random: for a first win.")),
        "greedy": (_("Greedy"), _("Takes what looks best right now, and looks no further: for a first game.")),
        "novice": (_("Novice"), _("Looks at a few moves and often errs: for a second game.")),
        "casual": (_("Casual"), _("Plays a sound game and errs now and then: for an evening.")),
        "strong": (_("Strong"), _("Thinks ahead for less than a second and forgives little.")),
        "expert": (_("Expert"), _("Thinks ahead for a few seconds: the best that there is here.")),
    }


def opponents(game: str, words: Words) -> list[Opponent]:
    """The bots that play a game, the strongest last."""
    named = titles(words)
    found = []
    for name in bots_for(game):
        bot = find_bot(name, game)
        title, description = named.get(name, (name, bot.description))
        found.append(Opponent(name, title, description, bot.rating))
    return found
