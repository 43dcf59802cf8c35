"""Meduris as a `Game`: the rules' front door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dolmen.contract.game import Game, Records
from dolmen.core.arguments import check_path, shown
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidBoard, InvalidSetup
from dolmen.core.kernel import as_taken
from dolmen.core.messages import Message
from dolmen.core.observation import Part
from dolmen.core.record_view import copied
from dolmen.games.meduris.meta import META
from dolmen.games.meduris.rules import actions
from dolmen.games.meduris.rules.apply import apply
from dolmen.games.meduris.rules.board import Board, printed_board, read_board
from dolmen.games.meduris.rules.finale import (
    finish_with_full_offerings,
    is_winner,
    points,
    score_rune_stones,
    score_temples,
)
from dolmen.games.meduris.rules.legal import legal
from dolmen.games.meduris.rules.materials import FACES
from dolmen.games.meduris.rules.observe import OBSERVATION_SIZE, OBSERVATION_VERSION, PARTS, observe
from dolmen.games.meduris.rules.payment import due_in, list_swap_payments
from dolmen.games.meduris.rules.position import check_conservation, position, position_text, winners
from dolmen.games.meduris.rules.record import RECORD
from dolmen.games.meduris.rules.refusal import refusal
from dolmen.games.meduris.rules.setup import Setup, draw_chips, first_records, open_records
from dolmen.games.meduris.rules.start import draw_start
from dolmen.games.meduris.rules.yields import big_yield, small_yield


class Meduris(Game):
    """Meduris for 2, 3 or 4 players, on the printed board or on a host's own."""

    meta = META
    record_type = RECORD
    num_actions = actions.NUM_ACTIONS
    max_chance_outcomes = len(FACES)
    max_turns = 5000
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    observation_version = OBSERVATION_VERSION
    observation_size = OBSERVATION_SIZE
    observe = staticmethod(observe)
    draw_start = staticmethod(draw_start)
    points = staticmethod(points)
    is_winner = staticmethod(is_winner)

    def __init__(
        self, players: int, board: Board | str | Path | None = None, chips: Mapping[int, str] | None = None
    ) -> None:
        super().__init__(players)
        if board is None:
            board = printed_board(players)
        elif not isinstance(board, Board):
            check_path("a board", board, InvalidBoard)
            board = read_board(board, players)
        if chips is not None and not isinstance(chips, Mapping):
            raise InvalidSetup(f"chips are a mapping of six fields to their chips, not {shown(chips)}")
        self.board = board
        self.chips = chips

    def draw_setup(self, seed: int, stream: int = 0) -> Setup:
        chips = draw_chips(len(self.board.fields), Draws(seed, stream)) if self.chips is None else self.chips
        return Setup(self.players, self.board, chips)

    def new_records(self, setup: Setup) -> Records:
        if not isinstance(setup, Setup):
            raise InvalidSetup(f"a set-up is what draw_setup draws, not {shown(setup)}")
        if setup.players != self.players:
            raise InvalidSetup(f"the set-up is for {setup.players} players, the game for {self.players}")
        if setup.board.fields != self.board.fields:
            raise InvalidSetup(f"the set-up is for the board '{setup.board.name}', the game for '{self.board.name}'")
        return first_records(setup)

    def open_records(self) -> Records:
        if self.chips is not None:
            return first_records(Setup(self.players, self.board, self.chips))
        return open_records(self.players, self.board)

    def decode(self, action: int) -> actions.Action:
        return actions.decode(action)

    def encode(self, action: Any) -> int:
        return actions.encode(action)

    def action_from_text(self, text: str) -> int:
        return actions.from_text(text)

    def refusal(self, record: Any, action: int) -> Message:
        return refusal(record, action)

    def observation_parts(self) -> tuple[Part, ...]:
        return PARTS

    def scores(self, record: Any) -> tuple[int, ...]:
        return tuple(int(points) for points in record.points[: self.players])

    def winners(self, record: Any) -> tuple[int, ...]:
        return winners(record)

    def position(self, record: Any, first: int = 1) -> dict[str, Any]:
        return {"game": META.key, "rules": META.rules_version, "board": self.board.name, **position(record, first)}

    def position_text(self, record: Any) -> str:
        return position_text(record)

    def more_kernels(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        records = self.new_state(seed=0).records
        rows = np.zeros((1, 4), dtype=np.int8)
        yield "payments", lambda: (list_swap_payments(records[0], 0, rows), due_in(as_taken(records), rows[0]))
        yield "winners", lambda: is_winner(records[0], 0)
        yield "forecast", lambda: _look_ahead(records)

    def check_conservation(self, record: Any) -> None:
        check_conservation(record)


def _look_ahead(records: Records) -> None:
    """Yields and final scoring as pages ask for them ahead of time: each once."""
    for score in (score_temples, score_rune_stones, finish_with_full_offerings):
        score(copied(records)[0])
    for harvest in (small_yield, big_yield):
        harvest(copied(records)[0], 0)
