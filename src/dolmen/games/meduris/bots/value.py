"""What a position of Meduris is worth: the points that each seat may expect in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dolmen.contract.game import Records
from dolmen.contract.search_settings import Numbers
from dolmen.contract.value_network import make_expect, read_network, room_for, weighted
from dolmen.contract.weights import WeightTable, read_weights
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask
from dolmen.games.meduris.bots.features import FEATURES, USUAL_TURNS, features
from dolmen.games.meduris.bots.greedy import likely_offer
from dolmen.games.meduris.bots.payments import likely_payment
from dolmen.games.meduris.meta import META
from dolmen.games.meduris.rules.apply import apply
from dolmen.games.meduris.rules.payment import chips_held
from dolmen.games.meduris.rules.record import Phase

WEIGHTS = read_weights(Path(__file__).with_name("weights.toml"), FEATURES, META.max_players)
SIZE = len(FEATURES)
NETWORK = read_network(Path(__file__).with_name("network.npz"), SIZE, META.max_players)
FIRST, SECOND, LAST = NETWORK
ROOM = room_for(SIZE, META.max_players, NETWORK)
expect = make_expect(features)
FORGOTTEN_TURNS = 2 * USUAL_TURNS
"""In a game as long as this the network is not asked any more."""


@kernel
def evaluate(record: Any, scratch: Records, mask: Mask, values: Numbers, room: Numbers, seed: int, stream: int) -> None:
    """The points that every seat may expect in the end."""
    scratch[0] = record
    settle(scratch[0])
    if scratch[0].phase == Phase.OVER:
        for seat in range(values.shape[0]):
            values[seat] = final_points(scratch[0], seat)
    else:
        expect(scratch[0], values, room, trust(scratch[0]), WEIGHTS, FIRST, SECOND, LAST)


@kernel
def trust(record: Any) -> float:
    """How much the network is believed: less and less in a game that lasts longer than those it knows.

    So that nobody waits for ever: what makes the weighted sum end a long game (see `features`) has the last word.
    """
    return min(1.0, max(0.0, (FORGOTTEN_TURNS - int(record.turn)) / (FORGOTTEN_TURNS - USUAL_TURNS)))


@kernel
def settle(record: Any) -> None:
    """Play out payments and offerings by rule of thumb: the position after them says more."""
    while record.phase == Phase.PAY or record.phase == Phase.OFFER:
        apply(record, likely_payment(record) if record.phase == Phase.PAY else likely_offer(record))


@kernel
def worth(record: Any, seat: int, table: WeightTable, room: Numbers) -> float:
    """The points that a seat may expect by a table of weights; `room` is overwritten with the features."""
    if record.phase == Phase.OVER:
        return final_points(record, seat)
    features(record, seat, room)
    return float(weighted(room[:SIZE], table[int(record.players)]))


@kernel
def final_points(record: Any, seat: int) -> float:
    """The final points, with a fraction for what decides ties: pieces built, then chips left."""
    left = int(record.huts[seat]) + int(record.temples[seat])
    return int(record.points[seat]) - left / 100 + chips_held(record, seat) / 10_000
