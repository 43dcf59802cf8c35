"""Name and account: play on every device, let a program play."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from dolmen.core.errors import DolmenError
from dolmen.server.context import Ctx, Reading, Sending, Text, goto, page
from dolmen.server.errors import BadName

router = APIRouter(include_in_schema=False)


@router.get("/account")
def account(ctx: Ctx, visitor: Reading) -> Response:
    """Name and account."""
    return page(ctx, visitor, "account.html", notice=None)


@router.post("/account/name")
def rename(ctx: Ctx, visitor: Sending, name: Text) -> Response:
    """Another name, from now on."""
    try:
        visitor.named(name)
    except BadName as error:
        return page(ctx, visitor, "account.html", 422, notice=error.translated(visitor.words))
    return goto(ctx, visitor, "/account")


@router.post("/account/register")
def register(ctx: Ctx, visitor: Sending, login: Text, password: Text) -> Response:
    """Make an account of a guest."""
    _ = visitor.words.gettext
    if not 3 <= len(login.strip()) <= 40 or len(password) < 8:
        text = _("A name has 3 letters or more, a password 8 or more.")
        return page(ctx, visitor, "account.html", 422, notice=text)
    try:
        ctx.store.register(visitor.named("").id, login.strip(), password)
    except DolmenError:
        return page(ctx, visitor, "account.html", 409, notice=_("There is an account of that name already."))
    return goto(ctx, visitor, "/account")


@router.post("/account/login")
def log_in(ctx: Ctx, visitor: Sending, login: Text, password: Text) -> Response:
    """Come back on another device."""
    if not ctx.logins.allows(f"{visitor.address} {login.casefold()}"):
        return PlainTextResponse(visitor.words.gettext("Please wait a moment."), 429)
    player = ctx.store.log_in(login.strip(), password)
    if player is None:
        text = visitor.words.gettext("The name or the password is not right.")
        return page(ctx, visitor, "account.html", 403, notice=text)
    visitor.become(player)
    return goto(ctx, visitor, "/")


@router.post("/account/logout")
def log_out(ctx: Ctx, visitor: Sending) -> Response:
    """Forget this browser."""
    visitor.leave()
    return goto(ctx, visitor, "/")


@router.post("/account/token")
def api_token(ctx: Ctx, visitor: Sending) -> Response:
    """A token for a program, shown once."""
    token = ctx.store.new_token(visitor.named("").id, "api")
    return page(ctx, visitor, "account.html", notice=None, token=token)
