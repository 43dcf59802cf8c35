"""Rulebook: Appendix VI, every ability and stronghold of the fourteen factions."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table

# ------------------------------------------------------------------------------------------------------------ auren


def test_auren_stronghold_brings_a_favour_tile_at_once() -> None:
    table = Table("auren nomads").stand("auren", "F4 TP").play("upgrade F4 to SH")
    assert len(table.legal("+FAV")) == 12
    table.play("+FAV12", "done")
    assert table.of("auren")["favours"] == ["FAV12"]


def test_auren_take_two_steps_on_one_track_once_a_round() -> None:
    table = Table("auren nomads").stand("auren", "F4 SH").give("auren", cults=(0, 1, 0, 1))
    table.play("action ACTA")
    assert table.legal("+") == ["+2FIRE", "+2WATER", "+2EARTH", "+2AIR"]
    table.play("+2AIR", "done", "pass BON9")
    assert table.cults("auren") == [0, 1, 0, 3]
    assert "was taken in this round" in table.refusal("action ACTA")


def test_auren_need_a_key_for_space_ten_too() -> None:
    table = Table("auren nomads").stand("auren", "F4 SH").give("auren", cults=(8, 0, 0, 0))
    assert table.play("action ACTA", "+2FIRE").cults("auren")[0] == 9


def test_auren_need_the_stronghold_for_their_action() -> None:
    assert "the stronghold is not built" in Table("auren nomads").stand("auren", "F4 TP").refusal("action ACTA")


# ---------------------------------------------------------------------------------------------------------- witches


def test_witches_score_five_points_for_a_town() -> None:
    table = Table("witches nomads", scoring=("SCORE3", "SCORE2", "SCORE4", "SCORE7", "SCORE8", "SCORE6"))
    table.stand("witches", "F4 TE, E7 TP, E6 TP, D4 D").play("upgrade D4 to TP", "+TW1")
    assert table.points("witches") == 20 + 5 + 5


def test_witches_ride_to_any_free_forest_for_nothing() -> None:
    table = Table("witches nomads").stand("witches", "F4 SH").play("action ACTW")
    assert "build A3" in table.legal("build")
    assert "a dwelling by broom still open" in table.refusal("done")
    table.play("build A3", "done")
    assert table.goods("witches") == (20, 40, 0)


def test_witches_do_not_ride_to_other_terrain() -> None:
    table = Table("witches nomads").stand("witches", "F4 SH").play("action ACTW")
    assert "it is gray" in table.refusal("build A2")


def test_a_ride_counts_as_building() -> None:
    table = Table("witches nomads").stand("witches", "F4 SH").stand("nomads", "A2 TP").scores("SCORE3")
    table.give("witches", favours="FAV11").play("action ACTW", "build A3")
    assert table.points("witches") == 24
    assert table.offers() == ["nomads 2 from witches"]


# ------------------------------------------------------------------------------------------------------- alchemists


def test_alchemists_turn_points_into_coins_and_coins_into_points() -> None:
    table = Table("alchemists nomads").stand("alchemists", "E5 D").give("alchemists", coins=0)
    table.play("convert 1vp to 1c", "convert 1vp to 1c")
    assert (table.points("alchemists"), table.goods("alchemists")[1]) == (18, 2)
    table.play("convert 2c to 1vp")
    assert (table.points("alchemists"), table.goods("alchemists")[1]) == (19, 0)
    assert "2c are needed, 0 are there" in table.refusal("convert 2c to 1vp")


def test_alchemists_cannot_sell_points_they_do_not_have() -> None:
    table = Table("alchemists nomads").stand("alchemists", "E5 D").give("alchemists", vp=0)
    assert "1vp are needed, 0 are there" in table.refusal("convert 1vp to 1c")


def test_alchemists_stronghold_moves_twelve_power() -> None:
    table = Table("alchemists nomads").stand("alchemists", "E5 TP").give("alchemists", bowls=(5, 7, 0))
    assert table.play("upgrade E5 to SH").bowls("alchemists") == [0, 5, 7]


def test_alchemists_gain_two_power_a_spade_with_the_stronghold() -> None:
    table = Table("alchemists nomads").stand("alchemists", "E5 SH").give("alchemists", bowls=(12, 0, 0))
    assert table.play("dig 1", "dig 1").bowls("alchemists") == [8, 4, 0]
    without = Table("alchemists nomads").stand("alchemists", "E5 TP").give("alchemists", bowls=(12, 0, 0))
    assert without.play("dig 1").bowls("alchemists") == [12, 0, 0]


# -------------------------------------------------------------------------------------------------------- darklings


def test_darklings_pay_a_priest_for_a_spade_and_score_two() -> None:
    table = Table("darklings nomads").stand("darklings", "E5 D").give("darklings", priests=2).play("dig 1", "dig 1")
    assert table.goods("darklings") == (20, 40, 0)
    assert table.points("darklings") == 24


def test_free_spades_score_nothing_for_darklings() -> None:
    table = Table("darklings nomads").stand("darklings", "E5 D").give("darklings", bowls=(0, 0, 6)).play("action ACT6")
    assert table.points("darklings") == 20


def test_darklings_ordain_up_to_three_workers() -> None:
    table = Table("darklings nomads").stand("darklings", "E5 TP").play("upgrade E5 to SH")
    table.play(*["convert 1w to 1p"] * 3)
    assert table.goods("darklings") == (13, 34, 3 + 1)
    assert "right after building the stronghold" in table.refusal("convert 1w to 1p")


def test_ordination_ends_with_another_conversion_and_with_the_turn() -> None:
    table = Table("darklings nomads").stand("darklings", "E5 TP").play("upgrade E5 to SH", "convert 1w to 1c")
    assert "convert 1w to 1p" not in table.legal()
    later = Table("darklings nomads").stand("darklings", "E5 TP").play("upgrade E5 to SH", "done", "pass BON9")
    assert "convert 1w to 1p" not in later.legal()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_darklings_ordain_one_two_or_three_workers_and_end_the_turn(number: int) -> None:
    table = Table("darklings nomads").stand("darklings", "E5 TP").play("upgrade E5 to SH")
    before = table.goods("darklings")
    table.play(*["convert 1w to 1p"] * number, "done")
    assert table.goods("darklings") == (before[0] - number, before[1], before[2] + number)
    assert table.now == "action: nomads"


def test_burning_power_leaves_the_ordination_open() -> None:
    """Sacrificing power is no conversion (ruling 13); but once it has begun, the ordination goes on at once."""
    table = Table("darklings nomads").stand("darklings", "E5 TP").give("darklings", bowls=(0, 8, 0))
    table.play("upgrade E5 to SH", "burn 1", "convert 1w to 1p")
    assert "convert 1w to 1p" in table.legal()
    assert "convert 1w to 1p" not in table.play("burn 1").legal()


def test_ordination_stops_at_seven_priests() -> None:
    table = Table("darklings nomads").stand("darklings", "E5 TP").give("darklings", priests=6)
    table.play("upgrade E5 to SH", "convert 1w to 1p")
    assert "convert 1w to 1p" not in table.legal()


# -------------------------------------------------------------------------------------------------------- halflings


def test_halflings_score_a_point_for_every_spade() -> None:
    table = Table("halflings nomads").stand("halflings", "E6 D").play("dig 1", "dig 1")
    assert table.points("halflings") == 22
    free = Table("halflings nomads").stand("halflings", "E6 D").give("halflings", bowls=(0, 0, 6)).play("action ACT6")
    assert free.points("halflings") == 22


def halflings_stronghold() -> Table:
    """E6: E5 is swamp (1 spade), F3 desert (1), D4 wasteland (2), E7 mountains (3), F4 forest (3)."""
    return Table("halflings witches").stand("halflings", "E6 TP").play("upgrade E6 to SH")


def test_halflings_stronghold_brings_three_spades_worth_three_points() -> None:
    table = halflings_stronghold()
    assert table.points("halflings") == 23
    assert "spades still open" in table.refusal("done")


def test_halflings_use_the_three_spades_on_one_or_more_hexes() -> None:
    table = halflings_stronghold().play("transform E5", "to brown", "transform F3", "to brown", "transform D4")
    assert table.legal("to") == ["to yellow", "to gray"]
    table.play("to yellow")
    assert [table.terrain(name) for name in ("E5", "F3", "D4")] == ["brown", "brown", "yellow"]
    one = halflings_stronghold().play("transform E7", "to brown")
    assert one.terrain("E7") == "brown"


def test_halflings_may_build_one_dwelling_on_the_new_plains_at_normal_cost() -> None:
    table = halflings_stronghold().play("transform E5", "to brown", "transform F3", "to brown", "-1SPADE")
    assert table.legal("build") == ["build E5", "build F3"]
    before = table.goods("halflings")
    table.play("build E5")
    assert table.goods("halflings") == (before[0] - 1, before[1] - 2, before[2])
    assert not table.legal("build")
    table.play("done")
    assert table.now == "action: witches"


def test_halflings_do_not_build_elsewhere_after_the_stronghold() -> None:
    table = Table("halflings witches").stand("halflings", "E6 TP").paint(E5="brown").play("upgrade E6 to SH")
    table.play("-1SPADE", "-1SPADE", "-1SPADE")
    assert "only on land transformed in this action" in table.refusal("build E5")


def test_halflings_buy_no_spades_for_the_stronghold() -> None:
    assert "buys no spades" in halflings_stronghold().refusal("dig 1")


def test_the_stronghold_of_halflings_transforms_a_hex_once() -> None:
    table = halflings_stronghold().play("transform D4", "to yellow")
    assert "an action transforms a hex once" in table.refusal("transform D4")
    assert table.legal("transform") == ["transform E5", "transform F3"]  # D4 is foreign: the next one becomes home


def test_both_builds_of_the_stronghold_are_offered() -> None:
    table = Table("halflings witches").stand("halflings", "E6 TP").stand("witches", "E5 D").paint(D4="yellow")
    table.play("upgrade E6 to SH", "transform D4", "to brown", "-1SPADE", "-1SPADE", "build D4")
    assert table.offers() == ["witches 1 from halflings"]


# --------------------------------------------------------------------------------------------------------- cultists


def cultists(**goods: object) -> Table:
    table = Table("cultists witches nomads").stand("cultists", "E6 D").stand("witches", "E5 D").stand("nomads", "F3 TP")
    return table.give("cultists", cults=(0, 0, 0, 0), bowls=(5, 7, 0)).give("witches", **goods).play("upgrade E6 to TP")


REFUSE = ("decline 1 from cultists", "decline 2 from cultists")


def test_cultists_take_one_step_when_anybody_takes_power() -> None:
    table = cultists().play("done", "leech 1 from cultists", "decline 2 from cultists")
    assert table.now == "reward: cultists"
    table.play("+AIR")
    assert table.cults("cultists") == [0, 0, 0, 1]
    assert table.now == "action: witches"


def test_two_who_take_power_bring_one_step_all_the_same() -> None:
    table = cultists().play("done", "leech 1 from cultists", "leech 2 from cultists", "+AIR")
    assert table.now == "action: witches"


def test_cultists_gain_a_power_when_all_refuse() -> None:
    table = cultists().play("done", *REFUSE)
    assert table.bowls("cultists") == [4, 8, 0]
    assert table.now == "action: witches"


def test_who_cannot_take_power_is_no_opponent() -> None:
    """Ruling 1: full bowls neither take nor refuse."""
    table = cultists(bowls=(0, 0, 12)).give("nomads", bowls=(0, 0, 12)).play("done", *REFUSE)
    assert table.bowls("cultists") == [5, 7, 0]


def test_one_refusal_beside_full_bowls_is_enough() -> None:
    table = cultists(bowls=(0, 0, 12)).play("done", *REFUSE)
    assert table.bowls("cultists") == [4, 8, 0]


def test_without_neighbours_cultists_gain_nothing() -> None:
    table = Table("cultists witches").stand("cultists", "E6 D").give("cultists", bowls=(5, 7, 0))
    table.play("upgrade E6 to TP", "done")
    assert table.bowls("cultists") == [5, 7, 0]


def test_cultists_stronghold_is_worth_seven_points() -> None:
    assert Table("cultists nomads").stand("cultists", "E6 TP").play("upgrade E6 to SH").points("cultists") == 27


def test_the_step_may_wait_with_late_answers_and_be_taken_in_the_own_turn() -> None:
    table = Table("cultists witches", options=("late-answers",)).stand("cultists", "E6 D").stand("witches", "E5 D")
    table.play("upgrade E6 to TP", "done", "leech 1 from cultists", "later")
    assert table.now == "action: witches"
    table.play("pass BON8", "later")
    assert table.now == "action: cultists"
    table.play("+FIRE")
    assert table.cults("cultists")[0] == 2


# -------------------------------------------------------------------------------------------------------- engineers


def test_engineers_build_bridges_for_two_workers_as_often_as_they_like() -> None:
    table = Table("engineers nomads").stand("engineers", "E8 D")
    table.play("action ACTE", "bridge D6:E8", "done", "pass BON9", "action ACTE", "bridge E8:G3", "done")
    assert table.goods("engineers")[0] == 16
    assert table.of("engineers")["bridges_left"] == 1


def test_engineers_score_bridges_between_own_structures_on_passing() -> None:
    table = (
        Table("engineers nomads").stand("engineers", "E8 SH, D6 D, G3 D").bridge("engineers", "D6:E8", "E8:G3", "D6:E9")
    )
    table.give("engineers", bonus="BON8")
    assert table.play("pass BON9").points("engineers") == 26
    without = Table("engineers nomads").stand("engineers", "E8 TP, D6 D").bridge("engineers", "D6:E8")
    without.give("engineers", bonus="BON8")
    assert without.play("pass BON9").points("engineers") == 20


# ---------------------------------------------------------------------------------------------------------- dwarves


def dwarves(stronghold: bool = False) -> Table:
    return Table("dwarves nomads").stand("dwarves", f"E5 {'SH' if stronghold else 'D'}")


@pytest.mark.parametrize(("stronghold", "fee"), [(False, 2), (True, 1)])
def test_dwarves_tunnel_under_one_hex_for_workers_and_four_points(stronghold: bool, fee: int) -> None:
    """E7 lies two hexes east of E5, behind E6; it is mountains already."""
    table = dwarves(stronghold).play("build E7")
    assert table.goods("dwarves") == (20 - fee - 1, 38, 0)
    assert table.points("dwarves") == 24


def test_a_tunnel_is_paid_once_an_action() -> None:
    table = dwarves().paint(E7="red").play("dig 1", "transform E7", "to gray", "build E7")
    assert table.goods("dwarves") == (20 - 3 - 2 - 1, 38, 0)
    assert table.points("dwarves") == 24


def test_a_tunnel_in_a_later_action_pays_and_scores_again() -> None:
    table = dwarves().paint(E7="red").play("dig 1", "transform E7", "to gray", "done", "pass BON9", "build E7")
    assert table.points("dwarves") == 28


def test_direct_neighbours_are_never_tunnelled_to() -> None:
    table = dwarves().paint(E6="gray").play("build E6")
    assert (table.goods("dwarves"), table.points("dwarves")) == ((19, 38, 0), 20)


def test_only_one_tunnel_an_action() -> None:
    table = dwarves().give("dwarves", bowls=(0, 0, 6)).paint(E7="red", G2="red")
    table.play("action ACT6", "transform E7", "to gray")
    assert "G2 is not adjacent" in table.refusal("transform G2")


def test_a_tunnel_must_be_paid_besides_the_dwelling() -> None:
    assert "reached only by tunnel" in dwarves().give("dwarves", workers=2).refusal("build E7")


def test_a_tunnel_is_paid_when_the_terrain_is_named() -> None:
    table = dwarves().paint(E7="red").play("dig 1", "transform E7")
    assert (table.goods("dwarves")[0], table.points("dwarves")) == (17, 20)
    assert (table.play("to gray").goods("dwarves")[0], table.points("dwarves")) == (15, 24)


def surrounded() -> Table:
    """Dwarves on E5 with no free neighbour: their spades need a tunnel."""
    table = dwarves().stand("nomads", "D3 D, D4 D, E4 D, E6 D, F2 D, F3 D")
    assert "transform D4" not in table.legal()
    return table


def test_spades_are_bought_only_if_their_tunnel_can_be_paid() -> None:
    assert surrounded().give("dwarves", workers=5, bowls=(12, 0, 0)).legal("dig") == ["dig 1"]
    table = surrounded().give("dwarves", workers=4, bowls=(12, 0, 0))
    assert "more spades could not be used" in table.refusal("dig 1")
    assert table.give("dwarves", bowls=(0, 0, 3)).legal("dig") == ["dig 1"]  # three power are a worker


def test_the_price_of_the_tunnel_is_not_converted_away() -> None:
    table = surrounded().give("dwarves", workers=6, bowls=(12, 0, 0)).play("dig 1", "convert 1w to 1c")
    assert "the spades that were bought could not be used then" in table.refusal("convert 1w to 1c")


def test_bon4_does_nothing_for_dwarves() -> None:
    table = Table("dwarves nomads witches cultists").stand("dwarves", "E8 D").give("dwarves", bonus="BON4")
    table.paint(G4="gray")
    assert "is not adjacent" in table.refusal("build G4")


# --------------------------------------------------------------------------------------------------------- mermaids


def test_mermaids_stronghold_advances_shipping_with_its_points() -> None:
    table = Table("mermaids nomads").stand("mermaids", "E4 TP").play("upgrade E4 to SH")
    assert (table.of("mermaids")["shipping"], table.points("mermaids")) == (2, 22)


def test_at_the_end_of_the_track_the_stronghold_ships_no_further() -> None:
    table = Table("mermaids nomads").stand("mermaids", "E4 TP").give("mermaids", shipping=5).play("upgrade E4 to SH")
    assert (table.of("mermaids")["shipping"], table.points("mermaids")) == (5, 20)


# ------------------------------------------------------------------------------------------------------- swarmlings


def test_swarmlings_gain_three_workers_for_a_town() -> None:
    table = Table("swarmlings nomads").stand("swarmlings", "E4 TE, D3 TP, E3 TP, D2 D")
    before = table.play("upgrade D2 to TP").goods("swarmlings")[0]
    assert table.play("+TW1").goods("swarmlings")[0] == before + 3


def test_swarmlings_upgrade_a_dwelling_for_nothing_once_a_round() -> None:
    table = Table("swarmlings nomads").stand("swarmlings", "E4 SH, D3 D").give("swarmlings", favours="FAV10")
    table.scores("SCORE6").play("action ACTS", "upgrade D3 to TP", "done", "pass BON9")
    assert table.goods("swarmlings") == (20, 40, 0)
    assert table.points("swarmlings") == 26
    assert "was taken in this round" in table.refusal("action ACTS")


def test_without_a_dwelling_there_is_nothing_to_upgrade() -> None:
    assert "nothing it could be used on" in Table("swarmlings nomads").stand("swarmlings", "E4 SH").refusal(
        "action ACTS"
    )


# --------------------------------------------------------------------------------------------------- chaos magicians


@pytest.mark.parametrize(("before", "code"), [("TP", "TE"), ("TE", "SA")])
def test_chaos_magicians_take_two_favour_tiles(before: str, code: str) -> None:
    table = (
        Table("chaosmagicians nomads").stand("chaosmagicians", f"D4 {before}").play(f"upgrade D4 to {code}", "+FAV9")
    )
    assert "a favour tile still open" in table.refusal("done")
    table.play("+FAV10", "done")
    assert table.of("chaosmagicians")["favours"] == ["FAV9", "FAV10"]


def chaos() -> Table:
    return Table("chaosmagicians nomads").stand("chaosmagicians", "D4 SH, G2 D").stand("nomads", "F3 D")


def test_neither_action_of_a_double_turn_can_be_left_out() -> None:
    table = chaos().give("chaosmagicians", priests=2).play("action ACTC")
    assert "no action is made yet" in table.refusal("done")
    assert "no action is made yet" in table.play("send p to FIRE for 1", "done").refusal("done")


def test_the_second_action_may_use_what_the_first_transformed() -> None:
    table = chaos().paint(E7="gray").play("action ACTC", "dig 1", "transform E7", "to red", "done", "build E7", "done")
    assert table.structure("E7") == "D"


def test_each_action_of_a_double_turn_may_transform_the_same_hex() -> None:
    table = chaos().paint(E7="green").play("action ACTC", "dig 1", "transform E7", "to gray", "done")
    assert table.play("dig 1", "transform E7", "to red").terrain("E7") == "red"


def test_chaos_magicians_take_two_actions_in_a_row() -> None:
    table = chaos().give("chaosmagicians", priests=2).play("action ACTC", "send p to FIRE for 1", "done")
    assert table.now == "action: chaosmagicians"
    table.play("send p to FIRE for 1", "done")
    assert table.now == "action: nomads"


def test_offers_of_the_first_action_are_asked_before_the_second() -> None:
    table = chaos().play("action ACTC", "upgrade G2 to TP", "done")
    assert table.now == "offer: nomads"
    table.play("decline 1 from chaosmagicians")
    assert table.now == "action: chaosmagicians"


def test_passing_first_gives_the_second_action_up() -> None:
    table = chaos().play("action ACTC", "pass BON9")
    assert table.now == "action: nomads"


def test_passing_may_be_the_second_action() -> None:
    table = chaos().give("chaosmagicians", priests=1).play("action ACTC", "send p to FIRE for 1", "done", "pass BON9")
    assert table.now == "action: nomads"
    assert table.of("chaosmagicians")["passed"]


def test_the_double_turn_comes_once_a_round() -> None:
    table = chaos().give("chaosmagicians", priests=2).play("action ACTC", "send p to FIRE for 1", "done")
    assert "was taken in this round" in table.refusal("action ACTC")


# ----------------------------------------------------------------------------------------------------------- giants


def test_giants_need_two_spades_for_any_terrain() -> None:
    """E6 (plains) is two steps from wasteland, E7 (mountains) one, E5 (swamp) three."""
    for name in ("E7", "E6", "D5"):
        table = Table("giants nomads").stand("giants", "D4 D").play("dig 1", "dig 1", f"transform {name}")
        assert table.terrain(name) == "red"


def test_giants_transform_to_wasteland_only_and_never_with_one_spade() -> None:
    table = Table("giants nomads").stand("giants", "D4 D").play("dig 1")
    assert not table.legal("transform")
    assert "more spades could not be used" in table.play("dig 1").refusal("dig 1")


def test_giants_complete_a_free_spade() -> None:
    table = Table("giants nomads").stand("giants", "D4 D").give("giants", bowls=(0, 0, 4))
    table.play("action ACT5", "dig 1", "transform E7", "build E7")
    assert table.goods("giants") == (20 - 3 - 1, 38, 0)


def test_giants_who_cannot_pay_the_second_spade_buy_none() -> None:
    table = Table("giants nomads").stand("giants", "D4 D").give("giants", workers=5, bowls=(12, 0, 0))
    assert "more spades could not be used" in table.refusal("dig 1")


def test_giants_may_convert_for_the_second_spade() -> None:
    """Five workers and three power are the price of two spades (3 workers each), in any order."""
    table = Table("giants nomads").stand("giants", "D4 D").give("giants", workers=5, bowls=(0, 2, 2))
    table.play("dig 1", "burn 1", "convert 3pw to 1w", "dig 1", "transform E7")
    assert table.terrain("E7") == "red"


def test_giants_keep_what_the_second_spade_costs() -> None:
    """Ruling 5: nothing is converted that a bought spade still needs, and the spade is not thrown away."""
    table = Table("giants nomads").stand("giants", "D4 D").give("giants", workers=6, bowls=(12, 0, 0)).play("dig 1")
    assert "the spades that were bought could not be used then" in table.refusal("convert 1w to 1c")
    assert "bought spades must be used" in table.refusal("-1SPADE")
    assert table.play("dig 1").legal("convert 1w") == []


def test_giants_dig_only_where_there_is_foreign_land() -> None:
    table = Table("giants nomads").stand("giants", "E8 D").paint(E7="red", D5="red")
    assert "more spades could not be used" in table.refusal("dig 1")
    assert table.paint(D5="gray").legal("dig") == ["dig 1"]


def test_giants_top_a_free_spade_up_or_throw_it_away() -> None:
    table = Table("giants nomads").stand("giants", "D4 D").give("giants", bowls=(0, 0, 4)).play("action ACT5")
    assert table.legal("transform") == []
    assert table.legal("-1SPADE") == ["-1SPADE"]
    assert table.play("dig 1", "transform E7").terrain("E7") == "red"


def test_giants_stronghold_brings_two_spades_once_a_round() -> None:
    table = Table("giants nomads").stand("giants", "D4 SH").play("action ACTG", "transform E7", "build E7", "done")
    assert table.goods("giants") == (19, 38, 0)
    assert "was taken in this round" in table.play("pass BON9").refusal("action ACTG")


# ----------------------------------------------------------------------------------------------------------- fakirs


def fakirs(code: str = "D", **goods: object) -> Table:
    return Table("fakirs witches").stand("fakirs", f"E5 {code}").give("fakirs", priests=3, **goods)


def test_fakirs_fly_over_one_hex_for_a_priest_and_four_points() -> None:
    table = fakirs().paint(E7="yellow").play("build E7")
    assert table.goods("fakirs") == (19, 38, 2)
    assert table.points("fakirs") == 24


def test_a_carpet_flies_to_transform_as_well() -> None:
    table = fakirs().paint(E7="red").play("dig 1", "transform E7", "to yellow", "build E7")
    assert table.goods("fakirs") == (16, 38, 2)
    assert table.points("fakirs") == 24


def test_with_the_stronghold_fakirs_fly_over_two_hexes() -> None:
    """E8 lies three hexes east of E5."""
    assert "is not adjacent" in fakirs().refusal("build E8")
    table = fakirs("SH").play("build E8")
    assert table.goods("fakirs") == (19, 38, 2)


def test_tw7_lets_carpets_fly_further() -> None:
    """G3 is four hexes from E5 as the crow flies: three are skipped."""
    assert "G3 is not adjacent" in fakirs("SH").paint(G3="yellow").refusal("build G3")
    assert "build G3" in fakirs("SH", carpet=1).paint(G3="yellow").legal()
    table = fakirs("TE").stand("fakirs", "D4 TP, E6 TP, E7 D").play("upgrade E7 to TP", "+TW7")
    assert int(table.record.carpet[0]) == 1
    assert table.of("fakirs")["shipping"] == 0


def test_dwarves_get_nothing_of_tw7_but_its_points() -> None:
    table = Table("dwarves nomads", round_number=3).stand("dwarves", "E5 TE, D4 TP, E6 TP, E7 D")
    table.play("upgrade E7 to TP", "+TW7")
    assert (table.points("dwarves"), int(table.record.carpet[0]), table.of("dwarves")["shipping"]) == (24, 0, 0)


def test_a_carpet_needs_a_priest() -> None:
    assert "reached only by tunnel or carpet" in fakirs().give("fakirs", priests=0).paint(E7="yellow").refusal(
        "build E7"
    )


def test_fakirs_get_a_priest_of_income_from_the_stronghold() -> None:
    table = fakirs("SH").give("fakirs", priests=0).stand("witches", "A3 D").play("pass BON9", "pass BON10")
    assert table.goods("fakirs")[2] == 1


# ----------------------------------------------------------------------------------------------------------- nomads


def test_the_sandstorm_turns_any_terrain_into_desert() -> None:
    """D5 (lakes) is three spades from desert."""
    table = Table("nomads witches").stand("nomads", "E8 SH").scores("SCORE1")
    table.play("action ACTN", "transform D5", "build D5", "done")
    assert table.terrain("D5") == "yellow"
    assert table.goods("nomads") == (19, 38, 0)
    assert table.points("nomads") == 20


def test_the_sandstorm_crosses_neither_river_nor_bridge() -> None:
    table = Table("nomads witches").stand("nomads", "E8 SH").give("nomads", shipping=3).bridge("nomads", "D6:E8")
    assert table.play("action ACTN").legal("transform") == ["transform D5", "transform E7"]


def test_a_dwelling_after_the_sandstorm_is_offered_to_neighbours() -> None:
    table = Table("nomads witches").stand("nomads", "E8 SH").stand("witches", "D4 TP")
    assert table.play("action ACTN", "transform E7", "build E7").offers() == ["witches 2 from nomads"]


def test_the_sandstorm_need_not_be_followed_by_a_dwelling() -> None:
    table = Table("nomads witches").stand("nomads", "E8 SH").play("action ACTN", "transform E7", "done")
    assert table.now == "action: witches"
