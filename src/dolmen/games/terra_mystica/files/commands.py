"""The community's commands: one command of a row as text, taken apart ('build E3', 'convert 2 PW to 2c', '+2TW3').

Capitals and stray blanks do not matter, `grey` is `gray`, `shipping` is `ship`, a missing number is 1. Goods and
structures may be spelled out: `convert 3 power to 1 worker`, `upgrade E5 to trading post`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dolmen.core.errors import InvalidNotation
from dolmen.games.terra_mystica.rules.board import BRIDGE_NAMES, COLOURS, HEX_OF_NAME, RIVER_NAMES
from dolmen.games.terra_mystica.rules.factions import NAMES, SPECIALS
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, STRUCTURE_CODES, TOWNS

MOST: Final = 99
"""No number in a command is greater."""


@dataclass(frozen=True)
class Command:
    """A command: what it is called here, and its parts as numbers of hexes, tracks, tiles and factions."""

    verb: str
    text: str
    parts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


ANSWERS: Final = frozenset({"leech", "decline", "decline all"})
"""Commands that answer offers."""
ACTIONS: Final = frozenset({"build", "upgrade", "dig", "action", "send", "advance", "pass"})
"""Commands that begin an action, if none is in progress."""
AT_ANY_MOMENT: Final = frozenset({"convert", "burn"})
"""Commands that change one's goods at any moment of the own turn."""
LETTER_OF_GOOD: Final = {
    **dict.fromkeys(("pw", "power"), "pw"),
    **dict.fromkeys(("p", "priest", "priests"), "p"),
    **dict.fromkeys(("w", "worker", "workers"), "w"),
    **dict.fromkeys(("c", "coin", "coins"), "c"),
    **dict.fromkeys(("vp", "point", "points"), "vp"),
}
"""The letters of goods, by every word for them."""
STRUCTURE_WORDS: Final = {"tradingpost": "TP", "temple": "TE", "stronghold": "SH", "sanctuary": "SA"}
"""The codes of structures, by the words for them without blanks."""


LONGEST_KEPT: Final = 400
"""Letters of a row that is remembered: the same ones come again and again; longer ones are somebody's mischief."""


def split_commands(text: str) -> list[str]:
    """The commands of one row, which are joined by full stops."""
    return [command.strip() for command in text.split(".") if command.strip()]


def parse_commands(text: str) -> tuple[Command, ...]:
    """The commands of one row, in the order in which they are made. Raises InvalidNotation."""
    return _kept_row(text) if len(text) <= LONGEST_KEPT else _parsed_row(text)


def _parsed_row(text: str) -> tuple[Command, ...]:
    return arranged([parse_command(command) for command in split_commands(text)])


_kept_row = lru_cache(maxsize=4096)(_parsed_row)


def arranged(commands: list[Command]) -> tuple[Command, ...]:
    """People also type answers behind the action, and conversions behind `pass`: they are made before it."""
    acting = _first(commands, ACTIONS)
    answers = [command for command in commands[acting:] if command.verb in ANSWERS]
    rest = commands[:acting] + [command for command in commands[acting:] if command.verb not in ANSWERS]
    passing = _first(rest, {"pass"})
    converted = [command for command in rest[passing:] if command.verb in AT_ANY_MOMENT]
    others = [command for command in rest[passing:] if command.verb not in AT_ANY_MOMENT]
    return (*answers, *rest[:passing], *converted, *others)


def _first(commands: list[Command], verbs: Set[str]) -> int:
    """The place of the first command of some kind; the end, where there is none."""
    return next((place for place, command in enumerate(commands) if command.verb in verbs), len(commands))


def parse_command(text: str) -> Command:
    """Take one command apart. Raises InvalidNotation."""
    return _kept_command(text) if len(text) <= LONGEST_KEPT else _parsed_command(text)


def _parsed_command(text: str) -> Command:
    words = " ".join(text.lower().split())
    for pattern, make in _PATTERNS:
        match = pattern.fullmatch(words)
        if match:
            return make(text, *match.groups())
    verb = words.split(" ")[0] if words else ""
    if verb in _FORMS:
        raise InvalidNotation(f"'{text}' is not understood; the form is: {_FORMS[verb]}")
    raise InvalidNotation(f"'{text}' is no command")


_kept_command = lru_cache(maxsize=4096)(_parsed_command)


def _number(text: str | None, default: int = 1) -> int:
    if not text:
        return default
    number = int(text) if len(text) < 4 else MOST + 1
    if number > MOST:
        raise InvalidNotation(f"the number {text} is too great")
    return number


def hex_number(name: str) -> int:
    """The number of a land hex."""
    if name.upper() not in HEX_OF_NAME:
        raise InvalidNotation(f"there is no land hex '{name.upper()}' on the map")
    return HEX_OF_NAME[name.upper()]


def colour_number(name: str) -> int:
    """The number of a colour."""
    name = "gray" if name == "grey" else name
    if name not in COLOURS:
        raise InvalidNotation(f"there is no terrain '{name}'; they are {', '.join(COLOURS)}")
    return COLOURS.index(name)


def faction_number(name: str) -> int:
    """The number of a faction."""
    if name.lower() not in NAMES:
        raise InvalidNotation(f"there is no faction '{name}'")
    return NAMES.index(name.lower())


def _cult_number(name: str) -> int:
    if name.upper() not in CULTS:
        raise InvalidNotation(f"there is no cult '{name}'; they are {', '.join(CULTS)}")
    return CULTS.index(name.upper())


def _tile_number(tiles: tuple[str, ...], name: str) -> int:
    if name.upper() not in tiles:
        raise InvalidNotation(f"there is no tile '{name.upper()}'; they are {tiles[0]} to {tiles[-1]}")
    return tiles.index(name.upper())


def _build(text: str, land: str) -> Command:
    return Command("build", text, (hex_number(land),))


def _upgrade(text: str, land: str, structure: str) -> Command:
    code = STRUCTURE_WORDS.get(re.sub("[ -]", "", structure), structure.upper())
    if code not in STRUCTURE_CODES[2:]:
        raise InvalidNotation(f"'{text}': a structure is upgraded to TP, TE, SH or SA, not to {structure.upper()}")
    return Command("upgrade", text, (hex_number(land), STRUCTURE_CODES.index(code)))


def _transform(text: str, land: str, colour: str | None) -> Command:
    parts = (hex_number(land),) if colour is None else (hex_number(land), colour_number(colour))
    return Command("transform", text, parts)


def _dig(text: str, number: str | None) -> Command:
    return Command("dig", text, (_number(number),))


def _burn(text: str, number: str | None) -> Command:
    return Command("burn", text, (_number(number),))


def _convert(text: str, given: str | None, good: str, got: str | None, into: str) -> Command:
    return Command("convert", text, (_number(given), _number(got)), (LETTER_OF_GOOD[good], LETTER_OF_GOOD[into]))


def _action(text: str, name: str) -> Command:
    if name.upper() not in (*(f"ACT{number}" for number in range(1, 7)), *SPECIALS, "BON1", "BON2", "FAV6"):
        raise InvalidNotation(f"there is no action '{name.upper()}'")
    return Command("action", text, names=(name.upper(),))


def _bridge(text: str, one: str, other: str) -> Command:
    ends = sorted((hex_number(one), hex_number(other)))
    names = {number: name for name, number in HEX_OF_NAME.items()}
    name = ":".join(names[end] for end in ends)
    if name not in BRIDGE_NAMES:
        raise InvalidNotation(f"there is no place for a bridge between {one.upper()} and {other.upper()}")
    return Command("bridge", text, (BRIDGE_NAMES.index(name),))


def _connect(text: str, river: str) -> Command:
    if river not in RIVER_NAMES:
        raise InvalidNotation(f"there is no river hex '{river}'; they are {RIVER_NAMES[0]} to {RIVER_NAMES[-1]}")
    return Command("connect", text, (RIVER_NAMES.index(river),))


def _connect_shores(text: str, shores: str) -> Command:
    return Command("connect shores", text, tuple(hex_number(name.strip()) for name in shores.split(":")))


def _send(text: str, cult: str, steps: str | None) -> Command:
    return Command("send", text, (_cult_number(cult), _number(steps, default=0)))


def _advance(text: str, track: str) -> Command:
    return Command("advance", text, names=("ship" if track.startswith("ship") else "dig",))


def _favour(text: str, tile: str) -> Command:
    return Command("favour", text, (_tile_number(FAVOURS, tile),))


def _town(text: str, number: str | None, tile: str) -> Command:
    return Command("town", text, (_tile_number(TOWNS, tile), _number(number)))


def _step(text: str, number: str | None, cult: str) -> Command:
    return Command("step", text, (_cult_number(cult), _number(number)))


def _stay(text: str, number: str | None, cult: str) -> Command:
    return Command("stay", text, (_cult_number(cult), _number(number)))


def _leech(text: str, size: str, faction: str | None) -> Command:
    return Command("leech", text, (_number(size), *([faction_number(faction)] if faction else [])))


def _decline(text: str, size: str, faction: str | None) -> Command:
    return Command("decline", text, (_number(size), *([faction_number(faction)] if faction else [])))


def _pass(text: str, tile: str | None) -> Command:
    return Command("pass", text, (_tile_number(BONUSES, tile.replace(" ", "")),) if tile else ())


def _discard(text: str, number: str | None) -> Command:
    return Command("discard", text, (_number(number),))


def _drop(text: str, faction: str) -> Command:
    return Command("drop", text, (faction_number(faction),))


def _plain(verb: str) -> Callable[..., Command]:
    return lambda text, *_: Command(verb, text)


_HEX = r"([a-z]+[0-9]+)"
_N = r"([0-9]+)?"
_GOOD = f"({'|'.join(sorted(LETTER_OF_GOOD, key=len, reverse=True))})"
_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[..., Command]], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"build {_HEX}", _build),
        (rf"upgrade {_HEX} to ([a-z -]+)", _upgrade),
        (rf"transform {_HEX}(?: to ([a-z]+))?", _transform),
        (rf"dig ?{_N}", _dig),
        (rf"burn ?{_N}", _burn),
        (rf"convert {_N} ?{_GOOD} to {_N} ?{_GOOD}", _convert),
        (r"action ([a-z]+[0-9]*)", _action),
        (rf"bridge {_HEX} ?: ?{_HEX}", _bridge),
        (r"connect (r[0-9]+)", _connect),
        (r"connect ([a-z]+[0-9]+(?: ?: ?[a-z]+[0-9]+)+)", _connect_shores),
        (r"send (?:1 ?|a )?(?:p|priests?) to ([a-z]+)(?: for ([0-9]+))?", _send),
        (r"advance (ship|shipping|dig|digging)", _advance),
        (r"\+ ?1? ?(fav[0-9]+)", _favour),
        (rf"\+ ?{_N} ?(tw[0-9]+)", _town),
        (rf"\+ ?{_N} ?(fire|water|earth|air)", _step),
        (rf"- ?{_N} ?(fire|water|earth|air)", _stay),
        (r"leech ([0-9]+)(?: from ([a-z]+))?", _leech),
        (r"decline ([0-9]+)(?: from ([a-z]+))?", _decline),
        (r"decline", _plain("decline all")),
        (r"pass(?: (bon ?[0-9]+))?", _pass),
        (r"\+ ?(bon ?[0-9]+)", _pass),
        (rf"- ?{_N} ?spades?", _discard),
        (r"- ?1? ?bridge", _plain("no bridge")),
        (r"- ?[0-9]* ?convert_w_to_p", _plain("no ordination")),
        (r"wait", _plain("wait")),
        (r"done", _plain("done")),
        (r"setup", _plain("setup")),
        (r"resign", _plain("resign")),
        (r"(?:drop-faction|drop) ([a-z]+)", _drop),
    )
)

_FORMS: Final = {
    "build": "build E3",
    "upgrade": "upgrade E3 to TP",
    "transform": "transform E3 to red",
    "dig": "dig 1",
    "burn": "burn 1",
    "convert": "convert 3pw to 1w",
    "action": "action ACT1",
    "bridge": "bridge A3:C1",
    "connect": "connect r7",
    "send": "send p to FIRE for 3",
    "advance": "advance ship, advance dig",
    "leech": "leech 2 from dwarves",
    "decline": "decline 2 from dwarves",
    "pass": "pass BON3",
}
"""The form of each command, shown when it is not met."""
