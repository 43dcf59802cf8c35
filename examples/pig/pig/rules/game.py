"""Pig as a `Game`: the rules' front door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dolmen.contract.game import CHANCE, TERMINAL, Game, Records, empty_records
from dolmen.core.draws import draw_below
from dolmen.core.errors import InvalidSetup
from dolmen.core.messages import Message
from dolmen.core.observation import Part
from pig.meta import META
from pig.rules import actions
from pig.rules.observe import OBSERVATION_SIZE, OBSERVATION_VERSION, PARTS, observe
from pig.rules.record import RECORD, TARGET, Record
from pig.rules.turn import apply, draw_start, is_winner, legal, points


@dataclass(frozen=True)
class Setup:
    """What is settled before the first roll."""

    players: int
    start: int
    """The seat that begins."""


class Pig(Game):
    """Pig for 2 to 6 players."""

    meta = META
    record_type = RECORD
    num_actions = actions.NUM_ACTIONS
    max_chance_outcomes = actions.FACES
    max_turns = 2000
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    observation_version = OBSERVATION_VERSION
    observation_size = OBSERVATION_SIZE
    observe = staticmethod(observe)
    draw_start = staticmethod(draw_start)
    points = staticmethod(points)
    is_winner = staticmethod(is_winner)

    def draw_setup(self, seed: int, stream: int = 0) -> Setup:
        """Who begins."""
        return Setup(self.players, int(draw_below(seed, stream, 0, self.players)))

    def new_records(self, setup: Setup) -> Records:
        """Nobody has a point."""
        if setup.players != self.players or not 0 <= setup.start < self.players:
            raise InvalidSetup(f"the set-up {setup} is not for a game of {self.players} players")
        records = self.open_records()
        records[0].turn_player = records[0].player = setup.start
        return records

    def open_records(self) -> Records:
        """The same, with the first seat in the place of who is drawn."""
        records = empty_records(RECORD)
        records[0].players = self.players
        return records

    def decode(self, action: int) -> actions.Action:
        """The dataclass of an id."""
        return actions.decode(action)

    def encode(self, action: Any) -> int:
        """The id of a dataclass."""
        return actions.encode(action)

    def action_from_text(self, text: str) -> int:
        """The id of a text."""
        return actions.from_text(text)

    def refusal(self, record: Record, action: int) -> Message:
        """Why an action is not legal here."""
        if record.player == CHANCE:
            return Message("the die is to fall: nobody decides here")
        if action == actions.HOLD:
            return Message("there is nothing to hold before the first roll of a turn")
        return Message("the die falls only after a player has rolled")

    def observation_parts(self) -> tuple[Part, ...]:
        """The parts of an observation."""
        return PARTS

    def scores(self, record: Record) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(int(number) for number in record.points[: self.players])

    def winners(self, record: Record) -> tuple[int, ...]:
        """Who held with enough points."""
        if record.player != TERMINAL:
            return ()
        return tuple(seat for seat in range(self.players) if is_winner(record, seat))

    def position(self, record: Record, first: int = 1) -> dict[str, Any]:
        """The whole position; players count from `first`."""
        return {
            "game": META.key,
            "rules": META.rules_version,
            "players": self.players,
            "points": list(self.scores(record)),
            "pot": int(record.pot),
            "face": int(record.face) or None,
            "turn": int(record.turn),
            "turn_player": int(record.turn_player) + first,
            "deciding": int(record.player) + first if record.player >= 0 else None,
        }

    def position_text(self, record: Record) -> str:
        """The position in two lines."""
        seats = "  ".join(f"{seat}: {number}" for seat, number in enumerate(self.scores(record), start=1))
        if record.player == TERMINAL:
            return f"{seats}\nover"
        what = "the die falls" if record.player == CHANCE else "decides"
        return f"{seats}\nplayer {int(record.turn_player) + 1} {what}, pot {int(record.pot)}"

    def check_conservation(self, record: Record) -> None:
        """Points come from pots alone, and nobody plays on with enough of them."""
        over = [number for number in self.scores(record) if number >= TARGET]
        assert len(over) == (record.player == TERMINAL) and record.pot >= 0
