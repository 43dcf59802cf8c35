"""How the visitor is called: channels are added, tried and ended; links of mails work for who has them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Header
from fastapi.responses import Response

from dolmen.server.calls.devices import device_name
from dolmen.server.context import Context, Ctx, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import BadChannel, NoSuchChannel, TooMany
from dolmen.server.pages.called import called_page

router = APIRouter(include_in_schema=False)

LONGEST = 1100
"""Letters of an address that is looked at at all."""

Place = Annotated[str, Form(max_length=LONGEST)]


def _page(ctx: Context, visitor: Visitor, status: int = 200, notice: str = "", said: str = "") -> Response:
    """The page, perhaps with a refusal above it."""
    told = called_page(ctx.calling, visitor.player, visitor.words)
    return page(ctx, visitor, "called.html", status, told=told, notice=notice, said=said)


def _refused(ctx: Context, visitor: Visitor, error: BadChannel | NoSuchChannel | TooMany) -> Response:
    return _page(ctx, visitor, error.status, error.translated(visitor.words))


@router.get("/account/called")
def called(ctx: Ctx, visitor: Reading, said: str = "") -> Response:
    """How the visitor is called."""
    return _page(ctx, visitor, said=said)


@router.post("/account/called/wishes")
def wish(ctx: Ctx, visitor: Sending, kinds: Annotated[list[str], Form()] = []) -> Response:  # noqa: B006
    """For what, from now on."""
    ctx.calling.wish(visitor.named(""), kinds)
    return goto(ctx, visitor, "/account/called?said=saved")


@router.post("/account/called/mail")
def add_mail(ctx: Ctx, visitor: Sending, address: Place = "") -> Response:
    """Call me by mail: first the address is asked for its consent."""
    try:
        channel = ctx.calling.add_mail(visitor.named(""), address, visitor.address)
    except (BadChannel, TooMany) as error:
        return _refused(ctx, visitor, error)
    return goto(ctx, visitor, f"/account/called?said={'on' if channel.status == 'on' else 'asked'}")


@router.post("/account/called/hook")
def add_hook(ctx: Ctx, visitor: Sending, address: Place = "") -> Response:
    """Call me in a chat room."""
    try:
        ctx.calling.add_hook(visitor.named(""), address)
    except BadChannel as error:
        return _refused(ctx, visitor, error)
    return goto(ctx, visitor, "/account/called?said=on")


@router.post("/account/called/push")
def add_push(
    ctx: Ctx,
    visitor: Sending,
    endpoint: Place,
    p256dh: Place,
    auth: Place,
    user_agent: Annotated[str, Header()] = "",
) -> Response:
    """Call me in this browser, also while none of our pages is open there."""
    try:
        ctx.calling.add_push(visitor.named(""), endpoint, p256dh, auth, device_name(user_agent))
    except BadChannel as error:
        return _refused(ctx, visitor, error)
    return goto(ctx, visitor, "/account/called?said=on")


@router.post("/account/called/try")
def try_out(ctx: Ctx, visitor: Sending, channel: Text) -> Response:
    """Call me once, for a try."""
    try:
        ctx.calling.try_out(visitor.known(), channel)
    except (BadChannel, NoSuchChannel, TooMany) as error:
        return _refused(ctx, visitor, error)
    return goto(ctx, visitor, "/account/called?said=try")


@router.post("/account/called/end")
def end(ctx: Ctx, visitor: Sending, channel: Text) -> Response:
    """Call me there no longer."""
    try:
        ctx.calling.end(visitor.known(), channel)
    except NoSuchChannel as error:
        return _refused(ctx, visitor, error)
    return goto(ctx, visitor, "/account/called?said=off")


# ---------------------------------------------------------------------------------------------------- links of mails


@router.get("/called/{deed}/{channel}/{proof}")
def follow_link(ctx: Ctx, visitor: Reading, deed: str, channel: str, proof: str) -> Response:
    """The page behind a link sends its form at once; a mail filter that only looks at links changes nothing."""
    found = ctx.calling.by_link(deed, channel, proof)
    return page(ctx, visitor, "call_link.html", deed=deed, channel=found, done=False, path=visitor.path)


@router.post("/called/end/{channel}/{proof}")
def end_by_link(ctx: Ctx, visitor: Reading, channel: str, proof: str) -> Response:
    """One click ends it, for who has the link: mail programs send this by themselves (RFC 8058)."""
    ctx.calling.end_by_link(channel, proof)
    return page(ctx, visitor, "call_link.html", deed="end", channel=None, done=True, path="")


@router.post("/called/confirm/{channel}/{proof}")
def confirm_by_link(ctx: Ctx, visitor: Reading, channel: str, proof: str) -> Response:
    """Whoever reads the mail agrees."""
    done = ctx.calling.confirm_by_link(channel, proof)
    found = ctx.calling.by_link("confirm", channel, proof) if done else None
    return page(ctx, visitor, "call_link.html", 200 if done else 404, deed="confirm", channel=found, done=done, path="")
