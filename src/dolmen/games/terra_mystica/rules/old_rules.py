"""Games that were stored under earlier rules, as the present kernels can follow them.

A decision that is not legal any more is made as it was made then if it only touches what its player has, or ends his
action; compiled rules check no places, so nothing else gets there unchecked. Two things of version 1 need more:

* **Giants' lone spade** of a cult bonus was lost without a question. They are asked now, and throw it away.
* **Spades** of an action could be used one by one, and several times on a hex; the terrain was asked for accordingly.
  Now a hex is worked on once an action, with all the spades that belong to it. So these decisions are held back until
  the spades are used, and made then: first what was bought and converted, then each hex with what came of it.
"""

from __future__ import annotations

from typing import Final

from dolmen.contract.game import State
from dolmen.core.errors import CannotFollow
from dolmen.core.record_view import copied
from dolmen.games.terra_mystica.rules.actions import (
    BURN,
    COLOUR,
    CONVERT,
    DECLINE,
    DIG,
    DISCARD,
    DONE,
    KIND,
    LEECH,
    TRANSFORM,
)
from dolmen.games.terra_mystica.rules.board import COLOURS, HEX_NAMES
from dolmen.games.terra_mystica.rules.factions import SPADES_PER_HEX
from dolmen.games.terra_mystica.rules.reach import needs_skip
from dolmen.games.terra_mystica.rules.record import NO_HEX, Phase, Record, faction_of, scoring_tile
from dolmen.games.terra_mystica.rules.spades import home_of, left_foreign, spades_needed, was_worked
from dolmen.games.terra_mystica.rules.tiles import SCORING_CULT, SCORING_SPADES, SCORING_STEPS

FORMERLY: Final = (DIG, BURN, CONVERT, DISCARD, DONE)
"""What version 1 allowed more often than later ones, in the action phase."""
CORRECTED: Final = 2
"""The version from which on decisions are made as they are stored."""
Held = tuple[int, ...]
"""Stored decisions that wait for what follows them."""


def follow(state: State, action: int | None, held: Held, rules_version: int) -> Held:
    """Make a stored decision, or hold it back with the others; None at the end of the history. Raises CannotFollow."""
    if rules_version < CORRECTED and action is not None and (_goes_on(action) if held else _begins(state, action)):
        return (*held, action)
    if held:
        _use_spades(state, held)
    if action is not None:
        _make(state, action, rules_version)
    if rules_version < CORRECTED and _is_lone_spade(state.record):
        state.apply_trusted(DISCARD)
    return ()


def _make(state: State, action: int, rules_version: int) -> None:
    """Make a decision that is legal, or was by version 1. Raises IllegalAction."""
    if rules_version < CORRECTED and _was_legal(state, action):
        state.apply_trusted(action)
    else:
        state.apply_stored(action)


def _was_legal(state: State, action: int) -> bool:
    """Whether version 1 may have let it pass: it ends an action early, or takes power that can only be refused now."""
    if KIND[action] == LEECH:
        return state.is_legal(action - LEECH + DECLINE)
    return int(state.record.phase) == Phase.ACTION and KIND[action] in FORMERLY


# ------------------------------------------------------------------------------------------------- spades of an action


def _begins(state: State, action: int) -> bool:
    """Whether spades of an action begin to be bought or used. Nomads' sandstorm needs none."""
    record = state.record
    works = KIND[action] in (DIG, TRANSFORM)
    return works and record.phase == Phase.ACTION and not record.sandstorm_due


def _goes_on(action: int) -> bool:
    """Whether an action can go on so while its spades are used."""
    return KIND[action] in (TRANSFORM, COLOUR, DISCARD) or _prepares(action)


def _prepares(action: int) -> bool:
    """Whether a decision only serves others: buying a spade, converting, sacrificing power."""
    return KIND[action] in (DIG, BURN, CONVERT)


def _use_spades(state: State, held: Held) -> None:
    """Make what was held back, in an order and by decisions that lead to the same end."""
    record, player = state.record, int(state.record.player)
    then = copied(state.records)[0]
    works = _works(record, _paths(then, held))
    first = [action for action in held if _prepares(action)]
    for place, (land, terrain) in enumerate(works):
        is_last = place == len(works) - 1
        while first and (is_last or int(record.spades) < spades_needed(record, player, land, terrain)):
            state.apply_trusted(first.pop(0))
        if is_last and record.one_hex:  # all spades are used there: what was thrown away goes first
            _throw_away(state, int(then.spades) + spades_needed(record, player, land, terrain))
        _work_on(state, land, terrain)
    for action in first:
        state.apply_trusted(action)
    _throw_away(state, int(then.spades))
    if int(record.spades) != int(then.spades):
        raise CannotFollow("spades were used as they cannot be any more")


def _paths(then: Record, held: Held) -> dict[int, list[int]]:
    """Use the spades by version 1; returns the hexes that were worked on, each with the terrains that it became."""
    paths: dict[int, list[int]] = {}
    land = NO_HEX
    for action in held:
        terrain: int | None = None
        if action == DIG:
            then.spades += 1
        elif action == DISCARD:
            then.spades -= 1
        elif KIND[action] == TRANSFORM:
            land = action - TRANSFORM
            choices = _terrains(then, land)
            terrain = choices[0] if len(choices) == 1 else None  # nobody was asked where there was one
        elif KIND[action] == COLOUR:
            terrain = action - COLOUR
        if terrain is not None:
            if land == NO_HEX or (int(then.worked_count) == len(then.worked) and not was_worked(then, land)):
                raise CannotFollow("spades are used where they cannot be")
            then.spades -= spades_needed(then, int(then.player), land, terrain)
            then.terrain[land] = terrain
            if not was_worked(then, land):
                then.worked[int(then.worked_count)] = land
                then.worked_count += 1
            paths.setdefault(land, []).append(terrain)
    return paths


def _works(record: Record, paths: dict[int, list[int]]) -> list[tuple[int, int]]:
    """The hexes and terrains that lead to the same map: each hex at once, or by way of another terrain.

    By way of the home terrain, which no transformation passes. A hex that became what it was need not be worked on,
    unless a tunnel or a carpet flight was paid for it.
    """
    player, works = int(record.player), []
    home = home_of(record, player)
    for land, path in sorted(paths.items(), key=lambda item: item[1][-1] != home):  # only the last may stay foreign
        if path[-1] != int(record.terrain[land]):
            works += [(land, home)] * (home in path[:-1] and path[-1] != home)
            works += [(land, path[-1])]
        elif needs_skip(record, player, land):
            works += [(land, path[0]), (land, path[-1])]
    if len(works) > len(record.worked) - int(record.worked_count):
        raise CannotFollow("more was worked on in one action than can be any more")
    return works


def _terrains(record: Record, land: int) -> list[int]:
    """What version 1 let a hex become: all that the spades lead to, but only one hex of an action stays foreign."""
    player, spades = int(record.player), int(record.spades)
    found = [
        colour
        for colour in range(len(COLOURS))
        if colour != int(record.terrain[land]) and spades_needed(record, player, land, colour) <= spades
    ]
    if was_worked(record, land) or not left_foreign(record, player):
        return found
    return [colour for colour in found if colour == home_of(record, player)]


def _work_on(state: State, land: int, terrain: int) -> None:
    """Turn a hex into a terrain."""
    state.apply_trusted(TRANSFORM + land)
    if int(state.record.transforming) == land:
        state.apply_trusted(COLOUR + terrain)
    if int(state.record.terrain[land]) != terrain:
        raise CannotFollow(f"{HEX_NAMES[land]} cannot become {COLOURS[terrain]} there any more")


def _throw_away(state: State, left: int) -> None:
    """Throw spades away until so many are left."""
    while int(state.record.spades) > left:
        state.apply_trusted(DISCARD)


# ---------------------------------------------------------------------------------------------------------- cult bonus


def _is_lone_spade(record: Record) -> bool:
    """Whether giants are asked about the odd spade of their bonus.

    One that is left of an even number is another matter: they threw its twin away, and were asked for both.
    """
    if record.phase != Phase.SPADE:
        return False
    player = int(record.player)
    each = int(SPADES_PER_HEX[faction_of(record, player)])
    if each == 0 or int(record.cult_spades[player]) >= each:
        return False
    tile = scoring_tile(record)
    steps = int(record.cult[player, int(SCORING_CULT[tile])])
    given = steps // int(SCORING_STEPS[tile]) * int(SCORING_SPADES[tile])
    return given % each > 0
