"""Leaving the game (ruling 26): when a faction may be dropped. Nobody is asked for it: it is no legal decision."""

from __future__ import annotations

from typing import Final

from dolmen.contract.game import State
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase
from dolmen.games.terra_mystica.rules.turns import seat_of

SETUP_PHASES: Final = frozenset({Phase.FACTION, Phase.DWELLING, Phase.FIRST_BONUS})


def refusal_to_leave(state: State, faction: int) -> str:
    """Why a faction cannot leave the game now; empty if it can."""
    seat = seat_of(state.record, faction)
    if seat == NOBODY:
        return f"{NAMES[faction]} are not in the game"
    if state.record.dropped[seat]:
        return f"{NAMES[faction]} have left the game already"
    if state.is_terminal() or Phase(int(state.record.phase)) in SETUP_PHASES:
        return "factions leave the game between its first and its last turn only"
    return ""
