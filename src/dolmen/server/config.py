"""How a server is set up: by flags, by environment variables (`DOLMEN_...`), or by one TOML file, in that order."""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from dolmen.core.errors import InvalidSetup

CHOICES: Final = {"tournament_hosts": ("everybody", "accounts", "nobody")}
"""Settings that are one of a few words."""
ABOVE_ZERO: Final = ("rate", "workers", "bot_processes", "head_seconds", "body_seconds")
"""Settings with which nobody could play at 0; no number is below it, or is none."""


@dataclass(frozen=True)
class Config:
    """Everything that a host may set."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """A URL, or the path of an SQLite file; empty: in the data folder."""
    workers: int = 1
    root_path: str = ""
    """The path under which a reverse proxy serves the table, for instance `/dolmen`."""
    proxy: str = ""
    """Addresses and networks of reverse proxies that are believed when they tell a client's; empty: nobody is."""
    address: str = ""
    """Where people find the table, for instance `https://table.example.org/dolmen`: what links in mail begin with."""
    secure: bool = False
    """Cookies are only sent over TLS."""
    pace: float = 1.0
    """Seconds between two decisions of bots, so that people can follow."""
    pause: float = 3.0
    """Seconds for which a turn may be taken back before a die is rolled or a bot plays; 0: none."""
    bot_processes: int = 1
    review_visits: int = 0
    """Positions that a review visits for each thought; 0: as many as suit the game."""
    rate: float = 20.0
    """Requests a second that one client may go on with; bursts of five times as many are fine."""
    body_limit: int = 512 * 1024
    log_json: bool = False
    """The log is one JSON object a line."""
    guests_a_day: int = 200
    """New guests that may come from one address in a day; 0: any number. Likewise the next two, also by player."""
    tables_a_day: int = 200
    uploads_a_day: int = 100
    tournaments_a_day: int = 10
    tournament_hosts: str = "everybody"
    """Who may make tournaments: `everybody`, those with `accounts`, or `nobody`."""
    connections: int = 4_000
    """Connections that one process keeps at a time; 0: any number. Likewise the next two."""
    connections_by_address: int = 500
    streams_by_address: int = 200
    head_limit: int = 64 * 1024
    """Bytes of the head of a request."""
    head_seconds: float = 15.0
    """After so many seconds a connection without a complete head is closed, and one whose body does not come."""
    body_seconds: float = 60.0

    notice_delay: float = 60.0
    """Seconds for which nobody is called who may still come by himself."""
    notices_a_day: int = 100
    """So often one person is called in a day, by all channels together; 0: as often as there is reason."""
    notices_here: bool = False
    """Chat rooms and push services may be on this machine itself, without TLS, too."""
    smtp_host: str = ""
    """The server that takes mail; empty: nobody is called by mail."""
    smtp_port: int = 587
    smtp_security: str = "starttls"
    """`starttls`, `tls` (from the first byte, usually port 465), or `none`."""
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""
    """The sender of mail."""

    def origin(self) -> str:
        """Scheme and host of the address at which people find the table; empty where the host has not said so."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}" if self.address else ""

    def database_url(self) -> str:
        """Where tables are kept."""
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite'}"


def data_folder() -> Path:
    """The user's data folder for Dolmen."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "dolmen"


def read_config(flags: Mapping[str, Any], file: str | None = None) -> Config:
    """Put flags over environment over file over defaults."""
    values: dict[str, Any] = {}
    known = {field.name: field.type for field in fields(Config)}
    if file is not None:
        try:
            values.update(tomllib.loads(Path(file).read_text(encoding="utf-8")))
        except OSError as error:
            raise InvalidSetup(f"{file} cannot be read: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InvalidSetup(f"{file} is not TOML: {error}") from None
        for key in values:
            if key not in known:
                raise InvalidSetup(f"{file}: there is no setting '{key}'; there are: {', '.join(known)}")
    for key in known:
        if f"DOLMEN_{key.upper()}" in os.environ:
            values[key] = os.environ[f"DOLMEN_{key.upper()}"]
    values.update({key: value for key, value in flags.items() if value is not None and key in known})
    converted = {key: _convert(key, str(known[key]), value) for key, value in values.items()}
    for key, may_be in CHOICES.items():
        if converted.get(key, may_be[0]) not in may_be:
            raise InvalidSetup(f"the setting '{key}' is one of: {', '.join(may_be)}; not '{converted[key]}'")
    root = converted.get("root_path", "")
    if root and (not root.startswith("/") or not root.isprintable() or set(root) & set(" ?#")):
        raise InvalidSetup(f"the setting 'root_path' is like /dolmen, not '{root}'")
    return replace(Config(), **converted)


def _convert(key: str, kind: str, value: Any) -> Any:
    try:
        if kind == "bool":
            return value if isinstance(value, bool) else {"true": True, "1": True, "false": False, "0": False}[value]
        converted: Any = {"str": str, "int": int, "float": float}[kind](value)
        if kind != "str" and not (0 <= converted < math.inf and (converted or key not in ABOVE_ZERO)):
            raise ValueError
        return converted
    except (ValueError, KeyError, TypeError, OverflowError):
        raise InvalidSetup(f"the setting '{key}' cannot be '{value}'") from None
