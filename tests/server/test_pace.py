"""How quickly bots play is for the people at the table to say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.server.bot_runner import HASTE, BotRunner
from dolmen.server.commands import moves
from dolmen.server.event_kinds import PACES
from tests.server.people import Server, serve, two_people, wait_for


def test_every_pace_is_known_to_who_lets_bots_play() -> None:
    assert {*HASTE, "skip"} == set(PACES)


def test_bots_play_as_quickly_as_somebody_at_the_table_wants(server: Server) -> None:
    ana, ben, table = two_people(server)
    live = server.context.tables.live
    assert live(table).conduct.pace == "calm"
    assert ana.post(f"/t/{table}/pace", seat=0, pace="quick").status_code == 204
    assert live(table).conduct.pace == "quick"
    assert ana.post(f"/t/{table}/pace", seat=0, pace="slower").status_code == 400
    assert ben.post(f"/t/{table}/pace", seat=0, pace="calm").status_code == 403
    assert live(table).conduct.pace == "quick"


def test_who_skips_is_asked_at_once_and_then_bots_are_calm_again(tmp_path: Path) -> None:
    with serve(f"sqlite:///{tmp_path}/t.sqlite", pace=30.0) as slow:
        ana = slow.visitor("Ana")
        table = ana.new_table("me", "bot:random", "bot:random")
        ana.move(table, ana.choose(table))
        began = time.monotonic()
        page = ana.get(f"/t/{table}").text
        assert "Skip to my turn" in page
        ana.post(f"/t/{table}/pace", seat=0, pace="skip")
        wait_for(lambda: slow.context.tables.live(table).deciding == 0, seconds=25)
        assert time.monotonic() - began < 25
        assert not slow.context.tables.live(table).conduct.skips


def test_a_waiting_of_four_quick_bots_is_under_four_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the host's own pace, with bots that take the power they are offered: their pauses, not what they think."""
    pauses: list[float] = []

    async def hears(_runner: BotRunner, _table: str, seconds: float) -> bool:
        pauses.append(seconds)
        return False

    monkeypatch.setattr(BotRunner, "_hears", hears)
    with serve(f"sqlite:///{tmp_path}/t.sqlite", pace=1.0) as running:
        ana = running.visitor("Ana")
        table = ana.new_table("me", *["bot:greedy"] * 4, game="terra-mystica")
        ana.post(f"/t/{table}/pace", seat=0, pace="quick")
        tables, bot, draws = running.context.tables, find_bot("greedy", "terra-mystica"), Draws(3)
        player = tables.store.player(tables.live(table).seats[0].player or "")
        waitings: list[float] = []
        while len(waitings) < 5:
            wait_for(lambda: tables.live(table).deciding == 0)
            live = tables.live(table)
            own = live.state.number("round_number") > 0 and live.state.turn_player == 0
            action = int(bot.choose(live.state, LEVEL, draws))
            paused, made = len(pauses), len(live.made)
            moves.move(tables, table, player, 0, live.sequence, [action], None)
            wait_for(lambda: tables.live(table).deciding == 0)
            moved = {event.seat for event in tables.live(table).made[made:] if event.kind == "move"}
            if own and moved == {0, 1, 2, 3, 4}:
                waitings.append(sum(pauses[paused:]))
        assert 0 < max(waitings) < 4, waitings
