"""Values: small classes of named fields that never change.

`dataclass(frozen=True)` pays for every field of every new value, three times the price of a plain assignment; a page
is made of thousands. Here the type checker alone holds that nobody assigns to a field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[Value]) -> type[Value]:
    """A dataclass of fields that never change: it can be compared, hashed (perhaps in its own way) and `replace`d."""
    return dataclass(unsafe_hash="__hash__" not in vars(made))(made)
