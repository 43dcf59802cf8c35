"""The application: what it consists of, what it answers when something is refused, how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response

from dolmen import __version__
from dolmen.core.errors import DolmenError
from dolmen.core.words import words
from dolmen.server import refusals
from dolmen.server.api import account as account_api
from dolmen.server.api import called as called_api
from dolmen.server.api import endings as endings_api
from dolmen.server.api import invitations as invitations_api
from dolmen.server.api import moments as moments_api
from dolmen.server.api import my_games as my_games_api
from dolmen.server.api import planner as planner_api
from dolmen.server.api import plays as plays_api
from dolmen.server.api import reviews as reviews_api
from dolmen.server.api import setups as setups_api
from dolmen.server.api import statistics as statistics_api
from dolmen.server.api import table_stream as table_stream_api
from dolmen.server.api import tables as tables_api
from dolmen.server.api import tokens as tokens_api
from dolmen.server.api import tournaments as tournaments_api
from dolmen.server.api.description import ABOUT, DescribedApi, operation_id
from dolmen.server.bot_runner import BotRunner
from dolmen.server.calls.lookers import Lookers
from dolmen.server.calls.postman import Postman
from dolmen.server.calls.runner import CallRunner
from dolmen.server.config import Config
from dolmen.server.context import Context
from dolmen.server.duty import on_duty
from dolmen.server.expectations import Expectations
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.home import home_page
from dolmen.server.pg_notify import listen
from dolmen.server.proxy import Forwarded, Proxies
from dolmen.server.rendering import Rendering, static_file
from dolmen.server.results import Results
from dolmen.server.reviews import Reviews
from dolmen.server.routes import (
    account,
    advice,
    branch,
    called,
    guide,
    home,
    installing,
    invitations,
    my_games,
    planner,
    player,
    players,
    reference,
    replay,
    review,
    setups,
    statistics,
    stream,
    table,
    text,
)
from dolmen.server.routes import tournaments as tournament_pages
from dolmen.server.security import Guard, Limiter, Secrets
from dolmen.server.timekeeper import Timekeeper
from dolmen.server.tournaments import TournamentRunner
from dolmen.server.watch import kept_up
from dolmen.store import NotFound, Store, Unavailable

log = logging.getLogger("dolmen.server")

THREADS = 4
"""Requests that are worked on at a time: one computes, others wait for the disk; more get in each other's way."""

FIGURES_SECONDS = 2.0
"""So often a worker keeps its figures for the others."""

Chance = Callable[[Sequence[int]], int]


def make_app(config: Config, store: Store | None = None, chance: Chance = secrets.choice) -> FastAPI:
    """The whole server."""
    opened = store or Store(config.database_url())
    hub = Hub()
    secret = opened.setting("secret", secrets.token_hex(32))
    tables = LiveTables(opened, hub, secret, chance)
    ctx = Context(config, opened, hub, tables, Rendering(config.root_path), Secrets(secret))
    bots = BotRunner(tables, ctx.addresses, config.bot_processes, config.pace)
    tables.pause = round(1000 * config.pause)
    reviews = Reviews(tables, bots, config.review_visits)
    timekeeper = Timekeeper(tables)
    results, tournaments = Results(tables), TournamentRunner(tables)

    def finished() -> None:
        results.wake()
        tournaments.wake()

    tables.finished = finished
    figures = Figures(ctx, bots)
    lookers = Lookers(opened, ctx.streams)
    postman = Postman(config, tables, ctx.calling, lookers)
    calls = CallRunner(tables, lookers, postman, ctx.metrics, config.notice_delay)

    async def duties() -> None:
        async with asyncio.TaskGroup() as group:
            for worker in (bots, reviews, results, timekeeper, calls, tournaments):
                group.create_task(kept_up(worker.run))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        hub.start(asyncio.get_running_loop())
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        ctx.rendering.warm()  # so that the first pages come at once
        with contextlib.suppress(Unavailable):  # it may be restarted just now
            home_page(tables, None, words("en"))
        works: list[Callable[[], Awaitable[None]]] = [partial(on_duty, opened, duties), ctx.pauses.run]
        if opened.is_postgres:
            works += [partial(listen, tables), partial(_keep_figures, figures)]
            works += [partial(tables.attendance.tell, opened), lookers.run]
        tasks = [asyncio.create_task(kept_up(work)) for work in works]
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

    app = DescribedApi(
        title="Dolmen",
        version=__version__,
        description=ABOUT,
        generate_unique_id_function=operation_id,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.context = ctx
    app.state.advisers = advice.Advisers(bots)
    app.state.expectations = Expectations(bots)
    app.state.reviews = reviews
    app.add_route("/t/{table_id}/moves", table.move, methods=["POST"])
    for pages in (
        home,
        account,
        called,
        table,
        players,
        stream,
        replay,
        review,
        branch,
        advice,
        guide,
        text,
        planner,
        installing,
        statistics,
        player,
        invitations,
        reference,
        setups,
        my_games,
        tournament_pages,
    ):
        app.include_router(pages.router)
    for api in (
        account_api,
        tables_api,
        my_games_api,
        plays_api,
        table_stream_api,
        invitations_api,
        endings_api,
        moments_api,
        planner_api,
        tokens_api,
        reviews_api,
        statistics_api,
        setups_api,
        called_api,
        tournaments_api,
    ):
        app.include_router(api.router)
    app.add_middleware(refusals.Failures, ctx=ctx)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    limiter = Limiter(config.rate, config.rate * 5)
    app.add_middleware(
        Guard, body_limit=config.body_limit, limiter=limiter, metrics=ctx.metrics, root_path=config.root_path
    )
    app.add_middleware(Forwarded, proxies=Proxies(config.proxy))
    _add_plain_routes(app, ctx, figures)
    _add_refusals(app, ctx)
    return app


@dataclass(frozen=True)
class Figures:
    """What the parts of a server count, for its metrics."""

    ctx: Context
    bots: BotRunner

    def counts(self) -> dict[str, int]:
        """Numbers that only grow."""
        failures, decisions = self.ctx.store.failures, self.ctx.tables.decisions
        return {"decisions": decisions, "bot_decisions": self.bots.thought, "database_errors": failures}

    def levels(self) -> dict[str, int]:
        """Numbers that rise and fall."""
        streams = self.ctx.hub.streams
        return {"streams": streams, "bot_queue": self.bots.waiting, "bot_troubles": self.bots.troubled}


async def _keep_figures(figures: Figures) -> None:
    """Where several workers serve, any of them tells the figures of all: so each keeps its own up to date."""
    while True:
        figures.ctx.metrics.update(figures)
        await asyncio.sleep(FIGURES_SECONDS)


def _add_plain_routes(app: FastAPI, ctx: Context, figures: Figures) -> None:
    """Static files, health, metrics."""

    @app.get("/static/{name:path}", include_in_schema=False)
    def static(name: str) -> Response:
        file = static_file(name)
        if file is None:
            raise NotFound("there is no such file")
        return FileResponse(file, headers={"Cache-Control": "public, max-age=31536000, immutable"})

    @app.get("/health", include_in_schema=False)
    def health() -> JSONResponse:
        try:
            ctx.store.check()
        except Unavailable as error:
            return JSONResponse({"status": "unavailable", "message": str(error)}, 503, refusals.headers(error))
        return JSONResponse({"status": "ok", "version": __version__})

    @app.get("/metrics", include_in_schema=False)
    def metrics() -> Response:
        ctx.metrics.update(figures)
        return Response(ctx.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _add_refusals(app: FastAPI, ctx: Context) -> None:
    """Refusals as pages for people, as JSON for programs."""

    @app.exception_handler(DolmenError)
    def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, DolmenError)
        return refusals.refusal(ctx, request, error)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return refusals.invalid(ctx, request, error)

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return refusals.unknown(ctx, request, error)
