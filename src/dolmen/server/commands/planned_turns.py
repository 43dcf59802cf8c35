"""The next turn of a seat, planned: kept until the seat is asked, made then if nothing has changed, or withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.core.errors import DolmenError, translatable
from dolmen.core.words import words
from dolmen.server.commands.moves import MOST_ACTIONS
from dolmen.server.errors import BadRequest, NotRunning, NotYourTurn
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.planned_turn import promise
from dolmen.server.trial import OwnTurn
from dolmen.store import PlannedMove, Player, now

ENGLISH = words("en")
LONGEST_TEXT = 500


def plan(tables: LiveTables, table_id: str, player: Player, seat: int, turn: OwnTurn, text: str = "") -> None:
    """Plan a turn as a line has it: it is made only if it costs and brings the same."""
    with tables.seat(table_id, player, seat) as live:
        game = live.state.game
        rule = live.present.prompt(turn.state, live.names, ENGLISH).rule
        texts = tuple(map(game.action_text, turn.actions))
        _keep(tables, live, player, seat, texts, rule, promise(live.present, turn.state, turn.actions), text)


def plan_actions(tables: LiveTables, table_id: str, player: Player, seat: int, actions: Sequence[int | str]) -> None:
    """Plan decisions: they are made at the first question of the next own turn that they answer, if they are legal."""
    with tables.seat(table_id, player, seat) as live:
        try:
            texts = tuple(live.state.game.action_text(live.state.action_id(action)) for action in actions)
        except DolmenError as error:
            raise BadRequest(str(error)) from None
        _keep(tables, live, player, seat, texts, "", None, ", ".join(texts))


def _keep(
    tables: LiveTables,
    live: LiveTable,
    player: Player,
    seat: int,
    texts: tuple[str, ...],
    rule: str,
    promised: tuple[str, ...] | None,
    text: str,
) -> None:
    if not live.is_running:
        raise NotRunning(translatable("nothing is decided at this table now"))
    if live.asked == seat:
        raise NotYourTurn(translatable("this seat is asked now: make the turn itself"))
    if not 1 <= len(texts) <= MOST_ACTIONS:
        raise BadRequest("a move is one decision or a few")
    kept = None if promised is None else list(promised)
    table_id, turn = live.table.id, live.state.turn
    move = PlannedMove(table_id, seat, player.id, turn, list(texts), rule, kept, text[:LONGEST_TEXT], now())
    tables.store.plan_move(move)
    live.planned[seat] = move


def planned(tables: LiveTables, table_id: str, player: Player, seat: int) -> PlannedMove | None:
    """What a seat has planned, for its owner."""
    with tables.seat(table_id, player, seat) as live:
        return live.planned.get(seat)


def withdraw(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    """The seat has planned nothing any more."""
    with tables.seat(table_id, player, seat) as live:
        if live.planned.pop(seat, None) is not None:
            tables.store.drop_planned_moves(table_id, [seat])
