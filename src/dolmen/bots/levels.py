"""The levels that a person can pick: the same search, with more or less thought.

A level is a fixed number of visits for each decision. The two lower ones also err as people do: among the choices that
they thought about they do not always take the best.
"""

from __future__ import annotations

from dolmen.bots.search import SearchBot


class Novice(SearchBot):
    """For a second game."""

    name = "novice"
    quick = True
    description = "knows the rules and a little more: looks at a few moves and often errs"
    temperature = 1.0


class Casual(SearchBot):
    """For an evening."""

    name = "casual"
    quick = True
    description = "plays a sound game and errs now and then"
    temperature = 0.4


class Strong(SearchBot):
    """For those who know the game."""

    name = "strong"
    description = "thinks ahead for less than a second and forgives little"


class Expert(SearchBot):
    """For those who want to lose."""

    name = "expert"
    description = "thinks ahead for a few seconds: the best that there is here"
