"""What a seat may take the others' stocks to be: what they hold together is known, how it is shared is not.

The mountain and the own stock lie open, so the chips of each material that the others hold follow from them. They are
shared out one by one, from the seat that is asked on: who is to return a chip has one.
"""

from __future__ import annotations

from itertools import cycle

from dolmen.contract.game import Records
from dolmen.core.record_view import copied
from dolmen.games.meduris.rules.record import Intent, Phase, Record


def guess(records: Records, seat: int) -> Records:
    """A copy with the stocks of the others shared out evenly, and without a payment that one of them has begun."""
    guessed: Records = copied(records)
    record = guessed[0]
    if record.phase == Phase.PAY and record.player != seat:
        _take_back_payment(record)
    _share_out(record, seat)
    return guessed


def _take_back_payment(record: Record) -> None:
    """What is paid for, and with what, is told when it is paid."""
    builds = record.intent in (Intent.HUT, Intent.TEMPLE)
    record.phase = Phase.ACT if builds else Phase.OFFER
    for field in ("intent", "target", "due_each", "due_total", "named"):
        record[field] = 0
    record.given[:] = 0


def _share_out(record: Record, seat: int) -> None:
    players, asked = int(record.players), int(record.player)
    first = asked if asked >= 0 else seat + 1
    others = [player for place in range(players) if (player := (first + place) % players) != seat]
    held = record.stock[others].sum(axis=0)
    record.stock[others] = 0
    takers = cycle(others)
    for material, chips in enumerate(held.tolist()):
        for _ in range(chips):
            record.stock[next(takers), material] += 1
