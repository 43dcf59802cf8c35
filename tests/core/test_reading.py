"""Records that are read once, and copies of them."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from dolmen.reading import Reading, copied, reading
from dolmen.registry import load


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_reading_has_the_fields_of_its_record(game: str) -> None:
    record = load(game, 3).new_state(seed=1).record
    read = Reading(record)
    for name in record.dtype.names:
        np.testing.assert_array_equal(getattr(read, name), record[name])
    assert type(read.player) is int
    assert reading(read) is read and reading(record).record is record


def test_what_is_no_field_is_no_attribute() -> None:
    read = Reading(load("meduris", 2).new_state(seed=1).record)
    with pytest.raises(AttributeError):
        _ = read.nothing_of_the_kind
    assert copy.copy(read).fields == read.fields


def test_a_copy_is_independent() -> None:
    state = load("meduris", 2).new_state(seed=1)
    before = state.to_bytes()
    other = copied(state.records)
    assert other.tobytes() == before and other.dtype == state.records.dtype
    other[0].points[0] += 1
    assert state.to_bytes() == before != other.tobytes()
