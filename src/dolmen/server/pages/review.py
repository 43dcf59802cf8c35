"""The review of a finished game: how it went for everybody, its turning points, and one of them with both lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

from dolmen.analysis.review import Judged, Review
from dolmen.contract.content import Outline
from dolmen.contract.game import State
from dolmen.core.errors import translatable
from dolmen.core.words import Words, capitalized
from dolmen.server.errors import NoSuchTurningPoint
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.pages.expectation_chart import ExpectationChart, expectation_chart
from dolmen.server.pages.line_of_play import LineOfPlay, line_of_play

MINUS = "\N{MINUS SIGN}"
LETTERS = 38
"""So many lines of labels' letters would cover the board."""
WIDEST = 1.2
"""No board is shown wider than so many times its height, so that what is marked is large enough."""


@dataclass(frozen=True)
class Quality:
    """How well a seat played."""

    seat: int
    name: str
    colour: str
    lost_a_turn: str
    as_good: str
    """'41 of 68'."""
    best: TurningPoint | None
    worst: TurningPoint | None


@dataclass(frozen=True)
class TurningPoint:
    """A play that won or lost something, told."""

    number: int
    """From 1; 0 where it is not among those that are listed."""
    judged: Judged
    name: str
    """Who played: 'You', or a name."""
    colour: str
    where: str
    """'Round 3, turn 51'."""
    played: LineOfPlay
    better: LineOfPlay
    difference: str
    """With a sign and one decimal."""
    question: str
    """'D7 or C5?', where the lines are about different things; else nothing."""
    sentence: str
    """What the other line would have been worth."""
    address: str

    @property
    def is_won(self) -> bool:
        """Whether it was better than what the bot would have played."""
        return self.judged.difference > 0


@dataclass(frozen=True)
class Marking:
    """A line of play on the board: its places, and where its label stands."""

    css: str
    """`played` or `better`."""
    label: str
    outlines: tuple[Outline, ...]
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Reason:
    """What the bot's line brings more or less of."""

    points: str
    is_more: bool
    text: str


@dataclass(frozen=True)
class Moment:
    """A turning point, opened."""

    point: TurningPoint
    drawn: str
    """The pieces as they stood before it."""
    view_box: str
    """The part of the board that is shown."""
    markings: tuple[Marking, ...]
    font: float
    """The size of labels on the board, and how tall they are."""
    tall: float
    worth: str
    better_worth: str
    reasons: tuple[Reason, ...]
    before: int
    """So many decisions were made before it, and after it."""
    after: int


@dataclass(frozen=True)
class ReviewPage:
    """A review, with one of its turning points opened."""

    live: LiveTable
    here: str
    viewer: Viewer
    of: int | None
    """Whose turning points are listed; None: everybody's."""
    measure: str
    chart: ExpectationChart
    qualities: list[Quality]
    points: list[TurningPoint]
    moment: Moment | None

    def address(self, seat: int | None) -> str:
        """The page with the turning points of a seat, or of all."""
        return f"{self.here}/review?of={'all' if seat is None else seat + 1}"


class Teller:
    """Puts what a review found into words."""

    def __init__(self, live: LiveTable, found: Review, own: Sequence[int], here: str, words: Words) -> None:
        self.live, self.found, self._own, self._here, self.words = live, found, own, here, words

    def points(self, seat: int | None) -> list[TurningPoint]:
        """The turning points of a seat, or of everybody."""
        return [
            self.point(one, number, f"of={'all' if seat is None else seat + 1}&point={number}")
            for number, one in enumerate(self.found.turning_points(seat), start=1)
        ]

    def chosen(self, points: Sequence[TurningPoint], number: int | None, at: int | None) -> TurningPoint | None:
        """The one of that number, or the play at that moment; else the first. Raises NoSuchTurningPoint."""
        if at is not None:
            for one in self.found.plays:
                if one.first == at and one.better:
                    return next((point for point in points if point.judged is one), self.point(one, 0, f"at={at}"))
        elif number is None:
            return points[0] if points else None
        elif 1 <= number <= len(points):
            return points[number - 1]
        raise NoSuchTurningPoint(translatable("This review has no such turning point."))

    def point(self, one: Judged, number: int, query: str) -> TurningPoint:
        """A play, told."""
        key = ("turning point", one.first, self.words.language)
        played, better = self.live.memo(key, lambda: (self._line(one, one.actions), self._line(one, one.better)))
        return TurningPoint(
            number=number,
            judged=one,
            name=self.words.gettext("You") if one.seat in self._own else self.live.names[one.seat],
            colour=self.live.colours[one.seat],
            where=self._where(one),
            played=played,
            better=better,
            difference=signed(one.difference, self.words),
            question=self._question(played.label, better.label),
            sentence=self._sentence(one, better.text),
            address=f"{self._here}/review?{query}#turning-point",
        )

    def _line(self, one: Judged, actions: Sequence[int]) -> LineOfPlay:
        live = self.live
        position = live.notation.bot_view(State(live.state.game, live.state.records_before(one.first)))
        return line_of_play(position, actions, live.present, live.notation, live.names, self.words)

    def _where(self, one: Judged) -> str:
        """'Round 3, turn 51'; before the first turn, how far the game is."""
        _, live = self.words.gettext, self.live
        record = live.state.records_before(one.first)[0]
        turn, number = int(record.turn), live.present.round_of(live.state.game, record)
        if not turn:
            state = State(live.state.game, live.state.records_before(one.first))
            return capitalized(live.present.progress_text(state, self.words))
        if live.present.has_rounds and number:
            return _("Round %(round)s, turn %(turn)s") % {"round": number, "turn": turn}
        return _("Turn %(turn)s") % {"turn": turn}

    def _question(self, played: str, better: str) -> str:
        if not played or not better or played == better:
            return ""
        return self.words.gettext("%(one)s or %(other)s?") % {"one": played, "other": better}

    def _sentence(self, one: Judged, better: str) -> str:
        _, points = self.words.gettext, max(1, round(abs(one.difference)))
        told = {"deed": better, "points": points}
        if one.difference > 0:
            text = self.words.ngettext(
                "A bot would have chosen '%(deed)s'. This was worth about %(points)s point more.",
                "A bot would have chosen '%(deed)s'. This was worth about %(points)s points more.",
                points,
            )
        else:
            text = self.words.ngettext(
                "'%(deed)s' would have been worth about %(points)s point more.",
                "'%(deed)s' would have been worth about %(points)s points more.",
                points,
            )
        return text % told

    def qualities(self) -> list[Quality]:
        """How well each seat played, with its best and its worst decision."""
        _, found = self.words.gettext, self.found
        return [
            Quality(
                seat,
                self.words.gettext("You") if seat in self._own else self.live.names[seat],
                self.live.colours[seat],
                format_decimal(one.lost_a_turn, "0.0#", self.words.locale),
                _("%(number)s of %(all)s") % {"number": one.best, "all": one.plays},
                next((self.point(play, 0, f"at={play.first}") for play in found.best(seat)[:1]), None),
                next((self.point(play, 0, f"at={play.first}") for play in found.worst(seat)[:1]), None),
            )
            for seat, one in enumerate(found.players)
        ]

    # ------------------------------------------------------------------------------------------------ one of them

    def moment(self, point: TurningPoint) -> Moment:
        """A turning point with both lines drawn on the board, and the reasons."""
        one, live = point.judged, self.live
        state = live.state_at(one.first)
        colours = live.present.seat_colours(state, live.table.options)
        _ = self.words.gettext
        lines = [("played", _("1 played"), point.played), ("better", _("2 better"), point.better)]
        if point.is_won:
            lines[1] = ("better", _("2 the bot"), point.better)
        drawn = [
            (css, label, tuple(filter(None, (live.present.outline(state, place) for place in line.places))))
            for css, label, line in lines
        ]
        view = _view(live.present.view_box, [outline for _css, _label, outlines in drawn for outline in outlines])
        markings: list[Marking] = []
        for css, label, outlines in drawn:
            if outlines:
                markings.append(_marking(css, label, outlines, view, markings))
        return Moment(
            point=point,
            drawn=live.present.pieces(state, frozenset(), colours),
            view_box=f"{view.left:g} {view.top:g} {view.width:g} {view.height:g}",
            markings=tuple(markings),
            font=view.font,
            tall=round(1.8 * view.font, 1),
            worth=self._worth(one.worth),
            better_worth=self._worth(one.better_worth),
            reasons=tuple(self._reasons(one)),
            before=one.first,
            after=one.last,
        )

    def _worth(self, points: float) -> str:
        """Points; or with a sign, how far ahead or behind."""
        lead = self.found.measure == "lead"
        return signed(points, self.words) if lead else format_decimal(points, "0.0", self.words.locale)

    def _reasons(self, one: Judged) -> list[Reason]:
        """Those for which a game has words, the largest first; of several in the same words, the first."""
        found: dict[str, Reason] = {}
        for reason in one.reasons:
            feature, _space, points = reason.rpartition(" ")
            text = self.live.present.reason(feature, self.words, more=float(points) > 0)
            if text:
                found.setdefault(text, Reason(signed(float(points), self.words), float(points) > 0, text))
        return list(found.values())


def review_page(
    live: LiveTable,
    viewer: Viewer,
    found: Review,
    words: Words,
    here: str,
    of: int | None,
    point: int | None,
    at: int | None,
) -> ReviewPage:
    """A review as somebody reads it: with the turning points of a seat, or of all. Raises NoSuchTurningPoint."""
    teller = Teller(live, found, viewer.seats if len(viewer.seats) < len(live.seats) else (), here, words)
    points = teller.points(of)
    chosen = teller.chosen(points, point, at)
    own = of if of is not None else viewer.seats[0] if viewer.seats else None
    return ReviewPage(
        live=live,
        here=here,
        viewer=viewer,
        of=of,
        measure=found.measure,
        chart=expectation_chart(live, found, own, [one.judged for one in points], words),
        qualities=teller.qualities(),
        points=points,
        moment=teller.moment(chosen) if chosen else None,
    )


def signed(points: float, words: Words) -> str:
    """With a sign and one decimal."""
    sign = "+" if points >= 0 else MINUS
    return sign + format_decimal(abs(points), "0.0", words.locale)


@dataclass(frozen=True)
class View:
    """The part of the board that is shown."""

    left: float
    top: float
    width: float
    height: float

    @property
    def font(self) -> float:
        """The size of labels."""
        return round(max(self.width, self.height) / LETTERS, 1)


def _view(view_box: str, marked: Sequence[Outline]) -> View:
    """All of the board; of a wide one, as much as fits beside the words, around what is marked."""
    left, top, width, height = map(float, view_box.split())
    shown = min(width, WIDEST * height)
    if not marked or shown == width:
        return View(left, top, width, height)
    places = [outline.anchor[0] for outline in marked]
    middle = (min(places) + max(places)) / 2
    return View(round(min(max(middle - shown / 2, left), left + width - shown), 1), top, round(shown, 1), height)


def _marking(css: str, label: str, outlines: tuple[Outline, ...], view: View, others: Sequence[Marking]) -> Marking:
    """A line of play with its label beside its first place, on the side that has more room, clear of other labels."""
    font = view.font
    wide, high = font * (0.62 * len(label) + 1.6), font * 1.9
    x, y = outlines[0].anchor
    x += (-1 if x > view.left + view.width / 2 else 1) * (wide / 2 + 2.6 * font)
    x = min(max(x, view.left + wide / 2), view.left + view.width - wide / 2)
    y = min(max(y, view.top + high), view.top + view.height - high)
    for other in others:
        if abs(other.y - y) < high and abs(other.x - x) < (other.width + wide) / 2:
            y = other.y + (1.15 * high if other.y < view.top + view.height / 2 else -1.15 * high)
    return Marking(css, label, outlines, round(x, 1), round(y, 1), round(wide, 1))
