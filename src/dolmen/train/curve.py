"""How a run went: lines of JSON, and two curves over the minutes as a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dolmen.art import number, stand_alone
from dolmen.art.chart import Axis, Plane, card, legend, line, rules_across, text
from dolmen.core.files import write_file

Row = dict[str, Any]
"""One line: figures of the training (`points`, `decisions`...), a judgement (`random`, `greedy`, `games`), or where a
run went on after a rest (`resumed`)."""

WIDTH, HEIGHT = 1000, 390
TOP, BOTTOM = 106, 330


@dataclass(frozen=True)
class Curve:
    """A figure of the rows over the minutes."""

    figure: str
    name: str
    colour: str


@dataclass(frozen=True)
class Graph:
    """Curves on one scale."""

    title: str
    left: float
    right: float
    curves: tuple[Curve, ...]
    is_share: bool = False

    def label(self, value: float) -> str:
        """A figure at the scale."""
        return f"{value:.0%}" if self.is_share else f"{value:g}"


GRAPHS = (
    Graph("points in self-play", 70, 470, (Curve("points", "a seat's points", "var(--accent)"),)),
    Graph(
        "share of victories",
        570,
        970,
        (Curve("random", "random", "var(--ink-2)"), Curve("greedy", "greedy", "var(--accent)")),
        is_share=True,
    ),
)


def write_curve(folder: Path, rows: Sequence[Row], title: str) -> None:
    """Write `curve.jsonl` and `curve.svg`."""
    write_file(folder / "curve.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    write_file(folder / "curve.svg", draw(rows, title))


def draw(rows: Sequence[Row], title: str) -> str:
    """The picture as an SVG file."""
    minutes = max((row["minutes"] for row in rows), default=1.0) or 1.0
    decisions = max((row.get("decisions", 0) for row in rows), default=0)
    judged = max((row.get("games", 0) for row in rows), default=0)
    subtitle = f"{minutes:.1f} minutes, {decisions / 1e6:,.1f} million decisions; {judged} games for each judgement"
    panels = "".join(part for panel in GRAPHS for part in _panel(panel, rows, minutes))
    return stand_alone(card(WIDTH, HEIGHT, title, subtitle) + panels, f"0 0 {WIDTH} {HEIGHT}", title)


def _panel(panel: Graph, rows: Sequence[Row], minutes: float) -> Iterator[str]:
    highest = max((row[curve.figure] for row in rows for curve in panel.curves if curve.figure in row), default=0.0)
    up = Axis(0.0, 1.0 if panel.is_share else max(20.0, highest), BOTTOM, TOP).widened(6)
    plane = Plane(Axis(0.0, minutes, panel.left, panel.right), up)
    yield text(panel.left, TOP - 18, panel.title, 13, weight=600)
    yield from rules_across(plane, up.ticks(6), panel.label)
    for tick in plane.across.ticks(6):
        yield text(plane.across.place(tick), BOTTOM + 20, f"{tick:g}", 12, anchor="middle")
    yield text(panel.right, BOTTOM + 40, "minutes", 12, anchor="end")
    for row in rows:
        if "resumed" in row:
            yield _rest(plane.across.place(row["minutes"]))
    for curve in panel.curves:
        points = [(row["minutes"], row[curve.figure]) for row in rows if curve.figure in row]
        yield line(plane, points, curve.colour)
    if len(panel.curves) > 1:
        yield from legend(panel.right, TOP - 18, [(curve.name, curve.colour) for curve in panel.curves])


def _rest(x: float) -> str:
    """A dashed line down, where a run was interrupted."""
    return f'<path d="M{number(x)} {TOP}V{BOTTOM}" stroke="var(--ink-2)" stroke-dasharray="3 5"/>'
