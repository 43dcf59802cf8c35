"""The decisions at a table: make them, confirm the turn, or let it go on after a moment.

A decision is checked by the rules alone, then appended with the sequence that its sender saw. What follows without a
question (the die, a choice of one, what a player has settled) is appended in the same transaction, so that a table
never stands between two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import partial

from dolmen.core.errors import IllegalAction, translatable
from dolmen.server.draft import Draft
from dolmen.server.errors import BadRequest, NothingToConfirm, NotRunning, NotYourSeat, NotYourTurn, UsedId
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.planned_turn import is_done_with
from dolmen.store import NewEvent, Player, Repeated, Stale, now
from dolmen.store.secrets import hash_of

MOST_ACTIONS = 20
"""So many decisions may be made at once."""


class Hold(Enum):
    """What is to become of a turn that a decision ends."""

    NOT = ""
    """It has ended."""
    MOMENT = "moment"
    """Where something follows at once, it may be taken back for a moment first."""
    TURN = "turn"
    """It ends when it is confirmed, unless the decision itself says so."""


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
    hold: Hold = Hold.NOT,
) -> int:
    """Make decisions for a seat, seen at `sequence`. Returns the new sequence.

    While the own turn is held, nothing follows it: nobody is asked, no die is rolled.
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
            raise NothingToConfirm(translatable("this seat has no turn to confirm"))
        return _end(tables, live, event)


def go_on(tables: LiveTables, table_id: str) -> None:
    """Let a turn end that may be taken back no longer, if there is one; whoever notices it first does it."""
    with tables.change(table_id) as live:
        if live.goes_on_at is None or now() < live.goes_on_at:
            return
        event = NewEvent("confirm", {}, live.held, None, client_id=f"confirm {live.sequence}")
        with suppress(Stale, Repeated):
            _end(tables, live, event)


def _end(tables: LiveTables, live: LiveTable, event: NewEvent) -> int:
    """End a turn by an event: what follows it, follows."""
    draft = Draft(live.state)
    draft.add(event)
    draft.let_follow(live.present, live.people(), live.conduct.answers, tables.chance, planned=live.planned)
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
        raise NotYourSeat(translatable("this seat belongs to somebody else"))


def _decide(
    tables: LiveTables,
    live: LiveTable,
    seat: int,
    actions: Sequence[int | str],
    event: NewEvent,
    *,
    hold: Hold = Hold.NOT,
) -> int:
    """Make the decisions of a seat, as `event` tells them, and let follow what asks nobody."""
    if not live.is_running:
        raise NotRunning(translatable("nothing is decided at this table now"))
    if live.deciding != seat:
        raise NotYourTurn(translatable("this seat is not asked now"))
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise BadRequest("a move is one decision or a few")
    draft = Draft(live.state)
    made = [_apply(draft, seat, action) for action in actions]
    texts = [live.state.game.action_text(action) for action in made]
    told: dict[str, object] = {"actions": texts}
    if event.player is not None and live.clocks.paused_until(now()) is not None:
        told["goes_on"] = True  # who plays in a pause ends it
    draft.add(replace(event, payload=told))
    if seat in live.planned and is_done_with(live.present, live.planned[seat], live.state):
        draft.done.append(seat)
    follow = partial(
        draft.let_follow, live.present, live.people(), live.conduct.answers, tables.chance, planned=live.planned
    )
    if live.state.turn and live.state.turn_player != seat:
        hold = Hold.NOT  # answers in another's turn need no confirming
    if hold is not Hold.NOT:
        follow(holding=seat)
    held = _held(tables, live, draft, seat, made[-1], hold)
    if held:
        draft.events[0] = replace(event, payload={**told, "hold": held})
    else:
        follow()
    return tables.append(live, draft, waits_for=seat if held else None)


def _held(tables: LiveTables, live: LiveTable, draft: Draft, seat: int, last: int, hold: Hold) -> bool | int:
    """Whether a turn waits to be confirmed, or the milliseconds after which it goes on by itself."""
    if hold is Hold.TURN:
        return not live.present.ends_turn(last)
    if hold is Hold.NOT or draft.state.current_player == seat:
        return False
    return draft.goes_on_at_once(live.present, live.people(), live.conduct.answers) and tables.pause


def _apply(draft: Draft, seat: int, action: int | str) -> int:
    """Make one decision, checked by the rules; returns its id."""
    if draft.state.current_player != seat:
        raise IllegalAction("the move goes on after the seat has nothing more to decide")
    number = draft.state.action_id(action)
    draft.state.apply(number)
    return number
