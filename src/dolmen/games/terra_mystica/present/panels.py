"""What is shown of each player in one line: goods, bowls, the tiles that he holds, and whether he has passed."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from dolmen.contract.content import Amount, Mark, Panel
from dolmen.core.kernel import as_written
from dolmen.games.terra_mystica.present import svg
from dolmen.games.terra_mystica.present.purse import spade_price
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
from dolmen.games.terra_mystica.rules.record import (
    NO_TILE,
    NOBODY,
    OPTION_VARIABLE_ORDER,
    ROUNDS,
    Record,
    has_option,
)
from dolmen.games.terra_mystica.rules.tiles import CULTS, FAVOUR_STEPS, FAVOURS

_has_option = as_written(has_option)


def panel(record: Record, player: int, colour: str, vocabulary: Vocabulary) -> Panel:
    """The line of a player; before the choice of a faction he has only a colour."""
    if int(record.faction[player]) == NOBODY:
        return Panel(player, colour, int(record.vp[player]), (), (), ())
    return Panel(
        seat=player,
        colour=colour,
        points=int(record.vp[player]),
        stock=tuple(_stock(record, player, vocabulary)),
        pieces=tuple(_tracks(record, player, vocabulary)),
        stones=(),
        title=vocabulary.faction(int(record.faction[player])),
        short_title=vocabulary.short(int(record.faction[player])),
        note=_note(record, player, vocabulary),
        picture=_bonus_held(record, player, vocabulary),
        marks=(*_favours_held(record, player, vocabulary), *_towns_held(record, player, vocabulary)),
        has_passed=bool(record.passed[player]),
        order=next_place(record, player),
        has_board=True,
    )


def _stock(record: Record, player: int, vocabulary: Vocabulary) -> Iterator[Amount]:
    """Goods, and the tokens in each bowl."""
    yield vocabulary.amount(int(record.workers[player]), "worker")
    yield vocabulary.amount(int(record.coins[player]), "coin")
    yield vocabulary.amount(int(record.priests[player]), "priest")
    bowls = record.bowls[player].tolist()
    name = vocabulary.words.gettext("power in bowls I, II and III")
    yield Amount(bowls[2], "power", name, "/".join(map(str, bowls)))


def _tracks(record: Record, player: int, vocabulary: Vocabulary) -> Iterator[Amount]:
    """Shipping, digging, keys."""
    _ = vocabulary.words.gettext
    yield Amount(int(record.shipping[player]), "ship", _("shipping"))
    dig, good = spade_price(record, player)
    yield Amount(dig, "spade", _("priests for a spade") if good == "priest" else _("workers for a spade"))
    yield Amount(int(record.keys[player]), "key", _("keys"))


def _note(record: Record, player: int, vocabulary: Vocabulary) -> str:
    _ = vocabulary.words.gettext
    if record.dropped[player]:
        return _("left the game")
    return vocabulary.words.pgettext("player", "passed") if record.passed[player] else ""


def next_place(record: Record, player: int) -> str:
    """The place in the next round of one who has passed: see `rules.rounds.set_next_order`."""
    passes = record.passes[: record.passed_count].tolist()
    if player not in passes or record.round_number == ROUNDS:
        return ""
    by_passing = _has_option(record, OPTION_VARIABLE_ORDER)
    return str((passes.index(player) if by_passing else (player - passes[0]) % record.players) + 1)


def _bonus_held(record: Record, player: int, vocabulary: Vocabulary) -> Markup | None:
    tile = int(record.bonus[player])
    return None if tile == NO_TILE else Markup(svg.bonus_tile(tile, vocabulary.bonus_use(tile), small=True))


def _favours_held(record: Record, player: int, vocabulary: Vocabulary) -> Iterator[Mark]:
    """A disc for each favour: its cult by the colour, and the steps that it gave."""
    held = int(record.favours[player])
    for tile in range(len(FAVOURS)):
        if held >> tile & 1:
            name = ", ".join(filter(None, [vocabulary.favour(tile), vocabulary.favour_use(tile)]))
            yield Mark(name, str(int(FAVOUR_STEPS[tile])), f"cult:{CULTS[tile % 4].lower()}")


def _towns_held(record: Record, player: int, vocabulary: Vocabulary) -> Iterator[Mark]:
    towns = int(record.town_tiles[player].sum())
    if towns:
        yield Mark(vocabulary.counted(towns, "town"), str(towns) if towns > 1 else "", symbol="town")
