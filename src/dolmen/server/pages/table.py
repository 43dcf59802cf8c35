"""What a table's page says: one dataclass a part, filled here, written out by the templates."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from typing import Any

from babel.dates import format_timedelta

from dolmen.bots import DEFAULT_BOT
from dolmen.contract.presentation import Board, Choice, Entry, Fact, Group, OptionField, Panel, Preview, Prompt, Way
from dolmen.core.words import Words
from dolmen.server.bot_list import Opponent, opponents
from dolmen.server.commands.making import Tables, Viewer
from dolmen.server.errors import OldRules, told
from dolmen.server.live_table import LiveTable
from dolmen.server.log import automatic_text, log_of, winner_sentence
from dolmen.store import Chat, Table, now

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
class Clock:
    """How long the seat that is asked has left."""

    seat: int
    until: int
    """When its time is up, in milliseconds since 1970."""
    late: bool
    text: str
    """What is left, in words."""


def clock_of(live: LiveTable, words: Words) -> Clock | None:
    """The clock that runs now, if one does."""
    until, seat = live.until, live.asked
    if until is None or seat is None:
        return None
    left = max(0, until - now()) // 1000
    if left < 3600:
        text = f"{left // 60}:{left % 60:02}"
    else:
        text = format_timedelta(timedelta(seconds=left), threshold=1.5, locale=words.locale)
    return Clock(seat, until, left == 0, text)


@dataclass(frozen=True)
class PromptCard:
    """The card that asks, or says who is asked."""

    kind: str
    """`ask`, `confirm` (the turn), `wait`, `bot`, `away`, `pass` (the screen changes hands), `lobby`, `over`, `old`."""
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
    clock: Clock | None = None
    may_replace: bool = False
    """Whether the reader may do without the seat that is asked: its time is up."""
    may_drop: bool = False
    """Likewise, for the rest of the game."""
    can_return: bool = False
    """Whether a bot sits at the reader's seat."""

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
        return self.live.colours

    @property
    def points(self) -> list[tuple[str, int]]:
        """The colour and the points of each seat."""
        return [(panel.colour, panel.points) for panel in self.panels]

    def automatic(self, entry: Entry) -> str:
        """Why nobody was asked for what an entry tells."""
        return automatic_text(entry, self.words)

    @property
    def standing(self) -> list[tuple[OptionField, str]]:
        """What the seat that looks may settle for later, and how it has."""
        if self.seat is None or self.seat in self.live.conduct.left or self.live.is_old:
            return []
        settled = self.live.conduct.settled.get(self.seat, {})
        fields = self.live.present.auto_answer_fields(self.words)
        return [(field, settled.get(field.name, field.values[0][0])) for field in fields]

    @property
    def now(self) -> int:
        """What the server's clock shows, for browsers whose own goes wrong."""
        return now()

    @property
    def bots(self) -> list[Opponent]:
        """The bots that may take a seat, the strongest last."""
        return opponents(self.live.meta.key, self.words)

    @property
    def bot(self) -> str:
        """Who plays where nobody said which bot."""
        return DEFAULT_BOT

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
    lit = live.present.lit(live.state, shown, card.chosen, live.colours) if card.kind == "ask" else ""
    entries = live.kept(("log", words.language), lambda: log_of(live, words, LOG_ENTRIES))
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
        panels=live.present.panels(live.state, viewer.seat, words, colours=live.colours, is_open=live.is_open),
        entries=entries[-LOG_ENTRIES:][::-1],
        chat=chat,
        pieces=live.pieces(viewer.seat),
        lit=lit,
        title=_title(live, viewer, words),
        said=" ".join(said),
        notice=notice,
        links=links,
        boards=live.present.boards(live.state, viewer.seat, shown, card.chosen, live.names, words),
    )


def _title(live: LiveTable, viewer: Viewer, words: Words) -> str:
    _ = words.gettext
    game = live.meta.title
    if live.asked is not None and live.asked in viewer.seats:
        return _("Your turn, %(game)s") % {"game": game}
    return f"{live.table.name}, {game}"


def _card(live: LiveTable, viewer: Viewer, words: Words, pick: Pick) -> tuple[PromptCard, Sequence[Choice]]:
    _ = words.gettext
    seat = live.asked
    if live.is_old and not live.state.is_terminal():
        return PromptCard("old", "", _("Earlier rules"), told(OldRules(live.table, live.meta), words)), ()
    if live.table.status == "waiting":
        return PromptCard("lobby", "", _("Before the game"), _("Waiting for players")), ()
    if seat is None:
        return PromptCard("over", "", _("The game is over"), winner_sentence(live.state, live.names, words)), ()
    colour = live.colours[seat]
    shared = _about_seats(live, viewer, words, seat)
    if seat == viewer.seat and live.seats[seat].kind == "bot":
        eyebrow, question = _("A bot plays for you"), _("Your seat is in the hands of a bot.")
        return PromptCard("away", colour, eyebrow, question, **shared), ()
    if seat == viewer.seat and live.held == seat:
        question = _("Your turn is made. Do you confirm it?")
        return PromptCard("confirm", colour, _("Nothing is revealed before you confirm"), question, **shared), ()
    if seat == viewer.seat:
        return _ask(live, viewer, words, pick, colour, shared)
    return _wait(live, viewer, words, seat, colour, shared), ()


def _about_seats(live: LiveTable, viewer: Viewer, words: Words, seat: int) -> dict[str, Any]:
    """What a card says of people, whatever is asked: who wants to take back, whose time is up, who is away."""
    undo = live.undo_request
    clock = clock_of(live, words)
    playing = bool(live.people() & set(viewer.seats) - {seat})
    may_replace = bool(clock and clock.late and playing and seat not in viewer.seats)
    own = viewer.seat
    back = own is not None and live.back_to(own) is not None
    undoable = own is not None and undo is None and own in live.people() and live.undo_to(own) is not None
    return {
        "undo_name": live.names[undo.seat] if undo and viewer.seats and undo.seat not in viewer.seats else "",
        "undo_mine": bool(undo and undo.seat in viewer.seats),
        "can_go_back": back,
        "can_ask_undo": undoable and not back,
        "clock": clock,
        "may_replace": may_replace,
        "may_drop": may_replace and live.state.game.leaving(live.state, seat) is not None,
        "can_return": own is not None and live.seats[own].kind == "bot",
    }


def _wait(live: LiveTable, viewer: Viewer, words: Words, seat: int, colour: str, shared: dict[str, Any]) -> PromptCard:
    """Another seat is asked."""
    _ = words.gettext
    name = {"name": live.names[seat]}
    if seat in viewer.seats and live.seats[seat].kind == "person":
        question = _("Hand the screen to %(name)s.") % name
        return PromptCard("pass", colour, _("Several people at this screen"), question, hand_to=seat)
    if live.held == seat:
        waits = _("%(name)s has made a turn and may still take it back.") % name
    else:
        waits = live.present.waiting(live.state, live.names, words)
    if live.seats[seat].kind == "bot":
        return PromptCard("bot", colour, _("%(name)s (bot) is thinking") % name, waits, **shared)
    eyebrow = _("%(name)s is thinking. You will be called when it is your turn.") % name
    return PromptCard("wait", colour, eyebrow, waits, **shared)


def _ask(
    live: LiveTable,
    viewer: Viewer,
    words: Words,
    pick: Pick,
    colour: str,
    shared: dict[str, Any],
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
        preview = live.present.preview(live.state, way, live.names, words)
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
