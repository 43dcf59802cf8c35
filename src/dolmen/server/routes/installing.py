"""The page as an app on a phone or a desk: what it is called, and what it shows without a line."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, JSONResponse, Response

from dolmen.art.tokens import token
from dolmen.server.context import Ctx, Reading, page
from dolmen.server.rendering import STATIC

router = APIRouter(include_in_schema=False)

ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""Files, sizes, types and purposes. The PNGs are drawn from icon.svg: bright on the accent colour."""


@router.get("/manifest.webmanifest")
def manifest(ctx: Ctx, visitor: Reading) -> Response:
    """What a browser needs to know to install the page."""
    static, root = ctx.rendering.static, ctx.rendering.url("/")
    about = {
        "name": "Dolmen",
        "short_name": "Dolmen",
        "description": visitor.words.gettext("Dolmen, a table for board games"),
        "lang": visitor.words.language,
        "id": root,
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": token("bg", "light"),
        "theme_color": token("surface", "light"),
        "icons": [
            {"src": static(file), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
    return JSONResponse(about, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@router.get("/service-worker.js")
def service_worker() -> Response:
    """The script that answers for the server while it cannot be reached; its address is what it may answer for."""
    file = STATIC / "service-worker.js"
    return FileResponse(file, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline(ctx: Ctx, visitor: Reading) -> Response:
    """What is shown without a line. Nothing of a person is in it: browsers keep it."""
    return page(ctx, visitor, "offline.html")
