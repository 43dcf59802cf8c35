"""The choices of a moment as a person thinks of them: 'a dwelling on C2' is digging, transforming and building in one.

Every choice is a row of decisions, each legal after the one before it. Together their first decisions are all legal
decisions, so nothing that the rules allow is out of reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from dolmen.contract.game import Records, State
from dolmen.core.kernel import as_taken
from dolmen.core.mask import Mask, has, members, new_mask
from dolmen.core.record_view import Reading, copied, reading
from dolmen.games.terra_mystica.rules import actions
from dolmen.games.terra_mystica.rules.actions import (
    BUILD,
    BURN,
    COLOUR,
    CONVERT,
    DIG,
    KIND,
    NUM_ACTIONS,
    POWER_ACTION,
    TRANSFORM,
)
from dolmen.games.terra_mystica.rules.power import can_burn
from dolmen.games.terra_mystica.rules.record import NO_HEX, Phase
from dolmen.games.terra_mystica.rules.spades import MOST_SPADES
from dolmen.games.terra_mystica.rules.steps import fill_legal, home_terrain, make_decision
from dolmen.games.terra_mystica.rules.tiles import POWER_ACTIONS, POWER_COST

Decisions = tuple[int, ...]


class Kind(Enum):
    """A kind of choice: its title, and what stands before a choice where kinds are mixed. In the order of lists."""

    FACTION = ("Choose a faction", "")
    TOWN = ("Take a town tile", "take ")
    FAVOUR = ("Take a favour tile", "take ")
    STEP = ("Advance in a cult", "advance in ")
    STAY = ("Which cult stays at 9", "stay at 9: ")
    BRIDGE = ("Build a bridge", "bridge ")
    CONNECT = ("Found a town over the river", "town over the river: ")
    ANSWER = ("Answer", "")
    BUILD = ("Build a dwelling", "dwelling on ")
    TRANSFORM = ("Transform a hex", "transform ")
    FOREIGN = ("Transform a hex into other terrain", "transform ")
    DIG = ("Buy or drop a spade", "")
    UPGRADE = ("Raise a structure", "raise ")
    POWER = ("Power actions", "power action, ")
    SPECIAL = ("Special actions", "special action, ")
    SEND = ("Send a priest to a cult", "priest to ")
    TRACK = ("Advance shipping or digging", "")
    DONE = ("End the turn", "")
    CONVERT = ("Convert or sacrifice", "")
    PASS = ("Pass", "pass for ")


_KIND_OF = {
    actions.FACTION: Kind.FACTION,
    BUILD: Kind.BUILD,
    actions.UPGRADE: Kind.UPGRADE,
    TRANSFORM: Kind.TRANSFORM,
    COLOUR: Kind.TRANSFORM,
    DIG: Kind.DIG,
    BURN: Kind.CONVERT,
    CONVERT: Kind.CONVERT,
    POWER_ACTION: Kind.POWER,
    actions.SPECIAL_ACTION: Kind.SPECIAL,
    actions.BONUS_SPADE_ACTION: Kind.SPECIAL,
    actions.BONUS_STEP_ACTION: Kind.SPECIAL,
    actions.FAVOUR_STEP_ACTION: Kind.SPECIAL,
    actions.FAVOUR: Kind.FAVOUR,
    actions.TOWN: Kind.TOWN,
    actions.CULT_STEP: Kind.STEP,
    actions.DOUBLE_STEP: Kind.STEP,
    actions.STAY: Kind.STAY,
    actions.SEND: Kind.SEND,
    actions.BRIDGE: Kind.BRIDGE,
    actions.CONNECT: Kind.CONNECT,
    actions.ADVANCE_SHIPPING: Kind.TRACK,
    actions.ADVANCE_DIGGING: Kind.TRACK,
    actions.LEECH: Kind.ANSWER,
    actions.DECLINE: Kind.ANSWER,
    actions.LATER: Kind.ANSWER,
    actions.WAIT: Kind.ANSWER,
    actions.DONE: Kind.DONE,
    actions.PASS_BONUS: Kind.PASS,
    actions.PASS: Kind.PASS,
    actions.DISCARD: Kind.DIG,
    actions.FORGO_BRIDGE: Kind.DONE,
}
"""The kind of choice that a single decision of each kind is."""


class Tries:
    """What may be tried from a position: each row of decisions is made once, on a copy, and kept."""

    def __init__(self, records: Records) -> None:
        self._after: dict[Decisions, Records | None] = {(): records}
        self._masks: dict[Decisions, Mask] = {}

    def after(self, row: Decisions) -> Records | None:
        """The position after some decisions, before income and the like; None if one of them is not legal."""
        if row not in self._after:
            before = self.after(row[:-1])
            after = None
            if before is not None and has(self._mask(row[:-1]), row[-1]):
                after = copied(before)
                make_decision(as_taken(after), row[-1])
            self._after[row] = after
        return self._after[row]

    def legal(self, row: Decisions) -> list[int]:
        """The legal decisions after some others, which are legal."""
        return members(self._mask(row))

    def _mask(self, row: Decisions) -> Mask:
        if row not in self._masks:
            after = self.after(row)
            assert after is not None, "the decisions are legal"
            self._masks[row] = new_mask(NUM_ACTIONS)
            fill_legal(as_taken(after), self._masks[row])
        return self._masks[row]


def tried(records: Records, actions: Iterable[int]) -> Records | None:
    """The position after some decisions, before income and the like; None if one of them is not legal."""
    return Tries(records).after(tuple(actions))


def choices(state: State, tries: Tries | None = None) -> list[tuple[Kind, Decisions]]:
    """All choices now, in the order of the kinds."""
    record, tries = reading(state.record), tries or Tries(state.records)
    found: list[tuple[Kind, Decisions]] = []
    for action in tries.legal(()):
        if KIND[action] == TRANSFORM:
            found += on_hex(record, tries, action, ())
        else:
            found.append((_KIND_OF[int(KIND[action])], (action,)))
    if record.phase == Phase.ACTION and record.transforming == NO_HEX:
        found += _bought(record, tries, {land_of(row) for kind, row in found if kind == Kind.TRANSFORM})
        found += [(Kind.POWER, row) for row in _sacrificed(record, tries)]
    order = list(Kind)
    return sorted(found, key=lambda choice: order.index(choice[0]))


def on_hex(record: Reading, tries: Tries, transform: int, first: Decisions) -> Iterator[tuple[Kind, Decisions]]:
    """Spades on one hex: home terrain with a dwelling, home terrain alone, other terrains."""
    after = tries.after((*first, transform))
    if after is None:
        return
    home = home_terrain(as_taken(after), record.player)
    land = transform - TRANSFORM
    transformed = reading(after[0])
    rows = [(int(transformed.terrain[land]), (*first, transform))]
    if transformed.transforming != NO_HEX:
        rows = [(action - COLOUR, (*first, transform, action)) for action in tries.legal((*first, transform))]
    for colour, row in rows:
        if colour != home:
            yield Kind.FOREIGN, row
            continue
        yield Kind.TRANSFORM, row
        if tries.after((*row, BUILD + land)) is not None:
            yield Kind.BUILD, (*row, BUILD + land)


def _bought(record: Reading, tries: Tries, covered: set[int]) -> Iterator[tuple[Kind, Decisions]]:
    """Buying just the spades that a hex needs for home terrain, with and without a dwelling."""
    for spades in range(1, MOST_SPADES - record.spades + 1):
        first = (DIG,) * spades
        if tries.after(first) is None:
            return
        transforms = [action for action in tries.legal(first) if KIND[action] == TRANSFORM]
        for transform in transforms:
            rows = [choice for choice in on_hex(record, tries, transform, first) if choice[0] != Kind.FOREIGN]
            if rows and transform - TRANSFORM not in covered:
                covered.add(transform - TRANSFORM)
                yield from rows


def land_of(row: Decisions) -> int:
    """The hex that a row of decisions transforms, or NO_HEX."""
    return next((action - TRANSFORM for action in row if KIND[action] == TRANSFORM), NO_HEX)


def _sacrificed(record: Reading, tries: Tries) -> Iterator[Decisions]:
    """Power actions that need a sacrifice first."""
    player = record.player
    if record.acted or not can_burn(record.record, player):
        return
    for number in range(POWER_ACTIONS):
        missing = int(POWER_COST[number]) - int(record.bowls[player, 2])
        row = (BURN,) * missing + (POWER_ACTION + number,)
        if missing > 0 and tries.after(row) is not None:
            yield row
