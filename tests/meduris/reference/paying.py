"""Rulebook 'Use materials' and `meduris.md` 'Paying': which chips may be given for the chips that are due.

Every number of every material is tried; the same question is answered once and remembered.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

MATERIALS = ("wood", "wool", "copper", "stone")

Chips = dict[str, int]  # material -> number of chips, always all four materials
Counts = tuple[int, ...]  # the same in the order of MATERIALS


def all_four(some: Mapping[str, int]) -> Chips:
    """The same chips, written with all four materials in order."""
    return {material: some.get(material, 0) for material in MATERIALS}


def counts(chips: Mapping[str, int]) -> Counts:
    """The numbers of the four materials."""
    return tuple(all_four(chips).values())


def is_payment(given: Counts, due: Counts) -> bool:
    """'Paying': are there direct payments such that the other given chips are three for each chip missing?

    At most two materials are due, so this tries all da and db; the others can only be 0.
    """
    all_given, all_due = sum(given), sum(due)
    for direct in product(*[range(min(pair) + 1) for pair in zip(due, given, strict=True)]):
        if all_given - sum(direct) == 3 * (all_due - sum(direct)):
            return True
    return False


def try_all(stock: Counts, due: Counts) -> Iterator[Counts]:
    """Every payment out of this stock: try all numbers of each material.

    A payment has at least one chip and at most three for each that is due, so other numbers need not be looked at.
    """
    fewest, most = sum(due), 3 * sum(due)
    if sum(stock) < fewest:
        return
    for given in product(*(range(min(held, most) + 1) for held in stock)):
        if fewest <= sum(given) <= most and is_payment(given, due):
            yield given


@cache
def all_payments(stock: Counts, due: Counts) -> tuple[Counts, ...]:
    """Every payment out of this stock."""
    return tuple(try_all(stock, due))


@cache
def any_payment(stock: Counts, due: Counts) -> bool:
    """Is there any payment at all?"""
    return any(True for _ in try_all(stock, due))


def payments(stock: Chips, due: Mapping[str, int]) -> list[Chips]:
    """Every payment out of this stock."""
    return [dict(zip(MATERIALS, given, strict=True)) for given in all_payments(counts(stock), counts(due))]


def can_pay(stock: Chips, due: Mapping[str, int]) -> bool:
    """Is there any payment at all?"""
    return any_payment(counts(stock), counts(due))
