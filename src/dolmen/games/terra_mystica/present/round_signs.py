"""The round in signs, for a narrow screen: its number, what it scores, its cult bonus."""

from __future__ import annotations

from dolmen.art import known_symbols
from dolmen.contract.content import Fact
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.artwork import SYMBOLS
from dolmen.games.terra_mystica.present.svg.tiles import cult_bonus_signs, scoring_signs
from dolmen.games.terra_mystica.rules.record import ROUNDS, Record

_SYMBOLS = known_symbols(SYMBOLS)


def round_signs(record: Record) -> tuple[Fact, ...]:
    """Nothing before the first round; the last one has no cult bonus."""
    record = reading(record)
    number = int(record.round_number)
    if not number:
        return ()
    tile = int(record.scoring[number - 1])
    row = f"{number}/{ROUNDS} {scoring_signs(tile)}"
    if number < ROUNDS:
        row += " · {} → {}".format(*cult_bonus_signs(tile))
    return tuple(Fact(word, "") if word in _SYMBOLS else Fact("", word) for word in row.split())
