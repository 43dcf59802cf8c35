"""The contract between the games and everything that plays them.

`Game` holds what never changes during a game: title, players, options, the record type, the action table and the two
kernels that are the rules. `State` is one position with a past: a facade over one record with checks, history and undo.
The shape is OpenSpiel's; the storage is one fixed-size record, so a copy of a position is a copy of bytes.

What every game promises:

* Its record has the int fields `player` (the seat that decides, or CHANCE, or TERMINAL), `turn_player` (whose turn it
  is) and `turn` (a count that rises with every turn; it is what a turn cap looks at).
* `legal(record, mask)` clears the mask and fills in every legal action; it changes nothing else. There is at least
  one unless the game is over. At a chance node the outcomes are listed, all equally likely.
* `apply(record, action)` makes a legal action. It never checks, allocates, raises or draws.
* `observe(record, seat, out)` writes what the seat sees, itself first, into a row of `observation_size` float32: every
  number once, and nothing else. What a seat may not know does not influence a byte of it. `observation_parts` says
  what the numbers mean.
* `draw_start(record, seed, stream)` draws what `open_records` leaves open; the record is then byte for byte the one
  that comes of `draw_setup` with the same seed and stream.
* `points(record, seat)` is the score; `is_winner(record, seat)` says at the end whether nobody ranks above the seat.
* Seats and actions are ints; each action also has a dataclass and a text, converted by the game alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dolmen.contract.meta import Meta
from dolmen.core.arguments import is_whole, shown, whole
from dolmen.core.errors import GameOver, IllegalAction, InvalidSetup, NothingToUndo, translatable
from dolmen.core.kernel import as_taken
from dolmen.core.messages import Message
from dolmen.core.position import CHANCE, TERMINAL, Kernel, Records, empty_records
from dolmen.core.record_view import copied

if TYPE_CHECKING:  # they hold kernels, which finding a game does not need
    from dolmen.core.mask import Mask
    from dolmen.core.observation import Observation, Part
    from dolmen.kernels.calls import Calls

__all__ = ["CHANCE", "TERMINAL", "Game", "Kernel", "Records", "State", "empty_records"]


class Game(ABC):
    """The rules of one game for one number of players."""

    meta: ClassVar[Meta]
    record_type: ClassVar[np.dtype[Any]]
    num_actions: ClassVar[int]
    max_chance_outcomes: ClassVar[int]
    """The outcomes of a chance node, at most; 0 where there are none."""
    max_turns: ClassVar[int]
    """A turn cap for simulations, far beyond what people need. Games cut short there are reported as truncated."""
    legal: ClassVar[Kernel]
    apply: ClassVar[Kernel]
    observation_version: ClassVar[int]
    """Rises with every change of the observation's layout: networks are trained for one of them."""
    observation_size: ClassVar[int]
    observe: ClassVar[Kernel]
    draw_start: ClassVar[Kernel]
    points: ClassVar[Kernel]
    is_winner: ClassVar[Kernel]

    def __init__(self, players: int) -> None:
        few, many = self.meta.min_players, self.meta.max_players
        if not is_whole(players) or not few <= players <= many:
            raise InvalidSetup(f"{self.meta.title} is for {few} to {many} players, not {shown(players)}")
        self.players = int(players)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # rules do not change: copies of positions share them

    # ------------------------------------------------------------------------------------------------- rules

    @property
    def calls(self) -> Calls:
        """The rules as Python calls them."""
        return _calls_of(type(self))

    def legal_in(self, records: Records, mask: Mask) -> None:
        """Fill in every legal action of the position in an array of length 1: `legal`, called from Python."""
        self.calls.legal_in(as_taken(records), mask)

    def apply_to(self, records: Records, action: int) -> None:
        """Make a legal action in the position in an array of length 1: `apply`, called from Python."""
        self.calls.apply_to(as_taken(records), action)

    def observe_in(self, records: Records, seat: int, out: Observation) -> None:
        """Write what a seat sees of the position in an array of length 1: `observe`, called from Python."""
        self.calls.observe_in(as_taken(records), seat, out)

    # ------------------------------------------------------------------------------------------------- set-up

    @abstractmethod
    def draw_setup(self, seed: int, stream: int = 0) -> Any:
        """Draw everything that is random before the first decision into an explicit set-up."""

    @abstractmethod
    def new_records(self, setup: Any) -> Records:
        """The position before the first decision, as a record array of length 1."""

    @abstractmethod
    def open_records(self) -> Records:
        """The position before the first decision with everything that is drawn left open, for `draw_start`."""

    def new_state(self, setup: Any = None, *, seed: int = 0) -> State:
        """A new game: from a set-up, or from one that is drawn from the seed."""
        return State(self, self.new_records(self.draw_setup(seed) if setup is None else setup))

    # ------------------------------------------------------------------------------------------------- actions

    @abstractmethod
    def decode(self, action: int) -> Any:
        """The dataclass of an action id."""

    @abstractmethod
    def encode(self, action: Any) -> int:
        """The id of an action's dataclass."""

    @abstractmethod
    def action_from_text(self, text: str) -> int:
        """The id of an action's text. Raises InvalidNotation."""

    def action_text(self, action: int) -> str:
        """The text of an action id."""
        if not is_whole(action):
            raise IllegalAction(f"the id of an action is a whole number, not {shown(action)}")
        return str(self.decode(action))

    @abstractmethod
    def refusal(self, record: Any, action: int) -> Message:
        """Why an action is not legal here: what, and by which rule."""

    def leaving(self, state: State, seat: int) -> int | None:
        """The action by which a seat leaves the game now; None where it cannot.

        Nobody is asked for this action: it is not among the legal ones.
        """
        return None

    # ------------------------------------------------------------------------------------------------- earlier rules

    def follows(self, rules_version: int) -> bool:
        """Whether games that were stored under rules of that version can be shown."""
        return 1 <= rules_version <= self.meta.rules_version

    def follow(self, state: State, action: int | None, held: tuple[int, ...], rules_version: int) -> tuple[int, ...]:
        """Make a decision that was stored under rules of that version; it may not be legal any more.

        A game whose rules ask other questions than those did makes others here, more or fewer, so that the history is
        one that its kernels follow. What it cannot make before it knows what comes next it returns, to be given back
        with the next decision, or with None at the end. Raises CannotFollow where there is no way.
        """
        del held, rules_version  # (this is for games that need nothing)
        if action is not None:
            state.apply_stored(action)
        return ()

    # ------------------------------------------------------------------------------------------------- observations

    @abstractmethod
    def observation_parts(self) -> tuple[Part, ...]:
        """The parts of an observation, one after the other, from its first number to its last."""

    # ------------------------------------------------------------------------------------------------- results

    @abstractmethod
    def scores(self, record: Any) -> tuple[int, ...]:
        """The points of each seat, final ones once the game is over."""

    @abstractmethod
    def winners(self, record: Any) -> tuple[int, ...]:
        """The seats that win, ties included; empty before the end."""

    @abstractmethod
    def position(self, record: Any, first: int = 1) -> dict[str, Any]:
        """The whole position in words and numbers, ready for JSON. Places count from 1.

        Players count from `first`: from 1 as in files, from 0 for programs at a table.
        """

    @abstractmethod
    def position_text(self, record: Any) -> str:
        """The whole position as a few lines of text, for people and golden files."""

    def more_kernels(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Named calls that compile what the game has beside `legal` and `apply`, for a warm start."""
        yield from ()

    @abstractmethod
    def check_conservation(self, record: Any) -> None:
        """Assert what no rule may break: pieces and chips neither appear nor vanish."""


class State:
    """One position of a game, with the decisions that led to it.

    `apply` is checked; `undo` goes back one decision; `clone` gives an independent copy. Two states are equal when
    their records are equal, byte for byte.
    """

    __slots__ = ("_history", "_past", "_taken", "game", "records")

    def __init__(self, game: Game, records: Records) -> None:
        self.game = game
        self.records = records
        self._taken = as_taken(records)
        self._history: list[int] = []
        self._past: list[bytes] = []

    @property
    def record(self) -> Any:
        """The position itself; changing it changes the state."""
        return self.records[0]

    # ------------------------------------------------------------------------------------------------- who

    def number(self, field: str) -> int:
        """A field of the position that is one number; a plain array finds it faster than a record."""
        return int(self._taken[field].item())

    @property
    def current_player(self) -> int:
        """The seat that decides now, or CHANCE, or TERMINAL."""
        return self.number("player")

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return self.number("turn_player")

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.number("turn")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    def is_chance(self) -> bool:
        """Whether the dice decide now; the legal actions are then the outcomes, equally likely."""
        return self.current_player == CHANCE

    # ------------------------------------------------------------------------------------------------- actions

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty at the end of the game."""
        from dolmen.core.mask import members, new_mask

        mask = new_mask(self.game.num_actions)
        self.game.legal_in(self.records, mask)
        return members(mask)

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal now."""
        from dolmen.core.mask import new_mask

        if not is_whole(action) or not 0 <= action < self.game.num_actions:
            return False
        return bool(self.game.calls.allows_in(self._taken, new_mask(self.game.num_actions), action))

    def rolled(self, seed: int, number: int = 0) -> int:
        """What the dice show now in game `number` of a seed: an outcome, by this decision's place in the game.

        Batches and environments roll the same: the same seed, game and decisions give the same dice everywhere.
        """
        from dolmen.core.draws import DICE_STREAMS, SEEDS, drawn_from
        from dolmen.core.mask import new_mask

        seed, number = whole("a seed", seed, 0, SEEDS - 1), whole("the number of a game", number, 0, DICE_STREAMS - 1)
        mask = new_mask(self.game.num_actions)
        self.game.legal_in(self.records, mask)
        return int(drawn_from(mask, seed, DICE_STREAMS + number, self.decisions))

    def legal_texts(self) -> list[str]:
        """The texts of the legal actions, in the order of their ids."""
        return [self.game.action_text(action) for action in self.legal_actions()]

    def apply(self, action: int | str | object) -> None:
        """Make a decision, given as id, text or dataclass; if it is refused (IllegalAction), nothing changes."""
        number = self.action_id(action)
        if self.is_terminal():
            text = self.game.action_text(number)
            raise GameOver(translatable("'%(action)s' comes after the end of the game"), action=text)
        if not self.is_legal(number):
            raise IllegalAction(self.game.refusal(self.record, number))
        self.apply_trusted(number)

    def apply_trusted(self, action: int) -> None:
        """Make a decision that is known to be legal, without checking it."""
        self.note(action)
        self.game.calls.apply_to(self._taken, action)

    def apply_stored(self, action: int) -> None:
        """Make a decision of a stored game: a legal one, or that by which a seat leaves. Raises IllegalAction."""
        if self.is_legal(action) or self._is_leaving(action):
            self.apply_trusted(action)
        else:
            self.apply(action)  # which refuses it, and says why

    def _is_leaving(self, action: int) -> bool:
        """Whether somebody may leave the game by this action now, which is never among the legal ones."""
        return any(self.game.leaving(self, seat) == action for seat in range(self.game.players))

    def note(self, action: int) -> None:
        """Enter a legal decision in the history; whoever calls this then makes it in `records`."""
        self._past.append(self._taken.tobytes())
        self._history.append(action)

    def action_id(self, action: int | str | object) -> int:
        """The id of an action given in any of its three forms."""
        if isinstance(action, str):
            return self.game.action_from_text(action)
        if isinstance(action, (int, np.integer)):
            number = int(action)
            self.game.decode(number)
            return number
        return self.game.encode(action)

    def undo(self) -> int:
        """Take back the last decision and return it."""
        if not self._history:
            raise NothingToUndo("there is no decision to take back")
        restored = np.frombuffer(self._past.pop(), dtype=self.records.dtype)
        self.records[:] = restored.view(np.recarray)
        return self._history.pop()

    @property
    def history(self) -> tuple[int, ...]:
        """The decisions so far, chance outcomes included."""
        return tuple(self._history)

    @property
    def decisions(self) -> int:
        """How many decisions the history holds."""
        return len(self._history)

    def records_before(self, decision: int) -> Records:
        """The position before a decision of the history; before the next one, the present."""
        past = self.records.tobytes() if decision == len(self._past) else self._past[decision]
        return np.frombuffer(bytearray(past), dtype=self.records.dtype).view(np.recarray)

    def play(self, actions: Sequence[int | str | object]) -> State:
        """Make several decisions; returns the state itself."""
        for action in actions:
            self.apply(action)
        return self

    def observation(self, seat: int) -> Observation:
        """What a seat sees, as numbers: see `Game.observation_parts`."""
        seat = whole("a seat", seat, 0, self.game.players - 1)
        out = np.empty(self.game.observation_size, dtype=np.float32)
        self.game.observe_in(self.records, seat, out)
        return out

    # ------------------------------------------------------------------------------------------------- results

    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.game.scores(self.record)

    def winners(self) -> tuple[int, ...]:
        """The seats that win; empty before the end."""
        return self.game.winners(self.record) if self.is_terminal() else ()

    def returns(self) -> tuple[float, ...]:
        """What each seat gets of the one victory: 1 for a sole winner, a share for a tie, 0 before the end."""
        winners = self.winners()
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players))

    # ------------------------------------------------------------------------------------------------- copies, text

    def clone(self) -> State:
        """An independent copy with the same past."""
        copy = State(self.game, copied(self.records))
        copy._history = list(self._history)
        copy._past = list(self._past)
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.to_bytes(), self._history, self._past)

    def to_bytes(self) -> bytes:
        """The record's bytes: the whole position."""
        return self.records.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __str__(self) -> str:
        return self.game.position_text(self.record)


def _restored(game: Game, position: bytes, history: list[int], past: list[bytes]) -> State:
    """A state that was sent to another process."""
    records = empty_records(game.record_type)
    records.view(np.uint8)[:] = np.frombuffer(position, dtype=np.uint8)
    state = State(game, records)
    state._history, state._past = history, past
    return state


@cache
def _calls_of(game: type[Game]) -> Calls:
    from dolmen.kernels.calls import make_calls

    return make_calls(game.legal, game.apply, game.observe, game.points)
