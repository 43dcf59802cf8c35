"""The first page: begin a table, bring a game from a file, choose a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, File, Request, UploadFile
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.contract.registry import find
from dolmen.core.errors import DolmenError, UnknownGame
from dolmen.core.words import LANGUAGES
from dolmen.server.commands import making
from dolmen.server.context import Context, Ctx, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import TableError, TooMany
from dolmen.server.forms import TableWish
from dolmen.server.pages.home import home_page
from dolmen.server.set_up import filled_form
from dolmen.store import Gone, Unavailable

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request, ctx: Ctx, visitor: Reading) -> Response:
    """The first page; an address that tells a set-up fills the form of its game."""
    told = dict(request.query_params)
    filled = filled_form(find(told["game"]).key, told) if "game" in told else {}
    shown = home_page(ctx.tables, visitor.player, visitor.words, filled)
    return page(ctx, visitor, "home.html", home=shown, notice=None)


@router.post("/tables")
async def new_table(request: Request, ctx: Ctx, visitor: Sending) -> Response:
    """Make a table and go there; what makes no sense is told above the form, which stays as it was filled."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    try:
        player = await run_in_threadpool(visitor.named, form.get("name", ""))
        wish = TableWish.read(form)
        with ctx.quotas.tables.one(visitor.address, player.id):
            table = await run_in_threadpool(
                making.create, ctx.tables, form.get("game", ""), player, wish.seats, wish.options, wish.clock, wish.bank
            )
    except (UnknownGame, TooMany, Gone, Unavailable):
        raise
    except DolmenError as error:
        status = error.status if isinstance(error, TableError) else 422
        text = error.translated(visitor.words)
        return _home_with(ctx, visitor, f"{text[:1].upper()}{text[1:]}.", status, form)
    return goto(ctx, visitor, f"/t/{table.id}")


@router.post("/upload")
async def upload(
    ctx: Ctx, visitor: Sending, file: Annotated[UploadFile | None, File()] = None, text: Text = ""
) -> Response:
    """Bring a game: from a file, or a log that was pasted."""
    name = file.filename or "" if file else ""
    try:
        if name and file:
            text = (await file.read()).decode("utf-8-sig")
        who = [visitor.address, *([visitor.player.id] if visitor.player else [])]
        with ctx.quotas.uploads.one(*who):
            table = await run_in_threadpool(making.bring, ctx.tables, text, name, visitor.player)
    except UnicodeDecodeError:
        return _home_with(ctx, visitor, visitor.words.gettext("The file is not text."))
    except (TooMany, Gone, Unavailable):
        raise
    except DolmenError as error:
        return _home_with(ctx, visitor, str(error))
    return goto(ctx, visitor, f"/t/{table.id}/replay?at=0")


def _home_with(
    ctx: Context, visitor: Visitor, text: str, status: int = 422, filled: Mapping[str, str] | None = None
) -> Response:
    """The first page with a refusal above its forms."""
    home = home_page(ctx.tables, visitor.player, visitor.words, filled or {})
    return page(ctx, visitor, "home.html", status, home=home, notice=text)


@router.post("/language")
def choose_language(ctx: Ctx, visitor: Sending, language: Text, back: Text = "/") -> Response:
    """Speak another language."""
    if language in LANGUAGES:
        visitor.speak(language)
    return _return(ctx, visitor, back)


@router.post("/preferences")
def choose_preferences(ctx: Ctx, visitor: Sending, confirm: Text = "", back: Text = "/") -> Response:
    """Whether the turns of this browser are confirmed."""
    visitor.choose_confirm(confirm)
    return _return(ctx, visitor, back)


def _return(ctx: Context, visitor: Visitor, path: str) -> Response:
    """Back to a page of ours."""
    path = path.removeprefix(ctx.rendering.root_path)
    return goto(ctx, visitor, path if path.startswith("/") and not path.startswith("//") else "/")
