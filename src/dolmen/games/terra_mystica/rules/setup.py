"""The set-up: options, tiles, factions or colours; from it the first position ('Preparación de la partida').

A `Setup` is explicit: whatever was drawn stands in it by name. Seats are in order of choice, seat 1 starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dolmen.contract.game import Records, empty_records
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.games.terra_mystica.rules.board import COLOURS, PRINTED
from dolmen.games.terra_mystica.rules.factions import FACTIONS, INTRODUCTORY, NAMES
from dolmen.games.terra_mystica.rules.opening import ask_for_faction, take_faction
from dolmen.games.terra_mystica.rules.record import (
    NO_HEX,
    NO_TILE,
    NOBODY,
    OPTION_LATE_ANSWERS,
    OPTION_MINI_EXPANSION,
    OPTION_SHIPPING_BONUS,
    OPTION_TEMPLE_SCORING,
    OPTION_VARIABLE_ORDER,
    RECORD,
    ROUNDS,
)
from dolmen.games.terra_mystica.rules.start import draw_start
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_SPARE,
    BONUSES,
    FAVOUR_COUNT,
    SCORINGS,
    TOWN_COUNT,
    TOWN_COUNT_EXPANDED,
)

OPTIONS: Final = {
    "mini-expansion-1": OPTION_MINI_EXPANSION,
    "shipping-bonus": OPTION_SHIPPING_BONUS,
    "temple-scoring-tile": OPTION_TEMPLE_SCORING,
    "variable-turn-order": OPTION_VARIABLE_ORDER,
    "late-answers": OPTION_LATE_ANSWERS,
}
"""The options of the game, by the names of the community."""

MOST_POINTS_OFF: Final = 99
"""So many points may be taken off a final score, and more than anybody gives for a faction."""

KINDS: Final = ("standard", "introductory", "colours")
"""Factions are chosen freely, given by the rulebook for the number of players, or their colours are dealt."""


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first decision."""

    players: int
    scoring: tuple[str, ...]
    """The scoring tiles of rounds 1 to 6."""
    bonuses: tuple[str, ...]
    """The bonus tiles in play."""
    options: frozenset[str] = frozenset()
    factions: tuple[str, ...] = ()
    """The factions by seat; empty where they are chosen in the game."""
    colours: tuple[str, ...] = field(default=())
    """The colours dealt by seat; empty where factions are given or chosen freely."""
    points_off: tuple[int, ...] = ()
    """What each seat has given for its faction in an auction, taken off its final score; empty where none was held."""

    def __post_init__(self) -> None:
        check_options(self.options)
        check_scoring(self.scoring, self.options)
        check_bonuses(self.bonuses, self.players, self.options)
        check_factions(self.factions, self.players)
        check_colours(self.colours, self.players)
        if self.factions and self.colours:
            raise InvalidSetup("a set-up names factions or deals colours, not both")
        check_points_off(self.points_off, self.factions)


def check_options(options: frozenset[str]) -> None:
    """Only options that the game knows."""
    for option in sorted(options):
        if option not in OPTIONS:
            raise InvalidSetup(f"there is no option '{option}'; the options are {', '.join(OPTIONS)}")


def check_scoring(scoring: Sequence[str], options: frozenset[str]) -> None:
    """Six different scoring tiles; the spade tile not in rounds 5 and 6."""
    check_scoring_names(scoring, options)
    if len(scoring) != ROUNDS:
        raise InvalidSetup(translatable("there are %(number)s scoring tiles; six rounds need six"), number=len(scoring))
    if "SCORE1" in scoring[4:]:
        raise InvalidSetup(
            translatable("the spade tile SCORE1 may not lie on round 5 or 6 (rule: Losetas de puntuación)")
        )


def check_scoring_names(scoring: Sequence[str], options: frozenset[str]) -> None:
    """Scoring tiles that the options allow, each once."""
    allowed = scoring_tiles(options)
    for tile in scoring:
        if tile not in SCORINGS:
            raise InvalidSetup(
                translatable("there is no scoring tile '%(tile)s'; they are %(tiles)s"),
                tile=tile[:40],
                tiles=", ".join(SCORINGS),
            )
        if tile not in allowed:
            raise InvalidSetup(
                translatable("scoring tile %(tile)s is in the game only with the option temple-scoring-tile"), tile=tile
            )
    _refuse_doubles(translatable("scoring tile %(name)s is named %(number)s times"), scoring)


def check_bonuses(bonuses: Sequence[str], players: int, options: frozenset[str]) -> None:
    """Three bonus tiles more than players."""
    check_bonus_names(bonuses, options)
    if len(bonuses) != players + BONUS_SPARE:
        raise InvalidSetup(
            translatable(
                "%(players)s players play with %(needed)s bonus tiles, not %(number)s (rule: Losetas de bonificación)"
            ),
            players=players,
            needed=players + BONUS_SPARE,
            number=len(bonuses),
        )


def check_bonus_names(bonuses: Sequence[str], options: frozenset[str]) -> None:
    """Bonus tiles that the options allow, each once."""
    allowed = bonus_tiles(options)
    for tile in bonuses:
        if tile not in BONUSES:
            raise InvalidSetup(
                translatable("there is no bonus tile '%(tile)s'; they are %(tiles)s"),
                tile=tile[:40],
                tiles=", ".join(BONUSES),
            )
        if tile not in allowed:
            raise InvalidSetup(
                translatable("bonus tile %(tile)s is in the game only with the option shipping-bonus"), tile=tile
            )
    _refuse_doubles(translatable("bonus tile %(name)s is named %(number)s times"), bonuses)


def check_factions(factions: Sequence[str], players: int) -> None:
    """One faction a player, each of another colour."""
    if not factions:
        return
    for faction in factions:
        if faction not in NAMES:
            raise InvalidSetup(
                translatable("there is no faction '%(faction)s'; they are %(factions)s"),
                faction=faction[:40],
                factions=", ".join(NAMES),
            )
    if len(factions) != players:
        raise InvalidSetup(
            translatable("%(number)s factions are named for %(players)s players"), number=len(factions), players=players
        )
    _refuse_doubles(translatable("faction %(name)s is named %(number)s times"), factions)
    colours = [FACTIONS[NAMES.index(faction)].colour for faction in factions]
    for index, colour in enumerate(colours):
        if colour in colours[:index]:
            raise InvalidSetup(
                translatable(
                    "%(one)s and %(other)s are both %(colour)s: a colour is used once (rule: Tableros de facción)"
                ),
                one=factions[colours.index(colour)],
                other=factions[index],
                colour=colour,
            )


def check_colours(colours: Sequence[str], players: int) -> None:
    """One colour a player, all different."""
    if not colours:
        return
    for colour in colours:
        if colour not in COLOURS:
            raise InvalidSetup(f"there is no colour '{colour}'; they are {', '.join(COLOURS)}")
    if len(colours) != players:
        raise InvalidSetup(f"{len(colours)} colours are dealt to {players} players")
    _refuse_doubles("colour %(name)s is named %(number)s times", colours)


def check_points_off(points_off: Sequence[int], factions: Sequence[str]) -> None:
    """A number of points for each faction, where points are taken off at all."""
    if not points_off:
        return
    if len(points_off) != len(factions):
        raise InvalidSetup("points are taken off for factions that are named: one number for each")
    for faction, points in zip(factions, points_off, strict=True):
        if not 0 <= points <= MOST_POINTS_OFF:
            raise InvalidSetup(f"from 0 to {MOST_POINTS_OFF} points are taken off, not {points} ({faction})")


def _refuse_doubles(message: str, names: Sequence[str]) -> None:
    for name, number in Counter(names).items():
        if number > 1:
            raise InvalidSetup(message, name=name, number=number)


def scoring_tiles(options: frozenset[str]) -> tuple[str, ...]:
    """The scoring tiles that may be drawn."""
    return SCORINGS if "temple-scoring-tile" in options else SCORINGS[:-1]


def bonus_tiles(options: frozenset[str]) -> tuple[str, ...]:
    """The bonus tiles that may be drawn."""
    return BONUSES if "shipping-bonus" in options else BONUSES[:-1]


def open_records(players: int, kind: str, options: frozenset[str]) -> Records:
    """The position before the first decision, tiles not yet drawn; where colours are dealt, any colours."""
    records = empty_records(RECORD)
    record = records[0]
    record.players = players
    record.options = sum(OPTIONS[option] for option in options)
    record.terrain[:] = PRINTED
    for name in ("owner", "bridge_owner", "orders", "faction", "colour"):
        record[name][:] = NOBODY
    record.bonus[:] = NO_TILE
    record.transforming = NO_HEX
    record.step_waits_for = NOBODY
    record.skipped_to = NO_HEX
    record.order[:] = range(len(record.order))
    record.favours_left[:] = FAVOUR_COUNT
    record.towns_left[:] = TOWN_COUNT_EXPANDED if "mini-expansion-1" in options else TOWN_COUNT
    if kind == "colours":
        record.colour[:players] = range(players)
    for seat, faction in enumerate(INTRODUCTORY[players] if kind == "introductory" else ()):
        take_faction(record, seat, NAMES.index(faction))
    ask_for_faction(record)
    return records


def draw_setup(players: int, kind: str, options: frozenset[str], draws: Draws, given: Sequence[str] = ()) -> Setup:
    """Draw the tiles (and colours, where they are dealt; a seat keeps the one that it is given)."""
    if any(given) and kind != "colours":
        raise InvalidSetup(translatable("seats are given colours only where colours are dealt"))
    record = open_records(players, kind, options)[0]
    draw_start(record, draws.seed, draws.stream)
    return Setup(
        players,
        tuple(SCORINGS[tile] for tile in record.scoring),
        tuple(tile for tile, free in zip(BONUSES, record.bonus_free, strict=True) if free),
        options,
        factions=INTRODUCTORY[players] if kind == "introductory" else (),
        colours=deal([COLOURS[colour] for colour in record.colour[:players]], given) if kind == "colours" else (),
    )


def deal(drawn: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """A colour for each seat: the one that it is given, or the next drawn one that no seat is given."""
    others = (colour for colour in drawn if colour not in given)
    return tuple(colour or next(others) for colour in given or ("",) * len(drawn))


def first_records(setup: Setup) -> Records:
    """The position before the first decision."""
    records = open_records(setup.players, "standard", setup.options)
    record = records[0]
    record.scoring[:] = [SCORINGS.index(tile) for tile in setup.scoring]
    for tile in setup.bonuses:
        record.bonus_free[BONUSES.index(tile)] = 1
    for seat, colour in enumerate(setup.colours):
        record.colour[seat] = COLOURS.index(colour)
    for seat, faction in enumerate(setup.factions):
        take_faction(record, seat, NAMES.index(faction))
    record.points_off[: len(setup.points_off)] = setup.points_off
    ask_for_faction(record)
    return records
