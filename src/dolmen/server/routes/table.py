"""The pages: home, table, end, replay, rules, account. Writing needs a session and its form token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from dolmen.contract.presentation import Fact
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError, IllegalAction, IllegalLine, UnknownGame
from dolmen.core.words import LANGUAGES
from dolmen.server.context import Context, Visitor, context, form_guard, visitor
from dolmen.server.errors import BadRequest, NotYourSeat, StoredOnly, TableError, told
from dolmen.server.forms import TableWish
from dolmen.server.pages.end import end, replay
from dolmen.server.pages.home import home
from dolmen.server.pages.table import Pick, TablePart, table_part
from dolmen.server.stored_table import stored_table
from dolmen.server.streams import Reader, told_apart
from dolmen.store import NotFound, Player, Repeated, SeatTaken, Stale

router = APIRouter(include_in_schema=False)

Ctx = Annotated[Context, Depends(context)]
Seen = Annotated[Visitor, Depends(visitor)]
Known = Annotated[Visitor, Depends(form_guard)]
Text = Annotated[str, Form()]
Number = Annotated[int, Form()]


def page(ctx: Context, seen: Visitor, template: str, status: int = 200, **more: Any) -> HTMLResponse:
    """A page, with what every page needs."""
    html = ctx.rendering.render(template, seen.words, visitor=seen, **more)
    response = HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
    seen.remember(response)
    return response


def goto(ctx: Context, path: str, seen: Visitor) -> Response:
    """Go on to another page."""
    response = RedirectResponse(ctx.rendering.url(path), 303)
    seen.remember(response)
    return response


# ---------------------------------------------------------------------------------------------------- home


@router.get("/")
def home_page(ctx: Ctx, seen: Seen) -> Response:
    """The first page."""
    return page(ctx, seen, "home.html", home=home(ctx.store, seen.player, seen.words), notice=None)


@router.post("/tables")
async def new_table(request: Request, ctx: Ctx, seen: Known) -> Response:
    """Make a table and go there; what makes no sense is told above the form, which stays as it was filled."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    player = await run_in_threadpool(seen.named, form.get("name", "").strip()[:20])
    try:
        wish = TableWish.read(form)
        table = await run_in_threadpool(
            ctx.tables.create, form.get("game", ""), player, wish.seats, wish.options, wish.clock
        )
    except UnknownGame:
        raise
    except DolmenError as error:
        status = error.status if isinstance(error, TableError) else 422
        text = told(error, seen.words)
        return _home_with(ctx, seen, f"{text[:1].upper()}{text[1:]}.", status, form)
    return goto(ctx, f"/t/{table.id}", seen)


@router.post("/upload")
async def upload(ctx: Ctx, seen: Known, file: Annotated[UploadFile, File()]) -> Response:
    """Bring a game from a file."""
    data = await file.read()
    try:
        text = data.decode("utf-8-sig")
        table = await run_in_threadpool(ctx.tables.bring, text, file.filename or "", seen.player)
    except UnicodeDecodeError:
        return _home_with(ctx, seen, seen.words.gettext("The file is not text."))
    except (IllegalLine, DolmenError) as error:
        return _home_with(ctx, seen, str(error))
    return goto(ctx, f"/t/{table.id}/replay?at=0", seen)


def _home_with(
    ctx: Context, seen: Visitor, text: str, status: int = 422, filled: dict[str, str] | None = None
) -> Response:
    shown = home(ctx.store, seen.player, seen.words, filled or {})
    return page(ctx, seen, "home.html", status, home=shown, notice=text)


@router.post("/language")
def choose_language(ctx: Ctx, seen: Known, language: Text, back: Text = "/") -> Response:
    """Speak another language."""
    if language in LANGUAGES:
        seen.speak(language)
    return _return(ctx, seen, back)


@router.post("/preferences")
def choose_preferences(ctx: Ctx, seen: Known, confirm: Text = "", back: Text = "/") -> Response:
    """Whether the turns of this browser are confirmed."""
    seen.confirm_turns(confirm == "on")
    return _return(ctx, seen, back)


def _return(ctx: Context, seen: Visitor, path: str) -> Response:
    """Back to a page of ours."""
    path = path.removeprefix(ctx.rendering.root_path)
    return goto(ctx, path if path.startswith("/") and not path.startswith("//") else "/", seen)


# ---------------------------------------------------------------------------------------------------- account


@router.get("/account")
def account_page(ctx: Ctx, seen: Seen) -> Response:
    """Name and account."""
    return page(ctx, seen, "account.html", notice=None)


@router.post("/account/name")
def rename(ctx: Ctx, seen: Known, name: Text) -> Response:
    """Another name, from now on."""
    seen.named(name.strip()[:20])
    return goto(ctx, "/account", seen)


@router.post("/account/register")
def register(ctx: Ctx, seen: Known, login: Text, password: Text) -> Response:
    """Make an account of a guest."""
    _ = seen.words.gettext
    if not 3 <= len(login.strip()) <= 40 or len(password) < 8:
        text = _("A name has 3 letters or more, a password 8 or more.")
        return page(ctx, seen, "account.html", 422, notice=text)
    try:
        ctx.store.register(seen.named("").id, login.strip(), password)
    except DolmenError:
        return page(ctx, seen, "account.html", 409, notice=_("There is an account of that name already."))
    return goto(ctx, "/account", seen)


@router.post("/account/login")
def log_in(ctx: Ctx, seen: Known, login: Text, password: Text) -> Response:
    """Come back on another device."""
    if not ctx.logins.allows(f"{seen.address} {login.casefold()}"):
        return PlainTextResponse(seen.words.gettext("Please wait a moment."), 429)
    player = ctx.store.log_in(login.strip(), password)
    if player is None:
        text = seen.words.gettext("The name or the password is not right.")
        return page(ctx, seen, "account.html", 403, notice=text)
    seen.become(player)
    return goto(ctx, "/", seen)


@router.post("/account/logout")
def log_out(ctx: Ctx, seen: Known) -> Response:
    """Forget this browser."""
    seen.leave()
    return goto(ctx, "/", seen)


@router.post("/account/token")
def api_token(ctx: Ctx, seen: Known) -> Response:
    """A token for a program, shown once."""
    token = ctx.store.new_token(seen.named("").id, "api")
    return page(ctx, seen, "account.html", notice=None, token=token)


# ---------------------------------------------------------------------------------------------------- the table


def _part(
    ctx: Context, seen: Visitor, table_id: str, seat: int | None, pick: Pick, notice: Fact | None = None
) -> TablePart:
    """Everything of a table, for an answer. Under its lock."""
    live = ctx.tables.live(table_id)
    told_apart(ctx, table_id, seen)
    viewer = ctx.tables.viewer(live, seen.player, seat)
    return table_part(ctx.tables, live, viewer, seen.words, pick, notice)


def _update(ctx: Context, seen: Visitor, table_id: str, seat: int | None, notice: Fact | None = None) -> str:
    """All parts of a table page that may change, for answers."""
    with ctx.tables.lock(table_id):
        part = _part(ctx, seen, table_id, seat, Pick(), notice)
        return ctx.rendering.render("update.html", seen.words, visitor=seen, part=part)


@router.get("/t/{table_id}")
def table_page(
    ctx: Ctx,
    seen: Seen,
    table_id: str,
    seat: int | None = None,
    group: str = "",
    chosen: str = "",
    way: int = 0,
) -> Response:
    """The table: to play, to watch, or, once the game is over, its score."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        if live.table.status == "imported":
            return goto(ctx, f"/t/{table_id}/replay?at=0", seen)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        if live.state.is_terminal():
            return page(ctx, seen, "end.html", end=end(live, viewer, seen.words))
        part = table_part(ctx.tables, live, viewer, seen.words, Pick.read(group, chosen, way))
        ground = live.present.ground(live.state.game, seen.words)
        return page(ctx, seen, "table.html", part=part, ground=ground)


@router.get("/t/{table_id}/prompt")
def prompt_part(
    ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None, group: str = "", chosen: str = "", way: int = 0
) -> Response:
    """The question with what was picked: the card, and the lit places."""
    with ctx.tables.lock(table_id):
        part = _part(ctx, seen, table_id, seat, Pick.read(group, chosen, way))
        return page(ctx, seen, "picked.html", part=part)


@router.get("/t/{table_id}/why")
def why_not(ctx: Ctx, seen: Seen, table_id: str, place: str, seat: int | None = None) -> Response:
    """Why a place cannot be chosen."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        if live.deciding is None or live.deciding != viewer.seat or len(place) > 40:
            return Response(status_code=204)
        fact = live.present.refusal(live.state, place, seen.words)
        return page(ctx, seen, "notice.html", notice=fact, game=live.meta.key)


@router.post("/t/{table_id}/moves")
def move(
    ctx: Ctx,
    seen: Known,
    table_id: str,
    seat: Number,
    sequence: Number,
    actions: Text,
    client: Text,
    hold: Number = 0,
) -> Response:
    """Make a decision; with `hold`, the turn ends only when it is confirmed."""
    _ = seen.words.gettext
    notice = None
    try:
        numbers = [int(number) for number in actions.split()]
        ctx.tables.move(table_id, seen.player, seat, sequence, numbers, client, hold=bool(hold))
    except ValueError:
        raise BadRequest("the decisions are numbers") from None
    except Repeated:
        pass
    except Stale:
        notice = Fact("", _("The table has moved on. It is up to date now; please choose again."))
    except IllegalAction as error:
        notice = Fact("", told(error, seen.words))
    return _answer(ctx, seen, table_id, seat, notice)


def _answer(ctx: Context, seen: Visitor, table_id: str, seat: int | None, notice: Fact | None = None) -> Response:
    """After a command: a notice for a script, whose stream brings the rest; the page for a browser without one."""
    if not seen.scripted:
        return goto(ctx, f"/t/{table_id}" + (f"?seat={seat}" if seat is not None else ""), seen)
    if notice is None:
        return Response(status_code=204)  # the stream brings what has changed
    return HTMLResponse(_update(ctx, seen, table_id, seat, notice), headers={"Cache-Control": "no-store"})


@router.get("/t/{table_id}/update")
def update(ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None) -> Response:
    """All parts of a table page: for a browser whose stream is late."""
    return HTMLResponse(_update(ctx, seen, table_id, seat), headers={"Cache-Control": "no-store"})


def _changed(ctx: Context, seen: Visitor, table_id: str, seat: int | None, deed: Any) -> Response:
    notice = None
    try:
        deed()
    except Repeated:
        pass  # it is done already
    except Stale:
        notice = Fact("", seen.words.gettext("The table has moved on. It is up to date now; please choose again."))
    return _answer(ctx, seen, table_id, seat, notice)


@router.post("/t/{table_id}/confirm")
def confirm(ctx: Ctx, seen: Known, table_id: str, seat: Number, sequence: Number) -> Response:
    """Confirm the own turn."""
    player = seen.known()
    return _changed(ctx, seen, table_id, seat, lambda: ctx.tables.confirm(table_id, player, seat, sequence))


@router.post("/t/{table_id}/back")
def back(ctx: Ctx, seen: Known, table_id: str, seat: Number, sequence: Number) -> Response:
    """Take back the own last decision."""
    player = seen.known()
    return _changed(ctx, seen, table_id, seat, lambda: ctx.tables.back(table_id, player, seat, sequence))


@router.post("/t/{table_id}/undo")
def undo(ctx: Ctx, seen: Known, table_id: str, seat: Number, sequence: Number, answer: Text = "") -> Response:
    """Ask to take something back, or answer who asks."""
    player = seen.known()
    if answer:
        return _changed(
            ctx,
            seen,
            table_id,
            seat,
            lambda: ctx.tables.answer_undo(table_id, player, seat, sequence, agree=answer == "yes"),
        )
    return _changed(ctx, seen, table_id, seat, lambda: ctx.tables.ask_undo(table_id, player, seat, sequence))


@router.post("/t/{table_id}/chat")
def chat(ctx: Ctx, seen: Known, table_id: str, text: Text, seat: Annotated[int | None, Form()] = None) -> Response:
    """Say something."""
    ctx.tables.say(table_id, seen.known(), text)
    return _answer(ctx, seen, table_id, seat)


@router.post("/t/{table_id}/join")
def join(
    ctx: Ctx,
    seen: Known,
    table_id: str,
    name: Text = "",
    token: Text = "",
    seat: Annotated[int | None, Form()] = None,
) -> Response:
    """Sit down."""
    player = seen.named(name.strip()[:20])
    try:
        ctx.tables.join(table_id, player, seat, token)
    except SeatTaken:
        text = seen.words.gettext("Somebody sits there already. You may watch.")
        return page(ctx, seen, "message.html", 409, text=text, table_id=table_id)
    return goto(ctx, f"/t/{table_id}", seen)


@router.get("/j/{table_id}/{token}")
def invitation(ctx: Ctx, seen: Seen, table_id: str, token: str) -> Response:
    """Where an invited friend arrives: say a name, sit down."""
    found = ctx.store.seat_of_token(token)
    if found is None or found[0] != table_id:
        raise NotFound("the link leads to no seat")
    live = ctx.tables.live(table_id)
    seat = live.seats[found[1]]
    if seat.player is not None or live.is_old:
        return goto(ctx, f"/t/{table_id}", seen)
    return page(ctx, seen, "invitation.html", live=live, seat=seat, token=token)


@router.post("/t/{table_id}/fill")
def fill(ctx: Ctx, seen: Known, table_id: str) -> Response:
    """Wait no longer: bots take the free seats."""
    ctx.tables.fill_with_bots(table_id, seen.known())
    return goto(ctx, f"/t/{table_id}", seen)


@router.post("/t/{table_id}/bot")
def bot(ctx: Ctx, seen: Known, table_id: str, seat: Number, name: Text = "") -> Response:
    """Hand the own seat to a bot, or come back to it."""
    player = seen.known()
    if name:
        return _changed(ctx, seen, table_id, seat, lambda: ctx.tables.hand_to_bot(table_id, player, seat, name))
    return _changed(ctx, seen, table_id, seat, lambda: ctx.tables.return_to_seat(table_id, player, seat))


@router.post("/t/{table_id}/standing")
async def standing(request: Request, ctx: Ctx, seen: Known, table_id: str, seat: Number) -> Response:
    """Settle later answers of the own seat."""
    player = seen.known()
    form = await request.form()
    settled = {key[8:]: str(value) for key, value in form.items() if key.startswith("settled_")}
    deed = partial(ctx.tables.settle, table_id, player, seat, settled)
    return await run_in_threadpool(_changed, ctx, seen, table_id, seat, deed)


@router.post("/t/{table_id}/absent")
def absent(ctx: Ctx, seen: Known, table_id: str, absent: Number, sequence: Number, name: Text = "") -> Response:
    """Do without somebody whose time is up: a bot takes the seat or, without a bot's name, nobody does."""
    player = seen.known()

    def deed() -> int:
        if name:
            return ctx.tables.replace_absent(table_id, player, absent, sequence, name)
        return ctx.tables.drop_absent(table_id, player, absent, sequence)

    return _changed(ctx, seen, table_id, None, deed)


@router.post("/t/{table_id}/rematch")
def rematch(ctx: Ctx, seen: Known, table_id: str) -> Response:
    """The same people again."""
    table = ctx.tables.rematch(table_id, seen.known())
    return goto(ctx, f"/t/{table.id}", seen)


@router.get("/t/{table_id}/file")
def download(ctx: Ctx, table_id: str) -> Response:
    """The game in its notation, once it is over."""
    with ctx.tables.lock(table_id):
        try:
            live = ctx.tables.live(table_id)
        except StoredOnly:
            stored = stored_table(ctx.store, table_id)
            return _file(stored.text(), stored.table.name, ".txt")
        if not live.is_over:
            raise NotYourSeat("the game can be downloaded when it is over")
        return _file(ctx.tables.transcript(live).to_text(), live.table.name, live.meta.extension)


def _file(text: str, name: str, extension: str) -> Response:
    """Something to be saved, under the name of its table."""
    name = f"{name.lower().replace(' ', '-')}{extension}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/t/{table_id}/replay")
def replay_page(ctx: Ctx, seen: Seen, table_id: str, at: int | None = None, part: int = 0) -> Response:
    """A finished game, moment by moment."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        if not live.is_over:
            return goto(ctx, f"/t/{table_id}", seen)
        shown = replay(live, seen.words, len(live.state.history) if at is None else at)
        if part:
            return page(ctx, seen, "replay_part.html", replay=shown)
        ground = live.present.ground(live.state.game, seen.words)
        return page(ctx, seen, "replay.html", replay=shown, ground=ground)


@router.get("/rules/{game}")
def rules(ctx: Ctx, seen: Seen, game: str) -> Response:
    """The rules of a game in our own words."""
    from dolmen.contract.registry import find

    meta = find(game)
    present = package(meta.key).presentation()
    return page(ctx, seen, "rules.html", meta=meta, rules=present.rules(seen.words))


# ---------------------------------------------------------------------------------------------------- the stream


@router.get("/t/{table_id}/stream")
async def stream(
    request: Request, ctx: Ctx, seen: Seen, table_id: str, seat: int | None = None, after: str = ""
) -> Response:
    """The news of a table, as changed parts of its page. Resumes after the event that the browser saw last."""
    await run_in_threadpool(lambda: ctx.tables.viewer(ctx.tables.live(table_id), seen.player, seat))
    last_seen = request.headers.get("last-event-id") or after
    return StreamingResponse(
        _news(Reader(ctx, seen, table_id, seat, last_seen)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _news(reader: Reader) -> AsyncIterator[str]:
    ctx, table_id = reader.ctx, reader.table_id
    news = ctx.hub.subscribe(table_id)
    ctx.readers[table_id].add(reader)
    try:
        yield "retry: 1000\n\n"
        while not ctx.closing:
            news.clear()
            at_once = reader.news_at_once()
            message, patience = await run_in_threadpool(reader.news) if at_once is None else at_once
            if message:
                yield message
            try:
                await asyncio.wait_for(news.wait(), patience)
            except TimeoutError:
                yield ": still here\n\n"
    except (TableError, NotFound):
        return
    finally:
        ctx.hub.unsubscribe(table_id, news)
        ctx.readers[table_id].discard(reader)
        if not ctx.readers[table_id]:
            del ctx.readers[table_id]


__all__ = ["Player", "router"]
