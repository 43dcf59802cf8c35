"""What a decision changes for a player, in words: prices, gains, and the power that it offers to neighbours."""

from __future__ import annotations

from dataclasses import dataclass, field

from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.words import CULT_NAMES, GOODS, MINUS, TITLES, counted, in_words, signed
from dolmen.games.terra_mystica.rules.actions import (
    POWER_ACTION,
    POWER_TO_COIN,
    POWER_TO_PRIEST,
    POWER_TO_WORKER,
    SPECIAL_ACTION,
)
from dolmen.games.terra_mystica.rules.record import Record
from dolmen.games.terra_mystica.rules.tiles import POWER_COST

_SPENT = {POWER_TO_COIN: 1, POWER_TO_WORKER: 3, POWER_TO_PRIEST: 5}


def power_spent(action: int) -> int:
    """Tokens that a decision takes from bowl III."""
    if POWER_ACTION <= action < SPECIAL_ACTION:
        return int(POWER_COST[action - POWER_ACTION])
    return _SPENT.get(action, 0)


@dataclass(frozen=True)
class Purse:
    """What a player owns that may change with every decision."""

    goods: tuple[int, int, int]
    points: int
    power: int
    """What was gained in all: a token counts once in bowl II, twice in bowl III."""
    cults: tuple[int, ...]
    keys: int
    shipping: int


def purse(record: Record, seat: int) -> Purse:
    """What a player owns now."""
    record = reading(record)
    _, second, third = record.bowls[seat].tolist()
    return Purse(
        (int(record.workers[seat]), int(record.coins[seat]), int(record.priests[seat])),
        int(record.vp[seat]),
        second + 2 * third,
        tuple(record.cult[seat].tolist()),
        int(record.keys[seat]),
        int(record.shipping[seat]),
    )


@dataclass
class Change:
    """What was paid and what was gained."""

    costs: list[str] = field(default_factory=list)
    """'3 workers'."""
    gains: list[str] = field(default_factory=list)
    """'+2 points', 'fire 2 to 5'."""

    def __str__(self) -> str:
        """As a list with signs: what was paid with a minus, what was gained with a plus."""
        return ", ".join([*(f"{MINUS}{cost}" for cost in self.costs), *self.gains])

    def priced(self, free: str = "") -> str:
        """As the second half of a choice: '3 workers, 2 coins; +2 points'."""
        return "; ".join(filter(None, [", ".join(self.costs) or free, ", ".join(self.gains)]))


def change(before: Purse, after: Purse, spent: int = 0, *, cults: bool = True) -> Change:
    """The difference, where so many tokens of power were spent on the way."""
    found = Change()
    for good, had, has in zip(GOODS, before.goods, after.goods, strict=False):
        if has < had:
            found.costs.append(counted(had - has, good))
        elif has > had:
            found.gains.append(signed(has - had, good))
    if spent:
        found.costs.append(counted(spent, "power"))
    gained = after.power - before.power + 2 * spent
    if gained:
        found.gains.append(signed(gained, "power"))
    points = after.points - before.points
    if points < 0:
        found.costs.append(counted(-points, "point"))
    elif points:
        found.gains.append(signed(points, "point"))
    if cults:
        found.gains += [
            f"{cult} {had} to {has}"
            for cult, had, has in zip(CULT_NAMES, before.cults, after.cults, strict=True)
            if has != had
        ]
    keys = after.keys - before.keys
    if keys > 0:
        found.gains.append(signed(keys, "key"))
    return found


def difference(before: Record, after: Record, seat: int, actions: tuple[int, ...] = ()) -> Change:
    """What these decisions of a player changed for him, with what they make due and offer."""
    spent = sum(power_spent(action) for action in actions)
    found = change(purse(before, seat), purse(after, seat), spent)
    favours = int(after.favours_due) - int(before.favours_due)
    if favours > 0:
        found.gains.append(in_words(favours, "favour tile"))
    towns = int(after.towns_due) - int(before.towns_due)
    if towns > 0:
        found.gains.append("founds a town" if towns == 1 else f"founds {in_words(towns, 'town')}")
    for index in range(int(before.offers), int(after.offers)):
        receiver = TITLES[int(after.faction[int(after.offer_to[index])])]
        found.gains.append(f"{receiver} may take {int(after.offer_size[index])} power")
    return found
