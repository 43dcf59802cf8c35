"""What keeps a public server safe: headers, signed cookies, forged requests, large bodies, too many requests."""

from __future__ import annotations

import hashlib
import hmac
import math
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from itsdangerous import BadSignature, Signer
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dolmen.server.border import LONGEST_NUMBER, is_address
from dolmen.server.metrics import Metrics, kind_of
from dolmen.wire.problem import Problem

COOKIE = "dolmen"
CSRF_HEADER = "x-csrf"
YEAR = 365 * 24 * 3600

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
API = "/api/"
"""Before the addresses that answer JSON."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Refusal:
    """What is answered before anybody looks at a request."""

    status: int
    kind: str
    text: str


TOO_MANY = Refusal(429, "TooMany", "Too many requests. Please wait a moment.")
NO_ADDRESS = Refusal(400, "BadRequest", "There is no such address.")
TOO_LARGE = Refusal(413, "TooLarge", "That is too large.")


class Secrets:
    """What is signed with the server's secret."""

    def __init__(self, secret: str) -> None:
        self.key = secret.encode()
        self._signer = Signer(secret, salt="dolmen.session", digest_method=hashlib.sha256)

    def sign(self, token: str) -> str:
        """A session token as it stands in the cookie."""
        return self._signer.sign(token).decode()

    def read(self, cookie: str) -> str | None:
        """The token of a cookie, if we signed it."""
        try:
            return self._signer.unsign(cookie).decode()
        except BadSignature:
            return None

    def csrf(self, token: str) -> str:
        """What forms of a session carry, so that no other site can send them."""
        return hmac.digest(self.key, f"csrf {token}".encode(), "sha256").hex()[:32]

    def is_csrf(self, token: str, given: str) -> bool:
        """Whether a form comes from a page of this session."""
        return hmac.compare_digest(self.csrf(token).encode(), given.encode())


@dataclass(frozen=True)
class Allowance:
    """Whether one more request is fine, and what is left then."""

    allowed: bool
    left: float
    rate: float
    burst: float

    @property
    def retry_seconds(self) -> int:
        """After so many seconds one more is fine."""
        return max(1, math.ceil((1 - self.left) / self.rate))

    def headers(self) -> dict[str, str]:
        """What programs are told: how many at once, how many of them are left, when all of them are there again."""
        return {
            "RateLimit-Limit": f"{self.burst:.0f}",
            "RateLimit-Remaining": f"{math.floor(self.left)}",
            "RateLimit-Reset": f"{math.ceil((self.burst - self.left) / self.rate)}",
        }


class Limiter:
    """A bucket of permissions a client; forgotten clients start with a full one."""

    def __init__(self, rate: float, burst: float, size: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self._size = size
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Whether one more request is fine."""
        return self.take(client).allowed

    def take(self, client: str) -> Allowance:
        """Likewise, with what is left."""
        now = time.monotonic()
        left, at = self._buckets.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        allowed = left >= 1
        left = left - 1 if allowed else left
        self._buckets[client] = (left, now)
        while len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return Allowance(allowed, left, self.rate, self.burst)

    def __len__(self) -> int:
        return len(self._buckets)


class Guard:
    """ASGI middleware: security headers on every answer, a limit to bodies and to the rate of requests.

    HEAD is answered wherever GET is. Behind a proxy the path prefix is put in its place, whether the proxy has left it
    in the address or not.
    """

    def __init__(
        self,
        app: ASGIApp,
        body_limit: int,
        limiter: Limiter,
        metrics: Metrics,
        root_path: str = "",
    ) -> None:
        self.app = app
        self.root_path = root_path.rstrip("/")
        self.body_limit = body_limit
        self.limiter = limiter
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = {name: value for name, value in scope["headers"] if name in (b"content-length", b"host")}
        length, host = headers.get(b"content-length", b"0"), headers.get(b"host", b"")
        client = scope["client"][0] if scope.get("client") else "-"
        path = scope["path"].removeprefix(self.root_path)
        scope["root_path"], scope["path"] = self.root_path, self.root_path + path
        is_api, allowance = path.startswith(API), None
        if not path.startswith("/static/"):
            allowance = self.limiter.take(client)
            if not allowance.allowed:
                await _refuse(send, TOO_MANY, is_api, allowance)
                return
        told = allowance if is_api else None
        if not is_address(path, scope["query_string"], host.decode("latin-1")):
            await _refuse(send, NO_ADDRESS, is_api, told)
            return
        if not length.isdigit() or len(length) > LONGEST_NUMBER or int(length) > self.body_limit:
            await _refuse(send, TOO_LARGE, is_api, told)
            return
        received, answered = 0, False

        async def counted() -> Message:
            nonlocal received, answered
            message = await receive()
            received += len(message.get("body", b""))
            if received <= self.body_limit:
                return message
            if not answered:
                answered = True
                await _refuse(send, TOO_LARGE, is_api, told)
            return {"type": "http.disconnect"}

        async def with_headers(message: Message) -> None:
            nonlocal answered
            if answered:
                return
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                present = {name for name, _value in headers}
                more = _RAW + _raw(told.headers()) if told else _RAW
                message["headers"] = headers + [one for one in more if one[0] not in present]
                kind = kind_of(scope["method"], path)
                self.metrics.note_response(kind, message["status"], time.perf_counter() - began)
            elif scope["method"] == "HEAD":  # all that is asked for is told: a stream ends here
                answered, message = True, {"type": "http.response.body"}
            await send(message)

        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        await self.app(asked, counted, with_headers)


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as they stand in an answer."""
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


_RAW = _raw(HEADERS)


async def _refuse(send: Send, refusal: Refusal, is_api: bool, allowance: Allowance | None) -> None:
    """Answer in place of the application: JSON for programs, a line for people."""
    wait = allowance.retry_seconds if allowance and not allowance.allowed else None
    kind, body = "text/plain; charset=utf-8", refusal.text
    if is_api:
        problem = Problem(error=refusal.kind, message=refusal.text, retry_after=wait)
        kind, body = "application/json", problem.model_dump_json(exclude_none=True)
    named = {"Content-Type": kind, **HEADERS, **(allowance.headers() if allowance and is_api else {})}
    if wait is not None:
        named["Retry-After"] = str(wait)
    await send({"type": "http.response.start", "status": refusal.status, "headers": _raw(named)})
    await send({"type": "http.response.body", "body": body.encode()})
