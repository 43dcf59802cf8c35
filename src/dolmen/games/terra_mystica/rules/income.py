"""What a faction's next income will be, for those who plan ahead."""

from __future__ import annotations

from dolmen.games.terra_mystica.rules.factions import INCOME
from dolmen.games.terra_mystica.rules.record import NO_TILE, ROUNDS, Record
from dolmen.games.terra_mystica.rules.tiles import BONUS_INCOME, DWELLING, FAVOUR_INCOME, FAVOUR_TILES, STRUCTURES


def next_income(record: Record, seat: int) -> list[int]:
    """Workers, coins, priests and power of the next income: structures, favours, and the bonus tile once it is sure."""
    if int(record.round_number) == ROUNDS:
        return [0, 0, 0, 0]
    faction = int(record.faction[seat])
    goods = [0, 0, 0, 0]
    rows = [INCOME[faction, kind, int(record.built[seat, kind])] for kind in range(DWELLING, STRUCTURES)]
    rows += [FAVOUR_INCOME[tile] for tile in range(FAVOUR_TILES) if int(record.favours[seat]) >> tile & 1]
    if int(record.bonus[seat]) != NO_TILE and (record.passed[seat] or not record.round_number):
        rows.append(BONUS_INCOME[int(record.bonus[seat])])
    for row in rows:
        goods = [have + int(more) for have, more in zip(goods, row, strict=True)]
    return goods
