"""The log as a page shows it: a line for each deed, with what it changed; one for all answers to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup

from dolmen.contract.content import Amount, Entry
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.log import automatic_text, log_of
from dolmen.server.parts import Row

LOG_ENTRIES = 40
"""So many entries of the log are in the page; the replay shows them all."""
MOST_LINES = 20_000
"""So many lines are kept, of all tables: they are looked for with every event."""
MOST_TELLERS = 1_000
"""Of so many tables."""


@dataclass(frozen=True)
class ShownChange:
    """What a line changed for a seat."""

    colour: str
    """Of the seat; empty where the line begins with its mark."""
    name: str
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class LogLine:
    """A line of the log."""

    entry: Entry
    """What it tells; of several answers, the last one."""
    brief: Markup
    sentence: str
    """All of it, for those who hear it or point at it."""
    colour: str
    automatic: str
    """Why nobody was asked for it; empty where somebody was."""
    changes: tuple[ShownChange, ...]

    def __hash__(self) -> int:
        """Of what tells it from others."""
        return hash((self.entry, self.colour, self.sentence))

    @property
    def by(self) -> int | None:
        """The seat whose deed it is; nobody's where it answers another's."""
        return None if self.entry.answer_to else self.entry.seat


def log_lines(entries: Sequence[Entry], live: LiveTable, colours: Sequence[str], words: Words) -> tuple[LogLine, ...]:
    """Entries of the log as a table shows them, the newest first."""
    return tuple(row.told for row in _lines(_answers_together(entries), live, tuple(colours), words))


def log_rows(entries: Sequence[Entry], live: LiveTable, colours: Sequence[str], words: Words) -> tuple[Row, ...]:
    """The lines, where the game has it so with a heading over those of each turn."""
    return tuple(_headed(_lines(_answers_together(entries), live, tuple(colours), words), live, words))


@dataclass(frozen=True)
class RowsSoFar:
    """The rows of a table's log but for its last turn: those that newer entries cannot change."""

    teller: Teller
    number: int
    """So many entries they tell of, with those that have fallen off the end."""
    last: Entry | None
    """The last one of these."""
    rows: tuple[Row, ...]

    def goes_on(self, teller: Teller, told: Sequence[Entry]) -> bool:
        """Whether a log begins with what these rows tell: nothing of it was taken back."""
        return teller is self.teller and 0 < self.number <= len(told) and told[self.number - 1] is self.last


def newest_rows(live: LiveTable, words: Words) -> tuple[Row, ...]:
    """The rows that a table's page shows. They grow from those of the event before. Under the table's lock."""
    if live.conduct.notes or live.auctioned:  # which stand between the entries
        return log_rows(log_of(live, words, LOG_ENTRIES)[-LOG_ENTRIES:], live, live.colours, words)
    told, teller = live.log(words), _teller(live.present, live.names, live.colours, words)
    known = live.rows_so_far.get(words.language)
    if known is None or not known.goes_on(teller, told):
        known = RowsSoFar(teller, max(0, len(told) - LOG_ENTRIES), None, ())
    entries = log_of(live, words, len(told) - known.number)
    closed = max(0, _last_turn(told, live.present) - known.number)
    rows = [*log_rows(entries[:closed], live, live.colours, words), *known.rows]
    before = _order(told[-LOG_ENTRIES - 1]) if len(told) > LOG_ENTRIES else (0, 0)
    while rows and (not isinstance(rows[-1].told, LogLine) or _order(rows[-1].told.entry) <= before):
        rows.pop()
    number = known.number + closed
    live.rows_so_far[words.language] = RowsSoFar(teller, number, told[number - 1] if number else None, tuple(rows))
    return (*log_rows(entries[closed:], live, live.colours, words), *rows)


def _order(entry: Entry) -> tuple[int, int]:
    """What rises from entry to entry."""
    return entry.decision, entry.part


def _last_turn(told: Sequence[Entry], present: Presentation) -> int:
    """Where the entries begin whose rows newer ones may change: those of the last turn, or answers to the same."""
    place = max(0, len(told) - 1)
    while place and _belong_together(told[place - 1], told[place], present):
        place -= 1
    return place


def _belong_together(one: Entry, other: Entry, present: Presentation) -> bool:
    answers_alike = bool(other.answer_to) and one.answer_to == other.answer_to
    return answers_alike or (present.turns_are_headed and one.turn == other.turn)


def _headed(lines: Iterable[Row], live: LiveTable, words: Words) -> Iterator[Row]:
    is_headed, turn = live.present.turns_are_headed, -1
    for line in lines:
        entry = line.told.entry
        if is_headed and entry.turn != turn:
            turn = entry.turn
            yield Row(f"turn-{turn}", "turn.html", _turn_text(entry, live, words))
        yield line


def entry_lines(entries: Sequence[Entry], live: LiveTable, colours: Sequence[str], words: Words) -> tuple[LogLine, ...]:
    """The same with a line for each entry."""
    rows = _lines(iter([(entry,) for entry in reversed(entries)]), live, tuple(colours), words)
    return tuple(row.told for row in rows)


def _answers_together(entries: Sequence[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The newest first; answers to the same, one after another, are one."""
    for answers, alike in groupby(reversed(entries), key=lambda entry: entry.answer_to):
        if answers:
            yield tuple(alike)[::-1]
        else:
            yield from ((entry,) for entry in alike)


def _lines(told: Iterator[tuple[Entry, ...]], live: LiveTable, colours: tuple[str, ...], words: Words) -> Iterator[Row]:
    teller = _teller(live.present, live.names, colours, words)
    for entries in told:
        yield _line(entries, teller)


class Teller:
    """In which words and of whom lines tell: one for all tables where these are the same, and equal to itself alone."""

    def __init__(self, present: Presentation, names: tuple[str, ...], colours: tuple[str, ...], words: Words) -> None:
        self.present, self.names, self.colours, self.words = present, names, colours, words


_teller = lru_cache(maxsize=MOST_TELLERS)(Teller)


@lru_cache(maxsize=MOST_LINES)
def _line(entries: tuple[Entry, ...], teller: Teller) -> Row:
    names, colours, words = teller.names, teller.colours, teller.words
    entry, together = entries[-1], len(entries) > 1
    seat = None if together else entry.seat
    changes = sorted((change for one in entries for change in one.changes), key=lambda change: change.seat != seat)
    line = LogLine(
        entry=entry,
        brief=teller.present.answers_brief(entries, words) if together else entry.brief or entry.text,
        sentence=" ".join(sentence(one, words) for one in entries),
        colour="" if seat is None else colours[seat],
        automatic=automatic_text(entry, words),
        changes=tuple(
            ShownChange("" if change.seat == seat else colours[change.seat], names[change.seat], amounts)
            for change in changes
            if (amounts := _gains(change.amounts) if together else change.amounts)
        ),
    )
    return Row(f"entry-{entry.key}", "entry.html", line)


def _gains(amounts: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """What was got; for what, there is no room where several answer."""
    return tuple(amount for amount in amounts if amount.number > 0)


def sentence(entry: Entry, words: Words) -> str:
    """An entry as one hears it, with why nobody was asked."""
    automatic = automatic_text(entry, words)
    text = str(entry.text.striptags())
    return f"{text} ({automatic})" if automatic else text


def _turn_text(entry: Entry, live: LiveTable, words: Words) -> str:
    _ = words.gettext
    if not entry.turn:
        return _("Before starting")
    return _("Turn %(turn)s, %(name)s") % {"turn": entry.turn, "name": live.names[entry.turn_player]}
