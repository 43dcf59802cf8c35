"""What is asked about now: the key of a question, of the rule behind it, and of a hint."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.core.kernel import as_written
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.rules.record import BUILD_ANYWHERE, NO_BUILDING, NO_HEX, Phase, Record
from dolmen.games.terra_mystica.rules.turns import second_action

_second_action = as_written(second_action)
_ASKED: dict[str, Callable[[Record], bool]] = {
    "stay": lambda record: record.tile_steps,
    "town": lambda record: record.towns_due,
    "favour": lambda record: record.favours_due,
    "bridge": lambda record: record.bridge_due,
    "upgrade": lambda record: record.upgrade_due,
    "sandstorm": lambda record: record.sandstorm_due,
    "step": lambda record: record.steps_due,
    "spade": lambda record: record.spades,
    "ride": lambda record: record.build_right == BUILD_ANYWHERE,
    "second": _second_action,
    "action": lambda record: not record.acted,
    "dwelling_too": lambda record: record.build_right != NO_BUILDING,
}
"""What is asked about first, and whether it is due."""


def topic(record: Record) -> str:
    """A key of the rules and of the questions."""
    record = reading(record)
    phase = Phase(record.phase)
    if phase == Phase.REWARD and record.step_waits_for == record.player:
        return "step"
    if phase not in (Phase.ACTION, Phase.SPADE):
        return phase.name.lower()
    if int(record.transforming) != NO_HEX:
        return "terrain"
    if phase == Phase.SPADE:
        return "cult_spade"
    return next((key for key, is_due in _ASKED.items() if is_due(record)), "end")
