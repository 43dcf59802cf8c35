"""The options of a new table: only those that its game, or the table itself, knows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from dolmen.contract.presentation import Presentation
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.core.words import words
from dolmen.server.border import whole_number
from dolmen.wire.tables import LONGEST_OPTION

ENGLISH = words("en")
MOST_SEATS: Final = 9
SEEDS: Final = 10**9
"""So many seeds there are to choose from."""
GUIDE: Final = "guide"
"""The table's own option: hints for a first game."""
RATED: Final = "rated"
"""The table's own option: its result counts for the ratings of who plays."""
SEED: Final = "seed"
"""The table's own option: the number from which the set-up is drawn; the same one draws the same."""


def refuse_unknown(present: Presentation, options: Mapping[str, str]) -> None:
    """Raise InvalidSetup for an option that nobody knows, or a value that it does not have."""
    values = {field.name: [value for value, _text in field.values] for field in present.options(ENGLISH)}
    free = {field.name for field in present.options(ENGLISH) if field.by_seat}
    free |= laid_by_hand(present)
    values[GUIDE] = values[RATED] = ["on"]
    for name, value in options.items():
        if name not in values and name not in free:
            raise InvalidSetup(translatable("there is no option '%(name)s'"), name=name[:40])
        if len(value) > LONGEST_OPTION or (name not in free and value and value not in values[name]):
            raise InvalidSetup(translatable("the option '%(name)s' cannot be '%(value)s'"), name=name, value=value[:40])


def laid_by_hand(present: Presentation) -> set[str]:
    """The options that settle what is else drawn: what is laid out, tiles, the seed."""
    tiles = {field.name for field in present.tile_fields(MOST_SEATS, ENGLISH)}
    return {field.name for field in present.placings(ENGLISH)} | tiles | {SEED}


def chosen_seed(options: Mapping[str, str]) -> int:
    """The seed that the options name, or a new one. Raises InvalidSetup."""
    named = options.get(SEED, "").strip()
    if not named:
        return secrets.randbits(32)
    seed = whole_number(named)
    if seed is None or seed >= SEEDS:
        raise InvalidSetup(
            translatable("a seed is a whole number from 0 to %(most)s, not '%(text)s'"), most=SEEDS - 1, text=named[:20]
        )
    return seed
