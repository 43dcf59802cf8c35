"""Programs at tables: the game as they are told it, whole plays as moves, seats taken from elsewhere."""

from __future__ import annotations

import shlex
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from dolmen.arena.seat import RemoteTable, read_address
from dolmen.cli import main
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError, InvalidSetup
from tests.conftest import node
from tests.server.people import Server

ROOT = Path(__file__).parents[2]


def guest(server: Server, name: str = "Robo") -> RemoteTable:
    table = RemoteTable(read_address(f"{server.url}/t/none"), "")
    table.token = table.call("POST", "/guests", {"name": name})["token"]
    return table


def new_table(client: RemoteTable, game: str, *seats: str) -> dict[str, Any]:
    made: dict[str, Any] = client.call("POST", "/tables", {"game": game, "seats": list(seats)})
    return made


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_program_is_told_the_game_and_answers_with_plays(game: str, server: Server) -> None:
    one, other = guest(server), guest(server, "Other")
    path = f"/tables/{new_table(one, game, 'me', 'open')['id']}"
    other.call("POST", f"{path}/join")
    plays = package(game).notation()
    for number in range(8):
        asked, waiting = one.call("GET", f"{path}/game"), other.call("GET", f"{path}/game")
        program, asked, waiting = (one, asked, waiting) if asked["asked"] else (other, waiting, asked)
        assert asked["asked"] and not waiting["asked"] and (waiting["plays"], waiting["game"]) == ([], "")
        assert plays.plain_plays(plays.read_so_far(asked["game"]).state) == asked["plays"]
        sent = {"sequence": asked["sequence"], "play": asked["plays"][-1], "client_id": f"p{number}"}
        assert not program.call("POST", f"{path}/plays", sent)["repeated"]


def test_what_is_no_play_is_refused_and_changes_nothing(server: Server) -> None:
    robo, other = guest(server), guest(server, "Other")
    path = f"/tables/{new_table(robo, 'meduris', 'me', 'open')['id']}"
    with pytest.raises(DolmenError, match="you do not sit at this table"):
        other.call("GET", f"{path}/game")
    other.call("POST", f"{path}/join")
    asked = robo.call("GET", f"{path}/game")
    for play, message in (
        ("hut 1 1", "place"),
        ("nonsense", "begins no line"),
        ("place 2 wood", "player 2 is not asked"),
    ):
        with pytest.raises(DolmenError, match=message):
            robo.call("POST", f"{path}/plays", {"sequence": asked["sequence"], "play": play})
    with pytest.raises(DolmenError, match="your seat is not asked now"):
        other.call("POST", f"{path}/plays", {"sequence": asked["sequence"], "play": "place 2 wood"})
    assert robo.call("GET", f"{path}/game") == asked


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks at the table more often than a guest from elsewhere should."""
    monkeypatch.setattr("dolmen.arena.seat.PAUSE", 0.01)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("seat", ["token", "friend"])
def test_a_bot_or_a_program_in_another_language_plays_a_seat_to_the_end(
    seat: str, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against somebody who takes the first play of the list."""
    owner, friend = guest(server), guest(server, "Guest")
    made = new_table(owner, "meduris", "me", "friend")
    link = next(other["link"] for other in made["seats"] if other["link"])
    owner.address = friend.address = read_address(f"{server.url}/j/{made['id']}/{link}")
    program = f"{shlex.quote(node())} {shlex.quote(str(ROOT / 'examples' / 'bot.mjs'))}"
    if seat == "token":
        friend.sit_down("Guest", None)
        words = ["--table", f"{server.url}/t/{made['id']}", "--token", owner.token, "--level", "greedy"]
    else:
        words = ["--table", f"{server.url}/j/{made['id']}/{link}", "--name", "Guest", "--program", program]
    simple = friend if seat == "token" else owner
    person = threading.Thread(target=simple.play, args=(lambda asked: asked["plays"][0], None))
    person.start()
    assert main(["bot", "meduris", *words]) == 0
    person.join()
    assert f'"seat": {1 if seat == "token" else 2}, "scores": [' in capsys.readouterr().out
    view = owner.call("GET", f"/tables/{made['id']}")
    assert view["status"] == "finished" and view["seats"][1]["name"] == "Guest"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "nonsense"], "a table's address reads"),
        (["--table", "http://127.0.0.1:1/t/x"], "there is no table at http://127.0.0.1:1: "),
        (["--program", "cat"], "--program plays at a table"),
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
    server: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    owner = guest(server)
    made = new_table(owner, "meduris", "me", "bot:random")
    file = tmp_path / "liar.py"
    file.write_text('import sys\nfor line in sys.stdin: print(\'{"play": "hut 1 1"}\', flush=True)\n')
    command = f"{shlex.quote(sys.executable)} {file}"
    address = f"{server.url}/t/{made['id']}"
    assert main(["bot", "meduris", "--table", address, "--token", owner.token, "--program", command]) == 1
    assert "hut" in capsys.readouterr().err


def test_addresses() -> None:
    assert read_address("http://a:1/base/t/x").server == "http://a:1/base"
    friend = read_address("https://a/j/x/y")
    assert (friend.server, friend.table, friend.token) == ("https://a", "x", "y")
    for wrong in ("", "http://a", "ftp://a/t/x", "http://a/t/", "http://a/t/x/y/z"):
        with pytest.raises(InvalidSetup):
            read_address(wrong)
