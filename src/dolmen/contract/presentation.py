"""How a game shows itself in the browser: the contract between the table and a game's module `web`.

The table (`dolmen.server`) names no game. Whatever it shows of one comes from the object `WEB` in the module
`dolmen.<game>.web`, which fulfils `WebGame`:

* **Pictures** are fragments of SVG for three layers: `ground` (depends on the set-up alone), `pieces` (ids are stable,
  so that pieces glide), `lit` (the places that may be chosen). Symbols are those of `dolmen.art`.
* **A prompt** asks one small question. Its choices are numbered in the order in which they are listed; a choice has a
  place on the board, its cost, and one or more ways to make it. A way is a sequence of action ids, so the table can
  check and apply it by the rules alone. A choice may also ask on (`choices`, `question`): which worker, then whereto.
* **Preview**: what a way costs, brings and leads to, found by applying it to a copy.
* **Log**: `told` yields sentences as safe markup, one entry a line of the game's notation, from any decision on.
* **Hiding**: `panels`, `prompt`, `waiting`, `view` and the log receive the seat that looks. What that seat may not see
  must not influence their result in any byte. The seat is None for spectators; at the end everything is open.

All texts are messages of the reader's language (`Words`), complete sentences with named parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from markupsafe import Markup

from dolmen.contract.game import Game, State
from dolmen.contract.meta import Meta
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.core.words import Words


@dataclass(frozen=True)
class Amount:
    """So many of something: '3 copper'."""

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
    """What is unusual about it: '3 stone stand in for 1 copper'."""


@dataclass(frozen=True)
class Choice:
    """Something that may be chosen."""

    label: str
    """In bold: 'Field 1'."""
    sentence: str
    """The whole of it, for those who hear it: 'Field 1, copper and wool. A hut here costs 3 copper and 3 wool.'"""
    confirm: str = ""
    """The deed, on the button: 'Build on field 1'."""
    ways: tuple[Way, ...] = ()
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
    """None: behind the screen."""
    pieces: tuple[Amount, ...]
    stones: tuple[Fact, ...]
    """What he holds in the open; the symbol is drawn on a stone."""
    title: str = ""
    """What he plays, where a game has such a thing: 'Witches'."""
    note: str = ""
    """'passed'."""


@dataclass(frozen=True)
class Board:
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
class Line:
    """A line of the board as text."""

    place: str
    """The id of the place on the board that it tells of, or nothing."""
    text: str


@dataclass(frozen=True)
class Passage:
    """A part of the board as text, under a heading."""

    title: str
    lines: tuple[Line, ...]


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


class WebGame(Protocol):
    """What `dolmen.<game>.web.WEB` gives."""

    view_box: str
    cropped_view_box: str
    """The part of the board that small screens show."""
    symbols: tuple[str, ...]
    """The symbols of `dolmen.art` that its pages may need."""

    def colours(self, players: int) -> tuple[str, ...]:
        """The colour of each seat, as the stylesheet names it: 'purple', or with its kind 'terrain:forest'."""

    def summary(self, words: Words) -> str:
        """The game in one sentence."""

    def scene(self) -> str:
        """A picture for the game's card: inner SVG of `0 0 560 230`."""

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """What may be chosen when a table is made."""

    def begin(self, game: Game, options: Mapping[str, str], seed: int, names: tuple[str, ...]) -> Any:
        """A transcript that begins, with the set-up drawn from the seed or settled by the options."""

    def hidden(self, options: Mapping[str, str]) -> bool:
        """Whether stocks are hidden at a table with these options."""

    def ground(self, game: Game, words: Words) -> str:
        """The layer that never changes."""

    def pieces(self, state: State, changed: frozenset[str]) -> str:
        """The pieces; those in `changed` get a dot."""

    def changed(self, before: Any, after: Any) -> frozenset[str]:
        """The ids of the pieces that differ between two records."""

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None) -> str:
        """The places of the choices, numbered from 1."""

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """What the seat that decides is asked."""

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the others read meanwhile: 'Ben makes an offering'."""

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """What follows from a way."""

    def panels(self, state: State, seat: int | None, words: Words, *, is_open: bool) -> tuple[Panel, ...]:
        """The players, as that seat may see them."""

    def where(self, state: State, words: Words) -> str:
        """How far the game is: 'turn 17'."""

    def told(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """What happened from that decision on; unfinished lines are left out."""

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Where the points of a finished game came from."""

    def course(self, state: State) -> list[tuple[int, ...]]:
        """The points of all seats after each turn."""

    def standing(self, state: State, seat: int, words: Words) -> str:
        """What a seat achieved beside its points: 'all 8 huts, 2 temples'."""

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position as that seat may see it, ready for JSON."""

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The rules in our own words."""

    def spoken(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The position as text, as that seat may see it: everything that the pictures show."""

    def refusal(self, state: State, place: str, words: Words) -> Fact:
        """Why a place cannot be chosen now; the symbol is the key of the rule."""

    def read(self, text: str) -> Any:
        """A transcript from a file. Raises IllegalLine."""


def web_of(meta: Meta) -> WebGame:
    """How a game shows itself."""
    found: WebGame = import_module(f"dolmen.games.{meta.package}.present.presentation").WEB
    return found


def colours_of(web: WebGame, state: State) -> tuple[str, ...]:
    """The colours of the seats at a table. A game whose players choose theirs tells them by `seat_colours(state)`."""
    make = getattr(web, "seat_colours", None)
    return tuple(make(state)) if make else web.colours(state.game.players)


def chosen_colours(options: Mapping[str, str], players: int) -> tuple[str, ...]:
    """The option `colours`, seat by seat (a seat without a wish has an empty one); empty where there are no wishes."""
    chosen = tuple(options.get("colours", "").split(","))
    if not any(chosen):
        return ()
    if len(chosen) != players:
        raise InvalidSetup(
            translatable("%(colours)s colours are named for %(players)s seats"), colours=len(chosen), players=players
        )
    wishes = [colour for colour in chosen if colour]
    if len(set(wishes)) < len(wishes):
        raise InvalidSetup(translatable("two seats have the same colour: every colour is used once"))
    return chosen


def placings_of(web: WebGame, words: Words) -> tuple[PlacingField, ...]:
    """What may be laid out by hand when a table is made; a game that has such things gives `placings`."""
    make = getattr(web, "placings", None)
    return tuple(make(words)) if make else ()


def dress(web: WebGame, state: State, options: Mapping[str, str]) -> None:
    """What a table's options say of its looks and its set-up's text does not; a game takes it by `dress`."""
    make = getattr(web, "dress", None)
    if make:
        make(state, options)


def boards_of(
    web: WebGame,
    state: State,
    seat: int | None,
    choices: Sequence[Choice],
    chosen: int | None,
    names: Sequence[str],
    words: Words,
) -> tuple[Board, ...]:
    """The boards beside the main one; a game that has some gives them by `boards`, with these arguments."""
    make = getattr(web, "boards", None)
    return tuple(make(state, seat, choices, chosen, names, words)) if make else ()


def leaving_of(web: WebGame, state: State, seat: int) -> int | None:
    """The action by which a seat leaves the game now; None where it cannot.

    A game that may go on without a player gives it by `leaving`, with these arguments. Nobody is asked for this action:
    it is not among the legal ones.
    """
    make = getattr(web, "leaving", None)
    found: int | None = make(state, seat) if make else None
    return found


def standing_fields(web: WebGame, words: Words) -> tuple[OptionField, ...]:
    """What a player may settle once for all his later answers; a game that has such questions gives `standing_fields`.

    The first value of each field leaves everything to be asked.
    """
    make = getattr(web, "standing_fields", None)
    return tuple(make(words)) if make else ()


def standing_answer(web: WebGame, state: State, settled: Mapping[str, str]) -> int | None:
    """The decision that a player has settled before for what is asked now, by the values of `standing_fields`.

    None where he is to be asked. The game gives it by `standing_answer`, with the last two arguments.
    """
    make = getattr(web, "standing_answer", None)
    found: int | None = make(state, settled) if make and settled else None
    return found


def ends_turn(web: WebGame, action: int) -> bool:
    """Whether a decision does nothing but end the turn, so that nobody need confirm it again.

    A game that has such a decision says so by `ends_turn`, with the action.
    """
    make = getattr(web, "ends_turn", None)
    return bool(make and make(action))


def hint_of(web: WebGame, state: State, seat: int, words: Words) -> Hint | None:
    """What a newcomer at that seat wants to know now; a game that teaches gives it by `hint`, with these arguments."""
    make = getattr(web, "hint", None)
    found: Hint | None = make(state, seat, words) if make else None
    return found


def first_options(web: WebGame) -> Mapping[str, str]:
    """The options of a first game, by `first_game`."""
    found: Mapping[str, str] = getattr(web, "first_game", {})
    return found


def has_web(meta: Meta) -> bool:
    """Whether a game can be played in the browser yet."""
    from importlib.util import find_spec

    found = find_spec(f"dolmen.games.{meta.package}.present.presentation")
    return found is not None and found.origin is not None
