"""One growing tree over a game: its arrays, the kernels for that game, and the way from move to move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dolmen.bots.search.mcts import add_edge, child_after, make_search, reroot
from dolmen.bots.search.nodes import EDGES_USED, MAX_DEPTH, NODES_USED, NONE, empty_tree, grown, new_workspace
from dolmen.contract.game import TERMINAL, Game, Records, State, empty_records
from dolmen.contract.judgement import Judgement
from dolmen.contract.search_settings import FORESEEN, Settings

FIRST_NODES = 4096
FIRST_EDGES = 32768


@dataclass(frozen=True)
class ChildStats:
    """What the tree knows of one choice at its root."""

    action: int
    visits: int
    prior: float
    utility: float
    """The mean of its visits."""
    points: float
    """The final points that its visits promised the seat that decides, on average."""


class SearchTree:
    """A search tree that follows a game: what was found out about positions still ahead is kept."""

    def __init__(self, game: Game, judgement: Judgement, settings: Settings) -> None:
        self.game = game
        self._kernels = make_search(game.legal, game.apply, judgement.prior, judgement.evaluate)
        self._tree = empty_tree(game.meta.max_players, FIRST_NODES, FIRST_EDGES)
        self._work = new_workspace(game, judgement, settings)
        self._root: Records = empty_records(game.record_type)
        self._history: tuple[int, ...] | None = None

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._tree.nodes[0].visits)

    def follow(self, state: State) -> None:
        """Make the state the root: what was found out about it is kept if it comes after the root so far."""
        if not self._walk_to(state):
            self._root[:] = state.records
            self._kernels.reset_tree(self._root, self._tree, self._work)
        self._history = state.history

    def _walk_to(self, state: State) -> bool:
        """Go down from the old root by what has been played since; False if the tree does not reach that far."""
        old, new = self._history, state.history
        if old is None or new[: len(old)] != old:
            return False
        if self._work.settings[FORESEEN] > 0 and int(self._tree.nodes[0].player) != state.current_player:
            return False  # the tree was grown for another seat: of this one's choices it holds the likeliest alone
        if state.records_before(len(old)).tobytes() != self._root.tobytes():  # another game that began alike
            return False
        node = 0
        for action in new[len(old) :]:
            node = int(child_after(self._tree, node, action))
            if node == NONE:
                return False
        if node != 0:
            below = empty_tree(self.game.meta.max_players, len(self._tree.nodes), len(self._tree.edges))
            reroot(self._tree, node, below)
            self._tree = below
            self._root[:] = state.records
        return True

    def visit(self, number: int, seed: int) -> None:
        """Make so many visits; the arrays grow as they must."""
        while number > 0:
            number -= int(self._kernels.search(self._root, self._tree, self._work, seed, number))
            if number > 0:
                self._grow()

    def _grow(self) -> None:
        """Twice the room for whichever array is nearly full."""
        nodes, edges, used = self._tree
        if used[NODES_USED] + MAX_DEPTH > len(nodes):
            nodes = grown(nodes, 2 * len(nodes))
        if used[EDGES_USED] + self.game.num_actions + MAX_DEPTH > len(edges):
            edges = grown(edges, 2 * len(edges))
        self._tree = self._tree._replace(nodes=nodes, edges=edges)

    def expected_after(self, lines: Sequence[Sequence[int]], visits: int, seed: int) -> list[list[float]]:
        """The final points that so many visits promise each seat after each line of play, which all of them follow.

        What was visited there before counts among them. It is the root's seat that thinks on, as in any other visit:
        so lines from one root can be compared, whoever decides after them. The tree is of no use afterwards.
        """
        expected = [self._expected_after(line, visits, seed) for line in lines]
        self._history = None
        return expected

    def _expected_after(self, line: Sequence[int], visits: int, seed: int) -> list[float]:
        node, followed = 0, []
        for action in line:
            before = self._tree.nodes[node]
            followed.append((node, int(before.first), int(before.count)))
            node = self._only(node, action, seed)
        missing = visits - int(self._tree.nodes[node].visits)
        if missing > 0 and int(self._tree.nodes[node].player) != TERMINAL:
            self.visit(missing, seed)
        for before, first, count in followed:  # as it was, for another line
            self._tree.nodes[before].first, self._tree.nodes[before].count = first, count
        found = self._tree.nodes[node]
        return [float(found.points[seat]) / int(found.visits) for seat in range(self.game.players)]

    def _only(self, node: int, action: int, seed: int) -> int:
        """Leave one choice alone to a node, whatever it looks like; returns the node that it leads to."""
        child = int(child_after(self._tree, node, action))
        if self._tree.used[EDGES_USED] + MAX_DEPTH > len(self._tree.edges):
            self._grow()
        edge = int(self._tree.used[EDGES_USED])
        add_edge(self._tree, action, 1.0)
        self._tree.edges[edge].child = child
        self._tree.nodes[node].first, self._tree.nodes[node].count = edge, 1
        if child == NONE:
            self.visit(1, seed)
        return int(self._tree.edges[edge].child)

    # ------------------------------------------------------------------------------------------------- what was found

    def child_stats(self) -> list[ChildStats]:
        """The choices at the root that were visited."""
        nodes, edges, _ = self._tree
        root = nodes[0]
        stats = []
        for edge in edges[int(root.first) : int(root.first) + int(root.count)]:
            if edge.visits > 0:
                child = nodes[int(edge.child)]
                stats.append(
                    ChildStats(
                        int(edge.action),
                        int(edge.visits),
                        float(edge.prior),
                        float(edge.utility) / int(edge.visits),
                        float(child.points[int(root.player)]) / int(child.visits),
                    )
                )
        return stats

    def expected(self) -> list[float]:
        """The final points that the visits promised each seat, on average."""
        root = self._tree.nodes[0]
        return [float(root.points[seat]) / int(root.visits) for seat in range(self.game.players)]

    @property
    def choices(self) -> int:
        """How many choices at the root are worth a thought; 0 before its second visit."""
        return int(self._tree.nodes[0].count)

    def lead(self) -> float:
        """How many visits the choice visited most has before the next one; endless where there is no other."""
        root = self._tree.nodes[0]
        visits = sorted(self._tree.edges.visits[int(root.first) : int(root.first) + int(root.count)])
        return float(visits[-1] - visits[-2]) if len(visits) > 1 else math.inf

    def line_after(self, action: int) -> list[int]:
        """How the turn may go on: the action, then what was visited most while the same seat decides."""
        nodes, edges, _ = self._tree
        seat, line = int(nodes[0].player), [action]
        node = int(child_after(self._tree, 0, action))
        while node != NONE and int(nodes[node].player) == seat and int(nodes[node].first) != NONE:
            first, count = int(nodes[node].first), int(nodes[node].count)
            best = edges[first + int(np.argmax(edges.visits[first : first + count]))]
            if best.visits == 0:
                break
            line.append(int(best.action))
            node = int(best.child)
        return line
