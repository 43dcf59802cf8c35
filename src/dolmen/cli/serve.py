"""`dolmen serve`: the table in the browser."""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing
from functools import partial
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from dolmen.cli.common import Subparsers, add_command, given, whole_number
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.server.config import Config

SWITCH_SECONDS = 0.001
"""So long a thread computes before another may: requests and streams do not wait for one that draws a long page."""

COLLECTED = (1_000, 10, 100)
"""When Python looks for garbage that refers to itself: through everything only after a million new objects, for that
halts all requests for as long as it takes to look through all tables."""


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "serve",
        run,
        "play in the browser: alone, with bots, with friends",
        "dolmen serve --host 0.0.0.0 --port 8000 --database postgresql://dolmen@localhost/dolmen --workers 4",
    )
    parser.add_argument(
        "--host", type=given, metavar="NAME", help="where to listen (default 127.0.0.1: this machine alone)"
    )
    parser.add_argument("--port", type=whole_number(0, 65535), metavar="N", help="the port (default 8000; 0: any free)")
    parser.add_argument(
        "--database",
        type=given,
        metavar="URL",
        help="an SQLite file or a PostgreSQL URL (default: SQLite in the data folder)",
    )
    parser.add_argument(
        "--workers", type=whole_number(1, 64), metavar="N", help="processes (default 1; more need PostgreSQL)"
    )
    parser.add_argument("--root-path", metavar="PATH", help="the path under which a reverse proxy serves the table")
    parser.add_argument(
        "--proxy", metavar="ADDRESSES", help="of your reverse proxy, which alone may tell clients' (X-Forwarded-For)"
    )
    parser.add_argument(
        "--address", metavar="URL", help="where people find the table, for links in mail (https://table.example.org)"
    )
    parser.add_argument("--secure", action="store_true", default=None, help="send cookies over TLS alone")
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="between two decisions of bots (default 1)")
    parser.add_argument("--pause", type=float, metavar="SECONDS", help="in which a turn may be taken back (default 3)")
    parser.add_argument("--bot-processes", type=whole_number(1, 64), metavar="N", help="for thinking (default 1)")
    parser.add_argument(
        "--review-visits", type=whole_number(0, 10**6), metavar="N", help="for a thought (default 0: as suits the game)"
    )
    parser.add_argument("--rate", type=float, metavar="N", help="requests a second that one client may make (20)")
    parser.add_argument("--log-json", action="store_true", default=None, help="write the log as one JSON object a line")
    parser.add_argument(
        "--tournament-hosts",
        choices=("everybody", "accounts", "nobody"),
        help="who may make tournaments (default everybody)",
    )
    _add_calls(parser.add_argument_group("calling people who do not look"))
    _add_limits(parser.add_argument_group("limits (each process counts by itself; 0: none)"))
    parser.add_argument(
        "--config", type=given, metavar="FILE", help="a TOML file with the same settings; flags go before it"
    )
    parser.add_argument("--open", action="store_true", help="open the browser where there is a display")


def _add_calls(calls: argparse._ArgumentGroup) -> None:
    """How people are called; the password of the mail server is no flag, which everybody on the machine could read."""
    calls.add_argument("--notice-delay", type=float, metavar="SECONDS", help="before somebody is called (60)")
    calls.add_argument("--notices-a-day", type=whole_number(0, 10**6), metavar="N", help="for one person (100; 0: any)")
    calls.add_argument(
        "--notices-here", action="store_true", default=None, help="also to services on this machine, without TLS"
    )
    calls.add_argument("--smtp-host", metavar="NAME", help="that takes mail (password: DOLMEN_SMTP_PASSWORD)")
    calls.add_argument("--smtp-port", type=whole_number(1, 65535), metavar="N", help="its port (587)")
    calls.add_argument("--smtp-security", choices=("starttls", "tls", "none"), help="how it is spoken with (starttls)")
    calls.add_argument("--smtp-user", metavar="NAME", help="who logs in there")
    calls.add_argument("--mail-from", metavar="ADDRESS", help="the sender of mail")


def _add_limits(limits: argparse._ArgumentGroup) -> None:
    """What strangers may use up."""
    several: dict[str, Any] = {"type": whole_number(0, 10**9), "metavar": "N"}
    limits.add_argument("--guests-a-day", **several, help="new guests from one address in a day (200)")
    limits.add_argument("--tables-a-day", **several, help="new tables of one player or address in a day (200)")
    limits.add_argument("--uploads-a-day", **several, help="files of one player or address in a day (100)")
    limits.add_argument("--tournaments-a-day", **several, help="new tournaments of one player or address in a day (10)")
    limits.add_argument("--connections", **several, help="connections at a time (4000; see `ulimit -n`)")
    limits.add_argument("--connections-by-address", **several, help="likewise, from one address (500)")
    limits.add_argument("--streams-by-address", **several, help="open tables at one address (200)")
    size: dict[str, Any] = {"type": whole_number(1_000, 10**9), "metavar": "BYTES"}
    limits.add_argument("--body-limit", **size, help="of what one request brings (524288)")
    limits.add_argument("--head-limit", **size, help="of a request's head (65536)")
    limits.add_argument("--head-seconds", type=float, metavar="SECONDS", help="for a head to come (15)")
    limits.add_argument("--body-seconds", type=float, metavar="SECONDS", help="for a body to come (60)")


def run(arguments: argparse.Namespace) -> int:
    """Start the server and stay."""
    from dolmen.analysis.warmup import is_warm
    from dolmen.cli.warmup import warm_up
    from dolmen.contract.registry import games
    from dolmen.server.calls.calling import check_calls
    from dolmen.server.config import read_config
    from dolmen.server.logs import set_up_logs
    from dolmen.server.memory import keep_memory_small
    from dolmen.server.proxy import Proxies
    from dolmen.server.rendering import STATIC
    from dolmen.store import Store
    from dolmen.store.engine import open_engine
    from dolmen.store.server_lock import serving

    config = read_config(vars(arguments), arguments.config)
    if not (STATIC / "vendor" / "htmx.min.js").is_file():
        raise InvalidSetup(
            "htmx, which the pages need, is not installed: run `python scripts/vendor.py` in the clone that this is, "
            "or install Dolmen from a clone with `pip install .`"
        )
    if config.workers > 1 and not config.database_url().startswith("postgres"):
        raise InvalidSetup("several workers need PostgreSQL: SQLite serves one process (--database postgresql://...)")
    check_calls(config)
    Proxies(config.proxy)  # what is wrong is said before anything starts
    with serving(open_engine(config.database_url()), "dolmen serve"), closing(_bound(config)) as sock:
        Store(config.database_url()).close()  # what is wrong with the database is said once, before anything else
        set_up_logs(as_json=config.log_json)
        if not is_warm(list(games())):
            warm_up(list(games()))  # which takes minutes: nobody waits for it to be told that the port is taken
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(*COLLECTED)
        keep_memory_small()
        _listen(sock, config)
        return _stay(config, sock, open_browser=arguments.open)


def _stay(config: Config, sock: socket.socket, *, open_browser: bool) -> int:
    """Answer on a socket, in this process or in several."""
    from dolmen.store.engine import called, open_engine

    port = sock.getsockname()[1]
    address = f"http://{'127.0.0.1' if config.host in ('0.0.0.0', '::') else config.host}:{port}{config.root_path}/"
    settings: dict[str, Any] = {
        "log_level": "warning",
        "log_config": None,
        "access_log": False,
        "timeout_graceful_shutdown": 3,
        "proxy_headers": False,  # see `dolmen.server.proxy`
        "timeout_keep_alive": 65,
    }
    _load_rules()
    if config.workers > 1:
        return _several(config, sock, address, settings)
    print(f"Tables are kept in {called(open_engine(config.database_url()))}", flush=True)
    _serve(config, sock, settings, partial(_announce, address, open_browser=open_browser))
    return 0


def _load_rules() -> None:
    """Load the compiled rules of all games: whoever comes first after a start waits for nothing."""
    from dolmen.analysis.warmup import rules
    from dolmen.contract.registry import games, load

    for key in games():
        for _name, call in rules(load(key)):
            call()


def _serve(config: Config, sock: socket.socket, settings: dict[str, Any], ready: Callable[[], None]) -> None:
    """Serve in this process until somebody ends it."""
    import uvicorn

    from dolmen.server.app import make_app
    from dolmen.server.connections import protocol
    from dolmen.store.secrets import nobody

    class Server(uvicorn.Server):
        """Says when it is ready."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

    app = make_app(config)
    nobody()
    gc.freeze()  # what was loaded stays: the collector need not look at it again and again
    Server(uvicorn.Config(app, http=protocol(config), **settings)).run(sockets=[sock])


def _announce(address: str, *, open_browser: bool) -> None:
    print(f"Dolmen is ready at {address}", flush=True)
    if open_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _bound(config: Config) -> socket.socket:
    """A socket that has its address; whoever calls there is turned away until `_listen`."""
    sock = socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((config.host, config.port))
    except (OSError, ValueError, OverflowError) as error:  # a name that no machine can have, or such a port
        sock.close()
        raise _not_there(config, error) from None
    return sock


def _listen(sock: socket.socket, config: Config) -> None:
    try:
        sock.listen(2048)
    except OSError as error:  # somebody else has bound it in the meantime
        raise _not_there(config, error) from None
    sock.set_inheritable(True)


def _not_there(config: Config, error: Exception) -> InvalidSetup:
    return InvalidSetup(f"cannot listen on {config.host}:{config.port}: {getattr(error, 'strerror', error)}")


def _several(config: Any, sock: socket.socket, address: str, settings: dict[str, Any]) -> int:
    """Several processes that share the socket and, through PostgreSQL, the tables."""
    with TemporaryDirectory(prefix="dolmen-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # before anything of it is loaded; see `dolmen.server.metrics`
        from dolmen.server.workers import Workers

        workers = Workers(config.workers, lambda ready: _serve(config, sock, settings, ready))
        return workers.run(lambda: print(f"Dolmen is ready at {address} ({config.workers} processes)", flush=True))
