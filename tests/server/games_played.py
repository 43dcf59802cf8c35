"""Games that are over, or stand somewhere in the middle, for tests of what comes after: made at once, not played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dolmen.analysis.replay import read_any
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import find, load
from dolmen.server.live_table import summary
from dolmen.server.live_tables import LiveTables
from dolmen.store import NewEvent, NewSeat, Player

LEDGERS = Path(__file__).resolve().parents[3] / "shared" / "ledgers"
LEDGER = LEDGERS / "game01.txt"
needs_ledgers = pytest.mark.skipif(
    not LEDGER.is_file(), reason=f"THE LEDGERS ARE MISSING: there is nothing in {LEDGERS}"
)


@cache
def played_text(game: str, players: int, bot: str = "greedy", seed: int = 0) -> str:
    """A game between bots, as its file tells it."""
    return simulate(load(game, players), [find_bot(bot, game)] * players, seed, 0, 5000)[0].to_text()


def played(game: str, players: int, bot: str = "greedy", seed: int = 0) -> Transcript:
    """The same, read."""
    return read_any(played_text(game, players, bot, seed))


def table_of(
    tables: LiveTables,
    game: str,
    people: list[Player | str],
    decisions: int | None = None,
    options: dict[str, str] | None = None,
    bot: str = "greedy",
) -> str:
    """A table at which people (by name: bots) have played a whole game, or its first decisions."""
    transcript, meta = played(game, len(people), bot), find(game)
    state = transcript.state
    actions = [state.game.action_text(action) for action in state.history[:decisions]]
    while state.decisions:
        transcript.undo()
    setup = transcript.setup_text()
    state.play(actions)
    seats = [
        NewSeat("bot", one, bot="greedy") if isinstance(one, str) else NewSeat("person", one.name, one.id)
        for one in people
    ]
    owner = next((one.id for one in people if not isinstance(one, str)), None)
    return tables.store.create_table(
        name="Grey Heron",
        game=game,
        rules_version=meta.rules_version,
        options=options or {},
        setup=setup,
        owner=owner,
        seats=seats,
        status="finished" if state.is_terminal() else "playing",
        events=[NewEvent("import", {"actions": actions})] if actions else (),
        summary=summary(state),
    ).id
