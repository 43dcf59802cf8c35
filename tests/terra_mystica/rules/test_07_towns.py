"""Rulebook: 'Fundar una ciudad', Appendix V. D4, D5, E6, E7, E8, F3, F4 are neighbours of one another in part."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import ALL_OPTIONS, Table


def test_four_structures_of_value_seven_are_a_town() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D").play("upgrade D4 to TP")
    assert len(table.legal("+TW")) == 8
    table.play("+TW1", "done")
    assert table.points("nomads") == 20 + 5 + 5  # SCORE2 is the tile of this round
    assert table.of("nomads")["keys"] == 1


def test_value_six_is_not_enough() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 D, D5 D, D4 D").play("upgrade D4 to TP")
    assert "no town was founded" in table.refusal("+TW1")


def test_three_structures_are_not_enough() -> None:
    table = Table("nomads witches").stand("nomads", "E7 SH, D5 TE, D4 D").play("upgrade D4 to TP")
    assert not table.legal("+TW")


def test_with_the_sanctuary_three_structures_suffice() -> None:
    table = Table("nomads witches").stand("nomads", "E7 SH, D5 TE, D4 D").play("upgrade D5 to SA")
    assert len(table.legal("+TW")) == 8


def test_a_sanctuary_elsewhere_does_not_count() -> None:
    table = Table("nomads witches").stand("nomads", "A1 SA, E7 SH, D5 TE, D4 D").play("upgrade D4 to TP")
    assert not table.legal("+TW")


def test_a_bridge_joins_a_town() -> None:
    table = (
        Table("engineers witches").stand("engineers", "E8 TE, E7 TP, D5 TP, D6 D").play("action ACTE", "bridge D6:E8")
    )
    assert len(table.legal("+TW")) == 8


def test_shipping_does_not() -> None:
    table = Table("nomads witches").stand("nomads", "E8 SH, E7 TP, D6 TP, G3 D").give("nomads", shipping=3)
    assert not table.play("upgrade G3 to TP").legal("+TW")


def test_what_touches_a_town_joins_it_and_never_founds_again() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D").paint(E6="yellow")
    table.play("upgrade D4 to TP", "+TW1", "done", "pass BON9", "build E6", "done")
    assert table.of("nomads")["towns"] == ["TW1"]
    table.play("upgrade E6 to TP")
    assert not table.legal("+TW")


def test_fav5_lowers_the_value_and_looks_at_all_groups_again() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D, A1 TP, A2 D, A3 D, B1 D")
    table.play("upgrade A1 to TE", "+FAV5")
    assert int(table.record.towns_due) == 1  # E7, E8, D5, D4 are worth six; A1, A2, A3, B1 five
    two = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D, A1 TP, A2 TP, A3 D, B1 D")
    two.play("upgrade A1 to TE", "+FAV5")
    assert int(two.record.towns_due) == 2
    two.play("+TW1", "+TW1", "done")
    assert two.of("nomads")["towns"] == ["TW1", "TW1"]


def test_favour_and_town_tile_are_taken_in_either_order() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 TP, D4 D").play("upgrade D5 to TE")
    assert {"+FAV1", "+TW1"} <= set(table.legal("+"))
    table.play("+TW2", "+FAV1", "done")


def test_no_town_without_a_tile() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D").only_towns("").play("upgrade D4 to TP")
    assert not table.legal("+TW")


@pytest.mark.parametrize(
    ("tile", "points", "goods"),
    [
        ("TW1", 5, (0, 6, 0)),
        ("TW2", 7, (2, 0, 0)),
        ("TW3", 9, (0, 0, 1)),
        ("TW4", 6, (0, 0, 0)),
        ("TW5", 8, (0, 0, 0)),
        ("TW6", 2, (0, 0, 0)),
        ("TW7", 4 + 2, (0, 0, 0)),
        ("TW8", 11, (0, 0, 0)),
    ],
)
def test_town_tiles(tile: str, points: int, goods: tuple[int, int, int]) -> None:
    table = Table("nomads witches", round_number=3).stand("nomads", "E7 TP, E8 TP, D5 D, D4 D")
    before = table.play("upgrade D4 to TP").goods("nomads")
    table.play(f"+{tile}", "done")
    assert table.points("nomads") == 20 + points
    assert table.goods("nomads") == tuple(had + got for had, got in zip(before, goods, strict=True))


def test_tw4_is_eight_power() -> None:
    table = Table("nomads witches").stand("nomads", "E7 TP, E8 TP, D5 D, D4 D").give("nomads", bowls=(5, 7, 0))
    assert table.play("upgrade D4 to TP", "+TW4").bowls("nomads") == [0, 9, 3]


def test_the_expansion_tiles_need_their_option() -> None:
    table = Table("nomads witches", options=[]).stand("nomads", "E7 TP, E8 TP, D5 D, D4 D").play("upgrade D4 to TP")
    assert table.legal("+TW") == ["+TW1", "+TW2", "+TW3", "+TW4", "+TW5"]
    assert "no TW8 is left" in table.refusal("+TW8")
    assert "mini-expansion-1" in ALL_OPTIONS


def mermaids() -> Table:
    """A3, A4, B2 and C1 lie around r1; C1 is joined to the rest only over it."""
    table = Table("mermaids witches").stand("mermaids", "A3 TP, A4 D, C1 TE, D2 TP")
    return table.give("mermaids", coins=40)


def test_mermaids_may_found_a_town_over_a_river_hex() -> None:
    table = mermaids()
    assert table.legal("connect") == ["connect r0", "connect r1"]
    table.play("connect r1", "+TW1")
    assert table.now == "action: mermaids"
    assert "pass BON9" in table.legal()
    assert table.game.position(table.record)["town_rivers"] == ["r1"]


def test_the_river_hex_joins_the_land_around_it_from_then_on() -> None:
    table = mermaids().paint(B2="blue").play("connect r1", "+TW1", "build B2", "done")
    assert table.of("mermaids")["towns"] == ["TW1"]
    assert table.game.position(table.record)["hexes"][13 + 1]["town"]


def test_towns_over_the_river_meet_the_usual_conditions() -> None:
    table = Table("mermaids witches").stand("mermaids", "A3 D, A4 D, C1 TE, D2 TP")
    assert not table.legal("connect")
    assert "found no new town" in table.refusal("connect r1")


def test_others_do_not_found_towns_over_rivers() -> None:
    table = Table("witches mermaids").stand("witches", "A3 TP, A4 D, C1 TE, D2 TP")
    assert "only mermaids" in table.refusal("connect r1")
