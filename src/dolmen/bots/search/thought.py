"""One growing tree over a game: the arrays, the kernels bound for that game, and the way from move to move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from dolmen.bots.search.nodes import (
    EDGES_USED,
    MAX_DEPTH,
    NODES_USED,
    NONE,
    Counters,
    empty_edges,
    empty_nodes,
    grown,
)
from dolmen.contract.game import Game, Records, State, empty_records
from dolmen.contract.judgement import Judgement
from dolmen.contract.search_settings import FORESEEN, Settings
from dolmen.core.kernel import bind
from dolmen.core.mask import new_mask

SCRATCH = 4
"""Positions that `prior` and `evaluate` may use as they like."""
FIRST_NODES = 4096
FIRST_EDGES = 32768


def bound_tree(game: Game, judgement: Judgement) -> ModuleType:
    """The search kernels of a game."""
    return bind(
        "dolmen.bots.search.tree",
        game.meta.package,
        legal=game.legal,
        apply=game.apply,
        prior=judgement.prior,
        evaluate=judgement.evaluate,
    )


@dataclass(frozen=True)
class Tried:
    """What the tree knows of one choice at its root."""

    action: int
    visits: int
    prior: float
    utility: float
    """The mean of its visits."""
    points: float
    """The final points that its visits promised the seat that decides, on average."""


class Thought:
    """A search tree that follows a game: what was thought about positions still ahead is kept."""

    def __init__(self, game: Game, judgement: Judgement, settings: Settings) -> None:
        self.game = game
        self._kernels: Any = bound_tree(game, judgement)
        self._settings = settings.numbers()
        self._nodes, self._edges = empty_nodes(FIRST_NODES), empty_edges(FIRST_EDGES)
        self._used: Counters = np.zeros(3, dtype=np.int64)
        self._root: Records = empty_records(game.record_type)
        self._position: Records = empty_records(game.record_type)
        self._scratch: Records = empty_records(game.record_type, SCRATCH)
        self._mask = new_mask(game.num_actions)
        self._weights = np.zeros(game.num_actions, dtype=np.float32)
        self._values, self._utilities = np.zeros(game.players), np.zeros(game.players)
        self._path = np.zeros(MAX_DEPTH, dtype=np.int32)
        self._history: tuple[int, ...] | None = None

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._nodes[0].visits)

    def follow(self, state: State) -> None:
        """Make the state the root: what was thought of it is kept if it comes after the root so far."""
        if not self._walk_to(state):
            self._root[:] = state.records
            self._kernels.begin(self._root, self._nodes, self._edges, self._used, self._position, self._mask)
        self._history = state.history

    def _walk_to(self, state: State) -> bool:
        """Go down from the old root by what has been played since; False if the tree does not reach that far."""
        old, new = self._history, state.history
        if old is None or new[: len(old)] != old:
            return False
        if self._settings[FORESEEN] > 0 and int(self._nodes[0].player) != state.current_player:
            return False  # the tree was grown for another seat: of this one's choices it holds the likeliest alone
        if state.records_before(len(old)).tobytes() != self._root.tobytes():  # another game that began alike
            return False
        node = 0
        for action in new[len(old) :]:
            node = int(self._kernels.child_by(self._nodes, self._edges, node, action))
            if node == NONE:
                return False
        if node != 0:
            kept_nodes, kept_edges = empty_nodes(len(self._nodes)), empty_edges(len(self._edges))
            self._kernels.keep(node, self._nodes, self._edges, self._used, kept_nodes, kept_edges)
            self._nodes, self._edges = kept_nodes, kept_edges
            self._root[:] = state.records
        return True

    def visit(self, number: int, seed: int) -> None:
        """Make so many visits; the arrays grow as they must."""
        while number > 0:
            number -= int(
                self._kernels.search(
                    self._root,
                    self._nodes,
                    self._edges,
                    self._used,
                    self._position,
                    self._scratch,
                    self._mask,
                    self._weights,
                    self._values,
                    self._utilities,
                    self._path,
                    self._settings,
                    seed,
                    number,
                )
            )
            if number > 0:
                self._grow()

    def _grow(self) -> None:
        """Twice the room for whichever array is nearly full."""
        if self._used[NODES_USED] + MAX_DEPTH > len(self._nodes):
            self._nodes = grown(self._nodes, 2 * len(self._nodes))
        if self._used[EDGES_USED] + self.game.num_actions + MAX_DEPTH > len(self._edges):
            self._edges = grown(self._edges, 2 * len(self._edges))

    # ------------------------------------------------------------------------------------------------- what was found

    def tried(self) -> list[Tried]:
        """The choices at the root that were visited."""
        root = self._nodes[0]
        found = []
        for edge in self._edges[int(root.first) : int(root.first) + int(root.count)]:
            if edge.visits > 0:
                child = self._nodes[int(edge.child)]
                found.append(
                    Tried(
                        int(edge.action),
                        int(edge.visits),
                        float(edge.prior),
                        float(edge.utility) / int(edge.visits),
                        float(child.points[int(root.player)]) / int(child.visits),
                    )
                )
        return found

    def expected(self) -> list[float]:
        """The final points that the visits promised each seat, on average."""
        root = self._nodes[0]
        return [float(root.points[seat]) / int(root.visits) for seat in range(self.game.players)]

    @property
    def choices(self) -> int:
        """How many choices at the root are worth a thought; 0 before its second visit."""
        return int(self._nodes[0].count)

    def lead(self) -> float:
        """How many visits the choice visited most has before the next one; endless where there is no other."""
        root = self._nodes[0]
        visits = sorted(self._edges.visits[int(root.first) : int(root.first) + int(root.count)])
        return float(visits[-1] - visits[-2]) if len(visits) > 1 else math.inf

    def line_after(self, action: int) -> list[int]:
        """How the turn may go on: the action, then what was visited most while the same seat decides."""
        seat, line = int(self._nodes[0].player), [action]
        node = int(self._kernels.child_by(self._nodes, self._edges, 0, action))
        while node != NONE and int(self._nodes[node].player) == seat and int(self._nodes[node].first) != NONE:
            first, count = int(self._nodes[node].first), int(self._nodes[node].count)
            best = self._edges[first + int(np.argmax(self._edges.visits[first : first + count]))]
            if best.visits == 0:
                break
            line.append(int(best.action))
            node = int(best.child)
        return line
