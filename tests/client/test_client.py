"""The client: whole games in both its forms, what it does when connections are lost, when it must wait, and twice."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from dolmen.client import AsyncClient, Begins, Challenged, Client, Over, Ready, Refused, Turn
from dolmen.client.event_reader import EventReader
from dolmen.client.waiting import LONGEST, Waiting
from dolmen.core.errors import InvalidSetup, Unreachable
from tests.conftest import node
from tests.server.conftest import server, server_of_module
from tests.server.people import Server, serve

__all__ = ["server", "server_of_module"]  # fixtures that are used here, too

ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------------------------------------ whole games


def building(plays: Sequence[str]) -> str:
    """Build where we can, so that the game ends."""
    return next((play for play in plays if play.startswith(("hut", "temple", "pay", "offer"))), plays[0])


def test_both_forms_play_a_whole_game_against_each_other(server: Server) -> None:
    """One waits for a challenge, the other sends it; a stream and one request a play suffice."""

    async def waits(token: str) -> Over:
        async with AsyncClient(server.url, token) as client:
            async for event in client.events():
                if isinstance(event, Challenged):
                    await client.accept(event.invitation.id)
                elif isinstance(event, Turn):
                    await client.play(event, building(event.plays))
                elif isinstance(event, Over):
                    return event
        raise AssertionError

    with Client(server.url) as other, Client(server.url) as client:
        other.register("Bibo")
        client.register("Robo")
        ended: list[Over] = []
        thread = threading.Thread(target=lambda: ended.append(asyncio.run(waits(other.token))))
        thread.start()
        (sent,) = client.challenge("meduris", [other.me().id])
        seen: list[type] = []
        for event in client.events():
            seen.append(type(event))
            if isinstance(event, Turn):
                texts = [choice.text for choice in event.choices]
                client.move(event, [building(texts)])
            elif isinstance(event, Over):
                break
        thread.join(60)
        assert isinstance(event, Over)
        assert ended[0].scores == event.scores and ended[0].seats == [1] and event.seats == [0]
        assert {Ready, Begins, Turn, Over} <= set(seen) and event.table == sent.table
        assert client.file(event.table) == event.notation and client.table(event.table).status == "finished"


def test_a_table_with_clocks_is_made_and_deleted(server: Server) -> None:
    with Client(server.url) as client:
        client.register("Robo")
        table = client.new_table("meduris", ["me", "friend"], clock=60, bank=300)
        assert table.time and (table.time.turn, table.time.bank) == (60, 300)
        with Client(server.url) as friend:  # joins by the token that was told to who made the table
            friend.register("Bibo")
            assert friend.join(table.id, token=table.seats[1].link or "").status == "playing"
        waiting = client.new_table("meduris", ["me", "open"])
        with pytest.raises(Refused, match="delete it, or stay"):
            client.leave(waiting.id)
        client.delete_table(waiting.id)
        assert client.tables() == [table.id]


def test_both_forms_have_the_same_methods() -> None:
    of_both = [{name for name in dir(form) if not name.startswith("_")} - {"close"} for form in (Client, AsyncClient)]
    assert of_both[0] == of_both[1] >= {"new_table", "delete_table", "play", "events"}


def test_a_bot_in_python_and_one_in_node_play_each_other(server: Server) -> None:
    """The two examples, as processes of their own, over HTTP."""
    python = [sys.executable, str(ROOT / "examples" / "api_bot.py"), server.url, "open"]
    with subprocess.Popen(python, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        assert one.stdout is not None and one.stderr is not None
        table = one.stdout.readline().strip().rpartition("/")[2]
        command = f"{shlex.quote(node())} {shlex.quote(str(ROOT / 'examples' / 'api_bot.mjs'))} {server.url} {table}"
        other = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=300, check=False)
        said, wrong = one.communicate(timeout=60)
    assert (one.returncode, wrong) == (0, "") and (other.returncode, other.stderr) == (0, "")
    points = said.strip().removeprefix("points: ")
    assert f"points: {points.strip('[]')}" in other.stdout
    live = server.context.tables.live(table)
    assert list(live.state.scores()) == json.loads(points) and live.names == ("Robo", "Nodo")


def test_the_examples_keep_to_the_limits_of_a_server(tmp_path: Path) -> None:
    """A server that allows little: both wait as they are told, and end their games."""
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", rate=20.0) as small:
        small.fortune.begin("limits")
        for program in ([sys.executable, "examples/api_bot.py"], [node(), "examples/api_bot.mjs"]):
            done = subprocess.run(
                [*program, small.url], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
            )
            assert (done.returncode, done.stderr) == (0, "") and "points: " in done.stdout, done.stderr


# ------------------------------------------------------------------------------------------------ trouble


class Script:
    """A server that does what it is told, request by request, and remembers what it got."""

    def __init__(self) -> None:
        self.answers: list[Callable[[BaseHTTPRequestHandler], None]] = []
        self.got: list[tuple[str, str, dict[str, str], Any]] = []


@contextmanager
def scripted() -> Iterator[tuple[Script, str]]:
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            script.got.append((self.command, self.path, headers, json.loads(body) if body else None))
            script.answers.pop(0)(self)

        do_GET = do_POST = _any  # noqa: N815

        def log_message(self, *_: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield script, f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()
        thread.join()


def told(body: Any, status: int = 200, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        data = json.dumps(body).encode() if not isinstance(body, str) else body.encode()
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    """The answer is lost."""
    handler.close_connection = True


TURN = Turn(
    table="t1", game="pig", seat=1, sequence=7, position={}, choices=[], plays=["hold"], notation="", clock=None
)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that a client makes; nobody waits for them."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    # (theirs alone: a server in this process goes on waiting)
    monkeypatch.setattr("dolmen.client.synchronous.time", SimpleNamespace(sleep=made.append))
    monkeypatch.setattr("dolmen.client.asynchronous.asyncio", SimpleNamespace(sleep=sleep))
    return made


@pytest.mark.parametrize("form", ["sync", "async"])
def test_a_play_is_sent_again_under_the_same_id(form: str, pauses: list[float]) -> None:
    with scripted() as (script, url):
        script.answers = [
            told(["pig"]),
            hang_up,
            told({"error": "TooMany", "message": "wait"}, 429, Retry_After="3"),
            told({"error": "Unavailable", "message": "wait"}, 503),
            told({"sequence": 8, "repeated": True}),
        ]
        if form == "sync":
            with Client(url, "token") as client:
                client.games()
                made = client.play(TURN, "hold")
        else:

            async def play() -> Any:
                async with AsyncClient(url, "token") as client:
                    await client.games()
                    return await client.play(TURN, "hold")

            made = asyncio.run(play())
        assert made.repeated and made.sequence == 8
        sent = [body for _method, path, _headers, body in script.got if path == "/api/tables/t1/plays"]
        assert len(sent) == 4 and all(body == sent[0] for body in sent)
        assert sent[0]["client_id"] and (sent[0]["sequence"], sent[0]["seat"]) == (7, 1)
        assert all(headers["authorization"] == "Bearer token" for _m, _p, headers, _b in script.got)
        assert 3.0 in pauses and len(pauses) == 3


def test_what_may_not_be_done_twice_is_not_sent_again(pauses: list[float]) -> None:
    with scripted() as (script, url), Client(url, "token") as client:
        script.answers = [told(["pig"]), hang_up]
        client.games()
        with pytest.raises(Unreachable, match="there is no table at"):
            client.new_table("pig", ["me", "open"])
        script.answers = [told({"error": "TooMany", "message": "wait"}, 429, Retry_After="1"), told({"token": "x"})]
        assert client.register("Robo") == "x" == client.token and pauses == [1.0]


def test_refusals_are_told_in_the_servers_own_words(pauses: list[float]) -> None:
    with scripted() as (script, url), Client(url, "token") as client:
        script.answers = [told({"error": "Stale", "message": "the table has moved on: 100%", "sequence": 9}, 409)]
        with pytest.raises(Refused, match="the table has moved on: 100%") as refused:
            client.play(TURN, "hold")
        assert (refused.value.kind, refused.value.status, refused.value.problem.sequence) == ("Stale", 409, 9)
        script.answers = [told("<html>nonsense", 418), told("[1, 2", 200)]
        with pytest.raises(Refused, match="the server answered 418"):
            client.games()
        with pytest.raises(Unreachable, match="no table of ours"):
            client.games()
        script.answers = [told({"error": "TooMany", "message": "come back tomorrow"}, 429, Retry_After="40000")]
        with pytest.raises(Refused, match="come back tomorrow"):
            client.games()
        assert pauses == []


def test_a_server_that_never_answered_is_not_waited_for(pauses: list[float]) -> None:
    with Client("http://127.0.0.1:1") as client:
        with pytest.raises(Unreachable, match="there is no table at http://127.0.0.1:1"):
            client.games()
        with pytest.raises(Unreachable):
            next(client.events())
    assert pauses == []
    for wrong in ("nonsense", "ftp://host", "http://"):
        with pytest.raises(InvalidSetup, match="a server's address reads"):
            Client(wrong)


def stream_of(*events: dict[str, Any], number: int = 1) -> Callable[[BaseHTTPRequestHandler], None]:
    lines = "".join(
        f"id: {number + place}\nevent: {one['type']}\ndata: {json.dumps(one)}\n\n" for place, one in enumerate(events)
    )
    return told(f"retry: 1000\n\n: still here\n\n{lines}", Content_Type="text/event-stream")


READY = {"type": "ready", "player": "p", "name": "Robo", "bot_account": False, "news": "of a newer server"}
OVER: dict[str, Any] = {"type": "over", "table": "t", "game": "pig", "seats": [0], "scores": [1, 2], "places": [2, 1]}
OVER |= {"rated": False, "notation": ""}


def read_into(seen: list[str], client: Client) -> None:
    for event in client.events():
        seen.append(event.type)


@pytest.mark.parametrize("form", ["sync", "async"])
def test_a_lost_stream_is_opened_again_where_it_ended(form: str, pauses: list[float]) -> None:
    with scripted() as (script, url):
        script.answers = [
            stream_of(READY, {"type": "something new"}, OVER, number=100),
            hang_up,
            told({"error": "TooMany", "message": "wait"}, 429, Retry_After="7"),
            stream_of(OVER, READY, number=200),
            told({"error": "NoToken", "message": "this token stands for nobody"}, 401),
        ]
        seen: list[str] = []
        if form == "sync":
            with Client(url, "token") as client, pytest.raises(Refused, match="stands for nobody"):
                read_into(seen, client)
        else:

            async def listen() -> None:
                async with AsyncClient(url, "token") as client:
                    async for event in client.events():
                        seen.append(event.type)

            with pytest.raises(Refused, match="stands for nobody"):
                asyncio.run(listen())
        assert seen == ["ready", "over", "ready"]
        assert [headers.get("last-event-id") for _m, _p, headers, _b in script.got] == [
            None,
            "102",
            "102",
            "102",
            "201",
        ]
        assert pauses[2] == 7.0 and len(pauses) == 4


def test_pauses_grow_and_end() -> None:
    waiting = Waiting(None)
    own = [waiting.after_loss() or 0.0 for _ in range(12)]
    assert all(0.25 * 2**place <= pause <= 0.5 * 2**place for place, pause in enumerate(own[:6]))
    assert max(own) <= LONGEST
    waiting.begin_anew()
    assert (waiting.after_loss() or 0.0) <= 0.5
    short = Waiting(10)
    assert short.after_answer(429, {"retry-after": "9"}, repeatable=False) == 9.0
    assert short.after_answer(429, {"retry-after": "9"}, repeatable=False) is None
    assert (
        short.after_answer(502, {}, repeatable=False) is None and short.after_answer(200, {}, repeatable=True) is None
    )


def test_events_are_read_whole_or_not_at_all() -> None:
    reader = EventReader()
    for line in ("id: 5", f"data: {json.dumps(READY)}"):
        assert reader.line(line) is None
    reader.begin_anew()
    assert reader.line("") is None and reader.last_id == ""
    assert reader.line(": still here") is None and reader.line("") is None


# ------------------------------------------------------------------------------------------------ a real server


def test_a_real_stream_goes_on_after_its_server_began_anew(tmp_path: Path) -> None:
    """The server ends in mid-game and another one takes its place: the program plays on."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serve(database) as first:
        port = int(httpx.URL(first.url).port or 0)
        client = Client(first.url)
        client.register("Robo")
        table = client.new_table("meduris", ["me", "here"]).id
        events = client.events()
        turn = next(event for event in events if isinstance(event, Turn))
        client.play(turn, turn.plays[0], "once")
        assert client.play(turn, turn.plays[0], "once").repeated
    with serve(database, port=port):
        turn = next(event for event in events if isinstance(event, Turn) and event.sequence > turn.sequence)
        assert turn.table == table and client.play(turn, turn.plays[0]).sequence > turn.sequence
        events.close()
        client.close()


def test_asyncio_and_cancelling(server: Server) -> None:
    """A task that listens can be cancelled, and lets go of its connection."""

    async def listen() -> list[str]:
        seen: list[str] = []
        async with AsyncClient(server.url) as client:
            await client.register("Robo")
            await client.new_table("meduris", ["me", "open"])

            async def read() -> None:
                async for event in client.events():
                    seen.append(event.type)
                    ready.set()

            ready = asyncio.Event()
            task = asyncio.create_task(read())
            await ready.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return seen

    assert asyncio.run(listen()) == ["ready"]
