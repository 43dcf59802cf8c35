"""What the form of a new tournament wishes."""

from __future__ import annotations

from collections.abc import Mapping

from dolmen.core.errors import translatable
from dolmen.server.border import whole_number
from dolmen.server.commands.tournaments import TournamentWish
from dolmen.server.errors import BadRequest
from dolmen.server.forms import clock_of
from dolmen.store import now

HOUR = 3600
WITHIN = {"hour": HOUR, "day": 24 * HOUR, "three": 3 * 24 * HOUR, "week": 7 * 24 * HOUR, "two": 14 * 24 * HOUR}
"""Seconds for which one may enter; without one of these, until the host starts it."""


def tournament_wish(form: Mapping[str, str]) -> TournamentWish:
    """From the fields of the form. Raises BadRequest."""
    within = form.get("within", "")
    if within and within not in WITHIN:
        raise BadRequest(translatable("nobody can enter for '%(text)s'"), text=within[:20])
    seconds, (clock, bank) = WITHIN.get(within), clock_of(form)
    return TournamentWish(
        name=form.get("title", ""),
        game=form.get("game", ""),
        seats=_number(form, "seats"),
        kind=form.get("kind", "swiss"),
        rounds=_number(form, "rounds"),
        groups=_number(form, "groups", 1),
        advance=_number(form, "advance"),
        finals=_number(form, "finals", 1),
        final_rounds=_number(form, "final_rounds"),
        options={key[7:]: value for key, value in form.items() if key.startswith("option_")},
        clock=clock,
        bank=bank,
        access=form.get("access", "open"),
        until=now() + 1000 * seconds if seconds else None,
        most=_number(form, "most"),
    )


def _number(form: Mapping[str, str], field: str, otherwise: int = 0) -> int:
    text = form.get(field, "").strip()
    number = whole_number(text) if text else otherwise
    if number is None:
        raise BadRequest(translatable("the field '%(field)s' is a whole number"), field=field)
    return number
