"""What is chosen when a table of Terra Mystica is made: how factions are found, options, tiles; factions as lots."""

from __future__ import annotations

from markupsafe import Markup

from dolmen.contract.content import Lot, OptionField, Picture, Tile, TileField
from dolmen.core.words import Words, capitalized
from dolmen.games.terra_mystica.meta import META
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.grids import Grids
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary, vocabulary_in
from dolmen.games.terra_mystica.rules.board import COLOURS, TERRAINS
from dolmen.games.terra_mystica.rules.chosen_setup import AUCTION_DRAWN, AUCTION_NAMED, DEALT
from dolmen.games.terra_mystica.rules.factions import FACTIONS, NAMES
from dolmen.games.terra_mystica.rules.record import ROUNDS
from dolmen.games.terra_mystica.rules.setup import open_records
from dolmen.games.terra_mystica.rules.tiles import BONUS_SPARE, BONUSES, SCORINGS


def option_fields(words: Words) -> tuple[OptionField, ...]:
    """How factions are found, the colours where they are dealt, and the options of the game."""
    _ = words.gettext
    vocabulary = Vocabulary(words)
    off = (("off", _("Without")), ("on", _("With")))
    return (
        OptionField(
            "setup",
            _("Factions"),
            (
                ("standard", _("Everybody chooses")),
                ("introductory", _("As in the introductory game")),
                ("colours", _("Colours are dealt, everybody chooses a side")),
                (DEALT, _("Dealt")),
                (AUCTION_DRAWN, _("Auction of drawn factions")),
                (AUCTION_NAMED, _("Auction of factions that players name")),
            ),
        ),
        OptionField(
            "colours",
            _("Colour"),
            (("", _("Drawn")), *((colour, vocabulary.terrain(place)) for place, colour in enumerate(COLOURS))),
            by_seat=("",) * META.max_players,
            is_colour=True,
        ),
        OptionField("mini-expansion-1", _("More kinds of town"), off),
        OptionField("shipping-bonus", _("Bonus tile for shipping"), off),
        OptionField("temple-scoring-tile", _("Scoring tile for temples"), off),
        OptionField(
            "variable-turn-order",
            _("Order of turns"),
            (("off", _("Around the table")), ("on", _("In the order of passing"))),
        ),
        OptionField(
            "late-answers",
            _("Offers of power"),
            (("off", _("Answered at once")), ("on", _("May be answered later"))),
        ),
    )


def tile_fields(players: int, words: Words) -> tuple[TileField, ...]:
    """The scoring tiles of the rounds, the bonus tiles, and the factions where they are dealt or auctioned."""
    _, vocabulary = words.gettext, vocabulary_in(words)
    rounds = tuple(_("Round %(number)s") % {"number": number} for number in range(1, ROUNDS + 1))
    return (
        TileField(
            "scoring",
            _("Round tiles"),
            _("The tile for spades lies in one of the first four rounds."),
            rounds,
            tuple(_scoring(tile, vocabulary) for tile in range(len(SCORINGS))),
        ),
        TileField(
            "bonus",
            _("Bonus tiles"),
            _("Three more than players."),
            tuple(str(number) for number in range(1, players + BONUS_SPARE + 1)),
            tuple(_bonus(tile, vocabulary) for tile in range(len(BONUSES))),
        ),
        TileField(
            "factions",
            _("Peoples"),
            _("Where factions are dealt or auctioned, each of another colour."),
            tuple(_("Place %(number)s") % {"number": number} for number in range(1, players + 1)),
            tuple(_faction(number, vocabulary) for number in range(len(NAMES))),
        ),
    )


def _scoring(tile: int, vocabulary: Vocabulary) -> Tile:
    told = capitalized(f"{vocabulary.scoring(tile)}; {vocabulary.cult_bonus(tile)}")
    return Tile(SCORINGS[tile], told, Markup(svg.scoring_tile(tile, 1, told)))


def _bonus(tile: int, vocabulary: Vocabulary) -> Tile:
    told = capitalized(vocabulary.bonus(tile))
    return Tile(BONUSES[tile], told, Markup(svg.bonus_tile(tile, told)))


def _faction(number: int, vocabulary: Vocabulary) -> Tile:
    name = vocabulary.faction(number)
    picture = Markup('{}<span class="tile-name">{}</span>').format(Markup(svg.faction_hex(_terrain(number))), name)
    return Tile(NAMES[number], name, picture)


def _terrain(faction: int) -> str:
    return TERRAINS[COLOURS.index(FACTIONS[faction].colour)]


def lot(name: str, words: Words) -> Lot:
    """A faction that is auctioned."""
    vocabulary, number = vocabulary_in(words), NAMES.index(name)
    grids = Grids(open_records(META.min_players, "standard", frozenset())[0], (), vocabulary)
    label = vocabulary.faction(number)
    detail = ", ".join(filter(None, [vocabulary.home(number), vocabulary.ability(number)]))
    return Lot(
        label,
        vocabulary.people(number).the,
        f"{label}, {detail}",
        Picture(Markup(grids.card(number))),
        f"terrain:{_terrain(number)}",
        grids.told(number),
    )
