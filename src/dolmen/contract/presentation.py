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
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from markupsafe import Markup, escape

from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Fact,
    Forecast,
    Hint,
    Lot,
    OptionField,
    Outline,
    Overview,
    Panel,
    Passage,
    Picture,
    PlacingField,
    Preview,
    Prompt,
    Rule,
    Section,
    ShownFact,
    SideBoard,
    Source,
    TileField,
    Way,
)
from dolmen.contract.drawing import SEAT_STYLES, Drawing
from dolmen.contract.game import Game, Records, State
from dolmen.core.record_view import copied
from dolmen.core.words import Words


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
        preview: Preview | None = None,
    ) -> tuple[SideBoard, ...]:
        """The boards beside the main one, with what comes of what is chosen."""
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
