"""Who thinks next: the bots of all tables stand in line, and nobody's tables stand in everybody's way.

Next is a table of who has used the least thinking lately: among addresses first, among the players of an address then,
and among a player's tables the one that waits longest. Nobody has all places at once where there are several.

Who is patient (a review, which no table waits for) thinks where nobody else would, a little at a time.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import zip_longest

HALF_LIFE = 60.0
"""After so many seconds half of the thinking that somebody used is forgotten."""
TRIFLE = 0.01
"""Less than so many seconds need not be remembered."""


@dataclass(frozen=True)
class Asker:
    """On whose behalf a bot thinks."""

    player: str
    address: str
    """Where the player was seen last; the player again where that is not known."""


@dataclass(eq=False)
class Waiting:
    """A place in the line."""

    table_id: str
    asker: Asker
    patient: bool = False
    admitted: asyncio.Event = field(default_factory=asyncio.Event)


class Usage:
    """How much thinking somebody used lately, in seconds."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, key: str) -> float:
        """What is left of it."""
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def add(self, key: str, seconds: float) -> None:
        """So much more; who has used next to nothing is forgotten."""
        self._used[key] = (self.of(key) + seconds, time.monotonic())
        if len(self._used) > 1000:
            self._used = {other: used for other, used in self._used.items() if self.of(other) > TRIFLE}


class Line:
    """The bots that wait to think, and those that do. For one event loop."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._most = max(1, places - 1)
        """So many places at once may be one player's, or one address's."""
        self._waiting: list[Waiting] = []
        self._thinking: list[Waiting] = []
        self._usage = {patient: (Usage(), Usage()) for patient in (False, True)}
        """By address and by player; who was patient has not used what others waited for."""

    def __len__(self) -> int:
        """How many wait, but for the patient ones."""
        return sum(not waiting.patient for waiting in self._waiting)

    @asynccontextmanager
    async def turn(self, table_id: str, asker: Asker, *, patient: bool = False) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        waiting = Waiting(table_id, asker, patient)
        self._waiting.append(waiting)
        self._admit()
        try:
            await waiting.admitted.wait()
            began = time.monotonic()
            try:
                yield
            finally:
                by_address, by_player = self._usage[patient]
                by_address.add(asker.address, time.monotonic() - began)
                by_player.add(asker.player, time.monotonic() - began)
        finally:
            (self._thinking if waiting.admitted.is_set() else self._waiting).remove(waiting)
            self._admit()

    def order(self, *, patient: bool = False) -> list[Waiting]:
        """Those who wait, the next one first: those whom tables wait for, or the patient ones."""
        by_address, by_player = self._usage[patient]
        waiting = [one for one in self._waiting if one.patient == patient]
        addresses = _grouped(waiting, lambda one: one.asker.address)
        return _in_turns(_of_address(addresses[key], by_player) for key in sorted(addresses, key=by_address.of))

    def _admit(self) -> None:
        """Let those think for whom there is a place."""
        if len(self._thinking) >= self._places:
            return
        for waiting in (*self.order(), *self.order(patient=True)):
            if len(self._thinking) < self._places and self._may_have_one_more(waiting):
                self._waiting.remove(waiting)
                self._thinking.append(waiting)
                waiting.admitted.set()

    def _may_have_one_more(self, waiting: Waiting) -> bool:
        """Who is patient may have all places, as he soon makes room again."""
        address = waiting.asker.address
        have = sum(other.asker.address == address and not other.patient for other in self._thinking)
        return waiting.patient or have < self._most


def _of_address(waiting: Iterable[Waiting], by_player: Usage) -> list[Waiting]:
    """Those of one address."""
    players = _grouped(waiting, lambda one: one.asker.player)
    return _in_turns(players[key] for key in sorted(players, key=by_player.of))


def _grouped(waiting: Iterable[Waiting], key: Callable[[Waiting], str]) -> dict[str, list[Waiting]]:
    groups: defaultdict[str, list[Waiting]] = defaultdict(list)
    for one in waiting:
        groups[key(one)].append(one)
    return groups


def _in_turns(groups: Iterable[list[Waiting]]) -> list[Waiting]:
    """The first of each group, then the second of each, and so on."""
    return [waiting for row in zip_longest(*groups) for waiting in row if waiting is not None]
