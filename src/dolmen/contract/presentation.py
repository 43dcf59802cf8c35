"""What is said and shown of a game to a person: the contract between a game and whatever faces people.

Nothing here is about the browser or the terminal: both render the same things, in the reader's language.

* **A prompt** asks one small question. Its choices are numbered in the order in which they are listed; a choice has a
  place on the board, its cost, and one or more ways to make it. A way is a sequence of action ids, so whoever shows it
  can check and apply it by the rules alone. A choice may also ask on (`choices`, `question`): which piece, whereto.
* **Preview**: what a way costs, brings and leads to, found by applying it to a copy.
* **Log**: sentences as safe markup, one entry a line of the game's notation, from any decision on.
* **Pictures** are fragments of SVG for three layers: `ground` (depends on the set-up alone), `pieces` (ids are stable,
  so that pieces glide), `lit` (the places that may be chosen). Where there are no pixels, `drawings` show the board in
  letters, and `board_text` tells what no drawing shows.
* **Hiding**: `panels`, `prompt`, `waiting`, `view`, `drawings`, `board_text` and the log receive the seat that looks.
  What that seat may not see must not influence their result in any byte. The seat is None for spectators; at the end
  everything is open.

All texts are messages of the reader's language (`Words`), complete sentences with named parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from markupsafe import Markup

from dolmen.contract.drawing import SEAT_STYLES, Drawing
from dolmen.contract.game import Game, State
from dolmen.core.words import Words


@dataclass(frozen=True)
class Amount:
    """So many of something: '3 coins'."""

    number: int
    symbol: str
    name: str
    text: str = ""
    """What a panel shows instead of the number: '5/7/0'."""


@dataclass(frozen=True)
class Fact:
    """A symbol (or none) with a sentence."""

    symbol: str
    text: str


@dataclass(frozen=True)
class Way:
    """One way to make a choice, mostly one way to pay for it."""

    actions: tuple[int, ...]
    label: str = ""
    pays: tuple[Amount, ...] = ()
    note: str = ""
    """What is unusual about it: '3 of these stand in for 1 of those'."""
    tag: str = ""
    """The same in a word or two, for the list of choices."""


@dataclass(frozen=True)
class Choice:
    """Something that may be chosen."""

    label: str
    """In bold: 'Field 1'."""
    sentence: str
    """The whole of it, for those who hear it: 'Field 1, by the lake. A house here costs 3 coins.'"""
    confirm: str = ""
    """The deed, on the button: 'Build on field 1'."""
    ways: Sequence[Way] = ()
    """How it may be made; the first is meant unless another one is picked."""
    choices: tuple[Choice, ...] = ()
    """What is asked on, instead of ways."""
    question: str = ""
    """The question to these."""
    group: str = ""
    detail: str = ""
    more: str = ""
    """Detail that small screens leave out."""
    cost: tuple[Amount, ...] = ()
    tag: str = ""
    """Instead of a cost: 'free'."""
    place: str = ""
    badge: str = ""
    ghost: str = ""


@dataclass(frozen=True)
class Group:
    """A kind of choices, picked by a button or a letter."""

    key: str
    label: str
    letter: str
    question: str
    rule: str = ""
    """The key of the rule behind it, where that is not the prompt's."""


@dataclass(frozen=True)
class Prompt:
    """What is asked now."""

    eyebrow: str
    question: str
    rule: str
    """The key of the rule behind it, see `rules`."""
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...] = ()
    group: str = ""
    """The group that is shown unless another one is picked; with none of them, all are shown together."""


@dataclass(frozen=True)
class Preview:
    """What a choice costs, brings and leads to."""

    pays: tuple[Amount, ...]
    left: tuple[Amount, ...]
    gets: tuple[Fact, ...]
    then: tuple[Fact, ...]


@dataclass(frozen=True)
class Panel:
    """What is shown of a player."""

    seat: int
    colour: str
    points: int
    stock: tuple[Amount, ...] | None
    """None: hidden from the reader."""
    pieces: tuple[Amount, ...]
    stones: tuple[Fact, ...]
    """What he holds in the open; the symbol is drawn on `stone_symbol`."""
    title: str = ""
    """What he plays, where a game has such a thing: the name of a people."""
    note: str = ""
    """'passed'."""
    hidden: Fact | None = None
    """What is shown instead of a stock that is hidden: 'behind the screen'."""
    stone_symbol: str = ""


@dataclass(frozen=True)
class SideBoard:
    """A board beside the main one, as markup; what may be chosen there has `data-choice` like the places of `lit`."""

    key: str
    where: str
    """`above`, `beside` or `below` the main board, at the `side` under the prompt, or a `tab` beside the log."""
    title: str
    markup: Markup
    css: str = "card"
    colour: str = ""
    short: str = ""
    """Its name on a phone, where it is a tab of its own; without one it has no tab there."""
    symbol: str = "i-board"
    """The symbol of that tab."""


@dataclass(frozen=True)
class Entry:
    """An entry of the log."""

    decision: int
    """The number of decisions made when it had happened."""
    turn: int
    turn_player: int
    seat: int | None
    text: Markup
    rule: str
    places: tuple[str, ...] = ()
    automatic: str = ""
    """Set by the table: `forced` where there was only one way, `settled` where the player had answered before."""

    @cached_property
    def _hash(self) -> int:
        return hash((self.decision, self.seat, self.text, self.automatic))

    def __hash__(self) -> int:
        """Found once: pages look what they wrote of an entry up with every event that follows."""
        return self._hash


@dataclass(frozen=True)
class Source:
    """Where points came from, for each seat."""

    symbol: str
    name: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Rule:
    """A rule in our own words."""

    key: str
    title: str
    text: str
    picture: str = ""
    """The same without words, as markup: see `dolmen.art.figures`."""


@dataclass(frozen=True)
class TextLine:
    """A line of the board as text."""

    place: str
    """The id of the place on the board that it tells of, or nothing."""
    text: str


@dataclass(frozen=True)
class Passage:
    """A part of the board as text, under a heading."""

    title: str
    lines: tuple[TextLine, ...]
    shown: str = ""
    """Where the same is shown, too: in the `panels` or in the `drawings`. Whoever shows these leaves it out."""


@dataclass(frozen=True)
class Hint:
    """A hint for a first game: what a newcomer wants to know at this moment of a real table."""

    key: str
    """The same for the same hint: one that was read is not shown again."""
    title: str
    text: str
    rule: str
    """The key of the rule to read on, whose picture is shown."""


@dataclass(frozen=True)
class OptionField:
    """An option that a person may set when a table is made."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    """Value and its text; the first is the default."""
    by_seat: tuple[str, ...] = ()
    """Where each seat has its own: the defaults, seat by seat. The option then holds the seats' values, with commas."""
    is_colour: bool = False
    """Whether it is the colour of a seat: each one is used once, and the seat shows it."""


@dataclass(frozen=True)
class PlacingField:
    """Things that a person may lay out by hand when a table is made, each on a numbered place; or all are drawn.

    The option holds them as 'place:thing', with blanks between.
    """

    name: str
    label: str
    hint: str
    things: tuple[tuple[str, str, str], ...]
    """Value, name and symbol of each."""
    pictures: tuple[tuple[str, str, str], ...] = ()
    """Where the places are: title, view box and inner SVG."""


class Presentation(ABC):
    """How one game shows itself. What a game does not have, it leaves as it is here."""

    view_box: str
    style: ClassVar[Path | None] = None
    """Its style sheet: colours, and what of its pictures and boards depends on pointer, motion and size."""
    symbol_file: ClassVar[Path | None] = None
    """Its symbols, beside those of `dolmen.art`. No other game may have a symbol of the same name."""
    first_options: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The options of a first game, with hints."""

    # ------------------------------------------------------------------------------------------------ a new table

    @abstractmethod
    def summary(self, words: Words) -> str:
        """The game in one sentence."""

    @abstractmethod
    def scene(self) -> str:
        """A picture for the game's card: inner SVG of `0 0 560 230`."""

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """What may be chosen when a table is made."""
        return ()

    def placings(self, words: Words) -> tuple[PlacingField, ...]:
        """What may be laid out by hand when a table is made."""
        return ()

    def hidden(self, options: Mapping[str, str]) -> bool:
        """Whether something of the players is hidden at a table with these options."""
        return False

    @abstractmethod
    def colours(self, players: int) -> tuple[str, ...]:
        """The colour of each seat, as the style sheet names it.

        'purple' sets `data-seat="purple"` and has the symbol `mark-purple`; 'kind:name' sets `data-kind="name"` and has
        the symbol `kind-name`.
        """

    def seat_colours(self, state: State, options: Mapping[str, str]) -> tuple[str, ...]:
        """The colours of the seats at a table, where its options or the players' choices settle them."""
        return self.colours(state.game.players)

    # ------------------------------------------------------------------------------------------------ pictures

    @abstractmethod
    def ground(self, game: Game, words: Words) -> str:
        """The layer that never changes."""

    @abstractmethod
    def pieces(self, state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
        """The pieces, in the colours of the seats; those in `changed` get a dot."""

    @abstractmethod
    def changed(self, before: Any, after: Any) -> frozenset[str]:
        """The ids of the pieces that differ between two records."""

    @abstractmethod
    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None, colours: Sequence[str]) -> str:
        """The places of the choices, numbered from 1."""

    def boards(
        self,
        state: State,
        seat: int | None,
        choices: Sequence[Choice],
        chosen: int | None,
        names: Sequence[str],
        words: Words,
    ) -> tuple[SideBoard, ...]:
        """The boards beside the main one."""
        return ()

    @abstractmethod
    def picture(self, state: State) -> str:
        """The position as an SVG file that stands alone."""

    def drawings(self, state: State, seat: int | None, words: Words) -> tuple[Drawing, ...]:
        """The position in letters, as that seat may see it."""
        return ()

    def seat_styles(self, state: State) -> tuple[str, ...]:
        """The colour of each seat in the drawings."""
        return SEAT_STYLES[: state.game.players]

    # ------------------------------------------------------------------------------------------------ the question

    @abstractmethod
    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """What the seat that decides is asked."""

    @abstractmethod
    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the others read meanwhile: 'Ben makes an offering'."""

    @abstractmethod
    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """What follows from a way."""

    def refusal(self, state: State, place: str, words: Words) -> Fact:
        """Why a place cannot be chosen now; the symbol is the key of the rule."""
        return Fact("", words.gettext("Nothing can be chosen here now."))

    def ends_turn(self, action: int) -> bool:
        """Whether a decision does nothing but end the turn, so that nobody need confirm it again."""
        return False

    def auto_answer_fields(self, words: Words) -> tuple[OptionField, ...]:
        """What a player may settle once for all his later answers. The first value of each leaves all to be asked."""
        return ()

    def auto_answer(self, state: State, settled: Mapping[str, str]) -> int | None:
        """The decision that a player has settled before for what is asked now; None where he is to be asked."""
        return None

    # ------------------------------------------------------------------------------------------------ what is seen

    @abstractmethod
    def panels(
        self, state: State, seat: int | None, words: Words, *, colours: Sequence[str], is_open: bool
    ) -> tuple[Panel, ...]:
        """The players, as that seat may see them."""

    @abstractmethod
    def progress_text(self, state: State, words: Words) -> str:
        """How far the game is: 'turn 17'."""

    @abstractmethod
    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The position as text, as that seat may see it: everything that the pictures show."""

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position as that seat may see it, ready for JSON."""
        return state.game.position(state.record)

    # ------------------------------------------------------------------------------------------------ what happened

    @abstractmethod
    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """What happened from that decision on; unfinished lines are left out."""

    @abstractmethod
    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Where the points of a finished game came from."""

    @abstractmethod
    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """The points of all seats after each turn."""

    def achievement(self, state: State, seat: int, words: Words) -> str:
        """What a seat achieved beside its points: 'all 8 houses, 2 bridges'."""
        return ""

    # ------------------------------------------------------------------------------------------------ learning

    @abstractmethod
    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The rules in our own words."""

    def hint(self, state: State, seat: int, words: Words) -> Hint | None:
        """What a newcomer at that seat wants to know now."""
        return None
