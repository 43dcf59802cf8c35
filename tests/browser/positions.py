"""Tables that were played on in process, to the first position in which something can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.content import Choice
from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.server.commands import moves
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, at_the_table
from tests.server.people import Server, Visitor

ENGLISH = words("en")
MOST_TABLES = 6
"""Set-ups are drawn: so many games are played at most until something happens in one."""
Finds = Callable[[LiveTable], bool]


@dataclass(frozen=True)
class Begun:
    """A table at which everybody sits at one screen, Ana's."""

    server: Server
    ana: Visitor
    table: str

    @property
    def live(self) -> LiveTable:
        return self.server.context.tables.live(self.table)

    def sit(self, visit: Visit, seat: int, **screen: object) -> Page:
        """Ana's browser at a seat."""
        page = visit(**screen)
        cookies = self.ana.http.cookies.items()
        page.context.add_cookies([{"name": name, "value": value, "url": self.server.url} for name, value in cookies])
        page.goto(f"{self.server.url}/t/{self.table}?seat={seat}")
        at_the_table(page)
        return page


def play_on(server: Server, table: str, enough: Finds, seed: int = 5) -> Iterator[int]:
    """Decision after decision of a table whose people leave it to a bot; tells the last event after each."""
    tables, draws = server.context.tables, Draws(seed)
    bot = find_bot("greedy", tables.live(table).meta.key)
    while not enough(live := tables.live(table)) and live.asked is not None:
        player = tables.store.player(live.seats[live.asked].player or "")
        action = int(bot.choose(live.state, LEVEL, draws))
        moves.move(tables, table, player, live.asked, live.sequence, [action], f"c{live.sequence}")
        yield tables.live(table).sequence


def played(server: Server, game: str, players: int, enough: Finds, seed: int = 5) -> Begun:
    """A table that was played on until there is something to do; another one, where it never came to that."""
    ana = server.visitor("Ana")
    for _table in range(MOST_TABLES):
        begun = Begun(server, ana, ana.new_table(*["me"] * players, game=game))
        for _event in play_on(server, begun.table, enough, seed):
            pass
        if begun.live.asked is not None:
            return begun
    raise AssertionError("it never came to that")


def offered(live: LiveTable) -> Sequence[Choice]:
    """What is asked now."""
    return live.prompt(ENGLISH).choices if live.deciding is not None else ()


def found(live: LiveTable, fits: Callable[[Choice], bool]) -> Choice | None:
    """The first choice that fits, if there is one."""
    return next((choice for choice in offered(live) if fits(choice)), None)
