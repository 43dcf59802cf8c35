"""Every page that somebody may open, with what it takes to be there."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.analysis.review import review
from dolmen.bots import Budget, find_bot
from dolmen.contract.registry import games
from tests.conftest import game_text
from tests.server.people import Server, Visitor, wait_for


@dataclass(frozen=True)
class Places:
    """Addresses by what they show, and who may see them all: Ana."""

    ana: Visitor
    addresses: dict[str, str]

    def cookies(self, server: Server) -> list[dict[str, str]]:
        """Ana's, for a browser."""
        return [{"name": name, "value": value, "url": server.url} for name, value in self.ana.http.cookies.items()]


def make_places(server: Server) -> Places:
    """Tables of both games at every stage, and all other pages."""
    ana = server.visitor("Ana")
    addresses = {"home": "/", "account": "/account", "called": "/account/called", "bots": "/bots"}
    for game in games():
        addresses[f"rules of {game}"] = f"/rules/{game}"
        addresses[f"table of {game}"] = f"/t/{ana.new_table('me', 'bot:greedy', game=game)}"
        tried = ana.new_table("me", "bot:greedy", "bot:greedy", game=game)
        addresses[f"what is tried at {game}"] = ana.post(f"/t/{tried}/try", script=False, seat=0).url.path
    waiting = ana.new_table("me", "friend", "open")
    addresses["lobby"] = f"/t/{waiting}"
    addresses["invitation"] = f"/j/{waiting}/{server.context.tables.seat_token(waiting, 1)}"
    timed = ana.new_table("me", "bot:greedy", clock_unit="bank", clock_number="20", clock_seconds="15")
    addresses |= {
        "my games": "/mine",
        "what is done with a table": f"/mine/{timed}",
        "table by the clock": f"/t/{timed}",
    }
    finished = ana.new_table("me", "bot:random")
    ana.post(f"/t/{finished}/bot", seat=0, name="random")
    wait_for(lambda: server.context.store.table(finished).status == "finished")
    wait_for(lambda: server.context.store.game_of_table(finished))
    addresses["own page"] = ana.get("/me").url.path
    addresses |= {f"statistics of {game}": f"/statistics/{game}" for game in games()}
    addresses["end"], addresses["replay"] = f"/t/{finished}", f"/t/{finished}/replay?at=20"
    log = {"file": ("game.meduris", game_text(2), "text/plain")}
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files=log)
    addresses["brought"] = brought.url.path
    table = brought.url.path.split("/")[2]
    addresses["review to be asked for"] = f"/t/{table}/review"
    addresses["review"] = f"/t/{_reviewed(server, finished)}/review?point=2"
    addresses["replay of a seat"] = f"{brought.url.path}?at=30&seat=1"
    addresses |= {"tournaments": "/tournaments", "new tournament": "/tournaments/new"}
    addresses["tournament to enter"], addresses["tournament"] = _tournament(ana), _tournament(ana, started=True)
    addresses["play from here"] = f"{brought.url.path.removesuffix('replay')}branch?at=30"
    addresses["result of what was brought"] = f"{brought.url.path.removesuffix('replay')}end"
    return Places(ana, addresses)


def _tournament(ana: Visitor, *, started: bool = False) -> str:
    """The address of a tournament of two groups that Ana hosts and plays in."""
    wish = {"title": "Autumn Cup", "game": "meduris", "seats": 2, "groups": 2, "advance": 2, "enter": "on"}
    here = ana.post("/tournaments", script=False, **wish).url.path
    ana.post(f"{here}/bots", script=False, bot="random", number=5)
    if started:
        ana.post(f"{here}/start", script=False)
    return here


def _reviewed(server: Server, table: str) -> str:
    """Keep a review of a table's game, made at a glance."""
    state, store = server.context.tables.live(table).state, server.context.store
    found = review(state, lambda: find_bot("strong", state.game.meta.key), Budget(visits=2))
    store.finish_review(table, store.ask_review(table, None, 1).asked, found.to_json())
    return table
