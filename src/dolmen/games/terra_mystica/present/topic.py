"""What is asked about now: the key of a question, of the rule behind it, and of a hint."""

from __future__ import annotations

from dolmen.core.kernel import as_written
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.rules.record import BUILD_ANYWHERE, NO_BUILDING, NO_HEX, Phase, Record
from dolmen.games.terra_mystica.rules.turns import second_action

_second_action = as_written(second_action)


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
    asked = (
        ("stay", record.tile_steps),
        ("town", record.towns_due),
        ("favour", record.favours_due),
        ("bridge", record.bridge_due),
        ("upgrade", record.upgrade_due),
        ("sandstorm", record.sandstorm_due),
        ("step", record.steps_due),
        ("spade", record.spades),
        ("ride", record.build_right == BUILD_ANYWHERE),
        ("second", _second_action(record)),
        ("action", not record.acted),
        ("dwelling_too", record.build_right != NO_BUILDING),
    )
    return next((key for key, due in asked if due), "end")
