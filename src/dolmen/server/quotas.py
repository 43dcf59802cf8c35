"""How much one address and one player may bring about in a day, and at once. Each process counts by itself.

What is counted is kept in bounded memory.
"""

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
STREAM_SECONDS = 30
"""After so long a stream is worth trying again."""
HERE = ("127.0.0.1", "::/64", "-")
"""What is counted for this machine's own addresses."""
MOST_KEPT = 10_000
"""So many clients are counted; who comes after them pushes out who came first."""
TRIES_A_DAY = 20
"""So often somebody may ask for a try of how he is called."""
ARCHIVES_A_DAY = 30
"""So often one address may fetch the files of all games of players: every one of them is played through for it."""
ASKED_A_DAY = 10
"""So many mail addresses one player, or one address, may have asked for consent in a day."""
ASKED_BY_MAILBOX = 3
"""So often one mailbox is asked, whoever wants it to be."""


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


class AtOnce:
    """How many of something an address may have open at the same time; 0: any number.

    This machine's own are not counted: a proxy that does not tell addresses would be one client of all.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def is_full(self, address: str) -> bool:
        """Whether one more would be too many."""
        return bool(self._most) and self._open.get(address, 0) >= self._most and address not in HERE

    def add(self, address: str) -> None:
        """One is opened."""
        self._open[address] = self._open.get(address, 0) + 1

    def remove(self, address: str) -> None:
        """One is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def __len__(self) -> int:
        return len(self._open)


class Quotas:
    """The quotas of one server."""

    def __init__(self, config: Config) -> None:
        self.streams = AtOnce(config.streams_by_address)
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
        self.tournaments = Quota(
            config.tournaments_a_day,
            translatable("Many tournaments were made from here today. Please come back tomorrow."),
        )
        self.archives = Quota(
            ARCHIVES_A_DAY, translatable("Many archives were fetched from here today. Please come back tomorrow.")
        )
        self.tries = Quota(TRIES_A_DAY, translatable("That were many tries today. Please come back tomorrow."))
        asked = translatable("Many mails were asked for today. Please come back tomorrow.")
        self.asking = Quota(ASKED_A_DAY, asked)
        self.mailboxes = Quota(ASKED_BY_MAILBOX, asked)

    def refuse_streams(self, address: str) -> None:
        """Raise TooMany where an address has as many streams as it may."""
        if self.streams.is_full(address):
            text = translatable("Many tables are open at your address. Please close one, or reload less often.")
            raise TooMany(text, seconds=STREAM_SECONDS)


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
