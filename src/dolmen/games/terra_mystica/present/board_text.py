"""The map and all boards of Terra Mystica as text, for those who hear it or rather read: row by row, board by board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from dolmen.contract.content import Passage, TextLine
from dolmen.contract.game import State
from dolmen.core.words import Words, capitalized
from dolmen.games.terra_mystica.present.peoples import Name
from dolmen.games.terra_mystica.present.purse import spade_price
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
from dolmen.games.terra_mystica.rules.board import BRIDGE_ENDS, HEX_NAMES
from dolmen.games.terra_mystica.rules.final import largest_area
from dolmen.games.terra_mystica.rules.income import next_income
from dolmen.games.terra_mystica.rules.record import (
    NO_TILE,
    NOBODY,
    ROUNDS,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Record,
    has_favour,
)
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULTS,
    FAV_CULT_STEP,
    FAVOURS,
    ORDER_STEPS,
    PIECES,
    POWER_COST,
    TOWNS,
)


def board_text(state: State, names: Sequence[str], words: Words) -> tuple[Passage, ...]:
    """The whole position."""
    return tuple(passage for passage in BoardText(state.record, names, words).passages() if passage.lines)


class BoardText:
    """Tells one position."""

    def __init__(self, record: Record, names: Sequence[str], words: Words) -> None:
        self.record = record
        self.names = names
        self.words = words
        self.vocabulary = Vocabulary(words)

    def passages(self) -> Iterator[Passage]:
        """Players, rounds, tiles, cults, the map by rows, bridges."""
        _ = self.words.gettext
        players = range(int(self.record.players))
        yield Passage(_("Players"), tuple(TextLine("", self._player(seat)) for seat in players), "panels")
        holding = [seat for seat in players if int(self.record.faction[seat]) != NOBODY]
        yield Passage(_("The players' boards"), tuple(TextLine("", self._player_board(seat)) for seat in holding))
        yield Passage(_("Rounds"), tuple(self._rounds()))
        yield Passage(_("Power actions"), tuple(self._power_actions()))
        cults = tuple(TextLine(f"cult-{cult.lower()}", self._cult(track)) for track, cult in enumerate(CULTS))
        yield Passage(_("Cults"), cults, "drawings")
        yield Passage(_("Tiles that are left"), tuple(self._tiles()))
        for row, names in groupby(HEX_NAMES, key=lambda name: name[0]):
            lines = tuple(TextLine(f"hex-{name}", self._hex(HEX_NAMES.index(name))) for name in names)
            yield Passage(_("Row %(row)s") % {"row": row}, lines, "drawings")
        yield Passage(_("Bridges"), tuple(self._bridges()), "drawings")

    def _name(self, seat: int) -> Name:
        return self.vocabulary.name(self.record, seat, self.names)

    def _title(self, seat: int) -> str:
        return self._name(seat).bare

    def _hex(self, land: int) -> str:
        _ = self.words.gettext
        record = self.record
        parts = {"hex": HEX_NAMES[land], "terrain": self.vocabulary.terrain(int(record.terrain[land]))}
        if int(record.owner[land]) == NOBODY:
            return _("%(hex)s, %(terrain)s.") % parts
        parts["structure"] = self.vocabulary.structure(int(record.structure[land]))
        parts["of_faction"] = self._name(int(record.owner[land])).of
        if record.in_town[land]:
            return _("%(hex)s, %(terrain)s: %(structure)s %(of_faction)s, in a town.") % parts
        return _("%(hex)s, %(terrain)s: %(structure)s %(of_faction)s.") % parts

    def _bridges(self) -> Iterator[TextLine]:
        _ = self.words.gettext
        for place, owner in enumerate(self.record.bridge_owner.tolist()):
            if owner != NOBODY:
                one, other = (HEX_NAMES[end] for end in BRIDGE_ENDS[place].tolist())
                text = _("%(one)s to %(other)s, a bridge %(of_faction)s.")
                yield TextLine("", text % {"one": one, "other": other, "of_faction": self._name(owner).of})

    def _player(self, seat: int) -> str:
        _, vocabulary, record = self.words.gettext, self.vocabulary, self.record
        if int(record.faction[seat]) == NOBODY:
            return _("%(name)s has no faction yet.") % {"name": self.names[seat]}
        held = [
            vocabulary.counted(int(record.vp[seat]), "point"),
            *(
                vocabulary.counted(int(number), good)
                for number, good in (
                    (record.workers[seat], "worker"),
                    (record.coins[seat], "coin"),
                    (record.priests[seat], "priest"),
                )
            ),
            _("power %(bowls)s") % {"bowls": "/".join(str(int(tokens)) for tokens in record.bowls[seat])},
            _("shipping %(number)s") % {"number": int(record.shipping[seat])},
            _("a spade for %(price)s") % {"price": vocabulary.counted(*spade_price(record, seat))},
        ]
        if record.keys[seat]:
            held.append(vocabulary.counted(int(record.keys[seat]), "key"))
        name = f"{self._title(seat)} ({self.names[seat]})"
        said = [f"{name}: {vocabulary.listed(held)}."]
        if record.dropped[seat]:
            said.append(_("Left the game."))
        elif record.passed[seat]:
            said.append(_("Has passed."))
        return " ".join(said)

    def _player_board(self, seat: int) -> str:
        """What a player's board shows beside his goods: tiles, income, pieces that are left, the largest area."""
        _, vocabulary, record = self.words.gettext, self.vocabulary, self.record
        income = vocabulary.listed(vocabulary.goods(next_income(record, seat))) or _("nothing")
        stock = [
            f"{vocabulary.structure(kind)} {int(PIECES[kind]) - int(record.built[seat, kind])}"
            for kind in range(1, len(PIECES))
        ]
        bridge = _("bridge")
        stock.append(f"{bridge} {int(record.bridges[seat])}")
        said = [
            vocabulary.listed(self._tiles_held(seat)),
            _("next income: %(goods)s") % {"goods": income},
            _("in stock: %(pieces)s") % {"pieces": ", ".join(stock)},
            _("largest area: %(hexes)s") % {"hexes": vocabulary.counted(int(largest_area(record, seat)), "hex")},
        ]
        if int(record.used[seat]) & USED_SPECIAL:
            said.append(_("special action used"))
        return f"{self._title(seat)} ({self.names[seat]}): {'; '.join(filter(None, said))}."

    def _tiles_held(self, seat: int) -> Iterator[str]:
        _, vocabulary, record = self.words.gettext, self.vocabulary, self.record
        used = int(record.used[seat])
        if int(record.bonus[seat]) != NO_TILE:
            tile = _("bonus tile '%(tile)s'") % {"tile": vocabulary.bonus(int(record.bonus[seat]))}
            yield _("%(tile)s (used)") % {"tile": tile} if used & USED_BONUS else tile
        for number in range(len(FAVOURS)):
            if has_favour(record, seat, number):
                tile = _("favour %(tile)s") % {"tile": vocabulary.favour(number)}
                is_used = number == FAV_CULT_STEP and used & USED_FAVOUR
                yield _("%(tile)s (used)") % {"tile": tile} if is_used else tile
        for number in range(len(TOWNS)):
            for _copy in range(int(record.town_tiles[seat, number])):
                yield _("town of %(tile)s") % {"tile": vocabulary.town(number)}

    def _rounds(self) -> Iterator[TextLine]:
        _ = self.words.gettext
        now = int(self.record.round_number)
        order = [self._title(int(seat)) for seat in self.record.order[: int(self.record.players)]]
        yield TextLine("", _("Order of turns: %(names)s.") % {"names": ", ".join(order)})
        for number, tile in enumerate(self.record.scoring.tolist(), start=1):
            parts = {
                "round": number,
                "scoring": self.vocabulary.scoring(tile),
                "bonus": self.vocabulary.cult_bonus(tile),
            }
            text = (
                _("Round %(round)s: %(scoring)s; at its end, %(bonus)s.")
                if number < ROUNDS
                else _("Round %(round)s: %(scoring)s.")
            )
            said = text % parts
            present = _("This is the current round.")
            yield TextLine(f"round-{number}", f"{said} {present}" if number == now else said)

    def _power_actions(self) -> Iterator[TextLine]:
        _ = self.words.gettext
        for number, cost in enumerate(POWER_COST.tolist()):
            what = capitalized(self.vocabulary.power_action(number))
            parts = {"what": what, "power": self.vocabulary.counted(cost, "power")}
            taken = int(self.record.power_used) >> number & 1
            text = _("%(what)s for %(power)s: used.") if taken else _("%(what)s for %(power)s: free.")
            yield TextLine(f"act-ACT{number + 1}", text % parts)

    def _cult(self, track: int) -> str:
        _ = self.words.gettext
        record = self.record
        steps = [
            f"{self._title(seat)} {int(record.cult[seat, track])}"
            for seat in range(int(record.players))
            if int(record.faction[seat]) != NOBODY
        ]
        cult = self.vocabulary.cult(track)
        said = [f"{capitalized(cult)}: {self.vocabulary.listed(steps)}."]
        for place, owner in enumerate(record.orders[track].tolist()):
            if owner != NOBODY:
                parts = {"of_faction": self._name(owner).of, "steps": int(ORDER_STEPS[place])}
                said.append(_("A priest %(of_faction)s stands on %(steps)s.") % parts)
        free = [str(int(ORDER_STEPS[place])) for place, owner in enumerate(record.orders[track]) if owner == NOBODY]
        if free:
            said.append(_("Free places for priests: %(places)s.") % {"places": self.vocabulary.listed(free)})
        return " ".join(said)

    def _tiles(self) -> Iterator[TextLine]:
        _, vocabulary, record = self.words.gettext, self.vocabulary, self.record
        for tile, code in enumerate(BONUSES):
            if record.bonus_free[tile]:
                coins = int(record.bonus_coins[tile])
                text = _("Bonus tile '%(tile)s': %(use)s.")
                text %= {"tile": vocabulary.bonus(tile), "use": vocabulary.bonus_use(tile)}
                more = _("%(coins)s on it.") % {"coins": vocabulary.counted(coins, "coin")} if coins else ""
                yield TextLine(f"scroll-{code}", f"{text} {more}".strip())
        for tile, code in enumerate(FAVOURS):
            if int(record.favours_left[tile]):
                use = ", ".join(filter(None, [vocabulary.favour(tile), vocabulary.favour_use(tile)]))
                parts = {"tile": use, "number": int(record.favours_left[tile])}
                yield TextLine(f"favour-{code}", _("Favour %(tile)s: %(number)s left.") % parts)
        for tile, code in enumerate(TOWNS):
            if int(record.towns_left[tile]):
                parts = {"tile": vocabulary.town(tile), "number": int(record.towns_left[tile])}
                yield TextLine(f"town-{code}", _("Town of %(tile)s: %(number)s left.") % parts)
