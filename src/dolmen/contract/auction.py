"""An auction before a game: what players bid points for is a part of the set-up, together with its place in the order.

A game that knows such a thing says in its transcript what is auctioned; how it is done is the same for all of them (see
`dolmen.auction`). The rules of the game never see it: they begin with the set-up that comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AuctionTerms:
    """What is auctioned."""

    names: tuple[str, ...]
    """All that may be named."""
    families: tuple[str, ...]
    """The family of each of them: of one family there is one lot at most."""
    lots: tuple[str, ...] = ()
    """The lots, in the order of their places; empty where the players name them in turn."""


@dataclass(frozen=True)
class AuctionResult:
    """What an auction led to, place by place."""

    lots: tuple[str, ...]
    seats: tuple[int, ...]
    """The seats that bid the most for each, as they were numbered before."""
    points: tuple[int, ...]
    """What they bid."""
