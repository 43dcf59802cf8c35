"""All players side by side: what a small and a big yield of each plain would bring them, what they have built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dolmen.contract.content import Amount, Cell, Overview
from dolmen.contract.game import Records, State
from dolmen.core.record_view import copied
from dolmen.core.words import Words
from dolmen.games.meduris.present.vocabulary import amounts
from dolmen.games.meduris.rules.materials import HUTS, MATERIALS, TEMPLES
from dolmen.games.meduris.rules.yields import big_yield, small_yield

Yield = Callable[[Any, int], None]


def overview(state: State, words: Words) -> Overview:
    """Workers and supplies are there for all to see."""
    _ = words.gettext
    small, big = brought(state.records, small_yield), brought(state.records, big_yield)
    rows = (
        (
            Cell(amounts(words, small[seat], zeros=True)),
            Cell(amounts(words, big[seat], zeros=True)),
            _built(state, seat, words),
        )
        for seat in range(state.game.players)
    )
    return Overview((_("Small yield"), _("Big yield"), _("Built")), tuple(rows))


def brought(records: Records, harvest: Yield) -> list[list[int]]:
    """What every player would get from each plain, while the supply lasts."""
    tried = copied(records)
    for plain in range(len(MATERIALS)):
        harvest(tried[0], plain)
    return [[int(number) for number in row] for row in tried[0].stock - records[0].stock]


def _built(state: State, seat: int, words: Words) -> Cell:
    _ = words.gettext
    players, record = state.game.players, state.record
    huts, temples = HUTS[players] - int(record.huts[seat]), TEMPLES[players] - int(record.temples[seat])
    return Cell((Amount(huts, "hut", _("huts built")), Amount(temples, "temple-stone", _("temples built"))))
