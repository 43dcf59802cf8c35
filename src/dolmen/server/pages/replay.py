"""A finished game, moment by moment."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.contract.presentation import Panel, SideBoard
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.log import log_of
from dolmen.server.pages.table import LogLine, board_part, log_lines
from dolmen.server.parts import Part

LOG_ENTRIES = 30
"""So many entries of the log stand beside the board."""


@dataclass(frozen=True)
class ReplayPage:
    """A finished game at one of its moments."""

    live: LiveTable
    at: int
    """How many entries of the log have happened."""
    last: int
    lines: tuple[LogLine, ...]
    """The last of these, the newest first."""
    panels: tuple[Panel, ...]
    boards: tuple[SideBoard, ...]
    drawn: str

    @property
    def line(self) -> LogLine | None:
        """What happened last."""
        return self.lines[0] if self.lines else None

    @property
    def pieces(self) -> Part:
        """The layer of pieces."""
        return Part.layer("pieces", self.drawn)

    @property
    def moment(self) -> Part:
        """What is told of the moment beside the board."""
        return Part("moment", "replay_moment.html", {"replay": self}, always=True)

    def boards_at(self, where: str) -> list[Part]:
        """The boards at one of their places."""
        return [board_part(board) for board in self.boards if board.where == where]

    def parts(self) -> list[Part]:
        """What changes from one moment to another."""
        return [self.moment, self.pieces, *(board_part(board) for board in self.boards if board.where != "tab")]


def replay_page(live: LiveTable, words: Words, at: int) -> ReplayPage:
    """The game after so many entries of its log."""
    entries = log_of(live, words)
    at = max(0, min(at, len(entries)))
    decisions = entries[at - 1].decision if at else 0
    before = entries[at - 2].decision if at > 1 else 0
    state = live.state_at(decisions)
    colours = live.present.seat_colours(state, live.table.options)
    changed = live.present.changed(live.state.records_before(before)[0], state.record)
    return ReplayPage(
        live=live,
        at=at,
        last=len(entries),
        lines=log_lines(entries[max(0, at - LOG_ENTRIES) : at], live, colours, words),
        panels=live.present.panels(state, None, words, colours=colours, is_open=True),
        boards=live.present.boards(state, None, (), None, live.names, words),
        drawn=live.present.pieces(state, changed, colours),
    )
