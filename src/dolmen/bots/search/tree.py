"""Monte-Carlo tree search for any number of players, compiled like the rules.

A template: every game binds its own copy (see `kernel.bind`), in which `legal` and `apply` are that game's rules and
`prior` and `evaluate` its judgement (see `dolmen.bots.search`).

A visit goes from the root to a position that is new, one edge after the other: where a seat decides, to the edge that
promises that seat most or has been tried too seldom for how likely it looks (PUCT); where the dice decide, to an
outcome that has come up least often. The new position is evaluated: the points that each seat may expect in the end.
From these follows each seat's utility, and every edge on the way learns what it brought to the seat that chose it
(max-n).
Positions with a single choice are passed through: they cost no visit. Where a game's settings say that the others are
foreseen, a seat other than the root's has a single choice: the one that looks likeliest.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.bots.search.nodes import (
    EDGES_USED,
    MAX_DEPTH,
    NODES_USED,
    NONE,
    VISITS_MADE,
    Counters,
)
from dolmen.contract.game import CHANCE, TERMINAL, Kernel, Records
from dolmen.contract.search_settings import EXPLORATION, FORESEEN, POINTS, SCALE, UNTRIED, Numbers
from dolmen.core.draws import draw_below
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, nth

legal: Kernel
apply: Kernel
prior: Kernel
evaluate: Kernel

Weights = npt.NDArray[np.float32]
Path = npt.NDArray[np.int32]


@kernel
def begin(root: Records, nodes: Any, edges: Any, used: Counters, position: Records, mask: Mask) -> None:
    """A tree of one node: the position at the root."""
    used[NODES_USED] = 0
    used[EDGES_USED] = 0
    used[VISITS_MADE] = 0
    position[0] = root[0]
    add_node(position[0], nodes, edges, used, mask)


@kernel
def search(
    root: Records,
    nodes: Any,
    edges: Any,
    used: Counters,
    position: Records,
    scratch: Records,
    mask: Mask,
    weights: Weights,
    values: Numbers,
    utilities: Numbers,
    path: Path,
    settings: Numbers,
    seed: int,
    visits: int,
) -> int:
    """Make so many visits, or fewer if the arrays are full; returns how many."""
    room = weights.shape[0] + MAX_DEPTH
    for visit in range(visits):
        if used[NODES_USED] + MAX_DEPTH > nodes.shape[0] or used[EDGES_USED] + room > edges.shape[0]:
            return visit
        stream = int(used[VISITS_MADE])
        used[VISITS_MADE] += 1
        position[0] = root[0]
        depth = descend(position, nodes, edges, used, scratch, mask, weights, path, settings, seed, stream)
        is_over = position[0].player == TERMINAL
        evaluate(position[0], scratch, mask, values, seed, stream)
        to_utilities(values, utilities, settings, is_over)
        learn(nodes, edges, values, utilities, path, depth)
    return visits


@kernel
def descend(
    position: Records,
    nodes: Any,
    edges: Any,
    used: Counters,
    scratch: Records,
    mask: Mask,
    weights: Weights,
    path: Path,
    settings: Numbers,
    seed: int,
    stream: int,
) -> int:
    """Go from the root to a new position or to the end of the game; `path` notes the edges. Returns how many."""
    node = 0
    depth = 0
    while nodes[node].player != TERMINAL and depth < MAX_DEPTH:
        if nodes[node].first == NONE:
            expand(position[0], node, nodes, edges, used, scratch, mask, weights)
            if is_foreseen(nodes, node, settings):
                keep_likeliest(nodes, edges, used, node)
        if nodes[node].player == CHANCE:
            edge = rarest(nodes, edges, node, seed, stream, depth)
        else:
            edge = most_promising(nodes, edges, node, settings)
        path[depth] = edge
        depth += 1
        apply(position[0], int(edges[edge].action))
        node = int(edges[edge].child)
        if node == NONE:
            node = add_node(position[0], nodes, edges, used, mask)
            edges[edge].child = node
            if nodes[node].count != 1 and not is_foreseen(nodes, node, settings):
                break
    return depth


@kernel
def is_foreseen(nodes: Any, node: int, settings: Numbers) -> bool:
    """Whether another seat than the root's decides, and is expected to do what looks best for it."""
    player = int(nodes[node].player)
    return settings[FORESEEN] > 0.0 and player >= 0 and player != int(nodes[0].player)


@kernel
def keep_likeliest(nodes: Any, edges: Any, used: Counters, node: int) -> None:
    """Leave only the likeliest of the edges, which were made just now."""
    first = int(nodes[node].first)
    best = first
    for edge in range(first, int(used[EDGES_USED])):
        if edges[edge].prior > edges[best].prior:
            best = edge
    edges[first] = edges[best]
    edges[first].prior = 1.0
    nodes[node].count = 1
    used[EDGES_USED] = first + 1


@kernel
def add_node(record: Any, nodes: Any, edges: Any, used: Counters, mask: Mask) -> int:
    """A node for this position. If there is a single choice, its edge is made at once."""
    node = int(used[NODES_USED])
    used[NODES_USED] += 1
    nodes[node].player = record.player
    nodes[node].first = NONE
    nodes[node].count = 0
    nodes[node].visits = 0
    nodes[node].utility = 0.0
    for seat in range(nodes[node].points.shape[0]):
        nodes[node].points[seat] = 0.0
    if record.player != TERMINAL:
        legal(record, mask)
        if count(mask) == 1:
            nodes[node].first = used[EDGES_USED]
            nodes[node].count = 1
            add_edge(edges, used, nth(mask, 0), 1.0)
    return node


@kernel
def add_edge(edges: Any, used: Counters, action: int, likely: float) -> None:
    """An edge after all others."""
    edge = int(used[EDGES_USED])
    used[EDGES_USED] += 1
    edges[edge].action = action
    edges[edge].child = NONE
    edges[edge].visits = 0
    edges[edge].prior = likely
    edges[edge].utility = 0.0


@kernel
def expand(
    record: Any, node: int, nodes: Any, edges: Any, used: Counters, scratch: Records, mask: Mask, weights: Weights
) -> None:
    """Make the edges of a node: one for every outcome of the dice, or for every choice that is worth a thought."""
    weights[:] = 0.0
    legal(record, mask)
    if record.player == CHANCE:
        for index in range(count(mask)):
            weights[nth(mask, index)] = 1.0
    else:
        prior(record, scratch, mask, weights)
    total = 0.0
    for action in range(weights.shape[0]):
        total += weights[action]
    nodes[node].first = used[EDGES_USED]
    for action in range(weights.shape[0]):
        if weights[action] > 0.0:
            add_edge(edges, used, action, weights[action] / total)
    nodes[node].count = used[EDGES_USED] - nodes[node].first


@kernel
def rarest(nodes: Any, edges: Any, node: int, seed: int, stream: int, step: int) -> int:
    """An outcome of the dice that came up least often here: all are equally likely, so all get equal thought."""
    first = int(nodes[node].first)
    outcomes = int(nodes[node].count)
    offset = draw_below(seed, stream, step, outcomes)
    best = first + offset
    for index in range(1, outcomes):
        edge = first + (index + offset) % outcomes
        if edges[edge].visits < edges[best].visits:
            best = edge
    return best


@kernel
def most_promising(nodes: Any, edges: Any, node: int, settings: Numbers) -> int:
    """PUCT: the mean utility so far, and a bonus for what looked likely and was tried seldom."""
    first = int(nodes[node].first)
    visits = int(nodes[node].visits)
    untried = -settings[UNTRIED]
    if visits > 0:
        untried += nodes[node].utility / visits
    bonus = settings[EXPLORATION] * math.sqrt(max(1, visits))
    best = first
    best_score = -1e9
    for edge in range(first, first + int(nodes[node].count)):
        tried = int(edges[edge].visits)
        mean = edges[edge].utility / tried if tried > 0 else untried
        score = mean + bonus * edges[edge].prior / (1 + tried)
        if score > best_score:
            best = edge
            best_score = score
    return best


@kernel
def to_utilities(values: Numbers, utilities: Numbers, settings: Numbers, is_over: bool) -> None:
    """What each seat plays for: to win, and for points of its own."""
    for seat in range(values.shape[0]):
        best_other = -1e9
        for other in range(values.shape[0]):
            if other != seat:
                best_other = max(best_other, values[other])
        lead = values[seat] - best_other
        if not is_over:
            share = 1.0 / (1.0 + math.exp(-lead / settings[SCALE]))
        elif lead == 0.0:
            share = 0.5
        else:
            share = 1.0 if lead > 0.0 else 0.0
        utilities[seat] = share + settings[POINTS] * values[seat] / 100.0


@kernel
def learn(nodes: Any, edges: Any, values: Numbers, utilities: Numbers, path: Path, depth: int) -> None:
    """Tell every node and edge on the way what the visit brought."""
    node = 0
    note(nodes, node, values, utilities)
    for step in range(depth):
        edge = int(path[step])
        player = int(nodes[node].player)
        edges[edge].visits += 1
        if player >= 0:
            edges[edge].utility += utilities[player]
        node = int(edges[edge].child)
        note(nodes, node, values, utilities)


@kernel
def note(nodes: Any, node: int, values: Numbers, utilities: Numbers) -> None:
    """One more visit of a node."""
    nodes[node].visits += 1
    player = int(nodes[node].player)
    if player >= 0:
        nodes[node].utility += utilities[player]
    for seat in range(values.shape[0]):
        nodes[node].points[seat] += values[seat]


@kernel
def child_by(nodes: Any, edges: Any, node: int, action: int) -> int:
    """The node that an action leads to, or NONE if it was not visited."""
    first = int(nodes[node].first)
    if first == NONE:
        return NONE
    for edge in range(first, first + int(nodes[node].count)):
        if edges[edge].action == action:
            return int(edges[edge].child)
    return NONE


@kernel
def keep(node: int, nodes: Any, edges: Any, used: Counters, kept_nodes: Any, kept_edges: Any) -> None:
    """Copy what lies below a node into other arrays, where that node is the root."""
    used[NODES_USED] = 1
    used[EDGES_USED] = 0
    kept_nodes[0] = nodes[node]
    copied = 0
    while copied < used[NODES_USED]:
        first = int(kept_nodes[copied].first)
        if first != NONE:
            kept_nodes[copied].first = used[EDGES_USED]
            for edge in range(first, first + int(kept_nodes[copied].count)):
                kept = int(used[EDGES_USED])
                used[EDGES_USED] += 1
                kept_edges[kept] = edges[edge]
                child = int(edges[edge].child)
                if child != NONE:
                    kept_nodes[used[NODES_USED]] = nodes[child]
                    kept_edges[kept].child = used[NODES_USED]
                    used[NODES_USED] += 1
        copied += 1
