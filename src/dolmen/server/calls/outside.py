"""Requests to addresses that strangers gave: to public addresses alone, over TLS, with no detours and no patience.

The name is looked up once, the address that was found is checked, and that very address is connected to. Of the answer
nothing is read but its head.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from httptools import HttpParserError, HttpResponseParser

from dolmen.server.border import LONGEST_NUMBER
from dolmen.server.calls.errors import NoAnswer, NotTaken

SECONDS: Final = 15.0
"""For the whole of it."""
LONGEST_HEAD: Final = 16 * 1024
LONGEST_ADDRESS: Final = 1000
HTTPS: Final = 443
LOWEST_PORT: Final = 1024
"""Below it only HTTPS' own: nobody uses us to look which services another machine has."""
GONE: Final = (404, 410)
"""Answers that say that there is nobody any more."""
TOO_MANY: Final = 429
_OLD_NUMBER: Final = re.compile(r"0x[0-9a-f]*|[0-9]+", re.IGNORECASE)
_PUBLIC: Final = ipaddress.ip_network("2000::/3")
"""Where all public addresses of IPv6 lie; the library also calls global what once stood for a site or one of IPv4."""
_EMBEDDED: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that stand for one of IPv4."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Answer:
    """The head of an answer."""

    status: int
    headers: Mapping[str, str]

    def refuse(self) -> None:
        """Raise NotTaken unless the other side has taken what it was handed."""
        if 200 <= self.status < 300:
            return
        if self.status in GONE:
            raise NotTaken("gone", ended=True)
        text = self.headers.get("retry-after", "")
        seconds = int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else 0
        raise NotTaken("busy" if self.status == TOO_MANY or self.status >= 500 else "refused", seconds=seconds)


def outside_address(text: str, *, here: bool = False) -> SplitResult:
    """An address that may be called, in its parts; `here`: on this machine, too. Raises NotTaken."""
    if len(text) > LONGEST_ADDRESS or not text.isascii() or not text.isprintable() or " " in text:
        raise NotTaken("address")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise NotTaken("address") from None
    if parts.scheme not in ("https", "http") or not host or parts.username is not None or parts.fragment:
        raise NotTaken("address")
    is_here = here and _is_here(host)
    if parts.scheme == "http" and not is_here:
        raise NotTaken("not https")
    if port is not None and port != HTTPS and port < LOWEST_PORT:
        raise NotTaken("port")
    if not is_here and _is_inside(host):
        raise NotTaken("private")
    return parts


def _is_inside(host: str) -> bool:
    """Whether a host is seen to lie within a network before its name is looked up.

    A name without a dot is known within one alone, and one that ends in a number is an address in some old form, such
    as `127.1` or `0x7f000001`: the system would read it as one.
    """
    if _number(host):
        return not may_connect(host)
    last = host.rstrip(".").rpartition(".")[2]
    return "." not in host.rstrip(".") or last == "localhost" or _OLD_NUMBER.fullmatch(last) is not None


def may_connect(number: str, *, here: bool = False) -> bool:
    """Whether an IP address is a public one, or, with `here`, this machine's own."""
    address = _number(number)
    if address is None:
        return False
    is_public = address.is_global and (address in _PUBLIC if address.version == 6 else not address.is_multicast)
    return is_public or (here and address.is_loopback)


def _number(text: str) -> Address | None:
    """An IP address; of one that stands for another one, that."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        embedded = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _EMBEDDED else None
        return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1] or embedded or address
    return address


def _is_here(host: str) -> bool:
    address = _number(host)
    return host == "localhost" or (address is not None and address.is_loopback)


class Connection:
    """A connection to a checked address: one request goes over it."""

    def __init__(self, parts: SplitResult, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._parts = parts
        self._reader = reader
        self._writer = writer

    async def post(self, headers: Mapping[str, str], body: bytes) -> Answer:
        """Hand something over. Raises NoAnswer."""
        target = self._parts.path or "/"
        lines = [
            f"POST {target}{'?' + self._parts.query if self._parts.query else ''} HTTP/1.1",
            f"Host: {self._parts.netloc}",
            "User-Agent: Dolmen",
            "Connection: close",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        try:
            async with asyncio.timeout(SECONDS):
                self._writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
                await self._writer.drain()
                return await self._head()
        except (OSError, TimeoutError, HttpParserError):
            raise NoAnswer from None

    async def _head(self) -> Answer:
        """What the other side says first. Raises NoAnswer where it says nothing, or no end of it."""
        head, seen = _Head(), 0
        parser = HttpResponseParser(head)
        while not head.is_complete:
            data = await self._reader.read(LONGEST_HEAD)
            seen += len(data)
            if not data or seen > LONGEST_HEAD:
                raise NoAnswer
            parser.feed_data(data)
        return Answer(parser.get_status_code(), head.headers)


class _Head:
    """What httptools tells of a head."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.is_complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of it."""
        self.headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        """All of it was read."""
        self.is_complete = True


@asynccontextmanager
async def connected(address: str, *, here: bool = False) -> AsyncIterator[Connection]:
    """A connection over which something may be handed over. Raises NotTaken."""
    parts = outside_address(address, here=here)
    host, port = parts.hostname or "", parts.port or (HTTPS if parts.scheme == "https" else 80)
    secured = parts.scheme == "https"
    try:
        async with asyncio.timeout(SECONDS):
            number = await _look_up(host, port, here=here)
            reader, writer = await asyncio.open_connection(
                number, port, ssl=_tls() if secured else None, server_hostname=host if secured else None
            )
    except (OSError, TimeoutError):  # (TLS that fails is an OSError, too)
        raise NotTaken("unreachable") from None
    try:
        yield Connection(parts, reader, writer)
    finally:
        writer.transport.abort()


async def _look_up(host: str, port: int, *, here: bool) -> str:
    """The first address of a name that may be connected to. Raises NotTaken, OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    allowed = [str(place[4][0]) for place in found if may_connect(str(place[4][0]), here=here and _is_here(host))]
    if not allowed:
        raise NotTaken("private")
    return allowed[0]


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
