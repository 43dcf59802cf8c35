"""Monte-Carlo tree search for any number of players, compiled like the rules.

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
from typing import Any, NamedTuple

from dolmen.bots.search.nodes import EDGES_USED, MAX_DEPTH, NODES_USED, NONE, VISITS_MADE, Tree, Workspace
from dolmen.contract.game import CHANCE, TERMINAL, Kernel, Records
from dolmen.contract.search_settings import EXPLORATION, FORESEEN, LEAST, POINTS, SCALE, UNTRIED, Numbers
from dolmen.core.draws import draw_below
from dolmen.core.kernel import factory, kernel
from dolmen.core.mask import Mask, count, nth


class SearchKernels(NamedTuple):
    """The search of one game."""

    reset_tree: Kernel
    search: Kernel


# ------------------------------------------------------------------------------------------------------- selection


@kernel
def is_foreseen(tree: Tree, node: int, settings: Numbers) -> bool:
    """Whether another seat than the root's decides, and is expected to do what looks best for it."""
    player = int(tree.nodes[node].player)
    return settings[FORESEEN] > 0.0 and player >= 0 and player != int(tree.nodes[0].player)


@kernel
def select_outcome(tree: Tree, node: int, seed: int, stream: int, step: int) -> int:
    """An outcome of the dice that came up least often here: all are equally likely, so all get equal thought."""
    edges = tree.edges
    first = int(tree.nodes[node].first)
    outcomes = int(tree.nodes[node].count)
    offset = draw_below(seed, stream, step, outcomes)
    best = first + offset
    for index in range(1, outcomes):
        edge = first + (index + offset) % outcomes
        if edges[edge].visits < edges[best].visits:
            best = edge
    return best


@kernel
def select_edge(tree: Tree, node: int, settings: Numbers) -> int:
    """PUCT: the mean utility so far, and a bonus for what looked likely and was tried seldom."""
    nodes, edges = tree.nodes, tree.edges
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


# ------------------------------------------------------------------------------------------------------- expansion


@kernel
def add_edge(tree: Tree, action: int, prior: float) -> None:
    """An edge after all others."""
    edges, used = tree.edges, tree.used
    edge = int(used[EDGES_USED])
    used[EDGES_USED] += 1
    edges[edge].action = action
    edges[edge].child = NONE
    edges[edge].visits = 0
    edges[edge].prior = prior
    edges[edge].utility = 0.0


@kernel
def keep_likeliest(tree: Tree, node: int) -> None:
    """Leave only the likeliest of the edges, which were made just now."""
    nodes, edges, used = tree.nodes, tree.edges, tree.used
    first = int(nodes[node].first)
    best = first
    for edge in range(first, int(used[EDGES_USED])):
        if edges[edge].prior > edges[best].prior:
            best = edge
    edges[first] = edges[best]
    edges[first].prior = 1.0
    nodes[node].count = 1
    used[EDGES_USED] = first + 1


# ------------------------------------------------------------------------------------------------- back-propagation


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
def backpropagate(tree: Tree, work: Workspace, depth: int) -> None:
    """Tell every node and edge on the way what the visit brought."""
    nodes, edges, path = tree.nodes, tree.edges, work.path
    node = 0
    backup_node(nodes, node, work.values, work.utilities)
    for step in range(depth):
        edge = int(path[step])
        player = int(nodes[node].player)
        edges[edge].visits += 1
        if player >= 0:
            edges[edge].utility += work.utilities[player]
        node = int(edges[edge].child)
        backup_node(nodes, node, work.values, work.utilities)


@kernel
def backup_node(nodes: Any, node: int, values: Numbers, utilities: Numbers) -> None:
    """One more visit of a node."""
    nodes[node].visits += 1
    player = int(nodes[node].player)
    if player >= 0:
        nodes[node].utility += utilities[player]
    for seat in range(values.shape[0]):
        nodes[node].points[seat] += values[seat]


# ----------------------------------------------------------------------------------------------- from move to move


@kernel
def child_after(tree: Tree, node: int, action: int) -> int:
    """The node that an action leads to, or NONE if it was not visited."""
    first = int(tree.nodes[node].first)
    if first == NONE:
        return NONE
    for edge in range(first, first + int(tree.nodes[node].count)):
        if tree.edges[edge].action == action:
            return int(tree.edges[edge].child)
    return NONE


@kernel
def reroot(tree: Tree, node: int, new: Tree) -> None:
    """Copy what lies below a node into another tree, where that node is the root."""
    nodes, edges, used = new.nodes, new.edges, new.used
    used[NODES_USED] = 1
    used[EDGES_USED] = 0
    used[VISITS_MADE] = tree.used[VISITS_MADE]
    nodes[0] = tree.nodes[node]
    copied = 0
    while copied < used[NODES_USED]:
        first = int(nodes[copied].first)
        if first != NONE:
            nodes[copied].first = used[EDGES_USED]
            for edge in range(first, first + int(nodes[copied].count)):
                copy = int(used[EDGES_USED])
                used[EDGES_USED] += 1
                edges[copy] = tree.edges[edge]
                child = int(tree.edges[edge].child)
                if child != NONE:
                    nodes[used[NODES_USED]] = tree.nodes[child]
                    edges[copy].child = used[NODES_USED]
                    used[NODES_USED] += 1
        copied += 1


# ------------------------------------------------------------------------------------------------------- the search


@factory
def make_search(legal: Kernel, apply: Kernel, prior: Kernel, evaluate: Kernel) -> SearchKernels:
    """The search of the game with these rules and this judgement (see `dolmen.contract.judgement`)."""

    @kernel
    def add_node(record: Any, tree: Tree, mask: Mask) -> int:
        """A node for this position. If there is a single choice, its edge is made at once."""
        nodes, used = tree.nodes, tree.used
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
                add_edge(tree, nth(mask, 0), 1.0)
        return node

    @kernel
    def expand(record: Any, node: int, tree: Tree, work: Workspace) -> None:
        """Make the edges of a node: one for every outcome of the dice, or for every choice that is worth a thought."""
        weights, mask = work.weights, work.mask
        weights[:] = 0.0
        legal(record, mask)
        if record.player == CHANCE:
            for index in range(count(mask)):
                weights[nth(mask, index)] = 1.0
        else:
            prior(record, work.scratch, mask, weights, work.room)
        best = 0.0
        for action in range(weights.shape[0]):
            best = max(best, float(weights[action]))
        total = 0.0
        for action in range(weights.shape[0]):
            if weights[action] < work.settings[LEAST] * best:
                weights[action] = 0.0
            total += weights[action]
        tree.nodes[node].first = tree.used[EDGES_USED]
        for action in range(weights.shape[0]):
            if weights[action] > 0.0:
                add_edge(tree, action, weights[action] / total)
        tree.nodes[node].count = tree.used[EDGES_USED] - tree.nodes[node].first

    @kernel
    def descend(tree: Tree, work: Workspace, seed: int, stream: int) -> int:
        """Go from the root to a new position or to the end of the game along `path`; returns how many edges."""
        nodes, edges, position, path = tree.nodes, tree.edges, work.position, work.path
        node = 0
        depth = 0
        while nodes[node].player != TERMINAL and depth < MAX_DEPTH:
            if nodes[node].first == NONE:
                expand(position[0], node, tree, work)
                if is_foreseen(tree, node, work.settings):
                    keep_likeliest(tree, node)
            if nodes[node].player == CHANCE:
                edge = select_outcome(tree, node, seed, stream, depth)
            else:
                edge = select_edge(tree, node, work.settings)
            path[depth] = edge
            depth += 1
            apply(position[0], int(edges[edge].action))
            node = int(edges[edge].child)
            if node == NONE:
                node = add_node(position[0], tree, work.mask)
                edges[edge].child = node
                if nodes[node].count != 1 and not is_foreseen(tree, node, work.settings):
                    break
        return depth

    @kernel
    def reset_tree(root: Records, tree: Tree, work: Workspace) -> None:
        """A tree of one node: the position at the root."""
        tree.used[NODES_USED] = 0
        tree.used[EDGES_USED] = 0
        tree.used[VISITS_MADE] = 0
        work.position[0] = root[0]
        add_node(work.position[0], tree, work.mask)

    @kernel
    def search(root: Records, tree: Tree, work: Workspace, seed: int, visits: int) -> int:
        """Make so many visits, or fewer if the tree's arrays are full; returns how many."""
        used = tree.used
        room = work.weights.shape[0] + MAX_DEPTH
        for visit in range(visits):
            if used[NODES_USED] + MAX_DEPTH > tree.nodes.shape[0] or used[EDGES_USED] + room > tree.edges.shape[0]:
                return visit
            stream = int(used[VISITS_MADE])
            used[VISITS_MADE] += 1
            work.position[0] = root[0]
            depth = descend(tree, work, seed, stream)
            is_over = work.position[0].player == TERMINAL
            evaluate(work.position[0], work.scratch, work.mask, work.values, work.room, seed, stream)
            to_utilities(work.values, work.utilities, work.settings, is_over)
            backpropagate(tree, work, depth)
        return visits

    return SearchKernels(reset_tree, search)
