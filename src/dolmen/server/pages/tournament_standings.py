"""The standings of a tournament as its page shows them: a line for each entrant, places by round as squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from babel.numbers import format_decimal

from dolmen.arena.tournament.standings import Line
from dolmen.core.words import Words
from dolmen.server.tournament_file import places_by_round
from dolmen.server.tournament_state import TournamentState
from dolmen.store import Entrant

LETTERS = "ABCDEFGHIJKLMNOP"
"""What groups are called."""


@dataclass(frozen=True)
class Square:
    """What came of a round for somebody: a place, or a sign."""

    text: str
    kind: str
    """`1`, `2`, `more`, `open`, `bye`, `rest` or `void`."""
    title: str


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings."""

    place: int
    number: int
    name: str
    address: str
    note: str
    is_me: bool
    is_cut: bool
    """Whether nobody below goes on."""
    has_left: bool
    squares: tuple[Square, ...]
    points: str
    victories: str
    opponents: str
    difference: str


@dataclass(frozen=True)
class StandingTable:
    """The standings of a group or a final."""

    title: str
    rows: tuple[StandingRow, ...]


class StandingsTeller:
    """Puts standings into words."""

    def __init__(
        self,
        state: TournamentState,
        names: Mapping[int, str],
        me: Entrant | None,
        note: Callable[[Entrant], str],
        words: Words,
    ) -> None:
        self.state, self.told, self.names, self.me, self.words = state, state.tournament, names, me, words
        self.entrants = {one.number: one for one in state.entrants}
        self._note = note

    def tables(self, group: int) -> Iterator[StandingTable]:
        """The finals, then the groups; or one group alone."""
        state, _ = self.state, self.words.gettext
        if self.told.round == 0:
            return
        final_rounds = range(self.told.first_rounds + 1, self.told.round + 1)
        for number, ranking in enumerate(state.final_rankings, start=1):
            title = _("Final") if len(state.finals) == 1 else _("Final %(name)s") % {"name": LETTERS[number - 1]}
            yield StandingTable(title, tuple(self._rows(ranking, final_rounds, 0)))
        rounds = range(1, min(self.told.round, self.told.first_rounds) + 1)
        for number, ranking in enumerate(state.rankings, start=1):
            if group in (0, number):
                several = len(state.groups) > 1 or state.finals
                title = self.group_name(number) if several else ""
                yield StandingTable(title, tuple(self._rows(ranking, rounds, self.told.advance)))

    def group_name(self, number: int) -> str:
        """What a group is called."""
        if len(self.state.groups) == 1:
            return self.words.gettext("Before the final")
        return self.words.gettext("Group %(name)s") % {"name": LETTERS[number - 1]}

    def _rows(self, ranking: Sequence[Line], rounds: range, advance: int) -> Iterator[StandingRow]:
        for line in ranking:
            one = self.entrants[line.entrant]
            told = places_by_round(self.state, one.number)
            yield StandingRow(
                line.place,
                one.number,
                self.names[one.number],
                f"/player/{one.player}" if one.player else "",
                self._note(one),
                one is self.me,
                0 < advance == line.place < len(ranking),
                one.left,
                tuple(self._square(told[number - 1], number) for number in rounds),
                self._figure(line.points),
                self._figure(line.victories),
                self._figure(line.opponents),
                self._figure(line.difference, sign=True),
            )

    def _square(self, word: str, number: int) -> Square:
        _ = self.words.gettext
        signs = {
            "": (" ", "rest", _("not drawn")),
            "playing": ("·", "open", _("playing")),
            "bye": ("+", "bye", _("bye, counts as a victory")),
            "rest": ("-", "rest", _("rests")),
            "void": ("×", "void", _("the table counts for nobody")),
        }
        text, kind, title = signs.get(word) or (word, word if word in "12" else "more", word)
        return Square(text, kind, f"{_('Round %(round)s') % {'round': number}}: {title}")

    def _figure(self, value: Fraction, *, sign: bool = False) -> str:
        text = str(format_decimal(float(value), "0.#", self.words.locale)).replace("-", "−")
        return f"+{text}" if sign and value > 0 else text

    def going_on(self) -> str:
        """Who goes on, in a few words."""
        told, ngettext = self.told, self.words.ngettext
        if not told.advance:
            return ""
        if told.groups == 1:
            return self.words.gettext("the first %(number)s meet in the final") % {"number": told.advance}
        text = ngettext(
            "the first of each group goes on to the finals",
            "the first %(number)s of each group go on to the finals",
            told.advance,
        )
        return text % {"number": told.advance}

    def points_rule(self) -> str:
        """How points are given and equals told apart, in a sentence."""
        _ = self.words.gettext
        if self.told.seats == 2:
            points = _("A victory gives 1 point, equal places ½ each, a bye 1.")
        else:
            listed = ", ".join(str(number) for number in range(self.told.seats, 0, -1))
            points = _("%(points)s points for the places; a bye counts as a victory.") % {"points": listed}
        equals = _(
            "Equal points: victories, then the average of the opponents' points, then the difference to the others at "
            "the table, then how they fared against one another, then the lot."
        )
        return f"{points} {equals}"
