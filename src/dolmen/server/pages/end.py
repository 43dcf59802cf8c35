"""What is left of a game: its end with sources and chart, and its replay."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.contract.game import State
from dolmen.contract.presentation import Board, Entry, Panel, Source
from dolmen.core.words import Words
from dolmen.server.commands.making import Viewer
from dolmen.server.live_table import LiveTable
from dolmen.server.log import automatic_text, log_of, winner_sentence


@dataclass(frozen=True)
class Standing:
    """A place on the podium."""

    seat: int
    name: str
    colour: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class Chart:
    """Points over time as polylines: one list of x, y a seat, in a picture of 660 by 320."""

    lines: list[tuple[str, str, str, int, float, float]]
    """Colour, name, points of the polyline, final score, and where its end is."""
    ticks: list[tuple[float, int]]
    turns: list[tuple[float, int]]


@dataclass(frozen=True)
class End:
    """The page after a game."""

    live: LiveTable
    viewer: Viewer
    sentence: str
    podium: list[Standing]
    sources: tuple[Source, ...]
    most: int
    chart: Chart
    colours: tuple[str, ...]


def end(live: LiveTable, viewer: Viewer, words: Words) -> End:
    """A finished game, told."""
    state, present = live.state, live.present
    colours = live.colours
    scores, winners = state.scores(), state.winners()
    order = sorted(range(state.game.players), key=lambda seat: (seat not in winners, -scores[seat]))
    podium = [
        Standing(
            seat,
            live.names[seat],
            colours[seat],
            present.achievement(state, seat, words),
            scores[seat],
            seat in winners,
        )
        for seat in order
    ]
    sources = present.sources(state, words)
    most = max(max(map(abs, source.points)) for source in sources) or 1
    return End(
        live,
        viewer,
        winner_sentence(state, live.names, words),
        podium,
        sources,
        most,
        _chart(live, colours),
        colours,
    )


def _chart(live: LiveTable, colours: tuple[str, ...]) -> Chart:
    course = live.present.score_history(live.state)
    top = max(20, -(-max(max(points) for points in course) // 20) * 20)
    left, right, upper, lower = 34.0, 530.0, 16.0, 286.0

    def x(turn: int) -> float:
        return round(left + (right - left) * turn / max(1, len(course) - 1), 1)

    def y(points: int) -> float:
        return round(lower - (lower - upper) * points / top, 1)

    lines = []
    for seat, colour in enumerate(colours):
        line = " ".join(f"{x(turn)},{y(points[seat])}" for turn, points in enumerate(course))
        lines.append((colour, live.names[seat], line, course[-1][seat], right, y(course[-1][seat])))
    labels = sorted(range(len(lines)), key=lambda seat: lines[seat][5])
    last = -99.0
    for seat in labels:  # labels keep apart
        colour, name, line, score, end_x, end_y = lines[seat]
        end_y = max(end_y, last + 22)
        last = end_y
        lines[seat] = (colour, name, line, score, end_x, end_y)
    ticks = [(y(points), points) for points in range(0, top + 1, 20)]
    turns = [(x(turn), turn) for turn in range(0, len(course) - 1, max(5, len(course) // 5 // 5 * 5))]
    return Chart(lines, ticks, turns)


# ---------------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True)
class Replay:
    """A finished game at one of its moments."""

    live: LiveTable
    words: Words
    at: int
    """How many entries of the log have happened."""
    last: int
    entry: Entry | None
    entries: list[Entry]
    panels: tuple[Panel, ...]
    pieces: str
    names: list[str]
    colours: tuple[str, ...]
    boards: tuple[Board, ...]

    def automatic(self, entry: Entry) -> str:
        """Why nobody was asked for what an entry tells."""
        return automatic_text(entry, self.words)


def replay(live: LiveTable, words: Words, at: int) -> Replay:
    """The game after so many entries of its log."""
    entries = log_of(live, words)
    at = max(0, min(at, len(entries)))
    decisions = entries[at - 1].decision if at else 0
    before = entries[at - 2].decision if at > 1 else 0
    state = State(live.state.game, live.state.records_before(0))
    for action in live.state.history[:decisions]:
        state.apply_trusted(action)
    colours = live.present.seat_colours(state, live.table.options)
    changed = live.present.changed(live.state.records_before(before)[0], state.record)
    return Replay(
        live=live,
        words=words,
        at=at,
        last=len(entries),
        entry=entries[at - 1] if at else None,
        entries=entries[max(0, at - 30) : at][::-1],
        panels=live.present.panels(state, None, words, colours=colours, is_open=True),
        pieces=live.present.pieces(state, changed, colours),
        names=live.names,
        colours=colours,
        boards=live.present.boards(state, None, (), None, live.names, words),
    )
