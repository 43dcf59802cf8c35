"""What all messages have in common: described fields, whole numbers of a sane size, texts that can be kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST: Final = 2**31 - 1
"""No number that means something here is larger, nor is its negative smaller."""
_UNWRITABLE: Final = re.compile(r"[\x00\ud800-\udfff]")

Whole = Annotated[int, Field(ge=-MOST, le=MOST)]
"""A whole number of a query, a form or JSON."""
ActionText = Annotated[str, Field(max_length=200)]
ClientId = Annotated[str, Field(max_length=64)]
"""What a sender calls a move, so that the same one sent twice is recognised."""


def is_writable(sent: object) -> bool:
    """Whether every text in something that was sent can be kept: no NUL, no half of a pair of surrogates."""
    return not any(_UNWRITABLE.search(text) for text in _texts(sent))


def _texts(sent: object) -> Iterator[str]:
    """All texts in lists and mappings, their keys, too."""
    left = [sent]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            left += one


class Told(BaseModel):
    """What a server answers. Who reads it passes over fields that it does not know: a newer server may tell more."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Sent(BaseModel):
    """What a program sends: the root of all bodies. A field that nobody knows is refused."""

    model_config = ConfigDict(use_attribute_docstrings=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_writable(cls, data: Any) -> Any:
        if not is_writable(data):
            raise ValueError("a text holds a character that no text may hold: NUL, or half of a surrogate pair")
        return data
