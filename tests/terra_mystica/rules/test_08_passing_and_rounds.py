"""Rulebook: '8. Pasar', 'Fase I: ingresos', 'Fase III: bonificación de culto', Appendices III and IV."""

from __future__ import annotations

import pytest

from tests.terra_mystica.table import Table


def three(**goods: object) -> Table:
    table = Table("nomads witches cultists").stand("nomads", "E8 D").stand("witches", "A3 D").stand("cultists", "E2 D")
    return table.give("nomads", **goods)


# -------------------------------------------------------------------------------------------------------------- passing


def test_the_tile_returned_may_be_taken_by_others_not_by_its_owner() -> None:
    table = three(bonus="BON5")
    assert "BON5 is the tile just returned" in table.refusal("pass BON5")
    table.play("pass BON10")
    assert "pass BON5" in table.legal()
    assert "BON10 is not free" in table.refusal("pass BON10")


def test_coins_on_a_bonus_tile_come_with_it() -> None:
    table = three()
    table.record.bonus_coins[9] = 2
    assert table.play("pass BON10").goods("nomads") == (20, 42, 0)


@pytest.mark.parametrize(
    ("tile", "points"), [("BON6", 8), ("BON7", 4), ("BON9", 3), ("BON10", 6), ("BON8", 0), ("BON5", 0)]
)
def test_bonus_tiles_score_on_passing(tile: str, points: int) -> None:
    table = three(bonus=tile, shipping=2).stand("nomads", "A1 D, A2 D, A5 TP, A6 TP, B1 SH, B2 SA, C1 TE")
    free = next(text for text in table.legal("pass") if text != f"pass {tile}")
    assert table.play(free).points("nomads") == 20 + points


@pytest.mark.parametrize(("posts", "points"), [(0, 0), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_fav12_scores_trading_posts_on_passing(posts: int, points: int) -> None:
    table = three(bonus="BON8", favours="FAV12")
    for name in ("A5", "A6", "B1", "B2")[:posts]:
        table.stand("nomads", f"{name} TP")
    assert table.play("pass BON10").points("nomads") == 20 + points


def test_in_the_last_round_no_tile_is_taken() -> None:
    table = three()
    table.record.round_number = 6
    assert table.legal("pass") == ["pass"]
    assert "a bonus tile must be taken" in three().refusal("pass")


def test_who_has_passed_is_skipped_and_the_last_one_goes_on() -> None:
    table = three(priests=2).play("send p to FIRE for 1", "done", "pass BON8", "pass BON9")
    assert table.now == "action: nomads"
    table.play("send p to FIRE for 1", "done")
    assert table.now == "action: nomads"


def test_the_first_to_pass_begins_the_next_round_the_others_follow_clockwise() -> None:
    table = three(priests=1).play("send p to FIRE for 1", "done", "pass BON8", "pass BON9", "pass BON10")
    assert table.game.position(table.record)["order"] == [2, 3, 1]
    assert table.now == "action: witches"


def test_with_variable_turn_order_it_is_the_order_of_passing() -> None:
    table = Table("nomads witches cultists", options=("variable-turn-order",))
    table.stand("nomads", "E8 D").stand("witches", "A3 D").stand("cultists", "E2 D").give("witches", priests=1)
    first, second, third = table.legal("pass")
    table.play(first, "send p to FIRE for 1", "done", second, third)
    assert table.game.position(table.record)["order"] == [1, 3, 2]


def test_a_coin_is_added_to_every_tile_nobody_chose() -> None:
    table = three().play("pass BON8", "pass BON9", "pass BON10")
    assert set(table.game.position(table.record)["bonus_tiles"].values()) == {1}


def test_action_markers_are_removed() -> None:
    table = three(bowls=(0, 0, 4), favours="FAV6").play("action ACT3", "done", "pass BON8", "pass BON9", "pass BON10")
    assert int(table.record.power_used) == 0


# --------------------------------------------------------------------------------------------------------------- income


def next_round(table: Table) -> Table:
    while int(table.record.round_number) == 1:
        passes = table.legal("pass")
        table.play(passes[-1] if passes else "-1SPADE")
    return table


def test_income_of_structures_favour_tiles_and_bonus_tile() -> None:
    """Nomads: 1 + 2 workers for two dwellings, two posts 4 coins and 2 power, a temple, a stronghold, FAV7, FAV9."""
    table = Table("nomads witches", scoring=("SCORE3", "SCORE2", "SCORE4", "SCORE7", "SCORE8", "SCORE6"))
    table.stand("nomads", "E8 D, A1 D, A2 TP, A5 TP, B1 TE, B2 SH").give("nomads", workers=0, coins=0)
    table.give("nomads", favours="FAV7 FAV8 FAV9", bowls=(12, 0, 0), cults=(0, 0, 0, 0))
    table.play("pass BON9").play(table.legal("pass")[0])
    assert table.goods("nomads") == (3 + 1, 4 + 3 + 2, 1)
    assert table.bowls("nomads") == [12 - (2 + 2 + 1 + 4), 9, 0]


@pytest.mark.parametrize(
    ("tile", "goods", "power"),
    [
        ("BON1", (0, 2, 0), 0),
        ("BON2", (0, 4, 0), 0),
        ("BON3", (0, 6, 0), 0),
        ("BON4", (0, 0, 0), 3),
        ("BON5", (1, 0, 0), 3),
        ("BON6", (2, 0, 0), 0),
        ("BON7", (1, 0, 0), 0),
        ("BON8", (0, 0, 1), 0),
        ("BON9", (0, 2, 0), 0),
        ("BON10", (0, 0, 0), 3),
    ],
)
def test_income_of_bonus_tiles(tile: str, goods: tuple[int, int, int], power: int) -> None:
    table = Table("engineers witches nomads darklings cultists").scores("SCORE3")
    table.give("engineers", workers=0, coins=0, bowls=(12, 0, 0), cults=(0, 0, 0, 0))
    number = int(tile[3:]) - 1
    table.record.bonus_free[number] = 1
    table.record.bonus[table.record.bonus == number] = 2
    table.play(f"pass {tile}")
    next_round(table)
    assert table.goods("engineers") == goods
    assert table.bowls("engineers")[1] == power


def test_priests_beyond_the_supply_are_lost_in_income() -> None:
    table = three(priests=7).stand("nomads", "B1 TE")
    assert next_round(table).goods("nomads")[2] == 7


# ----------------------------------------------------------------------------------------------------------- cult bonus


@pytest.mark.parametrize(
    ("tile", "cults", "gain"),
    [
        ("SCORE1", (0, 0, 5, 0), (0, 5, 0, 0)),
        ("SCORE3", (0, 9, 0, 0), (0, 0, 2, 0)),
        ("SCORE4", (7, 0, 0, 0), (3, 0, 0, 0)),
        ("SCORE5", (8, 0, 0, 0), (0, 0, 0, 8)),
        ("SCORE7", (0, 0, 0, 4), (2, 0, 0, 0)),
    ],
)
def test_the_cult_bonus_is_given_once_for_so_many_steps(
    tile: str, cults: tuple[int, ...], gain: tuple[int, int, int, int]
) -> None:
    with_bonus = next_round(three(bowls=(12, 0, 0), cults=cults, workers=0, coins=0).scores(tile))
    without = next_round(three(bowls=(12, 0, 0), cults=(0, 0, 0, 0), workers=0, coins=0).scores(tile))
    difference = [one - other for one, other in zip(with_bonus.goods("nomads"), without.goods("nomads"), strict=True)]
    power = with_bonus.bowls("nomads")[1] - without.bowls("nomads")[1]
    assert (*difference, power) == gain


def test_score9_gives_coins_for_priests_in_the_orders() -> None:
    table = three(coins=0).scores("SCORE9")
    table.record.orders[0, :2] = 0
    table.record.in_orders[0] = 2
    without = next_round(three(coins=0).scores("SCORE9")).goods("nomads")[1]
    assert next_round(table).goods("nomads")[1] == without + 4


def spades(tile: str = "SCORE8", air: int = 8, faction: str = "nomads") -> Table:
    table = Table(f"{faction} witches").stand(faction, "E8 D").stand("witches", "F4 D")
    table.give(faction, cults=(0, 0, 0, air)).give("witches", cults=(0, 0, 0, 4)).scores(tile)
    return table.play("pass BON9", "pass BON10")


def test_spades_of_the_cult_bonus_are_used_in_the_next_rounds_order() -> None:
    table = spades()
    assert table.now == "spade: nomads"
    table.play("transform E7", "to red", "transform D5", "to green")
    assert table.now == "spade: witches"
    assert not table.legal("build")
    assert not table.legal("dig")
    assert not table.legal("convert")


def test_spades_of_the_cult_bonus_may_be_left_unused() -> None:
    table = spades().play("-1SPADE", "-1SPADE", "-1SPADE")
    assert table.now == "action: nomads"
    assert int(table.record.round_number) == 2


def test_halflings_score_and_alchemists_gain_power_for_cult_spades() -> None:
    assert spades(faction="halflings").points("halflings") == 22
    table = Table("alchemists witches").stand("alchemists", "E8 SH").stand("witches", "F4 D").scores("SCORE8")
    table.give("alchemists", cults=(0, 0, 0, 8), bowls=(12, 0, 0)).play("pass BON9", "pass BON10")
    assert table.bowls("alchemists") == [8, 4, 0]


def test_giants_lose_a_lone_spade() -> None:
    table = spades(air=4, faction="giants")
    assert (table.now, table.legal()) == ("spade: giants", ["-1SPADE"])
    assert table.play("-1SPADE").now == "spade: witches"
    table = spades(air=8, faction="giants")
    assert table.now == "spade: giants"
    assert table.play("transform E7").terrain("E7") == "red"


def test_who_leaves_in_the_midst_of_a_transformation_leaves_nothing_open() -> None:
    table = spades().play("transform E7")
    assert table.legal() == [text for text in table.legal() if text.startswith("to ")]
    table.state.apply_trusted(table.state.action_id("drop-faction nomads"))
    assert table.now == "spade: witches"
    assert "-1SPADE" in table.legal()


def last_with_fav6(*options: str) -> Table:
    """Witches are the last player left in the round, and have FAV6."""
    table = Table("nomads witches", options=options).stand("nomads", "D4 D").stand("witches", "E7 D")
    return table.give("witches", favours="FAV6").play("pass BON9")


def test_the_last_player_may_name_the_track_of_a_step_later() -> None:
    """Ruling 24, with late answers: FAV6, pass, and then the step."""
    table = last_with_fav6("late-answers").play("action FAV6", "done")
    assert table.now == "reward: witches"
    table.play("later", "pass BON7")
    assert table.now == "reward: witches"
    before = table.cults("witches")[3]
    assert table.play("+AIR").cults("witches")[3] == before + 1
    assert int(table.record.round_number) == 2


def test_a_step_that_waits_may_be_taken_in_the_next_own_turn() -> None:
    table = last_with_fav6("late-answers").play("action FAV6", "done", "later", "+FIRE")
    assert table.cults("witches")[0] == 1
    assert table.legal("+") == []


def test_a_step_waits_only_for_the_last_player_with_late_answers() -> None:
    table = Table("witches nomads", options=("late-answers",)).stand("witches", "E7 D").stand("nomads", "D4 D")
    assert "not complete" in table.give("witches", favours="FAV6").play("action FAV6").refusal("done")
    assert "not complete" in last_with_fav6().play("action FAV6").refusal("done")


@pytest.mark.parametrize("faction", ["dwarves", "fakirs"])
def test_no_tunnels_and_no_carpets_in_phase_three(faction: str) -> None:
    table = spades(faction=faction)
    assert table.legal("transform") == ["transform D5", "transform E7"]


def test_bon4_lends_no_shipping_in_phase_three() -> None:
    table = Table("nomads witches cultists darklings").stand("nomads", "E8 D").stand("witches", "A3 D").scores("SCORE8")
    table.give("nomads", cults=(0, 0, 0, 8), bonus="BON5").stand("cultists", "E2 D").stand("darklings", "E1 D")
    table.record.bonus_free[3] = 1
    table.record.bonus[table.record.bonus == 3] = 1
    table.play("pass BON4", *["pass BON9", "pass BON8", "pass BON10"])
    assert table.now == "spade: nomads"
    assert table.legal("transform") == ["transform D5", "transform E7"]


def test_no_cult_bonus_after_the_last_round() -> None:
    table = three(cults=(0, 0, 0, 8))
    table.record.round_number = 6
    table.play("pass", "pass", "pass")
    assert table.state.is_terminal()


# ------------------------------------------------------------------------------------------------- leaving the game


def test_who_leaves_takes_no_turns_but_keeps_income_and_scoring() -> None:
    """Ruling 26."""
    table = three()
    table.state.apply_trusted(table.state.action_id("drop-faction nomads"))
    assert table.now == "action: witches"
    assert table.of("nomads")["bonus_tile"] is None
    workers = table.goods("nomads")[0]
    table.play("pass BON8", "pass BON9")
    assert table.goods("nomads")[0] == workers + 2
    assert table.now == "action: witches"
    assert "no decision of the rules" in three().refusal("drop-faction nomads")


def test_who_left_is_offered_nothing() -> None:
    table = three().stand("nomads", "E7 D, D4 D").stand("witches", "F4 D")
    table.state.apply_trusted(table.state.action_id("drop-faction nomads"))
    table.play("upgrade F4 to TP")
    assert table.offers() == []
    assert table.goods("witches") == (18, 37, 0)
