"""What is answered where something is refused, or fails: the same shape for every status."""

from __future__ import annotations

from dolmen.wire.base import Told


class Fault(Told):
    """A part of a request that is missing, unknown, or not what belongs there."""

    loc: list[str | int]
    """Where it is: `body`, `query` or `path`, then the names of fields and places in lists."""
    msg: str
    """What is wrong with it."""
    type: str
    """The kind of fault, for instance `missing` or `extra_forbidden`."""


class Problem(Told):
    """Why a request was refused."""

    error: str
    """The kind of refusal, for programs: `Stale`, `IllegalAction`, `NotYourSeat`, `NoToken`, `TooMany`, ..."""
    message: str
    """One sentence for people, in English."""
    sequence: int | None = None
    """Of a move that came too late (`Stale`): the last event of the table now."""
    retry_after: int | None = None
    """After so many seconds it is worth trying again; the header `Retry-After` says the same."""
    detail: list[Fault] | None = None
    """Of a request that is not well formed (422): what is wrong with it, part by part."""
