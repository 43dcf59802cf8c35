"""A game that is over, moment by moment: after each of its decisions, as everybody or as one seat saw it."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.contract.content import Entry, Panel, SideBoard
from dolmen.core.words import Words, capitalized
from dolmen.server.live_table import LiveTable
from dolmen.server.log import log_of
from dolmen.server.pages.log import log_rows
from dolmen.server.pages.news import News, turn_news
from dolmen.server.pages.table import board_part
from dolmen.server.pages.timeline import Timeline, timeline_of
from dolmen.server.parts import Part, Row


@dataclass(frozen=True)
class ReplayPage:
    """A game at one of its moments."""

    live: LiveTable
    here: str
    """The address of the table."""
    at: int
    """How many decisions have been made."""
    last: int
    seat: int | None
    """Whose eyes see it; None: all lies open."""
    where: str
    """'Round 4 of 6, turn 79'."""
    entry: Entry | None
    """What happened last."""
    colour: str
    """Of who did it."""
    can_go_on: bool
    """Whether somebody could play on from here."""
    panels: tuple[Panel, ...]
    boards: tuple[SideBoard, ...]
    drawn: str
    turn: News
    """What was done in the turn that is shown."""
    timeline: Timeline
    words: Words

    @property
    def as_seat(self) -> str:
        """The part of an address that keeps the view."""
        return "" if self.seat is None else f"&seat={self.seat}"

    def address(self, at: int) -> str:
        """The page at another moment, in the same view."""
        return f"{self.here}/replay?at={at}{self.as_seat}"

    @property
    def steps(self) -> dict[str, int]:
        """Where the buttons lead to."""
        return self.timeline.steps(self.at)

    @property
    def pieces(self) -> Part:
        """The layer of pieces."""
        return Part.layer("pieces", self.drawn)

    @property
    def news(self) -> Part:
        """The deeds of this turn, in the strip over the board."""
        return Part("news", "news.html", {"news": self.turn})

    @property
    def moment(self) -> Part:
        """What is told of the moment, with the buttons that lead on from it."""
        return Part("moment", "replay_moment.html", {"replay": self}, always=True)

    @property
    def progress(self) -> Part:
        """What is still to come, on the line of turns."""
        return Part("to-come", "replay_progress.html", {"share": self.timeline.share(self.at)})

    @property
    def players(self) -> Part:
        """The players at this moment."""
        return Part("players", "replay_players.html", {"panels": self.panels, "names": self.live.names})

    def boards_at(self, where: str) -> list[Part]:
        """The boards at one of their places."""
        return [board_part(board) for board in self.boards if board.where == where]

    def parts(self) -> list[Part]:
        """What changes from one moment to another."""
        boards = [board_part(board) for board in self.boards if board.where != "tab"]
        strip = [self.news] if self.boards else []
        return [self.moment, self.progress, *strip, self.pieces, self.players, *boards]


def whole_log(live: LiveTable, words: Words) -> tuple[Row, ...]:
    """All that happened, the newest first: what is still to come at a moment is marked by the browser."""
    return log_rows(log_of(live, words), live, live.colours, words)


def replay_page(live: LiveTable, words: Words, at: int, seat: int | None, here: str) -> ReplayPage:
    """The game after so many decisions, or at the nearest moment that there is; as a seat saw it, or all of it."""
    seat = seat if seat is not None and 0 <= seat < len(live.seats) else None
    at = max(0, min(at, live.state.decisions))
    entries = log_of(live, words)
    timeline = live.memo(("timeline",), lambda: timeline_of(live, entries))
    happened = [entry for entry in entries if entry.decision <= at]
    state, present = live.state_at(at), live.present
    colours = present.seat_colours(state, live.table.options)
    changed = present.changed(state, timeline.steps(at)["turn-back"])
    entry = happened[-1] if happened else None
    return ReplayPage(
        live=live,
        here=here,
        at=at,
        last=live.state.decisions,
        seat=seat,
        where=_where(live, state.turn, present.progress_text(state, words), words),
        entry=entry,
        colour=colours[entry.seat] if entry and entry.seat is not None else "",
        can_go_on=not state.is_terminal(),
        panels=present.panels(state, seat, words, colours=colours, is_open=seat is None or _is_open(live)),
        boards=present.boards(state, seat, (), None, live.names, words),
        drawn=present.pieces(state, changed, colours),
        turn=turn_news(entries, at, live.colours, words),
        timeline=timeline,
        words=words,
    )


def _is_open(live: LiveTable) -> bool:
    """Whether everybody saw everything while the game was played."""
    return not live.present.hidden(live.table.options)


def _where(live: LiveTable, turn: int, progress: str, words: Words) -> str:
    """How far the game is; where that is told in rounds, with the turn."""
    if not live.present.has_rounds or not turn:
        return capitalized(progress)
    told = words.gettext("turn %(turn)s") % {"turn": turn}
    return capitalized(f"{progress}, {told}")
