"""The reference of the JSON API, for people who write programs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from dolmen.server.context import Ctx, Reading, page
from dolmen.server.pages.reference import reference_page

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
def reference(request: Request, ctx: Ctx, visitor: Reading) -> Response:
    """Every operation, with what it takes, answers and refuses."""
    return page(ctx, visitor, "reference.html", told=reference_page(request.app.openapi()))
