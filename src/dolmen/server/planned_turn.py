"""The turn that a seat has planned: whether its moment has come, and whether it can be made as it was meant.

It is made if the rules allow it and it costs and brings what it was to: nothing that it names has changed then.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from dolmen.contract.content import Way
from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.core.errors import DolmenError
from dolmen.core.record_view import copied
from dolmen.core.words import words
from dolmen.store import PlannedMove

ENGLISH = words("en")


class Standing(Enum):
    """How a planned turn stands."""

    WAITS = "waits"
    """The seat is not asked in its turn, or is asked something else first."""
    READY = "ready"
    """It can be made now."""
    ILLEGAL = "illegal"
    """The rules do not allow it now."""
    CHANGED = "changed"
    """It would cost or bring something else."""


def promise(present: Presentation, state: State, actions: Sequence[int]) -> tuple[str, ...] | None:
    """What decisions of the seat that is asked cost and bring, in English; None where they are not legal."""
    seat, tried = state.current_player, State(state.game, copied(state.records))
    for action in actions:
        if tried.current_player != seat or not tried.is_legal(action):
            return None
        tried.apply_trusted(action)
    # Players are called by their numbers: another name is no other turn.
    told = present.preview(state, Way(tuple(actions)), tuple(map(str, range(state.game.players))), ENGLISH)
    owned = zip(present.goods(state, seat, ENGLISH), told.goods, strict=False)
    changes = [f"{then.number - now.number:+} {now.name}" for now, then in owned if then.number != now.number]
    return (*changes, *(fact.text for fact in told.gets))


def is_due(move: PlannedMove, state: State) -> bool:
    """Whether the seat is asked in the turn that it has planned."""
    if state.current_player != move.seat:
        return False
    return not state.turn or (state.turn_player == move.seat and state.turn > move.turn)


def action_ids(move: PlannedMove, state: State) -> tuple[int, ...] | None:
    """Its decisions, if they are any."""
    try:
        return tuple(state.action_id(text) for text in move.actions)
    except DolmenError:
        return None


def standing(present: Presentation, move: PlannedMove, state: State) -> Standing:
    """How it stands in a position."""
    if not is_due(move, state):
        return Standing.WAITS
    actions = action_ids(move, state)
    found = promise(present, state, actions) if actions else None
    if found is None:
        return Standing.ILLEGAL if answers_question(present, move, state) else Standing.WAITS
    if move.promise is not None and tuple(move.promise) != found:
        return Standing.CHANGED
    return Standing.READY


def answers_question(present: Presentation, move: PlannedMove, state: State) -> bool:
    """Whether it is for the question that is asked now: before a turn proper, there may be others."""
    asked = present.prompt(state, tuple(map(str, range(state.game.players))), ENGLISH)
    return move.rule in ("", asked.rule)


def is_done_with(present: Presentation, move: PlannedMove, state: State) -> bool:
    """Whether who decides now in person does without it."""
    return is_due(move, state) and answers_question(present, move, state)
