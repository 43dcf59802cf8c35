"""Web push: messages to browsers whose tabs are closed, encrypted for them (RFC 8291) and signed (RFC 8292).

The host's keys are made at its first start and kept in the database: browsers that have subscribed know them.
"""

from __future__ import annotations

import json
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
POINT_BYTES: Final = 65
SECRET_BYTES: Final = 16
SALT_BYTES: Final = 16
RECORD_BYTES: Final = 4096
"""A message is one record, and shorter than that."""
SIGNED_SECONDS: Final = 12 * 3600
KEPT_SECONDS: Final = 24 * 3600
"""So long a push service keeps what it cannot deliver."""


def new_key() -> str:
    """A new private key of a host, as it is kept."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def encoded(data: bytes) -> str:
    """As keys and signatures are written: base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    if not text.isascii() or len(text) > 200:
        raise ValueError("this is no key")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def are_keys(keys: Mapping[str, str]) -> bool:
    """Whether a browser's keys are a point of the curve and a secret of the right length."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(keys["p256dh"]))
        return len(decoded(keys["auth"])) == SECRET_BYTES
    except (KeyError, ValueError):
        return False


def _public(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    message: bytes,
    keys: Mapping[str, str],
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message for a browser alone. Salt and sender's key are new for each; a test says which."""
    salt, sender = salt or os.urandom(SALT_BYTES), sender or ec.generate_private_key(CURVE)
    receiver, here = decoded(keys["p256dh"]), _public(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    secret = _derived(decoded(keys["auth"]), shared, b"WebPush: info\x00" + receiver + here, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
    head = salt + struct.pack("!LB", RECORD_BYTES, len(here)) + here
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2: it is the last record


class Vapid:
    """The host's key, by which push services know whose messages they deliver."""

    def __init__(self, kept: str, subject: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(decoded(kept), "big"), CURVE)
        self._subject = subject
        self.public = encoded(_public(self._key.public_key()))
        """What browsers subscribe with."""

    def authorization(self, address: str, at: float | None = None) -> str:
        """The header that signs a request to a push service."""
        parts = urlsplit(address)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time() if at is None else at) + SIGNED_SECONDS,
            "sub": self._subject,
        }
        signed = f"{_as_json({'typ': 'JWT', 'alg': 'ES256'})}.{_as_json(claims)}"
        first, second = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"

    def headers(self, address: str, topic: str) -> dict[str, str]:
        """What a request to a push service says; of two messages of one topic, the later one is kept."""
        return {
            "Authorization": self.authorization(address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }


def _as_json(value: Mapping[str, Any]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())
