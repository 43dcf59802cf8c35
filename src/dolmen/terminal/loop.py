"""A game at the terminal: the loop that shows, asks, answers and remembers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console

from dolmen.bots import LEVEL, Bot
from dolmen.contract.content import Choice, Prompt, Way
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.presentation import Presentation
from dolmen.core.draws import Draws, draw_below
from dolmen.core.errors import DolmenError
from dolmen.core.files import write_file
from dolmen.core.words import Words
from dolmen.terminal.screen import Label, Screen, choice_label, group_label, way_label

DICE_STREAM = (1 << 32) - 1
LONGEST_NUMBER = 9


class Quit(Exception):
    """The person leaves."""


@dataclass(frozen=True)
class Menu:
    """A question with numbered answers."""

    title: str
    labels: Sequence[Label]
    explain: Callable[[int], None]
    """Tell more of one of the answers."""
    rule: str
    back: bool = False
    letters: Mapping[str, int] = field(default_factory=dict)
    """Answers that may be given by a letter, too."""

    def number(self, answer: str) -> int | None:
        """The answer that is meant, from 0; None if it is none of them."""
        if answer in self.letters:
            return self.letters[answer]
        if answer.isdecimal() and len(answer) <= LONGEST_NUMBER and 1 <= int(answer) <= len(self.labels):
            return int(answer) - 1
        return None


class TerminalGame:
    """One person and some bots at the terminal."""

    def __init__(
        self,
        transcript: Transcript,
        presentation: Presentation,
        names: Sequence[str],
        seat: int,
        bots: dict[int, Bot],
        seed: int,
        console: Console,
        words: Words,
    ) -> None:
        self.transcript = transcript
        self.game = transcript.state.game
        self.presentation = presentation
        self.names = names
        self.seat = seat
        self.bots = bots
        self.seed = seed
        self.words = words
        self.screen = Screen(console, presentation, names, words)
        self.asked_at: list[int] = []
        self.logged = self._last_entry(len(self.state.history))
        """So many decisions are told: the log goes on there."""

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
        self.screen.board(self.state, self.seat)
        self.screen.score(self.state)

    # ------------------------------------------------------------------------------------------------- others

    def _others_decision(self) -> None:
        """The die falls or a bot decides. The die depends on seed and place in the game: undo does not change it."""
        legal = self.state.legal_actions()
        if self.state.is_chance():
            action = legal[draw_below(self.seed, DICE_STREAM, len(self.state.history), len(legal))]
        else:
            draws = Draws(self.seed, len(self.state.history))
            action = self.bots[self.state.current_player].decide(self.state, LEVEL, draws)
        self.state.apply_trusted(action)
        self.transcript.say_fixed_lines()

    def tell_news(self) -> None:
        """Tell what happened since the last time."""
        entries = list(self.presentation.log(self.state, self.logged, self.names, self.words))
        self.screen.entries(entries, "dim")
        if entries:
            self.logged = entries[-1].decision

    def _last_entry(self, latest: int) -> int:
        """The number of decisions after the last entry of the log that is not later."""
        entries = self.presentation.log(self.state, 0, self.names, self.words)
        return max((entry.decision for entry in entries if entry.decision <= latest), default=0)

    # ------------------------------------------------------------------------------------------------- own

    def _own_decision(self) -> None:
        prompt = self.presentation.prompt(self.state, self.names, self.words)
        self.tell_news()
        if len(prompt.choices) == 1 and len(prompt.choices[0].ways) == 1 and not prompt.asides:
            (choice,) = prompt.choices
            self.screen.say(self.words.gettext("Only one way: %(choice)s") % {"choice": choice.sentence})
            self._apply(choice.ways[0])
            return
        self.screen.board(self.state, self.seat)
        self.asked_at.append(len(self.state.history))
        before = len(self.state.history)
        while len(self.state.history) == before:
            way = self._ask_prompt(prompt)
            if way:
                self._apply(way)

    def _apply(self, way: Way) -> None:
        for action in way.actions:
            self.state.apply(action)
        self.transcript.say_fixed_lines()

    def _ask_prompt(self, prompt: Prompt) -> Way | None:
        """Which kind of choice, which choice, which way; None when the question is to be asked again."""
        title = f"{prompt.eyebrow}: {prompt.question}"
        kinds = [(group, [choice for choice in prompt.choices if choice.group == group.key]) for group in prompt.groups]
        kinds = [(group, choices) for group, choices in kinds if choices]
        if len(kinds) < 2:
            return self._ask_choice(title, prompt.all_choices, prompt.rule)
        if prompt.aside and prompt.asides:
            kinds.append((prompt.aside, list(prompt.asides)))
        menu = Menu(
            title,
            [group_label(group, len(choices)) for group, choices in kinds],
            lambda number: self.screen.rule(kinds[number][0].rule or prompt.rule),
            prompt.rule,
            letters={group.letter: place for place, (group, _) in enumerate(kinds)},
        )
        number = self._ask(menu)
        if number is None:
            return None
        group, choices = kinds[number]
        return self._ask_choice(group.question, choices, group.rule or prompt.rule, back=True)

    def _ask_choice(self, title: str, choices: Sequence[Choice], rule: str, *, back: bool = False) -> Way | None:
        labels = [choice_label(choice) for choice in choices]
        number = self._ask(
            Menu(title, labels, lambda number: self.screen.explain_choice(self.state, choices[number]), rule, back)
        )
        if number is None:
            return None
        choice = choices[number]
        if choice.choices:
            return self._ask_choice(choice.question, choice.choices, rule, back=True)
        return choice.ways[0] if len(choice.ways) == 1 else self._ask_way(choice, rule)

    def _ask_way(self, choice: Choice, rule: str) -> Way | None:
        labels = [way_label(way) for way in choice.ways]
        question = self.words.gettext("How do you pay?")
        number = self._ask(
            Menu(
                f"{choice.confirm}: {question}",
                labels,
                lambda number: self.screen.explain_way(self.state, choice.ways[number]),
                rule,
                back=True,
            )
        )
        return None if number is None else choice.ways[number]

    def _ask(self, menu: Menu) -> int | None:
        """Ask until a number is given; None when the question no longer stands (back, undo, a typed action)."""
        before = len(self.state.history)
        self.screen.question(menu.title, menu.labels)
        while True:
            answer = self._input()
            word, _, rest = answer.partition(" ")
            number = menu.number(answer)
            if number is not None:
                return number
            if menu.back and answer in ("b", "back"):
                return None
            if word == "board":
                self.screen.board(self.state, self.seat)
                self.screen.question(menu.title, menu.labels)
            elif word == "?":
                self._explain(menu, rest)
            elif not self._command(word, rest.strip()) and not self._typed(answer):
                self._help(menu)
            if len(self.state.history) != before:
                return None

    def _command(self, word: str, rest: str) -> bool:
        """What can be asked for at any time. False if it is no such thing."""
        if word == "undo":
            self._undo()
        elif word == "log":
            self.screen.entries(self.presentation.log(self.state, 0, self.names, self.words))
        elif word == "save":
            self._save(rest)
        elif word in ("quit", "exit", "q"):
            raise Quit
        else:
            return False
        return True

    def _input(self) -> str:
        try:
            return " ".join(self.screen.console.input("[bold]> [/bold]").split())
        except EOFError:
            raise Quit from None

    def _typed(self, answer: str) -> bool:
        """A decision typed in words, as the notation says it. False if it is no such thing."""
        try:
            action = self.game.action_from_text(answer)
        except DolmenError:
            return False
        try:
            self.state.apply(action)
        except DolmenError as error:
            self.screen.say(error.translated(self.words), "yellow")
        else:
            self.transcript.say_fixed_lines()
        return True

    def _explain(self, menu: Menu, which: str) -> None:
        number = menu.number(which)
        if number is not None:
            menu.explain(number)
        self.screen.rule(menu.rule)

    def _help(self, menu: Menu) -> None:
        _ = self.words.gettext
        self.screen.say(_("Please type a number from 1 to %(last)s.") % {"last": len(menu.labels)})
        self.screen.say(
            _(
                "'b' goes back; '? 3' tells more of choice 3, '?' the rule; 'undo' takes your last choice back; 'log' "
                "tells the game so far; 'board' shows it again; 'save FILE' writes it; 'quit' stops. A decision may "
                "also be typed as game files write it."
            )
        )

    def _undo(self) -> None:
        """Back to the last question that was answered."""
        asked = [place for place in self.asked_at if place < len(self.state.history)]
        if not asked:
            self.screen.say(self.words.gettext("There is nothing to take back yet."))
            return
        while len(self.state.history) > asked[-1]:
            self.transcript.undo()
        self.asked_at = asked[:-1]
        self.logged = self._last_entry(self.logged)
        self.screen.say(self.words.gettext("Taken back."))

    def _save(self, file: str) -> None:
        _ = self.words.gettext
        if not file:
            example = f"save my-game{self.game.meta.extension}"
            self.screen.say(_("Please name a file: %(example)s") % {"example": example})
            return
        try:
            write_file(file, self.transcript.to_text())
        except DolmenError as error:
            self.screen.say(error.translated(self.words), "yellow")
        else:
            self.screen.say(_("Saved in %(file)s.") % {"file": file})
