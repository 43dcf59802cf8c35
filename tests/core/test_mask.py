"""Masks: sets of action ids as bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dolmen.core.mask import Mask, add, bits_in, clear, count, has, members, new_mask, nth

ACTIONS = 236
BORDERS = (0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 235)
"""Ids at the ends of the words."""


def mask_of(*actions: int) -> Mask:
    mask = new_mask(ACTIONS)
    for action in actions:
        add(mask, action)
    return mask


@pytest.mark.parametrize(("actions", "words"), [(1, 1), (63, 1), (64, 1), (65, 2), (128, 2), (129, 3), (236, 4)])
def test_a_mask_has_a_word_for_every_64_actions(actions: int, words: int) -> None:
    mask = new_mask(actions)
    assert mask.shape == (words,) and mask.dtype == np.uint64


def test_a_new_mask_is_empty() -> None:
    mask = new_mask(ACTIONS)
    assert members(mask) == [] and count(mask) == 0 and nth(mask, 0) == -1
    assert not any(has(mask, action) for action in range(ACTIONS))


@pytest.mark.parametrize("action", BORDERS)
def test_an_action_that_is_added_is_there_alone(action: int) -> None:
    mask = mask_of(action)
    assert members(mask) == [action] and count(mask) == 1 and nth(mask, 0) == action and nth(mask, 1) == -1
    assert [other for other in range(ACTIONS) if has(mask, other)] == [action]


def test_adding_an_action_twice_changes_nothing() -> None:
    assert members(mask_of(64, 64)) == [64]


def test_a_cleared_mask_is_empty_again() -> None:
    mask = mask_of(*BORDERS)
    clear(mask)
    assert members(mask) == [] and not mask.any()


def test_all_actions_fit_into_a_mask() -> None:
    mask = mask_of(*range(ACTIONS))
    assert members(mask) == list(range(ACTIONS)) and count(mask) == ACTIONS
    assert [nth(mask, place) for place in range(ACTIONS)] == list(range(ACTIONS))
    assert nth(mask, ACTIONS) == -1


@pytest.mark.parametrize(
    "word",
    [0, 1, 1 << 63, (1 << 64) - 1, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0xFFFFFFFF00000000, 0x8000000000000001],
)
def test_the_bits_of_a_word_are_counted(word: int) -> None:
    assert bits_in(np.uint64(word)) == word.bit_count()


@given(st.sets(st.integers(0, ACTIONS - 1)))
@settings(deadline=None, derandomize=True, database=None)
def test_a_mask_is_a_set_in_ascending_order(actions: set[int]) -> None:
    mask, ascending = mask_of(*actions), sorted(actions)
    assert members(mask) == ascending
    assert count(mask) == len(ascending)
    assert [nth(mask, place) for place in range(len(ascending))] == ascending
    assert nth(mask, len(ascending)) == -1
    assert all(has(mask, action) == (action in actions) for action in range(ACTIONS))
