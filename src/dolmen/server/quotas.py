"""How much one address and one player may bring about in a day. Each process counts by itself, in bounded memory."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from dolmen.core.errors import translatable
from dolmen.server.config import Config
from dolmen.server.errors import TooMany

DAY = 24 * 3600
MOST_KEPT = 10_000
"""So many clients are counted; who comes after them pushes out who came first."""


class Quota:
    """So many a day for each of those who are counted; 0: as many as they like."""

    def __init__(self, most: int, refusal: str, size: int = MOST_KEPT) -> None:
        self._most = most
        self._refusal = refusal
        self._size = size
        self._counts: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """The day and how many there were, by who is counted."""

    @contextmanager
    def one(self, *who: str) -> Iterator[None]:
        """Do one thing more; it counts if it is done. Raises TooMany where there were as many as a day has."""
        day = int(time.time()) // DAY
        if self._most and any(self._count(one, day) >= self._most for one in who):
            raise TooMany(self._refusal, seconds=DAY - int(time.time()) % DAY)
        yield
        for one in who:
            count = self._count(one, day)
            self._counts.pop(one, None)
            self._counts[one] = (day, count + 1)
        while len(self._counts) > self._size:
            self._counts.popitem(last=False)

    def _count(self, who: str, day: int) -> int:
        counted, count = self._counts.get(who, (day, 0))
        return count if counted == day else 0

    def __len__(self) -> int:
        return len(self._counts)


class Quotas:
    """The quotas of one server."""

    def __init__(self, config: Config) -> None:
        self.guests = Quota(
            config.guests_a_day,
            translatable("Many guests have come from your address today. Please come back tomorrow, or log in."),
        )
        self.tables = Quota(
            config.tables_a_day,
            translatable("Many tables were begun from here today. Please come back tomorrow."),
        )
        self.uploads = Quota(
            config.uploads_a_day,
            translatable("Many files were brought from here today. Please come back tomorrow."),
        )


def network_of(address: str) -> str:
    """Who is counted for an address: itself; in IPv6 its /64, all of which one household has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
