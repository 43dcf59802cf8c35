"""Why a choice: the terms of the value function by which it differs most from the other choices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dolmen.contract.game import State
from dolmen.contract.judgement import Judgement
from dolmen.core.record_view import copied

SMALLEST = 0.2
"""Differences of fewer points are no reason."""
MOST = 3
"""So many reasons are given at most."""


def reasons_of(judgement: Judgement, state: State, lines: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """For each line of play: what it brings more or less of than the best of the others, in points.

    The first line is compared with the second, every other one with the first.
    """
    terms = [_terms_after(judgement, state, line) for line in lines]
    if len(terms) < 2:
        return [() for _ in terms]
    return [_differences(one, terms[1] if number == 0 else terms[0]) for number, one in enumerate(terms)]


def _terms_after(judgement: Judgement, state: State, line: Sequence[int]) -> dict[str, float]:
    """What each feature adds to the points that the seat which decides now may expect, after some actions."""
    seat, records = state.current_player, copied(state.records)
    for action in line:
        state.game.apply_to(records, action)
    features = np.zeros(len(judgement.feature_names))
    judgement.features(records[0], seat, features)
    terms: dict[str, float] = {}
    for name, points in zip(judgement.feature_names, features * judgement.weights[state.game.players], strict=True):
        terms[name] = terms.get(name, 0.0) + float(points)
    return terms


def _differences(one: dict[str, float], other: dict[str, float]) -> tuple[str, ...]:
    """The largest differences, in words."""
    gaps = sorted(((points - other[name], name) for name, points in one.items()), key=lambda gap: -abs(gap[0]))
    return tuple(f"{name} {gap:+.1f}" for gap, name in gaps[:MOST] if abs(gap) >= SMALLEST)
