"""The statistics of a game as a page: boxes for points, heat for what goes together, bars, and who is rated how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from babel.numbers import format_decimal, format_percent

from dolmen.analysis.statistics import FEWEST, WITH, Cell, Cross, Kind, Line, Statistics
from dolmen.arena.skill import FEW, Rating, Skill, rating_of, skill_of_bot
from dolmen.art.chart import Axis
from dolmen.contract.content import Fact, ShownFact
from dolmen.contract.presentation import Presentation
from dolmen.contract.registry import find, games, package
from dolmen.core.words import Words
from dolmen.server.bot_list import levels
from dolmen.server.played_by import games_of, people_met
from dolmen.server.wanted_games import SOURCES, Wanted, statistics_of
from dolmen.store import Store

MOST_PEOPLE = 5
"""So many of those whom the reader has met may be chosen with a click."""
WIDTH = 220.0
"""Of the picture of a box."""
STRONGEST = 4
"""Cells are coloured in so many steps to either side."""


@dataclass(frozen=True)
class Chip:
    """Something that may be asked for, or not: a link that turns it over."""

    label: str
    address: str
    is_on: bool
    number: str = ""


@dataclass(frozen=True)
class Box:
    """Points as a line from the lowest to the best, a box around half of them, and the mean."""

    low: float
    quarter: float
    mean: float
    three_quarters: float
    best: float

    @property
    def width(self) -> float:
        """Of the box; never so small that it is not seen."""
        return round(max(2.0, self.three_quarters - self.quarter), 1)

    @property
    def left(self) -> float:
        """Of the box: what makes it wide enough to be seen lies on both sides."""
        return round((self.quarter + self.three_quarters - self.width) / 2, 1)


@dataclass(frozen=True)
class Row:
    """How seats fared that had something in common."""

    fact: ShownFact
    box: Box
    games: str
    mean: str
    won: str
    text: str
    """The points in words, for those who hear or point at it."""


@dataclass(frozen=True)
class KindCard:
    """All values of a kind."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class HeatCell:
    """How much better or worse than usual."""

    text: str
    """Empty where there are too few games."""
    heat: int
    """From -STRONGEST to STRONGEST."""
    title: str


@dataclass(frozen=True)
class HeatCard:
    """What goes together."""

    title: str
    note: str
    columns: tuple[ShownFact, ...]
    rows: tuple[tuple[ShownFact, tuple[HeatCell, ...]], ...]


@dataclass(frozen=True)
class Bar:
    """A share or a mean as a bar."""

    label: str
    length: float
    """Of 100."""
    text: str
    symbol: str = ""


@dataclass(frozen=True)
class PlayersCard:
    """What seats play, by number of players: mean points, and the share of victories."""

    title: str
    numbers: tuple[int, ...]
    rows: tuple[tuple[ShownFact, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True)
class Rated:
    """Somebody on the list of ratings."""

    name: str
    address: str
    """Of the page of an account; empty for a bot of this host, whose rating the arena measured."""
    rating: Rating
    is_bot: bool
    """Whether a bot of this host or a program with an account."""
    is_me: bool


@dataclass(frozen=True)
class StatisticsPage:
    """All of it."""

    key: str
    title: str
    tabs: tuple[Chip, ...]
    sources: tuple[Chip, ...]
    players: tuple[Chip, ...]
    people: tuple[Chip, ...]
    """Who had a seat: the reader, whom he has met most often, and whoever is asked for."""
    games: int
    told: str
    """How many games, from where."""
    csv: str
    json: str
    kinds: tuple[KindCard, ...]
    by_players: PlayersCard | None
    heats: tuple[HeatCard, ...]
    point_sources: tuple[Bar, ...]
    seats: tuple[tuple[str, tuple[Bar, ...]], ...]
    rated: tuple[Rated, ...]
    few: str
    """From how many games on what goes together is told; empty where nothing can go together."""


def statistics_page(store: Store, wanted: Wanted, player_id: str | None, words: Words) -> StatisticsPage:
    """The page of a game."""
    found, there = statistics_of(store, wanted), store.numbers_of_games(wanted.game, wanted.people)
    teller = Teller(wanted.game, words)
    query = query_of(wanted)
    here = f"/statistics/{wanted.game}"
    told = [cross.told() for cross in found.crosses]
    return StatisticsPage(
        wanted.game,
        find(wanted.game).title,
        tuple(Chip(meta.title, f"/statistics/{key}", key == wanted.game) for key, meta in games().items()),
        tuple(_source_chips(wanted, there, words)),
        tuple(_players_chips(wanted)),
        tuple(_people_chips(store, wanted, player_id)),
        found.games,
        words.ngettext("%(number)s game", "%(number)s games", found.games) % {"number": teller.number(found.games)},
        f"{here}.csv{query}",
        f"{here}.json{query}",
        tuple(teller.kind_card(kind) for kind in found.kinds),
        teller.players_card(found),
        tuple(teller.heat_card(cross) for cross in told if cross.rows),
        teller.source_bars(found),
        tuple(teller.seat_bars(found)),
        tuple(rated_list(store, wanted.game, player_id, words)),
        _few(told, words),
    )


def _few(told: Sequence[Cross], words: Words) -> str:
    _ = words.gettext
    if any(cross.rows for cross in told):
        text = _("Only cells with at least %(number)s games. How sure a figure is stands under the pointer.")
    elif told:
        text = _("What goes together with what is told from %(number)s games on.")
    else:
        return ""
    return text % {"number": FEWEST}


# ---------------------------------------------------------------------------------------------------- what is asked


def query_of(wanted: Wanted) -> str:
    """The part of an address that asks for it; whoever asks for people asks for this host's tables."""
    sources = () if wanted.people else wanted.sources
    pairs = [
        *(("source", source) for source in sources),
        *(("players", str(number)) for number in wanted.players),
        *(("with", person) for person in wanted.people),
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def address_of(wanted: Wanted) -> str:
    """Where the statistics are that are asked for."""
    return f"/statistics/{wanted.game}{query_of(wanted)}"


def source_name(source: str, words: Words) -> str:
    """Where games come from."""
    _ = words.gettext
    return {"table": _("this host"), "log": _("imported logs"), "bots": _("self-play of bots")}[source]


def _source_chips(wanted: Wanted, there: Mapping[tuple[str, int], int], words: Words) -> Iterator[Chip]:
    for source in SOURCES:
        number = sum(games for (of, _players), games in there.items() if of == source)
        on = source in wanted.sources
        turned = [one for one in SOURCES if (one in wanted.sources) != (one == source)] or [source]
        asked = replace(wanted, sources=tuple(turned), people=())
        number_text = str(format_decimal(number, locale=words.locale))
        yield Chip(source_name(source, words), address_of(asked), on, number_text)


def _players_chips(wanted: Wanted) -> Iterator[Chip]:
    meta = find(wanted.game)
    for number in range(meta.min_players, meta.max_players + 1):
        asked = replace(wanted, players=tuple(sorted({*wanted.players} ^ {number})))
        yield Chip(str(number), address_of(asked), number in wanted.players)


def _people_chips(store: Store, wanted: Wanted, player_id: str | None) -> Iterator[Chip]:
    """The reader and some whom he has met at the game, and whoever else is asked for."""
    known: tuple[str, ...] = ()
    if player_id is not None:
        played = [one for one in games_of(store, player_id) if one.game.game == wanted.game]
        known = (player_id, *people_met(played)[:MOST_PEOPLE]) if played else ()
    shown = tuple(dict.fromkeys((*known, *wanted.people)))
    names = store.names_of(shown)
    for person in shown:
        on = person in wanted.people
        people = tuple(one for one in wanted.people if one != person) if on else (*wanted.people, person)
        yield Chip(names[person], address_of(replace(wanted, sources=SOURCES[:1], people=people)), on)


# ---------------------------------------------------------------------------------------------------- what is told


class Teller:
    """Tells the statistics of one game in one language."""

    def __init__(self, game: str, words: Words) -> None:
        self._words = words
        self._present: Presentation = package(game).presentation()
        self._counting = package(game).counting()

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it."""
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        return str(format_decimal(value, pattern, locale=self._words.locale)).replace("-", "−")

    def share(self, value: float) -> str:
        """A share in per cent."""
        return str(format_percent(value, "#,##0 %", locale=self._words.locale))

    def fact(self, kind: str, value: str) -> ShownFact:
        """A fact, also one that an older or newer version counted."""
        try:
            return self._present.fact(kind, value, self._words)
        except (KeyError, ValueError, IndexError):
            return ShownFact(value)

    def kind_card(self, kind: Kind) -> KindCard:
        """The values of a kind, each with its points."""
        lowest = min((line.low for line in kind.lines), default=0.0)
        best = max((line.best for line in kind.lines), default=1.0)
        axis = Axis(lowest, best, 2.0, WIDTH - 2.0)
        rows = tuple(self._row(self.fact(kind.kind, line.value), line, axis) for line in kind.lines)
        return KindCard(self._present.fact_kind(kind.kind, self._words), rows)

    def _row(self, fact: ShownFact, line: Line, axis: Axis) -> Row:
        places = (line.low, line.quarter, line.mean, line.three_quarters, line.best)
        text = self._words.gettext("%(low)s to %(best)s points, half of the games %(quarter)s to %(three)s")
        told = {"low": line.low, "best": line.best, "quarter": line.quarter, "three": line.three_quarters}
        return Row(
            fact,
            Box(*(round(axis.place(value), 1) for value in places)),
            self.number(line.games),
            self.number(line.mean),
            self.share(line.won),
            text % {key: self.number(value) for key, value in told.items()},
        )

    def players_card(self, found: Statistics) -> PlayersCard | None:
        """By number of players, where there are several."""
        numbers = tuple(sorted({by.players for by in found.by_players}))
        if len(numbers) < 2:
            return None
        first = self._counting.played or self._counting.seat_kinds[0]
        cells = {(by.value, by.players): by.line for by in found.by_players}
        values = dict.fromkeys(by.value for by in found.by_players)
        rows = tuple(
            (self.fact(first, value), tuple(self._by_players(cells.get((value, number))) for number in numbers))
            for value in values
        )
        return PlayersCard(self._present.fact_kind(first, self._words), numbers, rows)

    def _by_players(self, line: Line | None) -> tuple[str, str]:
        return ("", "") if line is None else (self.number(line.mean), self.share(line.won))

    def heat_card(self, cross: Cross) -> HeatCard:
        """What seats play, crossed with something."""
        _, played = self._words.gettext, self._counting.played
        titled = self._present.fact_kind(played, self._words)
        kind = played if cross.kind == WITH else cross.kind
        if cross.kind == WITH:
            title, note = _("%(kind)s together"), _("points above or below their mean when the other one plays, too")
        elif cross.kind in self._counting.game_kinds:
            title, note = _("%(kind)s and %(other)s"), _("points above or below their mean when it is in the game")
        else:
            title, note = _("%(kind)s and %(other)s"), _("points above or below their mean with it")
        parts = {"kind": titled, "other": _lower(self._present.fact_kind(kind, self._words))}
        most = max((abs(cell.difference or 0.0) for _value, cells in cross.rows for cell in cells), default=1.0)
        return HeatCard(
            title % parts,
            note,
            tuple(self.fact(kind, value) for value in cross.columns),
            tuple(
                (self.fact(played, value), tuple(self._heat(cell, most) for cell in cells))
                for value, cells in cross.rows
            ),
        )

    def _heat(self, cell: Cell, most: float) -> HeatCell:
        _ = self._words.gettext
        if cell.difference is None or cell.within is None:
            few = _("%(number)s games: too few to tell") % {"number": cell.games}
            return HeatCell("", 0, few if cell.games else "")
        heat = round(STRONGEST * cell.difference / most) if most else 0
        shown = round(cell.difference, 1)
        sign = "+" if shown > 0 else "−" if shown < 0 else ""
        told = {"within": self.number(cell.within, 1), "number": self.number(cell.games)}
        return HeatCell(f"{sign}{self.number(abs(shown), 1)}", heat, _("±%(within)s, %(number)s games") % told)

    def source_bars(self, found: Statistics) -> tuple[Bar, ...]:
        """Where the points of winners come from, on average."""
        most = max((line.of_winners for line in found.sources), default=1.0)
        return tuple(
            Bar(named.text, round(max(0.0, 100 * line.of_winners / most), 1), self.number(line.of_winners, 1), symbol)
            for line in found.sources
            for named in [self._source(line.source)]
            for symbol in [named.symbol]
        )

    def _source(self, source: str) -> Fact:
        try:
            return self._present.point_source(source, self._words)
        except KeyError:
            return Fact("", source)

    def seat_bars(self, found: Statistics) -> Iterator[tuple[str, tuple[Bar, ...]]]:
        """How often each seat wins, by number of players."""
        _, several = self._words.gettext, self._words.ngettext
        most = max((seat.line.won for seat in found.seats), default=0.0) or 1.0
        for number in sorted({seat.players for seat in found.seats}):
            heading = several("%(number)s player", "%(number)s players", number) % {"number": number}
            yield (
                heading,
                tuple(
                    Bar(
                        _("Seat %(number)s") % {"number": seat.seat + 1},
                        round(100 * seat.line.won / most, 1),
                        self.share(seat.line.won),
                    )
                    for seat in found.seats
                    if seat.players == number
                ),
            )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def rated_list(store: Store, game: str, player_id: str | None, words: Words) -> Iterator[Rated]:
    """Accounts whose rating is told, of people and of programs, and the bots of the levels, the strongest first."""
    accounts = [
        Rated(name, f"/player/{kept.player}", rating, is_bot, kept.player == player_id)
        for kept, name, is_bot in store.ratings(game)
        for rating in [rating_of(Skill(kept.mu, kept.sigma), kept.games)]
        if kept.games >= FEW
    ]
    bots = [
        Rated(words.gettext("Bot: %(name)s") % {"name": bot.label}, "", rating_of(skill, 0), True, False)
        for bot in levels(game, words)
        for skill in [skill_of_bot(bot.name, game)]
        if skill is not None
    ]
    yield from sorted([*accounts, *bots], key=lambda rated: -rated.rating.number)
