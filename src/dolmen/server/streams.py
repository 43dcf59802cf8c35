"""What a stream tells: the parts of a table page that differ from what the same stream told before.

A part that was told and has not changed is left out, but for small ones that the browser changes by itself. Where the
browser was told something apart from its stream (what it picks, an answer with a notice), everything is told again: the
browser may show anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.end import rematch_part
from dolmen.server.pages.own_tables import own_tables
from dolmen.server.pages.planner import moved_part
from dolmen.server.pages.table import Browser, TableView
from dolmen.server.pages.tournament import TournamentWanted, tournament_page
from dolmen.server.parts import Growth, Part, Row, growth
from dolmen.server.rendering import Rendering
from dolmen.store import Plan, Player, now

SILENCE = 20.0
"""After so many seconds without news a stream says that it is still there."""
TROUBLED = 2.0
"""While the database cannot be used, a stream looks again after so many seconds."""


TOGETHER = 0.4
"""What happens within so many seconds at a player's tables is told together."""


class Stream:
    """One stream: who reads, and what was told so far. Its news are asked for by one thread at a time."""

    shows_presence: ClassVar[bool] = False
    """Whether it is news to its reader that others come and go."""
    shows_chat: ClassVar[bool] = True
    """Whether its reader sees what is said at the table."""

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
        self._sent: dict[str, int | tuple[Row, ...]] = {}
        """The digest of each part as the browser knows it, by its target; of a list that grows, its rows."""
        self._telling: object = None
        """What `_sent` holds for: see `LiveTable.telling`."""
        self._chat = self._noted_chat = 0
        """The last line of the chat that the reader was sent, and the last one that is noted as seen."""

    def forget(self) -> None:
        """Tell everything next time. Call it under the table's lock."""
        self._sent = {}

    def news_at_once(self) -> tuple[bytes, float] | None:
        """The same as `news`, where nobody needs to be waited for and little is new: a thread is dearer than that."""
        lock = self._tables.lock(self.table_id)
        if not self._sent or not lock.acquire(blocking=False):
            return None
        try:
            return self.news() if self._tables.is_at_hand(self.table_id) else None
        finally:
            lock.release()

    def news(self) -> tuple[bytes, float]:
        """The message to send (empty: nothing has changed), and how long to wait for more."""
        with self._tables.open(self.table_id, self._seen) as live:
            if live.telling is not self._telling:
                self._sent, self._telling = {}, live.telling
            self._seen = live.sequence
            if self.shows_chat and live.chat and self.player is not None and live.seats_of(self.player.id):
                self._chat = live.chat[-1].id
            name, patience = self._name(live), _patience(live)
            if name == self._last_seen:
                return b"", patience
            view = self._view(live)
            html = "\n".join(self._changed(view, self._parts(view, name)))
            self._last_seen = name
        return message(html, name), patience

    @property
    def has_unnoted_chat(self) -> bool:
        """Whether the reader was sent lines of the chat of which it is not noted yet that he has seen them."""
        return self._chat > self._noted_chat

    def note_chat(self) -> None:
        """Note that the reader has seen the chat so far. Raises Gone."""
        assert self.player is not None
        seen = self._chat
        self._tables.store.look(self.player.id, self.table_id, seen)
        self._noted_chat = seen

    def _name(self, live: LiveTable) -> str:
        """What the stream calls this state of the table: another one where there is something to tell."""
        return live.event_id

    def _view(self, live: LiveTable) -> TableView:
        """The table as the reader may see it."""
        viewer = self._tables.viewer(live, self._browser.player, self._seat)
        return TableView(self._tables, live, viewer, self._browser, self._words, self._rendering.root_path)

    def _parts(self, view: TableView, name: str) -> Sequence[Part]:
        """The parts that may have changed since the last news."""
        only_chat = self._last_seen.rpartition(".")[0] == name.rpartition(".")[0]
        return [view.chat] if only_chat else self._all_parts(view)

    def _all_parts(self, view: TableView) -> Sequence[Part]:
        """All parts of the page that may change."""
        return view.all_parts()

    def _changed(self, view: TableView, parts: Sequence[Part]) -> Iterator[str]:
        """Those that the browser does not know yet, written."""
        may_pick = self._tables.store.is_shared and view.is_asked  # at another server, of which we do not hear
        for part in parts:
            known, grown = self._sent.get(part.target), None
            if part.rows and isinstance(known, tuple):
                grown = growth(known, part.rows)
            if grown is not None:
                yield from self._grown(part.target, grown)
                self._sent[part.target] = part.rows
                continue
            written = self._rendering.written(part, self._words)
            if part.always:
                yield part.partial(written.html)
            elif known != written.digest:
                yield part.partial(written.html)
                self._sent[part.target] = part.rows or written.digest
            if part.picked and may_pick:
                self._sent.pop(part.target, None)

    def _grown(self, target: str, grown: Growth) -> Iterator[str]:
        """What brings a list up to date of which the browser knows all but this."""
        for row in grown.gone:
            yield Part(row.id, "", {}, "delete").partial("")
        if grown.new:
            yield Part(target, "", {}, "afterbegin").partial(
                "".join(self._rendering.row(row, self._words) for row in grown.new)
            )


class EndStream(Stream):
    """The news of a table after its game: who is still here, that there is a rematch, what is said."""

    shows_presence = True

    def __init__(self, streams: Streams, *told: Any) -> None:
        super().__init__(*told)
        self._streams = streams

    def _name(self, live: LiveTable) -> str:
        present = self._streams.players_at(self.table_id)
        here = "-".join(str(seat.seat) for seat in live.seats if seat.player in present)
        return f"{here}.{live.event_id}"

    def _all_parts(self, view: TableView) -> Sequence[Part]:
        present = self._streams.players_at(self.table_id)
        return [rematch_part(view.live, view.viewer, present, self._browser.csrf, view.here, self._words), view.chat]


class LobbyStream(Stream):
    """The news of a table before its game: who sits down, what is said, and that it has begun."""

    def _all_parts(self, view: TableView) -> Sequence[Part]:
        return [view.lobby_seats, view.lobby_setup, view.chat]


class PlanStream(Stream):
    """The news of a table for who tries something out there: that it has moved on since the line began."""

    shows_chat = False

    def __init__(
        self, tables: LiveTables, rendering: Rendering, browser: Browser, words: Words, plan: Plan, last_seen: str
    ) -> None:
        super().__init__(tables, rendering, browser, words, plan.table, plan.seat, last_seen)
        self._here = f"{rendering.root_path}/t/{plan.table}/try/{plan.number}"
        self._plan = plan

    def _all_parts(self, view: TableView) -> Sequence[Part]:
        plan = self._tables.store.plan(self._plan.table, self._plan.player, self._plan.number)
        is_current = view.live.state.decisions == plan.base and view.live.is_running
        return [moved_part(self._here, self._browser.csrf, is_current=is_current)]

    def _parts(self, view: TableView, name: str) -> Sequence[Part]:
        del name  # (whatever has happened, it tells the same)
        return self._all_parts(view)


class OwnTablesStream:
    """The news of all tables of a player, or of the first ones. Asked for by one thread at a time."""

    def __init__(
        self, tables: LiveTables, rendering: Rendering, player: Player, words: Words, theme: str, *, shows_all: bool
    ) -> None:
        self._tables = tables
        self._rendering = rendering
        self._player = player
        self._words = words
        self._theme = theme
        self._shows_all = shows_all
        self._sent = 0

    def news(self) -> tuple[bytes, frozenset[str]]:
        """The message to send (empty: nothing has changed), and the tables whose news may change it."""
        own = own_tables(self._tables, self._player, self._words, shows_all=self._shows_all)
        part = own.part(self._theme)
        written = self._rendering.written(part, self._words)
        if written.digest == self._sent:
            return b"", own.ids
        self._sent = written.digest
        return message(part.partial(written.html)), own.ids


class TournamentStream:
    """The news of a tournament and of the tables of the round that is looked at. Asked for by one thread at a time."""

    def __init__(
        self,
        tables: LiveTables,
        rendering: Rendering,
        browser: Browser,
        words: Words,
        tournament_id: str,
        wanted: TournamentWanted,
    ) -> None:
        self._tables = tables
        self._rendering = rendering
        self._browser = browser
        self._words = words
        self._id = tournament_id
        self._wanted = wanted
        self._sent = 0

    def news(self) -> tuple[bytes, frozenset[str]]:
        """The message to send (empty: nothing has changed), and the tables whose news may change it."""
        told = tournament_page(self._tables, self._id, self._browser.player, self._wanted, self._words)
        part = told.part(self._browser.csrf, self._browser.origin)
        written = self._rendering.written(part, self._words)
        if written.digest == self._sent:
            return b"", told.followed
        self._sent = written.digest
        return message(part.partial(written.html)), told.followed


def coming_and_going(table_id: str) -> str:
    """What those listen to who want to know who comes to a table and leaves it, beside its news."""
    return f"people at {table_id}"


def message(html: str, name: str = "") -> bytes:
    """Parts as a stream sends them; a name is what the browser says when it comes back."""
    data = html.encode().replace(b"\r", b"\n").replace(b"\n", b"\ndata: ")  # both end a line there
    return b"%sdata: %s\n\n" % (f"id: {name}\n".encode() if name else b"", data)


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

    def players_at(self, table_id: str) -> frozenset[str]:
        """The players who look at a table now, as far as this server knows."""
        return frozenset(stream.player.id for stream in self.of_table(table_id) if stream.player is not None)

    def lookers(self) -> set[tuple[str, str]]:
        """All tables at which players look, with who it is."""
        return {(table, player) for table in list(self._of_table) for player in self.players_at(table)}

    def shows_presence(self, table_id: str) -> bool:
        """Whether somebody is told who else looks at a table."""
        return any(stream.shows_presence for stream in self.of_table(table_id))

    def resend_all(self, table_id: str, player: Player | None) -> None:
        """Somebody was told of a table by an answer: their streams tell everything next time. Under its lock."""
        for stream in self.of_table(table_id):
            if stream.player == player:
                stream.forget()


def _patience(live: LiveTable) -> float:
    """Not beyond the moment at which somebody's time is up, which is news, too."""
    left = (live.due - now()) / 1000 if live.due is not None else SILENCE
    return min(SILENCE, left + 0.01) if left > 0 else SILENCE
