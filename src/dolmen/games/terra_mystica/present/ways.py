"""Every way to a hex: what an action leads to on the map in one go, so that a hex and its deed are all there is to say.

Such a row begins with a power action (after sacrifices, where it needs them), with the bonus tile's spade or with the
faction's own action, and ends with what is to stand there. Whatever else the action allows is asked once it is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dolmen.contract.content import Amount
from dolmen.core.record_view import Reading
from dolmen.games.terra_mystica.rules.actions import BUILD, BURN, DIG, KIND, SPECIAL_ACTION, TRANSFORM, UPGRADE
from dolmen.games.terra_mystica.rules.deeds import Decisions, Kind, Tries, on_hex
from dolmen.games.terra_mystica.rules.factions import SPECIAL_DOUBLE_TURN
from dolmen.games.terra_mystica.rules.spades import MOST_SPADES

_ENDS = {BUILD: Kind.BUILD, UPGRADE: Kind.UPGRADE}
_WORTH = {"cube": 3, "coin": 1, "priest": 5, "power": 1, "vp": 2}
"""What goods are worth, in power: mostly as it is converted."""
_SACRIFICED = 2
"""What a token of power is worth that is gone for good."""


def ways_through(
    record: Reading, tries: Tries, found: Iterable[tuple[Kind, Decisions]]
) -> Iterator[tuple[Kind, Decisions]]:
    """What the actions among the choices lead to on the map."""
    for kind, row in found:
        if kind in (Kind.POWER, Kind.SPECIAL) and row[-1] != SPECIAL_ACTION + SPECIAL_DOUBLE_TURN:
            yield from _through(record, tries, row)


def _through(record: Reading, tries: Tries, action: Decisions) -> Iterator[tuple[Kind, Decisions]]:
    """What one of them leads to: with its own spades or building, and with spades that are bought to them."""
    for last in tries.legal(action):
        kind = _ENDS.get(int(KIND[last]))
        if kind is not None:
            yield kind, (*action, last)
    covered: set[int] = set()
    for bought in range(MOST_SPADES):
        first = (*action, *(DIG,) * bought)
        if tries.after(first) is None:
            return
        for transform in tries.legal(first):
            if KIND[transform] == TRANSFORM and transform not in covered:
                rows = [row for row in on_hex(record, tries, transform, first) if row[0] != Kind.FOREIGN]
                covered |= {transform} if rows else set()
                yield from rows


def action_of(row: Decisions) -> Decisions:
    """The action through which a row goes, with its sacrifices; nothing where it pays as usual."""
    begins = row.count(BURN) + 1
    return row[:begins] if KIND[row[begins - 1]] not in (*_ENDS, TRANSFORM, DIG) and len(row) > begins else ()


def price(pays: Sequence[Amount], row: Decisions) -> int:
    """What a row costs, in one figure: the cheapest way is meant unless another one is picked."""
    return sum(amount.number * _WORTH[amount.symbol] for amount in pays) + _SACRIFICED * row.count(BURN)
