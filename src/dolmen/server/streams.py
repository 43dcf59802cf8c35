"""What a stream tells: the parts of a table page that differ from what the same stream told before.

A part that was told and has not changed is left out, but for small ones that the browser changes by itself. Where the
browser was told something apart from its stream (what it picks, an answer with a notice), everything is told again: the
browser may show anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.table import Browser, TableView
from dolmen.server.parts import Part
from dolmen.server.rendering import Rendering
from dolmen.store import Player, now

SILENCE = 20.0
"""After so many seconds without news a stream says that it is still there."""
TROUBLED = 2.0
"""While the database cannot be used, a stream looks again after so many seconds."""


class Stream:
    """One stream: who reads, and what was told so far. Its news are asked for by one thread at a time."""

    def __init__(
        self,
        tables: LiveTables,
        rendering: Rendering,
        browser: Browser,
        words: Words,
        table_id: str,
        seat: int | None,
        last_seen: str,
    ) -> None:
        self.table_id = table_id
        self.player = browser.player
        self._tables = tables
        self._rendering = rendering
        self._browser = browser
        self._words = words
        self._seat = seat
        self._last_seen = last_seen
        self._seen: int | None = None
        """The last event when somebody looked for news."""
        self._sent: dict[str, int] = {}
        """The digest of each part as the browser knows it, by its target."""
        self._telling: object = None
        """What `_sent` holds for: see `LiveTable.telling`."""

    def forget(self) -> None:
        """Tell everything next time. Call it under the table's lock."""
        self._sent = {}

    def news_at_once(self) -> tuple[str, float] | None:
        """The same as `news`, where nobody needs to be waited for and little is new: a thread is dearer than that."""
        lock = self._tables.lock(self.table_id)
        if not self._sent or not lock.acquire(blocking=False):
            return None
        try:
            return self.news() if self._tables.is_at_hand(self.table_id) else None
        finally:
            lock.release()

    def news(self) -> tuple[str, float]:
        """The message to send (empty: nothing has changed), and how long to wait for more."""
        with self._tables.open(self.table_id, self._seen) as live:
            if live.telling is not self._telling:
                self._sent, self._telling = {}, live.telling
            self._seen = live.sequence
            name, patience = live.event_id, _patience(live)
            if name == self._last_seen:
                return "", patience
            html = "\n".join(self._changed(self._parts(live, name)))
            self._last_seen = name
        data = "\ndata: ".join(html.splitlines())
        return f"id: {name}\ndata: {data}\n\n", patience

    def _parts(self, live: LiveTable, name: str) -> Sequence[Part]:
        """The parts that may have changed since the last news."""
        viewer = self._tables.viewer(live, self._browser.player, self._seat)
        view = TableView(self._tables, live, viewer, self._browser, self._words, self._rendering.root_path)
        only_chat = self._last_seen.rpartition(".")[0] == name.rpartition(".")[0]
        return [view.chat] if only_chat else view.all_parts()

    def _changed(self, parts: Sequence[Part]) -> Iterator[str]:
        """Those that the browser does not know yet, written."""
        for part in parts:
            written = self._rendering.written(part, self._words)
            if part.always:
                yield part.partial(written.html)
            elif self._sent.get(part.target) != written.digest:
                yield part.partial(written.html)
                if not (part.picked and self._tables.store.is_shared):  # another server may tell of what is picked
                    self._sent[part.target] = written.digest


class Streams:
    """The streams of one server, by table."""

    def __init__(self) -> None:
        self._of_table: defaultdict[str, set[Stream]] = defaultdict(set)

    def add(self, stream: Stream) -> None:
        """It is read from now on."""
        self._of_table[stream.table_id].add(stream)

    def discard(self, stream: Stream) -> None:
        """It has ended."""
        streams = self._of_table[stream.table_id]
        streams.discard(stream)
        if not streams:
            del self._of_table[stream.table_id]

    def of_table(self, table_id: str) -> tuple[Stream, ...]:
        """Those of one table."""
        return tuple(self._of_table.get(table_id, ()))

    def resend_all(self, table_id: str, player: Player | None) -> None:
        """Somebody was told of a table by an answer: their streams tell everything next time. Under its lock."""
        for stream in self.of_table(table_id):
            if stream.player == player:
                stream.forget()


def _patience(live: LiveTable) -> float:
    """Not beyond the moment at which somebody's time is up, which is news, too."""
    left = (live.due - now()) / 1000 if live.due is not None else SILENCE
    return min(SILENCE, left + 0.01) if left > 0 else SILENCE
