"""Requests that are wrong in some way: drawn for every route of the server, with valid parts so that they get far."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, quote_from_bytes

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel

from dolmen.server.routes.table import MoveForm

FORMS: dict[str, type[BaseModel]] = {"/t/{table_id}/moves": MoveForm}
"""The forms of the routes that read theirs themselves."""
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE")
TEXTS = (
    *("", " ", "0", "-1", "1", "7", "99", "1.5", "1e9", "NaN", "Infinity", "true", "null", "²", "٣", "x", "on", "yes"),
    *("\0", "a\0b", "\x1b[31m", "\r\nX-A: b", "\u202eabc", "\u200b", "e\u0301" * 19, "ß" * 40, "İ" * 20, "🂡"),
    *("../../etc/passwd", "%00", "%2e%2e%2f", "//evil.example", "javascript:alert(1)", "<script>alert(1)</script>"),
    *("'; DROP TABLE players; --", "{{7*7}}", "${x}", "%(x)s", "%s", "{0}", "me,here", "bot:expert", "bot:", "bot:\0"),
    *("1" * 4301, "9" * 20, "x" * 300, "x" * 10_000, "é" * 5000, "2147483648", "-9223372036854775809"),
    *("1_0", "+1", " 1 ", "\ufffd"),
)
BYTES = (b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\x80abc", b"\xf4\x90\x80\x80", b"%ff", b"%", b"%zz", b"%u0041")
JSON_TEXTS = (
    *(b"", b"{", b"[]", b"null", b"NaN", b"1", b'"x"', b"{}", b"[" * 100_000, b'{"a":' * 5000, b"\xef\xbb\xbf{}"),
    *(b"\xff\xfe{\0}\0", b'{"name": "\\ud800"}', b'{"name": "\xff"}', b'{"name": "a", "name": 1}', b"{'a': 1}", b"\0"),
)
JSON_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**31, 2**63, 10**400, 1.5, float("nan"), float("inf"), "\ud800", "\0", "a" * 70),
    *([], [[]], {}, {"": ""}, [None], ["\ud800"], [10**30], {"x": float("nan")}, ["1" * 4301], {"\ud800": "\0"}),
)
_HEADER_VALUES: dict[bytes, tuple[bytes, ...]] = {
    b"Accept-Encoding": (b"gzip;q=x",),
    b"Accept-Language": (b"xx", b"es;q=NaN,it;q=2", b"," * 5000, b"\xff", b"nl;q=", b"*;;;"),
    b"Authorization": (b"Bearer", b"Bearer ", b"Basic eDp4", b"Bearer \xff", b"Bearer " + b"x" * 9000),
    b"Connection": (b"upgrade",),
    b"Content-Encoding": (b"gzip",),
    b"Content-Length": (b"-1", b"x", b"99999999999999999999", b"0x10", b"5, 5", b""),
    b"Content-Type": (b"", b"multipart/form-data", b"text/plain; charset=nonsense", b"\xff", b"x/y; charset=utf-16"),
    b"Cookie": (
        *(b"dolmen", b"dolmen=", b"dolmen=a.b.c", b"=;=;=", b"dolmen=\xff", b"a=" + b"b" * 9000),
        *(b"dolmen_language=" + value for value in (b"xx", b"../../x", b"\xff", b"e" * 3000)),
    ),
    b"Expect": (b"100-continue",),
    b"Host": (b"", b"\xff", b"a b", b"[::1", b"x:99999999", b"x" * 5000),
    b"HX-Request": (b"true",),
    b"If-Modified-Since": (b"x",),
    b"Last-Event-ID": (b"x", b"-1", b"9" * 5000, b"\xff", b"1.2.late.late"),
    b"Range": (b"bytes=5-1", b"bytes=-", b"x"),
    b"Sec-Fetch-Site": (b"cross-site",),
    b"Transfer-Encoding": (b"chunked, gzip",),
    b"Upgrade": (b"websocket",),
    b"X-A": (b"x" * 60_000,),
    b"X-CSRF": (b"\xff", b""),
    b"X-Forwarded-For": (b"x", b"\xff", b"1.2.3.4, " * 500, b""),
}
HEADERS = tuple((name, value) for name, values in _HEADER_VALUES.items() for value in values)
RAW = (
    *(b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/0.9\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"),
    *(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", b"\0" * 1000),
    *(b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"get / http/1.1\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\n\r\n"),
    *(b"GET http://x/ HTTP/1.1\r\nHost: y\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"),
    *(b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 3000 + b"\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n"),
    *(b"GET / HTTP/1.1\r\nX: " + b"y" * 300_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n folded: x\r\n\r\n"),
    b"GET / HTTP/1.1\r\nX y\r\n\r\n",
)


@dataclass(frozen=True)
class Route:
    """An address of the server, with the names of what it takes."""

    path: str
    method: str
    queries: tuple[str, ...]
    fields: tuple[str, ...]
    takes_json: bool


@dataclass(frozen=True)
class World:
    """What is valid on the server: values by the name of what they stand for."""

    values: dict[str, tuple[str, ...]]
    cookies: tuple[str, ...]
    """Sessions, each with the token of its forms."""
    csrf: tuple[str, ...]
    tokens: tuple[str, ...]
    names: tuple[str, ...]
    """Names of form fields that stand on pages."""
    files: tuple[bytes, ...]
    """Game files, good ones."""


@dataclass(frozen=True)
class Request:
    """A request in parts, so that some can be left out."""

    method: bytes
    path: bytes
    queries: tuple[bytes, ...] = ()
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    raw: bytes = b""
    """Sent as it is, instead of all else."""
    half: bool = False
    """Not the whole of it is sent: no answer is waited for."""
    route: str = field(default="", compare=False)

    def to_bytes(self) -> bytes:
        """What is sent."""
        if self.raw:
            return self.raw
        query = b"?" + b"&".join(self.queries) if self.queries else b""
        head = [self.method + b" " + self.path + query + b" HTTP/1.1"]
        names = {name.lower() for name, _ in self.headers}
        head += [] if b"host" in names else [b"Host: 127.0.0.1"]
        head += [name + b": " + value for name, value in self.headers]
        if self.body and not names & {b"content-length", b"transfer-encoding"}:
            head.append(b"Content-Length: %d" % len(self.body))
        whole = b"\r\n".join([*head, b"Connection: close", b"", self.body])
        return whole[: len(whole) * 2 // 3] if self.half else whole

    def simpler(self) -> Iterator[Request]:
        """The same with one part left out, each in turn."""
        for place in range(len(self.queries)):
            yield replace(self, queries=self.queries[:place] + self.queries[place + 1 :])
        for place in range(len(self.headers)):
            yield replace(self, headers=self.headers[:place] + self.headers[place + 1 :])
        parts = self.body.split(b"&")
        if 1 < len(parts) < 100:
            for place in range(len(parts)):
                yield replace(self, body=b"&".join(parts[:place] + parts[place + 1 :]))


def routes_of(app: FastAPI) -> list[Route]:
    """Every address of an app, with each of its methods."""
    of_api = [
        Route(
            route.path,
            method,
            tuple(parameter.name for parameter in route.dependant.query_params),
            tuple(name for parameter in route.dependant.body_params for name in _fields(parameter)),
            route.path.startswith("/api"),
        )
        for route in _api_routes(app.routes)
        for method in sorted(route.methods or ())
    ]
    return of_api + [Route(path, "POST", (), tuple(form.model_fields), False) for path, form in FORMS.items()]


def _api_routes(routes: Sequence[Any]) -> Iterator[APIRoute]:
    """The routes, also of included routers."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif "original_router" in vars(route):
            yield from _api_routes(route.original_router.routes)


def _fields(parameter: Any) -> tuple[str, ...]:
    """The fields of a body: those of a model, or one of a form."""
    model = parameter.field_info.annotation
    if isinstance(model, type) and issubclass(model, BaseModel):
        return tuple(model.model_fields)
    return (str(parameter.name),)


class Drawing:
    """Draws requests: most are right but for one or two things."""

    def __init__(self, routes: Sequence[Route], world: World, draws: random.Random) -> None:
        self.routes = routes
        self.world = world
        self.draws = draws

    def request(self) -> Request:
        """One request."""
        if self.draws.random() < 0.02:
            return Request(b"", b"", raw=self.draws.choice(RAW), route="raw")
        route = self.draws.choice(self.routes)
        method = route.method if self.draws.random() < 0.93 else self.draws.choice(METHODS)
        queries = [name for name in route.queries if self.draws.random() < 0.6]
        if self.draws.random() < 0.1:
            queries.append(self.draws.choice(self.world.names))
        headers = self._who(route)
        body = b""
        if method in ("POST", "PUT", "PATCH") or self.draws.random() < 0.03:
            kind, body = self._json(route) if route.takes_json else self._form(route)
            headers.append((b"Content-Type", kind))
        while self.draws.random() < 0.25:
            headers.append(self.draws.choice(HEADERS))
        if body and self.draws.random() < 0.04:
            headers.append((b"Transfer-Encoding", b"chunked"))
            body = self._chunked(body)
        return Request(
            method.encode(),
            self._path(route),
            tuple(quote(name).encode() + b"=" + self._quoted(name) for name in queries),
            tuple(headers),
            body,
            half=self.draws.random() < 0.02,
            route=f"{method} {route.path}",
        )

    def _value(self, name: str) -> str:
        """A value for a name: mostly one that is valid somewhere."""
        valid = self.world.values.get(name)
        if valid and self.draws.random() < 0.75:
            return self.draws.choice(valid)
        return self.draws.choice(TEXTS)

    def _quoted(self, name: str) -> bytes:
        if self.draws.random() < 0.05:
            return self.draws.choice(BYTES)
        return quote_from_bytes(self._value(name).encode(errors="surrogatepass"), safe="").encode()

    def _path(self, route: Route) -> bytes:
        """The address, its parameters put in."""
        parts = []
        for part in route.path.split("/"):
            if part.startswith("{"):
                name = part.strip("{}").partition(":")[0]
                parts.append(self._quoted(name))
            else:
                parts.append(part.encode())
        path = b"/".join(parts)
        if self.draws.random() < 0.03:
            path += self.draws.choice((b"/", b"//", b"/..", b"%2f", b";a=b", b"/%00", b"#x", b"\xff", b" x", b"?"))
        return path or b"/"

    def _who(self, route: Route) -> list[tuple[bytes, bytes]]:
        """A token or a session, mostly valid ones; and a script's mark at times."""
        headers: list[tuple[bytes, bytes]] = []
        if route.takes_json and self.draws.random() < 0.9:
            headers.append((b"Authorization", b"Bearer " + self.draws.choice(self.world.tokens).encode()))
        elif self.draws.random() < 0.9:
            place = self.draws.randrange(len(self.world.cookies))
            headers.append((b"Cookie", self.world.cookies[place].encode()))
            if self.draws.random() < 0.9:
                headers.append((b"X-CSRF", self.world.csrf[place].encode()))
        if self.draws.random() < 0.5:
            headers.append((b"HX-Request", b"true"))
        return headers

    # ------------------------------------------------------------------------------------------------ bodies

    def _json(self, route: Route) -> tuple[bytes, bytes]:
        if self.draws.random() < 0.1:
            return b"application/json", self.draws.choice(JSON_TEXTS)
        told = {name: self._json_value(name) for name in route.fields if self.draws.random() < 0.92}
        if self.draws.random() < 0.1:
            told[self.draws.choice(self.world.names)] = self.draws.choice(JSON_VALUES)
        return b"application/json", json.dumps(told).encode()

    def _json_value(self, name: str) -> Any:
        """A value of the right kind, mostly: numbers and lists are told as such."""
        if self.draws.random() < 0.12:
            return self.draws.choice(JSON_VALUES)
        text = self._value(name)
        if name in ("seats", "options", "settled", "actions"):
            try:
                return json.loads(text)
            except (ValueError, RecursionError):
                return [text]
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else text

    def _form(self, route: Route) -> tuple[bytes, bytes]:
        names = [name for name in route.fields if self.draws.random() < 0.92]
        names += self.draws.choices(self.world.names, k=self.draws.choice((0, 0, 1, 4)))
        if route.path == "/tables":
            names += [f"seat{number}" for number in range(self.draws.choice((1, 2, 3)))]
        if "file" in route.fields or self.draws.random() < 0.1:
            return self._multipart(names)
        pairs = [quote(name).encode() + b"=" + self._quoted(name) for name in names]
        if self.draws.random() < 0.03:
            pairs.append(self.draws.choice((b"=", b"&&&", b"a;b=c", b"%=%", b"\xff\xfe", b"x" * 1000, b"a=b" * 5000)))
        return b"application/x-www-form-urlencoded", b"&".join(pairs)

    def _multipart(self, names: Sequence[str]) -> tuple[bytes, bytes]:
        boundary = self.draws.choice((b"b", b"b", b"b", b"", b"\xff", b"x" * 300))
        parts = []
        for name in names:
            more = b""
            if name == "file":
                more = (
                    b'; filename="' + self.draws.choice((b"a.tm", b"", b"\xff", b"../../a", b"x" * 500, b"\0")) + b'"'
                )
            content = (
                self.draws.choice(self.world.files) if name == "file" else self._value(name).encode(errors="replace")
            )
            if self.draws.random() < 0.1:
                content = self.draws.choice(BYTES)
            disposition = b'Content-Disposition: form-data; name="' + name.encode() + b'"' + more
            parts.append(b"--" + boundary + b"\r\n" + disposition + b"\r\n\r\n" + content + b"\r\n")
        body = b"".join(parts) * self.draws.choice((1, 1, 1, 1, 50)) + b"--" + boundary + b"--\r\n"
        if self.draws.random() < 0.1:
            body = body[: self.draws.randint(0, len(body))]
        return b"multipart/form-data; boundary=" + boundary, body[:1_000_000]

    def _chunked(self, body: bytes) -> bytes:
        good = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        return self.draws.choice(
            (good, good, good[:-5], b"zz\r\n" + body, b"-1\r\n\r\n", b"ffffffffffffffffff\r\n", good + good)
        )
