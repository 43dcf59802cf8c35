"""Leaving the game (ruling 26): when a faction may be dropped. Nobody is asked for it: it is no legal decision."""

from __future__ import annotations

from typing import Final

from dolmen.contract.game import State
from dolmen.core.messages import Message
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase
from dolmen.games.terra_mystica.rules.refusal import faction_name
from dolmen.games.terra_mystica.rules.turns import seat_of

SETUP_PHASES: Final = frozenset({Phase.FACTION, Phase.DWELLING, Phase.FIRST_BONUS})


def refusal_to_leave(state: State, faction: int) -> Message | None:
    """Why a faction cannot leave the game now; None if it can."""
    seat = seat_of(state.record, faction)
    if seat == NOBODY:
        return Message("%(faction)s are not in the game", faction=faction_name(faction))
    if state.record.dropped[seat]:
        return Message("%(faction)s have left the game already", faction=faction_name(faction))
    if state.is_terminal() or Phase(int(state.record.phase)) in SETUP_PHASES:
        return Message("factions leave the game between its first and its last turn only")
    return None
