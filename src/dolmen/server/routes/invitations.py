"""Invitations in the browser: answer one, challenge somebody."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from dolmen.server.commands import invitations
from dolmen.server.context import Ctx, Sending, Text, goto
from dolmen.server.errors import BadRequest

router = APIRouter(include_in_schema=False)


@router.post("/invitations/{invitation_id}")
def answer(ctx: Ctx, visitor: Sending, invitation_id: str, answer: Text) -> Response:
    """Take the seat that is kept, or do not."""
    player = visitor.known()
    if answer == "yes":
        return goto(ctx, visitor, f"/t/{invitations.accept(ctx.tables, invitation_id, player)}")
    invitations.decline(ctx.tables, invitation_id, player)
    return goto(ctx, visitor, "/")


@router.post("/player/{player_id}/challenge")
def challenge(ctx: Ctx, visitor: Sending, player_id: str, game: Text) -> Response:
    """A table for two, at which a seat is kept for somebody; a stranger becomes a guest."""
    player = visitor.named("")
    with ctx.quotas.tables.one(visitor.address, player.id):
        sent = invitations.challenge(ctx.tables, game, player, [player_id])
    if sent[0].table is None:
        raise BadRequest("this invitation was answered already, or withdrawn")
    return goto(ctx, visitor, f"/t/{sent[0].table}")
