"""Who is here: the players with an open page that is live, at this server or at another one on the same PostgreSQL.

Servers tell one another who is with them every few seconds; who is not told of for a while has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from dolmen.store import Store, Unavailable

TELL_SECONDS = 10.0
"""So often a server tells who is with it."""
ABSENT_SECONDS = 25.0
"""After so many seconds without being told of, somebody is not here any more."""
HERE = "here"
"""How the notice begins that tells it."""
A_NOTICE = 200
"""So many players are told of in one notice."""


class Attendance:
    """The players who are here, as far as this server knows."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        """How many live pages each player has open at this server."""
        self._elsewhere: dict[str, float] = {}
        """Until when, by the monotonic clock, players are taken to be here whom other servers told of."""

    @contextmanager
    def of(self, player_id: str | None) -> Iterator[None]:
        """A player has a live page open; strangers are not counted."""
        if player_id is None:
            yield
            return
        self._here[player_id] += 1
        try:
            yield
        finally:
            self._here[player_id] -= 1
            if not self._here[player_id]:
                del self._here[player_id]

    def is_here(self, player_id: str | None) -> bool:
        """Whether a player is here now."""
        if player_id is None:
            return False
        return player_id in self._here or self._elsewhere.get(player_id, 0.0) > time.monotonic()

    def hear(self, players: Iterable[str]) -> None:
        """Another server has told who is with it."""
        until = time.monotonic() + ABSENT_SECONDS
        self._elsewhere = {one: end for one, end in self._elsewhere.items() if end > time.monotonic()}
        self._elsewhere.update(dict.fromkeys(players, until))

    async def tell(self, store: Store) -> None:
        """Tell the other servers who is here, for ever."""
        while True:
            here = list(self._here)
            for first in range(0, len(here), A_NOTICE):
                text = " ".join([HERE, *here[first : first + A_NOTICE]])
                with contextlib.suppress(Unavailable):
                    await run_in_threadpool(store.notify, text)
            await asyncio.sleep(TELL_SECONDS)
