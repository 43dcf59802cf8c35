"""What a position of Meduris is worth: the points that each seat may expect in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dolmen.contract.game import Records
from dolmen.contract.search_settings import Numbers
from dolmen.contract.weights import WeightTable, read_weights
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask
from dolmen.games.meduris.bots.features import FEATURES, features
from dolmen.games.meduris.bots.greedy import likely_offer
from dolmen.games.meduris.bots.payments import likely_payment
from dolmen.games.meduris.meta import META
from dolmen.games.meduris.rules.apply import apply
from dolmen.games.meduris.rules.payment import chips_held
from dolmen.games.meduris.rules.record import Phase

WEIGHTS = read_weights(Path(__file__).with_name("weights.toml"), FEATURES, META.max_players)
SIZE = len(FEATURES)


@kernel
def evaluate(record: Any, scratch: Records, mask: Mask, values: Numbers, room: Numbers, seed: int, stream: int) -> None:
    """The points that every seat may expect in the end."""
    scratch[0] = record
    settle(scratch[0])
    for seat in range(values.shape[0]):
        values[seat] = worth(scratch[0], seat, WEIGHTS, room)


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
    points = 0.0
    for index in range(SIZE):
        points += table[record.players, index] * room[index]
    return points


@kernel
def final_points(record: Any, seat: int) -> float:
    """The final points, with a fraction for what decides ties: pieces built, then chips left."""
    left = int(record.huts[seat]) + int(record.temples[seat])
    return int(record.points[seat]) - left / 100 + chips_held(record, seat) / 10_000
