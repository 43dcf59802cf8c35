"""A table as a visitor looks at it: as it is now, or as one of the lines has it that he tries out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dolmen.server.commands import plans
from dolmen.server.context import Context, Visitor
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer


@contextmanager
def shown_table(
    ctx: Context, visitor: Visitor, table_id: str, seat: int | None, line: int | None
) -> Iterator[tuple[LiveTable, Viewer]]:
    """The table, and for which seat the visitor looks. Under its lock, unless it is a line."""
    if line is None:
        with ctx.tables.open(table_id) as live:
            yield live, ctx.tables.viewer(live, visitor.player, seat)
        return
    trial = plans.opened(ctx.tables, table_id, visitor.known(), line)
    yield trial.live_at(trial.at, trial.seat), Viewer(visitor.player, (trial.seat,), trial.seat)
