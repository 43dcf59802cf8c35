"""Which choices look good: those after which the greedy bot likes its position."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.contract.search_settings import Numbers
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, has, nth
from dolmen.games.terra_mystica.bots.greedy.choice import first_decision, must_go_first, next_tried, outlook
from dolmen.games.terra_mystica.bots.greedy.evaluation import map_worth, rival_areas
from dolmen.games.terra_mystica.bots.greedy.follow_up import NOTHING
from dolmen.games.terra_mystica.bots.greedy.weights import STRENGTH, WEIGHTS
from dolmen.games.terra_mystica.rules.actions import FACTION
from dolmen.games.terra_mystica.rules.factions import NUM_FACTIONS
from dolmen.games.terra_mystica.rules.record import Phase

Likely = npt.NDArray[np.float32]

TEMPERATURE = 150.0
"""A choice that looks so many hundredths of a point worse is less likely by a factor e."""
FAINT = 1e-6
"""How likely at least is whatever was judged at all."""
ABOVE_NOTHING = 1e5
"""Added to what positions are worth: makes every one positive."""
FACTION_LIKING = 10
"""Hundredths of a point for every point that the greedy bot makes more with a faction: a hint, no more."""


@kernel
def prior(record: Any, scratch: Records, mask: Mask, weights: Likely, room: Numbers) -> None:
    """Every choice that is worth a thought, the likelier the better the position looks after it."""
    if record.phase == Phase.FACTION:
        for faction in range(NUM_FACTIONS):
            if has(mask, FACTION + faction):
                weights[FACTION + faction] = ABOVE_NOTHING + FACTION_LIKING * int(STRENGTH[faction])
    else:
        judge(record, scratch, mask, weights)
    best = 0.0
    for action in range(weights.shape[0]):
        best = max(best, float(weights[action]))
    if best == 0.0:
        weights[nth(mask, 0)] = 1.0
        return
    for action in range(weights.shape[0]):
        if weights[action] > 0.0:
            weights[action] = max(FAINT, math.exp((float(weights[action]) - best) / TEMPERATURE))


@kernel
def judge(record: Any, scratch: Records, mask: Mask, weights: Likely) -> None:
    """What the greedy bot thinks of each first decision."""
    if count(mask) == 1:
        weights[nth(mask, 0)] = 1.0
        return
    player = int(record.player)
    areas = rival_areas(record, player)
    ground = map_worth(record, player, WEIGHTS, areas)
    free_first = must_go_first(record, mask)
    action = next_tried(record, mask, 0, free_first)
    while action != NOTHING:
        decision = first_decision(record, scratch, mask, action)
        if decision != NOTHING:
            value = ABOVE_NOTHING + outlook(record, scratch, player, action, areas, ground, WEIGHTS)
            weights[decision] = max(float(weights[decision]), value)
        action = next_tried(record, mask, action + 1, free_first)
