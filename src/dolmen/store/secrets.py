"""Secrets: unguessable tokens, of which only a hash is kept, and passwords."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

_HASHER = PasswordHasher()


@cache
def nobody() -> str:
    """The hash of a password that nobody has. It takes a while to make: a server makes it before it is needed."""
    return _HASHER.hash(secrets.token_hex(16))


def new_token() -> str:
    """A new unguessable token, fit for a link."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A short unguessable name for a table."""
    return secrets.token_hex(8)


def new_token_id() -> str:
    """What a token is called where it is listed: it opens nothing."""
    return secrets.token_hex(4)


def hash_of(token: str) -> str:
    """What is kept of a token. Tokens are long and random, so a fast hash does."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_password(password: str) -> str:
    """What is kept of a password."""
    return _HASHER.hash(password)


def is_password(hashed: str | None, password: str) -> bool:
    """Whether it is the password; takes as long where there is none."""
    try:
        return _HASHER.verify(hashed or nobody(), password) and hashed is not None
    except VerificationError:
        return False
