"""Why nothing can be done at a place of the board."""

from __future__ import annotations

from dolmen.contract.content import Fact
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.materials import MATERIALS, MAX_STACK
from dolmen.games.meduris.rules.payment import chips_held, most_direct
from dolmen.games.meduris.rules.record import NOBODY, Phase, sites


def refusal(state: State, place: str, words: Words) -> Fact:
    """The rule that forbids it, in a sentence."""
    _ = words.gettext
    record = state.record
    kind, name = [*place.split("-"), ""][:2]
    if record.phase != Phase.ACT:
        return Fact("act", _("There is nothing to choose on the board now: answer the question first."))
    player = state.current_player
    fields = sites(record)
    if kind == "field" and name in {str(number) for number in range(1, len(fields) + 1)}:
        field = int(name) - 1
        site = fields[field]
        owner = max(site.hut, site.temple)
        if owner != NOBODY:
            return Fact("hut", _("Field %(field)s is built on already.") % {"field": name})
        each = int(hut_cost(record, field))
        needed = 3 * 2 * each - 2 * int(most_direct(record, player, field, each))
        held = int(chips_held(record, player))
        if record.huts[player] == 0:
            return Fact("hut", _("You have no hut left."))
        return Fact(
            "pay",
            _(
                "A hut on field %(field)s costs %(each)s of each. That takes %(needed)s of your chips; "
                "you have %(held)s."
            )
            % {"field": name, "each": each, "needed": needed, "held": held},
        )
    if kind == "plain" and name in MATERIALS and record.height[MATERIALS.index(name)] == MAX_STACK:
        return Fact("big", _("Three workers stand there already."))
    return Fact("act", _("Nothing can be chosen there now."))
