"""What a position of Terra Mystica is worth: the points that each seat may expect in the end.

The round is played out by the greedy bot's choices, then the value function looks at every seat: between two rounds
nothing is half done, so that it errs least there. The last round is played to the end, which needs no estimate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dolmen.contract.game import TERMINAL, Records
from dolmen.contract.search_settings import Numbers
from dolmen.contract.value_network import make_expect, read_network, room_for, weighted
from dolmen.contract.weights import read_weights
from dolmen.core.draws import draw_below
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask
from dolmen.games.terra_mystica.bots.features import FEATURES, features
from dolmen.games.terra_mystica.bots.greedy.choice import choose
from dolmen.games.terra_mystica.meta import META
from dolmen.games.terra_mystica.rules.actions import DROP
from dolmen.games.terra_mystica.rules.apply import apply
from dolmen.games.terra_mystica.rules.record import Phase

WEIGHTS = read_weights(Path(__file__).with_name("weights.toml"), FEATURES, META.max_players)
SIZE = len(FEATURES)
NETWORK = read_network(Path(__file__).with_name("network.npz"), SIZE, META.max_players)
FIRST, SECOND, LAST = NETWORK
ROOM = room_for(SIZE, META.max_players, NETWORK)
expect = make_expect(features)
PLAYED_ON = 3
"""The scratch position on which the round is played out; `choose` uses the first one."""


@kernel
def evaluate(record: Any, scratch: Records, mask: Mask, values: Numbers, room: Numbers, seed: int, stream: int) -> None:
    """The points that every seat may expect in the end."""
    scratch[PLAYED_ON] = record
    play_out_round(scratch, mask, seed, stream)
    if scratch[PLAYED_ON].phase != Phase.OVER:
        expect(scratch[PLAYED_ON], values, room, 1.0, WEIGHTS, FIRST, SECOND, LAST)
    for seat in range(values.shape[0]):
        if scratch[PLAYED_ON].phase == Phase.OVER:
            values[seat] = float(scratch[PLAYED_ON].vp[seat])
        else:
            values[seat] -= float(scratch[PLAYED_ON].points_off[seat])


@kernel
def play_out_round(scratch: Records, mask: Mask, seed: int, stream: int) -> None:
    """Go on until the next round begins, from the set-up until the second; equal choices are settled by the stream."""
    last = max(1, int(scratch[PLAYED_ON].round_number))
    step = 0
    while scratch[PLAYED_ON].player != TERMINAL and int(scratch[PLAYED_ON].round_number) <= last:
        offset = draw_below(seed, stream, step, DROP)
        apply(scratch[PLAYED_ON], choose(scratch[PLAYED_ON], scratch, mask, offset))
        step += 1


@kernel
def expected_points(record: Any, seat: int, room: Numbers) -> float:
    """The points that a seat may expect; `room` is overwritten with the features."""
    if record.phase == Phase.OVER:
        return float(record.vp[seat])
    features(record, seat, room)
    return float(weighted(room[:SIZE], WEIGHTS[int(record.players)])) - float(record.points_off[seat])


@kernel
def chapter(record: Any) -> int:
    """What a plan is made for: the round; the set-up belongs to the first."""
    return max(1, int(record.round_number))
