"""The page after a game: who won and why, where the points came from, how they grew, and who is still here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_timedelta

from dolmen.contract.content import Source
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.pages.score_chart import ScoreChart, score_chart
from dolmen.server.pages.verdict import rank_of, reason, verdict
from dolmen.server.parts import Part


@dataclass(frozen=True)
class Place:
    """A place on the podium, which is also a column of the breakdown."""

    seat: int
    rank: int
    name: str
    colour: str
    note: str
    points: int
    is_own: bool


@dataclass(frozen=True)
class Sum:
    """What one source brought a seat."""

    points: int
    is_best: bool
    """Whether nobody got more from it, and somebody less."""


@dataclass(frozen=True)
class Row:
    """A source of points, by places of the podium."""

    symbol: str
    name: str
    sums: tuple[Sum, ...]


@dataclass(frozen=True)
class End:
    """The page after a game."""

    live: LiveTable
    viewer: Viewer
    sentence: str
    reason: str
    length: str
    """'After 64 turns, 20 minutes'."""
    podium: tuple[Place, ...]
    rows: tuple[Row, ...]
    most: int
    chart: ScoreChart


def end_page(live: LiveTable, viewer: Viewer, words: Words) -> End:
    """A finished game, told to somebody."""
    sources = live.present.sources(live.state, words)
    sections = live.present.score_sections(live.state, words)
    podium = _podium(live, viewer.seat, words)
    order = [place.seat for place in podium]
    return End(
        live,
        viewer,
        verdict(live, viewer.seat, words),
        reason(live, viewer.seat, sources, sections, words),
        _length(live, words),
        podium,
        tuple(_row(source, order) for source in sources),
        max((abs(points) for source in sources for points in source.points), default=0) or 1,
        score_chart(sections, order, viewer.seat, live.names, live.colours),
    )


def _podium(live: LiveTable, own: int | None, words: Words) -> tuple[Place, ...]:
    """The seats, the winners first, then by points; equals share a place."""
    scores, winners = live.state.scores(), live.state.winners()
    order = sorted(range(len(live.seats)), key=lambda seat: (seat not in winners, -scores[seat]))
    return tuple(
        Place(
            seat,
            rank_of(live.state, seat),
            live.names[seat],
            live.colours[seat],
            live.present.achievement(live.state, seat, words),
            scores[seat],
            seat == own,
        )
        for seat in order
    )


def _row(source: Source, order: Sequence[int]) -> Row:
    most = max(source.points)
    tells = most > max(0, min(source.points))
    sums = tuple(Sum(source.points[seat], tells and source.points[seat] == most) for seat in order)
    return Row(source.symbol, source.name, sums)


def _length(live: LiveTable, words: Words) -> str:
    """How long the game was, by turns and, where it was played here, by the clock on the wall."""
    several, turns = words.ngettext, live.state.turn
    told = [several("%(num)s turn", "%(num)s turns", turns) % {"num": turns}]
    if live.present.has_rounds:
        rounds = live.present.round_of(live.state.game, live.state.record)
        told.insert(0, several("%(num)s round", "%(num)s rounds", rounds) % {"num": rounds})
    if live.made and live.table.status != "imported":
        passed = timedelta(milliseconds=live.made[-1].at - live.table.created)
        told.append(format_timedelta(passed, threshold=1.5, locale=words.locale))
    return words.gettext("After %(length)s") % {"length": ", ".join(told)}


def rematch_part(live: LiveTable, viewer: Viewer, present: Collection[str], csrf: str, here: str, words: Words) -> Part:
    """The buttons of the page: what may be done next, and who is still here to do it.

    `present` are the players who look at the table now.
    """
    others = [live.names[seat.seat] for seat in live.seats if seat.player in present and seat.seat not in viewer.seats]
    inputs = {
        "here": here,
        "csrf": csrf,
        "may_ask": bool(viewer.seats),
        "rematch": live.rematch,
        "present": words.listed(dict.fromkeys(others)) if others else "",
        "present_count": len(set(others)),
    }
    return Part("rematch-part", "end_actions.html", inputs)
