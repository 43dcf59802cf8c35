"""Records that are read once, and copies of them."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from dolmen.contract.registry import games, load
from dolmen.core.record_view import Reading, Remembered, copied, plain_view, reading, remembered, unpacker


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


def test_numbers_are_taken_out_of_a_record_at_once() -> None:
    state = load("terra-mystica", 3).new_state(seed=1)
    record, seat = state.record, 1
    numbers = unpacker(record.dtype, ("vp", seat, 1), ("coins", 0, 3), ("bowls", 3 * seat + 1, 2), ("offers", 0, 1))
    expected = [record.vp[seat], *record.coins[:3], *record.bowls[seat, 1:], record.offers]
    assert list(numbers.unpack_from(record.tobytes())) == expected


def test_a_copy_is_independent() -> None:
    state = load("meduris", 2).new_state(seed=1)
    before = state.to_bytes()
    other = copied(state.records)
    assert other.tobytes() == before and other.dtype == state.records.dtype
    other[0].points[0] += 1
    assert state.to_bytes() == before != other.tobytes()


def test_what_was_made_of_some_fields_is_made_anew_where_one_of_them_changes() -> None:
    calls = []

    @remembered
    def told(record: Reading, seat: int) -> str:
        calls.append(seat)
        return f"{record.points[seat]} of {record.players}"

    record = copied(load("meduris", 2).new_state(seed=1).records)[0]
    assert told(record, 0) == told(reading(record), 0) == f"{record.points[0]} of 2" and calls == [0]
    record.turn += 1  # was not read
    assert told(record, 0) and calls == [0]
    record.points[0] += 3
    assert told(record, 0) == f"{record.points[0]} of 2" and calls == [0, 0]
    assert told(record, 1) == f"{record.points[1]} of 2" and calls == [0, 0, 1]
    record.points[0] -= 3  # as it was
    assert told(record, 0) == f"{record.points[0]} of 2" and calls == [0, 0, 1]


def test_what_nobody_asks_for_any_more_is_forgotten() -> None:
    known: Remembered[str] = Remembered(most=3)
    known.keep("asked", "for")
    for number in range(100):
        known.keep(number, "once")
        assert known.get("asked") == "for" and len(known) <= 8
    assert known.get(0) is None and known.get(99) == "once"


@pytest.mark.parametrize("key", list(games()))
def test_a_plain_view_is_always_as_the_record_is_now(key: str) -> None:
    state = load(key).new_state(seed=3)
    now = plain_view(state.records)
    for _ in range(30):
        for name in state.records.dtype.names or ():
            field, shown = state.record[name], getattr(now, name)
            assert (shown if isinstance(shown, int) else shown.tolist()) == field.tolist()
        if not state.is_terminal():
            state.apply(state.legal_actions()[0])
    while state.decisions:
        state.undo()
    assert now.player == state.current_player
