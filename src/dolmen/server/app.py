"""The application: what it consists of, what it answers when something is refused, how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response

from dolmen import __version__
from dolmen.core.errors import DolmenError, IllegalAction, UnknownGame
from dolmen.core.words import words
from dolmen.server.api import plays as plays_api
from dolmen.server.api import tables as tables_api
from dolmen.server.bot_runner import BotRunner
from dolmen.server.config import Config
from dolmen.server.context import Context, Visitor
from dolmen.server.duty import on_duty
from dolmen.server.errors import NotYourSeat, StoredOnly, TableError
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.home import home_page
from dolmen.server.pg_notify import listen
from dolmen.server.rendering import Rendering, static_file
from dolmen.server.routes import account, advice, guide, home, replay, stream, table, text
from dolmen.server.security import Guard, Limiter, Secrets
from dolmen.server.stored_table import stored_table
from dolmen.store import NotFound, Repeated, SeatTaken, Stale, Store, Unavailable

log = logging.getLogger("dolmen.server")

THREADS = 4
"""Requests that are worked on at a time: one computes, others wait for the disk; more get in each other's way."""

RETRY_SECONDS = 5
"""After so many seconds it is worth trying again where the database could not be used."""

Chance = Callable[[Sequence[int]], int]


def make_app(config: Config, store: Store | None = None, chance: Chance = secrets.choice) -> FastAPI:
    """The whole server."""
    opened = store or Store(config.database_url())
    hub = Hub()
    secret = opened.setting("secret", secrets.token_hex(32))
    tables = LiveTables(opened, hub, secret, chance)
    ctx = Context(config, opened, hub, tables, Rendering(config.root_path), Secrets(secret))
    bots = BotRunner(tables, ctx.addresses, config.bot_processes, config.pace)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        hub.start(asyncio.get_running_loop())
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        ctx.rendering.warm()  # so that the first pages come at once
        home_page(opened, None, words("en"))
        tasks = [asyncio.create_task(on_duty(opened, bots.run))]
        if opened.is_postgres:
            tasks.append(asyncio.create_task(listen(tables)))
        try:
            yield
        finally:
            ctx.closing = True
            hub.wake_all()
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            bots.close()

    app = FastAPI(
        title="Dolmen",
        version=__version__,
        description="Play at tables by program: make a table, read what a seat may see, list choices, play, stream.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.context = ctx
    app.state.advisers = advice.Advisers(bots)
    for pages in (home, account, table, stream, replay, advice, guide, text):
        app.include_router(pages.router)
    app.include_router(tables_api.router)
    app.include_router(plays_api.router)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    limiter = Limiter(config.rate, config.rate * 5)
    app.add_middleware(
        Guard, body_limit=config.body_limit, limiter=limiter, metrics=ctx.metrics, root_path=config.root_path
    )
    _add_plain_routes(app, ctx, bots)
    _add_refusals(app, ctx)
    return app


def _add_plain_routes(app: FastAPI, ctx: Context, bots: BotRunner) -> None:
    """Static files, health, metrics."""
    began = time.time()

    @app.get("/static/{name:path}", include_in_schema=False)
    def static(name: str) -> Response:
        file = static_file(name)
        if file is None:
            raise NotFound("there is no such file")
        return FileResponse(file, headers={"Cache-Control": "public, max-age=31536000, immutable"})

    @app.api_route("/health", methods=["GET", "HEAD"], include_in_schema=False)
    def health() -> JSONResponse:
        try:
            ctx.store.check()
        except Unavailable as error:
            return JSONResponse({"status": "unavailable", "message": str(error)}, 503, _headers(error))
        return JSONResponse({"status": "ok", "version": __version__})

    @app.get("/metrics", include_in_schema=False)
    def metrics() -> PlainTextResponse:
        values: dict[str, float] = {
            "process_cpu_seconds_total": round(time.process_time(), 3),
            "dolmen_uptime_seconds": round(time.time() - began, 1),
            "dolmen_streams": ctx.hub.streams,
            "dolmen_decisions_total": ctx.tables.decisions,
            "dolmen_bot_decisions_total": bots.thought,
            **{f"dolmen_{name}_total": value for name, value in sorted(ctx.metrics.items())},
        }
        return PlainTextResponse("".join(f"{name} {value}\n" for name, value in values.items()))


def _add_refusals(app: FastAPI, ctx: Context) -> None:
    """Refusals as pages for people, as JSON for programs."""

    @app.exception_handler(DolmenError)
    def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, DolmenError)
        status, headers = _status(error), _headers(error)
        if request.url.path.removeprefix(ctx.config.root_path).startswith("/api/"):
            body: dict[str, Any] = {"error": type(error).__name__, "message": str(error)}
            if isinstance(error, Stale):
                body["sequence"] = error.current
            if isinstance(error, Repeated):
                body["sequence"] = error.sequence
            return JSONResponse(body, status, headers)
        visitor = Visitor(ctx, request, known=not isinstance(error, Unavailable))
        _ = visitor.words.gettext
        text, watched = error.translated(visitor.words), ""
        if isinstance(error, StoredOnly) and request.method == "GET" and not visitor.scripted:  # it can still be read
            stored = stored_table(ctx.store, request.path_params["table_id"])
            return HTMLResponse(
                ctx.rendering.render("stored.html", visitor.words, visitor=visitor, text=text, stored=stored)
            )
        if isinstance(error, NotFound):
            text = _("There is no such table.")
        elif isinstance(error, NotYourSeat):
            text = _("This seat belongs to somebody else. You may watch.")
            watched = request.path_params.get("table_id", "")
        if visitor.scripted:
            return HTMLResponse(
                ctx.rendering.render("refused.html", visitor.words, text=text),
                status,
                headers={"Cache-Control": "no-store", **headers},
            )
        html = ctx.rendering.render("message.html", visitor.words, visitor=visitor, text=text, table_id=watched)
        return HTMLResponse(html, status, headers)


def _headers(error: DolmenError) -> dict[str, str]:
    return {"Retry-After": str(RETRY_SECONDS)} if isinstance(error, Unavailable) else {}


def _status(error: DolmenError) -> int:
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, TableError):
        return error.status
    if isinstance(error, (NotFound, UnknownGame)):
        return 404
    if isinstance(error, (Stale, Repeated, SeatTaken, IllegalAction)):
        return 409
    return 422
