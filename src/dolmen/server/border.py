"""What strangers send, checked once where it comes in: addresses, forms, JSON, whole numbers, ids of tables."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import Query
from pydantic import AfterValidator, StringConstraints

from dolmen.core.errors import translatable
from dolmen.server.errors import NoSuchTournament
from dolmen.store import NotFound
from dolmen.wire.base import MOST, Sent, Whole, is_writable

__all__ = [
    "LONGEST_NUMBER",
    "MOST",
    "TABLE_ID",
    "People",
    "Sent",
    "TableId",
    "TournamentId",
    "Whole",
    "is_address",
    "is_writable",
    "known_form",
    "whole_number",
]

LONGEST_NUMBER: Final = 9
"""Digits of a number that stands within a text."""
TABLE_ID: Final = re.compile(r"[0-9a-f]{16}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_HOST: Final = re.compile(r"([A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


def whole_number(text: str) -> int | None:
    """The number that a text is, in plain digits; None where it is none, or is longer than any that we use."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def known_form(table_id: str) -> str:
    """The id of a table, if it may be one: nothing is looked up or kept for any other."""
    if not TABLE_ID.fullmatch(table_id):
        raise NotFound("there is no such table")
    return table_id


MOST_PEOPLE: Final = 10
"""So many people may be asked for at once."""
People = Annotated[
    list[Annotated[str, StringConstraints(max_length=32)]],
    Query(alias="with", max_length=MOST_PEOPLE, description="Ids of people who all played."),
]
"""Whose games are asked for."""


def tournament_form(tournament_id: str) -> str:
    """Likewise the id of a tournament."""
    if not TABLE_ID.fullmatch(tournament_id):
        raise NoSuchTournament(translatable("There is no such tournament."))
    return tournament_id


TableId = Annotated[str, AfterValidator(known_form)]
"""The id of a table in an address. One that cannot be one is refused like one that does not exist."""
TournamentId = Annotated[str, AfterValidator(tournament_form)]
"""Likewise of a tournament."""


def is_address(path: str, query: bytes, host: str) -> bool:
    """Whether an address, already decoded but for its query, is one that a person or a program may ask for."""
    return not _CONTROL.search(path) and b"%00" not in query and (not host or bool(_HOST.fullmatch(host)))
