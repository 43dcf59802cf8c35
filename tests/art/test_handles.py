"""Handles for the page's script."""

from __future__ import annotations

from dolmen.art.handles import lit_place, piece, placed


def test_a_place_is_named_and_on_a_ring_numbered() -> None:
    assert placed("lake-3") == ' id="lake-3" data-place="lake-3"'
    assert placed("lake-3", 3) == ' id="lake-3" data-place="lake-3" data-order="3"'


def test_a_lit_place_means_the_place_below_it() -> None:
    assert lit_place("lake-3", 3) == ' id="lit-lake-3" data-place="lake-3" data-order="3"'


def test_a_piece_may_stand_at_a_place() -> None:
    assert piece("boat") == ' id="boat" data-piece="boat"'
    assert piece("boat", "lake-3") == ' id="boat" data-piece="boat" data-place="lake-3"'
