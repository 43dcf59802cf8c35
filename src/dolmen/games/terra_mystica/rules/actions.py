"""The decisions of Terra Mystica: id, dataclass and text of each.

The ids are frozen: append, never renumber. The text is the community's shortest command for the decision; numbers are
always 1 where the community repeats (`dig 2` is `dig 1` twice), and `transform E3 to red` is two decisions, the hex and
the terrain (which is not asked for where there is only one).

    id         text                        decision
    0-13       setup darklings             choose a faction
    14-90      build E3                    a dwelling (also the first ones)
    91-398     upgrade E3 to TP            trading post, temple, stronghold, sanctuary
    399-475    transform E3                the hex that spades, or the sandstorm, are used on
    476-482    to red                      its new terrain
    483        dig 1                       buy a spade
    484        burn 1                      sacrifice power
    485-493    convert 1pw to 1c           conversions, see CONVERSIONS
    494-499    action ACT1                 power actions
    500-506    action ACTA                 factions' actions: A C E G N S W
    507-509    action BON1, BON2, FAV6     tiles' actions
    510-521    +FAV1                       take a favour tile
    522-529    +TW1                        take a town tile
    530-533    +FIRE                       a cult step
    534-537    +2FIRE                      two steps on one track (ACTA)
    538-541    -FIRE                       the track that stays at 9 for want of keys
    542-553    send p to FIRE for 3        a priest to an order for 3 or 2 steps, or back to the supply for 1
    554-582    bridge A3:C1                a bridge
    583-618    connect r0                  mermaids: a town over a river hex
    619-620    advance ship, advance dig   a step of shipping, of the exchange track
    621-788    leech 2 from dwarves        take offered power (12 stands for 12 and more)
    789-956    decline 2 from dwarves      refuse it
    957        later                       answer later (option late-answers)
    958        wait                        let others answer before going on (option late-answers)
    959        done                        end an action
    960-970    pass BON3, pass             pass
    971        -1SPADE                     throw a spade away
    972-985    drop-faction darklings      leave the game: never among the legal decisions, only in game files
    986        -BRIDGE                     give up a bridge that is due (option late-answers: only logs know it)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dolmen.core.errors import InvalidNotation
from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.board import BRIDGE_NAMES, COLOURS, HEX_NAMES, RIVER_NAMES
from dolmen.games.terra_mystica.rules.factions import NAMES, SPECIALS
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, STRUCTURE_CODES, TOWNS, TRADING_POST

FACTION: Final = 0
BUILD: Final = 14
UPGRADE: Final = 91
TRANSFORM: Final = 399
COLOUR: Final = 476
DIG: Final = 483
BURN: Final = 484
CONVERT: Final = 485
POWER_ACTION: Final = 494
SPECIAL_ACTION: Final = 500
BONUS_SPADE_ACTION: Final = 507
BONUS_STEP_ACTION: Final = 508
FAVOUR_STEP_ACTION: Final = 509
FAVOUR: Final = 510
TOWN: Final = 522
CULT_STEP: Final = 530
DOUBLE_STEP: Final = 534
STAY: Final = 538
SEND: Final = 542
BRIDGE: Final = 554
CONNECT: Final = 583
ADVANCE_SHIPPING: Final = 619
ADVANCE_DIGGING: Final = 620
LEECH: Final = 621
DECLINE: Final = 789
LATER: Final = 957
WAIT: Final = 958
DONE: Final = 959
PASS_BONUS: Final = 960
PASS: Final = 970
DISCARD: Final = 971
DROP: Final = 972
FORGO_BRIDGE: Final = 986
NUM_ACTIONS: Final = 987

KINDS: Final = (
    FACTION,
    BUILD,
    UPGRADE,
    TRANSFORM,
    COLOUR,
    DIG,
    BURN,
    CONVERT,
    POWER_ACTION,
    SPECIAL_ACTION,
    BONUS_SPADE_ACTION,
    BONUS_STEP_ACTION,
    FAVOUR_STEP_ACTION,
    FAVOUR,
    TOWN,
    CULT_STEP,
    DOUBLE_STEP,
    STAY,
    SEND,
    BRIDGE,
    CONNECT,
    ADVANCE_SHIPPING,
    ADVANCE_DIGGING,
    LEECH,
    DECLINE,
    LATER,
    WAIT,
    DONE,
    PASS_BONUS,
    PASS,
    DISCARD,
    DROP,
    FORGO_BRIDGE,
)
"""The kinds of decisions, each known by its first id."""
KIND: Final = np.repeat(KINDS, np.diff((*KINDS, NUM_ACTIONS))).astype(np.int16)
"""The kind of every id."""

SIZES: Final = 12
"""Sizes of offers that have ids of their own."""

CONVERSIONS: Final = (
    (1, "pw", 1, "c"),
    (3, "pw", 1, "w"),
    (5, "pw", 1, "p"),
    (1, "p", 1, "w"),
    (1, "p", 1, "c"),
    (1, "w", 1, "c"),
    (1, "vp", 1, "c"),
    (2, "c", 1, "vp"),
    (1, "w", 1, "p"),
)
"""Number and good given, number and good got, in the order of the ids."""
(
    POWER_TO_COIN,
    POWER_TO_WORKER,
    POWER_TO_PRIEST,
    PRIEST_TO_WORKER,
    PRIEST_TO_COIN,
    WORKER_TO_COIN,
    POINT_TO_COIN,
    COINS_TO_POINT,
    ORDAIN,
) = range(CONVERT, CONVERT + 9)


@kernel
def kind_of(action: int) -> int:
    """The kind of a decision: BUILD, UPGRADE, ... Kernels ask here: each one that names a table has a copy on a GPU."""
    return int(KIND[action])


@kernel
def argument_of(action: int) -> int:
    """Which one of its kind a decision is: the hex of a dwelling, the tile that is taken, the track of a step."""
    return action - kind_of(action)


@kernel
def upgrade_of(action: int) -> tuple[int, int]:
    """The hex and the new structure of an upgrade."""
    return (action - UPGRADE) // 4, (action - UPGRADE) % 4 + TRADING_POST


@kernel
def send_of(action: int) -> tuple[int, int]:
    """The track, and the steps, for which a priest is sent."""
    return (action - SEND) // 3, 3 - (action - SEND) % 3


@kernel
def upgrade_id(land: int, structure: int) -> int:
    """The id of an upgrade."""
    return UPGRADE + land * 4 + structure - TRADING_POST


@kernel
def send_id(track: int, steps: int) -> int:
    """The id of sending a priest for 3, 2 or 1 steps."""
    return SEND + track * 3 + 3 - steps


@kernel
def answer_id(first: int, faction: int, size: int) -> int:
    """The id of taking (`first` = LEECH) or refusing (DECLINE) an offer."""
    return first + faction * SIZES + min(size, SIZES) - 1


@kernel
def is_drop(action: int) -> bool:
    """Whether somebody leaves the game."""
    return kind_of(action) == DROP


@dataclass(frozen=True)
class ChooseFaction:
    """Choose a faction, before the game."""

    faction: str

    def __str__(self) -> str:
        return f"setup {self.faction}"


@dataclass(frozen=True)
class Build:
    """Build a dwelling."""

    hex: str

    def __str__(self) -> str:
        return f"build {self.hex}"


@dataclass(frozen=True)
class Upgrade:
    """Replace a structure by a better one."""

    hex: str
    structure: str

    def __str__(self) -> str:
        return f"upgrade {self.hex} to {self.structure}"


@dataclass(frozen=True)
class Transform:
    """Use spades, or the sandstorm, on a hex."""

    hex: str

    def __str__(self) -> str:
        return f"transform {self.hex}"


@dataclass(frozen=True)
class Terrain:
    """The new terrain of the hex that is being transformed."""

    colour: str

    def __str__(self) -> str:
        return f"to {self.colour}"


@dataclass(frozen=True)
class Dig:
    """Buy a spade."""

    def __str__(self) -> str:
        return "dig 1"


@dataclass(frozen=True)
class Burn:
    """Sacrifice power: one token leaves bowl II for the box, one for bowl III."""

    def __str__(self) -> str:
        return "burn 1"


@dataclass(frozen=True)
class Convert:
    """Convert one good into another."""

    given: int
    good: str
    got: int
    into: str

    def __str__(self) -> str:
        return f"convert {self.given}{self.good} to {self.got}{self.into}"


@dataclass(frozen=True)
class Act:
    """A power action (ACT1 to ACT6), or the special action of a faction or a tile."""

    action: str

    def __str__(self) -> str:
        return f"action {self.action}"


@dataclass(frozen=True)
class TakeFavour:
    """Take a favour tile."""

    tile: str

    def __str__(self) -> str:
        return f"+{self.tile}"


@dataclass(frozen=True)
class TakeTown:
    """Take a town tile."""

    tile: str

    def __str__(self) -> str:
        return f"+{self.tile}"


@dataclass(frozen=True)
class CultStep:
    """Free steps on a cult track."""

    cult: str
    steps: int = 1

    def __str__(self) -> str:
        return f"+{self.cult}" if self.steps == 1 else f"+{self.steps}{self.cult}"


@dataclass(frozen=True)
class Stay:
    """The track that stays at 9 when there are fewer keys than tracks that could rise to 10."""

    cult: str

    def __str__(self) -> str:
        return f"-{self.cult}"


@dataclass(frozen=True)
class Send:
    """Send a priest to an order for 3 or 2 steps, or back to the supply for 1."""

    cult: str
    steps: int

    def __str__(self) -> str:
        return f"send p to {self.cult} for {self.steps}"


@dataclass(frozen=True)
class Bridge:
    """Build a bridge."""

    ends: str

    def __str__(self) -> str:
        return f"bridge {self.ends}"


@dataclass(frozen=True)
class Connect:
    """Found a town over a river hex."""

    river: str

    def __str__(self) -> str:
        return f"connect {self.river}"


@dataclass(frozen=True)
class Advance:
    """Advance shipping ('ship') or the exchange track ('dig')."""

    track: str

    def __str__(self) -> str:
        return f"advance {self.track}"


@dataclass(frozen=True)
class Leech:
    """Take the power that an opponent's build offers."""

    size: int
    faction: str

    def __str__(self) -> str:
        return f"leech {self.size} from {self.faction}"


@dataclass(frozen=True)
class Decline:
    """Refuse the power that an opponent's build offers."""

    size: int
    faction: str

    def __str__(self) -> str:
        return f"decline {self.size} from {self.faction}"


@dataclass(frozen=True)
class Later:
    """Answer an offer, or take a cult step, later."""

    def __str__(self) -> str:
        return "later"


@dataclass(frozen=True)
class Wait:
    """Let others answer their offers before going on."""

    def __str__(self) -> str:
        return "wait"


@dataclass(frozen=True)
class Done:
    """End an action and what follows it."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True)
class Pass:
    """Pass and take a bonus tile; without one in the last round."""

    tile: str | None = None

    def __str__(self) -> str:
        return f"pass {self.tile}" if self.tile else "pass"


@dataclass(frozen=True)
class Discard:
    """Throw a spade away."""

    def __str__(self) -> str:
        return "-1SPADE"


@dataclass(frozen=True)
class Drop:
    """A faction leaves the game."""

    faction: str

    def __str__(self) -> str:
        return f"drop-faction {self.faction}"


@dataclass(frozen=True)
class ForgoBridge:
    """Give up a bridge that is paid for."""

    def __str__(self) -> str:
        return "-BRIDGE"


Action = (
    ChooseFaction
    | Build
    | Upgrade
    | Transform
    | Terrain
    | Dig
    | Burn
    | Convert
    | Act
    | TakeFavour
    | TakeTown
    | CultStep
    | Stay
    | Send
    | Bridge
    | Connect
    | Advance
    | Leech
    | Decline
    | Later
    | Wait
    | Done
    | Pass
    | Discard
    | Drop
    | ForgoBridge
)


def _action_table() -> tuple[Action, ...]:
    """Every action in the order of its id."""
    sizes = range(1, SIZES + 1)
    table: list[Action] = [ChooseFaction(faction) for faction in NAMES]
    table += [Build(name) for name in HEX_NAMES]
    table += [Upgrade(name, code) for name in HEX_NAMES for code in STRUCTURE_CODES[TRADING_POST:]]
    table += [Transform(name) for name in HEX_NAMES]
    table += [Terrain(colour) for colour in COLOURS]
    table += [Dig(), Burn()]
    table += [Convert(*conversion) for conversion in CONVERSIONS]
    table += [Act(f"ACT{number}") for number in range(1, 7)]
    table += [Act(name) for name in (*SPECIALS, "BON1", "BON2", "FAV6")]
    table += [TakeFavour(tile) for tile in FAVOURS]
    table += [TakeTown(tile) for tile in TOWNS]
    table += [CultStep(cult, steps) for steps in (1, 2) for cult in CULTS]
    table += [Stay(cult) for cult in CULTS]
    table += [Send(cult, steps) for cult in CULTS for steps in (3, 2, 1)]
    table += [Bridge(ends) for ends in BRIDGE_NAMES]
    table += [Connect(river) for river in RIVER_NAMES]
    table += [Advance("ship"), Advance("dig")]
    table += [Leech(size, faction) for faction in NAMES for size in sizes]
    table += [Decline(size, faction) for faction in NAMES for size in sizes]
    table += [Later(), Wait(), Done()]
    table += [Pass(tile) for tile in (*BONUSES, None)]
    table += [Discard()]
    table += [Drop(faction) for faction in NAMES]
    table += [ForgoBridge()]
    return tuple(table)


ACTIONS: Final = _action_table()
_ID_OF: Final = {action: number for number, action in enumerate(ACTIONS)}
_ID_OF_TEXT: Final = {str(action).lower(): number for number, action in enumerate(ACTIONS)}

assert len(ACTIONS) == NUM_ACTIONS == len(_ID_OF_TEXT)


def decode(action: int) -> Action:
    """The dataclass of an id."""
    if not 0 <= action < NUM_ACTIONS:
        raise InvalidNotation(f"there is no action {action} in Terra Mystica; the ids are 0 to {NUM_ACTIONS - 1}")
    return ACTIONS[action]


def encode(action: Action) -> int:
    """The id of a dataclass."""
    try:
        return _ID_OF[action]
    except (KeyError, TypeError):
        raise InvalidNotation(f"there is no action '{action}' in Terra Mystica") from None


def from_text(text: str) -> int:
    """The id of a text such as 'build E3'; capitals and blanks do not matter."""
    try:
        return _ID_OF_TEXT[" ".join(text.lower().replace("grey", "gray").split())]
    except KeyError:
        raise InvalidNotation(f"there is no action '{text}' in Terra Mystica") from None
