"""The JSON API of invitations and challenges: send, list, accept, decline, withdraw."""

from __future__ import annotations

from fastapi import APIRouter

from dolmen.server.api.account_news import invitation_view
from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.api.views import read_view
from dolmen.server.border import TableId
from dolmen.server.commands import invitations
from dolmen.server.context import Address, Ctx
from dolmen.wire.invitations import InvitationView, NewChallenge, NewInvitation
from dolmen.wire.tables import TableView

router = APIRouter(prefix="/api", tags=["invitations"], dependencies=[KNOWN])


@router.get("/invitations")
def list_invitations(ctx: Ctx, player: Caller) -> list[InvitationView]:
    """The open invitations and challenges that you have sent or got, the oldest first."""
    return [invitation_view(one) for one in ctx.store.invitations_of(player.id)]


@router.post("/challenges", status_code=201)
def challenge_players(ctx: Ctx, address: Address, player: Caller, new: NewChallenge) -> list[InvitationView]:
    """Challenge accounts to a game: a table is made, which begins when all of them accept. One invitation for each."""
    with ctx.quotas.tables.one(address, player.id):
        sent = invitations.challenge(
            ctx.tables, new.game, player, new.players, new.bots, new.options, new.clock, first=new.first
        )
    return [invitation_view(one) for one in sent]


@router.post("/tables/{table_id}/invitations", status_code=201)
def invite_player(ctx: Ctx, player: Caller, table_id: TableId, new: NewInvitation) -> InvitationView:
    """Keep the next seat that is for a friend at your table for an account."""
    return invitation_view(invitations.invite(ctx.tables, table_id, player, new.player))


@router.post("/invitations/{invitation_id}/accept")
def accept_invitation(ctx: Ctx, player: Caller, invitation_id: str) -> TableView:
    """Take the seat that is kept for you; with the last one the game begins. Accepted twice, it is accepted once."""
    return read_view(ctx, player, invitations.accept(ctx.tables, invitation_id, player), None)


@router.post("/invitations/{invitation_id}/decline", status_code=204)
def decline_invitation(ctx: Ctx, player: Caller, invitation_id: str) -> None:
    """You do not want the seat. The table of a challenge goes."""
    invitations.decline(ctx.tables, invitation_id, player)


@router.delete("/invitations/{invitation_id}", status_code=204)
def withdraw_invitation(ctx: Ctx, player: Caller, invitation_id: str) -> None:
    """Keep the seat no longer, where you have sent the invitation. The table of a challenge goes."""
    invitations.withdraw(ctx.tables, invitation_id, player)
