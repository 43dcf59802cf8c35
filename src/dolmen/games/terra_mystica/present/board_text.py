"""The map and all boards of Terra Mystica as text, for those who hear it or rather read: row by row, board by board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from dolmen.contract.game import State
from dolmen.contract.presentation import Line, Passage
from dolmen.core.words import Words
from dolmen.games.terra_mystica.present.explain import digging_text
from dolmen.games.terra_mystica.present.vocabulary import Speech
from dolmen.games.terra_mystica.rules.board import BRIDGE_ENDS, HEX_NAMES
from dolmen.games.terra_mystica.rules.record import NO_TILE, NOBODY, ROUNDS, Record, has_favour
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, ORDER_STEPS, POWER_COST, TOWNS


def spoken(state: State, names: Sequence[str], words: Words) -> tuple[Passage, ...]:
    """The whole position."""
    return tuple(passage for passage in Spoken(state.record, names, words).passages() if passage.lines)


class Spoken:
    """Tells one position."""

    def __init__(self, record: Record, names: Sequence[str], words: Words) -> None:
        self.record = record
        self.names = names
        self.words = words
        self.speech = Speech(words)

    def passages(self) -> Iterator[Passage]:
        """Players, rounds, tiles, cults, the map by rows, bridges."""
        _ = self.words.gettext
        players = range(int(self.record.players))
        yield Passage(_("Players"), tuple(Line("", self._player(seat)) for seat in players))
        yield Passage(_("Rounds"), tuple(self._rounds()))
        yield Passage(_("Power actions"), tuple(self._power_actions()))
        yield Passage(_("Cults"), tuple(Line(f"cult-{cult.lower()}", self._cult(k)) for k, cult in enumerate(CULTS)))
        yield Passage(_("Tiles that are left"), tuple(self._tiles()))
        for row, names in groupby(HEX_NAMES, key=lambda name: name[0]):
            lines = tuple(Line(f"hex-{name}", self._hex(HEX_NAMES.index(name))) for name in names)
            yield Passage(_("Row %(row)s") % {"row": row}, lines)
        yield Passage(_("Bridges"), tuple(self._bridges()))

    def _title(self, seat: int) -> str:
        return self.speech.title(self.record, seat, self.names)

    def _hex(self, land: int) -> str:
        _ = self.words.gettext
        record = self.record
        parts = {"hex": HEX_NAMES[land], "terrain": self.speech.terrain(int(record.terrain[land]))}
        if int(record.owner[land]) == NOBODY:
            return _("%(hex)s, %(terrain)s.") % parts
        parts["structure"] = self.speech.structure(int(record.structure[land]))
        parts["faction"] = self._title(int(record.owner[land]))
        if record.in_town[land]:
            return _("%(hex)s, %(terrain)s: %(structure)s of the %(faction)s, in a town.") % parts
        return _("%(hex)s, %(terrain)s: %(structure)s of the %(faction)s.") % parts

    def _bridges(self) -> Iterator[Line]:
        _ = self.words.gettext
        for place, owner in enumerate(self.record.bridge_owner.tolist()):
            if owner != NOBODY:
                one, other = (HEX_NAMES[end] for end in BRIDGE_ENDS[place].tolist())
                text = _("%(one)s to %(other)s, of the %(faction)s.")
                yield Line("", text % {"one": one, "other": other, "faction": self._title(owner)})

    def _player(self, seat: int) -> str:
        _, speech, record = self.words.gettext, self.speech, self.record
        if int(record.faction[seat]) == NOBODY:
            return _("%(name)s has no faction yet.") % {"name": self.names[seat]}
        held = [
            speech.counted(int(record.vp[seat]), "point"),
            *(
                speech.counted(int(number), good)
                for number, good in (
                    (record.workers[seat], "worker"),
                    (record.coins[seat], "coin"),
                    (record.priests[seat], "priest"),
                )
            ),
            _("power %(bowls)s") % {"bowls": "/".join(str(int(tokens)) for tokens in record.bowls[seat])},
            _("shipping %(number)s") % {"number": int(record.shipping[seat])},
            _("a spade for %(price)s") % {"price": self._spade(seat)},
        ]
        if record.keys[seat]:
            held.append(speech.counted(int(record.keys[seat]), "key"))
        name = f"{self._title(seat)} ({self.names[seat]})"
        said = [f"{name}: {speech.listed(held)}."]
        tiles = []
        if int(record.bonus[seat]) != NO_TILE:
            tiles.append(_("bonus tile %(tile)s") % {"tile": speech.bonus(int(record.bonus[seat]))})
        tiles += [
            _("favour %(tile)s") % {"tile": speech.favour(tile)}
            for tile in range(len(FAVOURS))
            if has_favour(record, seat, tile)
        ]
        tiles += [
            _("town of %(tile)s") % {"tile": speech.town(tile)}
            for tile in range(len(TOWNS))
            for _copy in range(int(record.town_tiles[seat, tile]))
        ]
        if tiles:
            said.append(speech.listed(tiles)[:1].upper() + speech.listed(tiles)[1:] + ".")
        if record.dropped[seat]:
            said.append(_("Left the game."))
        elif record.passed[seat]:
            said.append(_("Has passed."))
        return " ".join(said)

    def _spade(self, seat: int) -> str:
        number, _blank, good = digging_text(self.record, seat).partition(" ")
        return self.speech.counted(int(number), "priest" if good.endswith("P") else "worker")

    def _rounds(self) -> Iterator[Line]:
        _ = self.words.gettext
        now = int(self.record.round_number)
        for number, tile in enumerate(self.record.scoring.tolist(), start=1):
            parts = {
                "round": number,
                "scoring": self.speech.scoring(tile),
                "bonus": self.speech.cult_bonus(tile),
            }
            text = (
                _("Round %(round)s: %(scoring)s; at its end, %(bonus)s.")
                if number < ROUNDS
                else _("Round %(round)s: %(scoring)s.")
            )
            said = text % parts
            yield Line(f"round-{number}", f"{said} {_('This is the present round.')}" if number == now else said)

    def _power_actions(self) -> Iterator[Line]:
        _ = self.words.gettext
        for number, cost in enumerate(POWER_COST.tolist()):
            parts = {"what": self.speech.power_action(number), "power": self.speech.counted(cost, "power")}
            taken = int(self.record.power_used) >> number & 1
            text = _("%(what)s for %(power)s: taken.") if taken else _("%(what)s for %(power)s: free.")
            yield Line(f"act-ACT{number + 1}", text % parts)

    def _cult(self, track: int) -> str:
        _ = self.words.gettext
        record = self.record
        steps = [
            f"{self._title(seat)} {int(record.cult[seat, track])}"
            for seat in range(int(record.players))
            if int(record.faction[seat]) != NOBODY
        ]
        cult = self.speech.cult(track)
        said = [f"{cult[:1].upper()}{cult[1:]}: {self.speech.listed(steps)}."]
        for place, owner in enumerate(record.orders[track].tolist()):
            if owner != NOBODY:
                parts = {"faction": self._title(owner), "steps": int(ORDER_STEPS[place])}
                said.append(_("A priest of the %(faction)s stands on %(steps)s.") % parts)
        free = [str(int(ORDER_STEPS[place])) for place, owner in enumerate(record.orders[track]) if owner == NOBODY]
        if free:
            said.append(_("Free places for priests: %(places)s.") % {"places": self.speech.listed(free)})
        return " ".join(said)

    def _tiles(self) -> Iterator[Line]:
        _, speech, record = self.words.gettext, self.speech, self.record
        for tile, code in enumerate(BONUSES):
            if record.bonus_free[tile]:
                coins = int(record.bonus_coins[tile])
                text = _("Bonus tile %(tile)s.") % {"tile": speech.bonus(tile)}
                more = _("%(coins)s on it.") % {"coins": speech.counted(coins, "coin")} if coins else ""
                yield Line(f"scroll-{code}", f"{text} {more}".strip())
        for tile, code in enumerate(FAVOURS):
            if int(record.favours_left[tile]):
                use = ", ".join(filter(None, [speech.favour(tile), speech.favour_use(tile)]))
                parts = {"tile": use, "number": int(record.favours_left[tile])}
                yield Line(f"favour-{code}", _("Favour %(tile)s: %(number)s left.") % parts)
        for tile, code in enumerate(TOWNS):
            if int(record.towns_left[tile]):
                parts = {"tile": speech.town(tile), "number": int(record.towns_left[tile])}
                yield Line(f"town-{code}", _("Town of %(tile)s: %(number)s left.") % parts)
