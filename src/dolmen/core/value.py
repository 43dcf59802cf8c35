"""Values: small classes of named fields that never change.

`dataclass(frozen=True)` pays for every field of every new value, three times the price of a plain assignment; a page
is made of thousands. Here the type checker alone holds that nobody assigns to a field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[Value]) -> type[Value]:
    """A dataclass of fields that never change: it can be compared, hashed (perhaps in its own way) and `replace`d."""
    return dataclass(unsafe_hash="__hash__" not in vars(made))(made)


def replace(one: Value, **changes: Any) -> Value:
    """A value with other fields: as `dataclasses.replace`, but no field is given one by one, a quarter of its price."""
    fields = type(one).__dataclass_fields__  # type: ignore[attr-defined]
    assert changes.keys() <= fields.keys(), f"{type(one).__name__} has no such field"
    made = object.__new__(type(one))
    made.__dict__.update({name: kept for name, kept in vars(one).items() if name in fields} | changes)
    return made
