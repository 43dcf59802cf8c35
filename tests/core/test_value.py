"""Values: compared, hashed and replaced by their fields."""

from __future__ import annotations

from dataclasses import replace

from dolmen.core.value import value


@value
class Place:
    """A field and what lies there."""

    field: int
    chip: str = ""


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


def test_a_value_may_have_a_hash_of_its_own() -> None:
    assert hash(Named("a", 1)) == hash(Named("a", 2)) and Named("a", 1) != Named("a", 2)
