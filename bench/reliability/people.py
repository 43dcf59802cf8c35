"""Clients that are cheap to run: a program with a token, and a browser without a script."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

CSRF = re.compile(r'name="csrf" value="(\w+)"')
LINK = re.compile(r"/j/\w+/(\w+)")


class Gone(Exception):
    """The server did not answer, or not to the end: what was sent may have been done or not."""


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body of an answer for programs."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body of an answer for people."""
        return self.body.decode(errors="replace")


class Line:
    """A connection that is kept, and opened anew where it broke before."""

    def __init__(self, port: int, seconds: float = 60.0) -> None:
        self.port = port
        self.seconds = seconds
        self._connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send a request and read the whole answer. Raises Gone."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.seconds)
        try:
            self._connection.request(method, path, body, dict(headers))
            response = self._connection.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, told, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Gone(f"{method} {path}: {error!r}") from error

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Program:
    """A program that plays by the JSON API."""

    def __init__(self, port: int, name: str, token: str = "") -> None:
        self.line = Line(port)
        self.name = name
        self.token = token or str(self.call("POST", "/guests", {"name": name}).json["token"])

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        """A request to an address under `/api`. Raises Gone."""
        headers = {"Content-Type": "application/json"}
        if path != "/guests":
            headers["Authorization"] = f"Bearer {self.token}"
        return self.line.send(method, f"/api{path}", None if body is None else json.dumps(body).encode(), headers)


class Browser:
    """Cookies, forms, links."""

    def __init__(self, port: int, name: str) -> None:
        self.line = Line(port)
        self.name = name
        self.cookies: dict[str, str] = {}
        self._csrf = ""
        self.get("/")

    @property
    def csrf(self) -> str:
        """What forms carry; a new session's is told by its next page. Raises Gone."""
        if not self._csrf:
            self.get("/")
        return self._csrf

    @csrf.setter
    def csrf(self, token: str) -> None:
        self._csrf = token

    def get(self, path: str) -> Answer:
        """A page. Raises Gone."""
        return self._read(self.line.send("GET", path, None, self._headers()))

    def post(self, path: str, form: Mapping[str, object]) -> Answer:
        """A form. Raises Gone."""
        body = urlencode({"csrf": self.csrf, **form}).encode()
        headers = {**self._headers(), "Content-Type": "application/x-www-form-urlencoded"}
        return self._read(self.line.send("POST", path, body, headers))

    def _headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def _read(self, answer: Answer) -> Answer:
        """Keep what an answer sets."""
        cookie = answer.headers.get("set-cookie", "")
        if cookie:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        token = CSRF.search(answer.text) if answer.body else None
        if token:
            self.csrf = token[1]
        elif cookie.startswith("dolmen="):
            self.csrf = ""  # a new session: its forms carry another token, which the next page tells
        return answer

    def new_table(self, game: str, seats: list[str]) -> tuple[Answer, str]:
        """Make a table by the form of the first page; gives the answer, and the table's id where it was made."""
        form = {f"seat{number}": seat for number, seat in enumerate(seats)}
        answer = self.post("/tables", {"game": game, "name": self.name, "start": "first", **form})
        return answer, answer.headers.get("location", "").rpartition("/t/")[2] if answer.status == 303 else ""
