"""Rulebook: '1. Transformar y construir', 'Adyacencia'. Map: E8 is desert; D5, E7, r16, r18, r22, r23 lie around it."""

from __future__ import annotations

import pytest

from dolmen.core.errors import IllegalAction
from tests.terra_mystica.table import Table


def nomads() -> Table:
    return Table("nomads witches").stand("nomads", "E8 D").stand("witches", "A3 D")


def test_a_dwelling_costs_one_worker_and_two_coins() -> None:
    table = nomads().paint(E7="yellow").play("build E7")
    assert table.structure("E7") == "D"
    assert table.goods("nomads") == (19, 38, 0)


@pytest.mark.parametrize(("faction", "workers", "coins"), [("engineers", 1, 1), ("swarmlings", 2, 3)])
def test_engineers_pay_less_and_swarmlings_more(faction: str, workers: int, coins: int) -> None:
    home = {"engineers": "gray", "swarmlings": "blue"}[faction]
    table = Table(f"{faction} witches").stand(faction, "E8 D").paint(E7=home).play("build E7")
    assert table.goods(faction) == (20 - workers, 40 - coins, 0)


def test_each_step_of_the_cycle_is_a_spade() -> None:
    """From mountains (gray) to desert (yellow): gray, red, yellow."""
    table = nomads().play("dig 1", "dig 1", "transform E7", "to yellow", "build E7", "done")
    assert table.goods("nomads") == (20 - 6 - 1, 38, 0)
    assert table.now == "action: witches"


def test_no_more_than_three_spades_are_ever_needed() -> None:
    table = nomads().play("dig 1", "dig 1", "dig 1")
    assert "more spades could not be used" in table.refusal("dig 1")


def test_a_path_does_not_lead_through_the_home_terrain() -> None:
    """From red to brown the short way leads through yellow: the nomads would pay the long way (ruling 7)."""
    table = nomads().paint(E7="red").play("dig 1", "dig 1", "transform E7")
    assert table.terrain("E7") == "green"  # two steps, away from home: there is no other terrain for two spades


def test_all_bought_spades_go_into_one_transformation() -> None:
    """Two spades on red land: one would do for yellow (home), and gray takes one; neither is possible (ruling 7)."""
    table = nomads().paint(E7="gray", D5="red").play("dig 1", "dig 1", "transform E7")
    assert table.legal() == ["to yellow", "to blue"]
    assert "it takes 1 of 2 spades, and all of them are used on this hex" in table.refusal("to red")
    assert table.play("to blue").legal("transform") == []


def test_no_spade_is_bought_after_a_transformation() -> None:
    table = nomads().play("dig 1", "transform E7", "to red")
    assert "spades are bought before the land is transformed" in table.refusal("dig 1")
    table = nomads().give("nomads", bowls=(0, 0, 6)).play("action ACT6", "transform E7", "to red")
    assert "spades are bought before the land is transformed" in table.refusal("dig 1")


def test_an_action_transforms_a_hex_once() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(D5="blue").play("action ACT6", "transform E7", "to red")
    assert table.terrain("E7") == "red"
    assert "an action transforms a hex once" in table.refusal("transform E7")


def test_bought_spades_are_not_thrown_away() -> None:
    assert "must be used" in nomads().play("dig 1").refusal("-1SPADE")
    table = nomads().give("nomads", bowls=(0, 0, 4)).play("action ACT5", "dig 1")
    assert "must be used" in table.refusal("-1SPADE")  # not even the free one: all go into one transformation


def test_free_spades_may_be_thrown_away_before_others_are_bought() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 4)).paint(E7="red")
    table.play("action ACT5", "-1SPADE", "dig 1", "transform E7", "to yellow", "build E7")
    assert table.goods("nomads") == (20 - 3 - 1, 38, 0)


def test_bought_spades_on_top_of_two_free_ones_go_to_one_hex() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(E7="green").play("action ACT6", "dig 1", "transform E7")
    assert table.legal() == ["to yellow", "to brown"]  # three steps from green, either way
    assert table.play("to brown").legal("transform") == []


def test_home_terrain_may_be_transformed_away() -> None:
    table = nomads().paint(E7="yellow").play("dig 1", "transform E7")
    assert table.legal() == ["to brown", "to red"]


def test_land_out_of_reach_is_refused() -> None:
    assert "E3 is not adjacent" in nomads().play("dig 1").refusal("transform E3")


def test_a_transformed_hex_gives_no_reach() -> None:
    table = nomads().play("dig 1", "dig 1", "transform E7", "to yellow")
    assert table.legal("build") == ["build E7"]


def test_a_dwelling_needs_home_terrain() -> None:
    assert "it is gray (mountains), not yellow" in nomads().refusal("build E7")


def test_building_may_wait_for_a_later_action() -> None:
    table = nomads().play("dig 1", "dig 1", "transform E7", "to yellow", "done", "pass BON9", "build E7")
    assert table.structure("E7") == "D"


def test_shipping_reaches_over_as_many_river_hexes() -> None:
    """C4 and D6 lie one river hex from E8, F5 three (r18, r24, and r19 or r24)."""
    table = nomads().give("nomads", shipping=1).play("dig 1")
    assert {"transform C4", "transform D6", "transform G3"} <= set(table.legal("transform"))
    assert "transform F5" not in table.legal("transform")
    further = nomads().give("nomads", shipping=3).play("dig 1")
    assert "transform F5" in further.legal("transform")


def test_bon4_lends_shipping_in_phase_two_only() -> None:
    table = nomads().give("nomads", bonus="BON8").play("dig 1")
    assert "transform C4" not in table.legal("transform")
    table = Table("nomads witches dwarves chaosmagicians").stand("nomads", "E8 D").give("nomads", bonus="BON4")
    assert "transform C4" in table.play("dig 1").legal("transform")


def test_a_bridge_makes_land_directly_adjacent() -> None:
    table = nomads().bridge("nomads", "D6:E8").play("dig 1")
    assert "transform D6" in table.legal("transform")


def test_act6_may_be_split_over_two_hexes() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(E7="red", D5="red")
    table.play("action ACT6", "transform E7", "to yellow", "transform D5", "to yellow", "build D5", "done")
    assert (table.terrain("E7"), table.terrain("D5")) == ("yellow", "yellow")
    assert table.goods("nomads") == (19, 38, 0)


def test_of_two_hexes_only_one_may_stay_foreign() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(E7="red", D5="gray")
    table.play("action ACT6", "transform E7", "to gray")
    assert table.legal("transform") == []  # one spade does not bring D5 home
    assert table.legal("-1SPADE") == ["-1SPADE"]


def test_no_spade_is_bought_once_the_action_is_split() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(E7="red", D5="red")
    table.play("action ACT6", "transform E7", "to yellow", "transform D5", "to yellow")
    assert not table.legal("dig")


def test_a_spade_that_stays_unused_is_given_back_before_building() -> None:
    table = nomads().give("nomads", bowls=(0, 0, 6)).paint(E7="red").play("action ACT6", "transform E7", "to yellow")
    assert "the spades are used first" in table.refusal("build E7")
    table.play("-1SPADE", "build E7", "done")
    assert table.structure("E7") == "D"


def test_free_spades_may_be_topped_up() -> None:
    table = (
        nomads().give("nomads", bowls=(0, 0, 4)).play("action ACT5", "dig 1", "transform E7", "to yellow", "build E7")
    )
    assert table.goods("nomads") == (16, 38, 0)


def test_land_with_a_structure_is_never_transformed() -> None:
    table = nomads().stand("witches", "E7 D").play("dig 1")
    assert "a structure stands there" in table.refusal("transform E7")


def test_a_dwelling_stands_only_on_land_of_this_action() -> None:
    table = nomads().paint(E7="yellow", D5="red").play("dig 1", "transform D5", "to yellow")
    assert table.legal("build") == ["build D5"]
    assert "only on land transformed in this action" in table.refusal("build E7")


def test_eight_dwellings_are_all_there_are() -> None:
    table = nomads().stand("nomads", "A1 D, A2 D, A4 D, A5 D, A6 D, A7 D, A8 D").paint(E7="yellow")
    assert "no dwelling is left" in table.refusal("build E7")


@pytest.mark.parametrize(("tile", "points"), [("SCORE3", 2), ("SCORE5", 2), ("SCORE1", 4), ("SCORE6", 0)])
def test_scoring_tiles_reward_dwellings_or_spades(tile: str, points: int) -> None:
    table = nomads().scores(tile).play("dig 1", "dig 1", "transform E7", "to yellow", "build E7")
    assert table.points("nomads") == 20 + points


def test_fav11_is_worth_two_points_a_dwelling() -> None:
    table = nomads().give("nomads", favours="FAV11").paint(E7="yellow").play("build E7")
    assert table.points("nomads") == 22


def test_out_of_turn_is_refused() -> None:
    with pytest.raises(IllegalAction, match="witches may not 'build E7': it is gray"):
        nomads().play("pass BON9", "build E7")
