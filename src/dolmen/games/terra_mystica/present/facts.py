"""What statistics count of Terra Mystica, in words and pictures."""

from __future__ import annotations

from markupsafe import Markup

from dolmen.contract.content import ShownFact
from dolmen.core.words import Words, capitalized
from dolmen.games.terra_mystica.counting import FACTION, OPENING, SCORING
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.vocabulary import vocabulary_in
from dolmen.games.terra_mystica.rules.board import COLOURS, TERRAINS
from dolmen.games.terra_mystica.rules.factions import FACTIONS, NAMES
from dolmen.games.terra_mystica.rules.tiles import BONUSES, SCORINGS


def fact_kind(kind: str, words: Words) -> str:
    """A kind of facts, as a heading."""
    _ = words.gettext
    return {FACTION: _("Peoples"), OPENING: _("First bonus tile"), SCORING: _("Round tiles")}[kind]


def fact(kind: str, value: str, words: Words) -> ShownFact:
    """A people in its colour, or a tile."""
    vocabulary = vocabulary_in(words)
    if kind == FACTION:
        number = NAMES.index(value)
        terrain = TERRAINS[COLOURS.index(FACTIONS[number].colour)]
        return ShownFact(capitalized(vocabulary.faction(number)), vocabulary.short(number), f"terrain:{terrain}")
    if kind == OPENING:
        tile = BONUSES.index(value)
        return ShownFact(capitalized(vocabulary.bonus(tile)), picture=Markup(svg.bonus_tile(tile, small=True)))
    tile = SCORINGS.index(value)
    told = f"{vocabulary.scoring(tile)}; {vocabulary.cult_bonus(tile)}"
    return ShownFact(
        capitalized(told), capitalized(vocabulary.scoring(tile)), picture=Markup(svg.scoring_tile(tile, 1))
    )
