"""The decisions of Meduris: id, dataclass and text of each.

The ids are frozen: append, never renumber. Fields, levels and players count from 0 in ids and dataclasses' arrays, from
1 in dataclasses and texts, which people read.

    id         text                      decision
    0-3        place wood                put a worker on a plain
    4-9        roll copper, roll plus    the die (chance)
    10-14      take stone, take none     the chip taken at a plus
    15-18      give wool                 the chip returned at a minus
    19-54      move wood 2 copper        own worker at that level of a plain onto another plain
    55-102     hut 17                    build a hut on a field
    103-150    temple 5                  build a temple on a field
    151        offer none                offer nothing
    152-155    offer wood                offer one of the two materials, paid with one chip of it
    156        offer three               offer one of the two materials, paid with any three chips
    157        offer both                offer both materials
    158        offer chip                offer the druid chip under the hut
    159        pay direct                pay exactly the chips that are due
    160-235    pay wool 3                how many chips of that material are given (0-18)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from dolmen.core.errors import InvalidNotation
from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.materials import CHIPS_PER_MATERIAL, FACES, MATERIALS, MAX_STACK
from dolmen.games.meduris.rules.record import MAX_FIELDS

PLACE: Final = 0
ROLL: Final = 4
TAKE: Final = 10
TAKE_NONE: Final = 14
GIVE: Final = 15
MOVE: Final = 19
HUT: Final = 55
TEMPLE: Final = 103
OFFER_NONE: Final = 151
OFFER_ONE: Final = 152
OFFER_THREE: Final = 156
OFFER_BOTH: Final = 157
OFFER_CHIP: Final = 158
PAY_DIRECT: Final = 159
PAY: Final = 160
NUM_ACTIONS: Final = 236

COUNTS: Final = CHIPS_PER_MATERIAL + 1


@kernel
def move_id(source: int, level: int, target: int) -> int:
    """The id of a big yield: worker at `level` of plain `source` onto another plain `target`."""
    return MOVE + (source * 3 + level) * 3 + (target - source) % 4 - 1


@kernel
def move_source(action: int) -> int:
    """The plain that the worker leaves."""
    return (action - MOVE) // 9


@kernel
def move_level(action: int) -> int:
    """The level that he leaves."""
    return (action - MOVE) // 3 % 3


@kernel
def move_target(action: int) -> int:
    """The plain that he goes to."""
    return (move_source(action) + (action - MOVE) % 3 + 1) % 4


@kernel
def pay_id(material: int, number: int) -> int:
    """The id of giving so many chips of a material."""
    return PAY + material * COUNTS + number


@dataclass(frozen=True)
class Place:
    """Put a worker on a plain, before the first turn."""

    plain: str
    verb: ClassVar = "place"

    def __str__(self) -> str:
        return f"place {self.plain}"


@dataclass(frozen=True)
class Roll:
    """The die shows a face (chance)."""

    face: str
    verb: ClassVar = "roll"

    def __str__(self) -> str:
        return f"roll {self.face}"


@dataclass(frozen=True)
class Take:
    """At a plus: take a chip from the mountain, or none."""

    material: str | None
    verb: ClassVar = "take"

    def __str__(self) -> str:
        return f"take {self.material or 'none'}"


@dataclass(frozen=True)
class Give:
    """At a minus: return a chip to the mountain."""

    material: str
    verb: ClassVar = "give"

    def __str__(self) -> str:
        return f"give {self.material}"


@dataclass(frozen=True)
class Move:
    """Big yield: move a worker from a level of a plain onto another plain."""

    source: str
    level: int
    target: str
    verb: ClassVar = "move"

    def __str__(self) -> str:
        return f"move {self.source} {self.level} {self.target}"


@dataclass(frozen=True)
class Hut:
    """Build a hut on a field."""

    field: int
    verb: ClassVar = "hut"

    def __str__(self) -> str:
        return f"hut {self.field}"


@dataclass(frozen=True)
class Temple:
    """Build a temple on a field."""

    field: int
    verb: ClassVar = "temple"

    def __str__(self) -> str:
        return f"temple {self.field}"


@dataclass(frozen=True)
class Offer:
    """Offer to the druid: none, a material, three (chips for one material), both, or chip (the druid chip)."""

    what: str
    verb: ClassVar = "offer"

    def __str__(self) -> str:
        return f"offer {self.what}"


@dataclass(frozen=True)
class PayDirect:
    """Pay exactly what is due."""

    verb: ClassVar = "pay"

    def __str__(self) -> str:
        return "pay direct"


@dataclass(frozen=True)
class Pay:
    """Give so many chips of a material."""

    material: str
    number: int
    verb: ClassVar = "pay"

    def __str__(self) -> str:
        return f"pay {self.material} {self.number}"


Action = Place | Roll | Take | Give | Move | Hut | Temple | Offer | PayDirect | Pay


def _action_table() -> tuple[Action, ...]:
    """Every action in the order of its id."""
    table: list[Action] = [Place(plain) for plain in MATERIALS]
    table += [Roll(face) for face in FACES]
    table += [Take(material) for material in (*MATERIALS, None)]
    table += [Give(material) for material in MATERIALS]
    table += [
        Move(MATERIALS[source], level + 1, MATERIALS[(source + step) % 4])
        for source in range(4)
        for level in range(MAX_STACK)
        for step in (1, 2, 3)
    ]
    table += [Hut(field + 1) for field in range(MAX_FIELDS)]
    table += [Temple(field + 1) for field in range(MAX_FIELDS)]
    table += [Offer(what) for what in ("none", *MATERIALS, "three", "both", "chip")]
    table += [PayDirect()]
    table += [Pay(material, number) for material in MATERIALS for number in range(COUNTS)]
    return tuple(table)


ACTIONS: Final = _action_table()
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
        raise InvalidNotation(f"there is no action '{action}' in Meduris") from None


def from_text(text: str) -> int:
    """The id of a text such as 'hut 17'."""
    try:
        return _ID_OF_TEXT[" ".join(text.split())]
    except KeyError:
        raise InvalidNotation(f"there is no action '{text}' in Meduris") from None
