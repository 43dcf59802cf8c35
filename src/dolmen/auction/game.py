"""The auction as a small game of its own, so that a table keeps, shows and takes back bids as it does decisions.

As many lots as players: they are drawn, or everybody names one in turn. Then, in turn, whoever holds nothing bids
points for a lot: any number for a free one, more than is bid for another, whose holder bids again. It ends when
everybody holds one. Whoever is asked holds nothing, so one lot is free at least; and bids only rise, up to a limit.

    name red        one of the lots
    bid red 3       three points for it
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dolmen.contract.auction import AuctionResult, AuctionTerms
from dolmen.contract.game import TERMINAL, Game, Records, State, empty_records
from dolmen.contract.meta import Meta
from dolmen.core.errors import IllegalAction, InvalidNotation, translatable
from dolmen.core.mask import Mask, add, clear, has
from dolmen.core.messages import Message

if TYPE_CHECKING:
    from dolmen.core.observation import Observation, Part
    from dolmen.kernels.calls import Calls

HIGHEST_BID: Final = 40
"""Nobody bids more: it is far beyond what anything is worth, and an auction ends."""
MOST_LOTS: Final = 9
MOST_NAMES: Final = 64
"""Ids of actions: so many names, then the bids, name by name."""
NOBODY: Final = -1

RECORD = np.dtype(
    [
        ("turn", np.int32),  # namings and bids so far
        ("player", np.int8),  # who names or bids now, or TERMINAL
        ("turn_player", np.int8),
        ("players", np.int8),
        ("named", np.int8),  # how many lots there are so far
        ("lots", np.int8, (MOST_LOTS,)),  # by place: which of the names
        ("holder", np.int8, (MOST_LOTS,)),  # the seat that bids the most, or NOBODY
        ("bid", np.int8, (MOST_LOTS,)),
    ],
    align=True,
)

META: Final = Meta(
    key="auction",
    title="Auction",
    authors="",
    publisher="",
    year=0,
    min_players=1,
    max_players=MOST_LOTS,
    rules_version=1,
    rulebook="",
    summary="Players bid points for parts of a set-up.",
    extension="",
    recognises=lambda _text: False,
    recognised_by="",
)


@dataclass(frozen=True)
class Naming:
    """A lot is named."""

    name: str

    def __str__(self) -> str:
        return f"name {self.name}"


@dataclass(frozen=True)
class Bid:
    """Points are bid for a lot."""

    name: str
    points: int

    def __str__(self) -> str:
        return f"bid {self.name} {self.points}"


class Auction(Game):
    """The auction of one table."""

    meta = META
    record_type = RECORD
    num_actions = MOST_NAMES + MOST_NAMES * (HIGHEST_BID + 1)
    max_chance_outcomes = 0
    max_turns = MOST_LOTS * (HIGHEST_BID + 2)
    observation_version = 1
    observation_size = 0

    def __init__(self, players: int, terms: AuctionTerms) -> None:
        super().__init__(players)
        self.terms = terms

    @cached_property
    def calls(self) -> Calls:
        """The rules as a `State` calls them: a table's auction is a few bids, and needs no compiling."""
        from dolmen.kernels.calls import Calls

        return Calls(
            self._legal_in, self._allows_in, self._apply_to, self._observe_in, self._decide_in, self._points_in
        )

    # ------------------------------------------------------------------------------------------------- set-up

    def draw_setup(self, seed: int, stream: int = 0) -> AuctionTerms:
        """Nothing is drawn here: the terms say what there is."""
        del seed, stream
        return self.terms

    def new_records(self, setup: AuctionTerms) -> Records:
        """Before the first bid, or the first naming."""
        records = empty_records(RECORD)
        record = records[0]
        record.players = self.players
        record.holder[:] = NOBODY
        record.lots[:] = NOBODY
        record.named = len(setup.lots)
        record.lots[: len(setup.lots)] = [setup.names.index(lot) for lot in setup.lots]
        return records

    def open_records(self) -> Records:
        """The same: nothing is left open."""
        return self.new_records(self.terms)

    # ------------------------------------------------------------------------------------------------- rules

    def _legal_in(self, records: Records, mask: Mask) -> None:
        clear(mask)
        for action in self._legal(records[0]):
            add(mask, action)

    def _legal(self, record: Any) -> list[int]:
        """Every naming or bid of whoever is asked."""
        if record["player"] == TERMINAL:
            return []
        if record["named"] < self.players:
            taken = {self.terms.families[name] for name in record["lots"][: int(record["named"])]}
            return [name for name, family in enumerate(self.terms.families) if family not in taken]
        return [
            bid_id(int(record["lots"][place]), points)
            for place in range(self.players)
            for points in range(lowest_bid(record, place), HIGHEST_BID + 1)
        ]

    def _allows_in(self, records: Records, mask: Mask, action: int) -> bool:
        self._legal_in(records, mask)
        return bool(has(mask, action))

    def _apply_to(self, records: Records, action: int) -> None:
        record = records[0]
        player = int(record["player"])
        record["turn"] += 1
        if action < MOST_NAMES:
            record["lots"][int(record["named"])] = action
            record["named"] += 1
            self._ask(record, (player + 1) % self.players)
            return
        name, points = name_and_points(action)
        place = place_of(record, name)
        record["holder"][place] = player
        record["bid"][place] = points
        holders = set(record["holder"][: self.players].tolist())
        others = [(player + step) % self.players for step in range(1, self.players)]
        self._ask(record, next((seat for seat in others if seat not in holders), TERMINAL))

    def _ask(self, record: Any, player: int) -> None:
        record["player"] = player
        record["turn_player"] = max(player, 0)

    def _observe_in(self, records: Records, seat: int, out: Observation) -> None:
        """Nobody learns to bid."""

    def _decide_in(self, records: Records, mask: Mask, action: int) -> int:
        self._apply_to(records, action)
        self._legal_in(records, mask)
        return int(records[0]["player"])

    def _points_in(self, records: Records, out: Any) -> None:
        out[: self.players] = self.scores(records[0])

    # ------------------------------------------------------------------------------------------------- actions

    def decode(self, action: int) -> Naming | Bid:
        """A naming or a bid."""
        names = self.terms.names
        if 0 <= action < len(names):
            return Naming(names[action])
        if MOST_NAMES <= action < bid_id(len(names), 0):
            name, points = name_and_points(action)
            return Bid(names[name], points)
        raise InvalidNotation(f"there is no action {action} in an auction")

    def encode(self, action: Naming | Bid) -> int:
        """The id of a naming or a bid."""
        name = self.terms.names.index(action.name)
        return name if isinstance(action, Naming) else bid_id(name, action.points)

    def action_from_text(self, text: str) -> int:
        """'name red' or 'bid red 3'."""
        found = re.fullmatch(r"(?:name|bid) (\S+)(?: ([0-9]{1,9}))?", " ".join(text.split()))
        if found is None or (found[2] is None) != found[0].startswith("name "):
            raise InvalidNotation(f"'{text[:60]}' is neither 'name LOT' nor 'bid LOT POINTS'")
        if found[1] not in self.terms.names:
            raise InvalidNotation(f"there is no lot '{found[1][:40]}': they are {', '.join(self.terms.names)}")
        name = self.terms.names.index(found[1])
        if found[2] is None:
            return name
        if int(found[2]) > HIGHEST_BID:
            raise IllegalAction(translatable("nobody bids more than %(most)s points"), most=HIGHEST_BID)
        return bid_id(name, int(found[2]))

    def refusal(self, record: Any, action: int) -> Message:
        """Why a naming or a bid is not possible."""
        is_named = record["named"] >= self.players
        if action < MOST_NAMES:
            if is_named:
                return Message(translatable("all lots are named: bid for one of them"))
            return Message(translatable("%(lot)s cannot be named beside the other lots"), lot=self.terms.names[action])
        if not is_named:
            return Message(translatable("the lots are named before anybody bids"))
        name, points = name_and_points(action)
        place = place_of(record, name)
        if place is None:
            return Message(translatable("%(lot)s is not one of the lots"), lot=self.terms.names[name])
        least = lowest_bid(record, place)
        if least > HIGHEST_BID:
            return Message(translatable("nobody bids more than %(most)s points"), most=HIGHEST_BID)
        return Message(
            translatable("%(points)s points are too few: the lowest bid is %(least)s"), points=points, least=least
        )

    def observation_parts(self) -> tuple[Part, ...]:
        """Nobody learns to bid."""
        return ()

    # ------------------------------------------------------------------------------------------------- results

    def scores(self, record: Any) -> tuple[int, ...]:
        """What each seat bids, below nothing."""
        bids = dict(zip(record["holder"][: self.players].tolist(), record["bid"].tolist(), strict=False))
        return tuple(-int(bids.get(seat, 0)) for seat in range(self.players))

    def winners(self, record: Any) -> tuple[int, ...]:
        """Nobody wins an auction."""
        return ()

    def position(self, record: Any, first: int = 1) -> dict[str, Any]:
        """The lots with what is bid; seats count from `first`, places from 1."""
        lots = [
            {
                "place": place + 1,
                "lot": self.terms.names[name],
                "seat": None if holder == NOBODY else holder + first,
                "bid": None if holder == NOBODY else bid,
            }
            for place, (name, holder, bid) in enumerate(self._rows(record))
        ]
        asked = int(record["player"])
        return {"auction": lots, "player": asked + first if asked >= 0 else None, "highest_bid": HIGHEST_BID}

    def _rows(self, record: Any) -> list[tuple[int, int, int]]:
        columns = (record[name][: int(record["named"])].tolist() for name in ("lots", "holder", "bid"))
        return list(zip(*columns, strict=True))

    def position_text(self, record: Any) -> str:
        """A line a lot."""
        rows = enumerate(self._rows(record), start=1)
        told = ((place, self.terms.names[name], holder, bid) for place, (name, holder, bid) in rows)
        return "\n".join(
            f"{place} {name} free" if holder == NOBODY else f"{place} {name} {bid} by seat {holder + 1}"
            for place, name, holder, bid in told
        )

    def check_conservation(self, record: Any) -> None:
        """Everybody holds one lot at most."""
        held = [int(holder) for holder in record["holder"] if holder != NOBODY]
        assert len(set(held)) == len(held), "lots"


def bid_id(name: int, points: int) -> int:
    """The id of a bid."""
    return MOST_NAMES + name * (HIGHEST_BID + 1) + points


def name_and_points(action: int) -> tuple[int, int]:
    """What is bid for, by its number among the names, and how much."""
    return divmod(action - MOST_NAMES, HIGHEST_BID + 1)


def place_of(record: Any, name: int) -> int | None:
    """The place of a lot; None where it is none."""
    lots = record["lots"][: int(record["named"])].tolist()
    return lots.index(name) if name in lots else None


def lowest_bid(record: Any, place: int) -> int:
    """The lowest bid for a lot: nothing while it is free, else one point more than is bid."""
    return 0 if record["holder"][place] == NOBODY else int(record["bid"][place]) + 1


def result_of(state: State) -> AuctionResult:
    """What an auction led to that is over."""
    game, record = state.game, state.record
    assert isinstance(game, Auction) and state.is_terminal(), "the auction is not over"
    places = range(game.players)
    return AuctionResult(
        tuple(game.terms.names[int(record.lots[place])] for place in places),
        tuple(int(record.holder[place]) for place in places),
        tuple(int(record.bid[place]) for place in places),
    )
