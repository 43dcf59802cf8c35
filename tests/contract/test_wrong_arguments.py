"""What programs hand over that belongs nowhere: one sentence, and nothing that is nearly a number counts as one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from dolmen.bots import Budget, find_bot
from dolmen.contract.registry import load
from dolmen.core.arguments import is_whole, shown, whole
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalAction, InvalidSetup, UnknownBot, UnknownGame
from tests.nonsense import Thing

NONSENSE: list[Any] = [
    *("nonsense", "", "\0", b"x", Thing(), {}, [], ["a"], ("a", 1)),
    *(-1, 1.5, 2.0, math.nan, math.inf, 10**30, True, np.float32(2), np.array([1.0, 2.0])),
]


def test_whole_numbers_are_those_of_every_library() -> None:
    assert all(map(is_whole, (0, -3, 10**30, np.int64(4), np.uint8(4), np.array(4))))
    assert not any(map(is_whole, (1.0, True, np.True_, "1", None, np.float32(1), np.array([1, 2]), np.array(1.0))))
    assert type(whole("it", np.int64(4))) is int
    with pytest.raises(InvalidSetup, match="^it is a whole number from 1 to 9, not 10$"):
        whole("it", 10, 1, 9)


def test_what_is_shown_is_short_and_on_one_line() -> None:
    told = shown(np.arange(10_000).reshape(100, 100))
    assert len(told) < 100 and "\n" not in told and "\n" not in shown("a\nb")


@pytest.mark.parametrize("given", NONSENSE, ids=shown)
def test_nothing_is_loaded_of_nonsense(given: Any) -> None:
    for key, options in (
        (given, {}),
        ("meduris", {"players": given}),
        ("meduris", {"players": 2, "nonsense": given}),
        ("terra-mystica", {"players": 2, "setup": given}),
    ):
        with pytest.raises((UnknownGame, InvalidSetup)) as refused:
            load(key, **options)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 300
    if not isinstance(given, str):
        with pytest.raises(InvalidSetup):
            load("meduris", 2, board=given)
    if not isinstance(given, dict):
        with pytest.raises(InvalidSetup):
            load("meduris", 2, chips=given)
    if not (isinstance(given, (list, dict)) and not given):
        with pytest.raises(InvalidSetup):
            load("terra-mystica", 2, options=given)


def test_an_option_that_nobody_knows_is_named_beside_those_there_are() -> None:
    with pytest.raises(InvalidSetup, match="^Meduris has no option 'color'; it has board, chips$"):
        load("meduris", 2, color="red")


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
@pytest.mark.parametrize("given", NONSENSE, ids=shown)
def test_no_position_comes_of_nonsense(game: str, given: Any) -> None:
    rules = load(game, 2)
    state = rules.new_state(seed=1)
    for wrong in (
        lambda: rules.new_state(seed=given),
        lambda: rules.new_state(given),
        lambda: rules.draw_setup(given),
        lambda: state.rolled(given),
        lambda: state.rolled(1, given),
        lambda: state.observation(given),
        lambda: Draws(given),
    ):
        with pytest.raises(InvalidSetup):
            wrong()
    if given is not True:
        assert not state.is_legal(given)
        with pytest.raises(DolmenError):
            state.apply(given)
        with pytest.raises(DolmenError):
            rules.action_text(given)
    assert state == rules.new_state(seed=1) and state.decisions == 0


def test_seats_are_those_at_the_table() -> None:
    state = load("meduris", 2).new_state(seed=1)
    for seat in (-1, 2):
        with pytest.raises(InvalidSetup, match=f"^a seat is a whole number from 0 to 1, not {seat}$"):
            state.observation(seat)
    assert not state.is_legal(-1) and not state.is_legal(10**6)


@pytest.mark.parametrize("given", NONSENSE, ids=shown)
def test_bots_and_budgets_are_refused_likewise(given: Any) -> None:
    with pytest.raises(UnknownBot):
        find_bot(given, "meduris")
    with pytest.raises(InvalidSetup):
        Budget(visits=given)
    with pytest.raises(InvalidSetup):
        Budget(threads=given)
    if not isinstance(given, (int, float)) or isinstance(given, bool) or not 0 < given < math.inf:
        for name in ("seconds", "share"):
            with pytest.raises(InvalidSetup, match=f"^{name} is a number"):
                Budget(**{name: given})


def test_no_time_at_all_is_a_time_and_no_part_of_the_visits_is_none() -> None:
    assert Budget(seconds=0.0).seconds == 0
    with pytest.raises(InvalidSetup, match=r"^share is a number above 0, not 0$"):
        Budget(share=0)


def test_an_actions_id_is_no_fraction() -> None:
    with pytest.raises(IllegalAction, match=r"^the id of an action is a whole number, not 1\.5$"):
        load("meduris", 2).action_text(1.5)  # type: ignore[arg-type]
