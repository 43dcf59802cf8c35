"""Random numbers by counter: known answers, limits, and what a stream gives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest

from dolmen.core.draws import SEEDS, Draws, draw, draw_below
from dolmen.core.errors import InvalidSetup

KNOWN = [
    (0x00000000, 0x00000000, 0x00000000, 0xFF1DAE59),
    (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x2C3F628B),
    (0x13198A2E, 0x85A308D3, 0x243F6A88, 0xDD7CE038),
]
"""Key, second and first counter word, first word of the answer: from the authors' `kat_vectors` for philox2x32-10."""
PLACES = [(0, 0, 0), (1, 2, 3), (SEEDS - 1, 0, 7), (0, SEEDS - 1, 7), (20161, 5, 10**6), *[row[:3] for row in KNOWN]]


@pytest.mark.parametrize(("seed", "stream", "step", "answer"), KNOWN)
def test_the_generator_gives_the_known_answers_of_its_authors(seed: int, stream: int, step: int, answer: int) -> None:
    assert draw(seed, stream, step) == answer


@pytest.mark.process
def test_the_interpreted_generator_gives_the_same_numbers() -> None:
    program = (
        "import json, sys; from dolmen.core.draws import draw, draw_below; places = json.loads(sys.argv[1]);"
        "print(json.dumps([[draw(*place), draw_below(*place, 6), draw_below(*place, 1000)] for place in places]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, json.dumps(PLACES)],
        env={**os.environ, "DOLMEN_INTERPRETED": "1"},
        capture_output=True,
        check=True,
    )
    expected = [[draw(*place), draw_below(*place, 6), draw_below(*place, 1000)] for place in PLACES]
    assert json.loads(result.stdout) == expected


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 236, 1 << 20, 1 << 31])
def test_a_draw_stays_below_its_limit(limit: int) -> None:
    drawn = [draw_below(9, 9, step, limit) for step in range(200)]
    assert all(0 <= number < limit for number in drawn)
    assert drawn == [draw(9, 9, step) * limit >> 32 for step in range(200)]


def test_every_face_of_a_die_is_about_equally_likely() -> None:
    faces = Counter(draw_below(1, 0, step, 6) for step in range(6000))
    assert set(faces) == set(range(6))
    assert sum((seen - 1000) ** 2 / 1000 for seen in faces.values()) < 20.5  # chi-square, 5 degrees, 0.1 %


def test_a_stream_is_drawn_in_order_and_again_from_its_beginning() -> None:
    draws = Draws(7, 3)
    numbers = [draws.below(1000) for _ in range(50)]
    assert numbers == [draw_below(7, 3, step, 1000) for step in range(50)] and draws.step == 50
    again = Draws(7, 3)
    assert [again.below(1000) for _ in range(50)] == numbers


def test_other_seeds_and_other_streams_give_other_numbers() -> None:
    drawn = {tuple(draw(seed, stream, step) for step in range(4)) for seed in range(8) for stream in range(8)}
    assert len(drawn) == 64


def test_one_of_the_items_is_picked() -> None:
    draws = Draws(1)
    assert {draws.pick("abc") for _ in range(100)} == set("abc")


@pytest.mark.parametrize("items", [[], ["a"], list("abcdef")])
def test_shuffled_items_are_the_same_items_and_the_original_stays(items: list[str]) -> None:
    original = list(items)
    assert sorted(Draws(5).shuffled(items)) == sorted(original) and items == original


def test_every_order_is_about_equally_likely() -> None:
    draws = Draws(2)
    orders = Counter(tuple(draws.shuffled("abcd")) for _ in range(4800))
    assert set(orders) == set(permutations("abcd"))
    assert sum((seen - 200) ** 2 / 200 for seen in orders.values()) < 49.8  # chi-square, 23 degrees, 0.1 %


@pytest.mark.parametrize("wrong", [-1, SEEDS, 10**30])
def test_a_seed_outside_its_limits_is_refused(wrong: int) -> None:
    with pytest.raises(InvalidSetup, match=f"from 0 to 4294967295, not {wrong}"):
        Draws(wrong)


@pytest.mark.parametrize("wrong", [-1, SEEDS])
def test_a_stream_outside_its_limits_is_refused_with_its_number(wrong: int) -> None:
    with pytest.raises(InvalidSetup, match=f"not {wrong}"):
        Draws(0, wrong)


def test_the_largest_seed_and_stream_are_accepted() -> None:
    assert Draws(SEEDS - 1, SEEDS - 1).below(6) in range(6)
