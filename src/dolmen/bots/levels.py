"""The levels that a person can pick: the same search, with more or less thought.

A level is a fixed number of visits for each decision. The two lower ones also err as people do: among the choices that
they thought about they do not always take the best.
"""

from __future__ import annotations

from typing import ClassVar

from dolmen.bots.search import SearchBot


class Novice(SearchBot):
    """For a second game."""

    name = "novice"
    description = "knows the rules and a little more: looks at a few moves and often errs"
    rating: ClassVar = {"meduris": 29, "terra-mystica": 27}
    visits: ClassVar = {"meduris": 30, "terra-mystica": 10}
    temperature = 1.0


class Casual(SearchBot):
    """For an evening."""

    name = "casual"
    description = "plays a sound game and errs now and then"
    rating: ClassVar = {"meduris": 29, "terra-mystica": 33}
    visits: ClassVar = {"meduris": 300, "terra-mystica": 60}
    temperature = 0.4


class Strong(SearchBot):
    """For those who know the game."""

    name = "strong"
    description = "thinks ahead for less than a second and forgives little"
    rating: ClassVar = {"meduris": 37, "terra-mystica": 43}
    visits: ClassVar = {"meduris": 4000, "terra-mystica": 600}


class Expert(SearchBot):
    """For those who want to lose."""

    name = "expert"
    description = "thinks ahead for a few seconds: the best that there is here"
    rating: ClassVar = {"meduris": 46, "terra-mystica": 48}
    visits: ClassVar = {"meduris": 40000, "terra-mystica": 4000}
