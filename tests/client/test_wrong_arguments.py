"""What programs hand to the clients that cannot be sent: refused there, in one sentence, before anything is sent."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import numpy as np
import pytest

from dolmen.arena.seat import read_address
from dolmen.client import AsyncClient, Client
from dolmen.core.arguments import shown
from dolmen.core.errors import InvalidSetup
from tests.nonsense import Thing

NONSENSE: list[Any] = [
    *(None, "", "\0", "\udcff", Thing(), [1], {"a": Thing()}),
    *(-1, 1.5, math.nan, math.inf, 10**30, np.array([1.0, 2.0])),
]
ids = pytest.mark.parametrize("given", NONSENSE, ids=shown)
NOWHERE = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    "server",
    [*NONSENSE, "table.example.org", "ftp://a.example", "http://", "http://[", "http://a:port", "http://a b"],
    ids=shown,
)
def test_a_server_is_an_address(server: Any) -> None:
    for client in (Client, AsyncClient):
        with pytest.raises(InvalidSetup, match="^a server's address reads http://HOST or https://HOST, not"):
            client(server)


@pytest.mark.parametrize("token", [None, "é", "a b", "a\nb", "\0", 7, b"x"], ids=shown)
def test_a_token_is_one_word(token: Any) -> None:
    with pytest.raises(InvalidSetup, match="^a token is one word"):
        Client(NOWHERE, token)


@pytest.mark.parametrize("patience", ["long", None, -1, math.nan], ids=shown)
def test_patience_is_a_number(patience: Any) -> None:
    with pytest.raises(InvalidSetup, match="^patience is a number of seconds from 0 on"):
        Client(NOWHERE, patience=patience)


@ids
def test_what_cannot_be_sent_is_not_sent(given: Any) -> None:
    """The server would refuse it; here nobody answers, so that whatever is sent would be Unreachable."""
    numbers: Any = {1: 2}
    with Client(NOWHERE) as client:
        for wrong in (
            lambda: client.register(given),
            lambda: client.new_table("meduris", given),
            lambda: client.challenge("meduris", given),
            lambda: client.invite("0123", given),
            lambda: client.say("0123", given),
            lambda: client.play(given, "hut 1"),
            lambda: client.answer_undo(given, agree=True),
        ):
            with pytest.raises(InvalidSetup) as refused:
                wrong()
            assert "\n" not in str(refused.value)
        if type(given) is not int or given > 0:
            with pytest.raises(InvalidSetup):
                client.confirm("0123", given)
        if given is not None:
            with pytest.raises(InvalidSetup):
                client.new_table("meduris", ["me", "open"], options=given if not isinstance(given, dict) else numbers)
        if not isinstance(given, str):
            with pytest.raises(InvalidSetup, match="^an id is a text"):
                client.table(given)


def test_the_part_that_is_wrong_is_named() -> None:
    with Client(NOWHERE) as client, pytest.raises(InvalidSetup) as refused:
        client.new_table("meduris", ["me", "open"], clock=-1)
    assert str(refused.value) == "this cannot be sent: 'clock': Input should be greater than or equal to 0"


def test_so_it_is_with_asyncio() -> None:
    async def ask() -> None:
        async with AsyncClient(NOWHERE) as client:
            await client.register("")

    with pytest.raises(InvalidSetup, match="^this cannot be sent: 'name'"):
        asyncio.run(ask())


@pytest.mark.parametrize("name", ["../me", "a/b", "\0", "?seat=1", "#", "\udcff", "é"])
def test_an_id_stays_one_part_of_an_address(name: str) -> None:
    """Whatever somebody typed, nothing else is asked for."""
    from dolmen.client import calls

    path = calls.table(name, None).path
    assert path.startswith("/tables/") and path.isascii() and not set("/?#\0") & set(path.removeprefix("/tables/"))


def test_a_tables_address_may_hold_anything() -> None:
    with pytest.raises(InvalidSetup, match="^a table's address reads"):
        read_address("http://[/t/0123")
