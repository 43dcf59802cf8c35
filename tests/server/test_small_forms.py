"""A small form that is read at once has the fields that the same form has when it is read in pieces."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message

from dolmen.server.context import MOST_FIELDS, small_form
from dolmen.server.errors import BadRequest

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"
PARTS = b'--x\r\nContent-Disposition: form-data; name="seat"\r\n\r\n1\r\n--x--\r\n'


def sent(body: bytes, kind: str) -> Request:
    """A request with a body, as it comes from the network."""
    pieces: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return pieces.pop(0)

    return Request({"type": "http", "method": "POST", "headers": [(b"content-type", kind.encode())]}, receive)


async def in_pieces(request: Request) -> list[tuple[str, Any]]:
    """The fields of a form as Starlette reads it."""
    return (await request.form()).multi_items()


@pytest.mark.parametrize("kind", [URLENCODED, f"{URLENCODED};charset=UTF-8", "text/plain", ""])
@pytest.mark.parametrize(
    "body",
    [
        b"seat=1&sequence=2&actions=3+4&client=page-2",
        b"actions=&hold=",
        b"seat=1&seat=2",
        b"name=%C3%A9%20%26+x&%3D=%",
        b"name=\xc3\xa9\xff%ff%00",
        b"a;b=c;d",
        b"",
        b"&&",
        b"alone",
        b"a=b=c",
    ],
)
def test_a_form_read_at_once_has_the_same_fields(body: bytes, kind: str) -> None:
    assert asyncio.run(small_form(sent(body, kind))) == asyncio.run(in_pieces(sent(body, kind)))


def test_a_form_of_another_kind_is_read_as_well() -> None:
    assert asyncio.run(small_form(sent(PARTS, MULTIPART))) == [("seat", "1")]


def test_too_many_fields_are_refused() -> None:
    with pytest.raises(BadRequest):
        asyncio.run(small_form(sent(b"&".join([b"a=1"] * (MOST_FIELDS + 1)), URLENCODED)))
