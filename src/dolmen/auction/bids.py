"""How bots bid: for what is worth the most to them above its price, and never more than they must."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dolmen.auction.game import HIGHEST_BID, NOBODY, Auction, bid_id, lowest_bid
from dolmen.contract.auction import AuctionResult
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.core.draws import Draws

Expect = Callable[[State], Sequence[float]]
"""The points that a bot expects of each seat in a position."""


def answer(opening: Transcript, state: State, expect: Expect, draws: Draws) -> int:
    """What a bot does that is asked in the auction before a game: it names a lot that is drawn, or bids."""
    game, record = state.game, state.record
    assert isinstance(game, Auction)
    if int(record.named) < game.players:
        return draws.pick(state.legal_actions())
    lots = tuple(game.terms.names[int(name)] for name in record.lots[: game.players])
    return sensible_bid(state, worth_of(opening, lots, expect))


def worth_of(opening: Transcript, lots: tuple[str, ...], expect: Expect) -> dict[str, float]:
    """What every lot is worth in its place, with the tiles that lie there: what its seat may expect in the end."""
    seats = tuple(range(len(lots)))
    begun = opening.after_auction(AuctionResult(lots, seats, (0,) * len(lots)))
    return dict(zip(lots, expect(begun.state), strict=True))


def sensible_bid(state: State, worth: Mapping[str, float]) -> int:
    """The least that can be bid for the lot of which most is left then.

    Among equals it is a free one, and of those the first in the order. As one lot is free whenever somebody is asked, a
    bot never pays more for another than that is worth beside the free one.
    """
    game, record = state.game, state.record
    assert isinstance(game, Auction)
    places = [place for place in range(game.players) if lowest_bid(record, place) <= HIGHEST_BID]
    place = max(places, key=lambda place: (_left(game, record, place, worth), record.holder[place] == NOBODY, -place))
    return bid_id(int(record.lots[place]), lowest_bid(record, place))


def _left(game: Auction, record: Any, place: int, worth: Mapping[str, float]) -> float:
    """What is left of a lot's worth at its price."""
    return worth.get(game.terms.names[int(record.lots[place])], 0.0) - lowest_bid(record, place)
