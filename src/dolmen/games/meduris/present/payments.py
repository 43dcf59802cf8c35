"""Ways to pay, each with what it gives and what stands in for what. The same payments come again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from dolmen.contract.content import Amount, Way
from dolmen.contract.game import Records
from dolmen.core.record_view import Reading, reading
from dolmen.core.words import Words
from dolmen.games.meduris.files.lines import Payment, open_payments
from dolmen.games.meduris.present.vocabulary import amounts, chips
from dolmen.games.meduris.rules.actions import PAY_DIRECT, pay_id

MANY_WAYS = 24
"""Of a longer list those with the fewest chips are shown; whoever wants another one names it material by material."""

MOST_KEPT = 20_000
"""So many payments are remembered, and so many lists of them."""

_CHEAPEST: dict[tuple[object, ...], list[Payment | None]] = {}


class Ways(Sequence[Way]):
    """Ways to pay, each put into words when it is looked at: of most choices, a page shows the first one alone."""

    def __init__(self, payments: Sequence[Payment | None], described: Callable[[Payment | None], Way]) -> None:
        self._payments = payments
        self._describe = described
        self._described: dict[Payment | None, Way] = {}

    def __len__(self) -> int:
        return len(self._payments)

    @overload
    def __getitem__(self, place: int) -> Way: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Way, ...]: ...

    def __getitem__(self, place: int | slice) -> Way | tuple[Way, ...]:
        if isinstance(place, slice):
            return tuple(map(self._way, self._payments[place]))
        return self._way(self._payments[place])

    def _way(self, payment: Payment | None) -> Way:
        if payment not in self._described:
            self._described[payment] = self._describe(payment)
        return self._described[payment]


class Due(NamedTuple):
    """What a position asks to be paid."""

    named: int
    """So many materials are settled already."""
    each: int
    total: int
    payments: list[Payment | None]


def due(records: Records, icons: tuple[int, int]) -> Due:
    """What a position asks to be paid for a field with these materials."""
    record = reading(records[0])
    return Due(record.named, record.due_each, record.due_total, _cheapest(records, record, icons))


def ways(due: Due, icons: tuple[int, int], first: tuple[int, ...], words: Words) -> Sequence[Way]:
    """The payments of a position that asks for one: the direct one first, then those with the fewest chips.

    `first` are the decisions that lead to that position; `icons` are the materials of the field that is paid for. Where
    there are too many to be listed, the last way leads to a question for each material.
    """
    named, each, total, payments = due

    def described(payment: Payment | None) -> Way:
        if payment is None:
            text = words.gettext("another payment, material by material")
            return Way(first, text, note=text)
        direct = bool(each) and sum(payment) == total and not named
        actions = (PAY_DIRECT,) if direct else _counted(payment)[named:]
        return way((*first, *actions), payment, icons, each or None, words)

    return Ways(payments, described)


def amounts_due(due: Due, words: Words) -> tuple[Amount, ...]:
    """What is due, where it can be paid without a swap."""
    direct = next((one for one in due.payments if one and due.each and sum(one) == due.total), None)
    return amounts(words, direct) if direct else ()


def are_many(due: Due) -> bool:
    """Whether there are too many payments to be listed."""
    return due.payments[-1] is None


def _cheapest(records: Records, record: Reading, icons: tuple[int, int]) -> list[Payment | None]:
    """The payments with the fewest chips; None for those left out. Fields with the same materials ask for the same."""
    held, given = record.stock[record.player].tobytes(), record.given[: record.named].tobytes()
    key = (held, given, icons, record.due_each, record.due_total)
    found = _CHEAPEST.get(key)
    if found is None:
        if len(_CHEAPEST) > MOST_KEPT:
            _CHEAPEST.clear()
        payments: list[Payment | None] = [*sorted(open_payments(records), key=sum)]
        found = _CHEAPEST[key] = payments if len(payments) <= MANY_WAYS else [*payments[:MANY_WAYS], None]
    return found


@lru_cache(maxsize=MOST_KEPT)
def _counted(payment: Payment) -> tuple[int, ...]:
    """The decisions that name a payment material by material."""
    return tuple(pay_id(kind, number) for kind, number in enumerate(payment))


def way(actions: tuple[int, ...], payment: Payment, icons: tuple[int, int], each: int | None, words: Words) -> Way:
    """A payment, with what stands in for what where so many of `each` of a field's materials are due."""
    return Way(actions, *_described(payment, icons, each, words))


@lru_cache(maxsize=MOST_KEPT)
def _described(
    payment: Payment, icons: tuple[int, int], each: int | None, words: Words
) -> tuple[str, tuple[Amount, ...], str, str]:
    note = "" if each is None else _swaps(payment, icons, each, words)
    return chips(words, payment), amounts(words, payment), note, words.gettext("3 for 1") if note else ""


def _swaps(payment: Payment, icons: tuple[int, int], each: int, words: Words) -> str:
    swapped = (sum(payment) - 2 * each) // 2
    if swapped <= 0:
        return ""
    rest = list(payment)
    missing = [0, 0, 0, 0]
    for icon in icons:
        direct = min(each, rest[icon])
        rest[icon] -= direct
        missing[icon] = each - direct
    if sum(missing) == swapped:
        text = words.gettext("%(given)s stand in for %(due)s")
        return text % {"given": chips(words, tuple(rest)), "due": chips(words, tuple(missing))}
    text = words.ngettext("one swap of three for one", "%(number)s swaps of three for one", swapped)
    return text % {"number": swapped}
