"""The decisions at a table: make them, confirm the turn.

A decision is checked by the rules alone, then appended with the sequence that its sender saw. What follows without a
question (the die, a choice of one, what a player has settled) is appended in the same transaction, so that a table
never stands between two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dolmen.core.errors import IllegalAction
from dolmen.server.draft import Draft
from dolmen.server.errors import BadRequest, NothingToConfirm, NotRunning, NotYourSeat, NotYourTurn, UsedId
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import NewEvent, Player, Repeated, Stale
from dolmen.store.secrets import hash_of

MOST_ACTIONS = 20
"""So many decisions may be made at once."""
_CLIENT_ID = re.compile(r"[\w.:-]{1,64}")


def move(
    tables: LiveTables,
    table_id: str,
    player: Player | None,
    seat: int,
    sequence: int,
    actions: Sequence[int | str],
    client_id: str | None,
    *,
    hold: bool = False,
) -> int:
    """Make decisions for a seat, seen at `sequence`. Returns the new sequence.

    With `hold`, nothing follows the own turn before it is confirmed: nobody is asked, no die is rolled.
    Raises Stale if the table has moved on, Repeated if this very move was made before, IllegalAction if the rules
    do not allow it. In each case nothing has changed.
    """
    if client_id is not None and not _CLIENT_ID.fullmatch(client_id):
        raise BadRequest("a client id is 1 to 64 letters, digits or marks")
    with tables.seat(table_id, player, seat, sequence) as live:
        _refuse_bot(live, seat)
        by = player.id if player else None
        own_id = _own_id(by, seat, client_id)
        try:
            refuse_stale(tables, live, sequence, own_id)
            return _decide(tables, live, seat, actions, NewEvent("move", {}, seat, by, own_id), hold=hold)
        except Repeated as error:
            _refuse_another(tables, live, error.sequence, actions)
            raise


def _own_id(player: str | None, seat: int, client_id: str | None) -> str | None:
    """What is kept of a client id: it is the sender's and the seat's own, so that nobody takes another's.

    Ours ('confirm 12') have a blank and cannot be met.
    """
    return None if client_id is None else hash_of(f"{player} {seat} {client_id}")


def _refuse_another(tables: LiveTables, live: LiveTable, sequence: int, actions: Sequence[int | str]) -> None:
    """Raise UsedId where the event that a client id was used for is another move than this one."""
    game, made = live.state.game, tables.store.events(live.table.id, after=sequence - 1)[0]
    if made.payload.get("actions") != [game.action_text(live.state.action_id(action)) for action in actions]:
        raise UsedId("you used this client id for another move already")


def bot_move(tables: LiveTables, table_id: str, seat: int, sequence: int, action: int) -> int:
    """A bot's decision."""
    with tables.change(table_id, sequence) as live:
        if live.seats[seat].kind != "bot":
            raise NotYourSeat("no bot sits there")
        refuse_stale(tables, live, sequence)
        return _decide(tables, live, seat, [action], NewEvent("move", {}, seat))


def confirm(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int) -> int:
    """End the own turn, seen at `sequence`: what follows it, follows. Returns the new sequence.

    Raises Stale if the table has moved on, Repeated if this very turn was confirmed before.
    """
    with tables.seat(table_id, player, seat, sequence) as live:
        _refuse_bot(live, seat)
        event = NewEvent("confirm", {}, seat, player.id, client_id=f"confirm {sequence}")
        refuse_stale(tables, live, sequence, event.client_id)
        if live.held != seat:
            raise NothingToConfirm("this seat has no turn to confirm")
        draft = Draft(live.state)
        draft.add(event)
        draft.let_follow(live.present, live.people(), live.conduct.answers, tables.chance)
        return tables.append(live, draft)


def refuse_stale(tables: LiveTables, live: LiveTable, sequence: int, client_id: str | None = None) -> None:
    """Raise Stale where the sender saw another state of the table; Repeated where it is the same message again."""
    if sequence == live.sequence:
        return
    made = tables.store.sequence_of(live.table.id, client_id) if client_id is not None else None
    raise Stale(live.sequence) if made is None else Repeated(made)


def _refuse_bot(live: LiveTable, seat: int) -> None:
    """A seat in the hands of a bot decides for itself, whoever owns it."""
    if live.seats[seat].kind != "person":
        raise NotYourSeat("this seat belongs to somebody else")


def _decide(
    tables: LiveTables,
    live: LiveTable,
    seat: int,
    actions: Sequence[int | str],
    event: NewEvent,
    *,
    hold: bool = False,
) -> int:
    """Make the decisions of a seat, as `event` tells them, and let follow what asks nobody."""
    if not live.is_running:
        raise NotRunning("nothing is decided at this table now")
    if live.deciding != seat:
        raise NotYourTurn("this seat is not asked now")
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise BadRequest("a move is one decision or a few")
    draft = Draft(live.state)
    made = [_apply(draft, seat, action) for action in actions]
    own_turn = not live.state.turn or live.state.turn_player == seat  # answers in another's turn need no confirming
    hold = hold and own_turn and not live.present.ends_turn(made[-1])
    texts = [live.state.game.action_text(action) for action in made]
    draft.add(replace(event, payload={"actions": texts, "hold": True} if hold else {"actions": texts}))
    holding = seat if hold else None
    draft.let_follow(live.present, live.people(), live.conduct.answers, tables.chance, holding=holding)
    return tables.append(live, draft, waits_for=holding)


def _apply(draft: Draft, seat: int, action: int | str) -> int:
    """Make one decision, checked by the rules; returns its id."""
    if draft.state.current_player != seat:
        raise IllegalAction("the move goes on after the seat has nothing more to decide")
    number = draft.state.action_id(action)
    draft.state.apply(number)
    return number
