"""What a seat sees of Pig, as numbers: itself first, the others clockwise."""

from __future__ import annotations

from typing import Final

from dolmen.core.kernel import kernel
from dolmen.core.observation import Observation, Part, Seats, lay_out, offset_of, one_hot, seat_seen, size_of
from pig.rules.actions import FACES
from pig.rules.record import MAX_PLAYERS, Record

OBSERVATION_VERSION: Final = 1
_SEATS = Seats(MAX_PLAYERS)
_NUMBERS_OF_PLAYERS = MAX_PLAYERS - 1

PARTS: Final = lay_out(
    Part("players", (_NUMBERS_OF_PLAYERS,), "2 to 6 players, one-hot"),
    Part("decides", (_SEATS,), "who decides, one-hot; nobody where the die falls and at the end"),
    Part("turn", (_SEATS,), "whose turn it is, one-hot"),
    Part("face", (FACES,), "what the die shows, one-hot"),
    Part("pot", (1,), "the pot / 64"),
    Part("points", (_SEATS,), "points of each player / 64"),
)
OBSERVATION_SIZE: Final = size_of(PARTS)

_PLAYERS = offset_of(PARTS, "players")
_DECIDES = offset_of(PARTS, "decides")
_TURN = offset_of(PARTS, "turn")
_FACE = offset_of(PARTS, "face")
_POT = offset_of(PARTS, "pot")
_POINTS = offset_of(PARTS, "points")


@kernel
def observe(record: Record, seat: int, out: Observation) -> None:
    """Write every number once."""
    players = int(record.players)
    one_hot(out, _PLAYERS, _NUMBERS_OF_PLAYERS, players - 2)
    one_hot(out, _DECIDES, MAX_PLAYERS, seat_seen(seat, int(record.player), players))
    one_hot(out, _TURN, MAX_PLAYERS, seat_seen(seat, int(record.turn_player), players))
    one_hot(out, _FACE, FACES, int(record.face) - 1)
    out[_POT] = int(record.pot) / 64
    for seen in range(MAX_PLAYERS):
        sits = 1 if seen < players else 0
        out[_POINTS + seen] = sits * int(record.points[(seat + seen) % players]) / 64
