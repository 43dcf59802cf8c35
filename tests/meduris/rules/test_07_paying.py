"""Rulebook: 'Use materials', and the ruling on what a payment is.

Each chip that is due is paid with a chip of its material or with any three chips. Field 17 shows wood and wool.
"""

from __future__ import annotations

from itertools import product

import pytest

from dolmen.contract.game import State
from dolmen.core.errors import IllegalAction
from dolmen.games.meduris.testing import draw_position
from tests.meduris.rules.facts import facts, mark, now, payments, stock, supply

Chips = tuple[int, ...]


def builder(stock: str, ring: str = "") -> State:
    """Player A with some chips, about to build."""
    return draw_position(f"turn of A, act\nring {ring}\nA {stock}\nB\nC")


def test_a_payment_that_is_the_only_one_is_made_without_asking() -> None:
    """Use materials: who holds exactly what is due, or one chip more, cannot swap."""
    state = builder("1 wood 1 wool 1 stone")
    state.apply("hut 17")
    assert mark(state, 17) == "A"
    assert stock(state, "A") == "1 stone"


def test_a_player_who_could_swap_is_asked_how_he_pays() -> None:
    """Use materials: 'You can always swap any three of your material chips'."""
    state = builder("1 wood 1 wool 2 stone")
    state.apply("hut 17")
    assert now(state) == "pay: A"
    assert facts(state)["payment"] == {"field": 17, "due": {"wood": 1, "wool": 1}, "due_total": 2, "given": {}}
    assert mark(state, 17) == "."
    with pytest.raises(IllegalAction, match="'offer none' is not what is asked: player 1 pays .rule: Use materials"):
        state.apply("offer none")


def test_what_is_due_may_be_paid_directly() -> None:
    """Use materials."""
    state = builder("3 wood 2 wool 2 stone")
    state.play(["hut 17", "pay direct"])
    assert (mark(state, 17), stock(state, "A")) == ("A", "2 wood 1 wool 2 stone")


def test_a_player_may_swap_even_where_he_holds_the_material() -> None:
    """Use materials: the wool is paid with three copper, though he has wool."""
    state = builder("1 wood 1 wool 3 copper")
    state.play(["hut 17", "pay wood 1", "pay wool 0", "pay copper 3", "pay stone 0"])
    assert (mark(state, 17), stock(state, "A")) == ("A", "1 wool")


def test_three_chips_replace_one_that_is_missing() -> None:
    """Use materials: the only way to pay, so nobody is asked."""
    state = builder("1 wood 3 copper")
    state.apply("hut 17")
    assert (mark(state, 17), stock(state, "A")) == ("A", "")


def test_the_payer_chooses_the_three_chips_of_a_swap() -> None:
    """Use materials: 'any three of your material chips'."""
    state = builder("1 wood 3 copper 2 stone")
    state.play(["hut 17", "pay wood 1", "pay wool 0"])
    assert state.legal_texts() == ["pay copper 1", "pay copper 2", "pay copper 3"]
    state.play(["pay copper 2", "pay stone 1"])
    assert stock(state, "A") == "1 copper 1 stone"


def test_a_swap_may_use_the_other_material_that_is_due() -> None:
    """Use materials: one wood for the wood, three wood for the wool (we follow the English text)."""
    state = builder("4 wood")
    state.apply("temple 17")
    assert (mark(state, 17), stock(state, "A")) == ("a", "")


def test_a_swap_may_use_the_very_material_that_it_replaces() -> None:
    """Use materials: three wood for one wood is foolish but allowed."""
    state = builder("3 wood 1 wool")
    state.play(["hut 17", "pay wood 3", "pay wool 1", "pay copper 0", "pay stone 0"])
    assert stock(state, "A") == ""


def test_both_chips_may_be_swapped() -> None:
    """Use materials: six chips for two."""
    state = builder("6 stone")
    state.apply("hut 17")
    assert (mark(state, 17), stock(state, "A")) == ("A", "")


def test_in_a_settlement_every_single_chip_is_paid_directly_or_swapped() -> None:
    """Use materials and settlement rule: 2 wood and 2 wool are due; one wool is replaced by three stone."""
    state = builder("2 wood 1 wool 3 stone", ring="16:B")
    state.apply("hut 17")
    assert (mark(state, 17), stock(state, "A")) == ("A", "")


def test_all_chips_paid_go_to_the_mountain() -> None:
    """Use materials: 'place them back on the game board on the corresponding section of the mountain'."""
    state = builder("1 wood 3 copper")
    assert supply(state) == "17 wood 18 wool 15 copper 18 stone"
    state.apply("hut 17")
    assert supply(state) == "18 wood 18 wool 18 copper 18 stone"


def test_only_numbers_that_can_still_be_completed_to_a_payment_are_legal() -> None:
    """Use materials: the numbers are named as wood, wool, copper, stone; four chips must come together."""
    state = builder("1 wood 1 wool 3 stone")
    state.apply("hut 17")
    assert state.legal_texts() == ["pay direct", "pay wood 0", "pay wood 1"]
    state.apply("pay wood 0")
    assert state.legal_texts() == ["pay wool 1"]
    state.apply("pay wool 1")
    assert facts(state)["payment"]["given"] == {"wood": 0, "wool": 1}
    state.apply("pay copper 0")
    assert state.legal_texts() == ["pay stone 3"]
    state.apply("pay stone 3")
    assert stock(state, "A") == "1 wood"


def test_the_direct_payment_is_one_decision_and_is_not_named_by_numbers() -> None:
    """Use materials: every payment can be made in one way only."""
    state = builder("1 wood 1 wool 3 stone")
    state.play(["hut 17", "pay wood 1", "pay wool 1", "pay copper 0"])
    assert state.legal_texts() == ["pay stone 2"]


def by_the_ruling(held: Chips, first: int, second: int, each: int) -> set[Chips]:
    """Every payment of `each` of two materials, word by word as the ruling has it."""
    found = set()
    for given in product(*(range(number + 1) for number in held)):
        for direct_first, direct_second in product(range(each + 1), repeat=2):
            if direct_first <= given[first] and direct_second <= given[second]:
                rest = sum(given) - direct_first - direct_second
                if rest == 3 * (each - direct_first + each - direct_second):
                    found.add(given)
    return found


def possible(state: State, decision: str) -> set[Chips]:
    """Every payment that the rules take for a decision; one that is forced included, none if it is not legal."""
    if decision not in state.legal_texts():
        return set()
    before = state.record.stock[0].copy()
    after = state.clone()
    after.apply(decision)
    if facts(after)["phase"] == "pay":
        return payments(after)
    return {tuple(int(chips) for chips in before - after.record.stock[0])}


@pytest.mark.parametrize("held", list(product((0, 1, 3), (0, 1, 2), (0, 2), (0, 3))))
def test_the_payments_for_one_of_each_are_exactly_those_of_the_ruling(held: Chips) -> None:
    """Use materials: direct payments da and db, and three chips for each of the others."""
    state = builder("{} wood {} wool {} copper {} stone".format(*held))
    assert possible(state, "hut 17") == by_the_ruling(held, 0, 1, 1)
    assert possible(state, "temple 17") == by_the_ruling(held, 0, 1, 1)


@pytest.mark.parametrize(
    "held", [(2, 2, 0, 0), (2, 2, 1, 1), (4, 1, 0, 2), (1, 1, 4, 4), (0, 3, 5, 2), (5, 0, 5, 1), (12, 0, 0, 0)]
)
def test_the_payments_in_a_settlement_are_exactly_those_of_the_ruling(held: Chips) -> None:
    """Use materials and settlement rule: two of each are due."""
    state = builder("{} wood {} wool {} copper {} stone".format(*held), ring="18:B")
    assert possible(state, "hut 17") == by_the_ruling(held, 0, 1, 2)


# ------------------------------------------------------------------------------------------------------ refusals


def test_who_lacks_a_material_cannot_pay_directly() -> None:
    """Use materials."""
    state = builder("1 wood 3 copper 2 stone")
    state.apply("hut 17")
    with pytest.raises(
        IllegalAction, match="1 wood and 1 wool is due, and he cannot pay that without a swap .rule: Use"
    ):
        state.apply("pay direct")


def test_a_number_of_chips_that_completes_no_payment_is_refused() -> None:
    """Use materials: a swap takes four chips in all, and with two wood given there are only three."""
    state = builder("3 wood 1 wool")
    state.apply("hut 17")
    with pytest.raises(IllegalAction, match="no payment for 1 wood and 1 wool gives 2 wood .rule: Use materials"):
        state.apply("pay wood 2")


def test_the_numbers_are_named_in_the_order_of_the_materials() -> None:
    """Use materials: wood, wool, copper, stone."""
    state = builder("1 wood 1 wool 3 stone")
    state.apply("hut 17")
    with pytest.raises(IllegalAction, match="the number of wood comes next"):
        state.apply("pay stone 3")
