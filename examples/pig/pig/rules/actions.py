"""The decisions of Pig: id, dataclass and text of each.

0       roll        the player rolls
1       hold        the player takes the pot
2-7     rolled 1-6  what the die shows (chance)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dolmen.core.errors import InvalidNotation

ROLL: Final = 0
HOLD: Final = 1
ROLLED: Final = 2
"""The first face of the die: 1."""
FACES: Final = 6
NUM_ACTIONS: Final = ROLLED + FACES


@dataclass(frozen=True)
class Roll:
    """Roll once more."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True)
class Hold:
    """Take the pot; the turn is over."""

    def __str__(self) -> str:
        return "hold"


@dataclass(frozen=True)
class Rolled:
    """What the die shows."""

    face: int

    def __str__(self) -> str:
        return f"rolled {self.face}"


Action = Roll | Hold | Rolled
ACTIONS: Final[tuple[Action, ...]] = (Roll(), Hold(), *(Rolled(face) for face in range(1, FACES + 1)))
_ID_OF: Final = {action: number for number, action in enumerate(ACTIONS)}
_ID_OF_TEXT: Final = {str(action): number for number, action in enumerate(ACTIONS)}


def decode(action: int) -> Action:
    """The dataclass of an id."""
    if not 0 <= action < NUM_ACTIONS:
        raise InvalidNotation(f"there is no action {action}: ids go from 0 to {NUM_ACTIONS - 1}")
    return ACTIONS[action]


def encode(action: Action) -> int:
    """The id of a dataclass."""
    try:
        return _ID_OF[action]
    except (KeyError, TypeError):
        raise InvalidNotation(f"there is no action '{action}' in Pig") from None


def from_text(text: str) -> int:
    """The id of a text such as 'rolled 4'."""
    try:
        return _ID_OF_TEXT[" ".join(text.split())]
    except KeyError:
        raise InvalidNotation(f"there is no action '{text}' in Pig") from None
