"""What is said and shown of a game to a person: the contract between a game and whatever faces people.

Nothing here is about the browser or the terminal: both render the same things, in the reader's language.

* **A prompt** asks one small question. Its choices are numbered in the order in which they are listed; a choice has a
  place on the board, its cost, and one or more ways to make it. A way is a sequence of action ids, so whoever shows it
  can check and apply it by the rules alone. A choice may also ask on (`choices`, `question`): which piece, whereto.
  Where choices are things to look at, a `Grid` shows them as pictures; whoever cannot draw lists them as ever.
* **Preview**: what a way costs, brings and leads to, found by applying it to a copy.
* **Log**: sentences as safe markup, one entry a line of the game's notation, from any decision on; each also in brief,
  with what it changed as numbers, for where there is one line for it.
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
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final

from markupsafe import Markup, escape

from dolmen.contract.drawing import SEAT_STYLES, Drawing
from dolmen.contract.game import Game, Records, State
from dolmen.core.record_view import copied
from dolmen.core.value import value
from dolmen.core.words import Words

NOTHING: Final = Markup()


@value
class Amount:
    """So many of something: '3 coins'."""

    number: int
    symbol: str
    name: str
    text: str = ""
    """What a panel shows instead of the number: '5/7/0'."""


@value
class Fact:
    """A symbol (or none) with a sentence."""

    symbol: str
    text: str


@value
class Way:
    """One way to make a choice, mostly one way to pay for it."""

    actions: tuple[int, ...]
    label: str = ""
    pays: tuple[Amount, ...] = ()
    note: str = ""
    """What is unusual about it: '3 of these stand in for 1 of those'."""
    tag: str = ""
    """The same in a word or two, for the list of choices."""


@value
class Picture:
    """How something that may be chosen is drawn, in a `Grid`: a tile, a card."""

    markup: Markup
    count: int = 1
    """How many of it are left; told where there are several."""
    now: str = ""
    """What it means now, under its name and what it brings: 'Water from 0 to 1'."""


@value
class Gone:
    """What keeps its place in a grid though it cannot be chosen."""

    place: int
    """Row by row, from 0."""
    picture: Picture
    label: str
    """What it is, for those who hear or point at it: 'Air 2, 4 power income'."""
    reason: str = ""
    """Why it cannot be chosen, on it: 'Ben has it'."""


@value
class Grid:
    """How choices with pictures lie: row by row, in the order of their numbers, around what is gone."""

    columns: int
    gone: tuple[Gone, ...] = ()
    css: str = ""
    """A class for the game's style sheet."""
    over_board: bool = False
    """Whether they are cards that lie over the main board; the question then tells the chosen one in full."""


@value
class Told:
    """Something told of a choice in full: a heading and its text."""

    heading: str
    text: Markup


@value
class Choice:
    """Something that may be chosen."""

    label: str
    """In bold: 'Field 1'."""
    sentence: str
    """The whole of it, for those who hear it: 'Field 1, by the lake. A house here costs 3 coins.'"""
    confirm: str = ""
    """The deed, on the button: 'Build on field 1'."""
    brief: str = ""
    """The same without its place, where the button has no room for it: 'Build'."""
    ways: Sequence[Way] = ()
    """How it may be made; the first is meant unless another one is picked."""
    choices: tuple[Choice, ...] = ()
    """What is asked on, instead of ways."""
    question: str = ""
    """What is asked once it is chosen: the question to these."""
    has_first: bool = False
    """Whether the first of these is meant unless another one is picked: they are ways to the same place."""
    group: str = ""
    detail: str = ""
    more: str = ""
    """Detail that small screens leave out."""
    cost: tuple[Amount, ...] = ()
    gain: tuple[Amount, ...] = ()
    """What it brings for its cost, where it is an exchange and nothing else."""
    tag: str = ""
    """Instead of a cost: 'free'."""
    place: str = ""
    badge: str = ""
    ghost: str = ""
    picture: Picture | None = None
    """How it is drawn where its prompt or its group is a grid."""
    told: tuple[Told, ...] = ()
    """All about it, once it is chosen; without a heading, a drawing."""


@value
class Group:
    """A kind of choices, picked by a button or a letter."""

    key: str
    label: str
    """A word of at most nine letters: a longer one gives way to its symbol."""
    letter: str
    question: str
    symbol: str = ""
    rule: str = ""
    """The key of the rule behind it, where that is not the prompt's."""
    grid: Grid | None = None
    """Where its choices are shown as pictures."""


@value
class Settles:
    """An answer for later that a player may settle beside what is asked: see `auto_answer_fields`."""

    name: str
    value: str
    label: str
    """'Always take what is free'."""


MOST_ANSWERS = 5
"""So many plain answers are buttons."""


@value
class Prompt:
    """What is asked now."""

    eyebrow: str
    question: str
    rule: str
    """The key of the rule behind it, see `rules`."""
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...] = ()
    """The kinds of choices, always in the same places: one of which there is no choice now keeps its own."""
    group: str = ""
    """The group that is shown unless another one is picked; with none of them, all are shown together."""
    in_turn_of: int | None = None
    """Whose turn it is, where another seat only answers in it."""
    grid: Grid | None = None
    """Where the choices are shown as pictures; with groups, see theirs."""
    asides: tuple[Choice, ...] = ()
    """What may be done at any time beside what is asked, and as often as one likes: small buttons that act at once."""
    aside: Group | None = None
    """The kind of the asides."""

    settles: Settles | None = None
    """What may be settled with the answer, so that the like is not asked again."""

    @property
    def all_choices(self) -> tuple[Choice, ...]:
        """Everything that may be done now."""
        return (*self.choices, *self.asides)

    @property
    def acts_at_once(self) -> bool:
        """Whether its choices are a few plain answers, each a button that needs no second one."""
        plain = all(len(choice.ways) == 1 and not choice.choices for choice in self.choices)
        deeds = {choice.confirm for choice in self.choices}
        return plain and not self.groups and 2 <= len(self.choices) == len(deeds) <= MOST_ANSWERS and not self.grid


@value
class Preview:
    """What a choice costs, brings and leads to."""

    pays: tuple[Amount, ...]
    left: tuple[Amount, ...]
    gets: tuple[Fact, ...]
    then: tuple[Fact, ...]
    goods: tuple[Amount, ...] = ()
    """What there will be of each of the `goods`, in their order; empty where a game has none."""


@value
class Mark:
    """Something that a player holds, as small as can be: a figure on a disc, or a symbol."""

    name: str
    """What it is, for those who hear it or point at it."""
    text: str = ""
    colour: str = ""
    """Of the disc, as the style sheet names it: see `Presentation.colours`."""
    symbol: str = ""
    """Drawn instead of a disc; the text stands beside it."""


@value
class Panel:
    """What is shown of a player, in one line."""

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
    short_title: str = ""
    """The same in at most ten letters, where it is longer."""
    note: str = ""
    """'passed'."""
    hidden: Fact | None = None
    """What is shown instead of a stock that is hidden: 'hidden'."""
    stone_symbol: str = ""
    picture: Markup | None = None
    """A tile that he holds, drawn small."""
    marks: tuple[Mark, ...] = ()
    """What else he holds in the open; where there are many, the last ones are only counted."""
    has_passed: bool = False
    """Whether he has no more to do in this round: his line is dimmed."""
    order: str = ""
    """His place in the next round, once it is known."""
    has_board: bool = False
    """Whether a board of his own can be looked at, see `Presentation.seat_board`."""


@value
class Cell:
    """What is said of a player under one heading of the overview."""

    amounts: tuple[Amount, ...] = ()
    pictures: tuple[Markup, ...] = ()


@value
class Overview:
    """All players side by side: what does not fit into their lines."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Seat by seat, a cell under each heading."""


@value
class ScoringPart:
    """A part of the final scoring, and what its ranks are worth: fire, '8 · 4 · 2'."""

    title: str
    symbol: str = ""
    worth: str = ""


@value
class Prospect:
    """What a part of the final scoring would bring a seat, and for what: 8 points, 'at 5'."""

    points: int
    detail: str = ""


@value
class Forecast:
    """The final scoring as if the game ended now."""

    parts: tuple[ScoringPart, ...]
    points: tuple[int, ...]
    """Those so far, seat by seat."""
    prospects: tuple[tuple[Prospect, ...], ...]
    """Seat by seat, one for each part."""
    notes: tuple[Fact, ...] = ()
    """What would bring the reader more, the nearest first; what is taken for granted."""

    @property
    def sums(self) -> tuple[int, ...]:
        """The points that each seat would end with."""
        more = (sum(prospect.points for prospect in row) for row in self.prospects)
        return tuple(points + added for points, added in zip(self.points, more, strict=True))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by its sum, from 1; equals share one."""
        return tuple(1 + sum(other > mine for other in self.sums) for mine in self.sums)

    @property
    def order(self) -> list[int]:
        """The seats from the first place to the last."""
        return sorted(range(len(self.points)), key=lambda seat: self.places[seat])


@value
class Outline:
    """A place on the main board, to be marked there."""

    path: str
    """The line around it, as the `d` of an SVG path."""
    anchor: tuple[float, float]
    """What a label points at."""


@value
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


@value
class Change:
    """What something cost and brought a seat in the end; a loss is a negative number."""

    seat: int
    amounts: tuple[Amount, ...]


@value
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
    source: str = ""
    """Set by the table: the page that it tells of, as a path on the server: the game that this one goes on from."""
    automatic: str = ""
    """Set by the table: `forced` where there was only one way, `settled` where the player had answered before."""
    part: int = 0
    """Where one decision led to several entries: 0 for the deed, then 1, 2 ... for what nobody did (final scoring).

    What the table itself notes is below 0."""
    brief: Markup = NOTHING
    """The same in a line: who, in bold, and the deed without what `changes` tells. Empty: the sentence is short."""
    chip: Markup = NOTHING
    """The same in a word or two, for a strip of news; empty: as brief as in the log."""
    changes: tuple[Change, ...] = ()
    """What it changed for whom."""
    answer_to: str = ""
    """What it answers, by a name of the game's own: answers to the same, one after another, are told in one line."""
    is_head: bool = False
    """Whether it begins a part of the game: a heading that opens, with what it changed for each seat."""

    @property
    def key(self) -> str:
        """What tells it from the other entries of a game."""
        return f"{self.decision}-{self.part}" if self.part else str(self.decision)

    @cached_property
    def _hash(self) -> int:
        return hash((self.decision, self.part, self.seat, self.text, self.automatic))

    def change_of(self, seat: int | None) -> tuple[Amount, ...]:
        """What it changed for a seat."""
        return next((change.amounts for change in self.changes if change.seat == seat), ())

    def __hash__(self) -> int:
        """Found once: pages look what they wrote of an entry up with every event that follows."""
        return self._hash


@value
class Source:
    """Where points came from, for each seat."""

    symbol: str
    name: str
    points: tuple[int, ...]


@value
class ShownFact:
    """A fact that statistics count, as it is shown: see `Counting`."""

    name: str
    short: str = ""
    """The same where there is little room."""
    colour: str = ""
    """As the style sheet names it: see `Presentation.colours`."""
    picture: Markup | None = None
    """How it is drawn, where it is a thing to look at."""


@value
class Section:
    """A stretch of a game as a chart of its points shows it: a round, all turns, a step of the final scoring."""

    name: str
    """What stands under it: '4', 'bonuses'. Without one, its turns are counted there."""
    group: str
    """What it and its neighbours are: 'round', 'turn', 'final scoring'."""
    scores: tuple[tuple[int, ...], ...]
    """The points of all seats after each turn of it, or after the step; they go on where the last section ended."""
    is_final: bool = False
    """Whether it belongs to the final scoring, which is one moment of the game but is shown step by step."""


@value
class Rule:
    """A rule in our own words."""

    key: str
    title: str
    text: str
    picture: str = ""
    """The same without words, as markup: see `dolmen.art.figures`."""


@value
class TextLine:
    """A line of the board as text."""

    place: str
    """The id of the place on the board that it tells of, or nothing."""
    text: str


@value
class Passage:
    """A part of the board as text, under a heading."""

    title: str
    lines: tuple[TextLine, ...]
    shown: str = ""
    """Where the same is shown, too: in the `panels` or in the `drawings`. Whoever shows these leaves it out."""


@value
class Hint:
    """A hint for a first game: what a newcomer wants to know at this moment of a real table."""

    key: str
    """The same for the same hint: one that was read is not shown again."""
    title: str
    text: str
    rule: str
    """The key of the rule to read on, whose picture is shown."""
    kinds: tuple[str, ...] | None = None
    """The groups of choices that it speaks for: a bot's advice for another kind would contradict it. None: for any."""

    def allows(self, group: str) -> bool:
        """Whether a bot's choice of that group may stand beside it."""
        return self.kinds is None or group in self.kinds


@value
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


@value
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


@value
class Tile:
    """A tile that may be in the set-up."""

    value: str
    label: str
    picture: Markup


@value
class TileField:
    """Tiles of the set-up that a person may choose, each at its place; a place without one is drawn.

    The option holds them with commas between; a place that is drawn is empty.
    """

    name: str
    label: str
    hint: str
    places: tuple[str, ...]
    """What each place is called."""
    tiles: tuple[Tile, ...]
    """Those that there are, also those that an option brings into the game."""


@value
class Lot:
    """Something that is auctioned before the game: see `dolmen.contract.auction`."""

    label: str
    the: str
    """In the middle of a sentence, with its article."""
    sentence: str
    picture: Picture
    colour: str
    told: tuple[Told, ...] = ()


class Presentation(ABC):
    """How one game shows itself. What a game does not have, it leaves as it is here."""

    view_box: str
    style: ClassVar[Path | None] = None
    """Its style sheet: colours, and what of its pictures and boards depends on pointer, motion and size."""
    symbol_file: ClassVar[Path | None] = None
    """Its symbols, beside those of `dolmen.art`. No other game may have a symbol of the same name."""
    turns_are_headed: ClassVar[bool] = True
    """Whether a turn is several entries of the log, under a heading. Elsewhere it is a line that says whose it is."""
    has_place_names: ClassVar[bool] = False
    """Whether places of the ground have a `text.place-name`, which is shown where somebody points or chooses."""
    has_rounds: ClassVar[bool] = False
    """Whether its people speak of rounds, which `round_of` then counts; else they speak of turns."""
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

    def tile_fields(self, players: int, words: Words) -> tuple[TileField, ...]:
        """The tiles that may be chosen for a game of so many players."""
        return ()

    def lot(self, name: str, words: Words) -> Lot:
        """What is auctioned, by its name."""
        return Lot(name, name, name, Picture(escape(name)), "")

    def hidden(self, options: Mapping[str, str]) -> bool:
        """Whether something of the players is hidden at a table with these options."""
        return False

    def guess(self, records: Records, seat: int) -> Records:
        """A copy of a position in which whatever is hidden from a seat is guessed; see `hidden`.

        What the seat may not know influences no byte of it: two positions that look the same to the seat are guessed
        alike. The rules go on from it as from any other position.
        """
        del seat  # (this is for games that hide nothing)
        copy: Records = copied(records)
        return copy

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
    def changed(self, state: State, since: int) -> frozenset[str]:
        """The ids of the pieces that differ from what was there before a decision of the history."""

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
        goods: Sequence[Amount] = (),
    ) -> tuple[SideBoard, ...]:
        """The boards beside the main one; `goods` is what the seat will have of each by what is chosen."""
        return ()

    def seat_board(self, state: State, seat: int, names: Sequence[str], words: Words) -> SideBoard | None:
        """The board of any seat, to look at; it stands in for the boards below the main one."""
        return None

    def seat_marks(self, state: State, seat: int) -> str:
        """A layer over the pieces: rings around what is a seat's, and `class="reach"` where it can get to."""
        return ""

    def outline(self, state: State, place: str) -> Outline | None:
        """Where a place is on the main board, by its id; None where it is not there."""
        return None

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

    def end_after(self, state: State, way: Way) -> tuple[int, ...]:
        """The decisions that end the turn after a way, where nothing is left but what may be done at any time."""
        return ()

    def ends_turn(self, action: int) -> bool:
        """Whether a decision does nothing but end the turn, so that nobody need confirm it again."""
        return False

    def declining(self, state: State) -> int | None:
        """The decision by which the seat that is asked takes nothing of what it is offered; None where nothing is."""
        return None

    def outcomes(self, state: State, words: Words) -> tuple[Choice, ...]:
        """What the dice may show now, where somebody says it for them."""
        texts = [(action, state.game.action_text(action)) for action in state.legal_actions()]
        return tuple(Choice(text, text, text, ways=(Way((action,)),)) for action, text in texts)

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

    def goods(self, state: State, seat: int, words: Words) -> tuple[Amount, ...]:
        """What a seat chooses by, always in its sight: in a fixed order, and the more the better."""
        return ()

    def overview(self, state: State, words: Words) -> Overview | None:
        """All players side by side, as everybody may see them."""
        return None

    def forecast(self, state: State, seat: int | None, words: Words) -> Forecast | None:
        """If the game ended now, told to that seat, by what everybody may see; None where that means nothing yet."""
        return None

    @abstractmethod
    def progress_text(self, state: State, words: Words) -> str:
        """How far the game is: 'turn 17'."""

    def progress_signs(self, state: State, words: Words) -> tuple[Fact, ...]:
        """The same for a narrow screen, where there is a board above the main one to tell it: symbols and numbers."""
        return ()

    @abstractmethod
    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The position as text, as that seat may see it: everything that the pictures show."""

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position as that seat may see it, ready for JSON; seats count from 0, as everywhere in the API."""
        return state.game.position(state.record, first=0)

    # ------------------------------------------------------------------------------------------------ what happened

    @abstractmethod
    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """What happened from that decision on; unfinished lines are left out."""

    def answers_brief(self, entries: Sequence[Entry], words: Words) -> Markup:
        """Several answers to the same in one line: '3 players declined'."""
        return Markup(" ").join(entry.brief or entry.text for entry in entries)

    @abstractmethod
    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Where the points of a finished game came from."""

    @abstractmethod
    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """The points of all seats after each turn."""

    def score_sections(self, state: State, words: Words) -> tuple[Section, ...]:
        """The points of a finished game in stretches, the final scoring in its steps. Here: all turns, one by one."""
        return (Section("", words.gettext("turn"), tuple(self.score_history(state))),)

    def round_of(self, game: Game, record: Any) -> int:
        """The round of a position; 0 before the first. Here: how often it was the turn of everybody, with this time."""
        return -(-int(record.turn) // game.players)

    def fact_kind(self, kind: str, words: Words) -> str:
        """A kind of facts that statistics count, as a heading."""
        return kind

    def fact(self, kind: str, value: str, words: Words) -> ShownFact:
        """A fact that statistics count."""
        return ShownFact(value)

    def point_source(self, source: str, words: Words) -> Fact:
        """A source of points by its name in statistics, with its symbol."""
        return Fact("", source)

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

    def reason(self, feature: str, words: Words, *, more: bool) -> str:
        """Why a bot likes a play: it brings more, or less, of a feature of its judgement. Empty where no word fits."""
        return ""
