"""Counting the game tree: how many sequences of decisions there are, chance outcomes counted like decisions.

A `.perft` file names positions and their counts:

    id the first turn
    source reference rules
    line <game> 1
    line players 3
    line ...
    depth 1 12
    depth 2 148

Positions are given in the game's own notation, one `line` each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dolmen.analysis.replay import read_any, read_text
from dolmen.contract.game import State
from dolmen.core.errors import IllegalLine


@dataclass
class Case:
    """A position and the counts that are expected of it."""

    name: str
    lines: list[str] = field(default_factory=list)
    depths: dict[int, int] = field(default_factory=dict)
    source: str = ""

    def state(self) -> State:
        """The position."""
        return read_any("\n".join(self.lines) + "\n").state


def count_leaves(state: State, depth: int) -> int:
    """How many sequences of that many decisions there are; shorter ones that end the game count too."""
    if depth == 0 or state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(split(state, depth).values())


def split(state: State, depth: int) -> dict[str, int]:
    """The count below each decision: what to compare when two programs disagree."""
    counts = {}
    for action in state.legal_actions():
        state.apply_trusted(action)
        counts[state.game.action_text(action)] = count_leaves(state, depth - 1)
        state.undo()
    return counts


def read_cases(path: str | Path) -> list[Case]:
    """The positions of a file. Raises IllegalLine."""
    cases: list[Case] = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "id":
            cases.append(Case(rest))
        elif not cases:
            raise IllegalLine(f"line {number}: a position begins with 'id NAME'", number)
        elif word == "source":
            cases[-1].source = rest
        elif word == "line":
            cases[-1].lines.append(rest)
        elif (
            word == "depth"
            and len(rest.split()) == 2
            and all(part.isdecimal() and len(part) < 16 for part in rest.split())
        ):
            depth, count = map(int, rest.split())
            cases[-1].depths[depth] = count
        else:
            raise IllegalLine(f"line {number}: '{word}' is none of id, source, line, depth DEPTH COUNT", number)
    return cases


def mismatches(case: Case, max_count: int) -> Iterator[tuple[int, int, int]]:
    """Depth, expected and found count, where they differ; counts above `max_count` are left out."""
    state = case.state()
    for depth, expected in case.depths.items():
        if expected <= max_count:
            found = count_leaves(state, depth)
            if found != expected:
                yield depth, expected, found
