"""What a stream tells: the parts of a table page that differ from what the same stream told before.

A page is written in parts (`update.html`), each a `hx-partial` with its target. A part that was told and has not
changed is left out, but for small ones that the browser changes by itself. Where the browser was told something apart
from its stream (what it picks, an answer with a notice), everything is told again: the browser may show anything.
"""

from __future__ import annotations

from dataclasses import replace

from dolmen.contract.presentation import Board
from dolmen.server.context import Context, Visitor
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.table import Pick, TablePart, table_part
from dolmen.store import now

SILENCE = 20.0
"""After so many seconds without news a stream says that it is still there."""
PART = "<hx-partial hx-target="
ALWAYS = ('"#prompt"', '"#advice"', '"#said"')
"""Parts that are told again even if they are as before: they begin anew with every event."""


class Reader:
    """One stream: who reads, and what was told so far. Its news are asked for by one thread at a time."""

    def __init__(self, ctx: Context, seen: Visitor, table_id: str, seat: int | None, last_seen: str) -> None:
        self.ctx = ctx
        self.table_id = table_id
        self.player = seen.player
        self._seen = seen
        self._seat = seat
        self._last_seen = last_seen
        self._told: set[str] = set()
        self._boards: set[Board] = set()

    def forget(self) -> None:
        """Tell everything next time. Call it under the table's lock."""
        self._told, self._boards = set(), set()

    def news_at_once(self) -> tuple[str, float] | None:
        """The same as `news`, where nobody needs to be waited for and little is new: a thread is dearer than that."""
        lock = self.ctx.tables.lock(self.table_id)
        if not self._told or not lock.acquire(blocking=False):
            return None
        try:
            return self.news() if self.ctx.tables.is_at_hand(self.table_id) else None
        finally:
            lock.release()

    def news(self) -> tuple[str, float]:
        """The message to send (empty: nothing has changed), and how long to wait for more."""
        ctx, seen = self.ctx, self._seen
        with ctx.tables.lock(self.table_id):
            live = ctx.tables.live(self.table_id)
            name, last_seen, patience = live.event_id, self._last_seen, _patience(live)
            if name == last_seen:
                return "", patience
            viewer = ctx.tables.viewer(live, seen.player, self._seat)
            part = table_part(ctx.tables, live, viewer, seen.words, Pick())
            game, _, more = last_seen.partition(".")
            only_chat = game == str(live.sequence) and more.endswith(".late") == name.endswith(".late")
            if only_chat:
                html = ctx.rendering.render("update_chat.html", seen.words, visitor=seen, part=part)
            else:
                part = self._without_known(part)
                html = self._changed(ctx.rendering.render("update.html", seen.words, visitor=seen, part=part))
            self._last_seen = name
        data = "\ndata: ".join(html.splitlines())
        return f"id: {name}\ndata: {data}\n\n", patience

    def _without_known(self, part: TablePart) -> TablePart:
        """Without the boards that were told last time, large as they are: they need not even be written."""
        known, boards = self._boards, part.boards
        if not self.ctx.store.is_shared:
            self._boards = set(boards)
        return replace(part, boards=tuple(board for board in boards if board not in known))

    def _changed(self, html: str) -> str:
        """The parts that were not told last time."""
        parts = html.split(PART)[1:]
        changed = [part for part in parts if part not in self._told or part.startswith(ALWAYS)]
        if not self.ctx.store.is_shared:  # where several servers share tables, another one may have told something
            self._told = set(parts)
        return "".join([PART + part for part in changed])


def told_apart(ctx: Context, table_id: str, seen: Visitor) -> None:
    """Somebody was told of a table by an answer: their streams tell everything next time. Under the table's lock."""
    for reader in tuple(ctx.readers.get(table_id, ())):
        if reader.player == seen.player:
            reader.forget()


def _patience(live: LiveTable) -> float:
    """Not beyond the moment at which somebody's time is up, which is news, too."""
    left = (live.until - now()) / 1000 if live.until is not None else SILENCE
    return min(SILENCE, left + 0.01) if left > 0 else SILENCE
