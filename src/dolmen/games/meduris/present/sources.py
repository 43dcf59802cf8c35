"""Where points come from: a line of the game taken apart into offerings, bonus chips, rune stones and temples."""

from __future__ import annotations

from dolmen.core.record_view import reading
from dolmen.games.meduris.rules.actions import Hut, Offer, decode
from dolmen.games.meduris.rules.materials import CHIP_TWO
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, Record, sites
from dolmen.games.meduris.rules.settlement import settlement_size

Gains = dict[str, list[int]]
"""Points of each seat by source: ritual, nothing, bonus, river, circuit, temples, stones."""

SOURCES = ("ritual", "bonus", "river", "circuit", "temples", "stones", "nothing")


def gains(before: Record, after: Record, action: int) -> Gains:
    """The points that a line brought each seat; `action` is its first decision."""
    before, after = reading(before), reading(after)
    players = int(before.players)
    rest = [int(after.points[seat]) - int(before.points[seat]) for seat in range(players)]
    found: Gains = {}

    def book(source: str, seat: int, points: int) -> None:
        if points:
            found.setdefault(source, [0] * players)[seat] += points
            rest[seat] -= points

    chosen = decode(action)
    player = int(before.player)
    if isinstance(chosen, Hut) and sites(before)[chosen.field - 1].chip == CHIP_TWO:
        book("bonus", player, 2)
    if isinstance(chosen, Offer):
        source = "ritual" if before.circuit_left == NOT_YET else "circuit"
        if chosen.what == "none":
            book("nothing", player, -1 if before.points[player] else 0)
        elif chosen.what in ("both", "chip"):
            book(source, player, int(settlement_size(before.record, int(before.druid))))
        else:
            book(source, player, 1)
    if after.phase == Phase.OVER:
        for seat in range(players):
            stones = sum(int(holder) == seat for holder in after.rune_holder if holder != NOBODY)
            book("stones", seat, stones * (stones + 1) // 2)
        for seat in range(players):
            book("temples", seat, rest[seat])
    for seat in range(players):
        book("river", seat, rest[seat])
    return found
