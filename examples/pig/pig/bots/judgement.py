"""What bots know of Pig: hold at 20, unless somebody is about to win; and how good a position is."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import CHANCE, TERMINAL, Records
from dolmen.contract.judgement import Judgement
from dolmen.contract.search_settings import Numbers, Settings
from dolmen.contract.weights import WeightTable
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, has
from pig.meta import META
from pig.rules.actions import HOLD, ROLL
from pig.rules.record import TARGET, Record

ENOUGH: Final = 20
"""Another roll brings 20 / 6 points and costs a sixth of the pot: with 20 in it, both are equal."""
LAST_CHANCE: Final = 85
"""Who sees somebody with so many points plays for victory at once."""

Likely = npt.NDArray[np.float32]

FEATURES: Final = ("points", "pot", "turn")
WEIGHTS: Final[WeightTable] = np.tile([1.0, 0.8, 4.0], (META.max_players + 1, 1))


@kernel
def choose(record: Record, scratch: Records, mask: Mask, offset: int) -> int:
    """Hold at 20, or with enough to win; roll on where another player is about to win."""
    held = int(record.points[record.player]) + int(record.pot)
    if record.pot == 0:
        return ROLL
    if held >= TARGET:
        return HOLD
    for seat in range(int(record.players)):
        if seat != record.player and record.points[seat] >= LAST_CHANCE:
            return ROLL
    return HOLD if record.pot >= ENOUGH else ROLL


@kernel
def prior(record: Record, scratch: Records, mask: Mask, weights: Likely, room: Numbers) -> None:
    """Both choices are worth a thought; to hold is likelier to be right the more there is."""
    weights[ROLL] = 1.0
    if has(mask, HOLD):
        weights[HOLD] = int(record.pot) / ENOUGH


@kernel
def evaluate(
    record: Record, scratch: Records, mask: Mask, values: Numbers, room: Numbers, seed: int, stream: int
) -> None:
    """The points that each seat may expect: its own, and what its turn may still bring."""
    for seat in range(values.shape[0]):
        values[seat] = int(record.points[seat])
    if record.player != TERMINAL:
        values[record.turn_player] += 0.8 * int(record.pot) + 4.0


@kernel
def features(record: Record, seat: int, out: Numbers) -> None:
    """Points, pot, and whether it is the seat's turn."""
    own_turn = record.player == seat or (record.player == CHANCE and record.turn_player == seat)
    out[0] = int(record.points[seat])
    out[1] = int(record.pot) if own_turn else 0
    out[2] = 1.0 if own_turn else 0.0


JUDGEMENT = Judgement(
    choose=choose,
    prior=prior,
    evaluate=evaluate,
    features=features,
    feature_names=FEATURES,
    weights=WEIGHTS,
    settings=Settings(scale=15.0),
    visits={"novice": 20, "casual": 100, "strong": 1000, "expert": 5000},
)
