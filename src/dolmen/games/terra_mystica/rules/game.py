"""Terra Mystica as a `Game`: the rules' front door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from dolmen.contract.game import Game, Records, State
from dolmen.core.arguments import shown
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup
from dolmen.core.messages import Message
from dolmen.core.observation import Part
from dolmen.games.terra_mystica.meta import META
from dolmen.games.terra_mystica.rules import actions, old_rules
from dolmen.games.terra_mystica.rules.apply import apply
from dolmen.games.terra_mystica.rules.final import is_winner, points
from dolmen.games.terra_mystica.rules.leaving import refusal_to_leave
from dolmen.games.terra_mystica.rules.legal import legal
from dolmen.games.terra_mystica.rules.observe import OBSERVATION_SIZE, OBSERVATION_VERSION, PARTS, observe
from dolmen.games.terra_mystica.rules.position import check_conservation, position, position_text, winners
from dolmen.games.terra_mystica.rules.record import NOBODY, RECORD
from dolmen.games.terra_mystica.rules.refusal import refusal
from dolmen.games.terra_mystica.rules.setup import KINDS, Setup, check_options, draw_setup, first_records, open_records
from dolmen.games.terra_mystica.rules.start import draw_start


class TerraMystica(Game):
    """Terra Mystica for 2 to 5 players: standard, introductory, or with colours dealt; with any of the options."""

    meta = META
    record_type = RECORD
    num_actions = actions.NUM_ACTIONS
    max_chance_outcomes = 0
    max_turns = 2000
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    observation_version = OBSERVATION_VERSION
    observation_size = OBSERVATION_SIZE
    observe = staticmethod(observe)
    draw_start = staticmethod(draw_start)
    points = staticmethod(points)
    is_winner = staticmethod(is_winner)

    def __init__(
        self, players: int, setup: str = "standard", options: Iterable[str] = (), colours: Sequence[str] = ()
    ) -> None:
        """For so many players; where colours are dealt, a seat may be given one ('' for the others)."""
        super().__init__(players)
        if not isinstance(setup, str) or setup not in KINDS:
            raise InvalidSetup(f"there is no set-up {shown(setup)}; there are {', '.join(KINDS)}")
        self.setup = setup
        self.options = frozenset(_names("options", options))
        check_options(self.options)
        self.colours = _names("colours", colours)

    def draw_setup(self, seed: int, stream: int = 0) -> Setup:
        return draw_setup(self.players, self.setup, self.options, Draws(seed, stream), self.colours)

    def new_records(self, setup: Setup) -> Records:
        if not isinstance(setup, Setup):
            raise InvalidSetup(f"a set-up is what draw_setup draws, not {shown(setup)}")
        if setup.players != self.players:
            raise InvalidSetup(f"the set-up is for {setup.players} players, the game for {self.players}")
        return first_records(setup)

    def open_records(self) -> Records:
        return open_records(self.players, self.setup, self.options)

    def decode(self, action: int) -> actions.Action:
        return actions.decode(action)

    def encode(self, action: Any) -> int:
        return actions.encode(action)

    def action_from_text(self, text: str) -> int:
        return actions.from_text(text)

    def refusal(self, record: Any, action: int) -> Message:
        return refusal(record, action)

    def follow(self, state: State, action: int | None, held: tuple[int, ...], rules_version: int) -> tuple[int, ...]:
        return old_rules.follow(state, action, held, rules_version)

    def leaving(self, state: State, seat: int) -> int | None:
        faction = int(state.record.faction[seat])
        return None if faction == NOBODY or refusal_to_leave(state, faction) else actions.DROP + faction

    def observation_parts(self) -> tuple[Part, ...]:
        return PARTS

    def scores(self, record: Any) -> tuple[int, ...]:
        return tuple(int(points) for points in record.vp[: self.players])

    def winners(self, record: Any) -> tuple[int, ...]:
        return winners(record)

    def position(self, record: Any, first: int = 1) -> dict[str, Any]:
        return {"game": META.key, "rules": META.rules_version, **position(record, first)}

    def position_text(self, record: Any) -> str:
        return position_text(record)

    def more_kernels(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        from dolmen.games.terra_mystica.rules.steps import warm_up

        records = self.new_state(seed=0).records
        yield "files", lambda: warm_up(records)

    def check_conservation(self, record: Any) -> None:
        check_conservation(record)


def _names(what: str, given: Iterable[str]) -> tuple[str, ...]:
    """Names in a list; one alone would be taken for a list of letters."""
    if not isinstance(given, str) and isinstance(given, Iterable):
        names = tuple(given)
        if all(isinstance(name, str) for name in names):
            return names
    raise InvalidSetup(f"{what} are a list of names, not {shown(given)}")
