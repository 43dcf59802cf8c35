"""Connections that cannot hurt: heads of bounded size, no waiting for what does not come, so many at a time.

uvicorn's parser knows no limits; this is its protocol with some. Who refuses here is not yet the application: its
answers are one plain sentence.
"""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dolmen.server.config import Config
from dolmen.server.proxy import Proxies
from dolmen.server.quotas import AtOnce, network_of


class HeadTooLarge(Exception):
    """The head of a request is larger than any browser's."""


class Connection(HttpToolsProtocol):
    """A connection that is closed when it is silent, slow, too large, or one too many."""

    def __init__(self, *arguments: Any, limits: Config, proxies: Proxies, by_address: AtOnce, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limits = limits
        self._proxies = proxies
        """Whose connections are those of many people."""
        self._by_address = by_address
        self._address: str | None = None
        """Where it is counted."""
        self._part = "head"
        """What is read now: a request's `head`, its `body`, or nothing."""
        self._sent = 0
        """Bytes since the last request, as long as its successor's head is not complete."""
        self._head = 0
        """Bytes of a head that the parser has told us of."""
        self._clock: asyncio.TimerHandle | None = None
        self._timed = ""
        """The part that the clock runs for."""

    # ------------------------------------------------------------------------------------------------ the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        sender = self.client[0] if self.client else "-"
        address = network_of(sender)
        if self._limits.connections and len(self.connections) > self._limits.connections:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections. Please wait a moment.")
        elif self._by_address.is_full(address) and sender not in self._proxies:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address.")
        else:
            self._address = address
            self._by_address.add(address)
            self._wait_for("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._wait_for("")
        if self._address is not None:
            self._by_address.remove(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of one request, or of several."""
        if self.transport.is_closing():
            return
        self._sent += len(data)
        super().data_received(data)
        if self._part != "head":
            self._sent = 0
        elif self._sent > self._limits.head_limit:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large.")
        stray = not self._part and self._is_idle  # bytes that begin no request: they keep nothing open
        self._wait_for("" if self.transport.is_closing() else "head" if stray else self._part)

    @property
    def _is_idle(self) -> bool:
        """Whether all requests that came are answered."""
        return self.cycle is None or self.cycle.response_complete

    # ------------------------------------------------------------------------------------------------ its requests

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._part, self._head = "head", 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the address."""
        self._head += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head."""
        self._head += len(name) + len(value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there; a body may follow."""
        if self._head > self._limits.head_limit:
            raise HeadTooLarge  # the parser stops, and `send_400_response` is called
        self._part = "body"
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there."""
        self._part = ""
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """The parser could not go on."""
        if self._head > self._limits.head_limit:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large.")
        else:
            super().send_400_response(msg)

    # ------------------------------------------------------------------------------------------------ clock, refusals

    def _wait_for(self, part: str) -> None:
        """Let the clock run for a part that is to come, from when it was first waited for; for nothing, stop it."""
        if part == self._timed:
            return
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._timed = part
        if part:
            seconds = self._limits.head_seconds if part == "head" else self._limits.body_seconds
            self._clock = self.loop.call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        if self._timed == "head" and not self._sent:  # silent from the beginning: there is nothing to answer
            self.transport.close()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The request took too long.")

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        """Answer, unless an answer is on its way already, and hang up."""
        if not self.transport.is_closing() and (self._is_idle or not self.cycle.response_started):
            lines = (
                f"HTTP/1.1 {status.value} {status.phrase}",
                "content-type: text/plain; charset=utf-8",
                f"content-length: {len(text)}",
                "connection: close",
                "",
                text,
            )
            self.transport.write("\r\n".join(lines).encode("ascii"))
        self.transport.close()


def protocol(config: Config) -> Any:
    """What uvicorn takes as its protocol (`http=`): connections within a server's limits."""
    proxies = Proxies(config.proxy)
    return partial(Connection, limits=config, proxies=proxies, by_address=AtOnce(config.connections_by_address))
