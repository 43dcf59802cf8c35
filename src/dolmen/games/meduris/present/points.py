"""Where the points of a whole game came from."""

from __future__ import annotations

from typing import Final

from dolmen.contract.content import Fact
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.meduris.present.log import lines_from
from dolmen.games.meduris.present.sources import SOURCES, Gains, gains

START: Final = "start"
"""What everybody begins with."""


def points_by_source(state: State) -> Gains:
    """The points of all seats by source, those of the start first."""
    players = state.game.players
    total: Gains = {START: [int(number) for number in state.records_before(0)[0].points[:players]]}
    total.update((source, [0] * players) for source in SOURCES)
    for line in lines_from(state, 0):
        for source, by_seat in gains(line.before, line.after, line.action).items():
            for seat, number in enumerate(by_seat):
                total[source][seat] += number
    return total


def source_named(source: str, words: Words) -> Fact:
    """A source with its symbol."""
    _ = words.gettext
    return Fact(
        *{
            START: ("", _("Start")),
            "ritual": ("druid", _("Offerings")),
            "bonus": ("chip-two", _("Bonus chips")),
            "river": ("rune-waves", _("Runes at the river")),
            "circuit": ("druid", _("Final circuit")),
            "temples": ("temple-stone", _("Temples")),
            "stones": ("rune-stone", _("Rune stones")),
            "nothing": ("die-minus", _("Nothing offered")),
        }[source]
    )
