"""What helps a newcomer: the rules one by one, and a first game with hints that follow the position."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from dolmen.registry import find
from dolmen.store import NotFound
from dolmen.table.routes import Ctx, Seen, page
from dolmen.web import web_of

router = APIRouter(include_in_schema=False)


@router.get("/rules/{game}/{key}")
def one_rule(ctx: Ctx, seen: Seen, game: str, key: str) -> Response:
    """A single rule, for a dialog at the table."""
    meta = find(game)
    rule = next((rule for rule in web_of(meta).rules(seen.words) if rule.key == key), None)
    if rule is None:
        raise NotFound("there is no such rule")
    return page(ctx, seen, "rule.html", meta=meta, rule=rule)
