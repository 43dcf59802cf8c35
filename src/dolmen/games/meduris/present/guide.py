"""Hints for a first game of Meduris: they follow the position, say a thing when it matters, and then step back."""

from __future__ import annotations

from dolmen.contract.content import Hint
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.meduris.present.vocabulary import plain
from dolmen.games.meduris.rules.materials import HUTS, MATERIALS, TEMPLES, WORKERS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, Record

OPENING = 5
"""So many own turns are led through; then only what is new gets a hint."""


def hint(state: State, seat: int, words: Words) -> Hint | None:
    """What a newcomer at that seat wants to know now."""
    record = state.record
    if state.is_terminal():
        return None
    if state.current_player != seat:
        return _watching(record, words)
    phase = Phase(record.phase)
    if phase == Phase.PLACE:
        return _placing(record, seat, words)
    if phase == Phase.ACT:
        return _acting(state, seat, words)
    _ = words.gettext
    return {
        Phase.TAKE: lambda: Hint(
            "take",
            _("A gift from the mountain"),
            _("The die shows plus: everybody may take one chip. Take what the field where you want to build asks for."),
            "plus",
        ),
        Phase.GIVE: lambda: Hint(
            "give",
            _("The mountain takes"),
            _("The die shows minus: everybody returns one chip. Part with what you need least for your next hut."),
            "minus",
        ),
        Phase.PAY: lambda: Hint(
            "pay",
            _("Paying"),
            _(
                "Pay with the field's materials where you can. Three chips of any kind stand in for one: expensive, "
                "but a hut at the right moment is worth it."
            ),
            "pay",
        ),
        Phase.OFFER: lambda: Hint(
            "offer",
            _("The druid asks"),
            _(
                "Give both materials of the field and you score a point for every hut of the settlement, no matter "
                "whose they are. One material scores 1 point, nothing costs 1. In a large settlement both are worth "
                "it."
            ),
            "offer",
        ),
    }[phase]()


def _placing(record: Record, seat: int, words: Words) -> Hint:
    _ = words.gettext
    standing = sum(int(owner) == seat for stack in record.stack for owner in stack)
    if not standing:
        text = _(
            "Each of the four plains brings one material. Your workers wait there: whenever the die shows a "
            "material, every worker on its plain takes one chip. Click a lit plain: that is where your worker goes."
        )
        return Hint("place-first", _("Welcome to the mountain"), text, "place")
    left = WORKERS[int(record.players)] - standing
    text = words.ngettext(
        "One more worker to place. Spread them over several plains, then more rolls bring you something.",
        "%(number)s more workers to place. Spread them over several plains, then more rolls bring you something.",
        left,
    )
    return Hint("place-more", _("Spread out"), text % {"number": left}, "small")


def _acting(state: State, seat: int, words: Words) -> Hint | None:
    """One thing a turn: what is possible, and what is wise."""
    _ = words.gettext
    record = state.record
    players = int(record.players)
    huts = HUTS[players] - int(record.huts[seat])
    temples = TEMPLES[players] - int(record.temples[seat])
    own_turns = (int(record.turn) - 1) // players
    groups = {text.split()[0] for text in state.legal_texts()}
    if int(record.ender) != NOBODY:
        text = _("Somebody has built everything: this is your last turn. A hut now still counts when the druid walks.")
        return Hint("last", _("The last turn"), text, "finale")
    if "hut" in groups and not huts:
        text = _(
            "You can pay for your first hut. The lit fields show the price: ×1 is one of each of the two materials. "
            "A hut alone is cheap; a hut beside others is expensive, but scores more when the druid comes. You also "
            "take the rune stone of the area."
        )
        return Hint("first-hut", _("Your first hut"), text, "hut", kinds=("hut",))
    if "temple" in groups and huts and not temples and own_turns > 2:
        text = _(
            "A temple costs only one of each. At the end it scores a point for every hut in the settlements beside "
            "it, so a gap between two growing settlements is its best place."
        )
        return Hint("temple", _("A temple?"), text, "temple", kinds=("temple",))
    if "hut" not in groups:
        best = max(range(4), key=lambda kind: (int(record.height[kind]) < 3) * int(record.height[kind]))
        text = _(
            "No hut can be paid for yet. Move a worker: it climbs on the stack of another plain, and everybody there "
            "takes as many chips as their level says. The higher you land, the more you take: %(plain)s is high now."
        )
        where = plain(words, MATERIALS[best])
        return Hint("first-move", _("Collect first"), text % {"plain": where}, "big", kinds=("move",))
    if own_turns <= OPENING:
        text = _(
            "Build where the druid will pass soon and where the materials are ones your workers bring. Another's "
            "settlement is welcome: its huts count for you, too. Whoever has built all huts and temples ends the "
            "game."
        )
        return Hint("grow", _("Grow a settlement"), text, "hut", kinds=("hut",))
    return Hint("done", _("You know the way now"), _("Hints will only speak up when something new happens."), "act")


def _watching(record: Record, words: Words) -> Hint | None:
    _ = words.gettext
    if int(record.circuit_left) != NOT_YET:
        text = _("The druid walks round once more and asks at every hut. Then temples and rune stones score.")
        return Hint("circuit", _("The final circuit"), text, "finale")
    if int(record.turn) and int(record.turn) <= int(record.players):
        text = _(
            "The others play now. Watch the die in the corner: what it shows may bring you chips, too. The dot marks "
            "what has changed since your last turn."
        )
        return Hint("watch", _("While you wait"), text, "small")
    return None
