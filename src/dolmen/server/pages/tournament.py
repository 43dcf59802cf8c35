"""The page of a tournament: who is in it, standings with places by round, the tables of a round, the reader's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dolmen.contract.content import ShownFact
from dolmen.contract.registry import package
from dolmen.core.words import Words
from dolmen.server.bot_list import Opponent, levels, opponents
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.statistics import Chip, Teller
from dolmen.server.pages.tournament_standings import LETTERS, StandingsTeller, StandingTable
from dolmen.server.pages.tournaments import described, round_text, status_text
from dolmen.server.parts import Part
from dolmen.server.tournament_file import names_in
from dolmen.server.tournament_state import TournamentState
from dolmen.store import Entrant, NotFound, PlayedGame, Player, TournamentTable


@dataclass(frozen=True)
class TournamentWanted:
    """What somebody wants to see: a round (0: the last one), a group (0: all)."""

    round: int = 0
    group: int = 0

    def query(self, number: int, group: int) -> str:
        """The same with another round or group, as an address has it."""
        return f"?round={number}&group={group}"


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table of the round."""

    name: str
    colour: str
    points: int | None
    place: int | None


@dataclass(frozen=True)
class TableCard:
    """A table of the round."""

    number: int
    group: str
    address: str
    is_mine: bool
    is_asked: bool
    """Whether it waits for the reader."""
    status: str
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True)
class OwnRound:
    """A table that the reader has played here."""

    round: int
    fact: ShownFact | None
    result: str
    points: int | None
    address: str


@dataclass(frozen=True)
class EntrantLine:
    """Somebody in the list before the start."""

    number: int
    name: str
    note: str
    is_me: bool


@dataclass(frozen=True)
class TournamentPage:
    """All of it, as one reader sees it."""

    id: str
    name: str
    game: str
    what: str
    host: str
    status: str
    state: str
    """`open`, `playing`, `finished` or `called off`."""
    why: str
    progress: float
    """Of 100."""
    progress_note: str
    is_host: bool
    is_in: bool
    may_enter: bool
    may_come_back: bool
    by_link: bool
    link: str
    """The token of the link, for the host."""
    places: str
    """How many have entered, of how many."""
    entrants: tuple[EntrantLine, ...]
    bots: tuple[Opponent, ...]
    standings: tuple[StandingTable, ...]
    going_on: str
    groups: tuple[Chip, ...]
    points_rule: str
    rounds: tuple[Chip, ...]
    round: int
    tables: tuple[TableCard, ...]
    without_table: tuple[str, ...]
    own: tuple[OwnRound, ...]
    followed: frozenset[str]

    @property
    def title(self) -> str:
        """Of the page."""
        return f"{self.name}, Dolmen"

    def part(self, csrf: str, origin: str) -> Part:
        """All that changes, for a reader whose browser calls the server so."""
        return Part("tournament", "tournament_now.html", {"told": self, "csrf_token": csrf, "origin": origin})


def tournament_page(
    tables: LiveTables, tournament_id: str, player: Player | None, wanted: TournamentWanted, words: Words
) -> TournamentPage:
    """The page of a tournament. Raises NotFound."""
    return _Teller(tables, TournamentState.read(tables.store, tournament_id), player, wanted, words).page()


class _Teller:
    """Puts a tournament into words."""

    def __init__(
        self, tables: LiveTables, state: TournamentState, player: Player | None, wanted: TournamentWanted, words: Words
    ) -> None:
        self.tables, self.state, self.player, self.wanted, self.words = tables, state, player, wanted, words
        self.told = state.tournament
        self.names = names_in(tables.store, state)
        self.me = next((one for one in state.entrants if player and one.player == player.id), None)
        self.bot_titles = {bot.name: bot.label for bot in opponents(self.told.game, words)}
        self.standings = StandingsTeller(state, self.names, self.me, self._note, words)
        self.round = wanted.round if 1 <= wanted.round <= self.told.round else self.told.round

    def page(self) -> TournamentPage:
        told, words, state = self.told, self.words, self.state
        _ = words.gettext
        cards = tuple(self._card(one) for one in state.tables if one.round == self.round and one.kind == "table")
        is_host = self.player is not None and told.owner == self.player.id
        is_full = bool(told.most) and len(state.entrants) >= told.most
        return TournamentPage(
            id=told.id,
            name=told.name,
            game=told.game,
            what=described(told, len(state.entrants), words),
            host=self._host(),
            status=status_text(told, words),
            state=told.status,
            why=_(told.why) if told.why else "",
            progress=self._progress(),
            progress_note=self._progress_note(),
            is_host=is_host,
            is_in=self.me is not None,
            may_enter=told.status == "open" and self.me is None and not is_full,
            may_come_back=told.status == "playing" and self.me is not None and self.me.left,
            by_link=told.access == "link",
            link=self.tables.table_token(told.id) if is_host and told.status == "open" else "",
            places=f"{len(state.entrants)} / {told.most}" if told.most else str(len(state.entrants)),
            entrants=tuple(self._entrant(one) for one in state.entrants),
            bots=tuple(levels(told.game, words)),
            standings=tuple(self.standings.tables(self.wanted.group)),
            going_on=self.standings.going_on(),
            groups=tuple(self._groups()),
            points_rule=self.standings.points_rule(),
            rounds=tuple(self._round_chip(number) for number in range(1, told.round + 1)),
            round=self.round,
            tables=cards,
            without_table=tuple(self._without_table()),
            own=tuple(self._own_rounds()),
            followed=frozenset(one.table for one in state.tables if one.round == self.round and one.table) | {told.id},
        )

    # ------------------------------------------------------------------------------------------------ the head

    def _host(self) -> str:
        owner = self.tables.store.player(self.told.owner) if self.told.owner else None
        return self.words.gettext("Hosted by %(name)s.") % {"name": owner.name} if owner else ""

    def _progress(self) -> float:
        """How much of all rounds is played."""
        now = [one for one in self.state.tables if one.round == self.told.round]
        done = sum(one.is_over for one in now) / len(now) if now else 0.0
        played = max(0, self.told.round - 1) + done
        return 100.0 if self.told.status == "finished" else round(100 * played / max(1, self.state.rounds), 1)

    def _progress_note(self) -> str:
        playing = sum(not one.is_over for one in self.state.tables)
        if self.told.status != "playing":
            return ""
        text = self.words.ngettext("%(number)s table is playing", "%(number)s tables are playing", playing)
        return f"{round_text(self.told, self.words)}: {text % {'number': playing}}"

    def _entrant(self, one: Entrant) -> EntrantLine:
        return EntrantLine(one.number, self.names[one.number], self._note(one), one is self.me)

    def _note(self, one: Entrant) -> str:
        _ = self.words.gettext
        if one.bot:
            return _("Bot: %(name)s") % {"name": self.bot_titles.get(one.bot, one.bot)}
        return _("left the tournament") if one.left else _("you") if one is self.me else ""

    def _groups(self) -> Iterator[Chip]:
        here, mine = f"/tournament/{self.told.id}", self.me.group if self.me else None
        if len(self.state.groups) > 1 and self.told.round:
            yield Chip(self.words.gettext("all"), here + self.wanted.query(self.round, 0), not self.wanted.group)
            for number in range(1, len(self.state.groups) + 1):
                name = self.words.gettext("my group") if number == mine else LETTERS[number - 1]
                yield Chip(name, here + self.wanted.query(self.round, number), self.wanted.group == number)

    # ------------------------------------------------------------------------------------------------ tables

    def _round_chip(self, number: int) -> Chip:
        address = f"/tournament/{self.told.id}{self.wanted.query(number, self.wanted.group)}"
        return Chip(str(number), address, number == self.round)

    def _card(self, drawn: TournamentTable) -> TableCard:
        is_mine = self.me is not None and self.me.number in drawn.entrants
        has_group = len(self.state.groups) > 1 and drawn.round <= self.told.first_rounds
        group = self.standings.group_name(drawn.group) if has_group else ""
        try:
            if drawn.table is None:
                raise NotFound("it was removed, or is not made yet")
            with self.tables.open(drawn.table) as live:
                seats, status, is_asked = self._live_seats(live, drawn), *self._live_status(live)
            address = f"/t/{drawn.table}"
        except (NotFound, StoredOnly):
            seats, status, is_asked = self._kept_seats(drawn), self._kept_status(drawn), False
            address = f"/t/{drawn.table}" if drawn.table else ""
        return TableCard(drawn.number, group, address, is_mine, is_asked, status, seats)

    def _live_seats(self, live: LiveTable, drawn: TournamentTable) -> tuple[SeatLine, ...]:
        scores, places = live.state.scores(), _or_none(drawn.places, len(live.seats))
        return tuple(
            SeatLine(self.names[number], colour, int(points), place)
            for number, colour, points, place in zip(drawn.entrants, live.colours, scores, places, strict=True)
        )

    def _live_status(self, live: LiveTable) -> tuple[str, bool]:
        _, asked = self.words.gettext, live.asked
        if live.state.is_terminal():
            return _("over"), False
        if asked is None:
            return "", False
        if asked in live.seats_of(self.player.id if self.player else None) and live.seats[asked].kind == "person":
            return _("Your turn"), True
        return live.present.progress_text(live.state, self.words), False

    def _kept_seats(self, drawn: TournamentTable) -> tuple[SeatLine, ...]:
        count = len(drawn.entrants)
        points, places = _or_none(drawn.points, count), _or_none(drawn.places, count)
        return tuple(
            SeatLine(self.names[number], "", score, place)
            for number, score, place in zip(drawn.entrants, points, places, strict=True)
        )

    def _kept_status(self, drawn: TournamentTable) -> str:
        _ = self.words.gettext
        if drawn.places is None:
            return "" if not drawn.made else _("earlier rules, to read only")
        return _("over") if drawn.places else _("the table counts for nobody")

    def _without_table(self) -> Iterator[str]:
        _ = self.words.gettext
        for one in self.state.tables:
            if one.round == self.round and one.kind != "table":
                text = _("%(name)s has a bye") if one.kind == "bye" else _("%(name)s rests")
                yield text % {"name": self.names[one.entrants[0]]}

    # ------------------------------------------------------------------------------------------------ the own way

    def _own_rounds(self) -> Iterator[OwnRound]:
        for drawn in self.state.tables:
            if self.me is None or self.me.number not in drawn.entrants or not drawn.is_over or drawn.kind != "table":
                continue
            seat = list(drawn.entrants).index(self.me.number)
            yield OwnRound(
                drawn.round,
                self._fact(drawn, seat),
                self._result(drawn, seat),
                drawn.points[seat] if drawn.points else None,
                f"/t/{drawn.table}/review" if drawn.table and drawn.places else "",
            )

    def _fact(self, drawn: TournamentTable, seat: int) -> ShownFact | None:
        """What the reader played, where the game has such a thing and it is counted."""
        game: PlayedGame | None = self.tables.store.game_of_table(drawn.table) if drawn.table else None
        kind = package(self.told.game).counting().played
        value = game.count["seats"][seat]["facts"].get(kind) if game else None
        return Teller(self.told.game, self.words).fact(kind, value) if value is not None else None

    def _result(self, drawn: TournamentTable, seat: int) -> str:
        _ = self.words.gettext
        if not drawn.places:
            return _("the table counts for nobody")
        place, points = drawn.places[seat], drawn.points or []
        if place == 1:
            best = max(score for other, score in enumerate(points) if other != seat)
            if drawn.places.count(1) > 1:
                return _("a shared victory")
            if points[seat] > best:
                return _("won by %(ahead)s") % {"ahead": points[seat] - best}
        return _("place %(place)s of %(number)s") % {"place": place, "number": len(drawn.places)}


def _or_none(figures: Sequence[int] | None, number: int) -> list[int | None]:
    """The figures of so many seats; of a table that has none, nothing for each."""
    return [*figures] if figures else [None] * number
