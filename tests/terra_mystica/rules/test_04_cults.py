"""Rulebook: 'Obtener puntos de poder mediante escalas de culto', 'La casilla 10', '5. Enviar un sacerdote'."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def priest(**goods: object) -> Table:
    return Table("nomads witches").stand("nomads", "E8 D").give("nomads", priests=2, bowls=(12, 0, 0), **goods)


def test_the_first_place_of_an_order_is_worth_three_steps_the_others_two() -> None:
    table = priest(cults=(0, 0, 0, 0))
    assert table.legal("send p to FIRE") == ["send p to FIRE for 3", "send p to FIRE for 2", "send p to FIRE for 1"]
    table.play("send p to FIRE for 3")
    assert table.cults("nomads") == [3, 0, 0, 0]
    assert table.of("nomads")["priests_in_orders"] == 1


def test_places_are_taken_for_good() -> None:
    table = priest()
    table.record.orders[0] = (1, 1, 1, 1)
    assert table.legal("send p to FIRE") == ["send p to FIRE for 1"]
    assert "no place for 3 is free" in table.refusal("send p to FIRE for 3")


def test_a_priest_sent_back_to_the_supply_makes_one_step() -> None:
    table = priest(cults=(0, 0, 0, 0)).play("send p to AIR for 1")
    assert table.of("nomads")["priests_in_orders"] == 0
    assert table.goods("nomads")[2] == 1


def test_seven_priests_less_those_in_the_orders() -> None:
    """What the supply does not hold is lost (ruling 14)."""
    table = priest().give("nomads", priests=3, in_orders=4, bowls=(0, 0, 3))
    table.record.orders[0] = 0
    table.play("action ACT2")
    assert table.goods("nomads")[2] == 3


@pytest.mark.parametrize(
    ("start", "steps", "power"), [(0, 3, 1), (2, 3, 3), (4, 3, 4), (6, 2, 2), (7, 2, 0), (3, 1, 0), (4, 2, 2)]
)
def test_power_is_gained_on_reaching_three_five_and_seven(start: int, steps: int, power: int) -> None:
    table = priest(cults=(start, 0, 0, 0)).play(f"send p to FIRE for {steps}")
    assert table.bowls("nomads") == [12 - power, power, 0]


def test_without_a_key_the_marker_stops_at_nine() -> None:
    table = priest(cults=(8, 0, 0, 0)).play("send p to FIRE for 3")
    assert table.cults("nomads")[0] == 9
    assert table.bowls("nomads") == [12, 0, 0]


def test_a_key_opens_space_ten_and_is_used_up() -> None:
    table = priest(cults=(8, 0, 0, 0), keys=1).play("send p to FIRE for 3")
    assert table.cults("nomads")[0] == 10
    assert table.of("nomads")["keys"] == 0
    assert table.bowls("nomads") == [9, 3, 0]


def test_only_one_player_stands_on_space_ten() -> None:
    table = priest(cults=(8, 0, 0, 0), keys=1).give("witches", cults=(10, 0, 0, 0)).play("send p to FIRE for 2")
    assert table.cults("nomads")[0] == 9
    assert table.of("nomads")["keys"] == 1


def favour_and_town(cults: tuple[int, int, int, int]) -> Table:
    """A temple that brings a favour tile and founds a town: E7 beside E8, D5, D4."""
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 TP, D4 D").give("nomads", bowls=(12, 0, 0))
    return table.give("nomads", cults=cults).play("upgrade E7 to TE")


def test_a_key_of_the_same_turn_makes_up_for_the_missed_step() -> None:
    """Ruling 9: favour tile first, town tile second."""
    table = favour_and_town((8, 0, 0, 0)).play("+FAV1")
    assert table.cults("nomads")[0] == 9
    table.play("+TW1")
    assert table.cults("nomads")[0] == 10
    assert table.of("nomads")["keys"] == 0


def test_nothing_is_made_up_for_a_taken_space() -> None:
    table = favour_and_town((8, 0, 0, 0)).give("witches", cults=(10, 0, 0, 0)).play("+FAV1", "+TW1")
    assert table.cults("nomads")[0] == 9
    assert table.of("nomads")["keys"] == 1


def test_a_missed_step_is_not_made_up_in_a_later_turn() -> None:
    table = priest(cults=(8, 0, 0, 0)).stand("nomads", "E7 TP, D5 TP, D4 TP").stand("witches", "A3 D")
    table.play("send p to FIRE for 2", "done", "pass BON9", "upgrade E7 to TE", "+FAV8", "+TW1")
    assert table.cults("nomads")[0] == 9


def test_the_keys_of_a_town_tile_count_before_its_steps() -> None:
    table = favour_and_town((9, 0, 0, 0)).play("+TW5")
    assert table.cults("nomads") == [10, 1, 1, 1]


def test_with_fewer_keys_than_tracks_the_player_says_which_stays() -> None:
    table = favour_and_town((9, 9, 0, 0)).play("+TW5")
    assert table.legal() == ["-FIRE", "-WATER"]
    table.play("-FIRE")
    assert table.cults("nomads") == [9, 10, 1, 1]


def test_a_track_that_was_said_to_stay_has_given_its_step_up() -> None:
    """The key of a second town in the same turn does not make it up: only steps that failed are (ruling 9)."""
    table = favour_and_town((9, 9, 0, 0))
    table.record.towns_due = 2
    table.play("+TW5", "-FIRE", "+TW1")
    assert (table.cults("nomads"), table.of("nomads")["keys"]) == ([9, 10, 1, 1], 1)


def test_tw6_brings_two_keys_and_two_steps_on_every_track() -> None:
    table = favour_and_town((8, 9, 0, 0)).play("+TW6")
    assert table.cults("nomads") == [10, 10, 2, 2]
    three = favour_and_town((8, 9, 8, 0)).play("+TW6", "-EARTH")
    assert three.cults("nomads") == [10, 10, 9, 2]


def test_without_a_priest_nothing_is_sent() -> None:
    assert "no priest to send" in priest().give("nomads", priests=0).refusal("send p to FIRE for 1")


def test_fav6_and_bon2_are_steps_of_the_players_choice() -> None:
    table = priest(cults=(0, 0, 0, 0), favours="FAV6").play("action FAV6", "+AIR")
    assert table.cults("nomads") == [0, 0, 0, 1]
    table.play("done", "pass BON9")
    assert "was taken in this round" in table.refusal("action FAV6")


@pytest.mark.parametrize(
    ("tile", "cults"),
    [
        ("FAV1", [3, 0, 0, 0]),
        ("FAV2", [0, 3, 0, 0]),
        ("FAV3", [0, 0, 3, 0]),
        ("FAV4", [0, 0, 0, 3]),
        ("FAV5", [2, 0, 0, 0]),
        ("FAV6", [0, 2, 0, 0]),
        ("FAV7", [0, 0, 2, 0]),
        ("FAV8", [0, 0, 0, 2]),
        ("FAV9", [1, 0, 0, 0]),
        ("FAV10", [0, 1, 0, 0]),
        ("FAV11", [0, 0, 1, 0]),
        ("FAV12", [0, 0, 0, 1]),
    ],
)
def test_favour_tiles_bring_cult_steps_at_once(tile: str, cults: list[int]) -> None:
    """Appendix II."""
    table = Table("nomads witches").stand("nomads", "E7 TP").give("nomads", cults=(0, 0, 0, 0))
    assert table.play("upgrade E7 to TE", f"+{tile}", "done").cults("nomads") == cults


def test_bon2_is_a_step_and_bon1_a_spade() -> None:
    """Appendix IV."""
    table = Table("nomads witches dwarves darklings cultists").stand("nomads", "E8 D").paint(E7="red")
    table.record.bonus[0] = 1
    assert table.legal("action BON") == ["action BON2"]
    table.play("action BON2", "+EARTH")
    assert table.cults("nomads") == [1, 0, 2, 0]
    table = Table("nomads witches dwarves darklings cultists").stand("nomads", "E8 D").paint(E7="red")
    table.record.bonus[0] = 0
    table.play("action BON1", "transform E7", "to yellow", "build E7", "done")
    assert table.goods("nomads") == (19, 38, 0)
    assert "BON2 is not held" in table.refusal("action BON2")
