"""The page that asks how to play on from a moment: which seats are the reader's, and who takes the others."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from dolmen.contract.content import Panel
from dolmen.contract.game import State
from dolmen.core.words import Words, capitalized
from dolmen.server.bot_list import DEFAULT_LEVEL, Opponent, levels
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.log import log_of


@dataclass(frozen=True)
class BranchPage:
    """A moment from which somebody wants to play on."""

    live: LiveTable
    at: int
    """After how many decisions."""
    where: str
    """'Round 4 of 6'."""
    happened: Markup | None
    """What happened last."""
    panels: tuple[Panel, ...]
    mine: int
    """The seat that the reader probably wants."""
    levels: list[Opponent]
    level: int


def branch_page(live: LiveTable, viewer: Viewer, state: State, words: Words) -> BranchPage:
    """What is asked about a position of a table."""
    present = live.present
    colours = present.seat_colours(state, live.table.options)
    asked = state.current_player if state.current_player >= 0 else state.turn_player
    last = [entry.text for entry in log_of(live, words) if entry.decision <= state.decisions][-1:]
    return BranchPage(
        live,
        state.decisions,
        capitalized(present.progress_text(state, words)),
        last[0] if last else None,
        present.panels(state, viewer.seat, words, colours=colours, is_open=live.is_open),
        viewer.seats[0] if viewer.seats else max(asked, 0),
        levels(live.meta.key, words),
        DEFAULT_LEVEL,
    )
