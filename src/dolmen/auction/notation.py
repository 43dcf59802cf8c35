"""An auction as text: the set-up as it is before it, and a line for every naming and bid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dolmen.auction.game import Auction
from dolmen.contract.auction import AuctionTerms
from dolmen.contract.game import Game, State
from dolmen.contract.notation import NOTHING, Notation, Transcript
from dolmen.core.errors import InvalidNotation

LINE: Final = "auction: "
"""How the lines of namings and bids begin, behind those of the set-up."""


@dataclass
class AuctionTranscript(Transcript):
    """An auction so far; its set-up is the transcript of the game that it is for."""

    def lines(self) -> list[str]:
        """The namings and bids, in the order in which they were made."""
        return [f"{LINE}{self.state.game.action_text(action)}" for action in self.state.history]

    def to_text(self) -> str:
        """The set-up, then the lines."""
        opening: Transcript = self.setup
        return "\n".join([opening.setup_text().rstrip("\n"), *self.lines()]) + "\n"


class AuctionNotation(Notation):
    """How an auction is written: a play is a naming or a bid."""

    def __init__(self, opening: Transcript, terms: AuctionTerms) -> None:
        self.opening = opening
        self.auction = Auction(opening.state.game.players, terms)

    def read(self, text: str, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None) -> AuctionTranscript:
        """The lines of namings and bids of a text; its other lines are the set-up's."""
        del supplied
        transcript = self.new_transcript(self.auction, None)
        for number, line in enumerate(text.splitlines()[:last_line], start=1):
            if line.startswith(LINE):
                try:
                    transcript.state.apply(line.removeprefix(LINE))
                except InvalidNotation as error:
                    raise InvalidNotation(f"line {number}: {error}") from None
        return transcript

    def new_transcript(
        self, game: Game, setup: Any, names: tuple[str, ...] = (), seed: int | None = None
    ) -> AuctionTranscript:
        """An auction that begins now."""
        del setup, seed
        return AuctionTranscript(self.opening, new_state(self.auction), names)


def new_state(auction: Auction) -> State:
    """Before the first naming or bid."""
    return auction.new_state(auction.terms)
