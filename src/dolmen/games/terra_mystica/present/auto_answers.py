"""Offers of power that are answered without a question: what a player may settle, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dolmen.contract.content import OptionField, Settles
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.terra_mystica.rules.actions import DECLINE, LEECH, answer_id
from dolmen.games.terra_mystica.rules.leech import power_taken
from dolmen.games.terra_mystica.rules.record import Phase, faction_of

ASK: Final = "ask"
NEVER: Final = "never"
ANY: Final = "any"
MOST_POINTS: Final = 6
"""So many points may be settled one by one; beyond that there is 'whatever it costs'."""


def fields(words: Words) -> tuple[OptionField, ...]:
    """Which offers are taken, and what becomes of the others."""
    _, several = words.gettext, words.ngettext
    up_to = [
        (
            str(number),
            several("Take it for up to %(number)s point", "Take it for up to %(number)s points", number)
            % {"number": number},
        )
        for number in range(1, MOST_POINTS + 1)
    ]
    return (
        OptionField(
            "power",
            _("Power from neighbours"),
            (
                (ASK, _("Ask me")),
                ("0", _("Take it when it is free")),
                *up_to,
                (ANY, _("Take it whatever it costs")),
                (NEVER, _("Never take it")),
            ),
        ),
        OptionField("dearer", _("When it costs more"), ((ASK, _("Ask me")), ("decline", _("Decline it")))),
    )


def free_power(words: Words) -> Settles:
    """What is settled beside an offer."""
    return Settles("power", "0", words.gettext("Always take power that is free"))


def auto_answer(state: State, settled: Mapping[str, str]) -> int | None:
    """Take or decline the offer that is asked about, if the player has settled that."""
    record = state.record
    wish = settled.get("power", ASK)
    if record.phase != Phase.OFFER or wish == ASK:
        return None
    index, player = int(record.asked), state.current_player
    giver, size = faction_of(record, int(record.offer_from[index])), int(record.offer_size[index])
    decline = int(answer_id(DECLINE, giver, size))
    if wish == NEVER:
        return decline
    taken = int(power_taken(record, player, size))
    if taken == 0:  # nothing can be taken now; where answers may wait, there may be room later
        return None
    if wish == ANY or taken - 1 <= int(wish):
        return int(answer_id(LEECH, giver, size))
    return decline if settled.get("dearer") == "decline" else None


def declining(state: State) -> int | None:
    """Decline the offer that is asked about, if one is."""
    return auto_answer(state, {"power": NEVER})
