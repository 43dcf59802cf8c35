"""Rulebook 'Use materials' and `meduris.md` 'Paying': which chips may be given for the chips that are due."""

from collections.abc import Iterator, Mapping
from itertools import product

MATERIALS = ("wood", "wool", "copper", "stone")

Chips = dict[str, int]  # material -> number of chips, always all four materials


def all_four(some: Mapping[str, int]) -> Chips:
    """The same chips, written with all four materials in order."""
    return {material: some.get(material, 0) for material in MATERIALS}


def is_payment(given: Chips, due: Mapping[str, int]) -> bool:
    """'Paying': are there direct payments da and db such that the other given chips are three for each chip missing?"""
    (a, na), (b, nb) = due.items()
    all_given = sum(given.values())
    for da in range(min(na, given[a]) + 1):
        for db in range(min(nb, given[b]) + 1):
            if all_given - da - db == 3 * (na - da + nb - db):
                return True
    return False


def payments(stock: Chips, due: Mapping[str, int]) -> Iterator[Chips]:
    """Every payment out of this stock: try all numbers of each material (at most three chips for each that is due)."""
    most = 3 * sum(due.values())
    for counts in product(*(range(min(stock[material], most) + 1) for material in MATERIALS)):
        given = dict(zip(MATERIALS, counts, strict=True))
        if is_payment(given, due):
            yield given


def can_pay(stock: Chips, due: Mapping[str, int]) -> bool:
    """Is there any payment at all?"""
    return any(True for _ in payments(stock, due))
