"""The words of Terra Mystica in the reader's language: goods, structures, terrains, cults, factions, tiles, actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from babel.lists import format_list

from dolmen.contract.content import Amount
from dolmen.core.words import Words, capitalized
from dolmen.games.terra_mystica.present.peoples import Name, people, player
from dolmen.games.terra_mystica.rules.board import COLOURS, TERRAINS
from dolmen.games.terra_mystica.rules.factions import FACTIONS
from dolmen.games.terra_mystica.rules.record import NOBODY, Record
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_INCOME,
    FAVOUR_INCOME,
    FAVOUR_STEPS,
    ORDERS,
    SCORING_CULT,
    SCORING_GAIN,
    SCORING_SPADES,
    SCORING_STEPS,
    TOWN_GAIN,
    TOWN_KEYS,
    TOWN_POINTS,
    TOWN_SHIPPING,
    TOWN_STEPS,
)

GOODS: Final = ("worker", "coin", "priest", "power")
CODES: Final = {"w": "worker", "c": "coin", "p": "priest", "pw": "power", "vp": "point"}
"""The community's letters for goods."""
SYMBOLS: Final = {
    "worker": "cube",
    "coin": "coin",
    "priest": "priest",
    "power": "power",
    "point": "vp",
    "spade": "spade",
    "key": "key",
}
"""The symbol of each good."""
STRUCTURE_SYMBOLS: Final = ("", "dwelling", "trading-house", "temple", "stronghold", "sanctuary")
CULT_SYMBOLS: Final = ("cult-fire", "cult-water", "cult-earth", "cult-air")


class Vocabulary:
    """The words of the game in one language; see `vocabulary_in`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.counted = lru_cache(maxsize=4000)(self._counted)
        self.good = cache(self._good)
        self.terrain = cache(self._terrain)
        self.people = cache(self._people)

    # ------------------------------------------------------------------------------------------------ goods

    def _counted(self, number: int, good: str) -> str:
        """'3 coins'."""
        several = self.words.ngettext
        text = {
            "worker": lambda: several("%(number)s worker", "%(number)s workers", number),
            "coin": lambda: several("%(number)s coin", "%(number)s coins", number),
            "priest": lambda: several("%(number)s priest", "%(number)s priests", number),
            "power": lambda: several("%(number)s power", "%(number)s power", number),
            "point": lambda: several("%(number)s point", "%(number)s points", number),
            "spade": lambda: several("%(number)s spade", "%(number)s spades", number),
            "key": lambda: several("%(number)s key", "%(number)s keys", number),
            "step": lambda: several("%(number)s step", "%(number)s steps", number),
            "town": lambda: several("%(number)s town", "%(number)s towns", number),
            "favour": lambda: several("%(number)s favour tile", "%(number)s favour tiles", number),
            "hex": lambda: several("%(number)s hex", "%(number)s hexes", number),
        }[good]()
        return text % {"number": number}

    def signed(self, number: int, good: str) -> str:
        """'+3 coins', or with a minus sign."""
        return ("+" if number >= 0 else "−") + self.counted(abs(number), good)

    def _good(self, good: str) -> str:
        """The name of a good, for who hears it after a number."""
        _ = self.words.gettext
        return {
            "worker": _("workers"),
            "coin": _("coins"),
            "priest": _("priests"),
            "power": _("power"),
            "point": _("points"),
            "spade": _("spades"),
            "key": _("keys"),
        }[good]

    def amount(self, number: int, good: str) -> Amount:
        """So many of a good, with its symbol."""
        return Amount(number, SYMBOLS[good], self.good(good))

    def price(self, number: int, good: str) -> Amount:
        """The same, with a name that agrees with the number: '1 worker'."""
        return Amount(number, SYMBOLS[good], self.counted(number, good).partition(" ")[2])

    def goods(self, row: Iterable[Any]) -> list[str]:
        """A row of workers, coins, priests and power in words."""
        return [self.counted(int(number), good) for number, good in zip(row, GOODS, strict=True) if number]

    def listed(self, parts: Iterable[str]) -> str:
        """'a, b and c'."""
        return self.words.listed([part for part in parts if part])

    def either(self, parts: Iterable[str]) -> str:
        """'a, b or c'."""
        return format_list(list(parts), style="or", locale=self.words.locale)

    # ------------------------------------------------------------------------------------------------ the map

    def _terrain(self, colour: int) -> str:
        """A terrain by its colour."""
        _ = self.words.gettext
        return {
            "desert": _("desert"),
            "plains": _("plains"),
            "swamp": _("swamp"),
            "lakes": _("lakes"),
            "forest": _("forest"),
            "mountains": _("mountains"),
            "wasteland": _("wasteland"),
        }[TERRAINS[colour]]

    def structure(self, kind: int) -> str:
        """'trading post'."""
        _ = self.words.gettext
        return (
            "",
            _("dwelling"),
            _("trading post"),
            _("temple"),
            _("stronghold"),
            _("sanctuary"),
        )[kind]

    def cult(self, track: int) -> str:
        """'fire'."""
        _ = self.words.gettext
        return (_("fire"), _("water"), _("earth"), _("air"))[track]

    def cult_named(self, track: int) -> str:
        """'the cult of fire', for the middle of a sentence."""
        _ = self.words.gettext
        return (_("the cult of fire"), _("the cult of water"), _("the cult of earth"), _("the cult of air"))[track]

    # ------------------------------------------------------------------------------------------------ factions

    def _people(self, number: int) -> Name:
        """A faction in the forms that sentences need."""
        return people(FACTIONS[number].name, self.words)

    def faction(self, number: int) -> str:
        """'Witches', for headings and tables; see `people` for sentences."""
        return self.people(number).bare

    def short(self, number: int) -> str:
        """A faction in at most ten letters, for rows and chips."""
        return self.people(number).short

    def name(self, record: Record, seat: int, names: Sequence[str]) -> Name:
        """The people of a seat; before the choice, its player."""
        faction = int(record.faction[seat])
        return player(names[seat], self.words) if faction == NOBODY else self.people(faction)

    def title(self, record: Record, seat: int, names: Sequence[str]) -> str:
        """The faction of a seat; before the choice, the player's name."""
        return self.name(record, seat, names).bare

    def ability(self, number: int) -> str:
        """What a faction can do."""
        _ = self.words.gettext
        return {
            "auren": "",
            "witches": _("5 points more for a town"),
            "alchemists": _("turn points into coins and back"),
            "darklings": _("pay spades with priests, 2 points each"),
            "halflings": _("1 point per spade, cheap digging"),
            "cultists": _("a cult step when neighbours take their power"),
            "engineers": _("cheap buildings, bridges for 2 workers"),
            "dwarves": _("tunnel under a hex for 2 workers, 4 points; no ships"),
            "mermaids": _("long-range shipping, towns across a river hex"),
            "swarmlings": _("expensive buildings, 3 workers per town"),
            "chaosmagicians": _("one first dwelling, two favours at a time"),
            "giants": _("every hex takes two spades"),
            "fakirs": _("fly over a hex for a priest, 4 points; no ships"),
            "nomads": _("three first dwellings"),
        }[FACTIONS[number].name]

    def stronghold(self, number: int) -> str:
        """What a faction's stronghold brings."""
        _ = self.words.gettext
        return {
            "auren": _("one favour tile at once; each round two steps on one cult"),
            "witches": _("each round a free dwelling on any forest"),
            "alchemists": _("12 power at once, then 2 power per spade"),
            "darklings": _("up to three workers become priests"),
            "halflings": _("three spades at once"),
            "cultists": _("7 points at once"),
            "engineers": _("3 points per bridge on passing"),
            "dwarves": _("tunnels cost 1 worker"),
            "mermaids": _("a step of shipping"),
            "swarmlings": _("each round a dwelling becomes a trading post"),
            "chaosmagicians": _("each round a double turn"),
            "giants": _("each round two free spades"),
            "fakirs": _("fly over one hex more"),
            "nomads": _("each round a sandstorm makes desert"),
        }[FACTIONS[number].name]

    def start(self, number: int) -> str:
        """What a faction begins with."""
        faction = FACTIONS[number]
        goods = self.goods((faction.workers, faction.coins, faction.priests, 0))
        bowls = self.words.gettext("power %(bowls)s") % {"bowls": "/".join(map(str, faction.bowls))}
        cults = [f"{self.cult(track)} {steps}" for track, steps in enumerate(faction.cults) if steps]
        return ", ".join([*goods, bowls, *cults])

    def home(self, number: int) -> str:
        """A faction's home terrain."""
        return self.terrain(COLOURS.index(FACTIONS[number].colour))

    # ------------------------------------------------------------------------------------------------ tiles

    def bonus(self, tile: int) -> str:
        """What a bonus tile is about, in a word or two."""
        _ = self.words.gettext
        return (
            _("spade"),
            _("cult step"),
            _("six coins"),
            _("shipping"),
            _("power"),
            _("strongholds"),
            _("trading posts"),
            _("priest"),
            _("dwellings"),
            _("ships"),
        )[tile]

    def bonus_use(self, tile: int) -> str:
        """What a bonus tile brings."""
        _ = self.words.gettext
        income = _("%(goods)s income") % {"goods": ", ".join(self.goods(BONUS_INCOME[tile]))}
        extra = {
            0: _("a spade as an action"),
            1: _("a cult step as an action"),
            3: _("shipping +1 until you pass"),
            5: _("on passing 4 points each for stronghold and sanctuary"),
            6: _("on passing 2 points per trading post"),
            8: _("on passing 1 point per dwelling"),
            9: _("on passing 3 points per shipping step"),
        }.get(tile, "")
        return "; ".join(filter(None, [income, extra]))

    def favour(self, tile: int) -> str:
        """'Earth 2'."""
        return f"{capitalized(self.cult(tile % 4))} {int(FAVOUR_STEPS[tile])}"

    def favour_use(self, tile: int) -> str:
        """What a favour tile brings beside its steps, or that it has nothing but them."""
        _ = self.words.gettext
        income = ", ".join(self.goods(FAVOUR_INCOME[tile]))
        if income:
            return _("%(goods)s income") % {"goods": income}
        return {
            4: _("towns need only 6 power"),
            5: _("a cult step as an action"),
            9: _("3 points per trading post built"),
            10: _("2 points per dwelling built"),
            11: _("on passing 2, 3, 3 or 4 points for 1 to 4 trading posts"),
        }.get(tile, _("%(steps)s at once, nothing else") % {"steps": self.counted(int(FAVOUR_STEPS[tile]), "step")})

    def town(self, tile: int) -> str:
        """What a town tile brings, its points first."""
        _ = self.words.gettext
        parts = [self.counted(int(TOWN_POINTS[tile]), "point"), *self.goods(TOWN_GAIN[tile])]
        steps = int(TOWN_STEPS[tile])
        if steps:
            parts.append(_("%(steps)s on every cult") % {"steps": self.counted(steps, "step")})
        if tile == TOWN_SHIPPING:
            parts.append(_("a step of shipping (carpets fly a hex further)"))
        parts.append(self.counted(int(TOWN_KEYS[tile]), "key"))
        return ", ".join(parts)

    def scoring(self, tile: int) -> str:
        """What a round scores."""
        _ = self.words.gettext
        return (
            _("2 points per spade"),
            _("5 points per town"),
            _("2 points per dwelling"),
            _("5 points for stronghold or sanctuary"),
            _("2 points per dwelling"),
            _("3 points per trading post"),
            _("5 points for stronghold or sanctuary"),
            _("3 points per trading post"),
            _("4 points per temple"),
        )[tile]

    def cult_bonus(self, tile: int) -> str:
        """What the end of a round brings."""
        _ = self.words.gettext
        spades = int(SCORING_SPADES[tile])
        gain = self.counted(spades, "spade") if spades else ", ".join(self.goods(SCORING_GAIN[tile]))
        cult = int(SCORING_CULT[tile])
        if cult == ORDERS:
            return _("each priest in an order: %(gain)s") % {"gain": gain}
        steps = int(SCORING_STEPS[tile])
        text = self.words.ngettext(
            "every step in %(cult)s: %(gain)s", "every %(number)s steps in %(cult)s: %(gain)s", steps
        )
        return text % {"number": steps, "cult": self.cult_named(cult), "gain": gain}

    # ------------------------------------------------------------------------------------------------ actions

    def power_action(self, number: int) -> str:
        """What a power action brings."""
        _ = self.words.gettext
        return (
            _("a bridge"),
            self.counted(1, "priest"),
            self.counted(2, "worker"),
            self.counted(7, "coin"),
            self.counted(1, "spade"),
            self.counted(2, "spade"),
        )[number]

    def special(self, number: int) -> str:
        """A faction's own action, in the order of the ids."""
        _ = self.words.gettext
        return (
            _("two steps on one cult"),
            _("a double turn: two actions in a row"),
            _("a bridge for 2 workers"),
            _("two free spades for one hex"),
            _("a sandstorm: a hex that touches your land becomes desert"),
            _("a dwelling becomes a trading post, free"),
            _("a ride: a free dwelling on any forest"),
        )[number]

    def tile_action(self, number: int) -> str:
        """The action of a tile: bonus spade, bonus step, favour step."""
        _ = self.words.gettext
        return (
            _("one spade of the bonus tile"),
            _("one cult step of the bonus tile"),
            _("one cult step of the favour tile"),
        )[number]

    def source(self, name: str) -> str:
        """Where points come from."""
        _ = self.words.gettext
        return {
            "start": _("Start"),
            "round": _("Round tiles"),
            "favour": _("Favour tiles"),
            "passing": _("On passing"),
            "town": _("Towns"),
            "track": _("Shipping, digging"),
            "ability": _("Own ability"),
            "exchange": _("Exchange"),
            "leech": _("Power taken"),
            "fire": _("Cult of fire"),
            "water": _("Cult of water"),
            "earth": _("Cult of earth"),
            "air": _("Cult of air"),
            "area": _("Largest area"),
            "resources": _("Goods left"),
            "auction": _("Auction"),
        }[name]


@cache
def vocabulary_in(words: Words) -> Vocabulary:
    """The words of the game in a language: one for all, for it remembers what it said."""
    return Vocabulary(words)


SOURCE_SYMBOLS: Final = {
    "start": "",
    "round": "vp",
    "favour": "frame-favour",
    "passing": "frame-scroll",
    "town": "town",
    "track": "ship",
    "ability": "stronghold",
    "exchange": "coin",
    "leech": "power",
    "fire": "cult-fire",
    "water": "cult-water",
    "earth": "cult-earth",
    "air": "cult-air",
    "area": "dwelling",
    "resources": "cube",
    "auction": "vp",
}
