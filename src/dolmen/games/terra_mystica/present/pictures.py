"""The map and the boards beside it, with their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from dolmen.contract.content import Amount, Choice, Preview, SideBoard
from dolmen.contract.game import State
from dolmen.core.record_view import reading, remembered
from dolmen.core.words import Words, capitalized
from dolmen.core.words import words as words_of
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.vocabulary import STRUCTURE_SYMBOLS, Vocabulary, vocabulary_in
from dolmen.games.terra_mystica.rules.board import HEX_NAMES, PRINTED
from dolmen.games.terra_mystica.rules.factions import SPECIALS
from dolmen.games.terra_mystica.rules.record import NOBODY, Record
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, POWER_COST, SCORINGS, TOWNS


@cache
def ground(language: str) -> str:
    """The printed map, every hex with its name for those who hear it."""
    vocabulary = vocabulary_in(words_of(language))
    names = {name: f"{name}, {vocabulary.terrain(int(PRINTED[land]))}" for land, name in enumerate(HEX_NAMES)}
    return svg.ground(names)


def places(choices: Sequence[Choice]) -> list[svg.Lit]:
    """The places of the choices that have one, numbered from 1."""
    return [
        svg.Lit(place=choice.place, choice=number, label=choice.sentence, badge=choice.badge, ghost=choice.ghost)
        for number, choice in enumerate(choices, start=1)
        if choice.place
    ]


def changed(before: Record, after: Record) -> frozenset[str]:
    """The ids of what differs: hexes, structures and bridges."""
    old, new = reading(before), reading(after)
    lands, structures = (old.terrain != new.terrain).nonzero()[0], (old.structure != new.structure).nonzero()[0]
    bridges = (old.bridge_owner != new.bridge_owner).nonzero()[0]
    return frozenset(
        [
            *(f"land-{HEX_NAMES[land]}" for land in lands.tolist()),
            *(f"at-{HEX_NAMES[land]}" for land in structures.tolist()),
            *(f"bridge-{svg.geometry.BRIDGE_IDS[bridge].partition('-')[2]}" for bridge in bridges.tolist()),
        ]
    )


def boards(
    state: State,
    seat: int | None,
    choices: Sequence[Choice],
    chosen: int | None,
    names: Sequence[str],
    words: Words,
    preview: Preview | None = None,
) -> Iterator[SideBoard]:
    """Rounds and bonus tiles above the map, power actions beside it, the own board below; at the side cults, tiles."""
    goods, reaches = (preview.goods, preview.reaches) if preview else ((), ())
    _ = words.gettext
    record, language = reading(state.record), words.language
    lit = places(choices)
    tiles = _rounds(record, language) + _scrolls(record, _at("scroll-", lit), chosen, language)
    yield SideBoard("tiles", "above", _("Rounds and bonus tiles"), tiles, "tiles card")
    actions = _power_actions(record, seat, _at("act-", lit), chosen, language)
    yield SideBoard("acts", "beside", _("Power actions"), actions, "pacts card")
    own = record.turn_player if seat is None else seat
    yield seat_board(record, own, lit, chosen, names, vocabulary_in(words), goods)
    cults = _cults(record, _at(("cult-", "order-"), lit), chosen, reaches, language)
    yield SideBoard("cults", "side", _("Cults"), cults, "cultcard card", short=_("Cults"), symbol="cult-fire")
    stock = _favours_and_towns(record, _at(("favour-", "town-"), lit), chosen, language)
    yield SideBoard("favours", "tab", _("Favours and towns"), stock, "tilestock", short=_("Tiles"), symbol="town")


Shown = tuple[svg.Lit, ...]


def _at(kinds: str | tuple[str, ...], lit: Sequence[svg.Lit]) -> Shown:
    """What may be chosen on one of the boards."""
    return tuple(one for one in lit if one.place.startswith(kinds))


@remembered
def _rounds(record: Record, language: str) -> Markup:
    return Markup(svg.scoring_tiles(record, labels_in(language)))


@remembered
def _scrolls(record: Record, lit: Shown, chosen: int | None, language: str) -> Markup:
    heading = words_of(language).gettext("Free bonus tiles")
    return Markup(svg.bonus_tiles(record, lit, chosen, {**labels_in(language), "heading": heading}))


@remembered
def _power_actions(record: Record, seat: int | None, lit: Shown, chosen: int | None, language: str) -> Markup:
    return Markup(svg.power_actions(record, seat, lit, chosen, labels_in(language)))


@remembered
def _cults(record: Record, lit: Shown, chosen: int | None, reaches: tuple[str, ...], language: str) -> Markup:
    heading = words_of(language).gettext("Cults")
    return Markup(svg.cult_board(record, lit, chosen, {**labels_in(language), "heading": heading}, reaches))


@remembered
def _favours_and_towns(record: Record, lit: Shown, chosen: int | None, language: str) -> Markup:
    return Markup(svg.favours_and_towns(record, lit, chosen, labels_in(language)))


def seat_board(
    record: Record,
    seat: int,
    lit: Sequence[svg.Lit],
    chosen: int | None,
    names: Sequence[str],
    vocabulary: Vocabulary,
    goods: Sequence[Amount] = (),
) -> SideBoard:
    """The faction board of a seat, with what it will have where that is known; before the choice only a name."""
    _ = vocabulary.words.gettext
    seat = max(seat, 0)
    faction = int(record.faction[seat])
    name = vocabulary.name(record, seat, names)
    labels = {
        **labels_in(vocabulary.words.language),
        "faction": name.bare,
        "player": names[seat] if faction != NOBODY else "",
    }
    then = tuple(good.number for good in goods)
    drawn = svg.faction_board(record, seat, lit if seat == record.player else (), chosen, labels, then)
    terrain = svg.terrain_of(record, seat) or "river"
    return SideBoard(
        "own",
        "below",
        _("The board %(of_name)s") % {"of_name": name.of},
        Markup(drawn),
        "own card",
        f"terrain:{terrain}",
        short=_("My board"),
        symbol="dwelling",
    )


@cache
def labels_in(language: str) -> dict[str, str]:
    """What each thing on the boards is, for those who hear it or point at it."""
    words = words_of(language)
    _ = words.gettext
    vocabulary = vocabulary_in(words)
    found: dict[str, str] = {
        "ship": _("Shipping"),
        "dig": _("Digging"),
        "tunnel": _("Tunnel"),
        "carpet": _("Carpet"),
        "next": _("green: income next round"),
    }
    goods: dict[str, Any] = {"cube": "worker", "coin": "coin", "priest": "priest", "power": "power", "vp": "point"}
    found |= {symbol: vocabulary.good(good) for symbol, good in goods.items()}
    found["key"] = vocabulary.good("key")
    found |= {
        symbol: capitalized(vocabulary.structure(kind)) for kind, symbol in enumerate(STRUCTURE_SYMBOLS) if symbol
    }
    for tile, code in enumerate(BONUSES):
        found[f"scroll-{code}"] = found[code] = vocabulary.bonus_use(tile)
    for tile, code in enumerate(FAVOURS):
        use = ", ".join(filter(None, [vocabulary.favour(tile), vocabulary.favour_use(tile)]))
        found[f"favour-{code}"] = found[code] = use
    for tile, code in enumerate(TOWNS):
        found[f"town-{code}"] = found[code] = vocabulary.town(tile)
    for tile, code in enumerate(SCORINGS):
        found[code] = f"{vocabulary.scoring(tile)}; {vocabulary.cult_bonus(tile)}"
    for number in range(6):
        price = vocabulary.counted(int(POWER_COST[number]), "power")
        found[f"act-ACT{number + 1}"] = f"{vocabulary.power_action(number)}, {price}"
    for number, code in enumerate(SPECIALS):
        found[f"act-{code}"] = vocabulary.special(number)
    for track, cult in enumerate(CULTS):
        found[f"cult-{cult.lower()}"] = capitalized(vocabulary.cult(track))
    return found
