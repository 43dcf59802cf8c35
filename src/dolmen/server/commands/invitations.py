"""Invitations: keep a seat for an account, make a table for a challenge, accept, decline, withdraw.

The seat is one for a friend, so its link still works. A challenge has a table of its own: where one of the others
declines it, or who sent it withdraws it, the table goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dolmen.core.errors import translatable
from dolmen.server.commands import making, seats
from dolmen.server.errors import BadRequest, NoSuchPlayer, NotInvited, NotRunning, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.store import Invitation, NewInvitation, NotFound, Player, SeatTaken, Table, now


def challenge(
    tables: LiveTables,
    game: str,
    player: Player,
    others: Sequence[str],
    bots: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    clock: int = 0,
    *,
    first: bool = True,
) -> list[Invitation]:
    """A table for a game against accounts, each of whom is asked; it begins when all have accepted."""
    if len({*others, player.id}) <= len(others):
        raise BadRequest(translatable("each player is challenged once, and nobody challenges himself"))
    for one in others:
        _known(tables, one)
    words = [*["friend"] * len(others), *(f"bot:{bot}" for bot in bots)]
    table = making.create(tables, game, player, ["me", *words] if first else [*words, "me"], options, clock)
    offset = 1 if first else 0
    return _invite(tables, table, player, [(one, offset + place) for place, one in enumerate(others)], "challenge")


def invite(tables: LiveTables, table_id: str, player: Player, other: str) -> Invitation:
    """Keep the next free seat of a table for an account."""
    _known(tables, other)
    with tables.change(table_id) as live:
        if live.table.owner != player.id:
            raise NotYourSeat(translatable("only who made the table may invite"))
        if live.table.status != "waiting":
            raise NotRunning(translatable("the game has begun already"))
        if live.seats_of(other):
            raise BadRequest(translatable("this player sits at the table already"))
        sent = [one for one in tables.store.invitations_of(player.id) if one.table == table_id]
        if any(one.player == other for one in sent):
            raise BadRequest(translatable("this player is invited already"))
        kept = {one.seat for one in sent}
        free = [seat.seat for seat in live.seats if seat.kind == "friend" and seat.seat not in kept]
        if not free:
            raise SeatTaken("no seat is left that is kept for a friend")
        return _invite(tables, live.table, player, [(other, free[0])], "invitation")[0]


def _known(tables: LiveTables, player_id: str) -> None:
    if tables.store.player(player_id) is None:
        raise NoSuchPlayer(translatable("There is no such player."))


def _invite(
    tables: LiveTables, table: Table, player: Player, places: Sequence[tuple[str, int]], kind: str
) -> list[Invitation]:
    new = [
        NewInvitation(kind, player.id, other, table.id, seat, table.game, table.options, table.clock)
        for other, seat in places
    ]
    made = tables.store.invite(new, now())
    tables.tell_people(one.player for one in made)
    return made


# ---------------------------------------------------------------------------------------------------- answers


def accept(tables: LiveTables, invitation_id: str, player: Player) -> str:
    """Take the seat that is kept; with the last one the game begins. Accepted twice, it is accepted once.

    Returns the table's id.
    """
    found = _invited(tables, invitation_id, player)
    if found.status == "accepted" and found.table is not None:
        return found.table
    if found.status != "open" or found.table is None:
        raise _answered()
    token = tables.seat_token(found.table, found.seat)
    seats.join(tables, found.table, player, found.seat, token)
    tables.store.answer_invitation(found, "accepted", now())
    tables.tell_people([found.sender, found.player])
    return found.table


def decline(tables: LiveTables, invitation_id: str, player: Player) -> None:
    """The seat is not wanted; the table of a challenge goes."""
    _end(tables, _invited(tables, invitation_id, player), "declined")


def withdraw(tables: LiveTables, invitation_id: str, player: Player) -> None:
    """The seat is kept no longer; the table of a challenge goes."""
    found = tables.store.invitation(invitation_id)
    if found.sender != player.id:
        raise NotFound("there is no such invitation")
    _end(tables, found, "withdrawn")


def _invited(tables: LiveTables, invitation_id: str, player: Player) -> Invitation:
    """An invitation that somebody has got: to others it does not exist."""
    found = tables.store.invitation(invitation_id)
    if found.player != player.id:
        raise NotFound("there is no such invitation")
    return found


def _end(tables: LiveTables, found: Invitation, status: str) -> None:
    if found.status == status:
        return
    if found.status != "open":
        raise _answered()
    closes = found.kind == "challenge"
    people: set[str | None] = {found.sender, found.player}
    if closes and found.table is not None:
        others = tables.store.invitations_of(found.sender)
        people |= {one.player for one in others if one.table == found.table}
        people |= {seat.player for seat in tables.store.seats(found.table)}
    tables.store.answer_invitation(found, status, now(), closes=closes)
    if closes and found.table is not None:
        tables.forget(found.table)
        tables.tell(found.table)
    tables.tell_people(people)


def _answered() -> NotInvited:
    return NotInvited(translatable("this invitation was answered already, or withdrawn"))
