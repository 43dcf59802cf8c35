"""A table's page: its parts, each a value that is computed when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from markupsafe import Markup

from dolmen.bots import DEFAULT_BOT
from dolmen.contract.content import Fact, OptionField, Panel, SideBoard
from dolmen.core.value import value
from dolmen.core.words import Words
from dolmen.server.bot_list import Opponent, opponents
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.pages.goods import good_lines
from dolmen.server.pages.lobby import Lobby, lobby_of
from dolmen.server.pages.log import LogLine, newest_rows
from dolmen.server.pages.news import News, news_of, own_turns
from dolmen.server.pages.planned import PlannedNote, planned_note
from dolmen.server.pages.prompt import Pick, PromptCard, prompt_card
from dolmen.server.pages.setups import SetupView, setup_view
from dolmen.server.pages.time import time_card
from dolmen.server.parts import Part
from dolmen.store import Player, Table, now


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
    def confirm(self) -> str:
        """What is confirmed: each `deed`, each `turn`, or nothing (`never`)."""


@value
class PlayerLine:
    """A player's panel as the page shows it."""

    panel: Panel
    name: str
    """Empty where nobody sits there yet."""
    kind: str
    turn: bool
    own: bool
    mine: bool


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

    @cached_property
    def tournament(self) -> tuple[str, str] | None:
        """The address and the name of the tournament that the table belongs to, with its round; None: to none."""
        found = self._tables.store.tournament_of_table(self.live.table.id)
        if found is None:
            return None
        told, drawn = found
        parts = {"name": told.name, "round": drawn.round}
        return f"/tournament/{told.id}?round={drawn.round}", self.words.gettext("%(name)s, round %(round)s") % parts

    @property
    def sequence(self) -> int:
        """The last event that is shown."""
        return self.live.sequence

    @cached_property
    def card(self) -> PromptCard:
        """The question."""
        return prompt_card(self.live, self.viewer, self.words, self._pick, self.here)

    @property
    def planned(self) -> PlannedNote | None:
        """The turn that the seat that looks has planned, if it has."""
        return planned_note(self.live, self.browser.player, self.seat, self.words)

    is_trying = False
    """Whether what is shown is tried out, and nobody else's."""

    @property
    def may_try(self) -> bool:
        """Whether something may be tried out here."""
        return self.seat is not None and self.live.is_running and not self.live.is_rated and not self.live.is_bidding

    @property
    def is_asked(self) -> bool:
        """Whether the seat that looks is asked, and may pick something."""
        return self.card.kind == "ask"

    @property
    def title(self) -> str:
        """The page's title."""
        live, _ = self.live, self.words.gettext
        if live.asked is not None and live.asked in self.viewer.seats:
            text = _("You answer, %(game)s") if self.card.tag else _("Your turn, %(game)s")
            return text % {"game": live.meta.title}
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
        live, card, seat = self.live, self.card, self.viewer.seat
        return live.present.boards(live.state, seat, card.offered, card.chosen, live.names, self.words, card.preview)

    @property
    def _said(self) -> str:
        """For the live region: the newest thing that happened, and what is asked."""
        newest = [row.told.sentence for row in self.log.rows[:2] if isinstance(row.told, LogLine)]
        return " ".join([*newest[:1], self.card.question])

    # ------------------------------------------------------------------------------------------------ parts

    @property
    def prompt(self) -> Part:
        """The card that asks."""
        return Part("prompt", "prompt.html", {"view": self, "card": self.card, "visitor": self.browser}, always=True)

    @property
    def advice_address(self) -> str:
        """Where a bot is asked, if nobody else owns a seat and the table is not rated."""
        alone = self.is_asked and self.live.is_alone(self.viewer.seats) and not self.live.is_rated
        alone = alone and not self.live.is_bidding
        return f"{self.here}/advice?seat={self.seat}" if alone else ""

    @property
    def advice(self) -> Part:
        """Room for what a bot answers; with every event it is free again."""
        return Part("advice", "", {"html": Markup('<div id="advice"></div>')}, "outerHTML", always=True)

    @property
    def cards(self) -> Part:
        """The choices that lie over the board as cards, where such are asked for."""
        card = self.card
        grid = card.grid if card.grid and card.grid.over_board else None
        inputs = {"grid": grid, "cells": card.cells if grid else (), "question": card.question if grid else ""}
        return Part("cards", "cards.html", inputs, picked=True)

    @property
    def pieces(self) -> Part:
        """The layer of pieces."""
        return Part.layer("pieces", self.live.pieces(self.viewer.seat))

    @property
    def lit(self) -> Part:
        """The layer of places that may be chosen."""
        live, card = self.live, self.card
        drawn = ""
        if self.is_asked:
            drawn = live.present.lit(live.state, card.offered, card.chosen, live.colours)
        return Part.layer("lit", drawn, picked=True)

    @property
    def goods(self) -> Part:
        """What the seat that looks owns, with what becomes of it by what is picked."""
        live, seat = self.live, self.seat
        owns = seat is not None and live.table.status == "playing"
        owned = live.present.goods(live.state, seat, self.words) if seat is not None and owns else ()
        colour = "" if seat is None else live.colours[seat]
        inputs = {"colour": colour, "lines": good_lines(owned, self.card.preview)}
        return Part("goods", "goods.html", inputs, picked=True)

    @property
    def players(self) -> Part:
        """The players' panels."""
        live, viewer, asked = self.live, self.viewer, self.live.asked
        lines = tuple(
            PlayerLine(
                panel,
                live.seats[panel.seat].name and live.names[panel.seat],
                "bot" if live.seats[panel.seat].bot_account else live.seats[panel.seat].kind,
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
        live, words = self.live, self.words

        def make() -> Part:
            rows = newest_rows(live, words)
            return Part("log", "entries.html", {"rows": rows}, rows=rows)

        return live.memo(("log", words.language), make)

    @property
    def news(self) -> Part:
        """What happened since the reader's turn, or happens now; a game without boards is told since when, no more."""
        live, words, seat = self.live, self.words, self.seat
        can_skip = self.card.people.can_skip

        def make() -> News:
            if self.boards:
                return news_of(live, seat, words, can_skip=can_skip)
            return News(since=None if seat is None else own_turns(live, seat).since, is_shown=False)

        return Part("news", "news.html", {"news": live.memo(("news", seat, can_skip, words.language), make)})

    @property
    def chat(self) -> Part:
        """What was said."""
        return Part("chat", "lines.html", {"chat": self.live.chat})

    @property
    def has_clock(self) -> bool:
        """Whether time runs at the table."""
        return bool(self.table.clock)

    @property
    def time(self) -> Part:
        """The clocks of everybody, and the button for a pause."""
        inputs = {
            "time": time_card(self.live, self.viewer, self.words),
            "here": self.here,
            "seat": self.seat,
            "sequence": self.live.sequence if self.live.conduct.overdue else 0,
            "csrf_token": self.browser.csrf,
        }
        return Part("time", "time.html", inputs, always=True)

    @property
    def where(self) -> Part:
        """How far the game is."""
        return Part.plain("where", self.live.present.progress_text(self.live.state, self.words))

    @property
    def signs(self) -> Part:
        """The same in signs, for phones; a tap opens the board that tells it."""
        live = self.live
        above = next((board.key for board in self.boards if board.where == "above"), "")
        inputs = {"signs": live.present.progress_signs(live.state, self.words), "above": above}
        return Part("signs", "signs.html", inputs)

    @property
    def said(self) -> Part:
        """What those hear who do not see."""
        return Part.plain("said", self._said, always=True)

    def boards_at(self, where: str) -> list[Part]:
        """The boards at one of their places."""
        return [board_part(board) for board in self.boards if board.where == where]

    def all_parts(self) -> list[Part]:
        """All parts that may change with an event."""
        first = [self.prompt, self.goods, self.advice, self.cards, self.pieces, self.lit, self.players, self.strip]
        second = [self.news, self.log, self.chat, self.where, self.signs, self.said]
        timed = [self.time] if self.has_clock else []
        return [*first, *second, *timed, *map(board_part, self.boards)]

    def picked_parts(self) -> list[Part]:
        """Those that change when something is picked, beside the prompt itself."""
        return [self.goods, self.cards, self.lit, *map(board_part, self.boards)]

    # ------------------------------------------------------------------------------------------------ the page

    @property
    def has_overview(self) -> bool:
        """Whether all players can be seen side by side."""
        return self.live.present.overview(self.live.state, self.words) is not None

    @property
    def auto_answers(self) -> list[tuple[OptionField, str]]:
        """What the seat that looks may settle for later, and how it has."""
        if self.seat is None or self.seat in self.live.conduct.left or self.live.is_old:
            return []
        answers = self.live.conduct.answers.get(self.seat, {})
        fields = self.live.present.auto_answer_fields(self.words)
        return [(field, answers.get(field.name, field.values[0][0])) for field in fields]

    @property
    def paces(self) -> tuple[tuple[str, str], ...]:
        """How bots may play, where some play and the reader has a seat."""
        if self.seat is None or all(seat.kind != "bot" for seat in self.live.seats):
            return ()
        _ = self.words.gettext
        return ("calm", _("calmly")), ("quick", _("quickly")), ("at once", _("at once"))

    @property
    def can_hand_over(self) -> bool:
        """Whether the seat that looks may be handed to a bot."""
        playing = self.table.status == "playing" and not self.live.is_old
        return self.seat is not None and playing and self.seat not in self.live.conduct.left

    @property
    def stream(self) -> str:
        """The address of the news from here on."""
        seat = "" if self.seat is None else f"&seat={self.seat}"
        return f"{self.here}/stream?after={self.live.event_id}{seat}"

    @property
    def lobby(self) -> Lobby:
        """The table before its game."""
        return lobby_of(self._tables, self.live, self.viewer, self.browser.origin + self._root_path, self.words)

    @property
    def lobby_seats(self) -> Part:
        """Who sits down before the game; it says so when the game has begun."""
        inputs = {"lobby": self.lobby, "here": self.here, "visitor_csrf": self.browser.csrf}
        return Part("lobby", "lobby_seats.html", inputs)

    @cached_property
    def setup(self) -> SetupView:
        """What the table is played with, as it was made."""
        live = self.live
        present, setup = live.parts.presentation(), live.first_setup
        return setup_view(present, setup, live.meta.key, live.table.options, self.words)

    @property
    def lobby_setup(self) -> Part:
        """The set-up before the game; who made the table may change it."""
        inputs = {"setup": self.setup, "here": self.here, "visitor_csrf": self.browser.csrf}
        return Part("setup", "lobby_setup.html", {**inputs, "may_change": self.lobby.is_owner})

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
