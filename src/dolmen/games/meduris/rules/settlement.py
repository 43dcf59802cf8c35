"""Settlements: huts side by side around the ring, of whatever colour ('Settlement rule').

The great river and the borders of areas do not divide them; temples and empty fields do.
"""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.record import Record, is_hut


@kernel
def huts_after(record: Record, field: int) -> int:
    """The huts in a row clockwise of a field, without the field itself."""
    fields = int(record.fields)
    huts = 0
    following = field
    for _ in range(fields - 1):
        following += 1
        if following == fields:
            following = 0
        if not is_hut(record, following):
            break
        huts += 1
    return huts


@kernel
def huts_before(record: Record, field: int) -> int:
    """The huts in a row counter-clockwise of a field, without the field itself."""
    fields = int(record.fields)
    huts = 0
    preceding = field
    for _ in range(fields - 1):
        if preceding == 0:
            preceding = fields
        preceding -= 1
        if not is_hut(record, preceding):
            break
        huts += 1
    return huts


@kernel
def settlement_size(record: Record, field: int) -> int:
    """The huts of the settlement that a hut on this field belongs to, or would make."""
    return huts_before(record, field) + 1 + huts_after(record, field)
