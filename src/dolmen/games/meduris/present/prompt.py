"""What is asked at the table: one small question, its choices with place, price and effect."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from dolmen.contract.content import Amount, Choice, Group, Prompt, Way
from dolmen.contract.game import State
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import copied, reading
from dolmen.core.words import Words, capitalized
from dolmen.games.meduris.files.lines import Payment, paid_between
from dolmen.games.meduris.present import payments
from dolmen.games.meduris.present.vocabulary import area, bonus, counted, material, plain, points
from dolmen.games.meduris.rules.actions import (
    Action,
    Give,
    Hut,
    Move,
    Offer,
    Pay,
    Place,
    Roll,
    Take,
    Temple,
    decode,
    encode,
)
from dolmen.games.meduris.rules.huts import list_huts
from dolmen.games.meduris.rules.materials import AREAS, CHIP_DRUID, CHIP_TWO, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, Phase, Record, Site, sites
from dolmen.games.meduris.rules.settlement import settlement_size

MOST_KEPT = 5_000
"""So many huts and temples that may be built are kept in words, of all tables."""


class PromptBuilder:
    """Builds the prompt of one position."""

    def __init__(self, state: State, names: Sequence[str], words: Words) -> None:
        self.state = state
        self.record: Record = reading(state.record)
        self.names = names
        self.words = words
        self.player = state.current_player
        self.sites = sites(self.record)
        self._asked: dict[tuple[object, ...], payments.Due | Payment] = {}
        """What a decision of a kind for a field with some materials, at a price, asks to be paid; or what it takes."""

    def prompt(self) -> Prompt:
        """What the seat that decides is asked."""
        _ = self.words.gettext
        phase = Phase(self.record.phase)
        actions: list[Action] = [decode(action) for action in self.state.legal_actions()]
        turn_player = int(self.record.turn_player)
        other = turn_player if turn_player != self.player else None
        turn = _("Your turn") if other is None else _("In %(name)s's turn") % {"name": self.names[turn_player]}
        if phase == Phase.PLACE:
            choices = [self._place(action) for action in actions if isinstance(action, Place)]
            return Prompt(
                _("Your turn, before the first roll"), _("Where will your worker stand?"), "place", tuple(choices)
            )
        if phase == Phase.TAKE:
            choices = [self._take(action) for action in actions if isinstance(action, Take)]
            return Prompt(
                turn, _("The die shows plus. Which chip do you take?"), "plus", tuple(choices), in_turn_of=other
            )
        if phase == Phase.GIVE:
            choices = [self._give(action) for action in actions if isinstance(action, Give)]
            return Prompt(
                turn, _("The die shows minus. Which chip do you return?"), "minus", tuple(choices), in_turn_of=other
            )
        if phase == Phase.OFFER:
            site = self.sites[int(self.record.druid)]
            question = _("The druid stands at your hut on field %(field)s. What do you offer?") % {
                "field": int(self.record.druid) + 1
            }
            choices = [self._offer(action, site) for action in actions if isinstance(action, Offer)]
            return Prompt(turn, question, "offer", tuple(choices), in_turn_of=other)
        if phase == Phase.PAY:
            icons = self.sites[int(self.record.target)].icons
            asked = payments.due(self.state.records, icons)
            if payments.are_many(asked):
                choices = self._counts(actions, asked)
                question = _("You pay material by material. How much %(material)s?")
            else:
                choices, question = self._payments(asked, icons), _("How do you pay?")
            due = material(self.words, MATERIALS[min(int(self.record.named), len(MATERIALS) - 1)])
            return Prompt(turn, question % {"material": due}, "pay", tuple(choices), in_turn_of=other)
        return self._act(actions)

    # -------------------------------------------------------------------------------- before starting, plus, minus

    def _place(self, action: Place) -> Choice:
        _ = self.words.gettext
        level = int(self.record.height[MATERIALS.index(action.plain)]) + 1
        where = plain(self.words, action.plain)
        return Choice(
            label=capitalized(material(self.words, action.plain)),
            detail=_("level %(level)s") % {"level": level},
            sentence=_("Place a worker on %(plain)s, at level %(level)s.") % {"plain": where, "level": level},
            confirm=_("Place on %(plain)s") % {"plain": where},
            brief=_("Place"),
            ways=(Way((encode(action),)),),
            place=f"plain-{action.plain}",
            ghost="worker",
        )

    def _take(self, action: Take) -> Choice:
        _ = self.words.gettext
        way = (Way((encode(action),)),)
        if action.material is None:
            return Choice(label=_("Nothing"), sentence=_("Take no chip."), confirm=_("Take nothing"), ways=way)
        name = material(self.words, action.material)
        return Choice(
            label=capitalized(name),
            sentence=_("Take 1 %(material)s from the mountain.") % {"material": name},
            confirm=capitalized(_("Take %(material)s") % {"material": name}),
            ways=way,
            cost=(Amount(1, action.material, name),),
            place=f"plain-{action.material}",
        )

    def _give(self, action: Give) -> Choice:
        _ = self.words.gettext
        name = material(self.words, action.material)
        held = int(self.record.stock[self.player, MATERIALS.index(action.material)])
        return Choice(
            label=capitalized(name),
            detail=_("you have %(number)s") % {"number": held},
            sentence=_("Return 1 %(material)s; you have %(number)s.") % {"material": name, "number": held},
            confirm=capitalized(_("Return %(material)s") % {"material": name}),
            ways=(Way((encode(action),), pays=(Amount(1, action.material, name),)),),
            cost=(Amount(1, action.material, name),),
            place=f"plain-{action.material}",
        )

    # -------------------------------------------------------------------------------- offerings and payments

    def _offer(self, action: Offer, site: Site) -> Choice:
        _ = self.words.gettext
        size = int(settlement_size(self.record.record, int(self.record.druid)))
        both = self.words.listed(material(self.words, MATERIALS[icon]) for icon in site.icons)
        number = encode(action)
        if action.what == "none":
            lost = points(self.words, -1) if self.record.points[self.player] else _("no point to lose")
            return self._offer_choice(_("Nothing"), lost, _("Offer nothing"), (Way((number,)),))
        if action.what == "chip":
            gain = points(self.words, size)
            return self._offer_choice(_("The druid chip"), gain, _("Offer the druid chip"), (Way((number,)),))
        if action.what in ("both", "three"):
            ways = self._ways(action, site.icons, 1 if action.what == "both" else None)
            if action.what == "both":
                gain, label = points(self.words, size), capitalized(both)
                deed = capitalized(_("Offer %(materials)s") % {"materials": both})
            else:
                gain, label = points(self.words, 1), _("Three chips for one material")
                deed = _("Offer three chips")
            return self._offer_choice(label, gain, deed, ways)
        name = material(self.words, action.what)
        way = Way((number,), pays=(Amount(1, action.what, name),))
        deed = capitalized(_("Offer %(materials)s") % {"materials": name})
        return self._offer_choice(capitalized(name), points(self.words, 1), deed, (way,))

    def _offer_choice(self, label: str, gain: str, deed: str, ways: Sequence[Way]) -> Choice:
        return Choice(label=label, detail=gain, sentence=f"{deed}: {gain}.", confirm=deed, ways=ways, cost=ways[0].pays)

    def _payments(self, asked: payments.Due, icons: tuple[int, int]) -> list[Choice]:
        """Whole payments."""
        deed = self.words.gettext("Pay")
        return [
            Choice(label=way.label, sentence=way.label, confirm=deed, ways=(way,), more=way.note)
            for way in payments.ways(asked, icons, (), self.words)
        ]

    def _counts(self, actions: list[Action], due: payments.Due) -> list[Choice]:
        """How many chips of the next material; or exactly what is due, without a swap."""
        _ = self.words.gettext
        found = []
        direct = payments.amounts_due(due, self.words)
        for action in actions:
            text = counted(self.words, action.number, action.material) if isinstance(action, Pay) else _("what is due")
            deed = capitalized(_("Pay %(chips)s") % {"chips": text})
            ways = (Way((encode(action),)),)
            cost = () if isinstance(action, Pay) else direct
            found.append(Choice(label=capitalized(text), sentence=f"{deed}.", confirm=deed, ways=ways, cost=cost))
        return found

    def _ways(self, action: Action, icons: tuple[int, int], each: int | None) -> Sequence[Way]:
        """How a decision may be paid: `each` is how many of each icon's material are due, where both are."""
        number, kind = encode(action), (type(action), icons, each)
        if kind not in self._asked:
            self._asked[kind] = self._asked_after(number, icons)
        asked = self._asked[kind]
        if isinstance(asked, payments.Due):
            return payments.ways(asked, icons, (number,), self.words)
        return (payments.way((number,), asked, icons, each, self.words),)

    def _asked_after(self, number: int, icons: tuple[int, int]) -> payments.Due | Payment:
        """What a decision asks to be paid, or what it takes where there is nothing to choose."""
        after = copied(self.state.records)
        self.state.game.apply_to(after, number)
        then = reading(after[0])
        return payments.due(after, icons) if then.phase == Phase.PAY else paid_between(self.record, then)

    # -------------------------------------------------------------------------------- move, hut, temple

    def _act(self, actions: list[Action]) -> Prompt:
        _ = self.words.gettext
        moves = self._moves([action for action in actions if isinstance(action, Move)])
        huts = [self._hut(action) for action in actions if isinstance(action, Hut)]
        temples = [self._temple(action) for action in actions if isinstance(action, Temple)]
        groups = (
            Group("move", _("Move"), "m", _("Which worker will move?"), "worker", "big"),
            Group("hut", _("Hut"), "h", _("Where will the hut stand?"), "hut", "hut"),
            Group("temple", _("Temple"), "t", _("Where will the temple stand?"), "temple-stone", "temple"),
        )
        return Prompt(
            eyebrow=_("Your turn, after the roll"),
            question=_("What will you do?"),
            rule="act",
            choices=(*moves, *huts, *temples),
            groups=groups,
        )

    def _moves(self, moves: list[Move]) -> list[Choice]:
        _ = self.words.gettext
        workers: dict[tuple[str, int], list[Move]] = {}
        for move in moves:
            workers.setdefault((move.source, move.level), []).append(move)
        found = []
        for (source, level), ways in workers.items():
            where = plain(self.words, source)
            parts = {"plain": where, "level": level}
            found.append(
                Choice(
                    label=_("Worker on %(plain)s") % parts,
                    detail=_("level %(level)s") % {"level": level},
                    sentence=_("Move your worker at level %(level)s of %(plain)s.") % parts,
                    question=_("Where will the worker go?"),
                    choices=tuple(self._target(move) for move in ways),
                    group="move",
                    place=f"worker-{source}-{level}",
                )
            )
        return found

    def _target(self, move: Move) -> Choice:
        """Where a worker may go, and who takes how many chips there."""
        _ = self.words.gettext
        kind = MATERIALS.index(move.target)
        standing = [int(seat) for seat in self.record.stack[kind] if seat != NOBODY]
        left = int(self.record.supply[kind])
        mine = 0
        others: dict[str, int] = {}
        for level, seat in reversed(list(enumerate([*standing, self.player], start=1))):
            taken = min(level, left)
            left -= taken
            if seat == self.player:
                mine += taken
            elif taken:
                others[self.names[seat]] = others.get(self.names[seat], 0) + taken
        where = plain(self.words, move.target)
        name = material(self.words, move.target)
        gain = _("you +%(number)s") % {"number": mine}
        gains = self.words.listed([gain, *(f"{other} +{taken}" for other, taken in others.items())])
        return Choice(
            label=capitalized(name),
            detail=gains,
            sentence=_("Onto %(plain)s: %(gains)s %(material)s.") % {"plain": where, "gains": gains, "material": name},
            confirm=_("Move to %(plain)s") % {"plain": where},
            brief=_("Move"),
            ways=(Way((encode(move),)),),
            group="move",
            cost=(Amount(mine, move.target, name),),
            place=f"plain-{move.target}",
            badge=f"+{mine}",
            ghost="worker",
        )

    @cached_property
    def _huts(self) -> tuple[list[int], list[int]]:
        """Of every field: the settlement that a hut there would make, and what it would cost."""
        sizes, costs = np.zeros((2, len(self.sites)), dtype=np.int8)
        list_huts(as_taken(self.state.records), sizes, costs)
        return sizes.tolist(), costs.tolist()

    def _hut(self, action: Hut) -> Choice:
        site, (sizes, costs) = self.sites[action.field - 1], self._huts
        size, each = sizes[action.field - 1], costs[action.field - 1]
        holder = int(self.record.rune_holder[site.area])
        from_whom = None if holder in (NOBODY, self.player) else self.names[holder]
        told = _hut_told(action.field, site, size, each, from_whom, self.words, is_mine=holder == self.player)
        return Choice(**told, ways=self._ways(action, site.icons, each))

    def _temple(self, action: Temple) -> Choice:
        site, (sizes, _costs) = self.sites[action.field - 1], self._huts
        told = _temple_told(action.field, site, sizes[action.field - 1] - 1, self.words)
        return Choice(**told, ways=self._ways(action, site.icons, 1))


@lru_cache(maxsize=MOST_KEPT)
def _hut_told(
    field: int, site: Site, size: int, each: int, holder: str | None, words: Words, *, is_mine: bool
) -> dict[str, Any]:
    """A hut on a field as a choice, but for how it may be paid; `holder` is another one who has its rune stone."""
    _ = words.gettext
    if holder is not None:
        stone = _("you take the %(area)s stone from %(holder)s")
    else:
        stone = _("you hold the %(area)s stone") if is_mine else _("you take the %(area)s stone")
    details = [_("stands alone") if size == 1 else _("settlement of %(size)s") % {"size": size}]
    if site.chip in (CHIP_TWO, CHIP_DRUID):
        details.append(bonus(words, site.chip))
    parts = {**_parts(field, site, words), "holder": holder, "number": each}
    price = _("A hut here is free.") if not each else _("A hut here costs %(number)s of each.") % parts
    return {
        "label": _("Field %(field)s") % parts,
        "detail": ", ".join(details),
        "more": stone % parts,
        "sentence": _("Field %(field)s, %(materials)s, %(area)s area.") % parts + " " + price,
        "confirm": _("Build on field %(field)s") % parts,
        "brief": _("Build"),
        "group": "hut",
        "cost": _icons(site, each, words),
        "tag": "" if each else _("free (bonus chip)"),
        "place": f"field-{field}",
        "badge": f"×{each}" if each else _("free"),
        "ghost": "hut",
    }


@lru_cache(maxsize=MOST_KEPT)
def _temple_told(field: int, site: Site, beside: int, words: Words) -> dict[str, Any]:
    """A temple on a field, with so many huts beside it, as a choice, but for how it may be paid."""
    _, several = words.gettext, words.ngettext
    now = several("%(number)s hut beside it now", "%(number)s huts beside it now", beside) % {"number": beside}
    parts = _parts(field, site, words)
    where, price = _("Field %(field)s, %(materials)s, %(area)s area.") % parts, _("A temple here costs 1 of each.")
    return {
        "label": _("Field %(field)s") % parts,
        "detail": now,
        "sentence": f"{where} {price} {capitalized(now)}.",
        "confirm": _("Build a temple on field %(field)s") % parts,
        "brief": _("Build a temple"),
        "group": "temple",
        "cost": _icons(site, 1, words),
        "place": f"field-{field}",
        "badge": f"+{beside}" if beside else "",
        "ghost": "temple",
    }


def _parts(field: int, site: Site, words: Words) -> dict[str, object]:
    """What sentences say of a field."""
    icons = words.listed(material(words, MATERIALS[icon]) for icon in site.icons)
    return {"field": field, "materials": icons, "area": area(words, AREAS[site.area])}


def _icons(site: Site, each: int, words: Words) -> tuple[Amount, ...]:
    """So many of each of a field's materials."""
    return tuple(Amount(each, MATERIALS[icon], material(words, MATERIALS[icon])) for icon in site.icons if each)


def faces(state: State, words: Words) -> tuple[Choice, ...]:
    """The faces that the die may show, each to be said for it."""
    found = []
    for action in state.legal_actions():
        roll = decode(action)
        assert isinstance(roll, Roll)
        name = material(words, roll.face)
        sentence = words.gettext("The die shows %(face)s.") % {"face": name}
        found.append(Choice(capitalized(name), sentence, capitalized(name), ways=(Way((action,)),)))
    return tuple(found)
