"""Tiles, octagons and peoples as pictures to choose from, each in its place; what is gone stays there, pale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from markupsafe import Markup, escape

from dolmen.contract.content import Gone, Grid, Picture, Told
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.preview import Effect
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
from dolmen.games.terra_mystica.rules.actions import FACTION, FAVOUR, KIND, PASS_BONUS, POWER_ACTION, TOWN
from dolmen.games.terra_mystica.rules.board import COLOURS, SPADES
from dolmen.games.terra_mystica.rules.factions import FACTIONS
from dolmen.games.terra_mystica.rules.record import NO_TILE, NOBODY, OPTION_MINI_EXPANSION, Record
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_TILES,
    DWELLING,
    FAVOUR_TILES,
    POWER_COST,
    SANCTUARY,
    STRONGHOLD,
    TOWN_TILES,
)

PRINTED_TOWNS = 5
"""Kinds of town tiles without the mini expansion."""
_ACTION_SIGNS = (*svg.POWER_SIGNS, *svg.SPECIAL_SIGNS.values(), "spade", "any-cult", "any-cult")
"""What each action shows: of power, of a faction, spade and step of a bonus tile, step of a favour."""
_KINDS = {FACTION: "faction", PASS_BONUS: "bonus", FAVOUR: "favour", TOWN: "town"}


class Grids:
    """The pictures of one position, as the seat that decides may choose them."""

    def __init__(self, record: Record, names: Sequence[str], vocabulary: Vocabulary) -> None:
        self._record = record
        self._seat = int(record.player)
        self._names = names
        self._vocabulary = vocabulary

    def picture(self, action: int, found: Effect | None = None) -> Picture:
        """How the decision to take something is drawn, and what it means now."""
        kind, number = _thing(action)
        drawn, count = self._drawn[kind](number)
        gets = ", ".join(fact.text for fact in found.gets) if found else ""
        return Picture(Markup(drawn), count, gets[:1].upper() + gets[1:])

    def grid(self, actions: Sequence[int]) -> Grid | None:
        """How these decisions lie, and what is gone between them; None where they are no pictures."""
        things = [thing for action in actions if (thing := _thing(action))[0]]
        if not things:
            return None
        offered = {number for _kind, number in things}
        return {
            "faction": self._factions,
            "bonus": self._bonuses,
            "favour": self._favours,
            "town": self._towns,
            "act": self._acts,
        }[things[0][0]](offered)

    @cached_property
    def _drawn(self) -> dict[str, Callable[[int], tuple[str, int]]]:
        record = self._record
        return {
            "faction": lambda number: (self.card(number), 1),
            "bonus": lambda tile: (svg.bonus_picture(tile, int(record.bonus_coins[tile])), 1),
            "favour": lambda tile: (svg.favour_tile(tile), int(record.favours_left[tile])),
            "town": lambda tile: (svg.town_tile(tile), int(record.towns_left[tile])),
            "act": lambda number: (self._octagon(number), 1),
        }

    def _gone(self, place: int, kind: str, number: int, label: str, reason: str) -> Gone:
        return Gone(place, Picture(Markup(self._drawn[kind](number)[0])), label, reason)

    # ------------------------------------------------------------------------------------------------ tiles

    def _favours(self, offered: set[int]) -> Grid:
        """By cult and by steps: four columns of three."""
        _ = self._vocabulary.words.gettext
        gone = tuple(
            self._gone(
                tile,
                "favour",
                tile,
                f"{self._vocabulary.favour(tile)}, {self._vocabulary.favour_use(tile)}",
                _("you have it") if int(self._record.favours[self._seat]) >> tile & 1 else _("none is left"),
            )
            for tile in range(FAVOUR_TILES)
            if tile not in offered
        )
        return Grid(4, gone, "favour-grid")

    def _towns(self, offered: set[int]) -> Grid:
        """All kinds that are in the game."""
        more = int(self._record.options) & OPTION_MINI_EXPANSION
        kinds = TOWN_TILES if more else PRINTED_TOWNS
        reason = self._vocabulary.words.gettext("none is left")
        gone = tuple(
            self._gone(tile, "town", tile, self._vocabulary.town(tile), reason)
            for tile in range(kinds)
            if tile not in offered
        )
        return Grid(4 if more else PRINTED_TOWNS, gone, "town-grid")

    def _bonuses(self, offered: set[int]) -> Grid:
        """All that are in the game; those that somebody holds are gone."""
        _ = self._vocabulary.words.gettext
        holders = {int(tile): seat for seat, tile in enumerate(self._record.bonus.tolist()) if tile != NO_TILE}
        tiles = [tile for tile in range(BONUS_TILES) if tile in offered or tile in holders]
        gone = tuple(
            self._gone(place, "bonus", tile, self._vocabulary.bonus_use(tile), self._held_by(holders[tile]))
            for place, tile in enumerate(tiles)
            if tile not in offered
        )
        return Grid(4, gone, "bonus-grid")

    def _held_by(self, seat: int) -> str:
        _ = self._vocabulary.words.gettext
        if seat == self._seat:
            return _("you have it")
        return self._vocabulary.title(self._record, seat, self._names)

    # ------------------------------------------------------------------------------------------------ actions

    def _octagon(self, number: int) -> str:
        """An action: those of power have a price."""
        if number < len(POWER_COST):
            return svg.power_octagon(number, used=self._is_used(number))
        return svg.octagon(_ACTION_SIGNS[number], used=False)

    def _is_used(self, action: int) -> bool:
        return bool(int(self._record.power_used) >> action & 1)

    def _acts(self, offered: set[int]) -> Grid:
        """The six power actions, then the own ones."""
        _ = self._vocabulary.words.gettext
        gone = tuple(
            self._gone(
                action,
                "act",
                action,
                self._vocabulary.power_action(action),
                _("taken") if self._is_used(action) else _("too little power"),
            )
            for action in range(len(POWER_COST))
            if action not in offered
        )
        return Grid(len(POWER_COST), gone, "octagon-grid")

    # ------------------------------------------------------------------------------------------------ peoples

    def card(self, number: int) -> str:
        """A people as a card: art, start, ability, stronghold."""
        name = self._vocabulary.faction(number)
        return svg.faction_card(number, name, self._ability(number), self._stronghold(number))

    def _factions(self, offered: set[int]) -> Grid:
        """Fourteen cards, two for each terrain."""
        gone = tuple(
            self._gone(number, "faction", number, self._vocabulary.faction(number), self._why_taken(number))
            for number in range(len(FACTIONS))
            if number not in offered
        )
        return Grid(7, gone, "faction-grid", over_board=True)

    def _why_taken(self, number: int) -> str:
        _ = self._vocabulary.words.gettext
        for seat, faction in enumerate(self._record.faction[: len(self._names)].tolist()):
            if faction == number:
                return _("%(name)s plays them") % {"name": self._names[seat]}
            if faction != NOBODY and FACTIONS[faction].colour == FACTIONS[number].colour:
                return _("terrain taken")
        return _("not your colour")

    def told(self, number: int) -> tuple[Told, ...]:
        """A people in full: its land, what it begins with, what it can, what it pays, who is near."""
        _ = self._vocabulary.words.gettext
        rivals = ", ".join(self._rivals(number))
        return (
            Told("", Markup(svg.home_map(number))),
            Told(_("Start"), self._start(number)),
            Told(_("Ability"), escape(self._ability(number))),
            Told(self._vocabulary.structure(STRONGHOLD).capitalize(), escape(self._stronghold(number))),
            Told(_("Prices"), self._prices(number)),
            *([Told(_("Rivals"), escape(rivals))] if rivals else []),
        )

    def _start(self, number: int) -> Markup:
        dwellings = FACTIONS[number].dwellings
        text = self._vocabulary.words.ngettext("%(number)s dwelling", "%(number)s dwellings", dwellings)
        return Markup("{} {}").format(Markup(svg.faction_start(number)), text % {"number": dwellings})

    def _prices(self, number: int) -> Markup:
        kinds = range(DWELLING, SANCTUARY + 1)
        names = [self._vocabulary.structure(kind) for kind in kinds]
        prices = [Markup(svg.price(number, kind)) for kind in kinds]
        return Markup(" ").join(map(Markup("<span>{} {}</span>").format, names, prices))

    def _ability(self, number: int) -> str:
        nothing = self._vocabulary.words.gettext("nothing special to begin with")
        return _sentence(self._vocabulary.ability(number) or nothing)

    def _stronghold(self, number: int) -> str:
        return _sentence(self._vocabulary.stronghold(number))

    def _rivals(self, number: int) -> Iterator[str]:
        """Who has chosen, and how many spades lie between their land and this one."""
        own = COLOURS.index(FACTIONS[number].colour)
        for faction in self._record.faction[: len(self._names)].tolist():
            if faction != NOBODY:
                other = COLOURS.index(FACTIONS[faction].colour)
                spades = self._vocabulary.counted(int(SPADES[own, other, own]), "spade")
                yield f"{self._vocabulary.faction(faction)} ({spades})"


def _thing(action: int) -> tuple[str, int]:
    """What a decision takes: its kind and number; no kind where that is nothing to look at."""
    if POWER_ACTION <= action < FAVOUR:
        return "act", action - POWER_ACTION
    kind = int(KIND[action])
    return _KINDS.get(kind, ""), action - kind


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
