"""The JSON API for the tokens of a player's programs: which there are, and no longer this one."""

from __future__ import annotations

from fastapi import APIRouter

from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.context import Ctx
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["tokens"], dependencies=[KNOWN])


class TokenView(Told):
    """What is known of a token; the token itself was told once."""

    id: str
    """By it the token is withdrawn; it opens nothing."""
    label: str
    """What it is for, in your words."""
    created: int
    """Milliseconds since 1970."""


@router.get("/tokens")
def list_tokens(ctx: Ctx, player: Caller) -> list[TokenView]:
    """The tokens that stand for you, the newest first."""
    return [
        TokenView(id=token.id, label=token.label, created=token.created) for token in ctx.store.api_tokens(player.id)
    ]


@router.delete("/tokens/{token_id}", status_code=204)
def withdraw_token(ctx: Ctx, player: Caller, token_id: str) -> None:
    """Withdraw a token, maybe your own: it stands for nobody from now on."""
    ctx.store.withdraw_token(player.id, token_id)
