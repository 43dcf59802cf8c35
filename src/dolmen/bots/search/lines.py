"""The kernels of the search for lines: what a seat may still do, one whole line of its own decisions after the other.

A line is made longer by every decision that is worth a thought. What it promises is judged by playing on to the end of
the chapter (see `dolmen.contract.judgement.Planning`): the seat by what looks best to it, the others by what they are
expected to do. See `dolmen.bots.search.line_search` for the way among the lines.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.bots.search.mcts import to_utilities
from dolmen.bots.search.nodes import MAX_DEPTH, Workspace
from dolmen.contract.game import TERMINAL, Kernel, Records
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, count, has, nth

FAN: Final = 32
"""A line is made longer in so many ways at most: the likeliest."""
LEAST: Final = 1e-3
"""What looks less likely than this part of the likeliest is not tried. (The tree is stricter: it tries again.)"""
MOST_SEATS: Final = 8
LOOK_AHEAD: Final = 12
"""A seat whose next decision has become impossible goes on with one of so many after it."""
PLAYED_ON: Final = 3
"""The scratch position on which is played on; `prior` and `choose` use the others."""
NOTHING: Final = -1

Plans = npt.NDArray[np.int32]
"""A row a seat: the decisions that are expected of it, NOTHING after the last one."""
Actions = npt.NDArray[np.float32]

END = np.dtype(
    [
        ("parent", np.int32),  # where the line stands that is shorter by the last decision; NOTHING for the first one
        ("action", np.int32),  # the last decision
        ("open", np.int8),  # whether the seat is asked again
        ("at", np.int16, (MOST_SEATS,)),  # how far each seat is in its plan
        ("utility", np.float64),  # what the seat plays for
        ("points", np.float64, (MOST_SEATS,)),  # what each seat may expect in the end
    ]
)
"""What is known of the end of a line, beside its position."""


class Lines(NamedTuple):
    """Lines side by side."""

    positions: Records
    ends: Any


class LineKernels(NamedTuple):
    """The search for lines of one game."""

    foretell: Kernel
    begin: Kernel
    extend: Kernel


@kernel
def planned(plans: Plans, seat: int, at: Any, mask: Mask) -> int:
    """The next decision of a seat's plan that is legal; or NOTHING."""
    place = int(at[seat])
    for ahead in range(place, min(place + LOOK_AHEAD, plans.shape[1])):
        action = int(plans[seat, ahead])
        if action == NOTHING:
            return NOTHING
        if has(mask, action):
            at[seat] = ahead + 1
            return action
    return NOTHING


@kernel
def likeliest(weights: Actions) -> int:
    """The action with the largest weight."""
    best = 0
    for action in range(weights.shape[0]):
        if weights[action] > weights[best]:
            best = action
    return best


@factory
def make_lines(
    legal: Kernel, apply: Kernel, choose: Kernel, prior: Kernel, chapter: Kernel, value: Kernel
) -> LineKernels:
    """The search for lines of the game with these rules and this judgement (see `dolmen.contract.judgement`)."""

    @kernel
    def is_done(record: Any, number: int) -> bool:
        """Whether the game, or its chapter with this number, is over."""
        return bool(record.player == TERMINAL or chapter(record) != number)

    @kernel
    def foreseen(record: Any, at: Any, plans: Plans, work: Workspace) -> int:
        """What a seat that has a choice is expected to do: by its plan, or what looks best to it."""
        action = planned(plans, int(record.player), at, work.mask)
        return action if action != NOTHING else choose(record, work.scratch, work.mask, 0)

    @kernel
    def go_on(records: Records, place: int, number: int, at: Any, plans: Plans, work: Workspace, seat: int) -> bool:
        """Play until the seat has a choice (NOTHING: whoever has, on to the end); False if the chapter ends before."""
        for _ in range(MAX_DEPTH):
            if is_done(records[place], number):
                return False
            legal(records[place], work.mask)
            if count(work.mask) == 1:
                action = nth(work.mask, 0)
            elif int(records[place].player) == seat:
                return True
            else:
                action = foreseen(records[place], at, plans, work)
            apply(records[place], action)
        return False

    @kernel
    def judge(lines: Lines, place: int, roots: Records, number: int, plans: Plans, work: Workspace, seat: int) -> None:
        """What the end of a line promises, once the chapter is played to its end."""
        end = lines.ends[place]
        work.scratch[PLAYED_ON] = lines.positions[place]
        for player in range(MOST_SEATS):
            work.path[player] = end.at[player]
        go_on(work.scratch, PLAYED_ON, number, work.path, plans, work, NOTHING)
        for player in range(work.values.shape[0]):
            work.values[player] = value(work.scratch[PLAYED_ON], roots[0], player, work.room)
            end.points[player] = work.values[player]
        to_utilities(work.values, work.utilities, work.settings, work.scratch[PLAYED_ON].player == TERMINAL)
        end.utility = work.utilities[seat]

    @kernel
    def foretell(root: Records, plans: Plans, work: Workspace) -> None:
        """Write into the plans what all seats do if each does what looks best to it."""
        work.scratch[PLAYED_ON] = root[0]
        number = chapter(root[0])
        made = work.path
        for player in range(MOST_SEATS):
            made[player] = 0
        for _ in range(MAX_DEPTH):
            if is_done(work.scratch[PLAYED_ON], number):
                return
            seat = int(work.scratch[PLAYED_ON].player)
            legal(work.scratch[PLAYED_ON], work.mask)
            if count(work.mask) == 1:
                action = nth(work.mask, 0)
            else:
                action = choose(work.scratch[PLAYED_ON], work.scratch, work.mask, 0)
                if made[seat] < plans.shape[1]:
                    plans[seat, made[seat]] = action
                    made[seat] += 1
            apply(work.scratch[PLAYED_ON], action)

    @kernel
    def begin(lines: Lines, plans: Plans, work: Workspace, seat: int) -> None:
        """The line without a decision, at place 0: play until the seat has a choice."""
        number = chapter(lines.positions[0])
        end = lines.ends[0]
        end.parent = NOTHING
        for player in range(MOST_SEATS):
            end.at[player] = 0
        end.open = go_on(lines.positions, 0, number, end.at, plans, work, seat)
        judge(lines, 0, lines.positions, number, plans, work, seat)

    @kernel
    def extend(
        lines: Lines, which: npt.NDArray[np.int32], longer: Lines, made: npt.NDArray[np.int32],
        first: int, last: int, plans: Plans, work: Workspace, seat: int,
    ) -> None:  # fmt: skip
        """Make some lines longer in every way that is worth a thought; the i-th goes to `longer` from i * FAN on."""
        weights = work.weights
        number = chapter(lines.positions[which[first]])
        for index in range(first, last):
            parent = int(which[index])
            weights[:] = 0.0
            legal(lines.positions[parent], work.mask)
            prior(lines.positions[parent], work.scratch, work.mask, weights, work.room)
            action = likeliest(weights)
            least = LEAST * weights[action]
            made[index] = 0
            while made[index] < FAN and weights[action] > least:
                weights[action] = 0.0
                place = index * FAN + int(made[index])
                end = longer.ends[place]
                longer.positions[place] = lines.positions[parent]
                apply(longer.positions[place], action)
                end.parent = parent
                end.action = action
                for player in range(MOST_SEATS):
                    end.at[player] = lines.ends[parent].at[player]
                end.open = go_on(longer.positions, place, number, end.at, plans, work, seat)
                judge(longer, place, lines.positions, number, plans, work, seat)
                made[index] += 1
                action = likeliest(weights)

    return LineKernels(foretell, begin, extend)
