"""What somebody tries out: the table's page over a position that is nobody else's, with its lines and their steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup, escape

from dolmen.contract.content import Choice, Entry, Fact, Panel, Way
from dolmen.core.words import Words
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.log import winner_sentence
from dolmen.server.pages.line_of_play import line_of_play
from dolmen.server.pages.log import LogLine, ShownChange, entry_lines
from dolmen.server.pages.prompt import ListedChoice, People, Pick, PromptCard, prompt_card
from dolmen.server.pages.table import Browser, TableView, board_part
from dolmen.server.parts import Part
from dolmen.server.trial import OTHERS, ROLL, Ending, Trial
from dolmen.store import Plan


@dataclass(frozen=True)
class StepRow:
    """Steps that the log tells in one sentence."""

    first: int
    """The steps before it."""
    at: int
    """The steps up to its end."""
    colour: str
    brief: Markup
    sentence: str
    """All of it, for those who hear it or point at it."""
    own: bool
    by: str
    changes: tuple[ShownChange, ...]
    """What it has cost and brought, to whom."""
    is_now: bool
    is_future: bool


@dataclass(frozen=True)
class LineTab:
    """One of the lines, by name and what may be expected of it."""

    number: int
    name: str
    steps: int
    expected: str
    """The points; empty where nobody has said."""
    is_shown: bool


class PlanView(TableView):
    """A line as its owner sees it, at the place that he looks at."""

    is_trying = True

    def __init__(
        self,
        tables: LiveTables,
        trial: Trial,
        lines: Sequence[Plan],
        browser: Browser,
        words: Words,
        root_path: str = "",
        pick: Pick | None = None,
        notice: Fact | None = None,
    ) -> None:
        state = trial.state_at(trial.at)
        seat = state.current_player if state.current_player >= 0 else trial.seat
        live = trial.live_at(trial.at, trial.seat)
        viewer = Viewer(browser.player, (trial.seat,), seat)
        super().__init__(tables, live, viewer, browser, words, root_path, pick, notice)
        self.trial = trial
        self.table_here = self.here
        """The address of the table itself."""
        self.here = f"{self.here}/try/{trial.plan.number}"
        self._lines = lines

    # ------------------------------------------------------------------------------------------------ the question

    @cached_property
    def card(self) -> PromptCard:
        """What is asked here: of whichever seat, the reader answers."""
        _, state, people = self.words.gettext, self.live.state, People(can_go_back=self.trial.at > 0)
        if state.is_terminal():
            told = winner_sentence(state, self.live.names, self.words)
            return PromptCard("tried", "", _("The game ends here"), told, people=people)
        if state.is_chance():
            return replace(self._dice(), people=people)
        card = prompt_card(self.live, self.viewer, self.words, self._pick, self.here)
        name = {"name": self.live.names[state.current_player]}
        tag = card.tag if state.current_player == self.trial.seat else _("You play for %(name)s") % name
        return replace(card, people=people, tag=tag, settles=None)

    def _dice(self) -> PromptCard:
        """What the dice show is chosen, or they fall."""
        _, state = self.words.gettext, self.live.state
        roll = Choice(_("Roll"), _("Let the dice fall."), _("Roll"), ways=(Way((ROLL,)),))
        listed = [
            ListedChoice(number, choice, "", "", str(number), checked=False, focused=number == 1)
            for number, choice in enumerate((roll, *self.live.present.outcomes(state, self.words)), start=1)
        ]
        whose = _("%(name)s rolls") % {"name": self.live.names[state.turn_player]}
        colour = self.live.colours[state.turn_player]
        return PromptCard(
            "ask",
            colour,
            whose,
            _("What do the dice show?"),
            answers=True,
            listed=tuple(listed),
            client_id=f"page-{self.sequence}",
        )

    @property
    def title(self) -> str:
        """The page's title."""
        return self.words.gettext("Trying it out, %(game)s") % {"game": self.live.meta.title}

    @property
    def advice_address(self) -> str:
        """Nobody is asked for advice here."""
        return ""

    @property
    def stream(self) -> str:
        """The address that tells when the table has moved on."""
        return f"{self.here}/stream"

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The players as the own seat may see them, whoever is asked."""
        live, seat = self.live, self.trial.seat
        return live.present.panels(live.state, seat, self.words, colours=live.colours, is_open=live.is_open)

    @property
    def goods(self) -> Part:
        """What the seat that is asked owns; of another one, only where everybody may see it."""
        may_see = self.live.is_open or self.seat == self.trial.seat
        return super().goods if may_see else Part("goods", "goods.html", {"colour": "", "lines": ()}, picked=True)

    # ------------------------------------------------------------------------------------------------ the line

    @property
    def where_from(self) -> str:
        """Where the line begins, and whose turn it was."""
        _, root = self.words.gettext, self.trial.root
        where = self.live.present.progress_text(root, self.words)
        if root.turn_player == self.trial.seat:
            return _("%(where)s, your turn") % {"where": where}
        if root.turn_player < 0:
            return where
        return _("%(where)s, %(name)s's turn") % {"where": where, "name": self.live.names[root.turn_player]}

    @cached_property
    def rows(self) -> tuple[StepRow, ...]:
        """The steps, as the log tells them."""
        return tuple(self._rows())

    def _rows(self) -> Iterator[StepRow]:
        trial, live, first = self.trial, self.live, 0
        entries = tuple(live.present.log(trial.whole, 0, live.names, self.words))
        told = entry_lines(entries, live, live.colours, self.words)
        for place, step in enumerate(trial.steps):
            at = place + 1
            begins, ends = trial.decisions_at(first), trial.decisions_at(at)
            lines = [line for line in reversed(told) if begins < line.entry.decision <= ends]
            goes_on = at < len(trial.steps) and trial.steps[at].seat == step.seat
            if not lines and goes_on:
                continue  # it is told with what follows
            yield self._row(first, at, lines)
            first = at

    def _row(self, first: int, at: int, lines: Sequence[LogLine]) -> StepRow:
        trial, step = self.trial, self.trial.steps[at - 1]
        plain = "" if lines else self._as_chosen(first, at)
        seat = step.seat if step.seat >= 0 else lines[0].entry.seat if lines else None
        return StepRow(
            first=first,
            at=at,
            colour="" if seat is None else self.live.colours[seat],
            brief=Markup("; ").join(line.brief for line in lines) or escape(plain),
            sentence=" ".join(line.sentence for line in lines) or f"{plain}.",
            own=step.seat == trial.seat,
            by=step.by,
            changes=tuple(change for line in lines for change in line.changes),
            is_now=at == trial.at,
            is_future=first >= trial.at,
        )

    def _as_chosen(self, first: int, at: int) -> str:
        """Steps that the log does not tell yet, for their turn goes on: as the buttons said them."""
        trial, live = self.trial, self.live
        made = trial.whole.history[trial.decisions_at(first) : trial.decisions_at(at)]
        return line_of_play(trial.state_at(first), made, live.present, live.notation, live.names, self.words).text

    @property
    def tabs(self) -> tuple[LineTab, ...]:
        """The lines of the reader at this table."""
        shown = self.trial.plan.number
        return tuple(
            LineTab(
                plan.number,
                plan.name or self.words.gettext("Line %(number)s") % {"number": plan.number},
                len(self.trial.steps) if plan.number == shown else len(plan.steps),
                "" if plan.expected is None or not self.trial.is_alone else f"{plan.expected:.0f}",
                plan.number == shown,
            )
            for plan in (self.trial.plan if one.number == shown else one for one in self._lines)
        )

    @property
    def others(self) -> tuple[tuple[str, str, bool], ...]:
        """Who may answer for the other seats: value, label, and whether it is so."""
        _ = self.words.gettext
        labels = {"bots": _("bots"), "me": _("by me"), "silent": _("silent")}
        return tuple((value, labels[value], value == self.trial.plan.others) for value in OTHERS)

    @property
    def first_turn(self) -> str:
        """The first turn of the own seat in words; empty where the line has none, or begins with another's."""
        turn = self.trial.own_turn()
        if turn is None or (self.trial.is_asked and self.trial.is_current and turn.first):
            return ""
        texts = [row.sentence for row in self.rows if turn.first <= row.first <= turn.last]
        return " ".join(texts) or "; ".join(map(turn.state.game.action_text, turn.actions))

    @property
    def step_back(self) -> int | None:
        """Where one sentence back leads to."""
        return max((row.first for row in self.rows if row.first < self.trial.at), default=None)

    @property
    def step_on(self) -> int | None:
        """Where one sentence on leads to."""
        return min((row.at for row in self.rows if row.at > self.trial.at), default=None)

    @property
    def is_anothers(self) -> bool:
        """Whether another seat is asked here, so that a bot may answer for it."""
        return self.live.state.current_player not in (self.trial.seat, -1, -2)

    # ------------------------------------------------------------------------------------------------ parts

    @property
    def lines(self) -> Part:
        """The lines, and the steps of the one that is shown."""
        return Part("trying", "planner_line.html", {"view": self, "visitor": self.browser}, always=True)

    @property
    def moved(self) -> Part:
        """That the table has moved on, where it has."""
        return moved_part(self.here, self.browser.csrf, is_current=self.trial.is_current)

    def all_parts(self) -> list[Part]:
        """All parts that may change with a step."""
        first = [self.lines, self.moved, self.prompt, self.goods, self.cards, self.pieces, self.lit, self.players]
        return [*first, self.strip, self.where, self.signs, self.said, *map(board_part, self.boards)]

    @property
    def _said(self) -> str:
        """For the live region: the last step, and what is asked."""
        last = [row.sentence for row in self.rows if row.is_now]
        return " ".join([*last, self.card.question])


def moved_part(here: str, csrf: str, *, is_current: bool) -> Part:
    """That the table has moved on since a line began, where it has."""
    return Part("moved", "planner_moved.html", {"here": here, "csrf": csrf, "is_current": is_current})


def ending_text(ending: Ending, entries: Sequence[Entry], words: Words) -> str:
    """Why a line ends now: who took its place since it began, by the log of the table, or what the rules say."""
    cause = next(
        (
            entry.text.striptags()
            for entry in reversed(entries)
            if entry.decision > ending.decisions and set(entry.places) & set(ending.places)
        ),
        "",
    )
    if not cause:
        said = ending.error.translated(words)
        cause = f"{said[:1].upper()}{said[1:].rstrip('.')}."
    ends = words.gettext("This line ends at step %(step)s.") % {"step": ending.step}
    return f"{cause} {ends}"
