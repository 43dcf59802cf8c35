"""The JSON API as OpenAPI tells it: what FastAPI finds, and what holds for every operation (errors, limits, tokens)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import APIRoute

from dolmen.server.api.event_stream import EventStream
from dolmen.wire.problem import Problem

ABOUT: Final = """Play at tables by program: listen to one stream, answer each question with one request.

**Who calls**: `POST /api/guests` gives a token; send it as `Authorization: Bearer TOKEN`. Accounts get theirs on the
page `/account`.

**Counting**: seats from 0, in turn order, as in lists of points, also in positions; places from 1; times are
milliseconds since 1970. In a game's own notation seats are counted from 1, as in its files.

**Limits**: by address, so many requests a second and five times as many at once; every answer says what is left
(`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` in seconds). Who is over a limit gets 429 and
`Retry-After`.

**Errors**: every refusal has the shape `Problem`; unknown fields and parameters are refused (422).

**Twice is once**: a move with a `client_id` may be sent again after a lost connection; it is made once.
"""

TAGS: Final = {
    "account": "The stream of an account, and accounts of programs.",
    "tables": "Make tables, sit down, decide.",
    "programs": "The same in whole plays of a game's notation.",
    "streams": "The news of one table, also for who watches.",
    "invitations": "Seats kept for accounts: invitations to a table, challenges to a new one.",
    "endings": "Taking back, giving up, playing again, downloading.",
    "moments": "The past of a game, and playing on from it.",
    "trying it out": "Lines that nobody else sees, and planned turns.",
    "reviews": "What a game's plays were worth.",
    "statistics": "Statistics, ratings, players.",
    "tokens": "The tokens of a player's programs.",
    "my games": "Your own tables and games, their files, holidays, pauses, leaving.",
    "set-ups": "Draw a set-up, look at that of a table, lay out another one.",
    "called": "Being called when something waits for you.",
    "tournaments": "Make tournaments, enter them, read their standings.",
}

ERRORS: Final = {
    "400": "The request makes no sense.",
    "401": "There is no token, or it stands for nobody.",
    "403": "It is not for you: another one's seat, for instance.",
    "404": "There is no such thing.",
    "409": "Not now: the table has moved on (`Stale`), the rules forbid it (`IllegalAction`), it is not your turn.",
    "413": "The body is larger than the server takes.",
    "422": "Something is missing, unknown, or not what belongs there.",
    "429": "You have done so much of it that you must wait.",
    "503": "The server cannot keep anything at the moment.",
}
WAITING: Final = ("429", "503")
"""After these it is said when to try again."""
OF_CALLERS: Final = ("401", "403")
"""Those that need somebody who calls."""
OF_BODIES: Final = "413"
"""What needs a body."""

PARAMETERS: Final = {
    "table_id": "The id of a table.",
    "tournament_id": "The id of a tournament.",
    "channel_id": "The id of a channel.",
    "begins": "When the holiday begins, in milliseconds since 1970.",
    "against": "Only games against `people` or `bots`; nothing: all.",
    "won": "Only games that were won.",
    "first": "So many of the last ones are passed over.",
    "user-agent": "What the browser calls itself.",
    "line": "The number of a line, from 1.",
    "at": "After how many decisions.",
    "number": "Which one, from 1.",
    "game": "The key of a game.",
    "player_id": "The id of a player.",
    "token_id": "The id of a token, which is not the token itself.",
    "invitation_id": "The id of an invitation.",
}
"""What stands in addresses."""

HEADERS: Final = {
    "RateLimit-Limit": "So many requests may come at once.",
    "RateLimit-Remaining": "So many of them are left.",
    "RateLimit-Reset": "After so many seconds all of them are there again.",
    "Retry-After": "After so many seconds it is worth trying again.",
}


RATE: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
"""Those of every answer."""


def operation_id(route: APIRoute) -> str:
    """What a client calls an operation: the name of its function, which stays."""
    return route.name


class DescribedApi(FastAPI):
    """An application whose schema tells all that a program needs."""

    def openapi(self) -> dict[str, Any]:
        """The schema, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = _completed(super().openapi())
        return self.openapi_schema


def _completed(schema: dict[str, Any]) -> dict[str, Any]:
    schemas: dict[str, Any] = schema["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs"), Problem=problem)
    schema["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "integer"}} for name, text in HEADERS.items()
    }
    schema["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    for operation in operations(schema):
        _complete(operation, schemas)
    return schema


def operations(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of a schema."""
    for methods in schema["paths"].values():
        yield from methods.values()


def _complete(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Say of an operation what holds for all of them."""
    operation["summary"] = operation["description"].partition("\n")[0].rstrip(".")
    for parameter in operation.get("parameters", ()):
        parameter.setdefault("description", PARAMETERS.get(parameter["name"], ""))
    responses = operation["responses"]
    for status, response in responses.items():
        if response["description"] == "Successful Response":
            response["description"] = _what_is_told(response, schemas, operation["summary"])
        for media, told in response.get("content", {}).items():
            if media == EventStream.media_type:
                told["schema"] = _stream_of(told["schema"]["$ref"])
        if status != "422":
            response["headers"] = _headers(*RATE)
    for status, text in ERRORS.items():
        if (status in OF_CALLERS and "security" not in operation) or (
            status == OF_BODIES and "requestBody" not in operation
        ):
            continue
        responses[status] = {
            "description": text,
            "headers": _headers(*RATE, *(["Retry-After"] if status in WAITING else [])),
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }


def _stream_of(event: str) -> dict[str, Any]:
    """A text, for whoever reads answers by their type; and what the data of each of its events hold."""
    return {"type": "string", "contentMediaType": EventStream.media_type, "contentSchema": {"$ref": event}}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _what_is_told(response: dict[str, Any], schemas: dict[str, Any], summary: str) -> str:
    """A sentence about an answer: that of what it holds, or where that has no name of the operation itself."""
    content = response.get("content")
    if not content:
        return "It is done."
    told = next(iter(content.values())).get("schema", {})
    listed = told.get("items", told)
    found = schemas.get(listed.get("$ref", "").rpartition("/")[2], {}).get("description", "")
    sentence: str = found.partition("\n")[0]
    if not sentence:
        return f"{summary}."
    return f"A list: {sentence}" if "items" in told else sentence
