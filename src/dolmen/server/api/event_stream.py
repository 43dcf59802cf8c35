"""Server-sent events for programs: how one is written, and the answer that holds them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from dolmen.server.context import FRESH

STILL_HERE = ": still here\n\n"
"""What a stream says where nothing happens, so that nobody takes it for dead."""


class EventStream(StreamingResponse):
    """An answer that goes on: events as they happen."""

    media_type = "text/event-stream"


def event_stream(news: AsyncIterator[str]) -> EventStream:
    """These events; nobody on their way keeps them back."""
    return EventStream(news, headers={**FRESH, "X-Accel-Buffering": "no"})


def event_text(told: BaseModel, number: int, name: str = "") -> str:
    """An event as a stream sends it; its number is what a program says that comes back (`Last-Event-ID`)."""
    named = f"event: {name}\n" if name else ""
    return f"id: {number}\n{named}data: {told.model_dump_json()}\n\n"
