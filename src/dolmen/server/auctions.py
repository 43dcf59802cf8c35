"""The auction at a table: which state a table begins with, how bots bid, and how it ends in a set-up.

A table with an auction begins with the auction's own small game; the events that hold bids are moves like others. With
the last bid comes an event `settle`: from it on the table plays the game whose set-up the auction has settled, and who
holds the first lot sits at the first seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dolmen.auction.game import Auction, result_of
from dolmen.auction.notation import AuctionNotation
from dolmen.auction.presentation import AuctionPresentation
from dolmen.contract.auction import AuctionResult
from dolmen.contract.content import Entry
from dolmen.contract.game import State
from dolmen.contract.notation import Notation, Transcript
from dolmen.contract.package import GamePackage
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words
from dolmen.server.draft import AutoAnswers, Chance, Draft
from dolmen.store import NewEvent

FIRST_PART = 1000
"""The entries of an auction are noted below the log of the game, and before the other notes of the table."""


@dataclass(frozen=True)
class Stage:
    """What is decided at a table: how it is written, how it is shown, and its first position."""

    notation: Notation
    present: Presentation
    state: State


def first_stage(parts: GamePackage, opening: Transcript) -> Stage:
    """The auction where one comes first, else the game itself."""
    terms = opening.auction()
    if terms is None:
        return Stage(parts.notation(), parts.presentation(), opening.state)
    notation = AuctionNotation(opening, terms)
    state = notation.new_transcript(notation.auction, terms).state
    return Stage(notation, AuctionPresentation(parts.presentation(), opening.state), state)


def is_auction(state: State) -> bool:
    """Whether it is an auction that is decided."""
    return isinstance(state.game, Auction)


@dataclass(frozen=True)
class Auctioned:
    """An auction that is over."""

    present: Presentation
    state: State
    result: AuctionResult

    def entries(self, names: Sequence[str], words: Words) -> list[Entry]:
        """What happened there, with the names of those who sit where the auction has put them."""
        places = {seat: place for place, seat in enumerate(self.result.seats)}
        before = [names[places[seat]] for seat in range(len(names))]
        told = self.present.log(self.state, 0, before, words)
        return [
            replace(entry, decision=0, turn=0, turn_player=0, seat=places[entry.seat or 0], part=number - FIRST_PART)
            for number, entry in enumerate(told)
        ]


def settle(
    parts: GamePackage, opening: Transcript, draft: Draft, people: set[int], answers: AutoAnswers, chance: Chance
) -> tuple[int, ...]:
    """Add to the last bid what follows from it: the set-up, and what asks nobody then.

    Returns the seats as they were numbered, in their new order.
    """
    result = result_of(draft.state)
    draft.state = opening.after_auction(result).state
    draft.add(NewEvent("settle", {"seats": list(result.seats)}))
    seated = {place for place, seat in enumerate(result.seats) if seat in people}
    settled = {place: answers[seat] for place, seat in enumerate(result.seats) if seat in answers}
    draft.let_follow(parts.presentation(), seated, settled, chance)
    return result.seats
