"""The proxy in front of a server: who is believed when they say whom they speak for, and nobody else is."""

from __future__ import annotations

import ipaddress
import logging
from functools import lru_cache
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dolmen.core.errors import InvalidSetup

log = logging.getLogger("dolmen.server")

TELLS_CLIENT = b"x-forwarded-for"


class Proxies:
    """Addresses and networks of proxies, as a host writes them: `127.0.0.1`, or `10.0.0.0/24, ::1`."""

    def __init__(self, written: str) -> None:
        self.networks = [_network(one.strip()) for one in written.split(",") if one.strip()]

    def __contains__(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self.networks)


class Forwarded:
    """ASGI middleware: behind a proxy that is believed, a request comes from the client that the proxy tells.

    A proxy that nobody named is not believed, so that no client can choose an address; but it is told to the host, as
    all people behind it share one client's limits.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies
        uvicorns: Any = ProxyHeadersMiddleware  # its types are uvicorn's own
        self._as_told: ASGIApp = uvicorns(app, trusted_hosts=[str(network) for network in proxies.networks])
        self._is_told = False
        """Whether the host knows of a proxy that is not believed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with the address that it is counted for."""
        sender = scope["client"][0] if scope["type"] == "http" and scope.get("client") else ""
        if sender in self._proxies:
            await self._as_told(scope, receive, send)
            return
        if not self._is_told and _is_near(sender) and any(name == TELLS_CLIENT for name, _ in scope["headers"]):
            self._is_told = True
            log.warning("%s sends X-Forwarded-For and is not believed; if it is your proxy: --proxy %s", sender, sender)
        await self._app(scope, receive, send)


def _network(written: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(written)
    except ValueError:
        raise InvalidSetup(f"the setting 'proxy' is addresses like 127.0.0.1 or 10.0.0.0/24, not '{written}'") from None


@lru_cache(maxsize=1_000)
def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None


def _is_near(address: str) -> bool:
    """Whether a proxy of ours may be there: strangers come from elsewhere."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_private
