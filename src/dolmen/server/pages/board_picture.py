"""The board of a table as a picture that stands alone, for lists of tables."""

from __future__ import annotations

import re

from dolmen.art.standalone import stand_alone
from dolmen.art.tokens import Scheme
from dolmen.core.words import words
from dolmen.server.live_table import LiveTable

ENGLISH = words("en")
NAME_OF_PLACE = re.compile(r'<text class="place-name".*?</text>')
"""As on the table itself, they are not shown before somebody points."""


def board_picture(live: LiveTable, scheme: Scheme, after: int | None = None) -> str:
    """The ground with the pieces as everybody sees them, now or after so many decisions."""
    present, game = live.present, live.parts.presentation()
    pieces = live.pieces(None) if after is None else _pieces_after(live, after)
    layers = NAME_OF_PLACE.sub("", present.ground(live.state.game, ENGLISH)) + NAME_OF_PLACE.sub("", pieces)
    return stand_alone(
        layers, present.view_box, live.meta.title, scheme, symbol_file=game.symbol_file, style=game.style
    )


def _pieces_after(live: LiveTable, decisions: int) -> str:
    state = live.state_at(max(0, min(decisions, live.state.decisions)))
    return live.present.pieces(state, frozenset(), live.present.seat_colours(state, live.table.options))
