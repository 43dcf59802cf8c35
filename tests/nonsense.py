"""What nobody should hand over."""

from __future__ import annotations


class Thing:
    """An object of no use; unlike `object()` it looks the same in every process, as the names of tests must."""

    def __repr__(self) -> str:
        return "<a thing>"
