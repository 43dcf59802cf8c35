"""The JSON API for being called: by which channels, for what; each is asked for, tried and ended."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Response
from pydantic import Field

from dolmen.core.words import words
from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.border import Sent
from dolmen.server.calls.calling import WAYS
from dolmen.server.calls.devices import device_name
from dolmen.server.context import Address, Ctx
from dolmen.server.pages.called import trouble
from dolmen.store import CallChannel
from dolmen.wire.base import Told

router = APIRouter(prefix="/api", tags=["called"], dependencies=[KNOWN])

Kind = Literal["turn", "answer", "begin", "over"]
Way = Literal["push", "mail", "hook"]


class ChannelView(Told):
    """A place at which you are called."""

    id: str
    """By it the channel is tried and ended."""
    way: Way
    """`push` (a browser), `mail`, or `hook` (a chat room's webhook)."""
    address: str
    """Where it leads."""
    label: str
    """What your page calls it: the browser, the host of the room."""
    status: Literal["asked", "on", "off"]
    """`asked`: a mail was sent, and nothing else is before its link is followed; `off`: the other side has ended it."""
    since: int
    """Milliseconds since 1970; what happened before is not told."""
    trouble: str
    """What went wrong there last, in a sentence; empty where nothing did."""


class CalledView(Told):
    """How you are called."""

    kinds: list[Kind]
    """For what: your `turn`, an `answer` that is wanted, a table of yours that has begun, or is over."""
    channels: list[ChannelView]
    """The places at which you are."""
    offers: list[Way]
    """The ways in which this host calls people."""
    push_key: str
    """What a browser subscribes with (`applicationServerKey`)."""


class WishedKinds(Sent):
    """For what you want to be called."""

    kinds: list[Kind] = Field(max_length=10)
    """All that you want; an empty list: nothing."""


class NewChannel(Sent):
    """A place at which you want to be called."""

    way: Way
    """By what."""
    address: str = Field(min_length=1, max_length=1000)
    """A mail address; or the address of a webhook or of a browser's push service, which begins with `https://`."""
    p256dh: str = Field(default="", max_length=200)
    """Of a browser, its public key, and the secret that it shares with us, both as it tells them."""
    auth: str = Field(default="", max_length=200)
    """The secret that it shares with us."""


def _view(channel: CallChannel) -> ChannelView:
    return ChannelView.model_validate(
        {
            **{name: getattr(channel, name) for name in ("id", "address", "label", "status", "since")},
            "way": channel.kind,
            "trouble": trouble(channel, words("en")),
        }
    )


@router.get("/called")
def read_called(ctx: Ctx, player: Caller) -> CalledView:
    """By which channels you are called, and for what."""
    calling = ctx.calling
    return CalledView.model_validate(
        {
            "kinds": calling.wishes(player),
            "channels": [_view(channel) for channel in calling.channels(player)],
            "offers": [way for way in WAYS if calling.offers(way)],
            "push_key": calling.vapid.public,
        }
    )


@router.put("/called/kinds", status_code=204)
def choose_kinds(ctx: Ctx, player: Caller, wished: WishedKinds) -> None:
    """For what you want to be called from now on."""
    ctx.calling.wish(player, wished.kinds)


@router.post("/called/channels", status_code=201)
def add_channel(
    ctx: Ctx, player: Caller, network: Address, wished: NewChannel, user_agent: Annotated[str, Header()] = ""
) -> ChannelView:
    """Be called at one place more. A mail address is asked for its consent first; 422 where nobody can be called."""
    calling = ctx.calling
    if wished.way == "mail":
        return _view(calling.add_mail(player, wished.address, network))
    if wished.way == "hook":
        return _view(calling.add_hook(player, wished.address))
    return _view(calling.add_push(player, wished.address, wished.p256dh, wished.auth, device_name(user_agent)))


@router.post("/called/channels/{channel_id}/try", status_code=202, response_class=Response)
def try_channel(ctx: Ctx, player: Caller, channel_id: str) -> Response:
    """Be called there once, for a try."""
    ctx.calling.try_out(player, channel_id)
    return Response(status_code=202)


@router.delete("/called/channels/{channel_id}", status_code=204)
def end_channel(ctx: Ctx, player: Caller, channel_id: str) -> None:
    """Be called there no longer: the address is forgotten."""
    ctx.calling.end(player, channel_id)
