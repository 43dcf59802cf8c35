"""What the pages say: one dataclass a page or part, filled here, written out by the templates."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from dolmen.bots import bot_names
from dolmen.errors import UnknownBot
from dolmen.game import State
from dolmen.registry import find
from dolmen.store import Chat, Player, Seat, Snapshot, Store, Table
from dolmen.table.live import LiveTable
from dolmen.table.tables import Tables, Viewer, playable
from dolmen.web import (
    Board,
    Choice,
    Entry,
    Fact,
    Group,
    OptionField,
    Panel,
    Preview,
    Prompt,
    Source,
    Way,
    WebGame,
    boards_of,
    colours_of,
    web_of,
)
from dolmen.words import Words

LOG_ENTRIES = 40
"""So many entries of the log are in the page; the replay shows them all."""


@dataclass(frozen=True)
class Pick:
    """What somebody has picked but not confirmed; it lives in the address of the request alone."""

    group: str = ""
    chosen: tuple[int, ...] = ()
    way: int = 0

    @classmethod
    def read(cls, group: str, chosen: str, way: int) -> Pick:
        """From the parts of an address."""
        numbers = tuple(int(number) for number in chosen.split(".") if number.isdigit())
        return cls(group, numbers[:4], max(0, way))


@dataclass(frozen=True)
class PromptCard:
    """The card that asks, or says who is asked."""

    kind: str
    """`ask`, `wait`, `bot`, `pass` (the screen changes hands), `lobby`, `over`."""
    colour: str
    eyebrow: str
    question: str
    rule: str = ""
    groups: tuple[Group, ...] = ()
    group: str = ""
    toggles: bool = False
    """Whether all groups are shown together until one is picked."""
    listed: tuple[tuple[int, Choice], ...] = ()
    """The choices that are shown, with their numbers among all that could be."""
    here: tuple[tuple[int, Choice], ...] = ()
    """What else could be done at the place that is chosen."""
    prefix: str = ""
    """The numbers that lead to these choices, with a dot behind each."""
    chosen: int | None = None
    choice: Choice | None = None
    way: Way | None = None
    way_number: int = 0
    preview: Preview | None = None
    client_id: str = ""
    can_go_back: bool = False
    can_ask_undo: bool = False
    undo_name: str = ""
    undo_mine: bool = False
    hand_to: int | None = None

    @property
    def actions(self) -> str:
        """The decisions that confirming makes."""
        return " ".join(map(str, self.way.actions)) if self.way else ""


@dataclass(frozen=True)
class TablePart:
    """Everything that the parts of a table page need."""

    live: LiveTable
    viewer: Viewer
    words: Words
    card: PromptCard
    panels: tuple[Panel, ...]
    entries: list[Entry]
    chat: list[Chat]
    pieces: str
    lit: str
    title: str
    said: str
    """For the live region: the newest thing that happened, and what is asked."""
    notice: Fact | None = None
    links: dict[int, str] = field(default_factory=dict)
    """For the owner: the link of each seat that waits for a friend."""
    boards: tuple[Board, ...] = ()
    """What lies beside the main board."""

    @property
    def table(self) -> Table:
        """The table."""
        return self.live.table

    @property
    def seat(self) -> int | None:
        """The seat that looks."""
        return self.viewer.seat

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats."""
        return colours_of(self.live.web, self.live.state)

    @property
    def event_id(self) -> str:
        """What a stream calls this state of the table."""
        return self.live.event_id


def table_part(
    tables: Tables, live: LiveTable, viewer: Viewer, words: Words, pick: Pick, notice: Fact | None = None
) -> TablePart:
    """The whole table as a viewer may see it. Call it under the table's lock."""
    chat = live.chat
    card, shown = _card(live, viewer, words, pick)
    lit = live.web.lit(live.state, shown, card.chosen) if card.kind == "ask" else ""
    entries = live.log(words)
    said = [str(entries[-1].text.striptags())] if entries else []
    said.append(card.question)
    links = {}
    if live.table.status == "waiting" and viewer.player and live.table.owner == viewer.player.id:
        links = {seat.seat: tables.seat_token(live.table.id, seat.seat) for seat in live.seats if seat.kind == "friend"}
    return TablePart(
        live=live,
        viewer=viewer,
        words=words,
        card=card,
        panels=live.web.panels(live.state, viewer.seat, words, is_open=live.is_open),
        entries=entries[-LOG_ENTRIES:][::-1],
        chat=chat,
        pieces=live.pieces(viewer.seat),
        lit=lit,
        title=_title(live, viewer, words),
        said=" ".join(said),
        notice=notice,
        links=links,
        boards=boards_of(live.web, live.state, viewer.seat, shown, card.chosen, live.names, words),
    )


def _title(live: LiveTable, viewer: Viewer, words: Words) -> str:
    _ = words.gettext
    game = live.meta.title
    if live.deciding is not None and live.deciding in viewer.seats:
        return _("Your turn, %(game)s") % {"game": game}
    return f"{live.table.name}, {game}"


def _card(live: LiveTable, viewer: Viewer, words: Words, pick: Pick) -> tuple[PromptCard, Sequence[Choice]]:
    _ = words.gettext
    seat = live.deciding
    colours = colours_of(live.web, live.state)
    if live.table.status == "waiting":
        return PromptCard("lobby", "", _("Before the game"), _("Waiting for players")), ()
    if seat is None:
        return PromptCard("over", "", _("The game is over"), _over(live, words)), ()
    colour = colours[seat]
    undo = live.undo_request
    shared: dict[str, Any] = {
        "undo_name": live.names[undo.seat] if undo and viewer.seats and undo.seat not in viewer.seats else "",
        "undo_mine": bool(undo and undo.seat in viewer.seats),
    }
    own = viewer.seat if viewer.seat is not None else -1
    undoable = own >= 0 and undo is None and live.undo_to(own) is not None and live.seats[own].kind == "person"
    if seat != viewer.seat:
        waits = live.web.waiting(live.state, live.names, words)
        if seat in viewer.seats and live.seats[seat].kind == "person":
            eyebrow = _("Several people at this screen")
            question = _("Hand the screen to %(name)s.") % {"name": live.names[seat]}
            return PromptCard("pass", colour, eyebrow, question, hand_to=seat), ()
        if live.seats[seat].kind == "bot":
            eyebrow = _("%(name)s (bot) is thinking") % {"name": live.names[seat]}
        else:
            eyebrow = _("%(name)s is thinking. You will be called when it is your turn.") % {"name": live.names[seat]}
        back = own >= 0 and live.back_to(own) is not None
        kind = "bot" if live.seats[seat].kind == "bot" else "wait"
        card = PromptCard(kind, colour, eyebrow, waits, can_go_back=back, can_ask_undo=undoable and not back, **shared)
        return card, ()
    if live.seats[seat].kind == "bot":
        return PromptCard("away", colour, _("A bot plays for you"), _("Your seat is in the hands of a bot.")), ()
    return _ask(live, viewer, words, pick, colour, shared, undoable=undoable)


def _ask(
    live: LiveTable,
    viewer: Viewer,
    words: Words,
    pick: Pick,
    colour: str,
    shared: dict[str, Any],
    *,
    undoable: bool,
) -> tuple[PromptCard, Sequence[Choice]]:
    """The question, with what was picked so far."""
    prompt = live.prompt(words)
    assert viewer.seat is not None
    question, choices, group = prompt.question, prompt.choices, ""
    if prompt.groups:
        keys = {shown.key: shown for shown in prompt.groups}
        group = pick.group if pick.group in keys else prompt.group
        question = keys[group].question if group else question
        choices = tuple(choice if choice.group == group or not group else _unlit(choice) for choice in choices)
    prefix = ""
    chosen: int | None = None
    choice: Choice | None = None
    for number in pick.chosen:
        if not 1 <= number <= len(choices):
            break
        if choices[number - 1].choices:
            question, choices = choices[number - 1].question, choices[number - 1].choices
            prefix += f"{number}."
        else:
            chosen, choice = number, choices[number - 1]
            break
    way, preview, way_number = None, None, 0
    if choice is not None:
        way_number = pick.way if pick.way < len(choice.ways) else 0
        way = choice.ways[way_number]
        preview = live.web.preview(live.state, way, live.names, words)
    back = live.back_to(viewer.seat) is not None
    numbered = [
        (number, shown) for number, shown in enumerate(choices, start=1) if prefix or not group or shown.group == group
    ]
    card = PromptCard(
        kind="ask",
        colour=colour,
        eyebrow=prompt.eyebrow,
        question=question,
        rule=_rule(prompt, choices[chosen - 1].group if chosen else group),
        groups=prompt.groups,
        group=group,
        toggles=not prompt.group,
        listed=tuple(numbered),
        here=_also_here(prompt.choices, chosen) if chosen and not prefix else (),
        prefix=prefix,
        chosen=chosen,
        choice=choice,
        way=way,
        way_number=way_number,
        preview=preview,
        client_id=secrets.token_urlsafe(12) if way else "",
        can_go_back=back,
        can_ask_undo=undoable and not back,
        **shared,
    )
    return card, choices


def _rule(prompt: Prompt, group: str) -> str:
    """The rule behind what is asked: that of the kind of choice, if one is picked."""
    return next((kind.rule for kind in prompt.groups if kind.key == group and kind.rule), prompt.rule)


def _also_here(choices: Sequence[Choice], chosen: int) -> tuple[tuple[int, Choice], ...]:
    """What else could be done at the place of a choice, of whatever kind."""
    place = choices[chosen - 1].place
    numbered = enumerate(choices, start=1)
    return tuple((number, other) for number, other in numbered if place and other.place == place and number != chosen)


def _unlit(choice: Choice) -> Choice:
    """A choice of a group that is not shown keeps its number, but no place on the board."""
    return replace(choice, place="")


def _over(live: LiveTable, words: Words) -> str:
    return winner_sentence(live.state, live.names, words)


def winner_sentence(state: State, names: Sequence[str], words: Words) -> str:
    """'Ana wins by nine points'."""
    _, several = words.gettext, words.ngettext
    winners, scores = state.winners(), state.scores()
    if not winners:
        return _("The game goes on")
    if len(winners) > 1:
        return _("%(names)s share the victory") % {"names": words.listed(names[seat] for seat in winners)}
    best = max((score for seat, score in enumerate(scores) if seat not in winners), default=0)
    ahead = scores[winners[0]] - best
    if not ahead:
        return _("%(name)s wins the tie") % {"name": names[winners[0]]}
    text = several("%(name)s wins by %(number)s point", "%(name)s wins by %(number)s points", ahead)
    return text % {"name": names[winners[0]], "number": ahead}


# ---------------------------------------------------------------------------------------------------- home


@dataclass(frozen=True)
class GameCard:
    """A game that can be begun."""

    key: str
    title: str
    summary: str
    scene: str
    colours: tuple[str, ...]
    min_players: int
    max_players: int
    options: tuple[OptionField, ...]
    bots: tuple[str, ...]


@dataclass(frozen=True)
class TableRow:
    """A table in a list."""

    table: Table
    title: str
    where: str
    seats: list[Seat]
    colours: tuple[str, ...]
    mine: bool
    status: str
    free: int


@dataclass(frozen=True)
class Home:
    """The first page."""

    games: list[GameCard]
    mine: list[TableRow]
    open: list[TableRow]
    finished: list[TableRow]

    @property
    def waiting(self) -> int:
        """How many tables wait for the reader."""
        return sum(row.mine for row in self.mine)


def bots_for(game: str) -> tuple[str, ...]:
    """The bots that play a game, the strongest last."""
    from dolmen.bots import find_bot

    found = []
    for name in bot_names():
        try:
            find_bot(name, game)
        except UnknownBot:
            continue
        found.append(name)
    return tuple(found)


def home(store: Store, player: Player | None, words: Words) -> Home:
    """The first page, as somebody sees it."""
    cards = []
    for key in playable():
        meta = find(key)
        web = web_of(meta)
        cards.append(
            GameCard(
                key,
                meta.title,
                web.summary(words),
                web.scene(),
                web.colours(meta.max_players),
                meta.min_players,
                meta.max_players,
                web.options(words),
                bots_for(key),
            )
        )
    known = set(playable())
    mine = [table for table in (store.tables_of(player.id) if player else []) if table.game in known]
    open_tables = [table for table in store.open_tables() if table.game in known and table not in mine]
    finished = [table for table in store.tables_with_status("finished", "imported", limit=8) if table.game in known]
    shown = [*mine, *open_tables, *finished]
    seats = store.seats_of_tables([table.id for table in shown])
    snapshots = store.snapshots([table.id for table in shown])

    def rows(tables: Sequence[Table]) -> list[TableRow]:
        return [_row(table, seats[table.id], snapshots.get(table.id), player, words) for table in tables]

    going = [table for table in mine if table.status in ("waiting", "playing")]
    listed = sorted(rows(going), key=lambda row: not row.mine)
    return Home(cards, listed, rows(open_tables), rows(finished))


def _row(table: Table, seats: list[Seat], snapshot: Snapshot | None, player: Player | None, words: Words) -> TableRow:
    _ = words.gettext
    meta = find(table.game)
    web: WebGame = web_of(meta)
    summary = snapshot.summary if snapshot else {}
    deciding = summary.get("deciding", 0)
    free = sum(seat.kind in ("friend", "open") for seat in seats)
    mine = False
    if table.status == "imported":
        status = _("from a file")
    elif table.status == "finished":
        winners = [seats[number].name for number in summary.get("winners", [])]
        status = _("won by %(names)s") % {"names": words.listed(winners)} if winners else _("finished")
    elif free:
        status = words.ngettext("%(number)s seat free", "%(number)s seats free", free) % {"number": free}
    else:
        mine = bool(player and deciding >= 0 and seats[deciding].player == player.id)
        status = _("Your turn") if mine else _("%(name)s thinks") % {"name": seats[max(deciding, 0)].name}
    turn = summary.get("turn", 0)
    where = _("turn %(turn)s") % {"turn": turn} if turn else ""
    return TableRow(table, meta.title, where, seats, web.colours(table.players), mine, status, free)


# ---------------------------------------------------------------------------------------------------- the end


@dataclass(frozen=True)
class Standing:
    """A place on the podium."""

    seat: int
    name: str
    colour: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class Chart:
    """Points over time as polylines: one list of x, y a seat, in a picture of 660 by 320."""

    lines: list[tuple[str, str, str, int, float, float]]
    """Colour, name, points of the polyline, final score, and where its end is."""
    ticks: list[tuple[float, int]]
    turns: list[tuple[float, int]]


@dataclass(frozen=True)
class End:
    """The page after a game."""

    live: LiveTable
    viewer: Viewer
    sentence: str
    podium: list[Standing]
    sources: tuple[Source, ...]
    most: int
    chart: Chart
    colours: tuple[str, ...]


def end(live: LiveTable, viewer: Viewer, words: Words) -> End:
    """A finished game, told."""
    state, web = live.state, live.web
    colours = colours_of(web, state)
    scores, winners = state.scores(), state.winners()
    order = sorted(range(state.game.players), key=lambda seat: (seat not in winners, -scores[seat]))
    podium = [
        Standing(seat, live.names[seat], colours[seat], web.standing(state, seat, words), scores[seat], seat in winners)
        for seat in order
    ]
    sources = web.sources(state, words)
    most = max(max(map(abs, source.points)) for source in sources) or 1
    return End(
        live,
        viewer,
        winner_sentence(state, live.names, words),
        podium,
        sources,
        most,
        _chart(live, colours),
        colours,
    )


def _chart(live: LiveTable, colours: tuple[str, ...]) -> Chart:
    course = live.web.course(live.state)
    top = max(20, -(-max(max(points) for points in course) // 20) * 20)
    left, right, upper, lower = 34.0, 530.0, 16.0, 286.0

    def x(turn: int) -> float:
        return round(left + (right - left) * turn / max(1, len(course) - 1), 1)

    def y(points: int) -> float:
        return round(lower - (lower - upper) * points / top, 1)

    lines = []
    for seat, colour in enumerate(colours):
        line = " ".join(f"{x(turn)},{y(points[seat])}" for turn, points in enumerate(course))
        lines.append((colour, live.names[seat], line, course[-1][seat], right, y(course[-1][seat])))
    labels = sorted(range(len(lines)), key=lambda seat: lines[seat][5])
    last = -99.0
    for seat in labels:  # labels keep apart
        colour, name, line, score, end_x, end_y = lines[seat]
        end_y = max(end_y, last + 18)
        last = end_y
        lines[seat] = (colour, name, line, score, end_x, end_y)
    ticks = [(y(points), points) for points in range(0, top + 1, 20)]
    turns = [(x(turn), turn) for turn in range(0, len(course) - 1, max(5, len(course) // 5 // 5 * 5))]
    return Chart(lines, ticks, turns)


# ---------------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True)
class Replay:
    """A finished game at one of its moments."""

    live: LiveTable
    words: Words
    at: int
    """How many entries of the log have happened."""
    last: int
    entry: Entry | None
    entries: list[Entry]
    panels: tuple[Panel, ...]
    pieces: str
    names: list[str]
    colours: tuple[str, ...]
    boards: tuple[Board, ...]


def replay(live: LiveTable, words: Words, at: int) -> Replay:
    """The game after so many entries of its log."""
    entries = live.log(words)
    at = max(0, min(at, len(entries)))
    decisions = entries[at - 1].decision if at else 0
    before = entries[at - 2].decision if at > 1 else 0
    state = State(live.state.game, live.state.records_before(0))
    for action in live.state.history[:decisions]:
        state.apply_trusted(action)
    changed = live.web.changed(live.state.records_before(before)[0], state.record)
    return Replay(
        live=live,
        words=words,
        at=at,
        last=len(entries),
        entry=entries[at - 1] if at else None,
        entries=entries[max(0, at - 30) : at][::-1],
        panels=live.web.panels(state, None, words, is_open=True),
        pieces=live.web.pieces(state, changed),
        names=live.names,
        colours=colours_of(live.web, state),
        boards=boards_of(live.web, state, None, (), None, live.names, words),
    )
