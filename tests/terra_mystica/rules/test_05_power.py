"""Rulebook: 'Cuencos de poder', '6. Acciones de poder', 'Conversiones', 'Sacrificio de poder', Appendix I."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def power(first: int, second: int, third: int) -> Table:
    return Table("nomads witches").stand("nomads", "E8 D").give("nomads", bowls=(first, second, third))


@pytest.mark.parametrize(
    ("action", "cost", "goods"), [("ACT2", 3, (20, 40, 1)), ("ACT3", 4, (22, 40, 0)), ("ACT4", 4, (20, 47, 0))]
)
def test_power_actions_bring_goods(action: str, cost: int, goods: tuple[int, int, int]) -> None:
    table = power(0, 0, 8).play(f"action {action}")
    assert table.goods("nomads") == goods
    assert table.bowls("nomads") == [cost, 0, 8 - cost]


def test_each_power_action_is_taken_once_a_round() -> None:
    table = power(0, 0, 8).give("witches", bowls=(0, 0, 8)).play("action ACT4", "done")
    assert "was taken in this round" in table.refusal("action ACT4")


def test_only_bowl_three_pays() -> None:
    assert "costs 4 power, bowl III holds 3" in power(0, 9, 3).refusal("action ACT4")


def test_a_bridge_needs_an_own_structure_at_one_end() -> None:
    table = power(0, 0, 3).play("action ACT1")
    assert table.legal("bridge") == ["bridge D6:E8", "bridge E8:G3"]
    assert "no own structure stands at either end" in table.refusal("bridge A3:C1")
    table.play("bridge D6:E8", "done")
    assert table.of("nomads")["bridges_left"] == 2


def test_three_bridges_and_no_second_one_on_the_same_place() -> None:
    table = power(0, 0, 3).bridge("witches", "D6:E8").play("action ACT1")
    assert table.legal("bridge") == ["bridge E8:G3"]
    none_left = power(0, 0, 3).give("nomads", bridges=0)
    assert "no bridge is left" in none_left.refusal("action ACT1")


def test_gained_power_moves_from_bowl_one_first() -> None:
    """Two tokens go from I to II, and only then one from II to III."""
    table = power(2, 7, 3).give("nomads", cults=(0, 0, 4, 0), priests=1).play("send p to EARTH for 3")
    assert table.bowls("nomads") == [0, 7, 5]


def test_sacrifice_removes_a_token_for_each_one_moved() -> None:
    table = power(0, 5, 0).play("burn 1", "burn 1")
    assert table.bowls("nomads") == [0, 1, 2]
    assert "bowl II holds 1 tokens" in table.refusal("burn 1")


@pytest.mark.parametrize(
    ("conversion", "goods"),
    [
        ("convert 5pw to 1p", (1, 1, 2)),
        ("convert 3pw to 1w", (2, 1, 1)),
        ("convert 1pw to 1c", (1, 2, 1)),
        ("convert 1p to 1w", (2, 1, 0)),
        ("convert 1p to 1c", (1, 2, 0)),
        ("convert 1w to 1c", (0, 2, 1)),
    ],
)
def test_conversions(conversion: str, goods: tuple[int, int, int]) -> None:
    table = power(0, 0, 6).give("nomads", workers=1, coins=1, priests=1).play(conversion)
    assert table.goods("nomads") == goods


def test_conversions_come_before_and_after_the_action() -> None:
    table = power(0, 0, 12).play("convert 1pw to 1c", "action ACT4", "convert 1pw to 1c", "done")
    assert table.now == "action: witches"


def test_conversions_go_downwards_only() -> None:
    assert "only alchemists" in power(0, 0, 0).refusal("convert 2c to 1vp")
    assert "only darklings" in power(0, 0, 0).refusal("convert 1w to 1p")


def test_no_priest_is_bought_beyond_the_supply() -> None:
    table = power(0, 0, 6).give("nomads", priests=7)
    assert "no priest is left" in table.refusal("convert 5pw to 1p")


def test_an_action_ends_with_done_and_only_when_complete() -> None:
    table = power(0, 0, 6)
    assert "no action is made yet" in table.refusal("done")
    table.play("action ACT6")
    assert "spades still open" in table.refusal("done")
    assert "the action of this turn is made" in table.refusal("action ACT3")


def test_a_bridge_that_is_paid_for_is_built() -> None:
    """Only logs of the community, which answer late, know '-BRIDGE'."""
    table = Table("nomads witches").stand("nomads", "E8 D").give("nomads", bowls=(0, 0, 3)).play("action ACT1")
    assert "a bridge that is paid for is built" in table.refusal("-BRIDGE")
    late = Table("nomads witches", options=("late-answers",)).stand("nomads", "E8 D").give("nomads", bowls=(0, 0, 3))
    assert "no bridge is paid for" in late.refusal("-BRIDGE")
    assert late.play("action ACT1", "-BRIDGE", "done").now == "action: witches"
