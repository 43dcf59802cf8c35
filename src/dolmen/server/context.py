"""Who visits, and what the routes work with."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, cast
from urllib.parse import parse_qsl

from fastapi import Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from dolmen.core.errors import translatable
from dolmen.core.words import Words, preferred, words
from dolmen.server.addresses import Addresses
from dolmen.server.attempts import Attempts
from dolmen.server.border import Whole, is_writable
from dolmen.server.calls.calling import Calling
from dolmen.server.config import Config
from dolmen.server.errors import BadRequest, NotYourSeat
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.metrics import Metrics
from dolmen.server.names import given_name
from dolmen.server.pauses import Pauses
from dolmen.server.quotas import Quotas, network_of
from dolmen.server.rendering import Rendering
from dolmen.server.security import COOKIE, CSRF_HEADER, YEAR, Secrets
from dolmen.server.streams import Streams
from dolmen.store import Player, Store

LANGUAGE_COOKIE = "dolmen_language"
THEME_COOKIE = "dolmen_theme"
CONFIRM_COOKIE = "dolmen_confirm"
CONFIRMS = ("deed", "turn", "never")
_CONFIRMS = {**{wish: wish for wish in CONFIRMS}, "on": "deed", "off": "never"}
"""What the cookie means, also in the words of earlier versions."""
MOST_FIELDS = 1_000
"""No form has more."""
SESSION_SECONDS = 60.0
"""So long a session is remembered, unless another server says that it may have changed."""
DEAF_SESSION_SECONDS = 5.0
"""Likewise, where we do not hear of what others do."""


@dataclass
class Context:
    """What one server consists of."""

    config: Config
    store: Store
    hub: Hub
    tables: LiveTables
    rendering: Rendering
    secrets: Secrets
    attempts: Attempts = field(default_factory=Attempts)
    metrics: Metrics = field(default_factory=Metrics)
    closing: bool = False
    streams: Streams = field(default_factory=Streams)
    quotas: Quotas = field(init=False)
    pauses: Pauses = field(init=False)
    addresses: Addresses = field(default_factory=Addresses)
    calling: Calling = field(init=False)
    _sessions: dict[str, tuple[Player | None, float]] = field(default_factory=dict)
    _people: object = None
    """What `_sessions` holds for: see `LiveTables.people`."""

    def __post_init__(self) -> None:
        self.quotas = Quotas(self.config)
        self.pauses = Pauses(self.tables)
        self.calling = Calling(self.config, self.store, self.quotas, self.secrets.key)

    def player_of(self, token: str) -> Player | None:
        """Whose session it is; remembered for a while."""
        now, people = time.monotonic(), self.tables.people
        if people is not self._people or len(self._sessions) > 10_000:
            self._sessions.clear()
            self._people = people
        player, until = self._sessions.get(token, (None, 0.0))
        if until < now:
            player = self.store.player_of_token(token, "session")
            if people is self.tables.people:  # else it may have changed again
                seconds = SESSION_SECONDS if self.tables.hears else DEAF_SESSION_SECONDS
                self._sessions[token] = (player, now + seconds)
        return player

    def forget_session(self, token: str) -> None:
        """Look it up again next time."""
        self._sessions.pop(token, None)

    def forget_sessions(self, player: Player) -> None:
        """Look up all sessions of a player again."""
        for token, (owner, _until) in list(self._sessions.items()):
            if owner is not None and owner.id == player.id:
                self.forget_session(token)


async def context(request: Request) -> Context:  # (no thread is needed for that)
    """The server's own."""
    return cast(Context, request.app.state.context)


def address(request: Request) -> str:
    """Where a request comes from, as it is counted."""
    return network_of(request.client.host) if request.client else "-"


class Visitor:
    """Whoever sends a request: a browser's session, with or without a player."""

    def __init__(self, ctx: Context, request: Request, *, known: bool = True) -> None:
        """From what the browser says; unless `known`, nobody is looked up: everybody is a stranger."""
        self._ctx = ctx
        cookie = request.cookies.get(COOKIE, "")
        self._token = ctx.secrets.read(cookie) or ""
        self._new_cookie: str | None = None
        self._language: str | None = None
        self._confirm: str | None = None
        self.player: Player | None = ctx.player_of(self._token) if self._token and known else None
        self.scripted = request.headers.get("hx-request") == "true"
        self.address = address(request)
        if self.player is not None:
            ctx.addresses.note(self.player.id, self.address)
        path = request.url.path.removeprefix(ctx.rendering.root_path)
        self.path = path + (f"?{request.url.query}" if request.url.query else "")
        """The address, without the prefix of a proxy."""
        self.origin = ctx.config.origin() or f"{request.url.scheme}://{request.url.netloc}"
        self.confirm = _CONFIRMS.get(request.cookies.get(CONFIRM_COOKIE, ""), "deed")
        """What this browser wants to confirm: each `deed`, each `turn`, or nothing (`never`)."""
        theme = request.cookies.get(THEME_COOKIE, "")
        self.theme = theme if theme in ("light", "dark") else ""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "") or (self.player.language if self.player else "")
        self.words: Words = words(chosen or preferred(request.headers.get("accept-language", "")))
        if not self._token:  # forms need a session, even before there is a player
            self._token = _blank()
            self._new_cookie = self._token

    @property
    def csrf(self) -> str:
        """What this visitor's forms carry."""
        return self._ctx.secrets.csrf(self._token)

    @property
    def is_called(self) -> bool:
        """Whether the host calls this visitor when a table waits, by any channel."""
        return self._ctx.calling.is_called(self.player)

    def is_csrf(self, given: str) -> bool:
        """Whether a form is this visitor's."""
        return self._ctx.secrets.is_csrf(self._token, given)

    def known(self) -> Player:
        """The player. Raises NotYourSeat for strangers."""
        if self.player is None:
            raise NotYourSeat(translatable("this seat belongs to somebody else"))
        return self.player

    def named(self, name: str) -> Player:
        """The player under that name (without one: as before); a stranger becomes a guest. Raises BadName."""
        name = given_name(name) if name.strip() else ""
        if self.player is None:
            with self._ctx.quotas.guests.one(self.address):
                self.become(self._ctx.store.new_player(name or "Guest", self.words.language))
        elif name and name != self.player.name:
            self._ctx.store.change_player(self.player.id, name=name)
            self._look_again()
        return self.known()

    def register(self, login: str, password: str, old: str) -> None:
        """Make an account of a guest, or change it by its old password, which ends all other sessions.

        Raises NameTaken, WrongPassword.
        """
        player = self.named("")
        if player.login is None:
            self._ctx.store.register(player.id, login, password)
        else:
            self._ctx.store.change_account(player.id, old, login, password, self._token)
        self._look_again()

    def _look_again(self) -> None:
        """Something of the player has changed."""
        if self.player is not None:
            self._ctx.forget_sessions(self.player)
            self.player = self._ctx.store.player(self.player.id)

    def become(self, player: Player) -> None:
        """A new session for that player."""
        self.player = player
        self._token = self._ctx.store.new_token(player.id, "session")
        self._new_cookie = self._token

    def leave(self) -> None:
        """End the session."""
        self._ctx.store.drop_token(self._token)
        self._ctx.forget_session(self._token)
        self.player = None
        self._token = self._new_cookie = _blank()

    def speak(self, language: str) -> None:
        """Another language from now on."""
        self._language = language
        if self.player:
            self._ctx.store.change_player(self.player.id, language=language)
            self._look_again()

    def choose_confirm(self, wish: str) -> None:
        """Confirm each deed, each turn or nothing from now on. Raises BadRequest."""
        if wish not in CONFIRMS:
            raise BadRequest(f"what is confirmed is one of: {', '.join(CONFIRMS)}")
        self.confirm = self._confirm = wish

    def remember(self, response: Response) -> None:
        """Set the cookies that are new."""
        new = {}
        if self._new_cookie is not None:
            new[COOKIE] = self._ctx.secrets.sign(self._new_cookie)
        if self._language is not None:
            new[LANGUAGE_COOKIE] = self._language
        if self._confirm is not None:
            new[CONFIRM_COOKIE] = self._confirm
        path = self._ctx.config.root_path or "/"
        secure = self._ctx.config.secure
        for name, value in new.items():
            response.set_cookie(name, value, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=secure)


def _blank() -> str:
    import secrets

    return secrets.token_urlsafe(18)


def reading_visitor(request: Request, ctx: Annotated[Context, Depends(context)]) -> Visitor:
    """The visitor of a request that only looks."""
    return Visitor(ctx, request)


async def sending_visitor(request: Request, ctx: Annotated[Context, Depends(context)]) -> Visitor:
    """The visitor of a request that changes something: it must come from one of our own pages."""
    return sender(request, ctx, (await request.form()).multi_items())


def sender(request: Request, ctx: Context, form: Sequence[tuple[str, Any]]) -> Visitor:
    """Likewise, where the form was read already. Raises BadRequest."""
    visitor = Visitor(ctx, request)
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise BadRequest("the form comes from another site")
    if not is_writable([part for pair in form for part in pair]):
        raise BadRequest("the form holds a character that no text may hold")
    given = request.headers.get(CSRF_HEADER) or str(dict(form).get("csrf", ""))
    if not visitor.is_csrf(given):
        raise BadRequest(translatable("the form is too old: please load the page again"))
    return visitor


async def small_form(request: Request) -> list[tuple[str, Any]]:
    """The fields of a form that is small as a rule: read at once, which takes a tenth of what a form in pieces does."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        return (await request.form()).multi_items()
    body = (await request.body()).decode("latin-1")
    try:
        return list(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadRequest("the form has too many fields") from None


# ---------------------------------------------------------------------------------------------------- for all routes

Ctx = Annotated[Context, Depends(context)]
Address = Annotated[str, Depends(address)]
Reading = Annotated[Visitor, Depends(reading_visitor)]
Sending = Annotated[Visitor, Depends(sending_visitor)]
Text = Annotated[str, Form()]
Number = Annotated[Whole, Form()]

FRESH = {"Cache-Control": "no-store"}
"""For answers that are true now alone."""


def page(ctx: Context, visitor: Visitor, template: str, status: int = 200, **more: Any) -> HTMLResponse:
    """A page, with what every page needs."""
    html = ctx.rendering.render(template, visitor.words, visitor=visitor, **more)
    response = HTMLResponse(html, status, headers=FRESH)
    visitor.remember(response)
    return response


def goto(ctx: Context, visitor: Visitor, path: str) -> Response:
    """Go on to another page."""
    response = RedirectResponse(ctx.rendering.url(path), 303)
    visitor.remember(response)
    return response
