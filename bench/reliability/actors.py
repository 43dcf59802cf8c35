"""People and programs that use a server which is killed again and again, and what was acknowledged to them."""

from __future__ import annotations

import itertools
import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.reliability.people import LINK, Answer, Browser, Gone, Program
from dolmen.contract.registry import games

TABLES_AT_A_TIME = 4
"""So many of its tables an actor plays at; older ones are left."""
SEATS = (
    ["me", "here"],
    ["me", "friend"],
    ["me", "open", "bot:random"],
    ["me", "bot:greedy"],
    ["me", "bot:random", "friend"],
)


@dataclass(frozen=True)
class SentMove:
    """A decision as it was sent: at which table, seen at which event, what."""

    table: str
    sequence: int
    seat: int
    text: str


@dataclass
class Ledger:
    """What the server acknowledged, and what was sent without an answer."""

    moves: dict[SentMove, int] = field(default_factory=dict)
    """With the sequence that was answered."""
    repeated: set[SentMove] = field(default_factory=set)
    chat: dict[str, str] = field(default_factory=dict)
    """The table of each line."""
    unsure_chat: dict[str, str] = field(default_factory=dict)
    """Likewise, of those that were not answered: there once, or not."""
    tables: dict[str, list[str]] = field(default_factory=dict)
    """The seats with which each table was made."""
    seats: dict[tuple[str, str], int] = field(default_factory=dict)
    """Table and name of who sat down, and where."""
    fills: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    """Answers that should not have come."""

    def acknowledged(self) -> int:
        """How many things were."""
        return len(self.moves) + len(self.chat) + len(self.tables) + len(self.seats) + len(self.fills)

    def table_ids(self) -> list[str]:
        """The tables that are known to be there."""
        return list(self.tables)

    def counts(self) -> Counter[str]:
        """How many of each kind."""
        return Counter(
            {
                "moves": len(self.moves),
                "repeated moves": len(self.repeated),
                "lines of chat": len(self.chat),
                "tables": len(self.tables),
                "seats taken": len(self.seats),
                "fills": len(self.fills),
            }
        )


@dataclass
class Meeting:
    """What actors know of each other, and of the server's life."""

    is_up: threading.Event = field(default_factory=threading.Event)
    pauses: threading.Event = field(default_factory=threading.Event)
    """Nothing new is begun; what was sent and not answered is sent again."""
    invitations: list[tuple[str, str]] = field(default_factory=list)
    """Tables at which somebody is waited for, with the token of the seat, or none where it is open."""


class Actor:
    """A program and a browser that make tables, sit down, decide and talk, whatever becomes of the server."""

    def __init__(self, port: int, name: str, ledger: Ledger, meeting: Meeting, seed: float) -> None:
        self.name = name
        self.ledger = ledger
        self.meeting = meeting
        self.draws = random.Random(seed)
        self.program = Program(port, name)
        self.browser = Browser(port, f"{name}w")
        self.tables: list[str] = []
        self._numbers = itertools.count(1)

    def run(self) -> None:
        """Go on until everybody pauses."""
        deeds: list[tuple[Callable[[], None], int]] = [
            (self._make_table, 6),
            (self._fill, 4),
            (self._join, 12),
            (self._talk, 12),
            (self._decide, 66),
        ]
        names, weights = zip(*deeds, strict=True)
        while not self.meeting.pauses.is_set():
            self.meeting.is_up.wait(1)
            try:
                self.draws.choices(names, weights)[0]()
            except Gone:
                continue

    def _until_answered(self, send: Callable[[], Answer]) -> Answer:
        """Send until there is an answer."""
        while True:
            self.meeting.is_up.wait(60)
            try:
                return send()
            except Gone:
                continue

    def _fine(self, what: str, answer: Answer, *statuses: int) -> bool:
        """Whether an answer is one of those expected; else it is noted."""
        if answer.status not in statuses:
            self.ledger.notes.append(f"{what}: {answer.status} {answer.text[:200]}")
        return answer.status in statuses

    def _keep(self, table: str) -> None:
        self.tables = [*self.tables[1 - TABLES_AT_A_TIME :], table]

    # ------------------------------------------------------------------------------------------------ tables, seats

    def _make_table(self) -> None:
        """A table of this program; where the answer is lost, it may be there or not."""
        game, seats = self.draws.choice(list(games())), self.draws.choice(SEATS)
        answer = self.program.call("POST", "/tables", {"game": game, "seats": seats})
        if self._fine("POST /api/tables", answer, 201):
            table = answer.json["id"]
            self.ledger.tables[table] = seats
            links = [seat["link"] for seat in answer.json["seats"] if seat["link"]]
            if "open" in seats or links:
                self.meeting.invitations.append((table, links[0] if links else ""))
            self._keep(table)

    def _fill(self) -> None:
        """A table of this browser, whose free seats bots take at once; or a friend who comes at the same time."""
        game = self.draws.choice(list(games()))
        answer, table = self.browser.new_table(game, ["me", "friend", "open"][: self.draws.choice((2, 3))])
        if not self._fine("POST /tables", answer, 303):
            return
        self.ledger.tables[table] = []
        page = self.browser.get(f"/t/{table}")
        link = LINK.search(page.text)
        if link and self.draws.random() < 0.5:
            self.meeting.invitations.append((table, link[1]))
        answer = self._until_answered(lambda: self.browser.post(f"/t/{table}/fill", {}))
        if self._fine("POST fill", answer, 303):
            self.ledger.fills.add(table)

    def _join(self) -> None:
        """Sit down where somebody is waited for; sent again, it is the same seat."""
        try:
            table, token = self.meeting.invitations.pop(0)
        except IndexError:
            return
        path = f"/tables/{table}/join" + (f"?token={token}" if token else "")
        answer = self._until_answered(lambda: self.program.call("POST", path))
        if self._fine("POST join", answer, 200, 409) and answer.status == 200:
            self.ledger.seats[table, self.name] = answer.json["seat"] if answer.json["seat"] is not None else -1
            self._keep(table)

    # ------------------------------------------------------------------------------------------------ talking, deciding

    def _talk(self) -> None:
        """A line that nobody else says."""
        if not self.tables:
            return
        table, text = self.draws.choice(self.tables), f"{self.name} {next(self._numbers)}"
        try:
            answer = self.program.call("POST", f"/tables/{table}/chat", {"text": text})
        except Gone:
            self.ledger.unsure_chat[text] = table
            raise
        if self._fine("POST chat", answer, 204):
            self.ledger.chat[text] = table

    def _decide(self) -> None:
        """A decision at one of the tables, if one of our seats is asked there."""
        if not self.tables:
            self._make_table()
            return
        table = self.draws.choice(self.tables)
        view: dict[str, Any] = self.program.call("GET", f"/tables/{table}").json
        seat = view.get("deciding")
        if seat is None or not view["seats"][seat]["yours"] or view["seats"][seat]["kind"] != "person":
            return
        choices = self.program.call("GET", f"/tables/{table}/choices?seat={seat}").json
        if not choices:
            return
        choice = self.draws.choice(choices)
        sent = SentMove(table, view["sequence"], seat, choice["text"])
        decision = {
            "sequence": sent.sequence,
            "actions": [choice["action"]],
            "seat": seat,
            "client_id": f"{self.name}-{sent.sequence}",
        }
        answer = self._until_answered(lambda: self.program.call("POST", f"/tables/{table}/moves", decision))
        if self._fine(f"POST moves at {table}, sequence {sent.sequence}", answer, 200):
            self.ledger.moves[sent] = answer.json["sequence"]
            if answer.json["repeated"]:
                self.ledger.repeated.add(sent)
