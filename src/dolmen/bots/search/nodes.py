"""What a search tree is made of: nodes and edges in two arrays that grow, no objects.

A node is a position that was reached: where somebody decides, where the dice decide, or the end. Positions themselves
are not kept: a visit replays the actions from the root, which is quicker than fetching a record from memory. The edges
of a node are its choices, side by side in the array of edges, made when the node is visited a second time.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Game, Records, empty_records
from dolmen.contract.judgement import Judgement
from dolmen.contract.search_settings import Numbers, Settings
from dolmen.core.mask import Mask, new_mask

MAX_DEPTH: Final = 512
"""No visit goes deeper than this many actions."""
NONE: Final = -1
"""No child yet; no edges yet."""
SCRATCH: Final = 4
"""Positions that `prior` and `evaluate` may use as they like."""


@cache
def node_type(seats: int) -> np.dtype[Any]:
    """A node of a game for so many players."""
    return np.dtype(
        [
            ("player", np.int32),  # the seat that decides, or CHANCE, or TERMINAL
            ("first", np.int32),  # its first edge, or NONE while it has none
            ("count", np.int32),  # how many edges it has
            ("visits", np.int32),  # how often a visit went through it or ended in it
            ("utility", np.float64),  # what those visits brought the seat that decides, added up
            ("points", np.float64, (seats,)),  # the final points that they promised each seat, added up
        ]
    )


EDGE = np.dtype(
    [
        ("action", np.int32),
        ("child", np.int32),  # the node that it leads to, or NONE
        ("visits", np.int32),
        ("prior", np.float32),  # how likely it looked before any visit; all edges of a node add up to 1
        ("utility", np.float64),  # what its visits brought the seat that decides, added up
    ]
)

NODES_USED, EDGES_USED, VISITS_MADE = range(3)
"""Where a tree's counters stand."""


class Tree(NamedTuple):
    """The arrays of a tree; node 0 is the root."""

    nodes: Any
    edges: Any
    used: npt.NDArray[np.int64]


class Workspace(NamedTuple):
    """What the visits of one tree work with, one after the other."""

    position: Records
    """The position that a visit has reached."""
    scratch: Records
    mask: Mask
    weights: npt.NDArray[np.float32]
    """What `prior` writes: one for each action."""
    values: Numbers
    """What `evaluate` writes: the points that each seat may expect."""
    utilities: Numbers
    room: Numbers
    """Numbers for `prior` and `evaluate` to work with."""
    path: npt.NDArray[np.int32]
    """The edges from the root to the position."""
    settings: Numbers


def empty_tree(seats: int, nodes: int, edges: int) -> Tree:
    """Room for so many nodes and edges."""
    return Tree(empty_records(node_type(seats), nodes), empty_records(EDGE, edges), np.zeros(3, dtype=np.int64))


def new_workspace(game: Game, judgement: Judgement, settings: Settings) -> Workspace:
    """The workspace of a tree over a game, for what its judgement needs."""
    return Workspace(
        position=empty_records(game.record_type),
        scratch=empty_records(game.record_type, SCRATCH),
        mask=new_mask(game.num_actions),
        weights=np.zeros(game.num_actions, dtype=np.float32),
        values=np.zeros(game.players),
        utilities=np.zeros(game.players),
        room=np.zeros(judgement.room or len(judgement.feature_names)),
        path=np.zeros(MAX_DEPTH, dtype=np.int32),
        settings=settings.numbers(),
    )


def grown(records: Records, number: int) -> Records:
    """A longer array that begins with the same records."""
    longer = empty_records(records.dtype, number)
    longer[: len(records)] = records
    return longer
