"""A set-up of which some is chosen by hand: tiles at their places, factions that are dealt; the rest is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from dolmen.contract.colours import chosen_colours
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.games.terra_mystica.rules.factions import FACTIONS, NAMES
from dolmen.games.terra_mystica.rules.record import ROUNDS
from dolmen.games.terra_mystica.rules.setup import (
    KINDS,
    OPTIONS,
    Setup,
    bonus_tiles,
    check_bonus_names,
    check_factions,
    check_scoring_names,
    draw_setup,
    scoring_tiles,
)
from dolmen.games.terra_mystica.rules.tiles import BONUS_SPARE

DEALT: Final = "dealt"
"""The kind of set-up in which everybody is dealt a faction."""
AUCTION_DRAWN, AUCTION_NAMED = "auction", "auction-named"
"""Those in which factions are auctioned: as many as players, drawn or named in turn."""
TABLE_KINDS: Final = (*KINDS, DEALT, AUCTION_DRAWN, AUCTION_NAMED)
FACTION_STREAM: Final = 1
"""Factions are drawn from a stream of their own: with the same seed, the tiles are the same however they are dealt."""


def chosen_setup(players: int, options: Mapping[str, str], seed: int) -> Setup:
    """The set-up that the options of a table settle, what they leave open drawn from the seed. Raises InvalidSetup.

    Where factions are auctioned, the set-up names none: see `auctioned`.
    """
    kind = _kind(options)
    switched = frozenset(name for name in OPTIONS if options.get(name) == "on")
    drawn_kind = kind if kind in KINDS else KINDS[0]
    drawn = draw_setup(players, drawn_kind, switched, Draws(seed), chosen_colours(options, players))
    scoring = _listed(options, "scoring", ROUNDS)
    bonuses = _listed(options, "bonus", players + BONUS_SPARE)
    check_scoring_names([tile for tile in scoring if tile], switched)
    check_bonus_names([tile for tile in bonuses if tile], switched)
    factions = _factions(players, options, seed) if kind == DEALT else drawn.factions
    return replace(
        drawn,
        scoring=_with_scoring(scoring, drawn.scoring, scoring_tiles(switched)),
        bonuses=_with_bonuses(bonuses, drawn.bonuses, bonus_tiles(switched)),
        factions=factions,
    )


def auctioned(players: int, options: Mapping[str, str], seed: int) -> tuple[str, ...] | None:
    """The factions that are auctioned, in the order of their places; empty where they are named; None: no auction."""
    kind = _kind(options)
    if kind == AUCTION_DRAWN:
        return _factions(players, options, seed)
    return () if kind == AUCTION_NAMED else None


def _kind(options: Mapping[str, str]) -> str:
    kind = options.get("setup") or KINDS[0]
    if kind not in TABLE_KINDS:
        raise InvalidSetup(f"there is no set-up '{kind[:40]}'; there are {', '.join(TABLE_KINDS)}")
    return kind


def _listed(options: Mapping[str, str], name: str, places: int) -> list[str]:
    """What an option lists, place by place; empty ones are drawn."""
    tiles = [tile.strip() for tile in options.get(name, "").split(",")]
    while tiles and not tiles[-1]:
        tiles.pop()
    if len(tiles) > places:
        raise InvalidSetup(
            translatable("%(number)s tiles are chosen, but there are places for %(places)s"),
            number=len(tiles),
            places=places,
        )
    return tiles + [""] * (places - len(tiles))


def _factions(players: int, options: Mapping[str, str], seed: int) -> tuple[str, ...]:
    """The factions that the options name, or as many as players, each of another colour."""
    named = tuple(name for name in options.get("factions", "").split(",") if name)
    if named:
        check_factions(named, players)
        return named
    found: dict[str, str] = {}
    for faction in Draws(seed, FACTION_STREAM).shuffled(FACTIONS):
        found.setdefault(faction.colour, faction.name)
    return tuple(found.values())[:players]


def _with_scoring(chosen: Sequence[str], drawn: Sequence[str], tiles: Sequence[str]) -> tuple[str, ...]:
    """The drawn tiles in the places that are left, without those that are chosen; the spade tile not in rounds 5, 6."""
    left = [tile for tile in (*drawn, *tiles) if tile not in chosen]
    laid = list(chosen)
    for place, tile in enumerate(laid):
        if not tile:
            laid[place] = next(other for other in left if other not in laid and (other != "SCORE1" or place < 4))
    return tuple(laid)


def _with_bonuses(chosen: Sequence[str], drawn: Sequence[str], tiles: Sequence[str]) -> tuple[str, ...]:
    """The chosen tiles and as many of the drawn ones as are needed, in the order of their numbers."""
    left = (tile for tile in dict.fromkeys((*drawn, *tiles)) if tile not in chosen)
    laid = {tile or next(left) for tile in chosen}
    return tuple(tile for tile in tiles if tile in laid)


def options_of(setup: Setup, lots: tuple[str, ...] | None) -> dict[str, str]:
    """The options with which `chosen_setup` and `auctioned` give the same again."""
    kind = "colours" if setup.colours else DEALT if setup.factions else KINDS[0]
    if lots is not None:
        kind = AUCTION_DRAWN if lots else AUCTION_NAMED
    told = {
        "setup": kind,
        "scoring": ",".join(setup.scoring),
        "bonus": ",".join(setup.bonuses),
        "colours": ",".join(setup.colours),
        "factions": ",".join(lots or setup.factions),
        **{name: "on" for name in OPTIONS if name in setup.options},
    }
    return {name: value for name, value in told.items() if value}


def families() -> tuple[str, ...]:
    """The colour of every faction: each is used once."""
    return tuple(FACTIONS[number].colour for number in range(len(NAMES)))
