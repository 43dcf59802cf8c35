"""The words of Terra Mystica: factions, terrains, tiles and actions as people call them, and small grammar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from dolmen.games.terra_mystica.rules.board import COLOURS, TERRAINS
from dolmen.games.terra_mystica.rules.factions import FACTIONS, NAMES
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_INCOME,
    BONUSES,
    COINS,
    FAVOUR_INCOME,
    FAVOUR_STEPS,
    FAVOURS,
    ORDERS,
    POWER,
    PRIESTS,
    SCORING_CULT,
    SCORING_GAIN,
    SCORING_SPADES,
    SCORING_STEPS,
    TOWN_GAIN,
    TOWN_KEYS,
    TOWN_POINTS,
    TOWN_STEPS,
    TOWNS,
    WORKERS,
)

TITLES: Final = tuple("Chaos Magicians" if name == "chaosmagicians" else name.capitalize() for name in NAMES)
"""The factions' names in a sentence."""
CULT_NAMES: Final = ("fire", "water", "earth", "air")
GOODS: Final = ("worker", "coin", "priest", "power")
CODES: Final = {"w": "worker", "c": "coin", "p": "priest", "pw": "power", "vp": "point"}
"""The community's letters for goods."""

MINUS: Final = "\u2212"
TIMES: Final = "\u00d7"
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


# ------------------------------------------------------------------------------------------------------------ grammar


def counted(number: int, what: str) -> str:
    """'1 coin', '3 coins', '3 power'."""
    return f"{number} {what}" if number == 1 or what == "power" else f"{number} {what}s"


def in_words(number: int, what: str) -> str:
    """'one spade', 'no spade', 'two spades'."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {what}" if number <= 1 else f"{word} {what}s"


def signed(number: int, what: str) -> str:
    """'+3 coins'; a loss with a true minus sign."""
    return f"{'+' if number >= 0 else MINUS}{counted(abs(number), what)}"


def joined(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def goods_text(goods: Iterable[Any]) -> str:
    """A row of workers, coins, priests and power: '1 worker, 3 power'."""
    return ", ".join(counted(int(number), good) for number, good in zip(goods, GOODS, strict=True) if number)


def short_goods(goods: Iterable[Any]) -> str:
    """The same in the letters of the players' boards: '1 W, 3 PW'."""
    letters = ("W", "C", "P", "PW")
    return " ".join(f"{int(number)} {letter}" for number, letter in zip(goods, letters, strict=True) if number)


def terrain_of(colour: int) -> str:
    """'mountains'."""
    return TERRAINS[colour]


def the_faction(faction: int) -> str:
    """'the Witches'."""
    return f"the {TITLES[faction]}"


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# -------------------------------------------------------------------------------------------------------------- tiles

_BONUS_EXTRA: Final = {
    0: "a spade as an action",
    1: "a cult step as an action",
    3: "shipping +1 until you pass",
    5: "on passing 4 points each for stronghold and sanctuary",
    6: "on passing 2 points a trading post",
    8: "on passing 1 point a dwelling",
    9: "on passing 3 points a shipping step",
}
_FAVOUR_EXTRA: Final = {
    4: "towns need only 6 power",
    5: "a cult step as an action",
    9: "3 points a trading post built",
    10: "2 points a dwelling built",
    11: "on passing 2, 3, 3 or 4 points for 1 to 4 trading posts",
}
_SCORED: Final = (
    "2 points a spade",
    "5 points a town",
    "2 points a dwelling",
    "5 points for stronghold or sanctuary",
    "2 points a dwelling",
    "3 points a trading post",
    "5 points for stronghold or sanctuary",
    "3 points a trading post",
    "4 points a temple",
)


def _bonus(tile: int) -> str:
    income = goods_text(BONUS_INCOME[tile])
    return ", ".join(filter(None, [f"{income} income", _BONUS_EXTRA.get(tile)]))


def _favour(tile: int) -> str:
    income = goods_text(FAVOUR_INCOME[tile])
    return _FAVOUR_EXTRA.get(tile) or (f"{income} income" if income else "")


def _town(tile: int) -> str:
    steps = int(TOWN_STEPS[tile])
    parts = [
        counted(int(TOWN_POINTS[tile]), "point"),
        counted(int(TOWN_KEYS[tile]), "key"),
        goods_text(TOWN_GAIN[tile]),
    ]
    if steps:
        parts.append(f"{counted(steps, 'step')} on every cult")
    if tile == 6:
        parts.append("a step of shipping (carpets fly a hex further)")
    return ", ".join(filter(None, parts))


def _cult_bonus(tile: int) -> str:
    spades = int(SCORING_SPADES[tile])
    gain = counted(spades, "spade") if spades else goods_text(SCORING_GAIN[tile])
    cult = int(SCORING_CULT[tile])
    if cult == ORDERS:
        return f"each priest in an order: {gain}"
    steps = int(SCORING_STEPS[tile])
    return f"every {f'{steps} steps' if steps > 1 else 'step'} of {CULT_NAMES[cult]}: {gain}"


BONUS_WORDS: Final = tuple(_bonus(tile) for tile in range(len(BONUSES)))
"""'6 coins income'."""
BONUS_NAMES: Final = (
    "spade",
    "cult step",
    "six coins",
    "shipping",
    "power",
    "strongholds",
    "trading posts",
    "priest",
    "dwellings",
    "ships",
)
"""What each bonus tile is about, in a word."""
FAVOUR_NAMES: Final = tuple(f"{CULT_NAMES[tile % 4].capitalize()} {int(FAVOUR_STEPS[tile])}" for tile in range(12))
"""'Earth 2': the tile's cult and its steps."""
FAVOUR_WORDS: Final = tuple(_favour(tile) for tile in range(len(FAVOURS)))
TOWN_WORDS: Final = tuple(_town(tile) for tile in range(len(TOWNS)))
SCORING_WORDS: Final = _SCORED
CULT_BONUS_WORDS: Final = tuple(_cult_bonus(tile) for tile in range(len(_SCORED)))

# ------------------------------------------------------------------------------- the same, short, for the table's edge

SCORING_SHORT: Final = (
    "spade +2",
    "town +5",
    "dwelling +2",
    "stronghold, sanctuary +5",
    "dwelling +2",
    "trading post +3",
    "stronghold, sanctuary +5",
    "trading post +3",
    "temple +4",
)
CULT_BONUS_SHORT: Final = tuple(
    words.replace("every step of", "1").replace("every ", "").replace(" steps of", "").replace("each ", "")
    for words in CULT_BONUS_WORDS
)
"""'4 fire: 4 power'."""
FAVOUR_SHORT: Final = (
    *([""] * 4),
    "town from 6",
    "cult action",
    "1 W 1 PW",
    "4 PW",
    "3 C",
    "post +3",
    "dwelling +2",
    "posts, passing",
)
TOWN_SHORT: Final = (
    "5+6 C",
    "7+2 W",
    "9+1 P",
    "6+8 PW",
    "8+cults",
    "2+2 cults",
    "4+ship",
    "11",
)
"""Points and gain."""

# ------------------------------------------------------------------------------------------------------------ actions

POWER_WORDS: Final = ("a bridge", "1 priest", "2 workers", "7 coins", "one spade", "two spades")
SPECIAL_WORDS: Final = (
    "two steps on one cult",
    "a double turn: two actions in a row",
    "a bridge",
    "two free spades for one hex",
    "a sandstorm: a hex that touches your land becomes desert",
    "a dwelling becomes a trading post, free",
    "a ride: a free dwelling on any forest",
)
"""The factions' own actions, in the order of their ids."""
TILE_ACTION_WORDS: Final = (
    "one spade (bonus tile)",
    "one cult step (bonus tile)",
    "one cult step (favour tile)",
)


# ----------------------------------------------------------------------------------------------------------- factions

_ABILITIES: Final = {
    "auren": ("", "one favour tile at once; each round two steps on one cult"),
    "witches": ("5 points more for a town", "each round a free dwelling on any forest"),
    "alchemists": ("turn points into coins and back", "12 power at once, then 2 power a spade"),
    "darklings": ("pay spades with priests, 2 points each", "up to three workers become priests"),
    "halflings": ("1 point a spade, cheap digging", "three spades at once"),
    "cultists": ("a cult step when neighbours take your power", "7 points at once"),
    "engineers": ("cheap buildings, bridges for 2 workers", "3 points a bridge on passing"),
    "dwarves": ("tunnel under a hex for 2 workers, 4 points; no ships", "tunnels cost 1 worker"),
    "mermaids": ("far ships, towns over a river hex", "a step of shipping"),
    "swarmlings": ("dear buildings, 3 workers a town", "each round a dwelling becomes a trading post"),
    "chaosmagicians": ("one first dwelling, two favours at a time", "each round a double turn"),
    "giants": ("every hex takes two spades", "each round two free spades"),
    "fakirs": ("fly over a hex for a priest, 4 points; no ships", "fly over one hex more"),
    "nomads": ("three first dwellings", "each round a sandstorm makes desert"),
}


def faction_words(number: int) -> str:
    """A faction for who chooses one: terrain, goods, ability, stronghold."""
    faction = FACTIONS[number]
    ability, stronghold = _ABILITIES[faction.name]
    goods = [counted(faction.workers, "worker"), counted(faction.coins, "coin")]
    if faction.priests:
        goods.append(counted(faction.priests, "priest"))
    goods.append("power " + "/".join(map(str, faction.bowls)))
    cults = ", ".join(f"{cult} {steps}" for cult, steps in zip(CULT_NAMES, faction.cults, strict=True) if steps)
    parts = [", ".join(filter(None, [*goods, cults])), ability, f"stronghold: {stronghold}"]
    return f"{TITLES[number]}, {TERRAINS[COLOURS.index(faction.colour)]}: {'; '.join(filter(None, parts))}"


assert set(_ABILITIES) == set(NAMES)
assert tuple(range(len(GOODS))) == (WORKERS, COINS, PRIESTS, POWER)
