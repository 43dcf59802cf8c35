"""Reviews are made in the background behind everything that a table waits for, are kept, and can be stopped."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import pytest

from dolmen.analysis.review import Play, Review, Thought
from dolmen.server.bot_line import Asker, Line
from dolmen.server.bot_process import BotFailed, BotGone
from dolmen.server.bot_worker import Position, judge_plays
from dolmen.server.commands import making, reviews
from dolmen.server.errors import NotOver, NotReviewed, NotYourSeat, TooMany
from dolmen.server.live_tables import LiveTables
from dolmen.server.reviews import Reviews
from dolmen.store import KeptReview, NotFound, Player, now
from tests.conftest import game_text
from tests.server.people import Server, Visitor, api, serve, wait_for
from tests.server.test_bot_line import served


def short_game() -> str:
    """The first lines of a game."""
    return "\n".join(game_text(2).splitlines()[:60]) + "\n"


# ------------------------------------------------------------------------------------------------ the line


def test_who_is_patient_thinks_when_nobody_else_waits() -> None:
    line, order = Line(1), []

    async def think(table: str, *, patient: bool) -> None:
        async with line.turn(table, Asker(table, table), patient=patient):
            order.append(table)
            await asyncio.sleep(0.001)

    async def run() -> None:
        wishes = [("review 1", True), ("review 2", True), ("table 1", False), ("table 2", False)]
        tasks = [asyncio.create_task(think(table, patient=patient)) for table, patient in wishes]
        await asyncio.sleep(0)
        assert len(line) == 2 and [one.table_id for one in line.order()] == ["table 1", "table 2"]
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert order == ["review 1", "table 1", "table 2", "review 2"]


def test_a_review_may_use_all_places_and_costs_its_asker_no_turn() -> None:
    line, ana = Line(2), Asker("ana", "1.1.1.1")

    async def run() -> None:
        async with line.turn("r", ana, patient=True), line.turn("r", ana, patient=True):
            await asyncio.sleep(0.01)
            waiting = asyncio.create_task(one())
            await asyncio.sleep(0)
            assert len(line) == 1
        await waiting

    async def one() -> None:
        async with line.turn("t", ana):
            pass

    asyncio.run(run())
    ben = Asker("ben", "2.2.2.2")
    assert served(line, [("of ana", ana), ("of ben", ben)])[0] == "of ana"


# ------------------------------------------------------------------------------------------------ who works


class Bots:
    """Stands in for the bots' processes: thinks here, when it is let."""

    threads, processes = 2, 2

    def __init__(self, think: Callable[..., Awaitable[Any]]) -> None:
        self.think = think
        self.asked: list[int] = []

    def asker(self, player: str) -> Asker:
        return Asker(player, player)

    async def run_in_process(
        self, bot: str, game: str, asker: Asker, table: str, function: Any, *arguments: Any, patient: bool
    ) -> Any:
        assert (bot, game, function, patient) == ("strong", "meduris", judge_plays, True) and asker and table
        self.asked.append(len(arguments[1]))
        return await self.think(*arguments)


async def at_once(position: Position, plays: Sequence[Play], visits: int) -> tuple[Thought | None, ...]:
    """Every play is the best one."""
    assert position.game == "meduris" and visits == 7
    return tuple(Thought((10.0, 20.0), (), (10.0, 20.0)) for _ in plays)


def brought(tables: LiveTables) -> tuple[str, Player]:
    ana = tables.store.new_player("Ana")
    return making.bring(tables, short_game(), "game.meduris", ana).id, ana


def work(tables: LiveTables, bots: Bots, until: Callable[[], Any]) -> None:
    """Let somebody work until something holds."""
    makes = Reviews(tables, bots, 7)  # type: ignore[arg-type]

    async def run() -> None:
        task = asyncio.create_task(makes.run())
        for _ in range(2000):
            if until():
                break
            await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    assert until(), "waited in vain"


def status(tables: LiveTables, table: str) -> str:
    kept = tables.store.review(table)
    return kept.status if kept else "none"


def test_a_review_is_worked_on_a_few_plays_at_a_time_and_kept(tables: LiveTables) -> None:
    table, ana = brought(tables)
    assert reviews.ask(tables, table, ana).status == "asked"
    bots = Bots(at_once)
    work(tables, bots, lambda: status(tables, table) == "done")
    kept = tables.store.review(table)
    assert kept is not None and kept.result is not None and kept.done == kept.total == tables.live(table).state.turn
    found = Review.from_json(dict(kept.result))
    assert sum(one.plays for one in found.players) == sum(bots.asked) and max(bots.asked) == Bots.threads
    assert reviews.ask(tables, table, ana) == kept, "it is made once"


def test_progress_is_told_and_who_stops_it_is_heard(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dolmen.server.reviews.TOLD_SECONDS", 0.0)
    table, ana = brought(tables)
    asked = reviews.ask(tables, table, ana)
    turns: list[KeptReview | None] = []

    async def think(position: Position, plays: Sequence[Play], visits: int) -> tuple[Thought | None, ...]:
        turns.append(tables.store.review(table))
        if len(turns) == 12:
            reviews.stop(tables, table, ana)
        return await at_once(position, plays, visits)

    bots = Bots(think)
    work(tables, bots, lambda: len(turns) >= 12 and status(tables, table) == "none")
    seen = [(one.done, one.total) for one in turns if one]
    total = tables.live(table).state.turn
    assert seen[0] == (0, total) and seen == sorted(seen) and 0 < seen[-1][0] < total
    assert len(turns) <= 12 + Bots.processes and asked.total == 0


def test_after_a_restart_a_review_is_begun_anew(tables: LiveTables) -> None:
    table, ana = brought(tables)
    reviews.ask(tables, table, ana)
    begun: list[int] = []

    async def never(*_: object) -> Any:
        begun.append(1)
        await asyncio.Event().wait()

    work(tables, Bots(never), lambda: begun)
    assert status(tables, table) == "asked"
    work(tables, Bots(at_once), lambda: status(tables, table) == "done")


def test_a_process_that_ends_is_asked_again_and_what_fails_is_told(tables: LiveTables) -> None:
    table, ana = brought(tables)
    reviews.ask(tables, table, ana)
    fails = [BotGone("gone"), BotGone("gone")]

    async def think(*arguments: Any) -> Any:
        if fails:
            raise fails.pop()
        return await at_once(*arguments)

    work(tables, Bots(think), lambda: status(tables, table) == "done")
    for error, why in ((BotFailed("Traceback"), "host's log"), (BotGone("gone"), "a fault that should pass")):
        other, _ = brought(tables)
        reviews.ask(tables, other, ana)

        async def fail(*_: object, error: Exception = error) -> Any:
            raise error

        work(tables, Bots(fail), lambda: status(tables, other) == "failed")  # noqa: B023
        kept = tables.store.review(other)
        assert kept is not None and why in kept.why
        assert reviews.ask(tables, other, ana).status == "asked", "it may be tried again"
        reviews.stop(tables, other, ana)


def test_who_is_told_to_end_ends_though_news_come_at_that_moment(tables: LiveTables) -> None:
    """At whichever step of the loop: a server that shuts down waits for this."""

    async def ends(steps: int) -> bool:
        reviews = Reviews(tables, Bots(at_once), 7)  # type: ignore[arg-type]
        task = asyncio.create_task(reviews.run())
        await asyncio.sleep(0.05)  # it has looked, and waits
        reviews.wake()
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=1)
        return task.done()

    assert all(asyncio.run(ends(steps)) for steps in range(6))


def test_a_review_of_a_table_that_is_gone_troubles_nobody(tables: LiveTables) -> None:
    (table, ana), (other, _) = brought(tables), brought(tables)
    for one in (table, other):
        reviews.ask(tables, one, ana)

    async def think(*arguments: Any) -> Any:
        tables.store.delete_table(table)
        return await at_once(*arguments)

    work(tables, Bots(think), lambda: status(tables, other) == "done" and status(tables, table) == "none")


# ------------------------------------------------------------------------------------------------ who asks


def test_a_game_that_goes_on_is_not_reviewed_and_a_strangers_review_is_not_stopped(tables: LiveTables) -> None:
    (table, ana), ben = brought(tables), tables.store.new_player("Ben")
    running = making.create(tables, "meduris", ana, ["me", "here"]).id
    with pytest.raises(NotOver):
        reviews.ask(tables, running, ana)
    with pytest.raises(NotReviewed):
        reviews.stop(tables, table, ana)
    reviews.ask(tables, table, ben)
    with pytest.raises(NotYourSeat):
        reviews.stop(tables, table, tables.store.new_player("Cleo"))
    reviews.stop(tables, table, ana)  # who brought the game
    with pytest.raises(NotFound):
        reviews.ask(tables, "0" * 16, ana)


def test_nobody_has_many_games_reviewed_at_a_time(tables: LiveTables) -> None:
    _, ana = brought(tables)
    mine = [brought(tables)[0] for _ in range(reviews.MOST + 1)]
    for table in mine[:-1]:
        reviews.ask(tables, table, ana)
    with pytest.raises(TooMany):
        reviews.ask(tables, mine[-1], ana)
    assert reviews.ask(tables, mine[0], ana).status == "asked", "one that is being made may be asked for again"
    assert reviews.ask(tables, mine[-1], tables.store.new_player("Ben")).asked <= now()


# ------------------------------------------------------------------------------------------------ pages and programs


def bring(visitor: Visitor) -> str:
    answer = visitor.http.post(
        "/upload", data={"csrf": visitor.csrf}, files={"file": ("game.meduris", short_game(), "text/plain")}
    )
    assert answer.status_code == 200
    return answer.url.path.split("/")[2]


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose reviews think little."""
    with serve(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite", review_visits=8) as running:
        yield running


def reviewed(server: Server, visitor: Visitor) -> str:
    table = bring(visitor)
    assert "Review this game" in visitor.get(f"/t/{table}/review").text
    answer = visitor.post(f"/t/{table}/review", script=False)
    assert answer.status_code == 200 and answer.url.path == f"/t/{table}/review"
    wait_for(lambda: (kept := server.context.store.review(table)) and kept.status == "done")
    return table


def test_a_review_is_read_by_everybody_who_may_see_the_game(server: Server) -> None:
    ana = server.visitor("Ana")
    table = reviewed(server, ana)
    for reader in (ana, server.visitor("Ben")):
        page = reader.get(f"/t/{table}/review")
        assert page.status_code == 200 and "Expected result" in page.text and "points lost a turn" in page.text
        assert not re.search(r"\sstyle=", page.text)
    for language, words in (("es", "Resultado esperado"), ("it", "Risultato atteso"), ("nl", "Verwacht resultaat")):
        answer = server.client().get(f"/t/{table}/review", headers={"Accept-Language": language})
        assert words in answer.text


def test_how_sure_the_bot_is_is_drawn_around_the_line_of_whom_one_looks_at(server: Server) -> None:
    ana = server.visitor("Ana")
    table = reviewed(server, ana)
    assert 'class="band"' not in ana.get(f"/t/{table}/review").text, "a stranger looks at all"
    page = ana.get(f"/t/{table}/review?of=1").text
    outline = re.search(r'<polygon class="band"[^>]* points="([^"]*)"', page)
    line = re.search(r'class="course [^"]*yours"[^>]*><polyline points="([^"]*)"', page)
    assert outline and line and "two of three games" in page
    edge, middle = outline[1].split(), line[1].split()
    assert len(edge) == 2 * len(middle)
    for upper, point, lower in zip(edge, middle, reversed(edge), strict=False):
        heights = [float(place.partition(",")[2]) for place in (upper, point, lower)]
        assert heights == sorted(heights) and heights[0] < heights[2]


def test_what_makes_no_sense_is_refused_in_a_sentence(server: Server) -> None:
    ana = server.visitor("Ana")
    running, table = ana.new_table("me", "here"), reviewed(server, ana)
    for path, code, sentence in (
        (f"/t/{table}/review?point=99", 404, "no such turning point"),
        (f"/t/{table}/review?point=0", 404, "no such turning point"),
        (f"/t/{table}/review?at=99999", 404, "no such turning point"),
        (f"/t/{table}/review?of=7", 404, "There is no such seat at this table."),
        (f"/t/{running}/review", 409, "can be reviewed when it is over"),
        ("/t/0123456789abcdef/review", 404, "There is no such table."),
    ):
        answer = ana.get(path)
        assert answer.status_code == code and sentence in answer.text, path
    for path, code in ((f"/t/{running}/review", 409), (f"/t/{table}/review/stop", 404)):
        assert ana.post(path, script=False).status_code == code


def test_programs_ask_read_and_stop(server: Server) -> None:
    ana = server.visitor("Ana")
    running, table, program = ana.new_table("me", "here"), bring(ana), api(server, "Robo")
    address = f"/tables/{table}/review"
    assert program.get(address).status_code == 404 and "Nobody has asked" in program.get(address).json()["message"]
    asked = program.post(address)
    assert asked.status_code == 200 and asked.json()["status"] in ("asked", "done")
    wait_for(lambda: program.get(address).json()["status"] == "done")
    found = program.get(address).json()
    assert found["measure"] == "lead" and [one["seat"] for one in found["seats"]] == [0, 1]
    assert all(one["expected"] and one["lost_a_turn"] <= one["lost"] for one in found["seats"])
    for point in found["turning_points"]:
        assert program.get(f"{address}/points/{point['number']}").json() == point
        assert point["played"] != point["better"] and point["sentence"].endswith(".")
    assert program.get(f"{address}/points/99").status_code == 404
    assert program.delete(address).status_code == 404, "what is done is not stopped"
    assert program.post(f"/tables/{running}/review").status_code == 409
    assert program.post("/tables/0123456789abcdef/review").status_code == 404
    assert server.client(base_url=f"{server.url}/api").get(address).status_code == 401
    paths = program.get("/openapi.json").json()["paths"]
    assert set(paths["/api/tables/{table_id}/review"]) == {"get", "post", "delete"}
