"""All players side by side: income, pieces that are left, tracks, tiles, and which actions of their own are used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from dolmen.contract.content import Amount, Cell, Overview
from dolmen.core.kernel import as_written
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.pictures import labels_in
from dolmen.games.terra_mystica.present.purse import spade_price
from dolmen.games.terra_mystica.present.vocabulary import GOODS, STRUCTURE_SYMBOLS, Vocabulary
from dolmen.games.terra_mystica.rules.factions import FACTIONS, SPECIALS
from dolmen.games.terra_mystica.rules.income import next_income
from dolmen.games.terra_mystica.rules.record import (
    NOBODY,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Record,
    has_stronghold,
)
from dolmen.games.terra_mystica.rules.tiles import BONUS_CULT_STEP, BONUS_SPADE, FAV_CULT_STEP, PIECES

_has_stronghold = as_written(has_stronghold)


def overview(record: Record, vocabulary: Vocabulary) -> Overview:
    """What does not fit into the players' lines."""
    _ = vocabulary.words.gettext
    headings = (
        _("Income next round"),
        _("Left to build"),
        _("Ships, spade, bridges"),
        _("Tiles"),
        _("Own actions"),
    )
    record = reading(record)
    return Overview(headings, tuple(_row(record, seat, vocabulary) for seat in range(record.players)))


def _row(record: Record, seat: int, vocabulary: Vocabulary) -> tuple[Cell, ...]:
    if int(record.faction[seat]) == NOBODY:
        return (Cell(),) * 5
    labels = labels_in(vocabulary.words.language)
    return (
        Cell(tuple(_income(record, seat, vocabulary))),
        Cell(tuple(_left(record, seat, vocabulary))),
        Cell(tuple(_tracks(record, seat, vocabulary))),
        Cell(pictures=tuple(map(Markup, svg.tiles_held(record, seat, labels)))),
        Cell(pictures=tuple(_own_actions(record, seat, vocabulary))),
    )


def _income(record: Record, seat: int, vocabulary: Vocabulary) -> Iterator[Amount]:
    for number, good in zip(next_income(record, seat), GOODS, strict=True):
        if number:
            yield replace(vocabulary.amount(number, good), text=f"+{number}")


def _left(record: Record, seat: int, vocabulary: Vocabulary) -> Iterator[Amount]:
    """The structures that do not stand on the map yet."""
    for kind, symbol in enumerate(STRUCTURE_SYMBOLS):
        if symbol:
            yield Amount(int(PIECES[kind]) - int(record.built[seat, kind]), symbol, vocabulary.structure(kind))


def _tracks(record: Record, seat: int, vocabulary: Vocabulary) -> Iterator[Amount]:
    """Shipping, the price of a spade, bridges that are left."""
    _ = vocabulary.words.gettext
    ships, (dig, good) = int(record.shipping[seat]), spade_price(record, seat)
    yield Amount(ships, "ship", _("shipping"))
    yield Amount(dig, "spade", _("priests for a spade") if good == "priest" else _("workers for a spade"))
    yield Amount(int(record.bridges[seat]), "bridge", _("bridges left"))


def _own_actions(record: Record, seat: int, vocabulary: Vocabulary) -> Iterator[Markup]:
    """An octagon for each action that only this player may take in a round, crossed out once he did."""
    faction, used, bonus = FACTIONS[int(record.faction[seat])], int(record.used[seat]), int(record.bonus[seat])
    if faction.special and (faction.special_at_once or _has_stronghold(record, seat)):
        label = vocabulary.special(SPECIALS.index(faction.special))
        yield _octagon(svg.SPECIAL_SIGNS[faction.special], label, used & USED_SPECIAL, vocabulary)
    if bonus == BONUS_SPADE:
        yield _octagon("spade", vocabulary.tile_action(0), used & USED_BONUS, vocabulary)
    if bonus == BONUS_CULT_STEP:
        yield _octagon("any-cult", vocabulary.tile_action(1), used & USED_BONUS, vocabulary)
    if int(record.favours[seat]) >> FAV_CULT_STEP & 1:
        yield _octagon("any-cult", vocabulary.tile_action(2), used & USED_FAVOUR, vocabulary)


def _octagon(sign: str, label: str, used: int, vocabulary: Vocabulary) -> Markup:
    label = vocabulary.words.gettext("%(tile)s (used)") % {"tile": label} if used else label
    return Markup(svg.octagon(sign, label, used=bool(used)))
