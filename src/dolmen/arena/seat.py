"""A seat at a table elsewhere, taken by one of our bots or by somebody's program, through the table's JSON API."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dolmen.core.errors import IllegalAction, InvalidSetup, Unreachable

PAUSE = 0.5
"""Seconds between two looks at a table where others think."""
PATIENCE = 30.0
"""Seconds that a request may take."""

Player = Callable[[dict[str, Any]], str]
"""What answers `{"game": ..., "seat": ..., "plays": [...]}` with a play."""


@dataclass(frozen=True)
class Address:
    """Where a table is: the server, the table's id, and for a friend's link its token."""

    server: str
    table: str
    token: str = ""


def read_address(url: str) -> Address:
    """A table's address as people see it: `http://host/t/ID`, or a friend's link `http://host/j/ID/TOKEN`."""
    parts = urllib.parse.urlsplit(url)
    before, _, path = parts.path.rpartition("/t/") if "/t/" in parts.path else parts.path.rpartition("/j/")
    words = [word for word in path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or not 1 <= len(words) <= 2:
        raise InvalidSetup(f"a table's address reads http://HOST/t/TABLE or http://HOST/j/TABLE/TOKEN, not '{url}'")
    return Address(f"{parts.scheme}://{parts.netloc}{before}", words[0], words[1] if len(words) == 2 else "")


class RemoteTable:
    """A table elsewhere, as its API shows it."""

    def __init__(self, address: Address, token: str) -> None:
        self.address = address
        self.token = token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One request. Raises Unreachable if nobody answers, IllegalAction if the server refuses."""
        try:
            request = urllib.request.Request(f"{self.address.server}/api{path}", method=method)
            request.add_header("Content-Type", "application/json")
            if self.token:
                request.add_header("Authorization", f"Bearer {self.token}")
            data = None if body is None else json.dumps(body).encode()
            with urllib.request.urlopen(request, data, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(_message(error), error.code) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Unreachable(f"there is no table at {self.address.server}: {reason}") from None

    def sit_down(self, name: str, seat: int | None) -> None:
        """Become a guest, unless there is a token already, and take the seat."""
        if not self.token:
            self.token = self.call("POST", "/guests", {"name": name})["token"]
        view = self.call("GET", f"/tables/{self.address.table}")
        if not any(one["yours"] for one in view["seats"]):
            wanted = {} if seat is None else {"seat": seat}
            query = urllib.parse.urlencode({**wanted, "token": self.address.token})
            self.call("POST", f"/tables/{self.address.table}/join?{query}")

    def play(self, player: Player, seat: int | None) -> dict[str, Any]:
        """Play until the game is over; what is told of it in the end."""
        place = "" if seat is None else f"?seat={seat}"
        path = f"/tables/{self.address.table}"
        while True:
            asked: dict[str, Any] = self.call("GET", f"{path}/game{place}")
            if asked["scores"] is not None:
                return asked
            if asked["asked"]:
                self._make(path, asked, player({key: asked[key] for key in ("game", "seat", "plays")}))
            else:
                time.sleep(PAUSE)

    def _make(self, path: str, asked: dict[str, Any], play: str) -> None:
        seat, sequence = asked["seat"] - 1, asked["sequence"]
        made = {"sequence": sequence, "play": play, "seat": seat, "client_id": f"program-{seat}-{sequence}"}
        try:
            self.call("POST", f"{path}/plays", made)
        except Refused as error:
            if error.status != 409 or self.call("GET", f"{path}/game?seat={seat}")["sequence"] == sequence:
                raise  # it is the play that is wrong; else the table has moved on: look again


class Refused(IllegalAction):
    """What the server did not allow."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def _message(error: urllib.error.HTTPError) -> str:
    """The server's own words, as far as there are any."""
    try:
        said = json.loads(error.read())
        return str(said.get("message") or said.get("detail") or error.reason)
    except (ValueError, AttributeError, OSError):
        return f"the server answered {error.code} {error.reason}"
