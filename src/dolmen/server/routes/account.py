"""Name and account: play on every device, let a program play."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import JSONResponse, Response

from dolmen.server.commands import accounts
from dolmen.server.context import Context, Ctx, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import AlreadyRated, BadName, NotSure
from dolmen.server.names import LONGEST_LOGIN, login_name, spoken_line
from dolmen.server.pages.account import account_page
from dolmen.store import NameTaken, NotFound, WrongPassword, login_of

router = APIRouter(include_in_schema=False)

SHORTEST_PASSWORD = 8
LONGEST_LABEL = 40

Password = Annotated[str, Form(max_length=200)]


def _page(
    ctx: Context, visitor: Visitor, status: int = 200, notice: str | None = None, token: str | None = None
) -> Response:
    """The page, perhaps with a notice or a new token above it."""
    account = account_page(ctx.store, visitor.player, ctx.calling, visitor.words)
    return page(ctx, visitor, "account.html", status, account=account, notice=notice, token=token)


@router.get("/account")
def account(ctx: Ctx, visitor: Reading) -> Response:
    """Name and account."""
    return _page(ctx, visitor)


@router.get("/account/export")
def export(ctx: Ctx, visitor: Reading) -> Response:
    """Everything that is kept about the reader, as a file; a stranger is asked for a name."""
    if visitor.player is None:
        return goto(ctx, visitor, "/account")
    told = ctx.store.export_player(visitor.player.id)
    return JSONResponse(told, headers={"Content-Disposition": 'attachment; filename="dolmen-my-data.json"'})


@router.post("/account/name")
def rename(ctx: Ctx, visitor: Sending, name: Text) -> Response:
    """Another name, from now on."""
    try:
        visitor.named(name)
    except BadName as error:
        return _page(ctx, visitor, 422, error.translated(visitor.words))
    return goto(ctx, visitor, "/account")


@router.post("/account/register")
def register(ctx: Ctx, visitor: Sending, login: Text, password: Password, old: Password = "") -> Response:
    """Make an account of a guest; or another name or password for an account, by the old one."""
    _ = visitor.words.gettext
    try:
        name = login_name(login)
    except BadName as error:
        return _page(ctx, visitor, 422, error.translated(visitor.words))
    if len(password) < SHORTEST_PASSWORD:
        return _page(ctx, visitor, 422, _("A name has 3 letters or more, a password 8 or more."))
    ctx.attempts.make_account(visitor.address)
    try:
        visitor.register(name, password, old)
    except NameTaken:
        return _page(ctx, visitor, 409, _("There is an account of that name already."))
    except WrongPassword:
        return _page(ctx, visitor, 403, _("The old password is not right."))
    return goto(ctx, visitor, "/account")


@router.post("/account/login")
def log_in(ctx: Ctx, visitor: Sending, login: Text, password: Password) -> Response:
    """Come back on another device."""
    name = login_of(login)[:LONGEST_LOGIN]
    ctx.attempts.try_password(visitor.address, name)
    player = ctx.store.log_in(name, password)
    if player is None:
        return _page(ctx, visitor, 403, visitor.words.gettext("The name or the password is not right."))
    visitor.become(player)
    return goto(ctx, visitor, "/")


@router.post("/account/logout")
def log_out(ctx: Ctx, visitor: Sending) -> Response:
    """Forget this browser."""
    visitor.leave()
    return goto(ctx, visitor, "/")


@router.post("/account/token")
def api_token(ctx: Ctx, visitor: Sending, label: Text = "") -> Response:
    """A token for a program, shown once."""
    token = ctx.store.new_token(visitor.named("").id, "api", spoken_line(label)[:LONGEST_LABEL])
    return _page(ctx, visitor, token=token)


@router.post("/account/bot")
def mark_as_bot(ctx: Ctx, visitor: Sending, login: Text) -> Response:
    """The account is a program's, from now on; who says so types its name, since it cannot be taken back."""
    player = visitor.known()
    if player.login is None or login_of(login) != player.login:
        return _page(ctx, visitor, 422, visitor.words.gettext("Please type the name of this account."))
    try:
        accounts.mark_as_bot(ctx.tables, player)
    except AlreadyRated as error:
        return _page(ctx, visitor, 409, error.translated(visitor.words))
    ctx.forget_sessions(player)
    return goto(ctx, visitor, "/account")


@router.post("/account/withdraw")
def withdraw_token(ctx: Ctx, visitor: Sending, token: Text) -> Response:
    """The program with that token may play no longer; a token that is withdrawn already stays so."""
    try:
        ctx.store.withdraw_token(visitor.known().id, token)
    except NotFound:
        return _page(ctx, visitor, 404, visitor.words.gettext("There is no such token."))
    return goto(ctx, visitor, "/account")


@router.post("/account/delete")
def delete(ctx: Ctx, visitor: Sending, proof: Password = "") -> Response:
    """Forget the reader for good; who means it types the password, or a guest the name."""
    player = visitor.known()
    ctx.attempts.try_password(visitor.address, player.login or player.id)
    try:
        accounts.refuse_unsure(ctx.tables, player, proof)
    except NotSure as error:
        return _page(ctx, visitor, error.status, error.translated(visitor.words))
    accounts.forget(ctx.tables, player)
    ctx.forget_sessions(player)
    visitor.leave()
    return goto(ctx, visitor, "/")
