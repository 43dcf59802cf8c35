"""How a run went: lines of JSON, and two curves over the minutes as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import ceil
from pathlib import Path
from typing import Any, Final

from dolmen.art import number, stand_alone
from dolmen.core.files import write_file

Row = dict[str, Any]
"""One line: figures of the training (`points`, `decisions`...), a judgement (`random`, `greedy`, `games`), or where a
run went on after a rest (`resumed`)."""

WIDTH, HEIGHT = 1000, 380
TOP, BOTTOM = 96, 330
PANELS: Final = (
    # title, left edge, right edge, the curves: figure, name, colour
    ("points in self-play", 70, 470, (("points", "a seat's points", "var(--accent)"),)),
    ("share of victories", 570, 970, (("random", "random", "var(--ink-2)"), ("greedy", "greedy", "var(--accent)"))),
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
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="16" fill="var(--surface)"/>']
    parts += [_text(28, 38, title, 20, "var(--ink)", 700), _text(28, 60, subtitle, 13, "var(--ink-2)")]
    for name, left, right, curves in PANELS:
        seen = [row[figure] for row in rows for figure, _, _ in curves if figure in row]
        high = 1.0 if name.startswith("share") else _rounded_up(max(seen, default=4.0))
        parts += [_text(left, TOP - 10, name, 13, "var(--ink-2)", 600), *_axes(left, right, high, minutes)]
        parts += [_rest(left + (right - left) * row["minutes"] / minutes) for row in rows if "resumed" in row]
        for place, (figure, label, colour) in enumerate(curves):
            points = [(row["minutes"], row[figure]) for row in rows if figure in row]
            parts += _line(left, right, high, minutes, points, colour)
            if len(curves) > 1:
                parts.append(_text(right - 130 + 70 * place, TOP - 10, label, 13, colour, 600))
    return stand_alone("".join(parts), f"0 0 {WIDTH} {HEIGHT}", title)


def _rounded_up(value: float) -> float:
    """The next number whose quarters are fit to be read: multiples of 20."""
    return max(20.0, 20 * ceil(value / 20))


def _rest(x: float) -> str:
    """A dashed line down, where a run was interrupted."""
    return f'<path d="M{number(x)} {TOP}V{BOTTOM}" stroke="var(--ink-2)" stroke-dasharray="3 5"/>'


def _axes(left: float, right: float, high: float, minutes: float) -> list[str]:
    """Four lines across with their figures, and the minutes below."""
    parts = []
    for quarter in range(5):
        y = BOTTOM - (BOTTOM - TOP) * quarter / 4
        value = f"{quarter / 4:.0%}" if high == 1.0 else f"{high * quarter / 4:.0f}"
        parts.append(
            f'<line x1="{number(left)}" x2="{number(right)}" y1="{number(y)}" y2="{number(y)}" stroke="var(--border)"/>'
        )
        parts.append(_text(left - 42, y + 4, value, 12, "var(--ink-2)"))
    parts.append(_text(left, BOTTOM + 20, "0", 12, "var(--ink-2)"))
    parts.append(_text(right - 60, BOTTOM + 20, f"{minutes:.1f} minutes", 12, "var(--ink-2)"))
    return parts


def _line(
    left: float, right: float, high: float, minutes: float, points: Sequence[tuple[float, float]], colour: str
) -> list[str]:
    places = [
        (left + (right - left) * x / minutes, BOTTOM - (BOTTOM - TOP) * max(0.0, min(y / high, 1.0))) for x, y in points
    ]
    if len(places) == 1:
        return [f'<circle cx="{number(places[0][0])}" cy="{number(places[0][1])}" r="4" fill="{colour}"/>']
    path = " ".join(f"{number(x)},{number(y)}" for x, y in places)
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'] if places else []


def _text(x: float, y: float, words: str, size: int, colour: str, weight: int = 400) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" font-weight="{weight}" fill="{colour}">'
        f"{escape(words)}</text>"
    )
