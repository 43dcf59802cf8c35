"""The options of a new table: only those that its game, or the table itself, knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dolmen.contract.presentation import Presentation
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.core.words import words

ENGLISH = words("en")
GUIDE: Final = "guide"
"""The table's own option: hints for a first game."""
RATED: Final = "rated"
"""The table's own option: its result counts for the ratings of who plays."""
LONGEST_OPTION: Final = 200
"""Letters of an option's value: six things laid out by hand, each 'place:thing'."""


def refuse_unknown(present: Presentation, options: Mapping[str, str]) -> None:
    """Raise InvalidSetup for an option that nobody knows, or a value that it does not have."""
    values = {field.name: [value for value, _text in field.values] for field in present.options(ENGLISH)}
    free = {field.name for field in present.options(ENGLISH) if field.by_seat}
    free |= {field.name for field in present.placings(ENGLISH)}
    values[GUIDE] = values[RATED] = ["on"]
    for name, value in options.items():
        if name not in values and name not in free:
            raise InvalidSetup(translatable("there is no option '%(name)s'"), name=name[:40])
        if len(value) > LONGEST_OPTION or (name not in free and value and value not in values[name]):
            raise InvalidSetup(translatable("the option '%(name)s' cannot be '%(value)s'"), name=name, value=value[:40])
