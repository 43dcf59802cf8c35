"""Rulebook: '4. Mejorar una estructura', 'Ganar puntos de poder mediante estructuras', 'El precio del poder'.

D4, D5, E6, E8 and F4 lie around E7.
"""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def neighbours(factions: str = "nomads witches cultists") -> Table:
    return Table(factions).stand(factions.split()[0], "E7 D").stand(factions.split()[1], "D4 TP, F4 SH, A3 D")


def test_a_trading_post_beside_a_rival_costs_half_the_coins() -> None:
    assert neighbours().play("upgrade E7 to TP").goods("nomads") == (18, 37, 0)
    assert Table("nomads witches").stand("nomads", "E7 D").play("upgrade E7 to TP").goods("nomads") == (18, 34, 0)


def test_a_rival_across_a_bridge_is_a_neighbour() -> None:
    table = Table("nomads witches").stand("nomads", "E8 D").stand("witches", "D6 D").bridge("witches", "D6:E8")
    assert table.play("upgrade E8 to TP").goods("nomads") == (18, 37, 0)
    assert table.offers() == ["witches 1 from nomads"]


@pytest.mark.parametrize(
    ("faction", "alone"),
    [("swarmlings", 8), ("engineers", 4), ("fakirs", 6), ("giants", 6), ("auren", 6), ("halflings", 6)],
)
def test_the_price_of_a_lone_trading_post(faction: str, alone: int) -> None:
    other = "darklings"
    table = Table(f"{faction} {other}").stand(faction, "E7 D").play("upgrade E7 to TP")
    assert table.goods(faction)[1] == 40 - alone


def test_upgrades_go_step_by_step() -> None:
    table = neighbours()
    assert table.legal("upgrade") == ["upgrade E7 to TP"]
    assert "a dwelling stands there, not a trading post" in table.refusal("upgrade E7 to TE")
    assert "holds no structure of nomads" in table.refusal("upgrade D4 to TE")


def test_the_old_piece_goes_back_to_the_board() -> None:
    table = neighbours().play("upgrade E7 to TP")
    assert table.of("nomads")["structures"] == {"D": 0, "TP": 1, "TE": 0, "SH": 0, "SA": 0}


@pytest.mark.parametrize(
    ("code", "before", "price"), [("TE", "TP", (2, 5)), ("SH", "TP", (4, 8)), ("SA", "TE", (4, 6))]
)
def test_the_prices_of_the_great_structures(code: str, before: str, price: tuple[int, int]) -> None:
    table = Table("nomads witches").stand("nomads", f"E7 {before}").play(f"upgrade E7 to {code}")
    assert table.goods("nomads") == (20 - price[0], 40 - price[1], 0)


def test_neighbours_are_offered_the_value_of_their_own_structures() -> None:
    """A trading post 2 and a stronghold 3; the far dwelling counts nothing."""
    table = neighbours().stand("cultists", "E6 SA").play("upgrade E7 to TP")
    assert table.offers() == ["witches 5 from nomads", "cultists 3 from nomads"]


def test_offers_are_asked_clockwise_when_the_turn_ends() -> None:
    table = neighbours().stand("cultists", "E6 D").play("upgrade E7 to TP", "done")
    assert table.now == "offer: witches"
    table.play("decline 5 from nomads")
    assert table.now == "offer: cultists"
    table.play("leech 1 from nomads")
    assert table.now == "action: witches"


def test_power_costs_one_point_less_than_its_amount() -> None:
    table = neighbours().give("witches", bowls=(5, 7, 0)).play("upgrade E7 to TP", "done", "leech 5 from nomads")
    assert table.points("witches") == 16
    assert table.bowls("witches") == [0, 12, 0]


def test_one_power_is_free() -> None:
    table = Table("nomads witches").stand("nomads", "E7 D").stand("witches", "D4 D").play("upgrade E7 to TP", "done")
    table.play("leech 1 from nomads")
    assert table.points("witches") == 20


def test_full_bowls_take_and_pay_only_what_fits() -> None:
    table = neighbours().give("witches", bowls=(1, 0, 9)).play("upgrade E7 to TP", "done", "leech 5 from nomads")
    assert table.points("witches") == 19
    assert table.bowls("witches") == [0, 0, 10]


def test_points_never_fall_below_zero() -> None:
    """With two points a player takes three power at most."""
    table = neighbours().give("witches", vp=2, bowls=(5, 7, 0)).play("upgrade E7 to TP", "done", "leech 5 from nomads")
    assert table.points("witches") == 0
    assert table.bowls("witches") == [2, 10, 0]


def test_with_no_room_there_is_nothing_to_take() -> None:
    table = neighbours().give("witches", bowls=(0, 0, 9)).play("upgrade E7 to TP", "done")
    assert table.legal() == ["decline 5 from nomads"]


def test_transforming_and_bridges_offer_nothing() -> None:
    table = Table("engineers witches").stand("engineers", "E8 D").stand("witches", "D6 D, E7 D")
    table.play("action ACTE", "bridge D6:E8", "done")
    assert table.now == "action: witches"


def test_a_temple_brings_a_favour_tile() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP").play("upgrade E7 to TE")
    assert len(table.legal("+FAV")) == 12
    assert "no favour tile is due" in Table("nomads witches").refusal("+FAV1")
    table.play("+FAV7", "done")
    assert table.of("nomads")["favours"] == ["FAV7"]
    assert table.cults("nomads") == [1, 0, 3, 0]


def test_no_second_favour_tile_of_a_kind() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP").give("nomads", favours="FAV7").play("upgrade E7 to TE")
    assert "FAV7 is held already" in table.refusal("+FAV7")
    table.record.favours_left[0] = 0
    assert "no FAV1 is left" in table.refusal("+FAV1")


@pytest.mark.parametrize(
    ("tile", "before", "code", "points"),
    [
        ("SCORE6", "D", "TP", 3),
        ("SCORE8", "D", "TP", 3),
        ("SCORE9", "TP", "TE", 4),
        ("SCORE4", "TP", "SH", 5),
        ("SCORE7", "TE", "SA", 5),
        ("SCORE3", "D", "TP", 0),
    ],
)
def test_scoring_tiles_reward_upgrades(tile: str, before: str, code: str, points: int) -> None:
    table = Table("nomads witches").stand("nomads", f"E7 {before}").scores(tile).play(f"upgrade E7 to {code}")
    assert table.points("nomads") == 20 + points


def test_fav10_is_worth_three_points_a_trading_post() -> None:
    table = Table("nomads witches").stand("nomads", "E7 D").give("nomads", favours="FAV10").play("upgrade E7 to TP")
    assert table.points("nomads") == 23


def test_late_answers_may_wait_until_the_receiver_acts() -> None:
    """Option late-answers: the witches say later, act, and have refused thereby."""
    table = Table("nomads witches", options=("late-answers",)).stand("nomads", "E7 D").stand("witches", "D4 TP")
    table.play("upgrade E7 to TP", "done", "later")
    assert table.offers() == ["witches 2 from nomads"]
    table.play("upgrade D4 to TE")
    assert table.offers() == ["nomads 2 from witches"]
    assert table.bowls("witches") == [5, 7, 0]


def test_late_answers_may_come_in_the_midst_of_a_turn() -> None:
    table = Table("nomads witches", options=("late-answers",)).stand("nomads", "E7 TP").stand("witches", "D4 TP")
    table.play("upgrade E7 to TE", "wait", "leech 2 from nomads")
    assert table.now == "action: nomads"
    assert table.points("witches") == 19
    assert table.play("+FAV1", "done").now == "action: witches"


def test_a_complete_action_has_ended_when_others_answer() -> None:
    table = Table("nomads witches", options=("late-answers",)).stand("nomads", "E7 D").stand("witches", "D4 TP")
    assert "the action is complete" in table.play("upgrade E7 to TP").refusal("wait")


def waiting() -> Table:
    """Witches have two offers open, of the nomads and of the engineers, and it is their turn."""
    table = Table("nomads engineers witches", options=("late-answers",)).stand("witches", "D4 D, E5 TP")
    table.stand("nomads", "E7 D").stand("engineers", "E4 D").give("witches", bowls=(5, 5, 2))
    table.play("upgrade E7 to TP", "done", "later", "upgrade E4 to TP", "done", "later", "later")
    assert (table.now, len(table.offers())) == ("action: witches", 2)
    return table


def test_an_offer_followed_by_an_own_conversion_can_only_be_refused() -> None:
    table = waiting().play("convert 1pw to 1c", "wait")
    assert "it can only be refused" in table.refusal("leech 1 from nomads")
    assert table.play("later").legal("leech") == []


def test_burning_power_leaves_offers_open() -> None:
    """Sacrificing power is no conversion (ruling 13)."""
    assert waiting().play("burn 1", "wait").legal("leech") == ["leech 1 from nomads"]


def test_an_offer_skipped_for_a_newer_one_can_only_be_refused() -> None:
    table = waiting().play("wait", "later", "leech 2 from engineers")
    assert table.legal() == ["decline 1 from nomads", "later"]
    assert waiting().play("wait", "later", "decline 2 from engineers").legal() == ["decline 1 from nomads", "later"]


def test_offers_taken_in_their_order_are_both_taken() -> None:
    assert waiting().play("wait", "leech 1 from nomads", "leech 2 from engineers").offers() == []


def test_late_answers_to_different_players_come_in_any_order() -> None:
    table = Table("nomads witches cultists", options=("late-answers",)).stand("nomads", "E7 D")
    table.stand("witches", "D4 TP").stand("cultists", "E6 D").play("upgrade E7 to TP", "done", "later")
    assert table.now == "offer: cultists"
    table.play("leech 1 from nomads")
    assert table.now == "offer: witches"


def test_without_the_option_nobody_answers_later() -> None:
    table = neighbours().play("upgrade E7 to TP", "done")
    assert "answers are given at once" in table.refusal("later")
