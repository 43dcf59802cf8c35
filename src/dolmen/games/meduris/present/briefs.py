"""The log of Meduris in brief: a line for each deed; chips and points stand beside it as numbers."""

from __future__ import annotations

from markupsafe import Markup, escape

from dolmen.contract.content import Amount, Change
from dolmen.core.words import Words
from dolmen.games.meduris.present.sources import Gains
from dolmen.games.meduris.present.vocabulary import area, material, plain
from dolmen.games.meduris.rules.actions import Give, Hut, Move, Offer, Place, Roll, Take, Temple
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Record, sites

FINAL = ("temples", "stones")
"""Points of the final scoring: nobody's deed."""


def line(name: str, chosen: object, before: Record, after: Record, scored: Gains, words: Words) -> Markup:
    """Who, what he did, and the weightiest of what that led to: there is no room for more."""
    led_to = _turning_point(before, after, scored, words) or _stone(chosen, before, words)
    return Markup("<b>%s</b> %s") % (name, ", ".join(filter(None, (_deed(chosen, before, words), led_to))))


def _turning_point(before: Record, after: Record, scored: Gains, words: Words) -> str:
    _ = words.gettext
    if before.circuit_left == NOT_YET != after.circuit_left:
        return _("the final circuit begins")
    if before.ender == NOBODY != after.ender:
        return _("everything is built")
    return _("the druid crossed the river") if "river" in scored else ""


def _stone(chosen: object, before: Record, words: Words) -> str:
    """The rune stone that changed its holder."""
    if not isinstance(chosen, Hut):
        return ""
    place = sites(before)[chosen.field - 1].area
    if int(before.rune_holder[place]) == int(before.player):
        return ""
    return words.gettext("took the %(area)s stone") % {"area": area(words, AREAS[place])}


def _deed(chosen: object, before: Record, words: Words) -> str:
    _ = words.gettext
    match chosen:
        case Roll(face=face):
            return _("rolled %(face)s") % {"face": material(words, face)}
        case Place(plain=name):
            return _("placed a worker on %(plain)s") % {"plain": plain(words, name)}
        case Take(material=None):
            return _("took no chip")
        case Take():
            return _("took a chip")
        case Give():
            return _("returned a chip")
        case Move(target=target):
            return _("moved a worker onto %(plain)s") % {"plain": plain(words, target)}
        case Temple(field=field):
            return _("built a temple on %(field)s") % {"field": field}
        case Hut(field=field):
            return _("built a hut on %(field)s") % {"field": field}
        case Offer(what=what):
            parts = {"field": int(before.druid) + 1}
            if what == "none":
                return _("offered nothing at field %(field)s") % parts
            if what == "chip":
                return _("offered the druid chip at field %(field)s") % parts
            return _("made an offering at field %(field)s") % parts
    raise AssertionError(f"no deed begins with {chosen}")


def final(source: str, words: Words) -> Markup:
    """What the final scoring counts."""
    _ = words.gettext
    return escape({"temples": _("Temples"), "stones": _("Rune stones")}[source])


def changes(before: Record, after: Record, scored: Gains, words: Words) -> tuple[Change, ...]:
    """What a deed cost and brought whom: losses first."""
    found = []
    for seat in range(int(before.players)):
        stocks = zip(MATERIALS, before.stock[seat].tolist(), after.stock[seat].tolist(), strict=True)
        amounts = [Amount(new - old, name, material(words, name)) for name, old, new in stocks if new != old]
        amounts += _points(sum(by_seat[seat] for source, by_seat in scored.items() if source not in FINAL), words)
        if amounts:
            found.append(Change(seat, tuple(sorted(amounts, key=lambda amount: amount.number > 0))))
    return tuple(found)


def final_changes(by_seat: list[int], words: Words) -> tuple[Change, ...]:
    """What one source of the final scoring brought whom."""
    return tuple(Change(seat, _points(number, words)) for seat, number in enumerate(by_seat) if number)


def _points(number: int, words: Words) -> tuple[Amount, ...]:
    return (Amount(number, "vp", words.gettext("points")),) if number else ()
