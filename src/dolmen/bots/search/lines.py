"""The kernels of the search for lines: what a seat may still do, one whole line of its own decisions after the other.

A line is made longer by every decision that is worth a thought. What it promises is judged by playing on to the end of
the chapter (see `dolmen.contract.judgement.Planning`): the seat by what looks best to it, and by what is left of the
best line so far, whichever brings more; the others by what they are expected to do. See
`dolmen.bots.search.line_search` for the way among the lines.
"""

from __future__ import annotations

import math
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
PLAYED_ON: Final = 3
"""The scratch position on which is played on; `prior` and `choose` use the others."""
NOTHING: Final = -1
BEGINS: Final = 1 << 16
"""Added to a decision of a plan that is the first one of a turn."""
TAIL: Final = 128
"""A line is played on by so many decisions of the seat at most."""
PLACE: Final = 0
TURN: Final = MOST_SEATS
CHOSEN: Final = 2 * MOST_SEATS
"""What is known on the way, in one row: for each seat how far it is in its plan, and the turn of its last decision in a
turn of its own; then how often another seat than the searching one had a choice."""
WAY: Final = CHOSEN + 1
"""Such a row is so long. In a workspace's `path` the decisions of a line come after it."""
BY_LOOKS: Final = 0
BY_PLAN: Final = 1
"""How the searching seat goes on after a line."""

Plans = npt.NDArray[np.int32]
"""A row a seat: the decisions that are expected of it where it has a choice, NOTHING after the last one."""
Actions = npt.NDArray[np.float32]

END = np.dtype(
    [
        ("parent", np.int32),  # where the line stands that is shorter by the last decision; NOTHING for the first one
        ("action", np.int32),  # the last decision, as in a plan
        ("length", np.int32),  # how many decisions it has
        ("open", np.int8),  # whether the seat is asked again
        ("at", np.int32, (WAY,)),  # see WAY
        ("utility", np.float64),  # what the seat plays for
        ("points", np.float64, (MOST_SEATS,)),  # what each seat may expect in the end
        ("tail", np.int32, (TAIL,)),  # what the seat decides after the line, as in a plan
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
def planned(record: Any, plan: Any, at: Any, mask: Mask) -> int:
    """What the seat that decides does by its plan, where that can still be done; or NOTHING.

    As a turn of its own begins: the next turn of its plan that can be begun. Later in it: the next decision. An answer
    in somebody else's turn: wherever the plan has it.
    """
    seat = int(record.player)
    is_own = int(record.turn_player) == seat
    is_new = begins_turn(record, at)
    note_turn(record, at)
    for place in range(int(at[PLACE + seat]), plan.shape[0]):
        marked = int(plan[place])
        if marked == NOTHING:
            return NOTHING
        action = marked % BEGINS
        if not is_own:
            if has(mask, action):
                return action
        elif (marked >= BEGINS) == is_new and has(mask, action):
            at[PLACE + seat] = place + 1
            return action
        elif not is_new:
            return NOTHING
    return NOTHING


@kernel
def begins_turn(record: Any, at: Any) -> bool:
    """Whether the seat that decides has not decided in this turn of its own yet."""
    seat = int(record.player)
    return bool(record.turn_player == seat and record.turn != at[TURN + seat])


@kernel
def marked_as_in_plan(record: Any, at: Any, action: int) -> int:
    """A decision of the seat that decides, as plans hold it."""
    return action + BEGINS if begins_turn(record, at) else action


@kernel
def note_turn(record: Any, at: Any) -> None:
    """The seat that decides does so now."""
    if record.turn_player == record.player:
        at[TURN + int(record.player)] = record.turn


@kernel
def followed(plan: Any, place: int, decision: int) -> int:
    """Where a seat is in its plan after a decision: further, if it stands in the turn there or begins the next one."""
    for ahead in range(place, plan.shape[0]):
        expected = int(plan[ahead])
        if expected == decision:
            return ahead + 1
        if expected == NOTHING or (ahead > place and expected >= BEGINS):
            return place
    return place


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
        action = planned(record, plans[int(record.player)], at, work.mask)
        return action if action != NOTHING else choose(record, work.scratch, work.mask, 0)

    @kernel
    def go_on(records: Records, place: int, number: int, at: Any, plans: Plans, work: Workspace, seat: int) -> bool:
        """Play until the seat has a choice; False if the chapter ends before."""
        for _ in range(MAX_DEPTH):
            if is_done(records[place], number):
                return False
            legal(records[place], work.mask)
            if count(work.mask) == 1:
                action = nth(work.mask, 0)
            elif int(records[place].player) == seat:
                return True
            else:
                at[CHOSEN] += 1
                action = foreseen(records[place], at, plans, work)
            apply(records[place], action)
        return False

    @kernel
    def judge_by(
        lines: Lines, place: int, roots: Records, number: int, plans: Plans, work: Workspace, seat: int, way: int
    ) -> None:
        """Play on in one way. What it promises is kept if it is more than was found before."""
        end, position, at = lines.ends[place], work.scratch, work.path
        position[PLAYED_ON] = lines.positions[place]
        for index in range(WAY):
            at[index] = end.at[index]
        if way == BY_LOOKS:
            at[PLACE + seat] = plans.shape[1]
        made = 0
        while go_on(position, PLAYED_ON, number, at, plans, work, seat) and made < TAIL:
            mark = marked_as_in_plan(position[PLAYED_ON], at, 0)
            action = foreseen(position[PLAYED_ON], at, plans, work)
            work.path[WAY + made] = action + mark
            made += 1
            apply(position[PLAYED_ON], action)
        for player in range(work.values.shape[0]):
            work.values[player] = value(position[PLAYED_ON], roots[0], player, work.room)
        is_sure = position[PLAYED_ON].player == TERMINAL and at[CHOSEN] == 0
        to_utilities(work.values, work.utilities, work.settings, is_sure)
        if work.utilities[seat] > end.utility:
            end.utility = work.utilities[seat]
            for player in range(work.values.shape[0]):
                end.points[player] = work.values[player]
            for index in range(made):
                end.tail[index] = work.path[WAY + index]
            if made < TAIL:
                end.tail[made] = NOTHING

    @kernel
    def judge(lines: Lines, place: int, roots: Records, number: int, plans: Plans, work: Workspace, seat: int) -> None:
        """What the end of a line promises, once the chapter is played to its end in the better of two ways."""
        lines.ends[place].utility = -math.inf
        judge_by(lines, place, roots, number, plans, work, seat, BY_LOOKS)
        if plans[seat, 0] != NOTHING:
            judge_by(lines, place, roots, number, plans, work, seat, BY_PLAN)

    @kernel
    def foretell(root: Records, plans: Plans, work: Workspace) -> None:
        """Write into the plans what all seats do if each does what looks best to it."""
        work.scratch[PLAYED_ON] = root[0]
        number = chapter(root[0])
        at = work.path
        for index in range(WAY):
            at[index] = 0
        for _ in range(MAX_DEPTH):
            if is_done(work.scratch[PLAYED_ON], number):
                return
            seat = int(work.scratch[PLAYED_ON].player)
            legal(work.scratch[PLAYED_ON], work.mask)
            if count(work.mask) == 1:
                action = nth(work.mask, 0)
            else:
                action = choose(work.scratch[PLAYED_ON], work.scratch, work.mask, 0)
                if at[PLACE + seat] < plans.shape[1]:
                    plans[seat, at[PLACE + seat]] = marked_as_in_plan(work.scratch[PLAYED_ON], at, action)
                    at[PLACE + seat] += 1
                note_turn(work.scratch[PLAYED_ON], at)
            apply(work.scratch[PLAYED_ON], action)

    @kernel
    def begin(lines: Lines, plans: Plans, work: Workspace, seat: int) -> None:
        """The line without a decision, at place 0: play until the seat has a choice."""
        number = chapter(lines.positions[0])
        end = lines.ends[0]
        end.parent = NOTHING
        end.length = 0
        for index in range(WAY):
            end.at[index] = 0
        end.open = go_on(lines.positions, 0, number, end.at, plans, work, seat)
        judge(lines, 0, lines.positions, number, plans, work, seat)

    @kernel
    def place_in_plan(lines: Lines, place: int, plan: Any, work: Workspace) -> int:
        """How far a line follows a plan of its seat."""
        length = int(lines.ends[place].length)
        for step in range(length):
            work.path[length - 1 - step] = lines.ends[place].action
            place = int(lines.ends[place].parent)
        reached = 0
        for step in range(length):
            reached = followed(plan, reached, int(work.path[step]))
        return reached

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
            reached = place_in_plan(lines, parent, plans[seat], work)
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
                end.parent = parent
                end.length = lines.ends[parent].length + 1
                for field in range(WAY):
                    end.at[field] = lines.ends[parent].at[field]
                end.action = marked_as_in_plan(longer.positions[place], end.at, action)
                end.at[PLACE + seat] = followed(plans[seat], reached, int(end.action))
                note_turn(longer.positions[place], end.at)
                apply(longer.positions[place], action)
                end.open = go_on(longer.positions, place, number, end.at, plans, work, seat)
                judge(longer, place, lines.positions, number, plans, work, seat)
                made[index] += 1
                action = likeliest(weights)

    return LineKernels(foretell, begin, extend)
