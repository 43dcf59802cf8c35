"""Tournaments for tests: tables are played to their end at once, by bots that take what looks best."""

from __future__ import annotations

from typing import Any

from dolmen.analysis.simulate import play_on
from dolmen.bots import find_bot
from dolmen.core.draws import Draws
from dolmen.server.commands import tournaments
from dolmen.server.commands.tournament_rounds import go_on
from dolmen.server.commands.tournaments import TournamentWish
from dolmen.server.draft import Draft
from dolmen.server.live_tables import LiveTables
from dolmen.server.tournament_state import TournamentState
from dolmen.store import NewEvent, Player, Tournament


def new_tournament(tables: LiveTables, host: Player, bots: int = 0, **wish: Any) -> Tournament:
    """A tournament, with so many bots in it."""
    made = tournaments.create(tables, host, TournamentWish(**{"name": "Cup", "game": "meduris", "seats": 2, **wish}))
    if bots:
        tournaments.enter_bots(tables, made.id, host, "greedy", bots)
    return tables.store.tournament(made.id)


def finish(tables: LiveTables, table_id: str, seed: int = 3) -> None:
    """Play a table to its end."""
    with tables.change(table_id) as live:
        draft, before = Draft(live.state), live.state.decisions
        bots = [find_bot("greedy", live.meta.key)] * len(live.seats)
        assert play_on(draft.state, bots, Draws(seed, before), 5000)
        actions = [draft.state.game.action_text(action) for action in draft.state.history[before:]]
        draft.add(NewEvent("import", {"actions": actions}))
        tables.append(live, draft)


def play_round(tables: LiveTables, tournament_id: str) -> TournamentState:
    """Play all tables of the round, and let the tournament go on."""
    state = TournamentState.read(tables.store, tournament_id)
    for drawn in state.tables:
        if drawn.table and not drawn.is_over:
            finish(tables, drawn.table, seed=drawn.number + 10 * drawn.round)
    go_on(tables, tournament_id)
    return TournamentState.read(tables.store, tournament_id)
