"""After the game: a sentence for each reader, the reason, the points by steps, a rematch that reaches the others."""

from __future__ import annotations

import re
from functools import partial

import pytest

from dolmen.contract.content import Section, Source
from dolmen.contract.presentation import Presentation
from dolmen.contract.registry import package
from dolmen.core.words import LANGUAGES, words
from dolmen.server.commands import making
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.pages.end import end_page
from dolmen.server.pages.score_chart import score_chart
from dolmen.server.pages.verdict import rank_of, reason, verdict
from tests.server.games_played import played, played_text, table_of
from tests.server.people import Listener, Server, Visitor, wait_for

ENGLISH = words("en")
GAMES = ("meduris", "terra-mystica")
NAMES = ("Ana", "Ben", "Cleo")


class Result:
    """The end of a game, as far as sentences need it."""

    def __init__(self, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
        self._scores, self._winners = scores, winners

    def scores(self) -> tuple[int, ...]:
        return self._scores

    def winners(self) -> tuple[int, ...]:
        return self._winners


class Ended:
    def __init__(self, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
        self.state, self.names = Result(scores, winners), NAMES


def told(scores: tuple[int, ...], winners: tuple[int, ...], own: int | None) -> str:
    live: LiveTable = Ended(scores, winners)  # type: ignore[assignment]
    return verdict(live, own, ENGLISH)


def test_each_reader_has_a_sentence() -> None:
    assert told((90, 97, 81), (1,), 0) == "Second, 7 points behind Ben"
    assert told((90, 97, 81), (1,), 2) == "Third, 16 points behind Ben"
    assert told((90, 97, 81), (1,), 1) == "You win by 7 points"
    assert told((96, 97, 81), (1,), 1) == "You win by 1 point"
    assert told((90, 97, 81), (1,), None) == "Ben wins by 7 points"
    assert told((97, 97, 81), (0, 1), 0) == "You share the victory with Ben"
    assert told((97, 97, 81), (0, 1), 2) == "Third, 16 points behind Ana and Ben"
    assert told((97, 97, 81), (0, 1), None) == "Ana and Ben share the victory"
    assert told((97, 97, 81), (0,), 0) == "You win the tie"
    assert told((97, 97, 81), (0,), 1) == "Second, with as many points as Ana"
    assert told((97, 97, 81), (0,), None) == "Ana wins the tie"
    assert [rank_of(Result((9, 5, 5), (0,)), seat) for seat in range(3)] == [1, 2, 2]  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_is_the_largest_difference_of_the_breakdown(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    live = tables.live(table_of(tables, game, [ana, "Ben", "Cleo"]))
    sources = live.present.sources(live.state, ENGLISH)
    (winner,) = live.state.winners()
    for own in (*(seat for seat in range(3) if seat != winner), None):
        second = own
        if second is None:
            second = max((seat for seat in range(3) if seat != winner), key=lambda seat: live.state.scores()[seat])
        most = max(source.points[winner] - source.points[second] for source in sources)
        text = reason(live, own, sources, live.present.score_sections(live.state, ENGLISH), ENGLISH)
        assert f"{most} point" in text and live.names[winner] in text
    for language in LANGUAGES:
        assert reason(live, None, sources, (), words(language))


def test_who_led_before_the_final_scoring_is_told_where_it_turned() -> None:
    live: LiveTable = Ended((90, 97, 81), (1,))  # type: ignore[assignment]
    before = Section("", "turn", ((0, 0, 0), (80, 75, 60)))
    final = Section("all", "final scoring", ((90, 97, 81),), is_final=True)
    source = (Source("", "Temples", (10, 22, 21)),)
    assert reason(live, 0, source, (before, final), ENGLISH) == (
        "Before the final scoring you were ahead by 5 points. "
        "What made the difference: Temples, where Ben has 12 points more than you."
    )
    assert reason(live, 1, source, (before, final), ENGLISH).startswith(
        "Before the final scoring Ana was ahead by 5 points."
    )
    assert "Before" not in reason(live, 0, source, (before,), ENGLISH)


def test_what_only_costs_points_is_said_to_have_cost_more() -> None:
    live: LiveTable = Ended((37, 34, 20), (0,))  # type: ignore[assignment]
    source = (Source("", "Temples", (5, 12, 5)), Source("", "Nothing offered", (-8, -28, -9)))
    told = partial(reason, live, sources=source, sections=(), words=ENGLISH)
    assert told(own=0) == "What made the difference: Nothing offered, which cost Ben 20 points more."
    assert told(own=1) == "What made the difference: Nothing offered, which cost you 20 points more than Ana."
    assert told(own=None) == "What made the difference: Nothing offered, which cost Ben 20 points more than Ana."


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_the_sections_of_a_game_lead_to_its_result_step_by_step(game: str, players: int) -> None:
    state, present = played(game, players).state, package(game).presentation()
    for language in LANGUAGES:
        sections = present.score_sections(state, words(language))
        assert all(section.group for section in sections)
    assert sections[-1].scores[-1] == state.scores()
    assert sum(section.is_final for section in sections) == 3
    assert all(len(points) == players for section in sections for points in section.scores)
    final = [section.scores[-1] for section in sections if section.is_final]
    before = next(section for section in reversed(sections) if not section.is_final).scores[-1]
    sources = {source.name: source.points for source in present.sources(state, words(language))}
    steps = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in zip([before, *final], final, strict=False)]
    if game == "meduris":
        named = {source.symbol: source.points for source in present.sources(state, ENGLISH)}
        assert steps[2] == named["rune-stone"] and steps[1] == named["temple-stone"]
    else:
        assert sections[0].scores[0] == (20,) * players and sources
        assert all(gain >= 0 for step in steps for gain in step)


def test_a_game_that_names_no_sections_has_one_of_its_turns() -> None:
    state = played("meduris", 2).state
    (section,) = Presentation.score_sections(package("meduris").presentation(), state, ENGLISH)
    assert section.scores[-1] == state.scores() and not section.is_final
    chart = score_chart([section], [1, 0], None, NAMES, ("purple", "blue"))
    assert chart.final is None and [course.dash for course in chart.courses] == [0, 1]
    rounds = {
        Presentation.round_of(package("meduris").presentation(), state.game, state.records_before(d)[0])
        for d in range(state.decisions)
    }
    assert rounds == set(range(max(rounds) + 1))


def test_the_final_scoring_is_widened_and_the_own_line_is_whole_and_on_top() -> None:
    sections = (
        Section("1", "round", ((0, 0), (5, 2))),
        Section("2", "round", ((5, 2), (9, 4))),
        Section("cults", "final scoring", ((9, 12),), is_final=True),
    )
    chart = score_chart(sections, [1, 0], 0, NAMES, ("purple", "blue"))
    assert chart.final is not None and chart.left < chart.final < chart.right
    assert [course.name for course in chart.courses] == ["Ben", "Ana"]
    assert [(course.dash, course.is_own) for course in chart.courses] == [(1, False), (0, True)]
    widths = [float(point.split(",")[0]) for point in chart.courses[0].line.split()]
    assert widths == sorted(widths), "no line goes back"
    assert len({point.split(",")[0] for point in chart.courses[0].line.split()[-3:]}) == 3, "nor straight up"
    assert [tick.text for tick in chart.names] == ["1", "2", "cults"]
    assert [tick.text for tick in chart.groups] == ["round", "final scoring"]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_of_each_row_is_marked_and_the_own_column_is_known(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    live = tables.live(table_of(tables, game, [ana, "Ben", "Cleo"]))
    end = end_page(live, Viewer(ana, (0,), 0), ENGLISH)
    assert [place.is_own for place in end.podium].count(True) == 1
    assert [place.points for place in end.podium] == sorted(live.state.scores(), reverse=True)
    for row in end.rows:
        best = [place for place in row.sums if place.is_best]
        assert all(place.points == max(other.points for other in row.sums) > 0 for place in best)
        if len({place.points for place in row.sums}) == 1:
            assert not best


# ---------------------------------------------------------------------------------------------------- the page


def ended(server: Server, *names: str, game: str = "meduris") -> tuple[list[Visitor], str]:
    """A finished game of people, each with a browser."""
    visitors, players = [], []
    for name in names:
        visitor = server.visitor(name)
        visitor.post("/account/name", script=False, name=name)
        visitor.csrf = visitor._token(visitor.get("/").text)
        context = server.context
        player = context.store.player_of_token(context.secrets.read(visitor.http.cookies["dolmen"]) or "", "session")
        assert player
        visitors.append(visitor)
        players.append(player)
    return visitors, table_of(server.context.tables, game, [*players])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_board_sentence_breakdown_and_chart(server: Server, game: str, language: str) -> None:
    (ana, _ben), table = ended(server, "Ana", "Ben", game=game)
    ana.post("/language", script=False, language=language)
    page = ana.get(f"/t/{table}").text
    assert f"/t/{table}/picture?at=1" in page and "polyline" in page
    assert page.count('class="sums"') == 1 and 'style="' not in page
    for path in ("review", "replay?at=0", "file"):
        assert f'href="/t/{table}/{path}"' in page
    assert ana.get(f"/t/{table}/end").text.count('class="sums"') == 1


def test_an_imported_game_that_is_over_has_the_page_too(server: Server) -> None:
    ana = server.visitor("Ana")
    brought = ana.http.post(
        "/upload", data={"csrf": ana.csrf}, files={"file": ("g.meduris", played_text("meduris", 2))}
    )
    here = brought.url.path.removesuffix("/replay")
    page = ana.get(f"{here}/end").text
    assert 'class="sums"' in page and 'id="rematch"' not in page
    cut = played_text("meduris", 2).splitlines(keepends=True)[:30]
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files={"file": ("g.meduris", "".join(cut))})
    here = brought.url.path.removesuffix("/replay")
    assert ana.get(f"{here}/end").url.path.endswith("/replay"), "a game that is not over has no result"


def test_a_rematch_is_told_to_everybody_who_sat_there_and_looks(server: Server) -> None:
    (ana, ben), table = ended(server, "Ana", "Ben")
    listener = Listener(ben, f"/t/{table}/end/stream")
    wait_for(lambda: 'id="rematch-part"' in listener.text)
    page = Listener(ben, f"/t/{table}/stream?after=0.0")
    wait_for(page.opened.is_set)
    new = ana.post(f"/t/{table}/rematch", script=False).url.path
    wait_for(lambda: f'href="{new}"' in listener.text)
    assert "Ana has made a rematch." in listener.text and "Join the rematch" in listener.text
    wait_for(lambda: f'href="{new}"' in page.text)
    assert ben.get(f"/t/{table}").text.count(f'href="{new}"') == 1
    assert "Watch the rematch" in server.visitor("Cleo").get(f"/t/{table}").text


def test_who_is_still_here_has_a_sign_and_loses_it_when_gone(server: Server) -> None:
    (ana, ben), table = ended(server, "Ana", "Ben")
    assert "still here" not in ana.get(f"/t/{table}").text
    listener = Listener(ana, f"/t/{table}/end/stream")
    wait_for(lambda: 'id="rematch-part"' in listener.text)
    with ben.http.stream("GET", f"/t/{table}/end/stream"):
        wait_for(lambda: "Ben is still here." in listener.text)
        assert "Ben is still here." in ana.get(f"/t/{table}").text
        assert "Ana is still here." in ben.get(f"/t/{table}").text
        before = len(listener.text)
    wait_for(lambda: 'id="rematch-part"' in listener.text[before:])
    assert "still here" not in listener.text[before:]


def test_the_table_of_a_rematch_is_remembered(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    table = table_of(tables, "meduris", [ana, "Ben"])
    assert tables.live(table).rematch is None
    new = making.rematch(tables, table, ana)
    tables.forget(table)
    rematch = tables.live(table).rematch
    assert rematch is not None and (rematch.table, rematch.by) == (new.id, "Ana")


def test_the_pictures_of_moments_differ(server: Server) -> None:
    (ana, _ben), table = ended(server, "Ana", "Ben")
    pictures = {ana.get(f"/t/{table}/picture?after={at}").text for at in (0, 30, 60, 10**6, -5)}
    assert len(pictures) == 4 and all(re.match(r"<svg", picture) for picture in pictures)
