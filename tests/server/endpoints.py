"""Real places at which people are called: a mail server, a push service that decrypts, a chat room."""

from __future__ import annotations

import email
import json
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dolmen.server.calls.push import decoded, encoded


@dataclass
class Mailbox:
    """A mail server, and all that it was given."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    """Recipients that it does not know."""
    answer: str = "250 OK"
    at_data: Callable[[], None] = lambda: None

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if address in self.refused:
            return "550 there is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.at_data()
        if self.answer.startswith("2"):
            read = email.message_from_bytes(envelope.content, policy=default)
            assert isinstance(read, EmailMessage)
            self.mails.append(read)
        return self.answer

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


def link_of(mail: EmailMessage, path: str) -> str:
    """The path of a link in a mail."""
    found = re.search(rf"(/{path}/\S+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def mail_server(port: int = 0) -> Iterator[Mailbox]:
    box = Mailbox(port or free_port())
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


@dataclass
class Place:
    """A small web server; what it was sent, and what it answers."""

    url: str = ""
    bodies: list[bytes] = field(default_factory=list)
    heads: list[dict[str, str]] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    before: Callable[[], None] = lambda: None


@contextmanager
def web_place() -> Iterator[Place]:
    place = Place()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            place.before()
            place.bodies.append(body)
            place.heads.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(place.status)
            for name, value in place.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    place.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield place
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Browser:
    """What a browser that has subscribed keeps to itself, and how it reads what it is sent (RFC 8291)."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen letters!"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": encoded(point), "auth": encoded(self._auth)}

    def read(self, body: bytes) -> dict[str, str]:
        salt, (_size, length) = body[:16], struct.unpack("!LB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\x00" + decoded(self.keys["p256dh"]) + sender
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\x02")
        told: dict[str, str] = json.loads(opened[:-1])
        return told


def signed_claims(authorization: str) -> dict[str, Any]:
    """What a push service reads of who sends (RFC 8292); fails where the signature is not right."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    assert found
    head, claims, signature, key = found.groups()
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    raw = decoded(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    try:
        point.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("the signature is not right") from None
    told: dict[str, Any] = json.loads(decoded(claims))
    return told
