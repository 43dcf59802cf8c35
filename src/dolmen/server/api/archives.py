"""Zip files as answers, and as they are described."""

from __future__ import annotations

from typing import Any, Final

from fastapi.responses import StreamingResponse


class Archive(StreamingResponse):
    """An answer that is a zip file, sent while it is made."""

    media_type = "application/zip"


ZIPPED: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "A zip file: a folder for each game, in it files named by their day.",
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""What is told of it."""
