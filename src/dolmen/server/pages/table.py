"""A table's page: its parts, each a value that is computed when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from dolmen.bots import DEFAULT_BOT
from dolmen.contract.presentation import Entry, Fact, OptionField, Panel, SideBoard
from dolmen.core.words import Words
from dolmen.server.bot_list import Opponent, opponents
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.log import automatic_text, log_of
from dolmen.server.pages.prompt import Pick, PromptCard, prompt_card
from dolmen.server.parts import Part
from dolmen.store import Player, Seat, Table, now

LOG_ENTRIES = 40
"""So many entries of the log are in the page; the replay shows them all."""


class Browser(Protocol):
    """What a page needs to know of who reads it."""

    @property
    def csrf(self) -> str:
        """What the forms carry."""

    @property
    def player(self) -> Player | None:
        """Who it is, if that is known."""

    @property
    def origin(self) -> str:
        """The server as the browser calls it."""

    @property
    def confirms(self) -> bool:
        """Whether turns end only when they are confirmed."""


@dataclass(frozen=True)
class LogLine:
    """An entry of the log as the page shows it."""

    heading: str
    """The turn that begins with it, seen from the newest; empty where it goes on."""
    entry: Entry
    colour: str
    automatic: str
    """Why nobody was asked for it; empty where somebody was."""


@dataclass(frozen=True)
class PlayerLine:
    """A player's panel as the page shows it."""

    panel: Panel
    name: str
    """Empty where nobody sits there yet."""
    kind: str
    turn: bool
    own: bool
    mine: bool


@dataclass(frozen=True)
class LobbySeat:
    """A seat before the game."""

    seat: Seat
    colour: str
    link: str
    """For the owner: the address that lets a friend sit down."""


class TableView:
    """A table as a viewer may see it. Used under the table's lock."""

    def __init__(
        self,
        tables: LiveTables,
        live: LiveTable,
        viewer: Viewer,
        browser: Browser,
        words: Words,
        root_path: str = "",
        pick: Pick | None = None,
        notice: Fact | None = None,
    ) -> None:
        self.live = live
        self.viewer = viewer
        self.browser = browser
        self.words = words
        self.notice = notice
        self.here = f"{root_path}/t/{live.table.id}"
        """The address of the table."""
        self._tables = tables
        self._root_path = root_path
        self._pick = pick or Pick()

    # ------------------------------------------------------------------------------------------------ what is shown

    @property
    def table(self) -> Table:
        """The table."""
        return self.live.table

    @property
    def seat(self) -> int | None:
        """The seat that looks."""
        return self.viewer.seat

    @property
    def sequence(self) -> int:
        """The last event that is shown."""
        return self.live.sequence

    @cached_property
    def card(self) -> PromptCard:
        """The question."""
        return prompt_card(self.live, self.viewer, self.words, self._pick, self.here)

    @property
    def title(self) -> str:
        """The page's title."""
        live, _ = self.live, self.words.gettext
        if live.asked is not None and live.asked in self.viewer.seats:
            return _("Your turn, %(game)s") % {"game": live.meta.title}
        return f"{live.table.name}, {live.meta.title}"

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """What is shown of each player."""
        live, words, is_open = self.live, self.words, self.live.is_open
        seat = None if is_open else self.viewer.seat  # where all lies open, everybody sees the same

        def make() -> tuple[Panel, ...]:
            return live.present.panels(live.state, seat, words, colours=live.colours, is_open=is_open)

        return live.memo(("panels", seat, is_open, words.language), make)

    @cached_property
    def boards(self) -> tuple[SideBoard, ...]:
        """What lies beside the main board."""
        live, card = self.live, self.card
        return live.present.boards(live.state, self.viewer.seat, card.offered, card.chosen, live.names, self.words)

    @property
    def _log_lines(self) -> tuple[LogLine, ...]:
        """The last entries of the log, the newest first."""
        live, words = self.live, self.words

        def make() -> tuple[LogLine, ...]:
            return log_lines(log_of(live, words, LOG_ENTRIES)[-LOG_ENTRIES:], live, live.colours, words)

        return live.memo(("log lines", words.language), make)

    @property
    def _said(self) -> str:
        """For the live region: the newest thing that happened, and what is asked."""
        newest = [str(line.entry.text.striptags()) for line in self._log_lines[:1]]
        return " ".join([*newest, self.card.question])

    # ------------------------------------------------------------------------------------------------ parts

    @property
    def prompt(self) -> Part:
        """The card that asks."""
        return Part("prompt", "prompt.html", {"view": self, "card": self.card, "visitor": self.browser}, always=True)

    @property
    def advice(self) -> Part:
        """The button that asks a bot, where nobody else owns a seat."""
        alone = self.card.kind == "ask" and self.live.is_alone(self.viewer.seats)
        address = f"{self.here}/advice?seat={self.seat}" if alone else ""
        return Part("advice", "advice_ask.html", {"address": address}, "outerHTML", always=True)

    @property
    def pieces(self) -> Part:
        """The layer of pieces."""
        return Part.layer("pieces", self.live.pieces(self.viewer.seat))

    @property
    def lit(self) -> Part:
        """The layer of places that may be chosen."""
        live, card = self.live, self.card
        drawn = ""
        if card.kind == "ask":
            drawn = live.present.lit(live.state, card.offered, card.chosen, live.colours)
        return Part.layer("lit", drawn, picked=True)

    @property
    def players(self) -> Part:
        """The players' panels."""
        live, viewer, asked = self.live, self.viewer, self.live.asked
        lines = tuple(
            PlayerLine(
                panel,
                live.seats[panel.seat].name and live.names[panel.seat],
                live.seats[panel.seat].kind,
                turn=panel.seat == asked,
                own=panel.seat == viewer.seat,
                mine=panel.seat in viewer.seats,
            )
            for panel in self.panels
        )
        return Part("players", "players.html", {"lines": lines})

    @property
    def strip(self) -> Part:
        """Names and points in a line, for phones."""
        names, asked = self.live.names, self.live.asked
        places = tuple((panel.colour, names[panel.seat], panel.points, panel.seat == asked) for panel in self.panels)
        return Part("strip", "strip.html", {"places": places})

    @property
    def log(self) -> Part:
        """The log: the same for everybody."""
        live, lines = self.live, self._log_lines
        return live.memo(
            ("log", self.words.language), lambda: Part("log", "entries.html", {"lines": lines, "game": live.meta.key})
        )

    @property
    def chat(self) -> Part:
        """What was said."""
        return Part("chat", "lines.html", {"chat": self.live.chat})

    @property
    def where(self) -> Part:
        """How far the game is."""
        return Part.plain("where", self.live.present.progress_text(self.live.state, self.words))

    @property
    def said(self) -> Part:
        """What those hear who do not see."""
        return Part.plain("said", self._said, always=True)

    def boards_at(self, where: str) -> list[Part]:
        """The boards at one of their places."""
        return [board_part(board) for board in self.boards if board.where == where]

    def all_parts(self) -> list[Part]:
        """All parts that may change with an event."""
        first = [self.prompt, self.advice, self.pieces, self.lit, self.players, self.strip]
        second = [self.log, self.chat, self.where, self.said]
        return [*first, *second, *map(board_part, self.boards)]

    def picked_parts(self) -> list[Part]:
        """Those that change when something is picked, beside the prompt itself."""
        return [self.lit, *map(board_part, self.boards)]

    # ------------------------------------------------------------------------------------------------ the page

    @property
    def auto_answers(self) -> list[tuple[OptionField, str]]:
        """What the seat that looks may settle for later, and how it has."""
        if self.seat is None or self.seat in self.live.conduct.left or self.live.is_old:
            return []
        answers = self.live.conduct.answers.get(self.seat, {})
        fields = self.live.present.auto_answer_fields(self.words)
        return [(field, answers.get(field.name, field.values[0][0])) for field in fields]

    @property
    def can_hand_over(self) -> bool:
        """Whether the seat that looks may be handed to a bot."""
        return self.seat is not None and self.table.status == "playing" and not self.live.is_old

    @property
    def stream(self) -> str:
        """The address of the news from here on."""
        seat = "" if self.seat is None else f"&seat={self.seat}"
        return f"{self.here}/stream?after={self.live.event_id}{seat}"

    @property
    def is_owner(self) -> bool:
        """Whether the reader has made the table."""
        player = self.browser.player
        return player is not None and self.table.owner == player.id

    @property
    def lobby(self) -> list[LobbySeat]:
        """The seats before the game, with a link for each friend, if the reader is the owner."""
        return [LobbySeat(seat, self.live.colours[seat.seat], self._link(seat)) for seat in self.live.seats]

    def _link(self, seat: Seat) -> str:
        if not self.is_owner or seat.kind != "friend" or self.table.status != "waiting":
            return ""
        token = self._tables.seat_token(self.table.id, seat.seat)
        return f"{self.browser.origin}{self._root_path}/j/{self.table.id}/{token}"

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


def board_part(board: SideBoard) -> Part:
    """A board beside the main one."""
    return Part(f"board-{board.key}", "board.html", {"board": board}, picked=True)


def log_lines(entries: Sequence[Entry], live: LiveTable, colours: Sequence[str], words: Words) -> tuple[LogLine, ...]:
    """Entries of the log as pages show them, the newest first."""
    lines = []
    turn = -1
    for entry in reversed(entries):
        heading = "" if entry.turn == turn else _turn_text(entry, live, words)
        turn = entry.turn
        colour = colours[entry.seat] if entry.seat is not None else ""
        lines.append(LogLine(heading, entry, colour, automatic_text(entry, words)))
    return tuple(lines)


def _turn_text(entry: Entry, live: LiveTable, words: Words) -> str:
    _ = words.gettext
    if not entry.turn:
        return _("Before starting")
    return _("Turn %(turn)s, %(name)s") % {"turn": entry.turn, "name": live.names[entry.turn_player]}
