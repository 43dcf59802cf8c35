"""Values: compared, hashed and replaced by their fields."""

from __future__ import annotations

from functools import cached_property

import pytest

from dolmen.core.value import replace, value


@value
class Place:
    """A field and what lies there."""

    field: int
    chip: str = ""

    @cached_property
    def told(self) -> str:
        return f"{self.field} {self.chip}"


@value
class Named:
    """Told from others by its name alone."""

    name: str
    more: int = 0

    def __hash__(self) -> int:
        return hash(self.name)


def test_equal_fields_make_equal_values() -> None:
    assert Place(3, "two") == Place(3, chip="two") != Place(3)
    assert len({Place(3), Place(3), Place(4)}) == 2


def test_a_value_is_replaced_by_another_one() -> None:
    before = Place(3)
    assert replace(before, chip="hut") == Place(3, "hut") and before == Place(3)
    with pytest.raises(AssertionError):
        replace(before, colour="red")


def test_what_was_found_of_a_value_is_found_anew_of_its_successor() -> None:
    assert Place(3).told == "3 "
    before = Place(3, "two")
    assert before.told == "3 two" and replace(before, chip="hut").told == "3 hut"


def test_a_value_may_have_a_hash_of_its_own() -> None:
    assert hash(Named("a", 1)) == hash(Named("a", 2)) and Named("a", 1) != Named("a", 2)
