"""What both clients have in common: where the server is, what is sent with every request, what an answer means."""

from __future__ import annotations

import urllib.parse
from typing import NoReturn, TypeVar

import httpx
from pydantic import ValidationError

from dolmen.client.calls import Call
from dolmen.client.refusal import refusal
from dolmen.client.waiting import Waiting
from dolmen.core.arguments import shown
from dolmen.core.errors import InvalidSetup, Unreachable

EVENTS = "/stream"
"""The address of an account's events."""
SILENCE = 60.0
"""Seconds without a word after which a stream is taken for dead; servers say something every twenty."""
SECONDS = 30.0
"""That an answer may take."""

Answer = TypeVar("Answer")


class Connection:
    """A server, and who calls."""

    def __init__(self, server: str, token: str, patience: float) -> None:
        if not _is_address(server):
            raise InvalidSetup(f"a server's address reads http://HOST or https://HOST, not {shown(server)}")
        if not isinstance(token, str) or not token.isascii() or not (token + "_").isprintable() or " " in token:
            raise InvalidSetup("a token is one word, as `POST /api/guests` or the page /account tells it")
        if not isinstance(patience, (int, float)) or not patience >= 0:
            raise InvalidSetup(f"patience is a number of seconds from 0 on, not {shown(patience)}")
        self.server = server.rstrip("/")
        self.api = f"{self.server}/api"
        self.token = token
        self.patience = patience
        self.timeout = SECONDS
        self.met = False
        """Whether the server has answered: one that never did is not waited for."""

    def headers(self, last_event: str = "") -> dict[str, str]:
        """Who calls, and which event was seen last."""
        named = {"Authorization": f"Bearer {self.token}" if self.token else "", "Last-Event-ID": last_event}
        return {name: value for name, value in named.items() if value}

    def after_loss(self, error: httpx.TransportError, waiting: Waiting, *, repeatable: bool) -> float:
        """How long to wait before a request is sent again. Raises Unreachable where it is not."""
        not_sent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        pause = waiting.after_loss() if self.met and (repeatable or not_sent) else None
        if pause is None:
            raise Unreachable(f"there is no table at {self.server}: {error or type(error).__name__}") from None
        return pause

    def read(self, call: Call[Answer], status: int, body: bytes) -> Answer:
        """What an answer tells. Raises Refused, Unreachable."""
        self.met = True
        if not httpx.codes.is_success(status):
            self.refuse(status, body)
        try:
            return call.read(body)
        except (ValidationError, UnicodeDecodeError):
            raise Unreachable(f"what answers at {self.server} is no table of ours") from None

    def refuse(self, status: int, body: bytes) -> NoReturn:
        """Raise Refused."""
        raise refusal(status, body)


def _is_address(server: object) -> bool:
    """Whether this may be where a server is."""
    if not isinstance(server, str) or not server.isprintable() or " " in server:
        return False
    try:
        parts = urllib.parse.urlsplit(server)
        return parts.scheme in ("http", "https") and bool(httpx.URL(server).host)
    except (ValueError, httpx.InvalidURL):  # what stands in brackets is no address, or the port no number
        return False
