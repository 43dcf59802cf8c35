"""A game at the terminal: the loop that shows, asks, answers and remembers; what it looks like is the game's own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from rich.console import Console
from rich.text import Text

from dolmen.bots import LEVEL, Bot
from dolmen.contract.game import Game, State
from dolmen.contract.notation import Transcript
from dolmen.contract.view import Choice, Group, View
from dolmen.core.draws import Draws, draw_below
from dolmen.core.errors import DolmenError
from dolmen.core.files import write_file

DICE_STREAM = (1 << 32) - 1


def view_of(game: Game) -> View:
    """The game's own view."""
    view: View = import_module(f"dolmen.games.{game.meta.package}.present.terminal").VIEW
    return view


HELP = (
    "a number chooses; 'b' goes back to the kinds of choices; '? 3' explains choice 3, '?' the rule; 'undo' takes your "
    "last choice back; 'log' tells the game so far; 'board' shows it again; 'save FILE' writes it; 'quit' stops"
)


class Quit(Exception):
    """The person leaves."""


class TerminalGame:
    """One person and some bots at the terminal."""

    def __init__(
        self, transcript: Transcript, names: Sequence[str], seat: int, bots: dict[int, Bot], seed: int, console: Console
    ) -> None:
        self.transcript = transcript
        self.game = transcript.state.game
        self.names = names
        self.seat = seat
        self.bots = bots
        self.seed = seed
        self.console = console
        self.view = view_of(self.game)
        self.asked_at: list[int] = []
        self.told = len(self.story())

    @property
    def state(self) -> State:
        """The position."""
        return self.transcript.state

    def play(self) -> None:
        """Play to the end. Raises Quit when the person leaves."""
        while not self.state.is_terminal():
            if self.state.current_player == self.seat:
                self._own_decision()
            else:
                self._others_decision()
        self.transcript.say_fixed_lines()
        self.tell_news()
        self.show_board()

    # ------------------------------------------------------------------------------------------------- others

    def _others_decision(self) -> None:
        """The die falls or a bot decides. The die depends on seed and place in the game: undo does not change it."""
        legal = self.state.legal_actions()
        if self.state.is_chance():
            action = legal[draw_below(self.seed, DICE_STREAM, len(self.state.history), len(legal))]
        else:
            draws = Draws(self.seed, len(self.state.history))
            action = self.bots[self.state.current_player].choose(self.state, LEVEL, draws)
        self.state.apply_trusted(action)
        self.transcript.say_fixed_lines()

    def story(self) -> list[str]:
        """The game so far, told."""
        return self.view.story(self.transcript, self.names)

    def tell_news(self) -> None:
        """Tell what happened since the last time."""
        story = self.story()
        for text in story[self.told :]:
            self.console.print(Text(f"  {text}", style="dim"))
        self.told = len(story)

    # ------------------------------------------------------------------------------------------------- own

    def _own_decision(self) -> None:
        groups = self.view.groups(self.state, self.names)
        choices = [choice for group in groups for choice in group.choices]
        if len(choices) == 1:
            self.tell_news()
            self.console.print(f"  Only one way: {choices[0].label}.")
            self._apply(choices[0])
            return
        self.tell_news()
        self.show_board()
        self.asked_at.append(len(self.state.history))
        before = len(self.state.history)
        while len(self.state.history) == before:
            group = self._ask_group(groups)
            choice = self._ask_choice(group, back=len(groups) > 1) if group else None
            if choice:
                self._apply(choice)

    def _apply(self, choice: Choice) -> None:
        for action in choice.actions:
            self.state.apply(action)
        self.transcript.say_fixed_lines()

    def _ask_group(self, groups: list[Group]) -> Group | None:
        if len(groups) == 1:
            return groups[0]
        labels = [f"{group.title} ({len(group.choices)})" for group in groups]
        number = self._ask(self.view.question(self.state), labels)
        return None if number is None else groups[number]

    def _ask_choice(self, group: Group, *, back: bool) -> Choice | None:
        title = group.title if back else self.view.question(self.state)
        number = self._ask(title, [choice.label for choice in group.choices], back=back)
        return None if number is None else group.choices[number]

    def _ask(self, title: str, labels: Sequence[str], *, back: bool = False) -> int | None:
        """Ask until a number is given; None when the question no longer stands (back, undo, a typed action)."""
        before = len(self.state.history)
        self._list(title, labels)
        while True:
            answer = self._input()
            word, _, rest = answer.partition(" ")
            if answer.isdecimal() and len(answer) < 10 and 1 <= int(answer) <= len(labels):
                return int(answer) - 1
            if back and answer in ("b", "back"):
                return None
            if word == "?":
                self._explain(rest, labels)
            elif word == "undo":
                if self._undo():
                    return None
            elif word == "log":
                self._log()
            elif word == "board":
                self.show_board()
                self._list(title, labels)
            elif word == "save":
                self._save(rest.strip())
            elif word in ("quit", "exit", "q"):
                raise Quit
            elif self._typed(answer):
                if len(self.state.history) != before:
                    return None
            else:
                self.console.print(f"  Please type a number from 1 to {len(labels)}; {HELP}.", highlight=False)

    def _input(self) -> str:
        try:
            return " ".join(self.console.input("[bold]> [/bold]").split())
        except EOFError:
            raise Quit from None

    def _list(self, title: str, labels: Sequence[str]) -> None:
        self.console.print(Text(title, style="bold"))
        for number, label in enumerate(labels, start=1):
            self.console.print(Text.assemble((f"{number:>4}  ", "bold cyan"), label))

    def _typed(self, answer: str) -> bool:
        """A decision typed in words, as the notation says it. False if it is no such thing."""
        try:
            action = self.game.action_from_text(answer)
        except DolmenError:
            return False
        try:
            self.state.apply(action)
        except DolmenError as error:
            self.console.print(f"  {error}", style="yellow", highlight=False, markup=False, soft_wrap=True)
        else:
            self.transcript.say_fixed_lines()
        return True

    def _explain(self, which: str, labels: Sequence[str]) -> None:
        name, words = self.view.rule(self.state)
        if which.isdecimal() and len(which) < 10 and 1 <= int(which) <= len(labels):
            self.console.print(f"  {which}: {labels[int(which) - 1]}", highlight=False)
        self.console.print(f"  [bold]{name}.[/bold] {words}", highlight=False)

    def _undo(self) -> bool:
        """Back to the last question that was answered."""
        asked = [place for place in self.asked_at if place < len(self.state.history)]
        if not asked:
            self.console.print("  There is nothing to take back yet.")
            return False
        while len(self.state.history) > asked[-1]:
            self.transcript.undo()
        self.asked_at = asked[:-1]
        self.told = min(self.told, len(self.story()))
        self.console.print("  Taken back.")
        return True

    def _log(self) -> None:
        for text in self.story():
            self.console.print(f"  {text}", highlight=False)

    def _save(self, file: str) -> None:
        if not file:
            self.console.print("  Please name a file: save my-game" + self.game.meta.extension, highlight=False)
            return
        try:
            write_file(file, self.transcript.to_text())
        except DolmenError as error:
            self.console.print(f"  {error}", style="yellow", highlight=False, markup=False, soft_wrap=True)
        else:
            self.console.print(f"  Saved in {file}.", highlight=False, markup=False)

    def show_board(self) -> None:
        """The position, as the person's seat sees it."""
        self.console.print()
        self.console.print(self.view.board(self.state, self.seat, self.names))
