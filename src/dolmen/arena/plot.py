"""An arena's outcome as a picture: a row a bot, with its rating, its victories and its points, each with interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dolmen.arena.rating import Interval, Report, Standing
from dolmen.art import number, stand_alone
from dolmen.art.chart import Axis, Plane, card, interval, rules_up, text
from dolmen.art.tokens import Scheme

WIDTH = 1000
ROW = 46
TOP = 92
LEFT = 210
REACH = 170
PANEL = 256


@dataclass(frozen=True)
class Column:
    """A figure of every bot, on one scale."""

    title: str
    form: str
    """Of the figures to the right of the scale."""
    figure: Callable[[Standing], Interval | None]
    tick_form: str = "{:g}"
    is_share: bool = False


COLUMNS = (
    Column("rating", "{:.1f}", lambda standing: standing.rating),
    Column("victories", "{:.0%}", lambda standing: standing.victories, "{:.0%}", is_share=True),
    Column("points", "{:.1f}", lambda standing: standing.points),
)


def plot(report: Report, title: str, scheme: Scheme = "light") -> str:
    """The picture as an SVG file."""
    height = TOP + ROW * len(report.standings) + 40
    parts = [card(WIDTH, height, title, _subtitle(report))]
    parts += [_name(row, standing) for row, standing in enumerate(report.standings)]
    for place, column in enumerate(COLUMNS):
        parts += _panel(column, LEFT + place * PANEL, report.standings)
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
    return stripe + text(28, _middle(row) + 5, shown, 15, "var(--ink)", 600)


def _panel(column: Column, left: float, standings: Sequence[Standing]) -> Iterator[str]:
    """Points with whiskers on one scale; the figure stands to the right of its own."""
    yield text(left, TOP - 8, column.title, 13, weight=600)
    figures = [column.figure(standing) for standing in standings]
    known = [figure for figure in figures if figure is not None]
    if not known:
        return
    low, high = (0.0, 1.0) if column.is_share else (min(one.low for one in known), max(one.high for one in known))
    across = Axis(low, high, left, left + REACH).widened(6)
    plane = Plane(across, Axis(0, 1, TOP + ROW * len(standings), TOP))
    yield from rules_up(plane, across.ticks(6), column.tick_form.format)
    for row, figure in enumerate(figures):
        if figure is not None:
            yield interval(across, _middle(row), figure.low, figure.value, figure.high)
            yield text(left + REACH + 14, _middle(row) + 5, column.form.format(figure.value), 14, "var(--ink)")
