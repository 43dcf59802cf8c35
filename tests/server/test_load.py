"""The load of `dolmen bench table`: clients that play on, game after game."""

from __future__ import annotations

import asyncio
import random

from dolmen.server.bench import Load
from tests.server.people import Server


def test_when_a_game_is_over_the_same_two_begin_another(server: Server) -> None:
    async def play() -> tuple[list[float], list[float]]:
        load = Load(server.context.store, int(server.url.rpartition(":")[2]), random.Random(1))
        await load.open(2)
        before = await load.drive(20, 0.3)
        for table in list(load.seated):
            new = await load.renew(table)
            assert new.id != table.id and new.people == table.people
        load.take_turns()
        after = await load.drive(20, 0.3)
        await load.close()
        return before, after

    before, after = asyncio.run(play())
    assert len(before) == len(after) == 6
    assert all(0 < wait < 10 for wait in (*before, *after))  # every decision was told to the other client
