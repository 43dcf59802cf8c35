"""A whole turn, tried on a copy: is every command of the row taken, and is nothing of the turn left open?"""

from __future__ import annotations

from dolmen.contract.game import State
from dolmen.core.errors import InvalidNotation
from dolmen.core.record_view import copied
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.commands import faction_number, parse_commands
from dolmen.games.terra_mystica.rules.record import NOBODY
from dolmen.games.terra_mystica.rules.turns import seat_of


def try_turn(state: State, faction: str, row: str) -> State:
    """The position after a faction's whole turn; the state that is given stays as it is.

    Raises IllegalAction or InvalidNotation where a command is not taken, or where a tile, a town, a bridge, a spade,
    a cult step or the second action of a double turn is still open at the end.
    """
    tried = State(state.game, copied(state.records))
    seat = seat_of(tried.record, faction_number(faction))
    if seat == NOBODY:
        raise InvalidNotation(f"{faction} are not in the game")
    player = CommandPlayer(tried)
    player.perform(seat, parse_commands(row))
    player.end_turn(seat)
    return tried
