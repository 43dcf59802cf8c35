"""What a player of Meduris chooses by: materials, and what is left to build."""

from __future__ import annotations

from dolmen.contract.content import Amount
from dolmen.core.record_view import reading
from dolmen.core.words import Words
from dolmen.games.meduris.present.vocabulary import amounts
from dolmen.games.meduris.rules.record import Record


def buildings_left(record: Record, seat: int, words: Words) -> tuple[Amount, ...]:
    """Huts and temples that are not built yet."""
    _ = words.gettext
    return (
        Amount(int(record.huts[seat]), "hut", _("huts left")),
        Amount(int(record.temples[seat]), "temple-stone", _("temples left")),
    )


def goods(record: Record, seat: int, words: Words) -> tuple[Amount, ...]:
    """Materials, huts, temples."""
    record = reading(record)
    return (*amounts(words, record.stock[seat], zeros=True), *buildings_left(record, seat, words))
