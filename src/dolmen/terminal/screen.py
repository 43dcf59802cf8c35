"""What is said at a terminal: questions with their choices, previews, rules, what happened, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Group,
    Preview,
    Way,
)
from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words
from dolmen.terminal.board import BoardView

Label = tuple[Text, str]
"""What a numbered line says, and its price."""


def choice_label(choice: Choice) -> Label:
    """A choice in a line."""
    details = "".join(f", {part}" for part in (choice.detail, choice.more) if part)
    return Text.assemble((choice.label, "bold"), details), choice.tag or counted(choice.cost)


def group_label(group: Group, number: int) -> Label:
    """A kind of choices in a line, and how many there are."""
    return Text.assemble((group.label, "bold"), (f" ({number})", "dim")), group.letter


def way_label(way: Way) -> Label:
    """A payment in a line."""
    return Text(way.label or counted(way.pays), "bold"), way.note


def counted(amounts: Iterable[Amount]) -> str:
    """'3 coins, 1 key'."""
    return ", ".join(f"{amount.text or amount.number} {amount.name}" for amount in amounts)


class Screen:
    """Shows one game in one language."""

    def __init__(self, console: Console, presentation: Presentation, names: Sequence[str], words: Words) -> None:
        self.console = console
        self.presentation = presentation
        self.names = names
        self.words = words
        self._rules = {rule.key: rule for rule in presentation.rules(words)}

    def say(self, text: str | Text, style: str = "") -> None:
        """A sentence, a little to the right of the questions."""
        self.console.print(
            Padding(Text(text) if isinstance(text, str) else text, (0, 0, 0, 2), expand=False), style=style
        )

    def board(self, state: State, seat: int) -> None:
        """The position."""
        self.console.print()
        self.console.print(BoardView(self.presentation, state, seat, self.names, self.words))

    def entries(self, entries: Iterable[Entry], style: str = "") -> None:
        """What happened."""
        for entry in entries:
            self.say(entry.text.striptags(), style)

    # ------------------------------------------------------------------------------------------------ questions

    def question(self, title: str, labels: Sequence[Label]) -> None:
        """A question with its numbered answers."""
        self.console.print()
        self.console.print(Text(title, "bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold cyan", width=4)
        table.add_column()
        table.add_column(no_wrap=True)
        for number, (label, price) in enumerate(labels, start=1):
            table.add_row(str(number), label, Text(price, "yellow"))
        self.console.print(table)

    # ------------------------------------------------------------------------------------------------ explanations

    def explain_choice(self, state: State, choice: Choice) -> None:
        """The whole of a choice, and what follows from it or is asked on."""
        self.say(choice.sentence, "bold")
        if choice.ways:
            self.explain_way(state, choice.ways[0])
        for inner in choice.choices:
            self.say(f"· {inner.sentence}")

    def explain_way(self, state: State, way: Way) -> None:
        """What follows from a way."""
        self._preview(self.presentation.preview(state, way, self.names, self.words), way.note)

    def _preview(self, preview: Preview, note: str) -> None:
        _ = self.words.gettext
        table = Table.grid(padding=(0, 2, 0, 0))
        if preview.pays:
            paid = ", ".join(filter(None, [counted(preview.pays), note]))
            left = _("left:")
            table.add_row(Text(_("You pay"), "dim"), Text.assemble(paid, (f"   {left} {counted(preview.left)}", "dim")))
        for heading, facts in ((_("You get"), preview.gets), (_("Then"), preview.then)):
            if facts:
                table.add_row(Text(heading, "dim"), Text("; ".join(fact.text for fact in facts)))
        self.console.print(Padding(table, (0, 0, 0, 4), expand=False))

    def rule(self, key: str) -> None:
        """A rule in our own words."""
        if key in self._rules:
            rule = self._rules[key]
            self.say(Text.assemble((f"{rule.title}. ", "bold"), rule.text))

    # ------------------------------------------------------------------------------------------------ the end

    def score(self, state: State) -> None:
        """Who has won, and where the points came from."""
        _ = self.words.gettext
        winners = self.words.listed(self.names[seat] for seat in state.winners())
        self.console.print()
        self.console.print(Text(_("The game is over. Victory: %(names)s.") % {"names": winners}, "bold"))
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column(_("Where the points came from"))
        for seat in range(state.game.players):
            table.add_column(self.names[seat], justify="right")
        for source in self.presentation.sources(state, self.words):
            table.add_row(source.name, *map(str, source.points))
        table.add_row(_("Total"), *map(str, state.scores()), style="bold")
        self.console.print(table)
        for seat in range(state.game.players):
            achievement = self.presentation.achievement(state, seat, self.words)
            if achievement:
                self.say(f"{self.names[seat]}: {achievement}", "dim")
