"""Programs at tables: the game as they are told it, whole plays as moves, seats taken from elsewhere."""

from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from dolmen.arena.seat import RemoteTable, read_address
from dolmen.cli import main
from dolmen.client import Client, Refused
from dolmen.contract.registry import package
from dolmen.core.errors import InvalidSetup
from tests.conftest import node
from tests.server.people import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture
def guest(server: Server) -> Iterator[Callable[..., Client]]:
    """Programs that are guests of the server."""
    with ExitStack() as clients:

        def made(name: str = "Robo") -> Client:
            client = clients.enter_context(Client(server.url))
            client.register(name)
            return client

        yield made


Guest = Callable[..., Client]


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_program_is_told_the_game_and_answers_with_plays(game: str, guest: Guest, server: Server) -> None:
    one, other = guest(), guest("Other")
    table = one.new_table(game, ["me", "open"]).id
    other.join(table)
    plays = package(game).notation()
    robots = [api_of(server, client) for client in (one, other)]
    for number in range(8):
        asked, waiting = one.game(table), other.game(table)
        program = 0 if asked.asked else 1
        asked, waiting = (asked, waiting) if asked.asked else (waiting, asked)
        assert asked.asked and not waiting.asked and (waiting.plays, waiting.game) == ([], "")
        assert {asked.seat, waiting.seat} == {0, 1}
        assert plays.plain_plays(plays.read_so_far(asked.game).state) == asked.plays
        sent = {"sequence": asked.sequence, "play": asked.plays[-1], "client_id": f"p{number}"}
        assert not robots[program].post(f"/tables/{table}/plays", json=sent).json()["repeated"]


def api_of(server: Server, client: Client) -> httpx.Client:
    return server.client(base_url=f"{server.url}/api", headers={"Authorization": f"Bearer {client.token}"})


def test_what_is_no_play_is_refused_and_changes_nothing(server: Server, guest: Guest) -> None:
    robo, other = guest(), guest("Other")
    table = robo.new_table("meduris", ["me", "open"]).id
    with pytest.raises(Refused, match="you do not sit at this table"):
        other.game(table)
    other.join(table)
    asked = robo.game(table)
    for play, message in (
        ("hut 1 1", "place"),
        ("nonsense", "begins no line"),
        ("place 2 wood", "player 2 is not asked"),
    ):
        sent = {"sequence": asked.sequence, "play": play}
        assert message in api_of(server, robo).post(f"/tables/{table}/plays", json=sent).json()["message"]
    sent = {"sequence": asked.sequence, "play": "place 2 wood"}
    refused = api_of(server, other).post(f"/tables/{table}/plays", json=sent)
    assert refused.status_code == 409 and "your seat is not asked now" in refused.json()["message"]
    assert robo.game(table) == asked


@pytest.mark.parametrize("seat", ["token", "friend"])
def test_a_bot_or_a_program_in_another_language_plays_a_seat_to_the_end(
    seat: str, server: Server, guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against somebody who takes the first play of the list."""
    owner, friend = guest(), guest("Guest")
    made = owner.new_table("meduris", ["me", "friend"])
    link = next(other.link for other in made.seats if other.link)
    program = f"{shlex.quote(node())} {shlex.quote(str(ROOT / 'examples' / 'bot.mjs'))}"
    if seat == "token":
        friend.join(made.id, token=link)
        words = ["--table", f"{server.url}/t/{made.id}", "--token", owner.token, "--level", "greedy"]
    else:
        words = ["--table", f"{server.url}/j/{made.id}/{link}", "--name", "Guest", "--program", program]
    simple = RemoteTable(read_address(f"{server.url}/t/{made.id}"), (friend if seat == "token" else owner).token)
    person = threading.Thread(target=simple.play, args=(lambda asked: asked["plays"][0], None))
    person.start()
    assert main(["bot", "meduris", *words]) == 0
    person.join()
    simple.client.close()
    assert f'"seat": {1 if seat == "token" else 2}, "scores": [' in capsys.readouterr().out
    view = owner.table(made.id)
    assert view.status == "finished" and view.seats[1].name == "Guest"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "nonsense"], "a table's address reads"),
        (["--table", "http://127.0.0.1:1/t/x"], "there is no table at http://127.0.0.1:1: "),
        (["--program", "cat"], "--program is for a seat at a table"),
        (["--table", "http://127.0.0.1:1/t/x", "--program", "no-such-program"], "cannot be started"),
        (["--table", "http://127.0.0.1:1/t/x", "--level", "clever"], "there is no bot 'clever'"),
    ],
)
def test_wrong_arguments_get_one_clear_message(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", "meduris", *arguments]) == 1
    printed = capsys.readouterr()
    assert message in printed.err and printed.err.count("\n") == 1 and printed.out == ""


def test_a_program_that_answers_nonsense_at_a_table_is_told_so(
    server: Server, guest: Guest, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    owner = guest()
    made = owner.new_table("meduris", ["me", "bot:random"])
    file = tmp_path / "liar.py"
    file.write_text('import sys\nfor line in sys.stdin: print(\'{"play": "hut 1 1"}\', flush=True)\n')
    command = f"{shlex.quote(sys.executable)} {file}"
    address = f"{server.url}/t/{made.id}"
    assert main(["bot", "meduris", "--table", address, "--token", owner.token, "--program", command]) == 1
    assert "hut" in capsys.readouterr().err


def test_addresses() -> None:
    assert read_address("http://a:1/base/t/x").server == "http://a:1/base"
    friend = read_address("https://a/j/x/y")
    assert (friend.server, friend.table, friend.token) == ("https://a", "x", "y")
    for wrong in ("", "http://a", "ftp://a/t/x", "http://a/t/", "http://a/t/x/y/z"):
        with pytest.raises(InvalidSetup):
            read_address(wrong)
