"""The log of Terra Mystica in brief: a turn in a line, or on a chip; numbers stand beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from dolmen.contract.content import Amount, Entry
from dolmen.core.words import filled
from dolmen.games.terra_mystica.present.deeds import Deed, Turned, counted
from dolmen.games.terra_mystica.present.peoples import Name, people
from dolmen.games.terra_mystica.present.purse import Purse
from dolmen.games.terra_mystica.present.vocabulary import CODES, CULT_SYMBOLS, GOODS, Vocabulary
from dolmen.games.terra_mystica.rules.actions import (
    FAVOUR_STEP_ACTION,
    POWER_ACTION,
    SPECIAL_ACTION,
    Act,
    Advance,
    Bridge,
    Build,
    Burn,
    Connect,
    Convert,
    CultStep,
    Dig,
    Discard,
    ForgoBridge,
    Pass,
    Send,
    Stay,
    TakeFavour,
    TakeTown,
    Upgrade,
    encode,
)
from dolmen.games.terra_mystica.rules.factions import SPECIALS
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, STRUCTURE_CODES, TOWNS

ASIDE = (Burn, Convert)
"""What the numbers tell as well, where there is another deed to tell."""
MEANS = (Dig, Act, TakeFavour, Discard, ForgoBridge, Connect)
"""What a chip leaves out, where there is another deed to tell."""


def line(name: Name, deed: str) -> Markup:
    """Who, and what he did."""
    return Markup("<b>%s</b> %s") % (name.short, deed)


class Briefs:
    """Tells turns in brief, in one language."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.words = vocabulary.words

    # ------------------------------------------------------------------------------------------------ turns

    def turn(self, deeds: Sequence[Deed]) -> str:
        """A turn for the log: '2 spades, dwelling D7, town of 8 points'."""
        told = counted(_told(deeds))
        return ", ".join(filter(None, (self._clause(deed, number) for deed, number in told)))

    def chip(self, deeds: Sequence[Deed]) -> str:
        """A turn for a chip: 'D7, town'."""
        told = _told(deeds)
        ends = [deed for deed in told if not isinstance(deed, MEANS)] or told[:1]
        return ", ".join(filter(None, (self._word(deed, number) for deed, number in counted(ends))))

    def _clause(self, deed: Deed, number: int) -> str:
        _, vocabulary = self.words.gettext, self.vocabulary
        match deed:
            case Build(hex=name):
                return _("dwelling %(hex)s") % {"hex": name}
            case Upgrade(hex=name, structure=code):
                kind = vocabulary.structure(STRUCTURE_CODES.index(code))
                return _("%(structure)s %(hex)s") % {"hex": name, "structure": kind}
            case Turned(hex=name, new=new):
                return _("%(hex)s to %(terrain)s") % {"hex": name, "terrain": vocabulary.terrain(new)}
            case Dig():
                return vocabulary.counted(number, "spade")
            case Burn():
                return _("sacrifice of %(power)s") % {"power": vocabulary.counted(number, "power")}
            case Convert():
                parts = {
                    "given": vocabulary.counted(deed.given * number, CODES[deed.good]),
                    "got": vocabulary.counted(deed.got * number, CODES[deed.into]),
                }
                return _("%(given)s into %(got)s") % parts
            case Act():
                return self._act(deed)
            case TakeFavour(tile=tile):
                return _("favour %(favour)s") % {"favour": vocabulary.favour(FAVOURS.index(tile))}
            case TakeTown(tile=tile):
                points = vocabulary.town(TOWNS.index(tile)).partition(",")[0]
                return _("town of %(points)s") % {"points": points}
            case Pass(tile=tile) if tile:
                return _("passed, tile: %(tile)s") % {"tile": vocabulary.bonus(BONUSES.index(tile))}
        return self._cult(deed) or self._rest(deed, number)

    def _cult(self, deed: Deed) -> str:
        _, vocabulary = self.words.gettext, self.vocabulary
        match deed:
            case CultStep(cult=cult):
                return _("step in %(cult)s") % {"cult": vocabulary.cult(CULTS.index(cult))}
            case Stay(cult=cult):
                return _("%(cult)s: stays at 9") % {"cult": vocabulary.cult(CULTS.index(cult))}
            case Send(cult=cult):
                return _("priest to %(cult)s") % {"cult": vocabulary.cult(CULTS.index(cult))}
        return ""

    def _rest(self, deed: Deed, number: int) -> str:
        _, vocabulary = self.words.gettext, self.vocabulary
        match deed:
            case Bridge(ends=ends):
                return _("bridge %(ends)s") % {"ends": ends.replace(":", "-")}
            case Connect():
                return _("joined over the river")
            case Advance(track=track):
                return _("shipping improved") if track == "ship" else _("digging improved")
            case Pass():
                return self.words.pgettext("people", "passed")
            case Discard():
                return _("%(spades)s given up") % {"spades": vocabulary.counted(number, "spade")}
            case ForgoBridge():
                return _("bridge given up")
        return ""

    def _act(self, act: Act) -> str:
        _ = self.words.gettext
        action = encode(act)
        if act.action in SPECIALS:
            return (
                _("special action"),
                _("double turn"),
                _("bridge for 2 workers"),
                _("two free spades"),
                _("sandstorm"),
                _("free upgrade"),
                _("broom ride"),
            )[action - SPECIAL_ACTION]
        if action >= SPECIAL_ACTION:
            return (_("spade of the bonus tile"), _("bonus tile"), _("favour tile"))[action - FAVOUR_STEP_ACTION + 2]
        return _("power for %(what)s") % {"what": self.vocabulary.power_action(action - POWER_ACTION)}

    def _word(self, deed: Deed, number: int) -> str:
        """A deed as short as can be."""
        _ = self.words.gettext
        match deed:
            case Build(hex=name) | Turned(hex=name):
                return name
            case TakeTown():
                return _("town")
            case Pass():
                return self.words.pgettext("people", "passed")
        return self._clause(deed, number)

    # ------------------------------------------------------------------------------------------------ numbers

    def amounts(self, before: Purse, after: Purse, spent: int = 0) -> tuple[Amount, ...]:
        """What was paid, then what was gained; cults only where a single one moved. Keys come with every town."""
        net: Counter[str] = Counter()
        for number, good in differences(before, after, spent):
            net[good] += number  # power may be spent and gained
        found = [self.vocabulary.amount(number, good) for good, number in net.items() if number]
        steps = [has - had for had, has in zip(before.cults, after.cults, strict=True)]
        moved = [track for track, number in enumerate(steps) if number]
        if len(moved) == 1:
            track = moved[0]
            found.append(Amount(steps[track], CULT_SYMBOLS[track], self.vocabulary.cult(track)))
        return tuple(sorted(found, key=lambda amount: amount.number > 0))

    # ------------------------------------------------------------------------------------------------ answers

    def answers(self, entries: Sequence[Entry]) -> Markup:
        """Several answers to one offer."""
        _ = self.words.gettext
        declined = sum(not entry.change_of(entry.seat) for entry in entries)
        parts = {"from_giver": people(entries[0].answer_to, self.words).from_, "number": declined}
        if declined == len(entries):
            return filled(_("%(number)s players declined power %(from_giver)s"), **parts)
        if not declined:
            return filled(_("Power %(from_giver)s"), **parts)
        return filled(_("Power %(from_giver)s, %(number)s declined"), **parts)


def _told(deeds: Sequence[Deed]) -> list[Deed]:
    """What is told of a turn: whoever builds on a hex has made it his own before."""
    built = {deed.hex for deed in deeds if isinstance(deed, Build)}
    rest = [deed for deed in deeds if not (isinstance(deed, Turned) and deed.hex in built)]
    return [deed for deed in rest if not isinstance(deed, ASIDE)] or rest


def differences(before: Purse, after: Purse, spent: int = 0) -> Iterator[tuple[int, str]]:
    """How much more or less there is of which good: workers, coins, priests, power, points."""
    for good, had, has in zip(GOODS, before.goods, after.goods, strict=False):
        if has != had:
            yield has - had, good
    if spent:
        yield -spent, "power"
    power = after.power - before.power + 2 * spent
    if power > 0:
        yield power, "power"
    if after.points != before.points:
        yield after.points - before.points, "point"
