"""Who sits where: people sit down, bots fill up, a bot takes over for who is away, or the game goes on without them.

Everybody may hand the own seat to a bot and come back. Where a table has a clock and it has run out, a bot takes the
seat (see `clocks.time_is_up`); the others may choose which one, or drop who is absent where the rules know how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from dolmen.bots import DEFAULT_BOT, find_bot
from dolmen.core.errors import translatable
from dolmen.server.commands.holidays import tell_table
from dolmen.server.draft import Draft
from dolmen.server.errors import AtRatedTable, BadRequest, CannotLeave, NotLate, NotRunning, NotYourSeat
from dolmen.server.event_kinds import PACES
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import bot_name
from dolmen.store import FREE, NewEvent, NotFound, Player, SeatChange, SeatTaken, Stale, now

# ---------------------------------------------------------------------------------------------------- sitting down


def join(tables: LiveTables, table_id: str, player: Player, seat: int | None = None, token: str = "") -> int:
    """Sit down: at an open seat, with its link at a seat kept for a friend, with the table's link at the next free one.

    Returns the seat.
    """
    taken = tables.retry(lambda: _join(tables, table_id, player, seat, token))
    tell_table(tables, table_id, player)
    return taken


def _join(tables: LiveTables, table_id: str, player: Player, seat: int | None, token: str) -> int:
    with tables.change(table_id) as live:
        if token:
            seat = seat_of_link(tables, live, token)
        mine = [own for own in live.seats_of(player.id) if not token or seat in (None, own)]
        if mine:
            return mine[0]
        if live.is_rated and live.seats_of(player.id):
            raise AtRatedTable(translatable("a rated table has one seat for each person: nobody plays two"))
        kinds = FREE if token else ("open",)
        free = [other.seat for other in live.seats if other.kind in kinds and seat in (None, other.seat)]
        if not free:
            kept = any(other.kind in FREE and seat in (None, other.seat) for other in live.seats)
            raise SeatTaken(
                "this seat is kept for a friend: it is taken by its link" if kept else "somebody sits there already"
            )
        change = SeatChange(free[0], "person", name=player.name, player=player.id)
        told = {"name": player.name, "was": live.seats[free[0]].kind}
        _sit_down(tables, live, [change], NewEvent("sit", told, free[0], player.id))
        tables.tell_people([player.id])
        return free[0]


def seat_of_link(tables: LiveTables, live: LiveTable, token: str) -> int | None:
    """The seat that a link leads to; None for the link of the table, which takes any. Raises NotFound."""
    if tables.is_table_token(live.table.id, token):
        return None
    place = tables.store.seat_of_token(token)
    if place is None or place[0] != live.table.id:
        raise NotFound("the link leads to no seat")
    return place[1]


def fill_with_bots(
    tables: LiveTables, table_id: str, player: Player, bot: str = DEFAULT_BOT, seat: int | None = None
) -> None:
    """The owner no longer waits: bots take the seats that are free, or one of them."""
    tables.retry(lambda: _fill_with_bots(tables, table_id, player, bot, seat))


def _fill_with_bots(tables: LiveTables, table_id: str, player: Player, bot: str, seat: int | None) -> None:
    with tables.change(table_id) as live:
        if live.table.owner != player.id:
            raise NotYourSeat(translatable("only who made the table may fill its seats"))
        find_bot(bot, live.meta.key)
        names = list(live.names)
        changes = []
        for free in live.seats:
            if free.kind in FREE and seat in (None, free.seat):
                names.append(bot_name(names))
                changes.append(SeatChange(free.seat, "bot", bot, names[-1]))
        if changes or seat is None:
            _sit_down(tables, live, changes, NewEvent("sit", {"bots": True}))


def _sit_down(tables: LiveTables, live: LiveTable, changes: Sequence[SeatChange], event: NewEvent) -> None:
    """Somebody sits down at free seats; with the last one of them the game begins."""
    draft = Draft(live.state)
    draft.add(event)
    taken = {change.seat for change in changes}
    waits = any(seat.kind in FREE and seat.seat not in taken for seat in live.seats)
    begins = live.table.status == "waiting" and not waits
    if begins:
        people = live.people() | {change.seat for change in changes if change.kind == "person"}
        draft.let_follow(live.present, people, live.conduct.answers, tables.chance)
    tables.append(live, draft, seats=changes, status="playing" if begins else None)


def begin_if_full(tables: LiveTables, table_id: str) -> None:
    """Begin a game at which everybody sits and that did not begin: an earlier version could stop between the two."""
    with tables.change(table_id) as live:
        if live.table.status == "waiting" and not any(seat.kind in FREE for seat in live.seats):
            _sit_down(tables, live, [], NewEvent("sit", {"late": True}))


# ---------------------------------------------------------------------------------------------------- the own seat


def hand_to_bot(tables: LiveTables, table_id: str, player: Player, seat: int, bot: str) -> None:
    """Hand the own seat to a bot; the owner may return."""
    tables.retry(lambda: _change_own(tables, table_id, player, SeatChange(seat, "bot", bot)))


def return_to_seat(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    """The owner is back."""
    tables.retry(lambda: _change_own(tables, table_id, player, SeatChange(seat, "person")))


def _change_own(tables: LiveTables, table_id: str, player: Player, change: SeatChange) -> None:
    with tables.seat(table_id, player, change.seat) as live:
        sits = live.seats[change.seat]
        if sits.kind not in ("person", "bot") or change.seat in live.conduct.left:
            raise NotRunning("nobody plays at this seat")
        if live.state.is_terminal():  # who played is settled: ratings and tournaments look at it
            raise NotRunning(translatable("nothing is decided at this table now"))
        if (sits.kind, sits.bot) == (change.kind, change.bot):
            return
        if change.bot:
            find_bot(change.bot, live.meta.key)
        change_seat(tables, live, change, NewEvent("bot", {"bot": change.bot}, change.seat, player.id))


def change_seat(tables: LiveTables, live: LiveTable, change: SeatChange, event: NewEvent) -> int:
    """Append the event, change the seat, and let follow what asks nobody now."""
    draft = Draft(live.state)
    draft.add(event)
    people = live.people() - {change.seat} | ({change.seat} if change.kind == "person" else set())
    held = None if live.held == change.seat else live.held  # another seat's turn is not confirmed yet
    if live.is_running and held is None:
        draft.let_follow(live.present, people, live.conduct.answers, tables.chance, planned=live.planned)
    return tables.append(live, draft, seats=[change], waits_for=held)


# ---------------------------------------------------------------------------------------------------- the others


def replace_absent(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int, bot: str) -> int:
    """Hand the seat of somebody whose time is up to a bot, or of a bot that does not answer to another one.

    Raises Stale if the seat has moved meanwhile.
    """
    with tables.change(table_id) as live:
        by = _refuse_unless_late(live, player, seat, sequence)
        find_bot(bot, live.meta.key)
        instead = {"instead": live.seats[seat].bot} if live.seats[seat].kind == "bot" else {}
        event = NewEvent("bot", {"bot": bot, "by": by, **instead}, seat, player.id)
        return change_seat(tables, live, SeatChange(seat, "bot", bot), event)


def hand_deserted_to_bot(tables: LiveTables, table_id: str, seats: Collection[int]) -> None:
    """The server itself hands seats to bots whose owners will not come: they were removed, or left a tournament."""
    for seat in seats:
        tables.retry(partial(_hand_deserted, tables, table_id, seat))


def _hand_deserted(tables: LiveTables, table_id: str, seat: int) -> None:
    with tables.change(table_id) as live:
        if live.is_running and live.seats[seat].kind == "person" and seat not in live.conduct.left:
            event = NewEvent("bot", {"bot": DEFAULT_BOT}, seat, live.seats[seat].player)
            change_seat(tables, live, SeatChange(seat, "bot", DEFAULT_BOT), event)


def set_pace(tables: LiveTables, table_id: str, player: Player, seat: int, pace: str) -> None:
    """Let the bots of a table play calmly, quickly, at once, or at once until this seat is asked (`skip`)."""
    if pace not in PACES:
        raise BadRequest(f"bots play {', '.join(PACES)}")
    tables.retry(lambda: _set_pace(tables, table_id, player, seat, pace))


def _set_pace(tables: LiveTables, table_id: str, player: Player, seat: int, pace: str) -> None:
    with tables.seat(table_id, player, seat) as live:
        draft = Draft(live.state)
        draft.add(NewEvent("pace", {"pace": pace}, seat, player.id))
        tables.append(live, draft, waits_for=live.held)


def drop_absent(tables: LiveTables, table_id: str, player: Player, seat: int, sequence: int) -> int:
    """Play on without somebody whose time is up, where the rules know how; a bot may play for him by now."""
    with tables.change(table_id) as live:
        by = _refuse_unless_late(live, player, seat, sequence)
        if live.seats[seat].kind == "bot" and seat not in live.conduct.overdue:
            raise CannotLeave("a bot does not leave: another one may take its seat")
        action = live.state.game.leaving(live.state, seat)
        if action is None:
            raise CannotLeave(translatable("nobody can leave this game now: a bot may take the seat"))
        return leave_game(tables, live, action, NewEvent("drop", {"by": by}, seat, player.id))


def leave_game(tables: LiveTables, live: LiveTable, action: int, event: NewEvent) -> int:
    """Let a seat leave the game by an action of its rules, as the event tells; another seat may hold its turn."""
    draft = Draft(live.state)
    draft.state.apply_trusted(action)
    draft.add(replace(event, payload={"actions": [live.state.game.action_text(action)], **event.payload}))
    held = None if live.held == event.seat else live.held
    if held is None:
        people = live.people() - {event.seat}
        draft.let_follow(live.present, people, live.conduct.answers, tables.chance, planned=live.planned)
    return tables.append(live, draft, waits_for=held)


def _refuse_unless_late(live: LiveTable, player: Player, seat: int, sequence: int) -> int:
    """The seat of who asks, if he plays here and the other one is out of time: asked now, or in a bot's hands since."""
    mine = [own for own in live.seats_of(player.id) if own in live.people() and own != seat]
    if not mine:
        raise NotYourSeat(translatable("only who plays at the table may do without somebody"))
    if seat in live.seats_of(player.id):
        raise NotYourSeat("this seat is yours: hand it to a bot yourself")
    if sequence != live.sequence:
        raise Stale(live.sequence)
    if seat in live.conduct.overdue and live.is_running:
        return mine[0]
    if live.asked != seat:
        raise NotLate(translatable("nobody waits for this seat now"))
    if not live.is_late(now()):
        raise NotLate(translatable("the time of this seat is not up yet"))
    return mine[0]
