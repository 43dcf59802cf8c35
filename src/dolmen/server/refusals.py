"""What is answered when something is refused, or fails: a page for people, JSON for programs."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dolmen.core.errors import DolmenError, IllegalAction, UnknownGame, translatable
from dolmen.core.words import capitalized
from dolmen.server.context import FRESH, Context, Visitor
from dolmen.server.errors import (
    BadRequest,
    InvalidRequest,
    NoSuchPage,
    NoToken,
    NotYourSeat,
    StoredOnly,
    TableError,
    TooMany,
    Unforeseen,
    WrongMethod,
)
from dolmen.server.stored_table import stored_table
from dolmen.store import Gone, NotFound, Repeated, SeatTaken, Stale, Unavailable
from dolmen.wire.problem import Fault, Problem

log = logging.getLogger("dolmen.server")

METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")

RETRY_SECONDS = 5
"""After so many seconds it is worth trying again where the database could not be used."""


def refusal(ctx: Context, request: Request, error: DolmenError, detail: Sequence[Fault] = ()) -> Response:
    """The answer to a request that is refused; programs are told more where there is more to tell."""
    ctx.metrics.note_refusal(error)
    if is_for_programs(ctx, request):
        problem = Problem(
            error=type(error).__name__,
            message=str(error),
            sequence=_sequence(error),
            retry_after=_retry_seconds(error),
            detail=list(detail) or None,
        )
        return JSONResponse(problem.model_dump(exclude_none=True), _status(error), headers=headers(error))
    visitor = Visitor(ctx, request, known=not isinstance(error, Unavailable))
    if isinstance(error, Gone) and visitor.player:  # he himself may be gone: then he is a stranger from now on
        ctx.forget_sessions(visitor.player)
        visitor = Visitor(ctx, request)
    watched = request.path_params.get("table_id", "") if isinstance(error, NotYourSeat) else ""
    text = _sentence(error, visitor, watched)
    if isinstance(error, StoredOnly) and request.method == "GET" and not visitor.scripted:  # it can still be read
        stored = stored_table(ctx.store, request.path_params["table_id"])
        return HTMLResponse(
            ctx.rendering.render("stored.html", visitor.words, visitor=visitor, text=text, stored=stored)
        )
    if visitor.scripted:
        html = ctx.rendering.render("refused.html", visitor.words, text=text)
        return HTMLResponse(html, _status(error), headers={**FRESH, **headers(error)})
    html = ctx.rendering.render("message.html", visitor.words, visitor=visitor, text=text, table_id=watched)
    return HTMLResponse(html, _status(error), headers=headers(error))


def is_for_programs(ctx: Context, request: Request) -> bool:
    """Whether a program asks, which reads JSON."""
    path: str = request.scope["path"]
    return path.removeprefix(ctx.rendering.root_path).startswith("/api/")


def _sentence(error: DolmenError, visitor: Visitor, watched: str = "") -> str:
    _ = visitor.words.gettext
    if isinstance(error, NotFound):
        return _("There is no such table.")
    if isinstance(error, Gone):
        return _("What this is about was removed meanwhile. Please begin again.")
    if isinstance(error, NotYourSeat):
        reason, watch = capitalized(error.translated(visitor.words)), _("You may watch.")
        return f"{reason}. {watch}" if watched else f"{reason}."
    return error.translated(visitor.words)


def _sequence(error: DolmenError) -> int | None:
    if isinstance(error, Stale):
        return error.current
    return error.sequence if isinstance(error, Repeated) else None


def headers(error: DolmenError) -> dict[str, str]:
    """When it is worth trying again, where that is known; how a program says who it is, where it did not."""
    if isinstance(error, NoToken):
        return {"WWW-Authenticate": "Bearer"}
    seconds = _retry_seconds(error)
    return {} if seconds is None else {"Retry-After": str(seconds)}


def _retry_seconds(error: DolmenError) -> int | None:
    if isinstance(error, Unavailable):
        return RETRY_SECONDS
    return error.seconds if isinstance(error, TooMany) else None


def _status(error: DolmenError) -> int:
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, TableError):
        return error.status
    if isinstance(error, (NotFound, UnknownGame)):
        return 404
    if isinstance(error, Gone):
        return 410
    if isinstance(error, (Stale, Repeated, SeatTaken, IllegalAction)):
        return 409
    return 422


def invalid(ctx: Context, request: Request, error: RequestValidationError) -> Response:
    """The answer to a request that lacks something or holds something strange. What was sent is not told again."""
    faults = [Fault(type=found["type"], loc=list(found["loc"]), msg=found["msg"]) for found in error.errors()]
    text = translatable("Something in this request is missing, or is not what belongs there.")
    if faults and is_for_programs(ctx, request):
        where = ".".join(str(part) for part in faults[0].loc[1:]) or str(faults[0].loc[0])
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if where == "body" and faults[0].type != "missing" and not kind.endswith("json"):
            text = "A body is JSON here, with 'Content-Type: application/json'."
        else:
            text = f"{text.rstrip('.')}: '{where[:80]}': {faults[0].msg}"
    return refusal(ctx, request, InvalidRequest(text), faults)


def unknown(ctx: Context, request: Request, error: HTTPException) -> Response:
    """The answer where there is no such address, no such method, or a body that cannot be read."""
    refused: TableError = BadRequest(translatable("This request cannot be understood."))
    if error.status_code == NoSuchPage.status:
        refused = NoSuchPage(translatable("There is no such page."))
    elif error.status_code == WrongMethod.status:
        refused = WrongMethod(str(refused))
    told = dict(error.headers or {})
    if isinstance(refused, WrongMethod) and is_for_programs(ctx, request):
        told["Allow"] = _methods(request)
        refused = WrongMethod(f"This address takes {told['Allow']}, not {request.method}.")
    answer = refusal(ctx, request, refused)
    answer.status_code = error.status_code
    answer.headers.update(told)
    return answer


def _methods(request: Request) -> str:
    """What may be done at an address: the framework names the methods of the first route alone that leads there."""
    routes: Sequence[BaseRoute] = request.app.routes
    asked = [{**request.scope, "method": method} for method in METHODS]
    found = [scope["method"] for scope in asked if any(route.matches(scope)[0] == Match.FULL for route in routes)]
    return ", ".join(found)


class Failures:
    """ASGI middleware: what nobody foresaw is written to the log, once, and answered in a sentence."""

    def __init__(self, app: ASGIApp, ctx: Context) -> None:
        self.app = app
        self.ctx = ctx

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and answer in its place where it fails."""
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noticed)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception:
            if begun or scope["type"] != "http":
                raise
            log.exception("%s %s failed", scope["method"], scope["path"])
            answer = await run_in_threadpool(self._answer, Request(scope))
            await answer(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        text = translatable("Something went wrong here. The host finds it in the log; please try again.")
        try:
            return refusal(self.ctx, request, Unforeseen(text))
        except Exception:  # whatever failed may fail again where a page is made
            return PlainTextResponse(text, Unforeseen.status)
