"""Rulebook: '2. Avanzar en la escala de navegación fluvial', '3. Reducir el ratio de canje por palas'."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def alone(faction: str) -> Table:
    other = "swarmlings" if faction != "swarmlings" and faction != "mermaids" else "witches"
    return Table(f"{faction} {other}").stand(faction, "E8 D").give(faction, priests=7)


def test_shipping_costs_a_priest_and_four_coins() -> None:
    table = alone("witches").play("advance ship")
    assert table.goods("witches") == (20, 36, 6)


def advance(table: Table, faction: str, track: str, times: int) -> list[int]:
    points = []
    for _ in range(times):
        before = table.points(faction)
        table.play(f"advance {track}")
        points.append(table.points(faction) - before)
        table.record.acted = 0
        table.record.actions_left = 1
    return points


@pytest.mark.parametrize("faction", ["witches", "giants", "auren", "darklings", "nomads"])
def test_shipping_scores_two_three_four(faction: str) -> None:
    table = alone(faction)
    assert advance(table, faction, "ship", 3) == [2, 3, 4]
    assert "the track is at its end" in table.refusal("advance ship")


def test_mermaids_begin_at_one_and_reach_five() -> None:
    table = alone("mermaids").give("mermaids", shipping=1)
    assert advance(table, "mermaids", "ship", 4) == [2, 3, 4, 5]
    assert "the track is at its end" in table.refusal("advance ship")


@pytest.mark.parametrize("faction", ["dwarves", "fakirs"])
def test_dwarves_and_fakirs_have_no_shipping(faction: str) -> None:
    assert "the track is at its end" in alone(faction).refusal("advance ship")


@pytest.mark.parametrize("faction", ["witches", "giants", "auren", "dwarves"])
def test_the_exchange_track_has_two_steps_of_six_points(faction: str) -> None:
    table = alone(faction)
    assert advance(table, faction, "dig", 2) == [6, 6]
    assert table.goods(faction) == (16, 30, 5)
    assert "the track is at its end" in table.refusal("advance dig")


def test_spades_cost_three_two_one_workers() -> None:
    for level, price in enumerate((3, 2, 1)):
        table = alone("giants").give("giants", digging=level).play("dig 1")
        assert table.goods("giants")[0] == 20 - price


def test_halflings_pay_one_coin_for_the_exchange_track() -> None:
    table = alone("halflings").play("advance dig")
    assert table.goods("halflings") == (18, 39, 6)


def test_fakirs_have_one_step_only() -> None:
    table = alone("fakirs")
    assert advance(table, "fakirs", "dig", 1) == [6]
    assert "the track is at its end" in table.refusal("advance dig")
    assert table.play("dig 1").goods("fakirs")[0] == 18 - 2


def test_darklings_have_no_exchange_track() -> None:
    assert "the track is at its end" in alone("darklings").refusal("advance dig")


def test_what_cannot_be_paid_is_refused() -> None:
    table = alone("witches").give("witches", coins=3, priests=1)
    assert "4 coins (has 3)" in table.refusal("advance ship")
