"""What is said and shown of a game to a person, as values: what a presentation gives and a renderer shows.

A presentation (`dolmen.contract.presentation`) makes them; the browser's pages and the terminal render them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from markupsafe import Markup

from dolmen.core.value import value

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
    reaches: tuple[str, ...] = ()
    """The places on the boards beside the main one on which markers of the seat will stand, as the game names them."""


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
