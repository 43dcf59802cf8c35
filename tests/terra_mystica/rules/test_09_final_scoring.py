"""Rulebook: 'Fin de la partida y recuento de puntos'."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def last_round(factions: str = "nomads witches cultists darklings") -> Table:
    table = Table(factions, round_number=6)
    for faction in factions.split():
        table.give(faction, workers=0, coins=0, priests=0, bowls=(12, 0, 0), cults=(0, 0, 0, 0), bonus="BON8")
    return table


def finish(table: Table) -> Table:
    for _ in range(table.setup.players):
        table.play("pass")
    assert table.state.is_terminal()
    return table


def from_source(table: Table, faction: str, source: str) -> int:
    return int(table.of(faction)["points_from"][source])


def test_eight_four_and_two_points_for_a_cult() -> None:
    table = last_round()
    for faction, step in (("nomads", 9), ("witches", 5), ("cultists", 3), ("darklings", 1)):
        table.give(faction, cults=(step, 0, 0, 0))
    finish(table)
    assert [from_source(table, name, "fire") for name in ("nomads", "witches", "cultists", "darklings")] == [8, 4, 2, 0]


def test_ties_share_the_points_of_their_ranks_rounded_down() -> None:
    table = last_round()
    for faction, step in (("nomads", 9), ("witches", 9), ("cultists", 3), ("darklings", 3)):
        table.give(faction, cults=(step, 0, 0, 0))
    finish(table)
    assert [from_source(table, name, "fire") for name in ("nomads", "witches", "cultists", "darklings")] == [6, 6, 1, 1]


def test_space_zero_scores_nothing() -> None:
    table = finish(last_round().give("nomads", cults=(1, 0, 0, 0)))
    assert from_source(table, "witches", "fire") == 0
    assert from_source(table, "nomads", "fire") == 8


def test_area_points_and_their_ties() -> None:
    """The rulebook's example in small: one has more, three are tied for the rest: 18, 6, 6, 6."""
    table = last_round().stand("nomads", "E7 D, E8 D").stand("witches", "A3 D").stand("cultists", "A7 D")
    finish(table.stand("darklings", "I2 D"))
    assert [from_source(table, name, "area") for name in ("nomads", "witches", "cultists", "darklings")] == [
        18,
        6,
        6,
        6,
    ]


def areas(table: Table, faction: str) -> int:
    return int(table.of(faction)["area"])


def test_shipping_connects_structures() -> None:
    """E8 and D6 are one river hex apart, E8 and F5 two."""
    table = last_round().stand("nomads", "E8 D, D6 D, F5 D")
    assert areas(table, "nomads") == 1
    assert areas(table.give("nomads", shipping=1), "nomads") == 3  # F5 over r19 beside D6


def test_bon4_does_not_count_for_the_area() -> None:
    table = last_round().stand("nomads", "E8 D, D6 D").give("nomads", bonus="BON4")
    assert areas(table, "nomads") == 1


def test_bridges_connect_structures() -> None:
    table = last_round().stand("nomads", "E8 D, D6 D").bridge("nomads", "D6:E8")
    assert areas(table, "nomads") == 2


def test_tunnels_connect_structures_one_hex_apart() -> None:
    table = last_round("dwarves witches").stand("dwarves", "E5 D, E7 D, E9 D")
    assert areas(table, "dwarves") == 2


def test_carpets_connect_over_one_hex_and_with_the_stronghold_over_two() -> None:
    assert areas(last_round("fakirs witches").stand("fakirs", "E5 D, E7 D, E2 D"), "fakirs") == 2
    assert areas(last_round("fakirs witches").stand("fakirs", "E5 SH, E7 D, E2 D"), "fakirs") == 3


def test_witches_do_not_connect_by_broom() -> None:
    assert areas(last_round().stand("witches", "A3 SH, F4 D"), "witches") == 1


@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ({"coins": 8}, 2),
        ({"coins": 1, "workers": 1, "priests": 1}, 1),
        ({"bowls": (0, 0, 6)}, 2),
        ({"bowls": (0, 5, 1)}, 1),
        ({"bowls": (12, 1, 0)}, 0),
    ],
)
def test_three_coins_are_a_point_and_everything_becomes_coins(goods: dict[str, object], points: int) -> None:
    table = finish(last_round().give("nomads", **goods))
    assert from_source(table, "nomads", "resources") == points


def test_alchemists_need_two_coins() -> None:
    table = finish(last_round("alchemists witches").give("alchemists", coins=5))
    assert from_source(table, "alchemists", "resources") == 2


def test_most_points_win_and_equal_points_share() -> None:
    table = last_round("nomads witches").give("nomads", vp=30).give("witches", vp=30)
    finish(table)
    assert table.state.winners() == (0, 1)
    assert table.state.returns() == (0.5, 0.5)


def test_what_a_faction_was_bought_for_is_taken_off_the_final_score_and_nothing_before() -> None:
    """Not in the rulebook: the auction of the community, whose bids are settled with the final scoring."""
    table = last_round()
    points = [int(vp) for vp in table.record.vp[:4]]
    table.record.points_off[:4] = (5, 0, 12, 0)
    finish(table)
    assert [from_source(table, name, "auction") for name in ("nomads", "witches", "cultists", "darklings")] == [
        -5,
        0,
        -12,
        0,
    ]
    plain = finish(last_round())
    assert [int(vp) for vp in table.record.vp[:4]] == [
        int(vp) - off for vp, off in zip(plain.record.vp[:4], (5, 0, 12, 0), strict=True)
    ]
    assert points == [20, 20, 20, 20], "until then they cannot be missed: power is taken for points as ever"
    table.game.check_conservation(table.record)


def test_who_paid_less_wins_between_equals() -> None:
    table = last_round("nomads witches")
    table.record.points_off[:2] = (1, 0)
    assert finish(table).state.winners() == (1,)


def test_a_final_score_may_fall_below_nothing() -> None:
    table = last_round("nomads witches")
    table.record.points_off[:2] = (99, 0)
    finish(table)
    assert table.state.scores()[0] < 0
    table.game.check_conservation(table.record)
