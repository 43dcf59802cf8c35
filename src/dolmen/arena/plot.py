"""An arena's outcome as a picture: a row a bot, with its rating, its victories and its points, each with interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from dolmen.arena.rating import Interval, Report, Standing
from dolmen.art import number, stand_alone
from dolmen.art.tokens import Scheme

WIDTH = 1000
ROW = 46
TOP = 92
LEFT = 210
PANEL = 220
GAP = 36

Figure = Callable[[Standing], Interval | None]
PANELS: tuple[tuple[str, str, Figure], ...] = (
    ("rating", "{:.1f}", lambda standing: standing.rating),
    ("victories", "{:.0%}", lambda standing: standing.victories),
    ("points", "{:.1f}", lambda standing: standing.points),
)


def plot(report: Report, title: str, scheme: Scheme = "light") -> str:
    """The picture as an SVG file."""
    height = TOP + ROW * len(report.standings) + 24
    parts = [f'<rect width="{WIDTH}" height="{height}" rx="16" fill="var(--surface)"/>']
    parts.append(_text(28, 38, title, 20, "var(--ink)", weight=700))
    parts.append(_text(28, 60, _subtitle(report), 13, "var(--ink-2)"))
    for row, standing in enumerate(report.standings):
        parts.append(_name(row, standing))
    for place, (name, form, figure) in enumerate(PANELS):
        left = LEFT + place * (PANEL + GAP)
        parts.append(_text(left, TOP - 8, name, 13, "var(--ink-2)", weight=600))
        parts += _panel(left, [figure(standing) for standing in report.standings], form, share=name == "victories")
    return stand_alone("".join(parts), f"0 0 {WIDTH} {height}", title, scheme)


def _subtitle(report: Report) -> str:
    cut = f", {report.truncated} cut short" if report.truncated else ""
    lost = f", {len(report.forfeits)} by forfeit" if report.forfeits else ""
    return f"{report.games} games over {report.setups} set-ups{cut}{lost}; intervals at 95 %"


def _middle(row: int) -> float:
    return TOP + ROW * (row + 0.5)


def _name(row: int, standing: Standing) -> str:
    stripe = ""
    if row % 2 == 0:
        stripe = (
            f'<rect x="12" y="{number(TOP + ROW * row)}" width="{WIDTH - 24}" height="{ROW}" rx="8" '
            'fill="var(--surface-2)"/>'
        )
    shown = standing.bot if len(standing.bot) <= 22 else standing.bot[:21] + "…"
    return stripe + _text(28, _middle(row) + 5, shown, 15, "var(--ink)", weight=600)


def _panel(left: float, figures: Sequence[Interval | None], form: str, *, share: bool) -> list[str]:
    """Points with whiskers on one scale; the figure stands to the right of its own."""
    known = [figure for figure in figures if figure is not None]
    if not known:
        return []
    low, high = (0.0, 1.0) if share else (min(one.low for one in known), max(one.high for one in known))
    reach = PANEL - 56

    def place(value: float) -> float:
        return left + reach * ((value - low) / (high - low) if high > low else 0.5)

    parts = []
    for row, figure in enumerate(figures):
        if figure is None:
            continue
        y, x = _middle(row), place(figure.value)
        parts.append(
            f'<line x1="{number(place(figure.low))}" x2="{number(place(figure.high))}" y1="{number(y)}" '
            f'y2="{number(y)}" stroke="var(--border)" stroke-width="3" stroke-linecap="round"/>'
            f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="var(--accent)"/>'
        )
        parts.append(_text(left + reach + 12, y + 5, form.format(figure.value), 14, "var(--ink)"))
    return parts


def _text(x: float, y: float, words: str, size: int, colour: str, weight: int = 400) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" font-weight="{weight}" fill="{colour}">'
        f"{escape(words)}</text>"
    )
