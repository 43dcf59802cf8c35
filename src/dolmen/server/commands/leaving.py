"""What becomes of a table by who plays there: get up before the game, resign, give it another name, delete it.

Leaving a game for a while is handing the seat to a bot (see `seats.hand_to_bot`): its owner may return. Resigning is
for good: by the rules of the game where they know how to go on without a seat, else a bot plays it to the end.
"""

from __future__ import annotations

from dolmen.bots import DEFAULT_BOT
from dolmen.core.errors import translatable
from dolmen.server.commands.seats import change_seat, leave_game
from dolmen.server.draft import Draft
from dolmen.server.errors import CannotDelete, CannotLeave, NotRunning, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import given_table_name
from dolmen.server.table_options import RATED
from dolmen.store import NewEvent, Player, SeatChange, Table, now


def get_up(tables: LiveTables, table_id: str, player: Player) -> None:
    """Free the own seats of a table that waits for players; who made it leaves it to somebody else who sits there.

    Raises CannotLeave where nobody does.
    """
    tables.retry(lambda: _get_up(tables, table_id, player))


def _get_up(tables: LiveTables, table_id: str, player: Player) -> None:
    with tables.change(table_id) as live:
        own = live.seats_of(player.id)
        if not own:
            raise NotYourSeat(translatable("you do not sit at this table"))
        if live.table.status != "waiting":
            raise CannotLeave(translatable("the game has begun: hand your seat to a bot, or resign"))
        heir = None
        if live.table.owner == player.id:
            heir = next((seat.player for seat in live.seats if seat.player not in (None, player.id)), None)
            if heir is None:
                raise CannotLeave(translatable("nobody else sits at this table: delete it, or stay"))
        was = {event.seat: event.payload.get("was") for event in tables.store.events(table_id) if event.kind == "sit"}
        draft = Draft(live.state)
        for seat in own:
            draft.add(NewEvent("leave", {}, seat, player.id))
        freed = [SeatChange(seat, "open" if was.get(seat) == "open" else "friend", frees=True) for seat in own]
        tables.append(live, draft, seats=freed, owner=heir)
        tables.tell_people([player.id])


def resign(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    """Leave the game for good; resigned twice, it is done once."""
    tables.retry(lambda: _resign(tables, table_id, player, seat))


def _resign(tables: LiveTables, table_id: str, player: Player, seat: int) -> None:
    with tables.seat(table_id, player, seat) as live:
        if seat in live.conduct.left:
            return
        if not live.is_running:
            raise NotRunning(translatable("nothing is decided at this table now"))
        action = live.state.game.leaving(live.state, seat)
        if action is not None:
            leave_game(tables, live, action, NewEvent("drop", {"resigns": True}, seat, player.id))
        else:
            bot = live.seats[seat].bot or DEFAULT_BOT
            event = NewEvent("resign", {"bot": bot}, seat, player.id)
            change_seat(tables, live, SeatChange(seat, "bot", bot), event)


def resign_all(tables: LiveTables, table_id: str, player: Player) -> None:
    """Resign with all own seats."""
    own = tables.live(table_id).seats_of(player.id)
    if not own:
        raise NotYourSeat(translatable("you do not sit at this table"))
    for seat in own:
        if tables.live(table_id).is_running:
            resign(tables, table_id, player, seat)


def rename(tables: LiveTables, table_id: str, player: Player, name: str) -> None:
    """Another name for a table, by who made it. Raises BadName."""
    table = tables.store.table(table_id)
    if table.owner != player.id:
        raise NotYourSeat(translatable("only who made the table may give it another name"))
    tables.store.rename_table(table_id, given_table_name(name))
    tables.tell(table_id)


def delete(tables: LiveTables, table_id: str, player: Player) -> None:
    """Remove a table with all that belongs to it, by who made it, if no other person has a seat there."""
    table = tables.store.table(table_id)
    if table.owner != player.id:
        raise NotYourSeat(translatable("only who made the table may delete it"))
    if table.status == "playing" and table.options.get(RATED) == "on":
        raise CannotDelete(translatable("the result of this table counts: resign instead"))
    if is_awaited(tables, table):
        raise CannotDelete(translatable("a tournament waits for this table: resign instead"))
    close(tables, table_id, player)


def is_awaited(tables: LiveTables, table: Table) -> bool:
    """Whether a tournament waits for what comes of a table."""
    found = tables.store.tournament_of_table(table.id) if table.status == "playing" else None
    return found is not None and found[0].status == "playing"


def close(tables: LiveTables, table_id: str, player: Player) -> None:
    """Remove the player's own table, whatever it counts. Raises CannotDelete where another person has a seat there."""
    with tables.lock(table_id):
        invited = [one.player for one in tables.store.invitations_of(player.id) if one.table == table_id]
        if not tables.store.delete_own_table(table_id, player.id, now()):
            raise CannotDelete(translatable("other people play at this table: it is theirs, too"))
        tables.forget(table_id)
    tables.hub.tell(table_id)
    tables.tell_people(invited)
