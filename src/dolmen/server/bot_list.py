"""The bots as people meet them: by a name in their language, with what to expect, and how strong they were measured."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.bots import find_bot
from dolmen.core.words import Words
from dolmen.server.commands.making import bots_for


@dataclass(frozen=True)
class Opponent:
    """A bot that may take a seat."""

    name: str
    """As commands and the API call it."""
    title: str
    description: str
    rating: int | None
    """As the arena measured it for one game; None where it did not."""


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
