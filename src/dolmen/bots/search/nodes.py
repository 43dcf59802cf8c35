"""What a search tree is made of: nodes and edges in two arrays that grow, no objects.

A node is a position that was reached: where somebody decides, where the dice decide, or the end. Positions themselves
are not kept: a visit replays the actions from the root, which is quicker than fetching a record from memory. The edges
of a node are its choices, side by side in the array of edges, made when the node is visited a second time.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records, empty_records

MAX_SEATS: Final = 5
MAX_DEPTH: Final = 512
"""No visit goes deeper than this many actions."""
NONE: Final = -1
"""No child yet; no edges yet."""

NODE = np.dtype(
    [
        ("player", np.int32),  # the seat that decides, or CHANCE, or TERMINAL
        ("first", np.int32),  # its first edge, or NONE while it has none
        ("count", np.int32),  # how many edges it has
        ("visits", np.int32),  # how often a visit went through it or ended in it
        ("utility", np.float64),  # what those visits brought the seat that decides, added up
        ("points", np.float64, (MAX_SEATS,)),  # the final points that they promised each seat, added up
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
Counters = npt.NDArray[np.int64]


def grown(records: Records, number: int) -> Records:
    """A longer array that begins with the same records."""
    longer = empty_records(records.dtype, number)
    longer[: len(records)] = records
    return longer


def empty_nodes(number: int) -> Any:
    """Room for so many nodes."""
    return empty_records(NODE, number)


def empty_edges(number: int) -> Any:
    """Room for so many edges."""
    return empty_records(EDGE, number)
