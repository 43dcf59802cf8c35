"""nginx and Caddy for real, as `deploy/` sets them up, but on ports of their own and with a certificate made here."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Site, wait_for
from tests.store.conftest import as_user

DEPLOY = Path(__file__).parents[2] / "deploy"
PREFIX = "/dolmen"

NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 2;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    {temporary}
    include {folder}/dolmen.conf;
}}
"""
"""What Debian's own file says, as far as it matters here."""

CADDY = """{{
	admin 127.0.0.1:{admin}
	default_bind 127.0.0.1
	http_port {plain}
	https_port {tls}
	skip_install_trust
"""
"""Put before the global options of the Caddyfile."""


@dataclass
class Front(Site):
    """A proxy that runs."""

    name: str
    plain: str
    """Its address without TLS."""
    folder: Path
    running: list[str]
    reloading: list[str]
    """The commands that run it, and that tell it to read its settings anew."""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and wait until it answers."""
        with (self.folder / "out").open("ab") as log:
            self.process = subprocess.Popen(as_user(self.running), **self._here, stdout=log, stderr=log)
        wait_for(self.is_there, 30)

    @property
    def _here(self) -> dict[str, Any]:
        """Where it runs, and what it takes for its home."""
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(self.folder))
        return {"cwd": self.folder, "env": {**os.environ, **homes}}

    def is_there(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "out").read_text()
        host, port = self.url.removeprefix("https://").partition("/")[0].split(":")
        with socket.socket() as attempt:
            return attempt.connect_ex((host, int(port))) == 0

    def stop(self) -> None:
        """End it, streams and all."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def restart(self) -> None:
        """End it, and run it anew."""
        self.stop()
        self.start()

    def reload(self) -> None:
        """Let it read its settings anew."""
        subprocess.run(as_user(self.reloading), check=True, **self._here, capture_output=True)


def program(name: str) -> str:
    """Where a proxy is. Fails where it is not installed: nothing here is skipped."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.fail(f"{name} is not installed, and this test is about it: apt-get install nginx caddy")
    return found


def free_port() -> int:
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for localhost, in cert.pem and key.pem, and clients that believe it."""
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    words += ["-addext", names, "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
    (folder / "key.pem").chmod(0o644)  # the proxies run as somebody else
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def changed(file: str, changes: Mapping[str, str]) -> str:
    """A file of ours with other ports and places; each change must find its line."""
    text = (DEPLOY / file).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"deploy/{file} has no '{old}'"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, server: str, trust: ssl.SSLContext, *, prefix: str = "") -> Front:
    """The proxy nginx before a server (`127.0.0.1:8000`)."""
    tls, plain = free_port(), free_port()
    live = "/etc/letsencrypt/live/table.example.org"
    changes = {
        "server 127.0.0.1:8000;": f"server {server};",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{tls} ssl http2;",
        f"{live}/fullchain.pem": f"{folder}/cert.pem",
        f"{live}/privkey.pem": f"{folder}/key.pem",
        "server_name table.example.org;": "server_name localhost;",
    }
    if prefix:
        changes["location / {\n        proxy_pass"] = f"location {prefix}/ {{\n        proxy_pass"
    (folder / "dolmen.conf").write_text(changed("nginx.conf", changes))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, temporary=temporary))
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.log")]
    urls = (f"https://localhost:{tls}{prefix}", "nginx", f"http://localhost:{plain}")
    return Front(*urls, folder, command, [*command, "-s", "reload"], verify=trust)


def caddy(folder: Path, server: str, trust: ssl.SSLContext, *, prefix: str = "") -> Front:
    """The proxy Caddy before a server."""
    tls, plain, admin = free_port(), free_port(), free_port()
    changes = {
        "{\n\tservers {": CADDY.format(admin=admin, plain=plain, tls=tls) + "\tservers {",
        "table.example.org {\n": f"localhost {{\n\ttls {folder}/cert.pem {folder}/key.pem\n",
        "reverse_proxy 127.0.0.1:8000": f"reverse_proxy {server}",
    }
    if prefix:
        changes["handle /* {"] = f"handle {prefix}/* {{"
    (folder / "Caddyfile").write_text(changed("Caddyfile", changes))
    file = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    urls = (f"https://localhost:{tls}{prefix}", "caddy", f"http://localhost:{plain}")
    reloading = [program("caddy"), "reload", *file, "--address", f"127.0.0.1:{admin}", "--force"]
    return Front(*urls, folder, [program("caddy"), "run", *file], reloading, verify=trust)
